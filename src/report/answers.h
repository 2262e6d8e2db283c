/* SPDX-License-Identifier: MIT
 *
 * What became of each property of a run, and the verdict on all of them.
 *
 * The process that decided a property renders its part of the report; the one
 * the user started puts the parts together, whatever the end of the others
 * was.  In between answers are bytes. */
#ifndef REPORT_ANSWERS_H
#define REPORT_ANSWERS_H

#include "report/report.h"

typedef enum RepState {
  ANSWER_OPEN, /* nobody has said anything yet */
  ANSWER_PROVED,
  ANSWER_VIOLATED,
  ANSWER_UNDECIDED
} RepState;

/* One property. */
typedef struct RepAnswer {
  RepState state;
  enum {
    ANSWER_MATTERS,
    ANSWER_WARNS
  } weight;             /* does a violation change the
                     verdict? */
  ExitCode code;        /* ANSWER_UNDECIDED: with that */
  uint32_t n_sites;     /* that are checked */
  const char *property; /* "no-overflow" */
  const char *until;    /* proved up to the first violation of these, names with
                           ", " between; "" in every run */
  const char *place;    /* violated: "a.c:3:5", or "" */
  const char *message;  /* violated: what happens there */
  const char *reason;   /* undecided: why */
  const char *part;     /* what rep_part made of it; may be "" */
  const char *page;     /* what rep_html_part made of it; may be "" */
  const char *premises; /* a line each, in text mode; may be "" */
  const char *tried; /* not proved: how far it came, a line each; may be "" */
  const char *sites; /* each with its verdict, a line each; may be "" */
} RepAnswer;

typedef Vec(RepAnswer) RepAnswers;

/* To bytes, and back: texts point into `texts`.  False when it is not one. */
void rep_answers_pack(Text *out, const RepAnswers *answers);
BASE_MUST_USE bool rep_answers_unpack(RepAnswers *out, Arena *texts,
                                      const Text *packed);

/* True if all that matter are proved; else the first that is violated; else
 * unknown, with the reasons of the undecided ones.  `words` holds what the
 * verdict says. */
Verdict rep_answers_verdict(const RepAnswers *answers, Text *words);

/* What the user could try next, of one that is undecided. */
const char *rep_answer_advice(const RepAnswer *answer);

/* ---- documents ---- */

/* A line for each property, for people. */
void rep_answers_text(Text *out, const RepRun *run, const RepAnswers *answers);

/* Everything above the verdict line: lines of text, or one document of JSON or
 * SARIF 2.1.0.  `answers` may be empty: a run that ended before. */
void rep_document(Text *out, const RepRun *run, const Verdict *verdict,
                  const RepAnswers *answers);

#endif
