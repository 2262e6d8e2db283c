/* SPDX-License-Identifier: MIT
 *
 * A model-based tester of src/dd: random sequences of operations on diagrams,
 * each compared with its table of values on a small grid. */
#ifndef TESTS_DD_MBT_H
#define TESTS_DD_MBT_H

#include "unit/trace.h"

/* X(name): what a step does with its numbers a, b, c.  Diagrams are kept in a
 * pool of eight; a step's result replaces the oldest. */
#define DD_MBT_STEPS(X)                                                        \
  X(label) /* Boolean variable a, or (b > 0) the constraint of seed a */       \
  X(and)   /* of diagrams a, b; so the next five */                            \
  X(or)                                                                        \
  X(xor)                                                                       \
  X(minus)                                                                     \
  X(not)                                                                       \
  X(ite)     /* of a, b, c */                                                  \
  X(some)    /* exists Boolean variables b in a */                             \
  X(both)    /* exists Boolean variables c in a and b */                       \
  X(fix)     /* label b of a to c mod 2 */                                     \
  X(compose) /* Boolean variable b of a by diagram c */                        \
  X(number)  /* exists number b in a, within the grid */                       \
  X(replace) /* number b of a by another one plus c mod 3 */                   \
  X(collect) /* garbage */                                                     \
  X(sift)    /* reorder */                                                     \
  X(order)   /* label a to the top */                                          \
  X(limit)   /* and of a, b with c more nodes at most */                       \
  X(lie)     /* the table of a is damaged (only to test the tester) */

typedef enum DdMbtOp {
#define X(name) DD_MBT_##name,
  DD_MBT_STEPS(X)
#undef X
      DD_MBT_N_OPS
} DdMbtOp;

/* Settings: 0 no numbers, 1..4 boxes, octagons, tvpi, linear; and 0 integers, 1
 * rationals, 2 integers of the grid's range. */
extern const TraceKind dd_trace;

#endif
