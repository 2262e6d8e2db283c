/* SPDX-License-Identifier: MIT
 *
 * Answers as bytes, as a verdict and as lines. */
#include "report/answers.h"

#include <stdlib.h>

/* ---- bytes ---- */

enum { TEXTS = 10 };

static void texts_of(RepAnswer *answer, const char **fields[TEXTS]) {
  const char **all[TEXTS] = {&answer->property, &answer->until,  &answer->place,
                             &answer->message,  &answer->reason, &answer->part,
                             &answer->premises, &answer->sites,  &answer->tried,
                             &answer->page};
  memcpy(fields, all, sizeof all);
}

void rep_answers_pack(Text *out, const RepAnswers *answers) {
  text_printf(out, "%u\n", answers->n);
  for (uint32_t i = 0; i < answers->n; i++) {
    RepAnswer answer = answers->at[i];
    const char **fields[TEXTS];
    texts_of(&answer, fields);
    text_printf(out, "%d %d %d %u\n", (int)answer.state, (int)answer.weight,
                (int)answer.code, answer.n_sites);
    for (int k = 0; k < TEXTS; k++) {
      require(*fields[k]);
      text_printf(out, "%zu:", strlen(*fields[k]));
      text_add(out, *fields[k]);
    }
    text_char(out, '\n');
  }
}

typedef struct Unpacker {
  const char *at, *end;
  bool good;
} Unpacker;

static unsigned long take_number(Unpacker *u) {
  char *next;
  unsigned long value = strtoul(u->at, &next, 10);
  if (next == u->at || next >= u->end) u->good = false;
  u->at = u->good ? next + 1 : u->end; /* and what stands behind it */
  return value;
}

static const char *take_text(Unpacker *u, Arena *texts) {
  unsigned long n = take_number(u);
  if (!u->good || n > (unsigned long)(u->end - u->at)) {
    u->good = false;
    return "";
  }
  const char *copy = arena_strndup(texts, u->at, n);
  u->at += n;
  return copy;
}

bool rep_answers_unpack(RepAnswers *out, Arena *texts, const Text *packed) {
  const char *bytes = text_get(packed);
  Unpacker u = {bytes, bytes + packed->n, packed->n > 0};
  unsigned long n = u.good ? take_number(&u) : 0;
  for (unsigned long i = 0; i < n && u.good; i++) {
    RepAnswer answer = {0};
    const char **fields[TEXTS];
    texts_of(&answer, fields);
    answer.state = (RepState)take_number(&u);
    answer.weight = take_number(&u) ? ANSWER_WARNS : ANSWER_MATTERS;
    answer.code = (ExitCode)take_number(&u);
    answer.n_sites = (uint32_t)take_number(&u);
    for (int k = 0; k < TEXTS; k++) *fields[k] = take_text(&u, texts);
    u.at++; /* the end of its line */
    if (u.good) VEC_PUSH(texts->mem, out, answer);
  }
  return u.good;
}

/* ---- the verdict ---- */

static void add_reason(Text *words, const RepAnswer *answer, bool is_alone) {
  if (is_alone) {
    text_add(words, answer->reason);
    return;
  }
  text_printf(words, "%s%s: %s", words->n ? "; " : "", answer->property,
              answer->reason);
}

Verdict rep_answers_verdict(const RepAnswers *answers, Text *words) {
  Verdict verdict = {
      .kind = VERDICT_TRUE, .code = EXIT_PROVED, .property = "", .reason = ""};
  text_clear(words);
  for (uint32_t i = 0; i < answers->n; i++) {
    const RepAnswer *answer = &answers->at[i];
    require(answer->state != ANSWER_OPEN);
    if (answer->weight == ANSWER_WARNS || answer->state == ANSWER_PROVED)
      continue;
    if (answer->state == ANSWER_VIOLATED)
      return (Verdict){.kind = VERDICT_FALSE,
                       .code = EXIT_VIOLATED,
                       .property = answer->property,
                       .reason = ""};
    if (verdict.kind == VERDICT_TRUE || answer->code == EXIT_TIMEOUT)
      verdict.code = answer->code;
    verdict.kind = VERDICT_UNKNOWN;
    verdict.cause = CAUSE_LIMIT;
    add_reason(words, answer, answers->n == 1);
  }
  if (verdict.kind == VERDICT_UNKNOWN) verdict.reason = text_get(words);
  for (uint32_t i = 0; i < answers->n; i++) { /* an error of ours is louder */
    bool failed = answers->at[i].state == ANSWER_UNDECIDED &&
                  answers->at[i].code == EXIT_INTERNAL;
    if (failed && verdict.kind == VERDICT_UNKNOWN) verdict.code = EXIT_INTERNAL;
  }
  return verdict;
}

/* ---- lines ---- */

static void say_state(Text *out, const RepAnswer *answer) {
  switch (answer->state) {
  case ANSWER_PROVED:
    text_add(out, answer->n_sites ? "proved" : "nothing to check");
    if (*answer->until && answer->n_sites)
      text_printf(out, " up to the first violation of %s", answer->until);
    return;
  case ANSWER_VIOLATED:
    text_printf(out, "%sviolated",
                answer->weight == ANSWER_WARNS ? "warning: " : "");
    if (*answer->place) text_printf(out, " at %s", answer->place);
    if (*answer->message) text_printf(out, ": %s", answer->message);
    return;
  case ANSWER_UNDECIDED:
  case ANSWER_OPEN: break;
  }
  text_printf(out, "undecided: %s", answer->reason);
}

static void say_files(Text *out, const RepRun *run) {
  text_add(out, "checked:   ");
  for (uint32_t i = 0; i < run->n_files; i++)
    text_printf(out, "%s %s", i ? "," : "", run->files[i]);
  text_printf(out, " (%s)\n", run->bits == 32 ? "ILP32" : "LP64");
}

/* What helps, by what stood in the way. */
const char *rep_answer_advice(const RepAnswer *answer) {
  static const struct {
    const char *why, *advice;
  } rows[] = {
      {"function without", "give the file that has its body, or a stub"},
      {"recursion", "bound the depth: __VERIFIER_assume(n < 10)"},
      {"library's own", "a stub for that function in a file of your own"},
      {"unsupported", "a stub for that place in a file of your own"},
      {"not every behaviour",
       "--assumptions shows which; avoid that construct"},
      {"could not be replayed", "look at it: the error may be real"},
      {"memory", "more --memory"},
      {"interrupted", "let it run"}};
  if (answer->code == EXIT_INTERNAL) return "report this: it is our error";
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strstr(answer->reason, rows[i].why)) return rows[i].advice;
  if (answer->code == EXIT_TIMEOUT)
    return "more --timeout; smaller arrays and bounds for inputs "
           "(__VERIFIER_assume(n < 100)); --property for this one alone";
  return "smaller arrays and bounds for inputs (__VERIFIER_assume(n < 100)); "
         "one method alone, as --engine=bounded";
}

/* The property of an answer before number `i` of which the same was tried, as
 * they were asked about together; NULL: none. */
static const char *tried_before(const RepAnswers *answers, uint32_t i) {
  const RepAnswer *answer = &answers->at[i];
  for (uint32_t k = 0; k < i && *answer->tried; k++)
    if (answers->at[k].state == ANSWER_UNDECIDED &&
        strcmp(answers->at[k].tried, answer->tried) == 0 &&
        strcmp(answers->at[k].reason, answer->reason) == 0)
      return answers->at[k].property;
  return NULL;
}

/* Below the line of a property that is undecided. */
/* Does a later line give the same advice?  Once is enough. */
static bool is_advised_later(const RepAnswers *answers, uint32_t i) {
  const char *advice = rep_answer_advice(&answers->at[i]);
  for (uint32_t k = i + 1; k < answers->n; k++)
    if (answers->at[k].state == ANSWER_UNDECIDED && !tried_before(answers, k) &&
        strcmp(rep_answer_advice(&answers->at[k]), advice) == 0)
      return true;
  return false;
}

static void say_tried(Text *out, const RepAnswers *answers, uint32_t i) {
  const RepAnswer *answer = &answers->at[i];
  const char *other = tried_before(answers, i);
  if (answer->state != ANSWER_UNDECIDED) return;
  if (other) {
    text_printf(out, "    together with %s\n", other);
    return;
  }
  for (const char *at = answer->tried; *at;) {
    size_t n = strcspn(at, "\n");
    text_printf(out, "    %.*s\n", (int)n, at);
    at += n + (at[n] == '\n');
  }
  if (!*answer->tried && answer->code == EXIT_TIMEOUT)
    text_add(out, "    nothing was begun before the time was up\n");
  if (!is_advised_later(answers, i))
    text_printf(out, "    try: %s\n", rep_answer_advice(answer));
}

void rep_answers_text(Text *out, const RepRun *run, const RepAnswers *answers) {
  size_t width = 0;
  for (uint32_t i = 0; i < answers->n; i++)
    if (strlen(answers->at[i].property) > width)
      width = strlen(answers->at[i].property);
  say_files(out, run);
  for (uint32_t i = 0; i < answers->n; i++) {
    const RepAnswer *answer = &answers->at[i];
    text_printf(out, "  %-*s  ", (int)width, answer->property);
    say_state(out, answer);
    if (answer->n_sites)
      text_printf(out, " (%u site%s)", answer->n_sites,
                  answer->n_sites == 1 ? "" : "s");
    text_char(out, '\n');
    say_tried(out, answers, i);
    text_add(out, answer->sites);
  }
}
