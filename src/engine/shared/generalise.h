/* SPDX-License-Identifier: MIT
 *
 * From a refuted cube to a small one: drop literals, replace two by their sum.
 * Shared by the engines that learn from refuted obligations. */
#ifndef ENGINE_SHARED_GENERALISE_H
#define ENGINE_SHARED_GENERALISE_H

#include "smt/smt.h"

typedef enum CubeAnswer {
  CUBE_REFUTED, /* no state of the cube can be entered */
  CUBE_REACHED,
  CUBE_STOPPED /* not known; ask no more */
} CubeAnswer;

/* Somebody who knows whether a cube can be entered. */
typedef struct CubeOracle {
  void *context;
  /* On CUBE_REFUTED, used[i] is set for every literal that the refutation
   * needed; `used` may be NULL. */
  CubeAnswer (*ask)(void *context, const TermList *cube, uint8_t *used);
  const Map *narrowed; /* nodes of variables that are no numbers but value
                          classes, whose sums mean nothing; NULL: none */
  /* Is the literal in use already?  Then it is rather kept than a new one.
   * NULL: none is. */
  bool (*is_used)(void *context, Term literal);
} CubeOracle;

/* Is the cube refuted?  Then it shrinks to the literals that were needed. */
BASE_MUST_USE CubeAnswer cube_shrink(TermStore *store, const CubeOracle *oracle,
                                     TermList *cube);

/* The cube is refuted, and stays so: drop literals that are not needed, but
 * not all; ... */
void cube_drop_literals(TermStore *store, const CubeOracle *oracle,
                        TermList *cube);
/* ... replace pairs by their sum; ... */
void cube_add_up(TermStore *store, const CubeOracle *oracle, TermList *cube);
/* ... both, which is as general as a few questions allow. */
void cube_generalise(TermStore *store, const CubeOracle *oracle,
                     TermList *cube);

/* After SMT_UNSAT: set used[i] for every literal of the cube whose assumption
 * assumed[i] is in the core. */
void cube_mark_core(Smt *smt, const TermList *cube, const Term *assumed,
                    uint8_t *used);

/* `to` becomes a copy of `from`. */
void cube_copy(TermStore *store, TermList *to, const TermList *from);
bool cube_contains(const TermList *cube, Term literal);
/* Every literal of `small` is one of `large`. */
bool cube_is_subset(const TermList *small, const TermList *large);

#endif
