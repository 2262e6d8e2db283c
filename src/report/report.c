/* SPDX-License-Identifier: MIT
 *
 * The verdict line, and what is told of one property: lines of text, members of
 * an object of JSON or of a SARIF result.  document.c puts them together. */
#include "report/report.h"

#include "base/sha256.h"
#include "report/sarif.h"

#include <stdlib.h>
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

void rep_tell_verdict(Text *out, RepFormat format, const Verdict *verdict) {
  Text line;
  text_init(&line, out->mem);
  rep_verdict_line(&line, verdict);
  if (format == REP_TEXT)
    text_add(out, text_get(&line));
  else
    fputs(text_get(&line), stderr);
  text_done(&line);
}

/* ---- JSON ---- */

const char *rep_direction_name(Direction direction) {
  switch (direction) {
  case LEDGER_OVER: return "over";
  case LEDGER_UNDER: return "under";
  case LEDGER_PREMISE:
  case LEDGER_MODEL: return "premise";
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

static void json_part(Text *out, const RepRun *run) {
  Json json;
  json_init_members(&json, out);
  if (run->counterexample) rep_counterexample_json(&json, run->counterexample);
  rep_summary_json(&json, run);
  json_assumptions(&json, run);
  json_done(&json);
}

/* ---- SARIF ---- */

static void sarif_files(Json *json, const RepRun *run) {
  for (uint32_t i = 0; i < run->n_files; i++) {
    json_open_object(json);
    rep_sarif_place(json, run->files[i], 0, 0);
    json_close(json);
  }
}

/* The same error of the same code gets the same one, whatever the line. */
static void sarif_fingerprint(Json *json, const RepRun *run,
                              const char *message) {
  const RepCounterexample *c = run->counterexample;
  const SrcLoc *at = prog_loc_get(c->program, VEC_LAST(&c->steps).loc);
  Text text;
  char hex[65];
  text_init(&text, json->out->mem);
  text_printf(&text, "%s\n%s\n%s\n%s", run->property, message,
              at->file < c->program->files.n ? c->program->files.at[at->file]
                                             : "",
              at->func.id ? prog_func(c->program, at->func)->name : "");
  sha256_hex(hex, text_get(&text), text.n);
  json_key_object(json, "partialFingerprints");
  json_key_text(json, "cutpointError/v1", hex);
  json_close(json);
  text_done(&text);
}

static void sarif_part(Text *out, const RepRun *run) {
  Json json;
  const RepCounterexample *c = run->counterexample;
  json_init_members(&json, out);
  if (c) rep_counterexample_sarif(&json, c);
  if (c && c->steps.n) sarif_fingerprint(&json, run, VEC_LAST(&c->steps).note);
  json_line(&json, 6);
  json_key_array(&json, "locations");
  if (!rep_counterexample_sarif_end(&json, c)) sarif_files(&json, run);
  json_close(&json);
  json_done(&json);
}

/* ---- text ---- */

static void text_body(Text *out, const RepRun *run, const Verdict *verdict) {
  if (run->counterexample)
    rep_counterexample_text(out, run->counterexample, run->colours);
  rep_summary_text(out, run, verdict);
  if (run->assumptions == REP_ASSUMPTIONS_HIDDEN) return;
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    const LedgerEntry *entry = &run->ledger[i];
    prog_print_loc(out, run->program, entry->loc);
    text_printf(out, ": %s: %s\n", rep_direction_name(entry->direction),
                entry->reason);
  }
}

void rep_part(Text *out, const RepRun *run, const Verdict *verdict) {
  assert(run->bits == 32 || run->bits == 64);
  assert(run->n_ledger == 0 || run->program); /* its places */
  switch (run->format) {
  case REP_TEXT: text_body(out, run, verdict); return;
  case REP_JSON: json_part(out, run); return;
  case REP_SARIF: sarif_part(out, run); return;
  }
}

/* ---- talk ---- */

RepColours rep_colours(void) {
  const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
  bool wanted = isatty(STDOUT_FILENO) && !(none && *none) &&
                !(kind && strcmp(kind, "dumb") == 0);
  return wanted ? REP_COLOURED : REP_PLAIN;
}

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
