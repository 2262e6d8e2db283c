/* SPDX-License-Identifier: MIT
 *
 * Answers: as bytes and back, and the verdict on all of them. */
#include "report/answers.h"
#include "unit/unit.h"

static RepAnswer answer(const char *property, RepState state) {
  return (RepAnswer){.state = state,
                     .code = EXIT_UNKNOWN,
                     .n_sites = 3,
                     .property = property,
                     .until = "",
                     .place = state == ANSWER_VIOLATED ? "a.c:1:2" : "",
                     .message = "",
                     .reason = state == ANSWER_UNDECIDED ? "too hard" : "",
                     .part = "",
                     .page = "",
                     .premises = "",
                     .tried = "pdr: frames 3, 44 queries\n",
                     .sites = ""};
}

typedef struct Bench {
  Mem mem;
  Arena texts;
  RepAnswers answers;
  Text words;
} Bench;

static void begin(Bench *b) {
  *b = (Bench){0};
  mem_init(&b->mem, 0);
  arena_init(&b->texts, &b->mem);
  text_init(&b->words, &b->mem);
}

static void end(Bench *b) {
  VEC_DONE(&b->mem, &b->answers);
  text_done(&b->words);
  arena_done(&b->texts);
  mem_done(&b->mem);
}

TEST(report_answers_come_back_whole) {
  Bench b;
  begin(&b);
  RepAnswer first = answer("no-overflow", ANSWER_VIOLATED);
  first.part = "12:34\nwith \"quotes\"\n";
  first.weight = ANSWER_WARNS;
  VEC_PUSH(&b.mem, &b.answers, first);
  VEC_PUSH(&b.mem, &b.answers, answer("unreach-call", ANSWER_OPEN));
  Text packed;
  text_init(&packed, &b.mem);
  rep_answers_pack(&packed, &b.answers);
  RepAnswers back = {0};
  CHECK(rep_answers_unpack(&back, &b.texts, &packed));
  CHECK_INT(back.n, 2);
  CHECK_TEXT(back.at[0].part, first.part);
  CHECK_TEXT(back.at[0].place, "a.c:1:2");
  CHECK_INT(back.at[0].weight, ANSWER_WARNS);
  CHECK_INT(back.at[0].n_sites, 3);
  CHECK_INT(back.at[1].state, ANSWER_OPEN);
  CHECK_TEXT(back.at[1].property, "unreach-call");
  VEC_CLEAR(&back);
  packed.n -= 5; /* not whole */
  CHECK(!rep_answers_unpack(&back, &b.texts, &packed));
  VEC_DONE(&b.mem, &back);
  text_done(&packed);
  end(&b);
}

TEST(report_answers_make_one_verdict) {
  Bench b;
  begin(&b);
  VEC_PUSH(&b.mem, &b.answers, answer("unreach-call", ANSWER_PROVED));
  RepAnswer leak = answer("valid-memtrack", ANSWER_VIOLATED);
  leak.weight = ANSWER_WARNS;
  VEC_PUSH(&b.mem, &b.answers, leak);
  CHECK_INT(rep_answers_verdict(&b.answers, &b.words).kind, VERDICT_TRUE);
  VEC_PUSH(&b.mem, &b.answers, answer("valid-deref", ANSWER_UNDECIDED));
  Verdict verdict = rep_answers_verdict(&b.answers, &b.words);
  CHECK_INT(verdict.kind, VERDICT_UNKNOWN);
  CHECK_INT(verdict.code, EXIT_UNKNOWN);
  CHECK_TEXT(verdict.reason, "valid-deref: too hard");
  VEC_PUSH(&b.mem, &b.answers, answer("no-overflow", ANSWER_VIOLATED));
  VEC_PUSH(&b.mem, &b.answers, answer("no-bad-shift", ANSWER_VIOLATED));
  verdict = rep_answers_verdict(&b.answers, &b.words);
  CHECK_INT(verdict.code, EXIT_VIOLATED);
  CHECK_TEXT(verdict.property, "no-overflow");
  end(&b);
}

TEST(report_answers_advise_once) {
  Bench b;
  begin(&b);
  RepAnswer last = answer("no-overflow", ANSWER_UNDECIDED);
  last.tried = "bounded: no error in the first 2 steps\n";
  VEC_PUSH(&b.mem, &b.answers, answer("assertion", ANSWER_UNDECIDED));
  VEC_PUSH(&b.mem, &b.answers, answer("valid-free", ANSWER_PROVED));
  VEC_PUSH(&b.mem, &b.answers, last);
  RepRun run = {0};
  rep_answers_text(&b.words, &run, &b.answers);
  const char *text = text_get(&b.words), *advice = strstr(text, "    try: ");
  CHECK(advice && advice > strstr(text, "bounded: "));
  CHECK(advice && !strstr(advice + 1, "    try: "));
  end(&b);
}
