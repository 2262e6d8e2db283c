/* SPDX-License-Identifier: MIT
 *
 * The report to read in a browser: one file that needs nothing else.
 *
 * Left the sources; right a table of the properties and for each of them a
 * part: the steps and memory at the error, or what holds at its loops; how it
 * was found; the premises.  The process that decided a property makes its part,
 * the one the user started the page.  All text is there without scripts; the
 * script moves through the steps, shows the part that is chosen, and marks the
 * source.
 *
 * The page itself is src/report/page/page.html, a part is part.html; here their
 * gaps are filled. */
#include "report/html.h"

#include "report/flow.h"
#include "report/page.h"
#include "report/template.h"

/* What the gaps of a part, and of the page, are filled from. */
typedef struct Page {
  const RepRun *run;
  const Verdict *verdict;
  const RepAnswers *answers; /* the page */
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
  uint32_t number;  /* of the file among those of the run */
  const Text *text; /* "" if it cannot be read */
} Source;

static void put_lines(Text *out, Template inner, const void *context) {
  const Source *source = context;
  const char *at = text_get(source->text), *end = at + source->text->n;
  Digits file = digits_of(source->number);
  Text words;
  text_init(&words, out->mem);
  for (uint32_t number = 1; at < end; number++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t n = (size_t)((stop ? stop : end) - at);
    text_clear(&words);
    for (size_t i = 0; i < n; i++) /* browsers show no NUL either */
      if (at[i]) text_char(&words, at[i]);
    Digits digits = digits_of(number);
    const TemplateGap gaps[] = {{"file", .text = file.text},
                                {"number", .text = digits.text},
                                {"text", .text = text_get(&words)},
                                {0}};
    template_fill(out, inner, gaps, NULL);
    at += n + 1;
  }
  text_done(&words);
}

static void put_sources(Text *out, Template inner, const void *context) {
  const RepRun *run = ((const Page *)context)->run;
  for (uint32_t i = 0; i < run->n_files; i++) {
    Text text;
    text_init(&text, out->mem);
    if (!file_read(&text, run->files[i])) text_clear(&text);
    Source source = {i, &text};
    const TemplateGap gaps[] = {
        {"name", .text = run->files[i]}, {"line", .block = put_lines}, {0}};
    template_fill(out, inner, gaps, &source);
    text_done(&text);
  }
}

/* ---- the counterexample ---- */

static uint32_t file_number(const RepRun *run, const Program *p, LocId loc) {
  const SrcLoc *at = prog_loc_get(p, loc);
  for (uint32_t i = 0; i < run->n_files && at->file < p->files.n; i++)
    if (strcmp(p->files.at[at->file], run->files[i]) == 0) return i;
  return UINT32_MAX;
}

static const char *kind_of(const RepStep *step) {
  static const char *const kinds[] = {"input", "assign", "branch",
                                      "call",  "return", "error"};
  assert(step->kind <= REP_STEP_ERROR);
  return kinds[step->kind];
}

static void put_step(Text *out, Template inner, const RepRun *run,
                     const RepStep *step) {
  const RepCounterexample *c = run->counterexample;
  Digits file = digits_of(file_number(run, c->program, step->loc));
  Digits line = digits_of(prog_loc_get(c->program, step->loc)->line);
  Digits depth = digits_of(step->depth);
  Text words;
  text_init(&words, out->mem);
  rep_step_text(&words, step);
  const TemplateGap gaps[] = {
      {"file", .text = file.text},
      {"line", .text = line.text},
      {"depth", .text = depth.text},
      {"kind", .text = kind_of(step)},
      {"hidden", .shown = !rep_step_is_shown(c, step)},
      {"name", .text = step->name},
      {"value", .text = step->value},
      {"text", .text = text_get(&words)},
      {"note", .text = step->note,
       .shown = *step->note && step->kind != REP_STEP_ERROR},
      {0}};
  template_fill(out, inner, gaps, NULL);
  text_done(&words);
}

/* Steps that do not matter are there on request, if that is not too much. */
static void put_steps(Text *out, Template inner, const void *context) {
  enum { MOST = 4000 };
  const RepRun *run = ((const Page *)context)->run;
  const RepCounterexample *c = run->counterexample;
  require(c && c->program);
  for (uint32_t i = 0; i < c->steps.n; i++)
    if (c->steps.n <= MOST || i + MOST >= c->steps.n ||
        (i < MOST && rep_step_is_shown(c, &c->steps.at[i])))
      put_step(out, inner, run, &c->steps.at[i]);
}

static void put_notes(Text *out, Template inner, const void *context) {
  const RepRun *run = ((const Page *)context)->run;
  const RepCounterexample *c = run->counterexample;
  for (uint32_t i = 0; i < c->notes.n; i++) {
    const RepNote *note = &c->notes.at[i];
    Digits file = digits_of(file_number(run, c->program, note->loc));
    Digits line = digits_of(prog_loc_get(c->program, note->loc)->line);
    const TemplateGap gaps[] = {{"file", .text = file.text},
                                {"line", .text = line.text},
                                {"place", .shown = note->loc.id != 0},
                                {"text", .text = note->text},
                                {0}};
    template_fill(out, inner, gaps, NULL);
  }
}

/* ---- memory at the error ---- */

typedef struct BoxOf {
  const RepRun *run;
  const RepBox *box;
} BoxOf;

/* Parts of several properties are on one page. */
static void name_box(Text *out, const RepRun *run, uint32_t number) {
  text_clear(out);
  text_printf(out, "box-%s-%u", run->property, number);
}

static void put_cells(Text *out, Template inner, const void *context) {
  const BoxOf *of = context;
  const RepCounterexample *c = of->run->counterexample;
  Text to;
  text_init(&to, out->mem);
  assert(of->box->first + of->box->n <= c->cells.n);
  for (uint32_t i = 0; i < of->box->n; i++) {
    const RepCell *cell = &c->cells.at[of->box->first + i];
    name_box(&to, of->run, cell->to);
    const TemplateGap gaps[] = {{"name", .text = cell->name},
                                {"value", .text = cell->value},
                                {"link", .shown = cell->to != 0},
                                {"to", .text = text_get(&to)},
                                {0}};
    template_fill(out, inner, gaps, NULL);
  }
  text_done(&to);
}

static void put_boxes(Text *out, Template inner, const void *context) {
  static const char *const kinds[] = {"stack", "heap", "heap freed"};
  const RepRun *run = ((const Page *)context)->run;
  const RepCounterexample *c = run->counterexample;
  Text id;
  text_init(&id, out->mem);
  for (uint32_t i = 0; i < c->boxes.n; i++) {
    BoxOf of = {run, &c->boxes.at[i]};
    name_box(&id, run, i + 1);
    const TemplateGap gaps[] = {{"kind", .text = kinds[of.box->kind]},
                                {"id", .text = text_get(&id)},
                                {"name", .text = of.box->name},
                                {"row", .block = put_cells},
                                {0}};
    template_fill(out, inner, gaps, &of);
  }
  text_done(&id);
}

/* ---- control flow ---- */

/* Does the run pass the function? */
static bool is_passed(const RepCounterexample *c, uint32_t func) {
  for (uint32_t i = 0; i < c->steps.n; i++)
    if (prog_loc_get(c->program, c->steps.at[i].loc)->func.id == func)
      return true;
  return false;
}

/* What holds at the loops of a file. */
typedef Vec(RepFlowNote) Notes;

static const char *words_of(const RepInvariant *invariant) {
  return invariant->c ? invariant->c : invariant->text;
}

static void find_notes(Notes *out, Mem *mem, const RepRun *run, uint32_t file) {
  const RepSummary *summary = run->summary;
  for (uint32_t i = 0; summary && i < summary->n_invariants; i++) {
    const RepInvariant *invariant = &summary->invariants[i];
    if (!invariant->loop.id ||
        file_number(run, run->program, invariant->loop) != file)
      continue;
    RepFlowNote note = {prog_loc_get(run->program, invariant->loop)->line,
                        words_of(invariant)};
    VEC_PUSH(mem, out, note);
  }
}

/* The functions that the run passes; of a proof all that are used. */
static const Program *drawn_program(const RepRun *run, bool is_proved) {
  if (run->counterexample) return run->counterexample->program;
  return is_proved ? run->functions : NULL;
}

static void put_flow(Text *out, Template inner, const RepFlowOrder *order) {
  Text svg;
  text_init(&svg, out->mem);
  rep_flow(&svg, order);
  const TemplateGap gaps[] = {
      {"name", .text = order->f->name}, {"svg", .html = text_get(&svg)}, {0}};
  if (svg.n) template_fill(out, inner, gaps, NULL);
  text_done(&svg);
}

static void put_flows(Text *out, Template inner, const void *context) {
  enum { MOST = 12 };
  const Page *page = context;
  const RepRun *run = page->run;
  const Program *p = drawn_program(run, page->verdict->kind == VERDICT_TRUE);
  RepSource source;
  rep_source_init(&source, out->mem, p);
  for (uint32_t i = 1, n = 0; i < p->funcs.n && n < MOST; i++) {
    const Function *f = &p->funcs.at[i];
    if (f->state != FUNC_DEFINED || f->origin == FUNC_MODEL ||
        (run->counterexample && !is_passed(run->counterexample, i)))
      continue;
    Notes notes = {0};
    uint32_t file = file_number(run, p, f->loc);
    if (!run->counterexample) find_notes(&notes, out->mem, run, file);
    size_t before = out->n;
    put_flow(out, inner, &(RepFlowOrder){&source, f, file, notes.at, notes.n});
    n += out->n > before;
    VEC_DONE(out->mem, &notes);
  }
  rep_source_done(&source);
}

/* ---- what was found ---- */

static void put_invariants(Text *out, Template inner, const void *context) {
  const RepRun *run = ((const Page *)context)->run;
  const RepSummary *summary = run->summary;
  for (uint32_t i = 0; i < summary->n_invariants; i++) {
    const RepInvariant *invariant = &summary->invariants[i];
    uint32_t number = UINT32_MAX, at = 0;
    if (invariant->loop.id) {
      number = file_number(run, run->program, invariant->loop);
      at = prog_loc_get(run->program, invariant->loop)->line;
    }
    Digits file = digits_of(number), line = digits_of(at);
    const TemplateGap gaps[] = {{"file", .text = file.text},
                                {"line", .text = line.text},
                                {"text", .text = words_of(invariant)},
                                {0}};
    template_fill(out, inner, gaps, NULL);
  }
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

/* ---- a part ---- */

void rep_html_part(Text *out, const RepRun *run, const Verdict *verdict) {
  Page page = {.run = run, .verdict = verdict};
  const RepCounterexample *c = run->counterexample;
  const Text *again = c ? &c->reproduce : NULL;
  const RepSummary *summary = run->summary;
  bool proved = verdict->kind == VERDICT_TRUE;
  const TemplateGap gaps[] = {
      {"counterexample", .shown = c != NULL},
      {"error", .text = c && c->steps.n ? VEC_LAST(&c->steps).note : ""},
      {"notes", .shown = c && c->notes.n},
      {"note", .block = put_notes},
      {"step", .block = put_steps},
      {"picture", .shown = c && c->boxes.n},
      {"box", .block = put_boxes},
      {"flows", .shown = drawn_program(run, proved) != NULL},
      {"passed", .shown = c != NULL},
      {"used", .shown = c == NULL},
      {"flow", .block = put_flows},
      {"proof", .shown = proved && summary && summary->n_invariants},
      {"invariant", .block = put_invariants},
      {"found", .shown = summary != NULL},
      {"row", .block = put_rows},
      {"reproduce", .shown = again && again->n},
      {"commands", .text = again ? text_get(again) : ""},
      {"premises", .shown = proved && run->n_ledger},
      {"premise", .block = put_premises},
      {0}};
  assert(run->bits == 32 || run->bits == 64);
  template_fill(out, (Template){rep_part_html, strlen(rep_part_html)}, gaps,
                &page);
}

/* ---- the page ---- */

static void put_sentence(Text *out, const Verdict *verdict) {
  switch (verdict->kind) {
  case VERDICT_TRUE: text_add(out, "Proved: no error can happen"); return;
  case VERDICT_FALSE:
    text_printf(out, "Violated: %s", verdict->property);
    return;
  case VERDICT_UNKNOWN:
    text_printf(out, "Unknown: %s", verdict->reason);
    return;
  }
}

static void put_files(Text *out, const RepRun *run) {
  for (uint32_t i = 0; i < run->n_files; i++)
    text_printf(out, "%s%s", i ? ", " : "", run->files[i]);
}

static const char *state_of(const RepAnswer *answer) {
  static const char *const states[] = {"undecided", "proved", "violated",
                                       "undecided"};
  assert(answer->state <= ANSWER_UNDECIDED);
  return states[answer->state];
}

static bool is_idle(const RepAnswer *answer) {
  return answer->state == ANSWER_PROVED && !answer->n_sites;
}

/* What the table says of a property beside its state. */
static void put_words(Text *out, const RepAnswer *answer) {
  assert(answer->place && answer->message && answer->reason);
  if (is_idle(answer))
    text_add(out, "nothing to check");
  else if (answer->state == ANSWER_PROVED && *answer->until)
    text_printf(out, "up to the first violation of %s", answer->until);
  else if (answer->state == ANSWER_VIOLATED)
    text_printf(out, "%s: %s", answer->place, answer->message);
  else if (answer->state != ANSWER_PROVED)
    text_add(out, answer->reason);
  if (answer->n_sites)
    text_printf(out, "%s%u site%s", out->n ? "; " : "", answer->n_sites,
                answer->n_sites == 1 ? "" : "s");
}

static void put_answers(Text *out, Template inner, const void *context) {
  const RepAnswers *answers = ((const Page *)context)->answers;
  for (uint32_t i = 0; i < answers->n; i++) {
    const RepAnswer *answer = &answers->at[i];
    Text words, id;
    text_init(&words, out->mem);
    text_init(&id, out->mem);
    put_words(&words, answer);
    text_printf(&id, "part-%u", i);
    const TemplateGap gaps[] = {{"id", .text = text_get(&id)},
                                {"state", .text = state_of(answer)},
                                {"name", .text = answer->property},
                                {"words", .text = text_get(&words)},
                                {"body", .html = answer->page},
                                {"idle", .shown = is_idle(answer)},
                                {0}};
    template_fill(out, inner, gaps, context);
    text_done(&words);
    text_done(&id);
  }
}

void rep_html(Text *out, const RepRun *run, const Verdict *verdict,
              const RepAnswers *answers) {
  static const char *const kinds[] = {[VERDICT_TRUE] = "true",
                                      [VERDICT_FALSE] = "false",
                                      [VERDICT_UNKNOWN] = "unknown"};
  Page page = {run, verdict, answers};
  assert(verdict->kind <= VERDICT_UNKNOWN);
  Text line, sentence, files;
  text_init(&line, out->mem);
  text_init(&sentence, out->mem);
  text_init(&files, out->mem);
  rep_verdict_text(&line, verdict);
  put_sentence(&sentence, verdict);
  put_files(&files, run);
  const TemplateGap gaps[] = {
      {"style", .html = rep_page_css},
      {"script", .html = rep_page_js},
      {"verdict", .text = text_get(&line)},
      {"kind", .text = kinds[verdict->kind]},
      {"sentence", .text = text_get(&sentence)},
      {"alone", .shown = answers->n == 0},
      {"property", .text = run->property},
      {"files", .text = text_get(&files)},
      {"model", .text = run->bits == 32 ? "ILP32" : "LP64"},
      {"file", .block = put_sources},
      {"table", .shown = answers->n > 0},
      {"answer", .block = put_answers},
      {"part", .block = put_answers},
      {"version", .text = run->version},
      {0}};
  template_fill(out, (Template){rep_page_html, strlen(rep_page_html)}, gaps,
                &page);
  text_done(&line);
  text_done(&sentence);
  text_done(&files);
}
