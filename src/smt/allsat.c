/* SPDX-License-Identifier: MIT
 *
 * All solutions over a few important terms [LNO06 §2].
 *
 * On one incremental solver: take a model, report the cube of the important
 * terms' values, forbid it by a clause under an activation literal, repeat.
 * First, what is implied either way is found and fixed, so that such
 * literals are in every cube but in no blocking clause; every model on the
 * way rules out candidates.
 *
 * Minimised cubes.  Let F be all formulas, x the variables that are not
 * important, M the model.  Where important terms are Boolean variables, some
 * may not matter once x has the values of M: the second solver holds not-F,
 * with x fixed to M it is unsatisfiable under the cube, and its core is a
 * smaller cube all of whose completions are solutions with the same x.
 * Important terms that are no variables are functions of the others; they are
 * represented in F by "q = term" with a fresh variable q that is fixed like x,
 * so none of them is ever left out, nor a variable on which one of their values
 * depends.  (A predicate over state that F constrains decides one value per x:
 * its cubes cannot be shortened this way, nor by any other that looks at one
 * x.)
 *
 * Invariant: every completion of a reported cube is a solution; these cubes
 * cover all solutions when the last answer is unsat.
 */
#include "smt/allsat.h"

#include "smt/smt_int.h"

typedef struct Allsat {
  Smt *smt;
  const AllsatQuery *query;
  Budget *budget;
  Mem *mem;
  TermStore *store;
  Term active;        /* blocking clauses hold under it */
  Vec(Term) assumed;  /* the query's assumptions and `active` */
  Term *literals;     /* by important term: its value in the model */
  uint8_t *is_fixed;  /* by important term: implied that way */
  uint8_t *is_needed; /* by important term: belongs to the cube */
  Vec(Term) cube;     /* scratch: what is reported */
  Smt *dual;          /* not-F, or NULL: cubes are not minimised */
  TermList others;    /* its variables that are not important */
  Term *stand_ins;    /* by important term: q, or none for a variable */
  Vec(Term) dual_assumed;
} Allsat;

/* ---- minimising ---- */

/* A variable that may be left out: not implied, and important only once. */
static bool is_free(const Allsat *all, uint32_t i) {
  assert(i < all->query->n_important);
  const Term *important = all->query->important;
  if (all->is_fixed[i] || !term_is_var(all->store, important[i])) return false;
  for (uint32_t k = 0; k < all->query->n_important; k++)
    if (k != i && term_node(important[k]) == term_node(important[i]))
      return false;
  return true;
}

static bool can_minimise(const Allsat *all) {
  if (all->query->shape == ALLSAT_DISJOINT) return false;
  for (uint32_t i = 0; i < all->query->n_important; i++)
    if (is_free(all, i)) return true;
  return false;
}

static bool is_free_var(const Allsat *all, Term var) {
  for (uint32_t i = 0; i < all->query->n_important; i++)
    if (term_node(all->query->important[i]) == term_node(var))
      return is_free(all, i);
  return false;
}

static void keep_other_vars(Allsat *all, Term formula) {
  TermList vars = {0};
  term_vars(all->store, formula, &vars);
  for (uint32_t i = 0; i < vars.n; i++)
    if (!is_free_var(all, vars.at[i]))
      VEC_PUSH(term_store_mem(all->store), &all->others, vars.at[i]);
  VEC_DONE(term_store_mem(all->store), &vars);
}

/* F and the stand-ins, as one formula. */
static Term whole_formula(Allsat *all) {
  uint32_t n;
  const Term *formulas = smt_formulas(all->smt, &n);
  Term whole = term_and_n(all->store, formulas, n);
  whole = term_and(all->store, whole,
                   term_and_n(all->store, all->query->assumptions,
                              all->query->n_assumptions));
  for (uint32_t i = 0; i < all->query->n_important; i++) {
    Term t = all->query->important[i];
    if (is_free(all, i)) continue;
    all->stand_ins[i] = term_fresh(all->store, "important", sort_bool());
    whole =
        term_and(all->store, whole, term_iff(all->store, all->stand_ins[i], t));
  }
  return whole;
}

/* A formula the minimiser cannot represent exactly leaves cubes as they are. */
static void start_dual(Allsat *all) {
  assert(!all->dual);
  if (!can_minimise(all)) return;
  Term whole = whole_formula(all);
  if (!smt_supports(&smt_blast, all->store, whole)) return;
  keep_other_vars(all, whole);
  for (uint32_t i = 0; i < all->others.n; i++)
    if (sort_kind(term_sort(all->store, all->others.at[i])) == SORT_ARRAY)
      return;
  all->dual = smt_new(all->mem, all->store, &smt_blast, (SmtOptions){0});
  smt_add(all->dual, term_not(whole));
}

static bool is_stand_in(const Allsat *all, Term var) {
  for (uint32_t i = 0; i < all->query->n_important; i++)
    if (term_same(all->stand_ins[i], var)) return true;
  return false;
}

/* Fix everything that is not to be minimised to the model. */
static void assume_model(Allsat *all) {
  VEC_CLEAR(&all->dual_assumed);
  for (uint32_t i = 0; i < all->others.n; i++) {
    Term var = all->others.at[i];
    if (is_stand_in(all, var)) continue;
    VEC_PUSH(all->mem, &all->dual_assumed,
             term_eq(all->store, var, smt_value_term(all->smt, var)));
  }
  for (uint32_t i = 0; i < all->query->n_important; i++) {
    bool is_positive = term_same(all->literals[i], all->query->important[i]);
    assert(term_node(all->literals[i]) == term_node(all->query->important[i]));
    if (all->stand_ins[i].id)
      VEC_PUSH(all->mem, &all->dual_assumed,
               is_positive ? all->stand_ins[i] : term_not(all->stand_ins[i]));
    else
      VEC_PUSH(all->mem, &all->dual_assumed, all->literals[i]);
  }
}

static bool is_in(const Term *list, uint32_t n, Term t) {
  for (uint32_t i = 0; i < n; i++)
    if (term_same(list[i], t)) return true;
  return false;
}

static void minimise(Allsat *all) {
  if (!all->dual) return;
  assume_model(all);
  if (smt_check(all->dual, all->dual_assumed.at, all->dual_assumed.n,
                all->budget) != SMT_UNSAT)
    return; /* a budget that ended; the whole cube is right, too */
  const Term *core;
  uint32_t n = smt_core(all->dual, &core);
  for (uint32_t i = 0; i < all->query->n_important; i++)
    if (!all->stand_ins[i].id && !is_in(core, n, all->literals[i]))
      all->is_needed[i] = 0;
}

/* Drop literals of important variables from the dual core one by one. */
static void minimise_further(Allsat *all) {
  for (uint32_t i = 0; all->dual && i < all->query->n_important; i++) {
    if (all->stand_ins[i].id || !all->is_needed[i]) continue;
    Vec(Term) trial = {0};
    for (uint32_t k = 0; k < all->dual_assumed.n; k++) {
      Term t = all->dual_assumed.at[k];
      bool is_left_out = term_same(t, all->literals[i]);
      for (uint32_t j = 0; j < all->query->n_important; j++)
        is_left_out |= !all->is_needed[j] && term_same(t, all->literals[j]);
      if (!is_left_out) VEC_PUSH(all->mem, &trial, t);
    }
    if (smt_check(all->dual, trial.at, trial.n, all->budget) == SMT_UNSAT)
      all->is_needed[i] = 0;
    VEC_DONE(all->mem, &trial);
  }
}

/* ---- enumeration ---- */

static void read_literals(Allsat *all) {
  for (uint32_t i = 0; i < all->query->n_important; i++) {
    Term t = all->query->important[i];
    all->literals[i] = smt_is_true(all->smt, t) ? t : term_not(t);
    all->is_needed[i] = 1;
  }
}

static SmtResult check_with(Allsat *all, Term extra) {
  if (extra.id) VEC_PUSH(all->mem, &all->assumed, extra);
  SmtResult result = smt_check_within(all->smt, all->assumed.at, all->assumed.n,
                                      all->budget, all->query->question_ticks);
  if (extra.id) all->assumed.n--;
  return result;
}

/* With a first model in `literals`: which of them are implied?  A model that
 * shows another value spares the question. */
static SmtResult fix_implied(Allsat *all) {
  uint32_t n = all->query->n_important;
  assert(VEC_LAST(&all->assumed).id == all->active.id);
  Term *first = all->literals;
  uint8_t *is_open = all->is_needed; /* not shown both ways yet */
  for (uint32_t i = 0; i < n; i++) {
    if (!is_open[i]) continue;
    SmtResult result = check_with(all, term_not(first[i]));
    if (result == SMT_UNKNOWN) return result;
    all->is_fixed[i] = result == SMT_UNSAT;
    for (uint32_t k = i + 1; result == SMT_SAT && k < n; k++)
      if (!smt_is_true(all->smt, first[k])) is_open[k] = 0;
  }
  return SMT_SAT;
}

static AllsatNext report(Allsat *all) {
  VEC_CLEAR(&all->cube);
  for (uint32_t i = 0; i < all->query->n_important; i++)
    if (all->is_needed[i]) VEC_PUSH(all->mem, &all->cube, all->literals[i]);
  return all->query->cube(all->query->context, all->cube.at, all->cube.n);
}

/* The clause that forbids the cube; fixed literals need not be in it. */
static void block(Allsat *all) {
  VEC_CLEAR(&all->cube);
  for (uint32_t i = 0; i < all->query->n_important; i++)
    if (all->is_needed[i] && !all->is_fixed[i])
      VEC_PUSH(all->mem, &all->cube, all->literals[i]);
  Term cube = term_and_n(all->store, all->cube.at, all->cube.n);
  assert(all->cube.n <= all->query->n_important);
  smt_add_under(all->smt, all->active, term_not(cube));
}

static SmtResult enumerate(Allsat *all) {
  SmtResult result = check_with(all, TERM_NONE);
  if (result != SMT_SAT) return result;
  read_literals(all);
  if (can_minimise(all)) {
    if (fix_implied(all) == SMT_UNKNOWN) return SMT_UNKNOWN;
    start_dual(all);
  }
  for (;;) {
    result = check_with(all, TERM_NONE);
    if (result != SMT_SAT) return result;
    read_literals(all);
    minimise(all);
    minimise_further(all);
    if (report(all) == ALLSAT_STOP) return SMT_SAT;
    block(all);
  }
}

static void allsat_init(Allsat *all, Smt *smt, const AllsatQuery *query,
                        Budget *budget) {
  Mem *mem = smt_shared(smt)->mem;
  *all = (Allsat){.smt = smt,
                  .query = query,
                  .budget = budget,
                  .mem = mem,
                  .store = smt_store(smt),
                  .active = smt_activation(smt)};
  for (uint32_t i = 0; i < query->n_assumptions; i++)
    VEC_PUSH(mem, &all->assumed, query->assumptions[i]);
  VEC_PUSH(mem, &all->assumed, all->active);
  all->literals = MEM_ARRAY(mem, Term, query->n_important);
  all->is_fixed = MEM_ARRAY(mem, uint8_t, query->n_important);
  all->is_needed = MEM_ARRAY(mem, uint8_t, query->n_important);
  all->stand_ins = MEM_ARRAY(mem, Term, query->n_important);
}

static void allsat_done(Allsat *all) {
  uint32_t n = all->query->n_important;
  VEC_DONE(all->mem, &all->assumed);
  VEC_DONE(all->mem, &all->cube);
  VEC_DONE(all->mem, &all->dual_assumed);
  VEC_DONE(term_store_mem(all->store), &all->others);
  MEM_FREE_ARRAY(all->mem, all->literals, n);
  MEM_FREE_ARRAY(all->mem, all->is_fixed, n);
  MEM_FREE_ARRAY(all->mem, all->is_needed, n);
  MEM_FREE_ARRAY(all->mem, all->stand_ins, n);
  if (all->dual) smt_free(all->dual);
}

SmtResult allsat_enumerate(Smt *smt, const AllsatQuery *query, Budget *budget) {
  require(query->cube);
  for (uint32_t i = 0; i < query->n_important; i++)
    require(term_is_bool(smt_store(smt), query->important[i]));
  Allsat all;
  allsat_init(&all, smt, query, budget);
  SmtResult result = enumerate(&all);
  smt_retire(smt, all.active);
  allsat_done(&all);
  return result;
}
