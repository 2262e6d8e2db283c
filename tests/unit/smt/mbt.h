/* SPDX-License-Identifier: MIT
 *
 * A model-based tester of src/smt: random sequences of calls, carried out by
 * all back ends side by side, compared after every call. */
#ifndef TESTS_SMT_MBT_H
#define TESTS_SMT_MBT_H

#include "base/base.h"

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
  X(allsat) /* all solutions over three terms of seed a, depth b */            \
  X(lie)    /* the next answer of the first back end is turned round (only to  \
               test the tester) */

typedef enum MbtOp {
#define X(name) MBT_##name,
  MBT_STEPS(X)
#undef X
      MBT_N_OPS
} MbtOp;

typedef struct MbtStep {
  MbtOp op;
  uint32_t a, b, c;
} MbtStep;

typedef struct MbtTrace {
  uint32_t width;  /* of bit-vectors */
  uint32_t arrays; /* 0: none */
  Vec(MbtStep) steps;
} MbtTrace;

void mbt_random(MbtTrace *trace, Mem *mem, uint64_t seed);
void mbt_print(Text *out, const MbtTrace *trace);
/* False: no trace. */
BASE_MUST_USE bool mbt_parse(MbtTrace *trace, Mem *mem, const char *text);
void mbt_done(MbtTrace *trace, Mem *mem);
/* Carry out in a child process; true: all agreed.  The child's messages go to
 * stderr, or nowhere if `is_quiet`. */
typedef enum MbtNoise { MBT_LOUD, MBT_QUIET } MbtNoise;
BASE_MUST_USE bool mbt_run(const MbtTrace *trace, MbtNoise noise);
/* Make a failing trace as short as possible by leaving out steps. */
void mbt_shrink(MbtTrace *trace);

#endif
