/* SPDX-License-Identifier: MIT
 *
 * A counterexample as JSON and as SARIF. */
#include "report/report.h"
#include "report/sarif.h"

/* ---- JSON ---- */

static const char *kind_name(RepStepKind kind) {
  static const char *const names[] = {"input", "assignment", "branch",
                                      "call",  "return",     "error"};
  assert(kind <= REP_STEP_ERROR);
  return names[kind];
}

static const char *file_of(const Program *p, const SrcLoc *at) {
  return at->file < p->files.n ? p->files.at[at->file] : "";
}

/* What is to be known of the error. */
static void json_notes(Json *json, const RepCounterexample *c) {
  json_line(json, 2);
  json_key_array(json, "notes");
  for (uint32_t i = 0; i < c->notes.n; i++) {
    const SrcLoc *at = prog_loc_get(c->program, c->notes.at[i].loc);
    json_open_object(json);
    json_key_text(json, "text", c->notes.at[i].text);
    if (c->notes.at[i].loc.id) {
      json_key_text(json, "file", file_of(c->program, at));
      json_key_number(json, "line", at->line);
      json_key_number(json, "column", at->col);
    }
    json_close(json);
  }
  json_close(json);
}

void rep_counterexample_json(Json *json, const RepCounterexample *c) {
  const Program *p = c->program;
  json_line(json, 2);
  json_key_array(json, "trace");
  for (uint32_t i = 0; i < c->steps.n; i++) {
    const RepStep *step = &c->steps.at[i];
    const SrcLoc *at = prog_loc_get(p, step->loc);
    if (!rep_step_is_shown(c, step)) continue;
    json_line(json, 4);
    json_open_object(json);
    json_key_text(json, "kind", kind_name(step->kind));
    json_key_text(json, "file", file_of(p, at));
    json_key_number(json, "line", at->line);
    json_key_number(json, "column", at->col);
    if (at->func.id)
      json_key_text(json, "function", prog_func(p, at->func)->name);
    if (step->kind == REP_STEP_ASSIGN)
      json_key_text(json, "variable", step->name);
    if (step->kind == REP_STEP_BRANCH && *step->name)
      json_key_text(json, "condition", step->name);
    if (step->kind == REP_STEP_CALL || step->kind == REP_STEP_RETURN)
      json_key_text(json, "callee", step->name);
    if (step->kind == REP_STEP_CALL)
      json_key_text(json, "arguments", step->value);
    else if (*step->value)
      json_key_text(json, "value", step->value);
    if (*step->note) json_key_text(json, "note", step->note);
    json_close(json);
  }
  json_line(json, 2);
  json_close(json);
  json_notes(json, c);
}

static void sarif_place(Json *json, const Program *p, LocId loc) {
  const SrcLoc *at = prog_loc_get(p, loc);
  assert(at->line || !at->col);
  rep_sarif_place(json, file_of(p, at), at->line, at->col ? at->col : 1);
}

bool rep_counterexample_sarif_end(Json *json, const RepCounterexample *c) {
  if (!c || !c->steps.n) return false;
  LocId last = VEC_LAST(&c->steps).loc;
  const Program *p = c->program;
  if (!*file_of(p, prog_loc_get(p, last))) return false;
  json_open_object(json);
  sarif_place(json, p, last);
  json_close(json);
  return true;
}

static void sarif_step(Json *json, const Program *p, const RepStep *step,
                       const char *what) {
  json_open_object(json);
  json_key_number(json, "nestingLevel", step->depth);
  json_key_object(json, "location");
  json_key_object(json, "message");
  json_key_text(json, "text", what);
  json_close(json);
  sarif_place(json, p, step->loc);
  json_close(json);
  json_close(json);
}

void rep_counterexample_sarif(Json *json, const RepCounterexample *c) {
  Text what;
  text_init(&what, json->out->mem);
  json_line(json, 6);
  rep_sarif_open_flow(json);
  for (uint32_t i = 0; i < c->steps.n; i++) {
    if (!rep_step_is_shown(c, &c->steps.at[i])) continue;
    text_clear(&what);
    rep_step_text(&what, &c->steps.at[i]);
    json_line(json, 8);
    sarif_step(json, c->program, &c->steps.at[i], text_get(&what));
  }
  rep_sarif_close_flow(json);
  text_done(&what);
}
