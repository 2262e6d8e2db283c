/* SPDX-License-Identifier: MIT
 *
 * Witnesses, YAML format 2.0.
 *
 * A violation is a sequence of waypoints: for each input that goes straight to
 * a variable, "variable == value" before the statement behind it; then the
 * target.  Where the next statement is not certain from the text
 * (the input stands in a condition, or at the end of a block), the waypoint is
 * left out: a validator must follow every waypoint it is given.
 *
 * A proof is the invariants of its loops, as far as C can say them; a list
 * without any is allowed. */
#include "witness/write.h"
#include "base/sha256.h"
#include "witness/c_text.h"

#include <ctype.h>

/* ---- where the next statement starts ---- */

typedef struct Place {
  uint32_t line, col; /* from 1 */
} Place;

static size_t offset_of(const Text *source, Place at) {
  assert(at.line > 0 && at.col > 0);
  const char *text = text_get(source);
  size_t i = 0;
  for (uint32_t line = 1; line < at.line; line++) {
    const char *end = strchr(text + i, '\n');
    if (!end) return source->n;
    i = (size_t)(end - text) + 1;
  }
  return i + at.col - 1 < source->n ? i + at.col - 1 : source->n;
}

static size_t skip_blanks(const char *text, size_t i) {
  for (;;) {
    if (isspace((unsigned char)text[i])) {
      i++;
    } else if (text[i] == '/' && text[i + 1] == '/') {
      while (text[i] && text[i] != '\n') i++;
    } else if (text[i] == '/' && text[i + 1] == '*') {
      const char *end = strstr(text + i + 2, "*/");
      if (!end) return i;
      i = (size_t)(end - text) + 2;
    } else {
      return i;
    }
  }
}

/* The semicolon that ends the statement around `i`; 0: not found, or a bracket
 * closes that was opened before. */
static size_t statement_end(const char *text, size_t i) {
  for (int depth = 0; text[i]; i++) {
    if (strchr("([{", text[i])) depth++;
    if (strchr(")]}", text[i]) && --depth < 0) return 0;
    if (text[i] == '"' || text[i] == '\'' || text[i] == '#') return 0;
    if (text[i] == ',' && depth == 0) return 0;
    if (text[i] == ';' && depth == 0) return i;
  }
  return 0;
}

static bool next_statement(const Text *source, Place from, Place *out) {
  const char *text = text_get(source);
  size_t end = statement_end(text, offset_of(source, from));
  if (!end) return false;
  size_t start = skip_blanks(text, end + 1);
  if (!text[start] || strchr("}#{;", text[start]) ||
      strncmp(text + start, "else", 4) == 0)
    return false;
  *out = (Place){1, 1};
  for (size_t i = 0; i < start; i++) {
    out->col = text[i] == '\n' ? 1 : out->col + 1;
    out->line += text[i] == '\n';
  }
  return true;
}

/* ---- pieces of the file ---- */

static void print_location(Text *out, const Program *p, const SrcLoc *at,
                           Place place) {
  assert(at->file < p->files.n);
  text_add(out, "          location:\n            file_name: ");
  json_string(out, p->files.at[at->file]);
  text_printf(out, "\n            line: %u\n            column: %u\n",
              place.line, place.col);
  if (at->func.id) {
    text_add(out, "            function: ");
    json_string(out, prog_func(p, at->func)->name);
    text_char(out, '\n');
  }
}

static void begin_waypoint(Text *out, const char *type) {
  text_printf(out,
              "    - segment:\n"
              "      - waypoint:\n"
              "          type: \"%s\"\n"
              "          action: \"follow\"\n",
              type);
}

/* Can a witness speak of the value?  Where reading what was never written is
 * the error, a condition on it would be the error, too. */
static bool is_given(const RepStep *step, const Property *property) {
  return step->origin == REP_INPUT_VALUE ||
         (step->origin == REP_UNWRITTEN_VALUE &&
          !(property->kinds >> PROPERTY_VALID_INIT & 1));
}

static void print_assumption(Text *out, const Program *p, const RepStep *step,
                             const Text *source) {
  const SrcLoc *at = prog_loc_get(p, step->loc);
  assert(step->var.id < p->vars.n);
  CEncoding encoding = p->vars.at[step->var.id].encoding;
  Place place;
  bool is_number = encoding == CENC_SIGNED || encoding == CENC_UNSIGNED ||
                   encoding == CENC_CHAR || encoding == CENC_BOOL;
  if (!is_number || !*step->number || !at->line || !at->col ||
      !next_statement(source, (Place){at->line, at->col}, &place))
    return;
  begin_waypoint(out, "assumption");
  print_location(out, p, at, place);
  text_printf(out,
              "          constraint:\n"
              "            value: \"%s == (%s%s)\"\n"
              "            format: \"c_expression\"\n",
              step->name, step->number, encoding == CENC_UNSIGNED ? "U" : "");
}

/* The statement that the error is in; the error itself where the text does not
 * show it. */
static Place target_place(const Text *source, const SrcLoc *at) {
  Place place = {at->line, at->col ? at->col : 1};
  CText c;
  ctext_init(&c, source->mem, text_get(source), source->n);
  uint32_t start = ctext_statement(&c, ctext_before(&c, place.line, place.col));
  uint32_t end = start == CTEXT_NONE ? start : ctext_statement_end(&c, start);
  if (end != CTEXT_NONE && c.tokens.at[end].line >= place.line)
    place = (Place){c.tokens.at[start].line, c.tokens.at[start].col};
  ctext_done(&c);
  return place;
}

static void print_steps(Text *out, const RepCounterexample *counterexample,
                        const Property *property) {
  const Program *p = counterexample->program;
  Text source;
  text_init(&source, out->mem);
  uint32_t file = UINT32_MAX;
  for (uint32_t i = 0; i < counterexample->steps.n; i++) {
    const RepStep *step = &counterexample->steps.at[i];
    const SrcLoc *at = prog_loc_get(p, step->loc);
    if (at->file >= p->files.n) continue;
    if (at->file != file) {
      text_clear(&source);
      file = file_read(&source, p->files.at[at->file]) ? at->file : UINT32_MAX;
    }
    if (step->kind == REP_STEP_ASSIGN && file != UINT32_MAX &&
        is_given(step, property))
      print_assumption(out, p, step, &source);
    if (step->kind == REP_STEP_ERROR) {
      begin_waypoint(out, "target");
      print_location(out, p, at, target_place(&source, at));
    }
  }
  text_done(&source);
}

/* Does the text show the loop there?  One that a macro makes has no place of
 * its own. */
static bool shows_loop(Mem *mem, const Program *p, const SrcLoc *at) {
  Text source;
  CText c;
  text_init(&source, mem);
  bool shows =
      at->file < p->files.n && file_read(&source, p->files.at[at->file]);
  ctext_init(&c, mem, text_get(&source), source.n);
  uint32_t token =
      shows && at->line ? ctext_at(&c, at->line, at->col) : CTEXT_NONE;
  shows = token != CTEXT_NONE &&
          (ctext_is(&c, token, "for") || ctext_is(&c, token, "while") ||
           ctext_is(&c, token, "do"));
  ctext_done(&c);
  text_done(&source);
  return shows;
}

/* Those of the proof that C can say; false (and nothing) when there are none.
 */
static bool print_invariants(Text *out, const RepRun *run) {
  const RepSummary *summary = run->summary;
  bool any = false;
  for (uint32_t i = 0; summary && i < summary->n_invariants; i++) {
    const RepInvariant *invariant = &summary->invariants[i];
    if (!invariant->portable) continue;
    const SrcLoc *at = prog_loc_get(run->program, invariant->loop);
    if (!shows_loop(out->mem, run->program, at)) continue;
    if (!any) text_char(out, '\n');
    any = true;
    text_add(out, "    - invariant:\n          type: \"loop_invariant\"\n");
    print_location(out, run->program, at, (Place){at->line, at->col});
    text_add(out, "          value: ");
    json_string(out, invariant->portable);
    text_add(out, "\n          format: \"c_expression\"\n");
  }
  return any;
}

/* ---- the head ---- */

void wit_specification(Text *out, const Property *property) {
  const char *between = "";
  for (int kind = 0; kind < PROPERTY_COUNT; kind++) {
    if (!(property->kinds >> kind & 1)) continue;
    text_add(out, between);
    between = "\n";
    if (kind == PROPERTY_UNREACH_CALL && property->error_label)
      text_printf(out, "G ! label(%s)", property->error_label);
    else if (kind == PROPERTY_UNREACH_CALL)
      text_printf(out, "G ! call(%s())",
                  property->error_function ? property->error_function
                                           : "reach_error");
    else if (kind == PROPERTY_ASSERTION)
      text_add(out, "G ! call(__assert_fail())");
    else if (kind == PROPERTY_NO_OVERFLOW)
      text_add(out, "G ! overflow");
    else
      text_printf(out, "G %s", prog_property_name((PropertyKind)kind));
  }
}

/* A name made from the contents, in the form of a UUID (version 8). */
static void print_uuid(Text *out, const char *hex) {
  assert(strlen(hex) == 64);
  text_printf(out, "%.8s-%.4s-8%.3s-8%.3s-%.12s", hex, hex + 8, hex + 12,
              hex + 15, hex + 18);
}

static void print_task(Text *out, const WitOutput *w) {
  text_add(out, "    task:\n      input_files:\n");
  for (uint32_t i = 0; i < w->run->n_files; i++) {
    text_add(out, "      - ");
    json_string(out, w->run->files[i]);
    text_char(out, '\n');
  }
  text_add(out, "      input_file_hashes:\n");
  for (uint32_t i = 0; i < w->run->n_files; i++) {
    Text source;
    char hex[65] = "";
    text_init(&source, out->mem);
    if (file_read(&source, w->run->files[i]))
      sha256_hex(hex, text_get(&source), source.n);
    text_done(&source);
    text_add(out, "        ");
    json_string(out, w->run->files[i]);
    text_printf(out, ": \"%s\"\n", hex);
  }
  Text specification;
  text_init(&specification, out->mem);
  wit_specification(&specification, w->property);
  text_add(out, "      specification: ");
  json_string(out, text_get(&specification));
  text_done(&specification);
  text_printf(out, "\n      data_model: \"%s\"\n      language: \"C\"\n",
              w->run->bits == 32 ? "ILP32" : "LP64");
}

void wit_write(Text *out, const WitOutput *w) {
  const RepCounterexample *counterexample = w->run->counterexample;
  char hex[65];
  Text task;
  require(w->run->n_files > 0 && w->property->kinds != 0);
  text_init(&task, out->mem);
  print_task(&task, w);
  sha256_hex(hex, text_get(&task), task.n);
  text_printf(out,
              "- entry_type: \"%s\"\n  metadata:\n"
              "    format_version: \"2.0\"\n    uuid: \"",
              counterexample ? "violation_sequence" : "invariant_set");
  print_uuid(out, hex);
  text_printf(out,
              "\"\n    creation_time: \"%s\"\n    producer:\n"
              "      name: \"Cutpoint\"\n      version: ",
              w->time);
  json_string(out, w->run->version);
  text_printf(out, "\n%s", text_get(&task));
  text_done(&task);
  text_add(out, "  content:");
  if (counterexample) {
    text_char(out, '\n');
    print_steps(out, counterexample, w->property);
  } else if (!print_invariants(out, w->run)) {
    text_add(out, " []\n");
  }
}
