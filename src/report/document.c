/* SPDX-License-Identifier: MIT
 *
 * The report of a whole run: lines of text, one object of JSON, one log of
 * SARIF 2.1.0.
 *
 * A run with one property reads as its part does.  Of several, the errors come
 * first, each with its counterexample, then proofs, then a line for each
 * property, then what all proofs together rest on.
 *
 * In SARIF a result is a violation, as code hosts show every result as an
 * alert: what was proved is in the properties of the run, what is undecided a
 * note of the invocation, and so is an error of the compiler. */
#include "report/answers.h"
#include "report/sarif.h"

#include "ir/property.h"

/* ---- text ---- */

static bool has_line(const Text *lines, const char *line, size_t n) {
  const char *at = text_get(lines);
  while (*at) {
    size_t own = strcspn(at, "\n");
    if (own == n && memcmp(at, line, n) == 0) return true;
    at += own + (at[own] == '\n');
  }
  return false;
}

/* Each premise once. */
static void merge_premises(Text *out, const RepAnswers *answers) {
  for (uint32_t i = 0; i < answers->n; i++) {
    const char *at = answers->at[i].premises;
    while (answers->at[i].state == ANSWER_PROVED && *at) {
      size_t n = strcspn(at, "\n");
      if (!has_line(out, at, n)) {
        text_add_n(out, at, n);
        text_char(out, '\n');
      }
      at += n + (at[n] == '\n');
    }
  }
}

static void say_premises(Text *out, const RepAnswers *answers) {
  Text all;
  text_init(&all, out->mem);
  merge_premises(&all, answers);
  rep_premise_lines(out, text_get(&all));
  text_done(&all);
}

static void text_document(Text *out, const RepRun *run,
                          const RepAnswers *answers) {
  if (answers->n == 1) {
    text_add(out, answers->at[0].part);
    bool is_open = answers->at[0].state == ANSWER_UNDECIDED;
    if (*answers->at[0].sites || is_open) rep_answers_text(out, run, answers);
    return;
  }
  for (int state = ANSWER_VIOLATED; state >= ANSWER_PROVED; state--)
    for (uint32_t i = 0; i < answers->n; i++) {
      const RepAnswer *answer = &answers->at[i];
      if ((int)answer->state != state || !*answer->part) continue;
      bool again = i > 0 && strcmp(answer->part, answers->at[i - 1].part) == 0;
      if (state == ANSWER_VIOLATED)
        text_printf(out, "%s is violated:\n", answer->property);
      if (!again) text_add(out, answer->part);
    }
  if (answers->n == 0) return;
  rep_answers_text(out, run, answers);
  say_premises(out, answers);
  if (run->command) text_printf(out, "%-12s%s\n", "again:", run->command);
}

/* ---- JSON ---- */

static const char *state_name(RepState state) {
  switch (state) {
  case ANSWER_PROVED: return "proved";
  case ANSWER_VIOLATED: return "violated";
  case ANSWER_UNDECIDED:
  case ANSWER_OPEN: return "undecided";
  }
  unreachable_case();
}

static void member(Json *json, int indent, const char *name,
                   const char *value) {
  json_line(json, indent);
  json_key_text(json, name, value);
}

/* Lines as an array. */
static void lines(Json *json, const char *name, const char *text,
                  const char *separator) {
  json_line(json, 6);
  json_key_array(json, name);
  while (*text) {
    const char *end = strstr(text, separator);
    size_t n = end ? (size_t)(end - text) : strlen(text);
    Text line;
    text_init(&line, json->out->mem);
    text_add_n(&line, text, n);
    const char *first = text_get(&line);
    json_text(json, first + strspn(first, " "));
    text_done(&line);
    text += n + (end ? strlen(separator) : 0);
  }
  json_close(json);
}

static void json_answer(Json *json, const RepAnswer *answer) {
  json_line(json, 4);
  json_open_object(json);
  member(json, 6, "property", answer->property);
  member(json, 6, "severity",
         answer->weight == ANSWER_WARNS ? "warning" : "error");
  member(json, 6, "status", state_name(answer->state));
  json_line(json, 6);
  json_key_number(json, "sites", answer->n_sites);
  if (*answer->until) lines(json, "until", answer->until, ", ");
  if (*answer->place) member(json, 6, "place", answer->place);
  if (*answer->message) member(json, 6, "message", answer->message);
  if (*answer->reason) member(json, 6, "reason", answer->reason);
  if (*answer->tried) lines(json, "tried", answer->tried, "\n");
  if (answer->state == ANSWER_UNDECIDED)
    member(json, 6, "try_next", rep_answer_advice(answer));
  if (*answer->sites) lines(json, "all_sites", answer->sites, "\n");
  if (*answer->part) json_members(json, answer->part);
  json_line(json, 4);
  json_close(json);
}

static const char *kind_name(VerdictKind kind) {
  static const char *const names[] = {"true", "false", "unknown"};
  assert(kind <= VERDICT_UNKNOWN);
  return names[kind];
}

static void json_document(Text *out, const RepRun *run, const Verdict *verdict,
                          const RepAnswers *answers) {
  Json json;
  json_init(&json, out);
  json_open_object(&json);
  member(&json, 2, "tool", "cutpoint");
  member(&json, 2, "version", run->version);
  json_line(&json, 2);
  json_key_array(&json, "files");
  for (uint32_t i = 0; i < run->n_files; i++) json_text(&json, run->files[i]);
  json_close(&json);
  member(&json, 2, "data_model", run->bits == 32 ? "ILP32" : "LP64");
  member(&json, 2, "verdict", kind_name(verdict->kind));
  if (verdict->kind == VERDICT_FALSE)
    member(&json, 2, "violated", verdict->property);
  if (verdict->kind == VERDICT_UNKNOWN)
    member(&json, 2, "reason", verdict->reason);
  json_line(&json, 2);
  json_key_number(&json, "exit_code", verdict->code);
  if (run->command) member(&json, 2, "command", run->command);
  json_line(&json, 2);
  json_key_array(&json, "properties");
  for (uint32_t i = 0; i < answers->n; i++) json_answer(&json, &answers->at[i]);
  if (answers->n) json_line(&json, 2);
  json_close(&json);
  json_line(&json, 0);
  json_close(&json);
  json_done(&json);
  text_char(out, '\n');
}

/* ---- SARIF ---- */

static void sarif_message(Json *json, const char *key, const char *text) {
  json_key_object(json, key);
  json_key_text(json, "text", text);
  json_close(json);
}

/* Beside a result: what to do, and the number of the weakness. */
typedef struct Remedy {
  uint32_t cwe;
  const char *help;
} Remedy;

static const Remedy remedies[PROPERTY_COUNT] = {
    [PROPERTY_UNREACH_CALL] = {617, "The code flow leads to the error call: "
                                    "exclude the condition that leads there."},
    [PROPERTY_ASSERTION] = {617, "The code flow makes the assertion fail: mend "
                                 "the code before it, or the assertion."},
    [PROPERTY_NULL_DEREF] = {476, "Test the pointer before it is followed."},
    [PROPERTY_VALID_DEREF] = {119,
                              "The access leaves its object, or the object "
                              "is dead or NULL: test index, size or "
                              "pointer before it."},
    [PROPERTY_VALID_FREE] = {415, "Free each heap object once, by the pointer "
                                  "that malloc returned."},
    [PROPERTY_VALID_MEMTRACK] = {401, "Free the object before the last pointer "
                                      "to it is gone."},
    [PROPERTY_VALID_MEMCLEANUP] = {401, "Free the object before the program "
                                        "ends."},
    [PROPERTY_VALID_INIT] = {457, "Write the variable, or the memory, on every "
                                  "way to the read."},
    [PROPERTY_NO_OVERFLOW] = {190,
                              "Bound the operands, or compute with a wider "
                              "or an unsigned type."},
    [PROPERTY_NO_DIV_ZERO] = {369, "Test the divisor before the division."},
    [PROPERTY_NO_BAD_SHIFT] = {1335, "Test that the amount is at least 0 and "
                                     "below the width."}};

/* A part of a property's name is enough, as in lists. */
static RepSarifRule rule_for(const RepAnswer *answer) {
  PropertyKind kind = prog_property_by_name(answer->property);
  bool is_known = kind < PROPERTY_COUNT;
  Remedy remedy = is_known ? remedies[kind] : (Remedy){0};
  const char *what =
      is_known ? prog_property_help(kind) : "the property holds in every run";
  return (RepSarifRule){.id = answer->property,
                        .what = what,
                        .help = remedy.help ? remedy.help : what,
                        .level = answer->weight == ANSWER_WARNS ? "warning"
                                                                : "error",
                        .cwe = remedy.cwe};
}

static void sarif_rules(Json *json, const RepAnswers *answers) {
  json_key_array(json, "rules");
  for (uint32_t i = 0; i < answers->n; i++) {
    RepSarifRule rule = rule_for(&answers->at[i]);
    rep_sarif_rule(json, &rule);
  }
  json_close(json);
}

static void sarif_note(Json *json, const char *level, const char *text) {
  json_line(json, 6);
  json_open_object(json);
  json_key_text(json, "level", level);
  sarif_message(json, "message", text);
  json_close(json);
}

static void sarif_invocation(Json *json, const Verdict *verdict,
                             const RepAnswers *answers) {
  Text text;
  text_init(&text, json->out->mem);
  bool good = verdict->code != EXIT_FRONTEND && verdict->code != EXIT_INTERNAL;
  json_key_array(json, "invocations");
  json_open_object(json);
  json_key_bool(json, "executionSuccessful", good);
  json_key_number(json, "exitCode", verdict->code);
  json_key_array(json, "toolExecutionNotifications");
  if (answers->n == 0 && *verdict->reason)
    sarif_note(json, good ? "warning" : "error", verdict->reason);
  for (uint32_t i = 0; i < answers->n; i++) {
    const RepAnswer *answer = &answers->at[i];
    if (answer->state != ANSWER_UNDECIDED) continue;
    text_clear(&text);
    text_printf(&text, "%s is undecided: %s", answer->property, answer->reason);
    sarif_note(json, "note", text_get(&text));
  }
  json_close(json);
  json_close(json);
  json_close(json);
  text_done(&text);
}

static void sarif_result(Json *json, const RepAnswers *answers, uint32_t i) {
  const RepAnswer *answer = &answers->at[i];
  json_line(json, 6);
  json_open_object(json);
  json_key_text(json, "ruleId", answer->property);
  json_key_number(json, "ruleIndex", i);
  json_key_text(json, "kind", "fail");
  json_key_text(json, "level",
                answer->weight == ANSWER_WARNS ? "warning" : "error");
  json_line(json, 6);
  sarif_message(json, "message",
                *answer->message ? answer->message : rule_for(answer).what);
  if (*answer->part) json_members(json, answer->part);
  json_line(json, 4);
  json_close(json);
}

static void sarif_states(Json *json, const Verdict *verdict,
                         const RepAnswers *answers) {
  Text text;
  text_init(&text, json->out->mem);
  rep_verdict_text(&text, verdict);
  json_key_object(json, "properties");
  json_key_text(json, "verdict", text_get(&text));
  for (uint32_t i = 0; i < answers->n; i++)
    json_key_text(json, answers->at[i].property,
                  state_name(answers->at[i].state));
  json_close(json);
  text_done(&text);
}

static void sarif_document(Text *out, const RepRun *run, const Verdict *verdict,
                           const RepAnswers *answers) {
  Json json;
  json_init(&json, out);
  rep_sarif_open(&json, run->version);
  sarif_rules(&json, answers);
  rep_sarif_close_tool(&json);
  json_line(&json, 4);
  json_key_text(&json, "columnKind", "utf16CodeUnits");
  json_line(&json, 4);
  sarif_invocation(&json, verdict, answers);
  json_line(&json, 4);
  sarif_states(&json, verdict, answers);
  json_line(&json, 4);
  json_key_array(&json, "results");
  for (uint32_t i = 0; i < answers->n; i++)
    if (answers->at[i].state == ANSWER_VIOLATED)
      sarif_result(&json, answers, i);
  json_close(&json);
  rep_sarif_close(&json);
}

void rep_document(Text *out, const RepRun *run, const Verdict *verdict,
                  const RepAnswers *answers) {
  assert(run->bits == 32 || run->bits == 64);
  switch (run->format) {
  case REP_TEXT: text_document(out, run, answers); return;
  case REP_JSON: json_document(out, run, verdict, answers); return;
  case REP_SARIF: sarif_document(out, run, verdict, answers); return;
  }
}
