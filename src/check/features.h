/* SPDX-License-Identifier: MIT
 *
 * What of a program decides how it is tackled. */
#ifndef CHECK_FEATURES_H
#define CHECK_FEATURES_H

#include "check/snapshots.h"
#include "ts/ts.h"

typedef struct Features {
  bool loops;           /* the system has a cycle */
  bool floats;          /* ... or values that only float solvers know */
  bool products;        /* ... of two unknowns */
  bool cut_recursion;   /* a call of a recursive function was not unrolled */
  bool memory_property; /* the property speaks of memory */
  bool arguments;       /* main looks at its arguments, and they may be any */
  bool lists;           /* heap objects that a heap abstraction might follow */
  bool cells;           /* arrays or bounds that a cell abstraction finds */
  bool copies;          /* ranges whose contents the encoder forgets */
  bool arrays;          /* accessed at places that are not constant */
  bool shapes;          /* objects on the heap, or asked about */
  bool forgettable;     /* memory or recursion is left that may not matter */
  bool texts;           /* functions of the library walk along texts */
  bool long_lines;      /* unrolled to so much that it is no longer simple */
  bool long_steps;      /* an edge has hundreds of blocks */
  bool long_rounds;     /* there is one loop, and its rounds are long */
  bool scalar_states;   /* no array in any state */
} Features;

Features features_of(const Snapshots *snapshots, const Ts *ts);

bool features_has_loops(const Ts *ts);
/* Do states hold single values only? */
bool features_has_scalar_states(const Ts *ts);
/* Does an edge lead to an error, or to what is not supported? */
bool features_has_errors(const Ts *ts);
bool features_has_cut_recursion(const Program *program);
/* The user's instructions, before any is copied; many are a large program. */
uint32_t features_n_insts(const Program *program);
/* Of the entry. */
uint32_t features_n_loads(const Program *program);
enum { FEATURES_MANY_INSTS = 1000 };
/* A very large program that reads its data through pointers: its passes take
 * long, and most of what it moves does not matter. */
bool features_follows_pointers(const Program *program);

#endif
