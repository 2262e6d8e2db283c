/* SPDX-License-Identifier: MIT
 *
 * A model-based tester of src/smt: random sequences of calls, carried out by
 * all back ends side by side, compared after every call. */
#ifndef TESTS_SMT_MBT_H
#define TESTS_SMT_MBT_H

#include "unit/trace.h"

/* X(name): what a step does with its numbers a, b, c; terms are random ones
 * made from a seed, so that a trace is short text. */
#define MBT_STEPS(X)                                                           \
  X(add)    /* formula of seed a, depth b */                                   \
  X(act)    /* one more activation literal */                                  \
  X(under)  /* formula of seed a, depth b under activation literal c */        \
  X(retire) /* activation literal c */                                         \
  X(check)  /* a mod 5 assumptions of depth b and activation literals c */     \
  X(ticks)  /* the same under a small tick limit */                            \
  X(min)    /* minimise the core, if there is one */                           \
  X(define) /* an activation literal c, or a new one, is equal to a formula of \
               seed a, depth b */                                              \
  X(allsat) /* all solutions over three terms of seed a, depth b */            \
  X(lie)    /* the next answer of the first back end is turned round (only to  \
               test the tester) */

typedef enum MbtOp {
#define X(name) MBT_##name,
  MBT_STEPS(X)
#undef X
      MBT_N_OPS
} MbtOp;

/* Settings: the width of bit-vectors; arrays (0: none). */
extern const TraceKind smt_trace;

#endif
