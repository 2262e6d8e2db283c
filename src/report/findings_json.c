/* SPDX-License-Identifier: MIT
 *
 * The findings of a scan as JSON and as SARIF 2.1.0: a rule for each check, a
 * result for each finding, the way to it as a code flow. */
#include "report/findings.h"

static void member(Text *out, const char *name, const char *value) {
  text_printf(out, "\"%s\": ", name);
  rep_json_string(out, value);
}

static void number(Text *out, const char *name, uint64_t value) {
  text_printf(out, "\"%s\": %llu", name, (unsigned long long)value);
}

static const char *answer_name(RepAnswer answer) {
  static const char *const names[] = {"proved", "violated", "unknown",
                                      "bounded"};
  return names[answer];
}

/* ---- JSON ---- */

static void json_place(Text *out, const RepPlace *place) {
  member(out, "file", place->file);
  text_printf(out, ", \"line\": %u, \"column\": %u, ", place->line, place->col);
  member(out, "function", place->function);
}

static void json_replay(Text *out, const RepFinding *finding) {
  text_printf(out, ", \"replayed\": %s", finding->replay ? "false" : "true");
  if (!finding->replay) return;
  text_add(out, ", ");
  member(out, "not_replayed_because", finding->replay);
}

static void json_finding(Text *out, const RepScan *scan,
                         const RepFinding *finding) {
  text_add(out, "{");
  member(out, "check", scan->checks[finding->check].name);
  text_add(out, ", ");
  member(out, "answer", answer_name(finding->answer));
  text_add(out, ", ");
  json_place(out, &finding->place);
  text_add(out, ", ");
  member(out, "message", finding->message);
  text_add(out, ", ");
  if (finding->answer == REP_OPEN) {
    member(out, "reason", finding->reason);
    text_add(out, ", ");
  }
  member(out, "fingerprint", finding->fingerprint);
  text_printf(out, ", \"same_cause_as\": %u", finding->leader);
  if (finding->answer == REP_VIOLATED) json_replay(out, finding);
  text_add(out, ", \"path\": [");
  for (uint32_t i = 0; i < finding->n_steps; i++) {
    text_add(out, i ? ",\n     {" : "\n     {");
    json_place(out, &finding->steps[i].place);
    text_printf(out, ", \"depth\": %u, ", finding->steps[i].depth);
    member(out, "text", finding->steps[i].text);
    text_add(out, "}");
  }
  text_add(out, "]}");
}

static void json_checks(Text *out, const RepScan *scan) {
  for (uint32_t i = 0; i < scan->n_checks; i++) {
    const RepCheck *check = &scan->checks[i];
    text_add(out, i ? ",\n    {" : "\n    {");
    member(out, "check", check->name);
    text_printf(
        out,
        ", \"sites\": %llu, \"proved\": %llu, \"violated\": %llu, "
        "\"unknown\": %llu, \"bounded\": %llu, \"in_baseline\": %llu}",
        (unsigned long long)check->sites, (unsigned long long)check->proved,
        (unsigned long long)check->violated, (unsigned long long)check->unknown,
        (unsigned long long)check->bounded, (unsigned long long)check->known);
  }
}

static void json_texts(Text *out, const char *name, const char *const *texts,
                       uint32_t n) {
  text_printf(out, "  \"%s\": [", name);
  for (uint32_t i = 0; i < n; i++) {
    text_add(out, i ? ",\n    " : "\n    ");
    rep_json_string(out, texts[i]);
  }
  text_add(out, "],\n");
}

void rep_scan_json(Text *out, const RepScan *scan) {
  text_add(out, "{\n  \"tool\": \"cutpoint\", ");
  member(out, "version", scan->version);
  text_add(out, ",\n  ");
  number(out, "files", scan->files);
  text_add(out, ", ");
  number(out, "lines", scan->lines);
  text_add(out, ", ");
  number(out, "functions", scan->functions);
  text_add(out, ", ");
  number(out, "sites_checked_now", scan->fresh);
  text_add(out, ", ");
  number(out, "sites_left", scan->left);
  text_add(out, ",\n  \"checks\": [");
  json_checks(out, scan);
  text_add(out, "],\n");
  json_texts(out, "premises", scan->premises, scan->n_premises);
  json_texts(out, "problems", scan->problems, scan->n_problems);
  text_add(out, "  \"findings\": [");
  for (uint32_t i = 0; i < scan->n_findings; i++) {
    text_add(out, i ? ",\n    " : "\n    ");
    json_finding(out, scan, &scan->findings[i]);
  }
  text_add(out, "]\n}\n");
}

/* ---- SARIF ---- */

/* A path as a URI: what is not plain is written %XX. */
static void sarif_uri(Text *out, const char *path) {
  text_add(out, *path == '/' ? "\"file://" : "\"");
  for (const unsigned char *c = (const unsigned char *)path; *c; c++)
    if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
        (*c >= '0' && *c <= '9') || strchr("/-._~+", (int)*c))
      text_char(out, (char)*c);
    else
      text_printf(out, "%%%02X", *c);
  text_char(out, '"');
}

static void sarif_place(Text *out, const RepPlace *place) {
  text_add(out, "\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
  sarif_uri(out, place->file);
  text_add(out, "}");
  if (place->line) {
    text_printf(out, ", \"region\": {\"startLine\": %u", place->line);
    if (place->col) text_printf(out, ", \"startColumn\": %u", place->col);
    text_add(out, "}");
  }
  text_add(out, "}");
}

static void sarif_flow(Text *out, const RepFinding *finding) {
  text_add(out, ",\n       \"codeFlows\": [{\"threadFlows\": "
                "[{\"locations\": [");
  for (uint32_t i = 0; i < finding->n_steps; i++) {
    const RepFindingStep *step = &finding->steps[i];
    text_add(out, i ? ",\n         " : "\n         ");
    text_add(out, "{\"location\": {");
    sarif_place(out, &step->place);
    text_add(out, ", \"message\": {");
    member(out, "text", step->text);
    text_printf(out, "}}, \"nestingLevel\": %u, \"executionOrder\": %u}",
                step->depth, i + 1);
  }
  text_add(out, "]}]}]");
}

static void sarif_result(Text *out, const RepScan *scan,
                         const RepFinding *finding) {
  static const char *const kinds[] = {"pass", "fail", "open", "open"};
  static const char *const levels[] = {"none", "error", "none", "none"};
  Text message;
  text_init(&message, out->mem);
  text_add(&message, finding->message);
  if (finding->answer == REP_VIOLATED && !finding->replay)
    text_add(&message, " (replayed)");
  if (finding->answer == REP_VIOLATED && finding->replay)
    text_printf(&message, " (not replayed: %s)", finding->replay);
  if (finding->answer == REP_OPEN)
    text_printf(&message, "%sunknown: %s", *finding->message ? ": " : "",
                finding->reason);
  if (finding->answer == REP_BOUNDED)
    text_printf(&message,
                "%snot proved: it holds while loops go round at most %u times",
                *finding->message ? ": " : "", scan->rounds);
  if (finding->answer == REP_PROVED && !message.n) text_add(&message, "proved");
  text_add(out, "{");
  member(out, "ruleId", scan->checks[finding->check].name);
  text_printf(out,
              ", \"ruleIndex\": %u, \"kind\": \"%s\", \"level\": \"%s\",\n"
              "       \"message\": {",
              finding->check, kinds[finding->answer], levels[finding->answer]);
  member(out, "text", text_get(&message));
  text_add(out, "},\n       \"locations\": [{");
  sarif_place(out, &finding->place);
  text_add(out, ", \"logicalLocations\": [{\"kind\": \"function\", ");
  member(out, "name", finding->place.function);
  text_add(out, "}]}],\n       \"partialFingerprints\": {");
  member(out, "cutpointSite/v1", finding->fingerprint);
  text_printf(out, "}, \"rank\": %.1f", 100.0 / (1 + finding->rank));
  if (finding->answer == REP_VIOLATED)
    text_printf(out, ", \"properties\": {\"replayed\": %s}",
                finding->replay ? "false" : "true");
  if (finding->n_steps) sarif_flow(out, finding);
  text_add(out, "}");
  text_done(&message);
}

void rep_scan_sarif(Text *out, const RepScan *scan) {
  text_add(out, "{\n  \"$schema\": \"https://json.schemastore.org/"
                "sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
                "  \"runs\": [{\n    \"tool\": {\"driver\": {"
                "\"name\": \"cutpoint\", ");
  member(out, "version", scan->version);
  text_add(out, ", \"rules\": [");
  for (uint32_t i = 0; i < scan->n_checks; i++) {
    const RepCheck *check = &scan->checks[i];
    text_add(out, i ? ",\n      {" : "\n      {");
    member(out, "id", check->name);
    text_add(out, ", \"shortDescription\": {");
    member(out, "text", check->help);
    text_printf(out,
                "}, \"defaultConfiguration\": {\"level\": \"error\"}, "
                "\"properties\": {\"tags\": [\"external/cwe/cwe-%u\"]}}",
                check->cwe);
  }
  text_add(out, "]}},\n    \"columnKind\": \"utf16CodeUnits\",\n"
                "    \"invocations\": [{\"executionSuccessful\": true, "
                "\"toolExecutionNotifications\": [");
  for (uint32_t i = 0; i < scan->n_problems; i++) {
    text_add(out, i ? ",\n      {" : "\n      {");
    text_add(out, "\"level\": \"warning\", \"message\": {");
    member(out, "text", scan->problems[i]);
    text_add(out, "}}");
  }
  text_add(out, "]}],\n    \"results\": [");
  for (uint32_t i = 0; i < scan->n_findings; i++) {
    text_add(out, i ? ",\n      " : "\n      ");
    sarif_result(out, scan, &scan->findings[i]);
  }
  text_add(out, "]\n  }]\n}\n");
}
