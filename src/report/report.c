/* SPDX-License-Identifier: MIT
 *
 * The verdict line and what stands above it: nothing much as text, one object
 * as JSON, a log with one result as SARIF 2.1.0.  The kind of a SARIF result
 * says proved (pass), violated (fail) or unknown (open). */
#include "report/report.h"

#include "report/sarif.h"

#include <unistd.h>

void rep_verdict_text(Text *out, const Verdict *verdict) {
  assert(verdict->kind != VERDICT_FALSE || *verdict->property);
  switch (verdict->kind) {
  case VERDICT_TRUE: text_add(out, "true"); return;
  case VERDICT_FALSE: text_printf(out, "false(%s)", verdict->property); return;
  case VERDICT_UNKNOWN: break;
  }
  text_add(out, "unknown (");
  for (const char *c = verdict->reason; *c; c++)
    text_char(out, *c == '\n' || *c == '\r' ? ' ' : *c);
  text_char(out, ')');
}

void rep_verdict_line(Text *out, const Verdict *verdict) {
  text_add(out, "VERDICT: ");
  rep_verdict_text(out, verdict);
  text_char(out, '\n');
}

/* ---- JSON ---- */

const char *rep_direction_name(Direction direction) {
  switch (direction) {
  case LEDGER_OVER: return "over";
  case LEDGER_UNDER: return "under";
  case LEDGER_PREMISE: return "premise";
  }
  unreachable_case();
}

static const char *kind_name(VerdictKind kind) {
  switch (kind) {
  case VERDICT_TRUE: return "true";
  case VERDICT_FALSE: return "false";
  case VERDICT_UNKNOWN: return "unknown";
  }
  unreachable_case();
}

static void json_assumptions(Json *json, const RepRun *run) {
  Text place;
  text_init(&place, json->out->mem);
  json_line(json, 2);
  json_key_array(json, "assumptions");
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    const LedgerEntry *entry = &run->ledger[i];
    text_clear(&place);
    prog_print_loc(&place, run->program, entry->loc);
    json_line(json, 4);
    json_open_object(json);
    json_key_text(json, "direction", rep_direction_name(entry->direction));
    json_key_text(json, "place", text_get(&place));
    json_key_text(json, "reason", entry->reason);
    json_close(json);
  }
  if (run->n_ledger) json_line(json, 2);
  json_close(json);
  text_done(&place);
}

/* A member on a line of its own. */
static void member(Json *json, const char *name, const char *value) {
  json_line(json, 2);
  json_key_text(json, name, value);
}

static void json_body(Text *out, const RepRun *run, const Verdict *verdict) {
  Json json;
  json_init(&json, out);
  json_open_object(&json);
  member(&json, "tool", "cutpoint");
  member(&json, "version", run->version);
  json_line(&json, 2);
  json_key_array(&json, "files");
  for (uint32_t i = 0; i < run->n_files; i++) json_text(&json, run->files[i]);
  json_close(&json);
  member(&json, "data_model", run->bits == 32 ? "ILP32" : "LP64");
  member(&json, "property", run->property);
  member(&json, "verdict", kind_name(verdict->kind));
  if (verdict->kind == VERDICT_FALSE)
    member(&json, "violated", verdict->property);
  if (verdict->kind == VERDICT_UNKNOWN)
    member(&json, "reason", verdict->reason);
  json_line(&json, 2);
  json_key_number(&json, "exit_code", verdict->code);
  if (run->counterexample) rep_counterexample_json(&json, run->counterexample);
  rep_summary_json(&json, run);
  json_assumptions(&json, run);
  json_line(&json, 0);
  json_close(&json);
  json_done(&json);
  text_char(out, '\n');
}

/* ---- SARIF ---- */

static void sarif_files(Json *json, const RepRun *run) {
  for (uint32_t i = 0; i < run->n_files; i++) {
    json_open_object(json);
    rep_sarif_place(json, run->files[i], 0, 0);
    json_close(json);
  }
}

static void sarif_body(Text *out, const RepRun *run, const Verdict *verdict) {
  static const char *const kinds[] = {"pass", "fail", "open"};
  static const char *const levels[] = {"none", "error", "none"};
  Json json;
  Text message;
  text_init(&message, out->mem);
  rep_verdict_text(&message, verdict);
  json_init(&json, out);
  rep_sarif_open(&json, run->version);
  rep_sarif_close_tool(&json);
  json_line(&json, 4);
  json_key_array(&json, "results");
  json_open_object(&json);
  json_line(&json, 6);
  json_key_text(&json, "ruleId", run->property);
  json_line(&json, 6);
  json_key_text(&json, "kind", kinds[verdict->kind]);
  json_key_text(&json, "level", levels[verdict->kind]);
  json_line(&json, 6);
  json_key_object(&json, "message");
  json_key_text(&json, "text", text_get(&message));
  json_close(&json);
  if (run->counterexample) rep_counterexample_sarif(&json, run->counterexample);
  json_line(&json, 6);
  json_key_array(&json, "locations");
  if (!rep_counterexample_sarif_end(&json, run->counterexample))
    sarif_files(&json, run);
  json_close(&json);
  json_line(&json, 4);
  json_close(&json);
  json_close(&json);
  rep_sarif_close(&json);
  text_done(&message);
}

/* ---- text ---- */

static void text_body(Text *out, const RepRun *run, const Verdict *verdict) {
  if (run->counterexample) rep_counterexample_text(out, run->counterexample);
  rep_summary_text(out, run, verdict);
  if (run->assumptions == REP_ASSUMPTIONS_HIDDEN) return;
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    const LedgerEntry *entry = &run->ledger[i];
    prog_print_loc(out, run->program, entry->loc);
    text_printf(out, ": %s: %s\n", rep_direction_name(entry->direction),
                entry->reason);
  }
}

void rep_body(Text *out, const RepRun *run, const Verdict *verdict) {
  assert(run->bits == 32 || run->bits == 64);
  assert(run->n_ledger == 0 || run->program); /* its places */
  switch (run->format) {
  case REP_TEXT: text_body(out, run, verdict); return;
  case REP_JSON: json_body(out, run, verdict); return;
  case REP_SARIF: sarif_body(out, run, verdict); return;
  }
}

/* ---- talk ---- */

void rep_say(RepTone tone, const char *format, ...) {
  static const char *const words[] = {"", "warning: ", "error: "};
  static const char *const colours[] = {"", "\033[1;33m", "\033[1;31m"};
  const char *colour = isatty(STDERR_FILENO) ? colours[tone] : "";
  va_list args;
  va_start(args, format);
  fprintf(stderr, "cutpoint: %s%s%s", colour, words[tone],
          *colour ? "\033[0m" : "");
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
}
