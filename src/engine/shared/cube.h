/* SPDX-License-Identifier: MIT
 *
 * Obligations: cubes of states from which a target is reachable, read off a
 * model of one edge.  Shared by the engines that go
 * backwards. */
#ifndef ENGINE_SHARED_CUBE_H
#define ENGINE_SHARED_CUBE_H

#include "ts/evidence.h"

typedef enum CubeUnequal {
  CUBE_KEEP_UNEQUAL, /* x != y stays: best for modular facts */
  CUBE_SPLIT_UNEQUAL /* it becomes the signed inequality that holds */
} CubeUnequal;

/* Literals that together imply `formula`, each true in the model.  Conjunctions
 * are split, of a disjunction one true part is taken, if-then-else and reads
 * over writes are decided as in the model (which adds literals).  Appends to
 * `literals`, without repetition.  The formula must be true in the model. */
void cube_literals(TermStore *store, const TsModel *model, Term formula,
                   CubeUnequal unequal, TermList *literals);

typedef enum CubeInputs {
  CUBE_GENERAL, /* an input is eliminated where some value of it always does,
                   else replaced by its value in the model */
  CUBE_CONCRETE /* every input is replaced by its value */
} CubeInputs;

typedef struct CubeOptions {
  CubeInputs inputs;
  CubeUnequal unequal;
} CubeOptions;

/* The model satisfies the edge's formula and the target's literals (over the
 * target's `now` variables, true of its `next` ones in the model).  Gives
 * literals over the source's `now` variables such that every state that
 * satisfies them can take the edge, by the same path, into the target's cube.
 * False: the model takes no path (it is none of the formula). */
BASE_MUST_USE bool cube_before(const Ts *ts, TsEdgeId edge,
                               const TsModel *model, const Term *target,
                               uint32_t n_target, CubeOptions options,
                               TermList *literals);

#endif
