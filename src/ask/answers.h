/* SPDX-License-Identifier: MIT
 *
 * From what the questions sent to an answer for each property. */
#ifndef ASK_ANSWERS_H
#define ASK_ANSWERS_H

#include "ask/ask.h"

typedef struct Answers {
  const AskOrder *order;
  const Question *questions;
  uint32_t n;
} Answers;

/* The property that the question's verdict says is violated; COUNT: none. */
PropertyKind answers_violated(const Question *question);
/* Sends what is known so far. */
void answers_send(const Answers *answers);
/* The end: also what a single question sent, and the statistics.  The code of
 * the process. */
ExitCode answers_end(const Answers *answers);

#endif
