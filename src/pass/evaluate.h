/* SPDX-License-Identifier: MIT
 *
 * Calls of pure functions with constant arguments, evaluated. */
#ifndef PASS_EVALUATE_H
#define PASS_EVALUATE_H

#include "ir/program.h"

typedef struct Evaluator Evaluator;

/* Finds the pure functions.  Their bodies must not change until it is freed. */
Evaluator *evaluator_new(Program *program);
void evaluator_free(Evaluator *evaluator);

/* The constant that the CALL returns.  False: none, or it is not known. */
BASE_MUST_USE bool evaluator_call(Evaluator *evaluator, const Inst *call,
                                  Val *result);

#endif
