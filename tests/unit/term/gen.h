/* SPDX-License-Identifier: MIT
 *
 * Random terms for tests, and instances of rewrite rules. */
#ifndef TESTS_TERM_GEN_H
#define TESTS_TERM_GEN_H

#include "term/term.h"

typedef struct Gen {
  TermStore *store;
  Rng rng;
  uint32_t width;              /* main width of bit-vectors */
  uint32_t n_floats, n_arrays; /* 0: none wanted; else weights */
} Gen;

/* Leaves come from few variables and constants, so that patterns meet. */
Term gen_bool(Gen *gen, uint32_t depth);
Term gen_bv(Gen *gen, uint32_t width, uint32_t depth);
Term gen_array(Gen *gen, uint32_t depth);
Term gen_float(Gen *gen, uint32_t depth);
/* A random term of a random sort. */
Term gen_any(Gen *gen, uint32_t depth);

/* ---- instances of rules ---- */

typedef struct RuleInstance {
  const char *rule;
  Term left;  /* as built, without rewriting */
  Term right; /* what the rule makes of it */
} RuleInstance;

/* Calls `visit` for up to `per_rule` different instances of every rule of the
 * table at this width, found among random terms built without rewriting.
 * Gives the number of rows that were met. */
typedef void RuleVisit(void *context, TermStore *store,
                       const RuleInstance *instance);
uint32_t gen_rule_instances(TermStore *store, uint32_t width, uint32_t per_rule,
                            uint64_t seed, RuleVisit *visit, void *context);
/* Rows of the rule table. */
uint32_t gen_rule_rows(void);
/* The rows that no instance of widths lo..hi meets. */
void gen_missing_rules(Text *missing, Mem *mem, uint32_t lo, uint32_t hi);

#endif
