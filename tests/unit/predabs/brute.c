/* SPDX-License-Identifier: MIT */
#include "unit/predabs/brute.h"

#define MAX_BITS 13

typedef struct Valuation {
  TermStore *store;
  TermList vars;
  uint32_t bits; /* all values, the first variable's lowest */
} Valuation;

static uint32_t width_of(TermStore *store, Term var) {
  return term_is_bool(store, var) ? 1 : term_width(store, var);
}

static bool value_of(void *context, TermEval *eval, Term var,
                     TermValue *value) {
  const Valuation *v = context;
  uint32_t shift = 0;
  for (uint32_t i = 0; i < v->vars.n; i++) {
    uint32_t width = width_of(v->store, v->vars.at[i]);
    uint32_t bits = v->bits >> shift & ((1u << width) - 1);
    if (term_same(v->vars.at[i], var)) {
      *value = term_is_bool(v->store, var) ? term_value_bool((int)bits)
                                           : term_value_u64(eval, bits, width);
      return true;
    }
    shift += width;
  }
  return false;
}

static bool is_true(TermEval *eval, Term t) {
  TermValue value;
  TermEvalStatus status = term_eval(eval, t, &value);
  require(status == TERM_EVAL_OK);
  return value.bits & 1;
}

static uint32_t total_bits(const Valuation *v) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < v->vars.n && bits <= MAX_BITS; i++)
    bits += width_of(v->store, v->vars.at[i]);
  return bits;
}

bool brute_abstract(TermStore *store, Term formula, const Term *predicates,
                    uint32_t n, uint64_t *possible) {
  Valuation v = {.store = store};
  Term all = formula; /* only to list the variables */
  TermRewriting old = term_store_rewriting(store, TERM_REWRITE_OFF);
  for (uint32_t i = 0; i < n; i++)
    all = term_and(store, all, term_iff(store, predicates[i], predicates[0]));
  term_store_rewriting(store, old);
  term_vars(store, all, &v.vars);
  uint32_t bits = total_bits(&v);
  *possible = 0;
  if (bits <= MAX_BITS) {
    TermEval *eval = term_eval_new(store, value_of, &v);
    for (; v.bits < 1u << bits; v.bits++) {
      term_eval_reset(eval);
      if (!is_true(eval, formula)) continue;
      uint32_t index = 0;
      for (uint32_t i = 0; i < n; i++)
        index |= (uint32_t)is_true(eval, predicates[i]) << i;
      *possible |= (uint64_t)1 << index;
    }
    term_eval_free(eval);
  }
  VEC_DONE(term_store_mem(store), &v.vars);
  return bits <= MAX_BITS;
}
