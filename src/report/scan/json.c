/* SPDX-License-Identifier: MIT
 *
 * The findings of a scan as JSON and as SARIF 2.1.0: a rule for each check, a
 * result for each finding, the way to it as a code flow. */
#include "report/scan/findings.h"
#include "report/sarif.h"

static const char *answer_name(RepSiteAnswer answer) {
  static const char *const names[] = {"proved", "violated", "unknown",
                                      "bounded"};
  assert(answer <= REP_BOUNDED);
  return names[answer];
}

/* ---- JSON ---- */

static void json_place(Json *json, const RepPlace *place) {
  json_key_text(json, "file", place->file);
  json_key_number(json, "line", place->line);
  json_key_number(json, "column", place->col);
  json_key_text(json, "function", place->function);
}

static void json_path(Json *json, const RepFinding *finding) {
  json_key_array(json, "path");
  for (uint32_t i = 0; i < finding->n_steps; i++) {
    json_line(json, 5);
    json_open_object(json);
    json_place(json, &finding->steps[i].place);
    json_key_number(json, "depth", finding->steps[i].depth);
    json_key_text(json, "importance",
                  rep_importance_name(finding->steps[i].importance));
    json_key_text(json, "text", finding->steps[i].text);
    json_close(json);
  }
  json_close(json);
}

/* A line each. */
static void json_presumes(Json *json, const char *lines) {
  json_key_array(json, "presumes");
  Text line;
  text_init(&line, json->out->mem);
  for (const char *at = lines; *at;) {
    size_t n = strcspn(at, "\n");
    text_clear(&line);
    text_add_n(&line, at, n);
    json_text(json, text_get(&line));
    at += n + (at[n] == '\n');
  }
  text_done(&line);
  json_close(json);
}

static void json_finding(Json *json, const RepScan *scan,
                         const RepFinding *finding) {
  assert(finding->check < scan->n_checks);
  json_open_object(json);
  json_key_text(json, "check", scan->checks[finding->check].name);
  json_key_text(json, "answer", answer_name(finding->answer));
  json_place(json, &finding->place);
  json_key_text(json, "message", finding->message);
  if (finding->answer == REP_OPEN)
    json_key_text(json, "reason", finding->reason);
  if (finding->answer == REP_PROVED) json_presumes(json, finding->reason);
  json_key_text(json, "fingerprint", finding->fingerprint);
  json_key_number(json, "same_cause_as", finding->leader);
  if (finding->answer == REP_VIOLATED) {
    json_key_text(json, "confidence", rep_confidence_name(finding->confidence));
    json_key_bool(json, "replayed", !finding->replay);
    if (finding->replay)
      json_key_text(json, "not_replayed_because", finding->replay);
  }
  json_path(json, finding);
  json_close(json);
}

static void json_checks(Json *json, const RepScan *scan) {
  json_key_array(json, "checks");
  for (uint32_t i = 0; i < scan->n_checks; i++) {
    const RepCheck *check = &scan->checks[i];
    json_line(json, 4);
    json_open_object(json);
    json_key_text(json, "check", check->name);
    json_key_number(json, "sites", check->sites);
    json_key_number(json, "proved", check->proved);
    json_key_number(json, "presuming", check->presuming);
    json_key_number(json, "violated", check->violated);
    json_key_number(json, "unknown", check->unknown);
    json_key_number(json, "bounded", check->bounded);
    json_key_number(json, "in_baseline", check->known);
    json_key_number(json, "accepted", check->accepted);
    json_key_number(json, "old", check->old);
    json_close(json);
  }
  json_close(json);
}

/* Of all functions, or of those in which most of it is met. */
static void json_undecided(Json *json, const char *name,
                           const RepUndecided *rows, uint32_t n) {
  json_key_array(json, name);
  for (uint32_t i = 0; i < n; i++) {
    json_line(json, 4);
    json_open_object(json);
    json_key_text(json, "depends_on", rows[i].cause);
    if (*rows[i].function) {
      json_key_text(json, "file", rows[i].file);
      json_key_text(json, "function", rows[i].function);
    }
    json_key_number(json, "sites", rows[i].sites);
    json_close(json);
  }
  json_close(json);
}

static void json_texts(Json *json, const char *name, const char *const *texts,
                       uint32_t n) {
  json_key_array(json, name);
  for (uint32_t i = 0; i < n; i++) {
    json_line(json, 4);
    json_text(json, texts[i]);
  }
  json_close(json);
}

void rep_scan_json(Text *out, const RepScan *scan) {
  Json json;
  json_init(&json, out);
  json_open_object(&json);
  json_line(&json, 2);
  json_key_text(&json, "tool", "cutpoint");
  json_key_text(&json, "version", scan->version);
  json_line(&json, 2);
  json_key_number(&json, "files", scan->files);
  json_key_number(&json, "lines", scan->lines);
  json_key_number(&json, "functions", scan->functions);
  json_key_number(&json, "sites_checked_now", scan->fresh);
  json_key_number(&json, "sites_left", scan->left);
  if (scan->interrupted) json_key_text(&json, "interrupted", scan->interrupted);
  json_line(&json, 2);
  json_checks(&json, scan);
  json_line(&json, 2);
  json_undecided(&json, "unknown", scan->causes, scan->n_causes);
  json_line(&json, 2);
  json_undecided(&json, "unknown_by_function", scan->met, scan->n_met);
  json_line(&json, 2);
  json_texts(&json, "premises", scan->premises, scan->n_premises);
  json_line(&json, 2);
  json_texts(&json, "problems", scan->problems, scan->n_problems);
  json_line(&json, 2);
  json_key_array(&json, "findings");
  for (uint32_t i = 0; i < scan->n_findings; i++) {
    json_line(&json, 4);
    json_finding(&json, scan, &scan->findings[i]);
  }
  json_close(&json);
  json_line(&json, 0);
  json_close(&json);
  json_done(&json);
  text_char(out, '\n');
}

/* ---- SARIF ---- */

static void sarif_place(Json *json, const RepPlace *place) {
  rep_sarif_place(json, place->file, place->line, place->col);
}

/* A member that is an object with a text. */
static void sarif_message(Json *json, const char *name, const char *text) {
  json_key_object(json, name);
  json_key_text(json, "text", text);
  json_close(json);
}

static void sarif_step(Json *json, const RepFindingStep *step, uint32_t order) {
  json_open_object(json);
  json_key_object(json, "location");
  sarif_place(json, &step->place);
  sarif_message(json, "message", step->text);
  json_close(json);
  json_key_number(json, "nestingLevel", step->depth);
  json_key_text(json, "importance", rep_importance_name(step->importance));
  json_key_number(json, "executionOrder", order);
  json_close(json);
}

static void sarif_flow(Json *json, const RepFinding *finding) {
  rep_sarif_open_flow(json);
  for (uint32_t i = 0; i < finding->n_steps; i++) {
    json_line(json, 9);
    sarif_step(json, &finding->steps[i], i + 1);
  }
  rep_sarif_close_flow(json);
}

/* What is found, and how sure it is. */
static void sarif_sentence(Text *out, const RepScan *scan,
                           const RepFinding *finding) {
  const char *colon = *finding->message ? ": " : "";
  text_add(out, finding->message);
  switch (finding->answer) {
  case REP_VIOLATED:
    if (finding->replay)
      text_printf(out, " (not replayed: %s)", finding->replay);
    else
      text_add(out, " (replayed: the function fails from this state)");
    return;
  case REP_OPEN:
    text_printf(out, "%sunknown: %s", colon, finding->reason);
    return;
  case REP_BOUNDED:
    text_printf(out,
                "%snot proved: it holds while loops go round at most %u times",
                colon, scan->rounds);
    return;
  case REP_PROVED:
    if (!out->n) text_add(out, "proved");
    rep_presumes(out, finding->reason);
    return;
  }
}

/* Where it is: the place, and the function as a "logical" one. */
static void sarif_finding_place(Json *json, const RepPlace *place) {
  json_key_array(json, "locations");
  json_open_object(json);
  sarif_place(json, place);
  json_key_array(json, "logicalLocations");
  json_open_object(json);
  json_key_text(json, "kind", "function");
  json_key_text(json, "name", place->function);
  json_close(json);
  json_close(json);
  json_close(json);
  json_close(json);
}

static void sarif_result(Json *json, const RepScan *scan,
                         const RepFinding *finding) {
  static const char *const kinds[] = {"pass", "fail", "open", "open"};
  static const char *const levels[] = {"none", "error", "none", "none"};
  assert(finding->answer <= REP_BOUNDED);
  Text message;
  text_init(&message, json->out->mem);
  sarif_sentence(&message, scan, finding);
  json_open_object(json);
  json_key_text(json, "ruleId", scan->checks[finding->check].name);
  json_key_number(json, "ruleIndex", finding->check);
  json_key_text(json, "kind", kinds[finding->answer]);
  json_key_text(json, "level", levels[finding->answer]);
  json_line(json, 7);
  sarif_message(json, "message", text_get(&message));
  json_line(json, 7);
  sarif_finding_place(json, &finding->place);
  json_line(json, 7);
  json_key_object(json, "partialFingerprints");
  json_key_text(json, "cutpointSite/v1", finding->fingerprint);
  json_close(json);
  json_key_real(json, "rank", 100.0 / (1 + finding->rank), 1);
  if (finding->answer == REP_VIOLATED) {
    json_key_object(json, "properties");
    json_key_text(json, "confidence", rep_confidence_name(finding->confidence));
    json_key_bool(json, "replayed", !finding->replay);
    json_close(json);
  }
  if (finding->n_steps) {
    json_line(json, 7);
    sarif_flow(json, finding);
  }
  json_close(json);
  text_done(&message);
}

static void sarif_rules(Json *json, const RepScan *scan) {
  json_key_array(json, "rules");
  for (uint32_t i = 0; i < scan->n_checks; i++) {
    const RepCheck *check = &scan->checks[i];
    RepSarifRule rule = {.id = check->name,
                         .what = check->help,
                         .help = check->help,
                         .level = "error",
                         .cwe = check->cwe};
    rep_sarif_rule(json, &rule);
  }
  json_close(json);
}

static void sarif_problems(Json *json, const RepScan *scan) {
  json_key_array(json, "invocations");
  json_open_object(json);
  json_key_bool(json, "executionSuccessful", !scan->interrupted);
  json_key_array(json, "toolExecutionNotifications");
  for (uint32_t i = 0; i < scan->n_problems; i++) {
    json_line(json, 6);
    json_open_object(json);
    json_key_text(json, "level", "warning");
    sarif_message(json, "message", scan->problems[i]);
    json_close(json);
  }
  json_close(json);
  json_close(json);
  json_close(json);
}

void rep_scan_sarif(Text *out, const RepScan *scan) {
  Json json;
  json_init(&json, out);
  rep_sarif_open(&json, scan->version);
  sarif_rules(&json, scan);
  rep_sarif_close_tool(&json);
  json_line(&json, 4);
  json_key_text(&json, "columnKind", "utf16CodeUnits");
  json_line(&json, 4);
  sarif_problems(&json, scan);
  json_line(&json, 4);
  json_key_array(&json, "results");
  for (uint32_t i = 0; i < scan->n_findings; i++) {
    json_line(&json, 6);
    sarif_result(&json, scan, &scan->findings[i]);
  }
  json_close(&json);
  rep_sarif_close(&json);
}
