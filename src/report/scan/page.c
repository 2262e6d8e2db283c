/* SPDX-License-Identifier: MIT
 *
 * The findings of a scan as a page to read in a browser: one file that needs
 * nothing else.
 *
 * Left the counts by check and along the tree of directories, right the
 * findings, each with its way and the lines of the source.  All text is there
 * without scripts; the script filters.  The page itself is
 * src/report/page/scan.html; here its gaps are filled. */
#include "report/scan/findings.h"
#include "report/scan/lines.h"
#include "report/page.h"
#include "report/template.h"

typedef struct Page {
  const RepScan *scan;
  const char *verdict;
  RepLines *lines;
} Page;

typedef struct Way {
  const RepFinding *finding;
  RepLines *lines;
} Way;

typedef struct Digits {
  char text[24];
} Digits;

static Digits digits_of(uint64_t number) {
  Digits digits;
  snprintf(digits.text, sizeof digits.text, "%llu", (unsigned long long)number);
  return digits;
}

/* ---- places ---- */

static void add_place(Text *out, const RepPlace *place) {
  text_add(out, place->file);
  if (place->line) text_printf(out, ":%u", place->line);
}

/* ---- counts ---- */

static void fill_counts(Text *out, Template inner, const RepFileCount *count,
                        const TemplateGap *own, uint32_t n_own) {
  Digits sites = digits_of(count->sites), proved = digits_of(count->proved);
  Digits violated = digits_of(count->violated);
  Digits unknown = digits_of(count->unknown);
  TemplateGap gaps[12] = {{.name = "sites", .text = sites.text},
                          {.name = "proved", .text = proved.text},
                          {.name = "violated", .text = violated.text},
                          {.name = "unknown", .text = unknown.text}};
  require(n_own + 5 <= sizeof gaps / sizeof *gaps);
  for (uint32_t i = 0; i < n_own; i++) gaps[4 + i] = own[i];
  template_fill(out, inner, gaps, NULL);
}

static void put_checks(Text *out, Template inner, const void *context) {
  const Page *page = context;
  for (uint32_t i = 0; i < page->scan->n_checks; i++) {
    const RepCheck *check = &page->scan->checks[i];
    if (!check->sites) continue;
    RepFileCount count = {.sites = check->sites,
                          .proved = check->proved,
                          .violated = check->violated,
                          .unknown = check->unknown};
    TemplateGap own[] = {{.name = "name", .text = check->name},
                         {.name = "help", .text = check->help}};
    fill_counts(out, inner, &count, own, 2);
  }
}

static void put_row(Text *out, Template inner, const RepFileCount *count,
                    const char *path, const char *name, uint32_t depth,
                    const char *kind) {
  assert(*kind && path && name);
  Digits indent = digits_of(depth);
  TemplateGap own[] = {{.name = "kind", .text = kind},
                       {.name = "path", .text = path},
                       {.name = "name", .text = name},
                       {.name = "indent", .text = indent.text}};
  fill_counts(out, inner, count, own, 4);
}

/* All files below a directory, which stand together. */
static RepFileCount sum_below(const RepScan *scan, uint32_t from,
                              const char *path, size_t n) {
  RepFileCount sum = {.file = ""};
  for (uint32_t i = from; i < scan->n_counts; i++) {
    const RepFileCount *c = &scan->counts[i];
    if (strncmp(c->file, path, n) != 0) break;
    sum.sites += c->sites;
    sum.proved += c->proved;
    sum.violated += c->violated;
    sum.unknown += c->unknown;
  }
  return sum;
}

/* Directories that the file before was not in. */
static uint32_t put_directories(Text *out, Template inner, const Page *page,
                                uint32_t number) {
  assert(number < page->scan->n_counts);
  const char *file = page->scan->counts[number].file;
  const char *before = number ? page->scan->counts[number - 1].file : "";
  uint32_t depth = 0;
  char path[4096], name[4100];
  for (const char *at = file; (at = strchr(at, '/')); at++, depth++) {
    size_t n = (size_t)(at - file) + 1;
    if (n == 1 || strncmp(file, before, n) == 0 || n >= sizeof path) continue;
    snprintf(path, sizeof path, "%.*s", (int)n - 1, file);
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "%s/", slash && slash[1] ? slash + 1 : path);
    RepFileCount sum = sum_below(page->scan, number, file, n);
    put_row(out, inner, &sum, path, name, depth, "directory");
  }
  return depth;
}

static void put_rows(Text *out, Template inner, const void *context) {
  const Page *page = context;
  for (uint32_t i = 0; i < page->scan->n_counts; i++) {
    const RepFileCount *count = &page->scan->counts[i];
    uint32_t depth = put_directories(out, inner, page, i);
    const char *slash = strrchr(count->file, '/');
    put_row(out, inner, count, count->file, slash ? slash + 1 : count->file,
            depth, "file");
  }
}

/* ---- lists ---- */

static void put_depending(Text *out, Template inner, const RepUndecided *rows,
                          uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    assert(*rows[i].cause && rows[i].sites);
    Digits sites = digits_of(rows[i].sites);
    TemplateGap gaps[] = {{.name = "cause", .text = rows[i].cause},
                          {.name = "function", .text = rows[i].function},
                          {.name = "file", .text = rows[i].file},
                          {.name = "sites", .text = sites.text},
                          {.name = NULL}};
    template_fill(out, inner, gaps, NULL);
  }
}

static void put_causes(Text *out, Template inner, const void *context) {
  const Page *page = context;
  put_depending(out, inner, page->scan->causes, page->scan->n_causes);
}

static void put_met(Text *out, Template inner, const void *context) {
  const Page *page = context;
  put_depending(out, inner, page->scan->met, page->scan->n_met);
}

static void put_undecided(Text *out, Template inner, const void *context) {
  const Page *page = context;
  TemplateGap gaps[] = {{.name = "cause", .block = put_causes},
                        {.name = "met", .block = put_met},
                        {.name = NULL}};
  if (page->scan->n_causes) template_fill(out, inner, gaps, page);
}

static void put_texts(Text *out, Template inner, const char *const *texts,
                      uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    TemplateGap gaps[] = {{.name = "text", .text = texts[i]}, {.name = NULL}};
    template_fill(out, inner, gaps, NULL);
  }
}

static void put_premises(Text *out, Template inner, const void *context) {
  const Page *page = context;
  put_texts(out, inner, page->scan->premises, page->scan->n_premises);
}

static void put_problem(Text *out, Template inner, const void *context) {
  const Page *page = context;
  put_texts(out, inner, page->scan->problems, page->scan->n_problems);
}

static void put_problems(Text *out, Template inner, const void *context) {
  const Page *page = context;
  TemplateGap gaps[] = {{.name = "problem", .block = put_problem},
                        {.name = NULL}};
  if (page->scan->n_problems) template_fill(out, inner, gaps, page);
}

static void put_options(Text *out, Template inner, const void *context) {
  const Page *page = context;
  for (uint32_t i = 0; i < page->scan->n_checks; i++) {
    TemplateGap gaps[] = {{.name = "name", .text = page->scan->checks[i].name},
                          {.name = NULL}};
    if (page->scan->checks[i].violated) template_fill(out, inner, gaps, NULL);
  }
}

/* ---- findings ---- */

static void put_steps(Text *out, Template inner, const void *context) {
  const Way *way = context;
  const RepFinding *finding = way->finding;
  for (uint32_t i = 0; i < finding->n_steps; i++) {
    const RepFindingStep *step = &finding->steps[i];
    Text place, line;
    text_init(&place, out->mem);
    text_init(&line, out->mem);
    add_place(&place, &step->place);
    rep_lines_add(&line, way->lines, step->place.file, step->place.line);
    Digits indent = digits_of(step->depth);
    TemplateGap gaps[] = {
        {.name = "place", .text = text_get(&place)},
        {.name = "text", .text = step->text},
        {.name = "importance", .text = rep_importance_name(step->importance)},
        {.name = "indent", .text = indent.text},
        {.name = "line", .text = text_get(&line)},
        {.name = NULL}};
    template_fill(out, inner, gaps, NULL);
    text_done(&line);
    text_done(&place);
  }
}

static void put_finding(Text *out, Template inner, const Page *page,
                        uint32_t number) {
  assert(number < page->scan->n_findings);
  const RepFinding *finding = &page->scan->findings[number];
  Way way = {finding, page->lines};
  Text place, replay;
  text_init(&place, out->mem);
  text_init(&replay, out->mem);
  add_place(&place, &finding->place);
  if (finding->replay)
    text_printf(&replay, "not replayed: %s", finding->replay);
  else
    text_add(&replay, "replayed");
  const char *same = finding->leader == number ? "" : "; same cause as before";
  TemplateGap gaps[] = {
      {.name = "place", .text = text_get(&place)},
      {.name = "file", .text = finding->place.file},
      {.name = "function", .text = finding->place.function},
      {.name = "message", .text = finding->message},
      {.name = "check", .text = page->scan->checks[finding->check].name},
      {.name = "confidence", .text = rep_confidence_name(finding->confidence)},
      {.name = "replay", .text = text_get(&replay)},
      {.name = "same", .text = same},
      {.name = "fingerprint", .text = finding->fingerprint},
      {.name = "step", .block = put_steps},
      {.name = NULL}};
  template_fill(out, inner, gaps, &way);
  text_done(&replay);
  text_done(&place);
}

static void put_findings(Text *out, Template inner, const void *context) {
  const Page *page = context;
  for (uint32_t i = 0; i < page->scan->n_findings; i++)
    if (page->scan->findings[i].answer == REP_VIOLATED)
      put_finding(out, inner, page, i);
}

void rep_scan_page(Text *out, const RepScan *scan, const char *verdict) {
  require(*verdict != 0);
  RepLines lines;
  rep_lines_init(&lines, out->mem);
  Page page = {.scan = scan, .verdict = verdict, .lines = &lines};
  Template whole = {rep_scan_html, strlen(rep_scan_html)};
  char size[200];
  uint64_t n = 0;
  for (uint32_t i = 0; i < scan->n_findings; i++)
    n += scan->findings[i].answer == REP_VIOLATED;
  Digits findings = digits_of(n);
  snprintf(size, sizeof size, "%llu files, %llu lines, %llu functions",
           (unsigned long long)scan->files, (unsigned long long)scan->lines,
           (unsigned long long)scan->functions);
  TemplateGap gaps[] = {{.name = "verdict", .text = verdict},
                        {.name = "style", .html = rep_scan_css},
                        {.name = "script", .html = rep_scan_js},
                        {.name = "size", .text = size},
                        {.name = "findings", .text = findings.text},
                        {.name = "check", .block = put_checks},
                        {.name = "row", .block = put_rows},
                        {.name = "undecided", .block = put_undecided},
                        {.name = "premise", .block = put_premises},
                        {.name = "problems", .block = put_problems},
                        {.name = "option", .block = put_options},
                        {.name = "finding", .block = put_findings},
                        {.name = NULL}};
  template_fill(out, whole, gaps, &page);
  rep_lines_done(&lines);
}
