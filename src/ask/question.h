/* SPDX-License-Identifier: MIT
 *
 * The life of one question. */
#ifndef ASK_QUESTION_H
#define ASK_QUESTION_H

#include "ask/ask.h"

/* `among`: how many questions there are, files are named after that.  Texts
 * live in `texts`. */
void question_init(Question *q, const AskOrder *order, uint32_t kinds,
                   uint32_t among, Arena *texts);
void question_done(Question *q);

/* From the program as read, which belongs to the question from now on, to the
 * transition system.  False: a hook ended the run.  A program that a pass
 * cannot serve ends the question. */
BASE_MUST_USE bool question_prepare(Question *q, const AskOrder *order,
                                    Program *read);

#endif
