/* SPDX-License-Identifier: MIT
 *
 * Two back ends on the box solver: "box", which is that alone and answers
 * unknown where it does not get through; and "float", which lets it go first
 * and then takes turns with Z3, whose bits decide what ranges cannot.
 *
 * Turns are counted in visits and ticks: the same questions go the same ways
 * again. */
#include "smt/box/box_int.h"

enum {
  FIRST_EFFORT = 400000,   /* visits of nodes, before Z3 is asked */
  Z3_TICKS = 600,          /* for Z3 at first */
  SECOND_EFFORT = 6000000, /* before Z3 gets all there is */
  Z3_PRICE = 16 /* a tick of Z3 takes longer where there are floats */
};

/* ---- box ---- */

static void *lone_make(SmtShared *shared) {
  return box_make(shared->mem, shared->store, shared);
}

static void lone_free(void *self) {
  box_free(self);
}

static void lone_add(void *self, Term t) {
  box_add(self, t);
}

static SmtResult result_of(BoxAnswer answer) {
  return answer == BOX_REFUTED ? SMT_UNSAT
         : answer == BOX_MODEL ? SMT_SAT
                               : SMT_UNKNOWN;
}

static SmtResult lone_check(void *self, const Term *assumptions, uint32_t n,
                            Budget *budget) {
  Box *box = self;
  SmtResult result = result_of(box_solve(box, assumptions, n, 0, budget));
  if (result == SMT_UNKNOWN && !smt_is_stopped(box->shared, budget))
    smt_set_reason(box->shared, "boxes do not decide it");
  return result;
}

static bool lone_value(void *self, TermEval *eval, Term var, TermValue *value) {
  return box_model_value(self, eval, var, value);
}

static bool lone_unspecified(void *self, TermEval *eval, Term t,
                             TermValue *value) {
  (void)self, (void)eval, (void)t, (void)value;
  return false;
}

static bool lone_in_core(void *self, uint32_t i) {
  const Box *box = self;
  return box->core >> (i < 63 ? i : 63) & 1;
}

static const char *refuses_nothing(TermStore *store, Term node) {
  (void)store, (void)node;
  return NULL;
}

static const SmtBackend *const box_other = &smt_z3;

const SmtBackend smt_box = {
    "box",        &box_other,      lone_make,  lone_free,
    lone_add,     lone_check,      lone_value, lone_unspecified,
    lone_in_core, refuses_nothing, NULL};

/* ---- float ---- */

typedef struct Pair {
  SmtShared *shared;
  Box *box;
  void *z3;         /* NULL: not asked yet */
  Vec(Term) for_z3; /* formulas it has not got */
  bool z3_answered;
} Pair;

static void *pair_make(SmtShared *shared) {
  Pair *pair = MEM_NEW(shared->mem, Pair);
  pair->shared = shared;
  pair->box = box_make(shared->mem, shared->store, shared);
  return pair;
}

static void pair_free(void *self) {
  Pair *pair = self;
  Mem *mem = pair->shared->mem;
  box_free(pair->box);
  if (pair->z3) smt_z3.free(pair->z3);
  VEC_DONE(mem, &pair->for_z3);
  MEM_DELETE(mem, pair);
}

static void pair_add(void *self, Term t) {
  Pair *pair = self;
  box_add(pair->box, t);
  VEC_PUSH(pair->shared->mem, &pair->for_z3, t);
}

static SmtResult ask_z3(Pair *pair, const Term *assumptions, uint32_t n,
                        Budget *budget) {
  if (!pair->z3) pair->z3 = smt_z3.make(pair->shared);
  for (uint32_t i = 0; i < pair->for_z3.n; i++)
    smt_z3.add(pair->z3, pair->for_z3.at[i]);
  VEC_CLEAR(&pair->for_z3);
  pair->z3_answered = true;
  return smt_z3.check(pair->z3, assumptions, n, budget);
}

/* With as many ticks at most (0: all there are), at their price. */
static SmtResult pay_z3(Pair *pair, const Term *assumptions, uint32_t n,
                        Budget *budget, uint64_t ticks) {
  Budget none = {0};
  Budget part = budget ? *budget : none;
  uint64_t before = part.ticks, left = budget_left(&part);
  if (ticks && ticks < left) left = ticks;
  if (left < UINT64_MAX) part = budget_extra(&part, 1 + left / Z3_PRICE);
  SmtResult result = ask_z3(pair, assumptions, n, &part);
  assert(part.ticks >= before);
  if (budget) budget_count(budget, (part.ticks - before) * Z3_PRICE);
  return result;
}

static SmtResult ask_box(Pair *pair, const Term *assumptions, uint32_t n,
                         uint64_t effort, Budget *budget) {
  pair->z3_answered = false;
  return result_of(box_solve(pair->box, assumptions, n, effort, budget));
}

static SmtResult pair_check(void *self, const Term *assumptions, uint32_t n,
                            Budget *budget) {
  Pair *pair = self;
  SmtResult result = ask_box(pair, assumptions, n, FIRST_EFFORT, budget);
  bool is_stuck = pair->box->stopped; /* more effort would not help */
  for (int i = 0; i < 3 && result == SMT_UNKNOWN; i++) {
    if (smt_is_stopped(pair->shared, budget)) {
      smt_set_reason(pair->shared, "out of time");
      break;
    }
    if (i == 0 && !is_stuck)
      result = pay_z3(pair, assumptions, n, budget, Z3_TICKS);
    if (i == 1 && !is_stuck)
      result = ask_box(pair, assumptions, n, SECOND_EFFORT, budget);
    if (i == 2) result = pay_z3(pair, assumptions, n, budget, 0);
  }
  return result;
}

static bool pair_value(void *self, TermEval *eval, Term var, TermValue *value) {
  Pair *pair = self;
  return pair->z3_answered ? smt_z3.value(pair->z3, eval, var, value)
                           : lone_value(pair->box, eval, var, value);
}

static bool pair_unspecified(void *self, TermEval *eval, Term t,
                             TermValue *value) {
  Pair *pair = self;
  return pair->z3_answered && smt_z3.unspecified(pair->z3, eval, t, value);
}

static bool pair_in_core(void *self, uint32_t i) {
  Pair *pair = self;
  assert(!pair->z3_answered || pair->z3);
  return pair->z3_answered ? smt_z3.in_core(pair->z3, i)
                           : lone_in_core(pair->box, i);
}

const SmtBackend smt_float = {
    "float",      &box_other,      pair_make,  pair_free,
    pair_add,     pair_check,      pair_value, pair_unspecified,
    pair_in_core, refuses_nothing, NULL};
