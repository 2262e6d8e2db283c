/* SPDX-License-Identifier: MIT
 *
 * Telling the story of a run: as text, JSON and SARIF. */
#include "report/report.h"
#include "report/sarif.h"
#include "report/story.h"

enum { FIRST_STEPS = 60, LAST_STEPS = 140 }; /* of a short story */

/* The steps in the middle of a long short story are left out. */
static bool is_left_out(const RepStory *story, uint32_t i) {
  return story->mode == REP_STORY_SHORT && i >= FIRST_STEPS &&
         i + LAST_STEPS < story->steps.n;
}

/* ---- text ---- */

static void print_place(Text *out, const RepStory *story, LocId loc) {
  text_clear(out);
  prog_print_loc(out, story->program, loc);
}

void rep_step_text(Text *out, const RepStep *step) {
  switch (step->kind) {
  case REP_STEP_INPUT: text_printf(out, "input %s", step->value); return;
  case REP_STEP_ASSIGN:
    text_printf(out, "%s = %s", step->name, step->value);
    return;
  case REP_STEP_BRANCH:
    text_printf(out, "condition is %s", step->value);
    return;
  case REP_STEP_ERROR: text_printf(out, "error: %s", step->note); return;
  }
}

static int widest_place(const RepStory *story, Text *room) {
  size_t widest = 0;
  for (uint32_t i = 0; i < story->steps.n; i++) {
    if (is_left_out(story, i)) continue;
    print_place(room, story, story->steps.at[i].loc);
    if (room->n > widest) widest = room->n;
  }
  return widest < 60 ? (int)widest : 60;
}

static void print_calls(Text *out, const RepStory *story) {
  Text place;
  text_init(&place, out->mem);
  for (uint32_t i = story->calls.n; i > 0; i--) {
    LocId loc = story->calls.at[i - 1];
    print_place(&place, story, loc);
    FuncId func = story->program->locs.at[loc.id].func;
    text_printf(out, "  called at %s%s%s\n", text_get(&place),
                func.id ? " in " : "",
                func.id ? prog_func(story->program, func)->name : "");
  }
  text_done(&place);
}

static void print_gap(Text *out, const RepStory *story, uint32_t skipped) {
  if (story->unseen)
    text_printf(out,
                "  ... %u steps (with --full-trace) and %llu more "
                "instructions\n",
                skipped, (unsigned long long)story->unseen);
  else
    text_printf(out, "  ... %u steps (all with --full-trace)\n", skipped);
}

void rep_story_text(Text *out, const RepStory *story) {
  Text place, what;
  text_init(&place, out->mem);
  text_init(&what, out->mem);
  int width = widest_place(story, &place);
  uint32_t skipped = 0;
  for (uint32_t i = 0; i < story->steps.n; i++) {
    const RepStep *step = &story->steps.at[i];
    if (story->unseen && i == story->seen_first && !is_left_out(story, i))
      text_printf(out, "  ... %llu instructions\n",
                  (unsigned long long)story->unseen);
    if (is_left_out(story, i)) {
      skipped++;
      if (!is_left_out(story, i + 1)) print_gap(out, story, skipped);
      continue;
    }
    print_place(&place, story, step->loc);
    text_clear(&what);
    rep_step_text(&what, step);
    text_printf(out, "  %-*s  ", width, text_get(&place));
    bool has_note = *step->note && step->kind != REP_STEP_ERROR;
    text_printf(out, has_note ? "%-24s (%s)\n" : "%s\n", text_get(&what),
                step->note);
  }
  print_calls(out, story);
  if (story->reproduce.n)
    text_printf(out, "To see it again:\n%s", text_get(&story->reproduce));
  text_done(&place);
  text_done(&what);
}

/* ---- JSON ---- */

static const char *kind_name(RepStepKind kind) {
  static const char *const names[] = {"input", "assignment", "branch", "error"};
  return names[kind];
}

static const char *file_of(const Program *p, const SrcLoc *at) {
  return at->file < p->files.n ? p->files.at[at->file] : "";
}

void rep_story_json(Json *json, const RepStory *story) {
  const Program *p = story->program;
  json_line(json, 2);
  json_key_array(json, "trace");
  for (uint32_t i = 0; i < story->steps.n; i++) {
    const RepStep *step = &story->steps.at[i];
    const SrcLoc *at = prog_loc_get(p, step->loc);
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
    if (*step->value) json_key_text(json, "value", step->value);
    if (*step->note) json_key_text(json, "note", step->note);
    json_close(json);
  }
  json_line(json, 2);
  json_close(json);
}

static void sarif_place(Json *json, const Program *p, LocId loc) {
  const SrcLoc *at = prog_loc_get(p, loc);
  rep_sarif_place(json, file_of(p, at), at->line, at->col ? at->col : 1);
}

bool rep_story_sarif_end(Json *json, const RepStory *story) {
  if (!story || !story->steps.n) return false;
  LocId last = VEC_LAST(&story->steps).loc;
  const Program *p = story->program;
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

void rep_story_sarif(Json *json, const RepStory *story) {
  Text what;
  text_init(&what, json->out->mem);
  json_line(json, 6);
  rep_sarif_open_flow(json);
  for (uint32_t i = 0; i < story->steps.n; i++) {
    text_clear(&what);
    rep_step_text(&what, &story->steps.at[i]);
    json_line(json, 8);
    sarif_step(json, story->program, &story->steps.at[i], text_get(&what));
  }
  rep_sarif_close_flow(json);
  text_done(&what);
}
