/* SPDX-License-Identifier: MIT
 *
 * The findings of a scan as lines that editors understand:
 *
 *   file:line:col: error: what can happen [check]
 *     line | the line of the source
 *          | ^
 *   file:line:col: note: how it comes to it
 *
 * and below them the table of all sites. */
#include "report/scan/findings.h"
#include "report/scan/lines.h"

typedef struct Paper {
  Text *out;
  const RepScan *scan;
  RepColours colours;
  RepLines lines;
} Paper;

/* ---- one finding ---- */

static void put_place(const Paper *paper, const RepPlace *place) {
  Text *out = paper->out;
  text_add(out, rep_ink(paper->colours, REP_INK_STRONG));
  text_add(out, *place->file ? place->file : "?");
  if (place->line) text_printf(out, ":%u", place->line);
  if (place->line && place->col) text_printf(out, ":%u", place->col);
  text_printf(out, ":%s ", rep_ink_end(paper->colours));
}

/* "error: " */
static void put_kind(const Paper *paper, RepInk ink) {
  static const char *const words[] = {"error:", "warning:", "note:"};
  assert(ink <= REP_INK_NOTE);
  text_printf(paper->out, "%s%s%s ", rep_ink(paper->colours, ink), words[ink],
              rep_ink_end(paper->colours));
}

static void put_line(Paper *paper, const RepPlace *place) {
  Text line;
  text_init(&line, paper->out->mem);
  if (rep_lines_add(&line, &paper->lines, place->file, place->line))
    rep_quote(paper->out, paper->colours, text_get(&line), place->line,
              place->col);
  text_done(&line);
}

/* How many steps from there on do not matter? */
static uint32_t count_unimportant(const RepFinding *finding, uint32_t from) {
  assert(from < finding->n_steps);
  uint32_t n = 0;
  while (from + n < finding->n_steps &&
         finding->steps[from + n].importance == REP_UNIMPORTANT)
    n++;
  return n;
}

/* Several steps that do not matter are one line; so is a single one. */
static void put_steps(const Paper *paper, const RepFinding *finding) {
  for (uint32_t i = 0; i < finding->n_steps;) {
    const RepFindingStep *step = &finding->steps[i];
    uint32_t n = count_unimportant(finding, i);
    put_place(paper, &step->place);
    put_kind(paper, REP_INK_NOTE);
    text_printf(paper->out, "%*s", 2 * (int)step->depth, "");
    if (n > 1)
      text_printf(paper->out, "... %u more steps\n", n);
    else
      text_printf(paper->out, "%s\n", step->text);
    i += n > 1 ? n : 1;
  }
}

const char *rep_importance_name(RepImportance importance) {
  static const char *const names[] = {"essential", "important", "unimportant"};
  assert(importance <= REP_UNIMPORTANT);
  return names[importance];
}

const char *rep_confidence_name(RepConfidence confidence) {
  static const char *const names[] = {"high", "medium", "low"};
  assert(confidence <= REP_LOW);
  return names[confidence];
}

static void put_replay(Text *out, const RepFinding *finding) {
  bool is_main =
      finding->n_steps && strcmp(finding->steps[0].place.function, "main") == 0;
  text_printf(out, " (%s confidence; ",
              rep_confidence_name(finding->confidence));
  if (finding->replay)
    text_printf(out, "not replayed: %s)\n", finding->replay);
  else if (is_main)
    text_add(out, "replayed: reached from main)\n");
  else
    text_add(out, "replayed: the function fails from this state)\n");
}

void rep_presumes(Text *out, const char *lines) {
  const char *before = ", presuming that ";
  for (const char *at = lines; *at; before = "; and that ") {
    size_t n = strcspn(at, "\n");
    text_add(out, before);
    text_add_n(out, at, n);
    at += n + (at[n] == '\n');
  }
}

/* The first of a cause has the way there, the others stand below it. */
static void put_violation(Paper *paper, uint32_t index, const char *name) {
  const RepFinding *finding = &paper->scan->findings[index];
  bool is_first = finding->leader == index;
  if (is_first && index) text_char(paper->out, '\n');
  put_place(paper, &finding->place);
  put_kind(paper, is_first ? REP_INK_ERROR : REP_INK_NOTE);
  text_printf(paper->out, "%s%s [%s]",
              is_first ? "" : "the same cause: ", finding->message, name);
  put_replay(paper->out, finding);
  if (!is_first) return;
  put_line(paper, &finding->place);
  put_steps(paper, finding);
}

static void put_finding(Paper *paper, uint32_t index) {
  assert(index < paper->scan->n_findings);
  const RepFinding *finding = &paper->scan->findings[index];
  const char *name = paper->scan->checks[finding->check].name;
  Text *out = paper->out;
  if (finding->answer == REP_VIOLATED) {
    put_violation(paper, index, name);
    return;
  }
  put_place(paper, &finding->place);
  put_kind(paper, finding->answer == REP_OPEN ? REP_INK_WARNING : REP_INK_NOTE);
  if (finding->answer == REP_OPEN) {
    text_printf(out, "unknown: %s%s%s [%s]\n", finding->message,
                *finding->message ? ": " : "", finding->reason, name);
  } else if (finding->answer == REP_PROVED) {
    text_add(out, "proved");
    rep_presumes(out, finding->reason);
    text_printf(out, " [%s]\n", name);
  } else {
    text_printf(out,
                "not proved: it holds while loops go round at most %u times "
                "[%s]\n",
                paper->scan->rounds, name);
  }
}

/* ---- counts ---- */

static void put_row(Text *out, const char *name, const RepCheck *check) {
  text_printf(
      out, "%-12s %10llu %10llu %10llu %10llu\n", name,
      (unsigned long long)check->sites, (unsigned long long)check->proved,
      (unsigned long long)check->violated, (unsigned long long)check->unknown);
}

static void put_hidden(Text *out, uint64_t n, const char *why) {
  if (n)
    text_printf(out, "%llu of the violated %s and not shown\n",
                (unsigned long long)n, why);
}

static void put_table(Text *out, const RepScan *scan) {
  RepCheck all = {0};
  text_printf(out, "%-12s %10s %10s %10s %10s\n", "check", "sites", "proved",
              "violated", "unknown");
  for (uint32_t i = 0; i < scan->n_checks; i++) {
    const RepCheck *check = &scan->checks[i];
    assert(check->bounded <= check->unknown);
    assert(check->presuming <= check->proved);
    assert(check->known + check->accepted + check->old <= check->violated);
    assert(check->proved + check->violated + check->unknown <= check->sites);
    if (!check->sites) continue;
    put_row(out, check->name, check);
    all.sites += check->sites;
    all.proved += check->proved;
    all.violated += check->violated;
    all.unknown += check->unknown;
    all.known += check->known;
    all.accepted += check->accepted;
    all.old += check->old;
    all.bounded += check->bounded;
    all.presuming += check->presuming;
  }
  put_row(out, "all", &all);
  if (all.presuming)
    text_printf(out,
                "%llu proved, of these %llu presuming what the tree keeps in "
                "its data (--all-sites)\n",
                (unsigned long long)all.proved,
                (unsigned long long)all.presuming);
  if (all.bounded)
    text_printf(out,
                "%llu of the unknown hold while loops go round at most %u "
                "times (--unroll)\n",
                (unsigned long long)all.bounded, scan->rounds);
  put_hidden(out, all.known, "are in the baseline");
  put_hidden(out, all.accepted, "are accepted by a comment in the source");
  put_hidden(out, all.old, "were there before (--new-since)");
}

/* Why sites are unknown, and where that is decided. */
static void put_undecided(Text *out, const RepScan *scan) {
  assert(scan->n_causes || !scan->n_met);
  if (scan->n_causes) text_add(out, "unknown, as it depends on\n");
  for (uint32_t i = 0; i < scan->n_causes; i++)
    text_printf(out, "%12llu  %s\n", (unsigned long long)scan->causes[i].sites,
                scan->causes[i].cause);
  assert(!scan->n_met || *scan->met[0].function);
  if (scan->n_met) text_add(out, "functions that most of them depend on\n");
  for (uint32_t i = 0; i < scan->n_met; i++)
    text_printf(out, "%12llu  %s (%s): %s\n",
                (unsigned long long)scan->met[i].sites, scan->met[i].function,
                scan->met[i].file, scan->met[i].cause);
}

static const char *plural(uint64_t n) {
  return n == 1 ? "" : "s";
}

static void put_size(Text *out, const RepScan *scan) {
  text_printf(out,
              "%llu file%s, %llu line%s, %llu function%s; %llu sites checked "
              "now, %llu decided without a solver\n",
              (unsigned long long)scan->files, plural(scan->files),
              (unsigned long long)scan->lines, plural(scan->lines),
              (unsigned long long)scan->functions, plural(scan->functions),
              (unsigned long long)scan->fresh,
              (unsigned long long)scan->trivial);
}

/* How many stand above, and what is not there. */
static void put_shown(Text *out, const RepScan *scan) {
  uint32_t shown = 0;
  for (uint32_t i = 0; i < scan->n_findings; i++)
    shown += scan->findings[i].answer == REP_VIOLATED &&
             scan->findings[i].leader == i;
  assert(shown <= scan->n_findings);
  text_printf(out, "%u finding%s", shown, plural(shown));
  if (scan->weaker)
    text_printf(out, "; %llu finding%s of low confidence %s not shown (--all)",
                (unsigned long long)scan->weaker, plural(scan->weaker),
                scan->weaker == 1 ? "is" : "are");
  text_char(out, '\n');
  if (scan->interrupted)
    text_printf(out, "not complete (%s): the same command goes on\n",
                scan->interrupted);
  if (scan->n_problems)
    text_printf(out, "%u problem%s on the way, told on stderr\n",
                scan->n_problems, plural(scan->n_problems));
}

/* All of them on request: they are the same in most scans. */
static void put_premises(Text *out, const RepScan *scan,
                         const RepScanStyle *style) {
  if (style->premises == REP_PREMISES_COUNTED) {
    text_printf(out,
                "assumed: %u premise%s about calls, memory and data "
                "(--assumptions)\n",
                scan->n_premises, plural(scan->n_premises));
    return;
  }
  for (uint32_t i = 0; i < scan->n_premises; i++)
    text_printf(out, "premise: %s\n", scan->premises[i]);
}

static void scan_text(Text *out, const RepScan *scan,
                      const RepScanStyle *style) {
  Paper paper = {.out = out, .scan = scan, .colours = style->colours};
  rep_lines_init(&paper.lines, out->mem);
  for (uint32_t i = 0; i < scan->n_findings; i++) put_finding(&paper, i);
  rep_lines_done(&paper.lines);
  if (scan->n_findings) text_char(out, '\n');
  put_shown(out, scan);
  put_size(out, scan);
  put_table(out, scan);
  put_undecided(out, scan);
  put_premises(out, scan, style);
  if (scan->left)
    text_printf(out, "%llu site%s left: the same command goes on with %s\n",
                (unsigned long long)scan->left,
                scan->left == 1 ? " is" : "s are",
                scan->left == 1 ? "it" : "them");
}

void rep_scan(Text *out, const RepScan *scan, RepScanStyle style) {
  for (uint32_t i = 0; i < scan->n_findings; i++) {
    require(scan->findings[i].check < scan->n_checks);
    require(scan->findings[i].leader <= i);
  }
  switch (style.format) {
  case REP_TEXT: scan_text(out, scan, &style); return;
  case REP_JSON: rep_scan_json(out, scan); return;
  case REP_SARIF: rep_scan_sarif(out, scan); return;
  }
}
