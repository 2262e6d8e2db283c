/* SPDX-License-Identifier: MIT
 *
 * The report to read in a browser: one file that needs nothing else.
 *
 * Left the sources, with what is known at each loop written above its line and
 * the lines of a counterexample marked; right the verdict, the steps, the
 * premises, how to do it again.  All text is there without scripts; the script
 * only moves through the steps.
 *
 * The page itself is src/report/page/page.html; here its gaps are filled. */
#include "report/html.h"

#include "report/page.h"
#include "report/template.h"

/* What the gaps of the page are filled from. */
typedef struct Page {
  const RepRun *run;
  const Verdict *verdict;
} Page;

/* A number as text. */
typedef struct Digits {
  char text[16];
} Digits;

static Digits digits_of(uint32_t number) {
  Digits digits;
  snprintf(digits.text, sizeof digits.text, "%u", number);
  return digits;
}

/* ---- sources ---- */

typedef struct Source {
  const RepRun *run;
  uint32_t number; /* of the file among those of the run */
  const char *path;
  const Text *text; /* "" if it cannot be read */
} Source;

typedef struct Line {
  const Source *source;
  uint32_t number; /* 1.. */
} Line;

static const Program *places_of(const RepRun *run) {
  return run->counterexample ? run->counterexample->program : run->program;
}

static bool same_file(const Program *p, LocId loc, const char *path) {
  const SrcLoc *at = prog_loc_get(p, loc);
  return at->file < p->files.n && strcmp(p->files.at[at->file], path) == 0;
}

/* Lines of a file that the counterexample passes: 1, else 0. */
static uint8_t *lines_hit(const RepRun *run, const char *path, uint32_t n) {
  uint8_t *hit = MEM_ARRAY(run->counterexample->mem, uint8_t, n + 1);
  for (uint32_t i = 0; i < run->counterexample->steps.n; i++) {
    LocId loc = run->counterexample->steps.at[i].loc;
    uint32_t line = prog_loc_get(run->counterexample->program, loc)->line;
    if (line <= n && same_file(run->counterexample->program, loc, path))
      hit[line] = 1;
  }
  return hit;
}

static void put_invariants(Text *out, Template inner, const void *context) {
  const Line *line = context;
  const RepRun *run = line->source->run;
  const RepSummary *summary = run->summary;
  for (uint32_t i = 0; summary && i < summary->n_invariants; i++) {
    const RepInvariant *invariant = &summary->invariants[i];
    if (!invariant->loop.id ||
        prog_loc_get(run->program, invariant->loop)->line != line->number ||
        !same_file(run->program, invariant->loop, line->source->path))
      continue;
    const TemplateGap gaps[] = {
        {"text", .text = invariant->c ? invariant->c : invariant->text}, {0}};
    template_fill(out, inner, gaps, NULL);
  }
}

static void put_lines(Text *out, Template inner, const void *context) {
  const Source *source = context;
  const RepRun *run = source->run;
  const char *at = text_get(source->text), *end = at + source->text->n;
  uint32_t n_lines = 1;
  for (const char *c = at; c < end; c++) n_lines += *c == '\n';
  uint8_t *hit =
      run->counterexample ? lines_hit(run, source->path, n_lines) : NULL;
  Digits file = digits_of(source->number);
  Text words;
  text_init(&words, out->mem);
  for (Line line = {source, 1}; at < end; line.number++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t n = (size_t)((stop ? stop : end) - at);
    text_clear(&words);
    for (size_t i = 0; i < n; i++) /* browsers show no NUL either */
      if (at[i]) text_char(&words, at[i]);
    assert(line.number <= n_lines);
    Digits number = digits_of(line.number);
    const TemplateGap gaps[] = {{"invariant", .block = put_invariants},
                                {"file", .text = file.text},
                                {"number", .text = number.text},
                                {"hit", .shown = hit && hit[line.number]},
                                {"text", .text = text_get(&words)},
                                {0}};
    template_fill(out, inner, gaps, &line);
    at += n + 1;
  }
  text_done(&words);
  if (hit) MEM_FREE_ARRAY(run->counterexample->mem, hit, n_lines + 1);
}

static void put_sources(Text *out, Template inner, const void *context) {
  const RepRun *run = ((const Page *)context)->run;
  for (uint32_t i = 0; i < run->n_files; i++) {
    Text text;
    text_init(&text, out->mem);
    if (!file_read(&text, run->files[i])) text_clear(&text);
    Source source = {run, i, run->files[i], &text};
    const TemplateGap gaps[] = {
        {"name", .text = run->files[i]}, {"line", .block = put_lines}, {0}};
    template_fill(out, inner, gaps, &source);
    text_done(&text);
  }
}

/* ---- what was found ---- */

static uint32_t file_number(const RepRun *run, LocId loc) {
  for (uint32_t i = 0; i < run->n_files; i++)
    if (same_file(places_of(run), loc, run->files[i])) return i;
  return UINT32_MAX;
}

static void put_steps(Text *out, Template inner, const void *context) {
  const RepRun *run = ((const Page *)context)->run;
  const RepCounterexample *counterexample = run->counterexample;
  require(counterexample && counterexample->program);
  Text words;
  text_init(&words, out->mem);
  for (uint32_t i = 0; i < counterexample->steps.n; i++) {
    const RepStep *step = &counterexample->steps.at[i];
    Digits file = digits_of(file_number(run, step->loc));
    Digits line =
        digits_of(prog_loc_get(counterexample->program, step->loc)->line);
    text_clear(&words);
    rep_step_text(&words, step);
    const TemplateGap gaps[] = {
        {"file", .text = file.text},
        {"line", .text = line.text},
        {"text", .text = text_get(&words)},
        {"note", .text = step->note,
         .shown = *step->note && step->kind != REP_STEP_ERROR},
        {0}};
    template_fill(out, inner, gaps, NULL);
  }
  text_done(&words);
}

static void put_premises(Text *out, Template inner, const void *context) {
  const RepRun *run = ((const Page *)context)->run;
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    const LedgerEntry *entry = &run->ledger[i];
    bool said = false;
    for (uint32_t k = 0; k < i && !said; k++)
      said = strcmp(run->ledger[k].reason, entry->reason) == 0;
    if (said) continue;
    const TemplateGap gaps[] = {
        {"direction", .text = rep_direction_name(entry->direction)},
        {"reason", .text = entry->reason},
        {0}};
    template_fill(out, inner, gaps, NULL);
  }
}

static void put_row(Text *out, Template inner, const char *name,
                    const char *value) {
  const TemplateGap gaps[] = {
      {"name", .text = name}, {"value", .text = value}, {0}};
  template_fill(out, inner, gaps, NULL);
}

/* How it was found. */
static void put_rows(Text *out, Template inner, const void *context) {
  const Page *page = context;
  const RepSummary *found = page->run->summary;
  require(found && found->engine);
  Text value;
  text_init(&value, out->mem);
  text_printf(&value, "%s on solver %s, depth %llu, %llu queries",
              found->engine, found->backend, (unsigned long long)found->depth,
              (unsigned long long)found->queries);
  put_row(out, inner, "engine", text_get(&value));
  text_clear(&value);
  text_printf(&value, "%u locations, %u edges", found->n_locations,
              found->n_edges);
  put_row(out, inner, "program", text_get(&value));
  if (page->verdict->kind == VERDICT_TRUE && found->proof) {
    text_clear(&value);
    text_printf(&value, "%s; %u obligations discharged by %s", found->proof,
                found->n_obligations, found->checker);
    put_row(out, inner, "proof", text_get(&value));
  }
  if (page->run->command) put_row(out, inner, "again", page->run->command);
  text_done(&value);
}

/* ---- the page ---- */

static void put_sentence(Text *out, const Verdict *verdict) {
  switch (verdict->kind) {
  case VERDICT_TRUE: text_add(out, "Proved: the error cannot happen"); return;
  case VERDICT_FALSE: text_add(out, "Violated: the error happens"); return;
  case VERDICT_UNKNOWN:
    text_printf(out, "Unknown: %s", verdict->reason);
    return;
  }
}

static void put_files(Text *out, const RepRun *run) {
  for (uint32_t i = 0; i < run->n_files; i++)
    text_printf(out, "%s%s", i ? ", " : "", run->files[i]);
}

void rep_html(Text *out, const RepRun *run, const Verdict *verdict) {
  static const char *const kinds[] = {[VERDICT_TRUE] = "true",
                                      [VERDICT_FALSE] = "false",
                                      [VERDICT_UNKNOWN] = "unknown"};
  Page page = {run, verdict};
  assert(verdict->kind <= VERDICT_UNKNOWN);
  assert(run->bits == 32 || run->bits == 64);
  Text line, sentence, files;
  text_init(&line, out->mem);
  text_init(&sentence, out->mem);
  text_init(&files, out->mem);
  rep_verdict_text(&line, verdict);
  put_sentence(&sentence, verdict);
  put_files(&files, run);
  const Text *again =
      run->counterexample ? &run->counterexample->reproduce : NULL;
  const TemplateGap gaps[] = {
      {"style", .html = rep_page_css},
      {"script", .html = rep_page_js},
      {"verdict", .text = text_get(&line)},
      {"kind", .text = kinds[verdict->kind]},
      {"sentence", .text = text_get(&sentence)},
      {"property", .text = run->property},
      {"files", .text = text_get(&files)},
      {"model", .text = run->bits == 32 ? "ILP32" : "LP64"},
      {"file", .block = put_sources},
      {"counterexample", .shown = run->counterexample != NULL},
      {"step", .block = put_steps},
      {"found", .shown = run->summary != NULL},
      {"row", .block = put_rows},
      {"reproduce", .shown = again && again->n},
      {"commands", .text = again ? text_get(again) : ""},
      {"premises", .shown = verdict->kind == VERDICT_TRUE && run->n_ledger},
      {"premise", .block = put_premises},
      {"version", .text = run->version},
      {0}};
  template_fill(out, (Template){rep_page_html, strlen(rep_page_html)}, gaps,
                &page);
  text_done(&line);
  text_done(&sentence);
  text_done(&files);
}
