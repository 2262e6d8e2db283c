/* SPDX-License-Identifier: MIT
 *
 * What the front (smt.c) and the back ends share. */
#ifndef SMT_SMT_INT_H
#define SMT_SMT_INT_H

#include "smt/smt.h"

#include <stdatomic.h>

/* One solver's surroundings, owned by the front, used by its back end. */
typedef struct SmtShared {
  Mem *mem;
  TermStore *store;
  SmtOptions options;
  SmtStats stats;
  Text reason;            /* why the last check was unknown */
  atomic_int interrupted; /* set by smt_interrupt, cleared by a check */
} SmtShared;

/* Count effort; false when the budget (may be NULL) is spent or somebody
 * interrupted, with the reason recorded.  Looks at the clock every time. */
BASE_MUST_USE bool smt_spend(SmtShared *shared, Budget *budget, uint64_t ticks);
/* The same for one of many small steps (budget_step). */
BASE_MUST_USE bool smt_step(SmtShared *shared, Budget *budget, uint32_t weight);
/* The same without counting or recording (callable from other threads). */
BASE_MUST_USE bool smt_is_stopped(SmtShared *shared, const Budget *budget);
void smt_set_reason(SmtShared *shared, const char *reason);

/* A back end.  All functions but the last are required. */
struct SmtBackend {
  const char *name;
  const SmtBackend *const *other; /* who re-checks it */
  void *(*make)(SmtShared *shared);
  void (*free)(void *self);
  /* Cheap: work that may be long waits for the next check. */
  void (*add)(void *self, Term t);
  /* No assumption is the constant true or false. */
  SmtResult (*check)(void *self, const Term *assumptions, uint32_t n,
                     Budget *budget);
  /* After SMT_SAT: the value of a variable; false: the solver does not know
   * it, any will do. */
  bool (*value)(void *self, TermEval *eval, Term var, TermValue *value);
  /* After SMT_SAT: the value of a term that term_eval leaves unspecified;
   * false: it cannot say either. */
  bool (*unspecified)(void *self, TermEval *eval, Term t, TermValue *value);
  /* After SMT_UNSAT: is assumption `i` of that check in the core? */
  bool (*in_core)(void *self, uint32_t i);
  /* Why a single node cannot be represented; NULL: it can. */
  const char *(*refuses)(TermStore *store, Term node);
  /* `var` is equal to `t` from now on; NULL: their equality is added. */
  void (*define)(void *self, Term var, Term t);
};

/* The formulas given so far; for those who build on the front. */
const Term *smt_formulas(const Smt *smt, uint32_t *n);
/* The assumptions of the last check. */
const Term *smt_assumptions(const Smt *smt, uint32_t *n);
SmtShared *smt_shared(Smt *smt);
const SmtBackend *smt_backend_of(const Smt *smt);
/* Keep only these literals as the core of the last (unsatisfiable) check. */
void smt_replace_core(Smt *smt, const Term *core, uint32_t n);

/* check.c: the self-checks of SmtOptions.check. */
void smt_check_core(Smt *smt, Budget *budget);

#endif
