/* SPDX-License-Identifier: MIT
 *
 * Turns by kind of program: which rows take part in a race, in which order, for
 * how many ticks.  The table is learned: see schedule.c. */
#ifndef CHECK_SCHEDULE_H
#define CHECK_SCHEDULE_H

#include "check/settings.h"

/* Kinds of programs that are tackled differently. */
#define SITUATIONS(X)                                                          \
  X(RECURSIVE, "recursive") /* recursion was not unrolled to its end */        \
  X(LOOP_FREE, "loop-free")                                                    \
  X(MEMORY, "memory") /* loops, and memory is asked about */                   \
  X(FLOATS, "floats")                                                          \
  X(FLOAT_ARRAYS, "float-arrays")                                              \
  X(INTEGERS, "integers")                                                      \
  X(ARRAYS, "arrays")                                                          \
  X(PRODUCTS, "products") /* integers, and unknowns are multiplied */          \
  X(ARRAY_PRODUCTS, "array-products")                                          \
  X(REACTIVE, "reactive") /* single values, long ways between places */        \
  X(ROUNDS, "rounds")     /* single values, one loop of long rounds */

typedef enum Situation {
#define X(id, name) SITUATION_##id,
  SITUATIONS(X)
#undef X
      N_SITUATIONS
} Situation;

typedef struct Turn {
  Method who;
  uint32_t first;  /* ticks of its first turn: see process/race.h */
  uint32_t second; /* and of its second */
} Turn;

enum { SCHEDULE_MOST = 18 };

/* In the order of first turns, up to one with first == 0. */
extern const Turn schedule[N_SITUATIONS][SCHEDULE_MOST];

#endif
