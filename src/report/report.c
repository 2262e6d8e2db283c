/* SPDX-License-Identifier: MIT
 *
 * The verdict line and what stands above it: nothing much as text, one object
 * as JSON, a log with one result as SARIF 2.1.0.  The kind of a SARIF result
 * says proved (pass), violated (fail) or unknown (open). */
#include "report/report.h"

#include <unistd.h>

void rep_verdict_text(Text *out, const Verdict *verdict) {
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

/* Length of the UTF-8 sequence at `at`; 0 when it is none. */
static size_t utf8_length(const unsigned char *at) {
  size_t n = at[0] < 0x80                    ? 1
             : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
             : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
             : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                             : 0;
  for (size_t i = 1; i < n; i++)
    if ((at[i] & 0xC0) != 0x80) return 0;
  if (n == 3 &&
      ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0)))
    return 0;
  if (n == 4 &&
      ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90)))
    return 0;
  return n;
}

void rep_json_string(Text *out, const char *text) {
  text_char(out, '"');
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    size_t n = utf8_length(c);
    if (n == 0) {
      text_add(out, "\\ufffd");
      n = 1;
    } else if (*c == '"' || *c == '\\') {
      text_printf(out, "\\%c", *c);
    } else if (*c < 0x20) {
      text_printf(out, "\\u%04x", *c);
    } else {
      text_add_n(out, (const char *)c, n);
    }
    c += n;
  }
  text_char(out, '"');
}

static void member(Text *out, const char *name, const char *value) {
  text_printf(out, "  \"%s\": ", name);
  rep_json_string(out, value);
  text_add(out, ",\n");
}

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

static void json_assumptions(Text *out, const RepRun *run) {
  text_add(out, "  \"assumptions\": [");
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    const LedgerEntry *entry = &run->ledger[i];
    Text place;
    text_init(&place, out->mem);
    prog_print_loc(&place, run->program, entry->loc);
    text_printf(out,
                "%s\n    {\"direction\": \"%s\", \"place\": ", i ? "," : "",
                rep_direction_name(entry->direction));
    rep_json_string(out, text_get(&place));
    text_add(out, ", \"reason\": ");
    rep_json_string(out, entry->reason);
    text_char(out, '}');
    text_done(&place);
  }
  text_add(out, run->n_ledger ? "\n  ]\n" : "]\n");
}

static void json_body(Text *out, const RepRun *run, const Verdict *verdict) {
  text_add(out, "{\n");
  member(out, "tool", "cutpoint");
  member(out, "version", run->version);
  text_add(out, "  \"files\": [");
  for (uint32_t i = 0; i < run->n_files; i++) {
    if (i) text_add(out, ", ");
    rep_json_string(out, run->files[i]);
  }
  text_add(out, "],\n");
  text_printf(out, "  \"data_model\": \"%s\",\n",
              run->bits == 32 ? "ILP32" : "LP64");
  member(out, "property", run->property);
  member(out, "verdict", kind_name(verdict->kind));
  if (verdict->kind == VERDICT_FALSE)
    member(out, "violated", verdict->property);
  if (verdict->kind == VERDICT_UNKNOWN) member(out, "reason", verdict->reason);
  text_printf(out, "  \"exit_code\": %d,\n", (int)verdict->code);
  if (run->story) rep_story_json(out, run->story);
  rep_account_json(out, run);
  json_assumptions(out, run);
  text_add(out, "}\n");
}

/* ---- SARIF ---- */

static void sarif_files(Text *out, const RepRun *run) {
  for (uint32_t i = 0; i < run->n_files; i++) {
    text_printf(out,
                "%s{\"physicalLocation\": {\"artifactLocation\": "
                "{\"uri\": ",
                i ? ", " : "");
    rep_json_string(out, run->files[i]);
    text_add(out, "}}}");
  }
}

static void sarif_body(Text *out, const RepRun *run, const Verdict *verdict) {
  static const char *const kinds[] = {"pass", "fail", "open"};
  static const char *const levels[] = {"none", "error", "none"};
  Text message;
  text_init(&message, out->mem);
  rep_verdict_text(&message, verdict);
  text_add(out, "{\n  \"$schema\": \"https://json.schemastore.org/"
                "sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
                "  \"runs\": [{\n    \"tool\": {\"driver\": {"
                "\"name\": \"cutpoint\", \"version\": ");
  rep_json_string(out, run->version);
  text_add(out, "}},\n    \"results\": [{\n      \"ruleId\": ");
  rep_json_string(out, run->property);
  text_printf(out, ",\n      \"kind\": \"%s\", \"level\": \"%s\",\n",
              kinds[verdict->kind], levels[verdict->kind]);
  text_add(out, "      \"message\": {\"text\": ");
  rep_json_string(out, text_get(&message));
  text_add(out, "},\n");
  if (run->story) rep_story_sarif(out, run->story);
  text_add(out, "      \"locations\": [");
  if (!rep_story_sarif_end(out, run->story)) sarif_files(out, run);
  text_add(out, "]\n    }]\n  }]\n}\n");
  text_done(&message);
}

/* ---- text ---- */

static void text_body(Text *out, const RepRun *run, const Verdict *verdict) {
  if (run->story) rep_story_text(out, run->story);
  rep_account_text(out, run, verdict);
  if (run->assumptions == REP_ASSUMPTIONS_HIDDEN) return;
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    const LedgerEntry *entry = &run->ledger[i];
    prog_print_loc(out, run->program, entry->loc);
    text_printf(out, ": %s: %s\n", rep_direction_name(entry->direction),
                entry->reason);
  }
}

void rep_body(Text *out, const RepRun *run, const Verdict *verdict) {
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
