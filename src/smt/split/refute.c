/* SPDX-License-Identifier: MIT
 *
 * Refuting formulas with products of unknowns.
 *
 * That a loop keeps 2 * s = i * i - i is an identity of polynomials along each
 * way through its body; bits do not see it.  So the formula is taken apart by
 * hand:
 *
 *   units      a Boolean variable that must hold, or must not, is replaced
 *   equations  that give a variable's value (term/poly.h) replace it
 *   cases      of a disjunction, one after the other: the ways through an edge
 *   products   everything is multiplied out, then each product of unknowns is
 *              a variable like any other, and the solver is asked (before a
 *              disjunction is split: most need not be)
 *
 * The last step forgets that a product has to do with its factors, so
 * "unsatisfiable" stands and a model means nothing.  But inequalities that
 * leave one value are equations, too: i >= n with i <= n.  So where a
 * comparison could be one (it is in the model), the solver is asked whether it
 * must be; then it is added, and the case begins anew.  At last the solver is
 * asked with the products that are left.
 *
 * Each step keeps or adds models, so nothing depends on luck but success.
 *
 * Cost: as many cases as ways, at most MOST_CASES; each some small questions.
 */
#include "smt/split/refute.h"

#include "term/poly.h"

enum {
  MOST_CASES = 150,
  MOST_ROUNDS = 6, /* of a case, each with a new equation */
  SOLVER_TICKS = 300,
  EXACT_TICKS = 5000, /* with products */
  LINEAR_COST = 60,   /* ticks to make a solver of the linear view */
  MOST_NODES = 4000,  /* of a formula */
  NODES_PER_TICK = 300
};

typedef struct Refute {
  Mem *mem;
  TermStore *store;
  const SmtBackend *backend;
  SmtOptions options;
  Budget *budget;
  TermPolys *polys;
  Vec(TermList) cases; /* open, the newest last */
} Refute;

typedef enum Outcome { CLOSED, OPEN, CHANGED } Outcome;

/* ---- simplifying ---- */

/* The terms' conjuncts, each once, in normal form; CLOSED: they contradict each
 * other. */
static Outcome flatten(Refute *r, TermList *parts) {
  TermList flat = {0};
  Map have;
  map_init(&have, r->mem);
  uint32_t nodes = 0;
  bool contradiction = false;
  for (uint32_t i = 0; i < parts->n; i++) {
    Term normal = term_poly_normal(r->polys, parts->at[i]);
    uint32_t first = flat.n;
    term_conjuncts(r->store, normal, &flat);
    uint32_t kept = first;
    for (uint32_t k = first; k < flat.n; k++) {
      Term t = flat.at[k];
      contradiction |= term_is_false(t) || map_find(&have, term_not(t).id);
      if (term_is_true(t) || map_find(&have, t.id)) continue;
      map_put(&have, t.id, 1);
      nodes += term_size(r->store, t);
      flat.at[kept++] = t;
    }
    flat.n = kept;
  }
  map_done(&have);
  VEC_DONE(r->mem, parts);
  *parts = flat;
  budget_count(r->budget, 1 + nodes / NODES_PER_TICK);
  return contradiction ? CLOSED : OPEN;
}

/* Is the literal a Boolean variable, or the negation of one? */
static bool decides(const Refute *r, Term literal, Term *var, Term *value) {
  *var = term_positive(literal);
  *value = term_is_negated(literal) ? term_false() : term_true();
  return term_is_var(r->store, literal);
}

/* In how many literals that are no equations each variable occurs. */
static void count_uses(Refute *r, const TermList *parts, Map *uses) {
  for (uint32_t i = 0; i < parts->n; i++) {
    if (term_kind(r->store, parts->at[i]) == TERM_EQ) continue;
    TermList vars = {0};
    term_vars(r->store, parts->at[i], &vars);
    for (uint32_t k = 0; k < vars.n; k++)
      map_put(uses, vars.at[k].id, 1 + map_get(uses, vars.at[k].id, 0));
    VEC_DONE(r->mem, &vars);
  }
}

typedef struct Solved {
  Term var, value;
  uint64_t uses;
} Solved;

static void solve_equation(Refute *r, Term equation, const Map *uses,
                           Solved *best) {
  TermList vars = {0};
  if (term_kind(r->store, equation) == TERM_EQ && !term_is_negated(equation))
    term_vars(r->store, equation, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    uint64_t n = map_get(uses, vars.at[i].id, 0);
    if (best->var.id && n >= best->uses) continue;
    Term value = term_poly_solve(r->polys, equation, vars.at[i]);
    if (value.id) *best = (Solved){vars.at[i], value, n};
  }
  VEC_DONE(r->mem, &vars);
}

/* A variable that an equation gives the value of; of several the one that
 * comparisons speak of least, for these get longer. */
static void solve_some(Refute *r, const TermList *parts, Map *values) {
  Solved best = {0};
  Map uses;
  map_init(&uses, r->mem);
  count_uses(r, parts, &uses);
  for (uint32_t i = 0; i < parts->n; i++)
    solve_equation(r, parts->at[i], &uses, &best);
  if (best.var.id) map_put(values, best.var.id, best.value.id);
  assert(!best.var.id || sort_same(term_sort(r->store, best.var),
                                   term_sort(r->store, best.value)));
  map_done(&uses);
}

/* Replace every Boolean variable that is decided, or else one number. */
static Outcome replace_some(Refute *r, TermList *parts) {
  Map values;
  Term var, value;
  map_init(&values, r->mem);
  for (uint32_t i = 0; i < parts->n; i++)
    if (decides(r, parts->at[i], &var, &value))
      map_put(&values, var.id, value.id);
  if (values.n == 0) solve_some(r, parts, &values);
  bool found = values.n > 0;
  for (uint32_t i = 0; found && i < parts->n; i++)
    parts->at[i] = term_substitute(r->store, &values, parts->at[i]);
  map_done(&values);
  return found ? CHANGED : OPEN;
}

static Outcome simplify(Refute *r, TermList *parts) {
  Outcome outcome = CHANGED;
  while (outcome == CHANGED && !budget_is_spent(r->budget)) {
    outcome = flatten(r, parts);
    if (outcome == OPEN) outcome = replace_some(r, parts);
  }
  return outcome;
}

/* ---- cases ---- */

static bool is_disjunction(const Refute *r, Term t) {
  return term_is_negated(t) && term_kind(r->store, t) == TERM_AND;
}

/* One case more for each part of the first disjunction; CHANGED: it is gone. */
static Outcome split(Refute *r, const TermList *parts) {
  uint32_t at = 0;
  while (at < parts->n && !is_disjunction(r, parts->at[at])) at++;
  if (at == parts->n) return OPEN;
  TermList none = {0};
  term_conjuncts(r->store, term_not(parts->at[at]), &none);
  for (uint32_t i = 0; i < none.n; i++) {
    TermList more = {0};
    for (uint32_t k = 0; k < parts->n; k++)
      VEC_PUSH(r->mem, &more, k == at ? term_not(none.at[i]) : parts->at[k]);
    VEC_PUSH(r->mem, &r->cases, more);
  }
  VEC_DONE(r->mem, &none);
  return CHANGED;
}

/* ---- asking ---- */

/* The sides that a comparison may make equal: a >= b, or a + 1 <= b. */
static Term comparison_as_equation(Refute *r, Term literal) {
  TermStore *s = r->store;
  TermKind kind = term_kind(s, literal);
  if (kind != TERM_ULT && kind != TERM_SLT) return TERM_NONE;
  Term a = term_child(s, literal, 0), b = term_child(s, literal, 1);
  if (term_width(s, a) < 2) return TERM_NONE;
  if (!term_is_negated(literal))
    a = term_add(s, a, term_u64(s, 1, term_width(s, a)));
  return term_eq(s, a, b);
}

/* sum <= k, as sum = k modulo 2^w if all have one width. */
static Term bound_as_equation(Refute *r, Term literal) {
  TermStore *s = r->store;
  if (!term_is_linear(s, literal)) return TERM_NONE;
  TermLinear atom;
  term_linear_get(s, literal, &atom);
  if (atom.op == TERM_UNEQUAL || atom.n == 0) return TERM_NONE;
  uint32_t width = term_width(s, atom.at[0].term);
  if (width < 2 || width > 64) return TERM_NONE;
  Term sum = term_u64(s, 0, width);
  for (uint32_t i = 0; i < atom.n; i++) {
    if (term_width(s, atom.at[i].term) != width) return TERM_NONE;
    Term factor = term_u64(s, (uint64_t)atom.at[i].coefficient, width);
    sum = term_add(s, sum, term_mul(s, factor, atom.at[i].term));
  }
  return term_eq(s, sum, term_u64(s, (uint64_t)atom.bound, width));
}

/* An equation that the literal may stand for; none: it is no comparison. */
static Term as_equation(Refute *r, Term literal) {
  assert(term_is_bool(r->store, literal));
  Term equation = comparison_as_equation(r, literal);
  if (!equation.id) equation = bound_as_equation(r, literal);
  if (!equation.id) return equation;
  equation = term_poly_normal(r->polys, equation);
  return term_is_true(equation) || term_is_false(equation) ? TERM_NONE
                                                           : equation;
}

/* The solver has a model: add equations that hold in it and must hold. */
static Outcome find_equations(Refute *r, Smt *smt, TermList *parts) {
  TermList maybe = {0};
  for (uint32_t i = 0; i < parts->n; i++) {
    Term equation = as_equation(r, parts->at[i]);
    if (!equation.id) continue;
    if (smt_is_true(smt, term_poly_forget(r->polys, equation)))
      VEC_PUSH(r->mem, &maybe, equation);
  }
  Outcome outcome = OPEN;
  for (uint32_t i = 0; i < maybe.n; i++) {
    Term other = term_not(term_poly_forget(r->polys, maybe.at[i]));
    if (smt_check_within(smt, &other, 1, r->budget, SOLVER_TICKS) != SMT_UNSAT)
      continue;
    VEC_PUSH(r->mem, parts, maybe.at[i]);
    outcome = CHANGED;
    break;
  }
  VEC_DONE(r->mem, &maybe);
  return outcome;
}

static Smt *solver_of(Refute *r, const SmtBackend *backend,
                      const TermList *parts) {
  Smt *smt = smt_new(r->mem, r->store, backend, r->options);
  for (uint32_t i = 0; i < parts->n; i++)
    smt_add(smt, term_poly_forget(r->polys, parts->at[i]));
  return smt;
}

/* With products forgotten; what the back end cannot settle soon is asked of the
 * linear view.  CLOSED: refuted, or split into other cases. */
static Outcome ask(Refute *r, TermList *parts) {
  Smt *smt = solver_of(r, r->backend, parts);
  SmtResult result = smt_check_within(smt, NULL, 0, r->budget, SOLVER_TICKS);
  if (result == SMT_UNKNOWN) {
    smt_free(smt);
    smt = solver_of(r, &smt_z3_linear, parts);
    budget_count(r->budget, LINEAR_COST);
    result = smt_check_within(smt, NULL, 0, r->budget, SOLVER_TICKS);
  }
  Outcome outcome = OPEN;
  if (result == SMT_UNSAT || split(r, parts) == CHANGED)
    outcome = CLOSED;
  else if (result == SMT_SAT)
    outcome = find_equations(r, smt, parts);
  smt_free(smt);
  return outcome;
}

/* With the products that are left, so short as everything is now. */
static Outcome ask_exactly(Refute *r, const TermList *parts) {
  Smt *smt = smt_new(r->mem, r->store, r->backend, r->options);
  for (uint32_t i = 0; i < parts->n; i++) smt_add(smt, parts->at[i]);
  SmtResult result = smt_check_within(smt, NULL, 0, r->budget, EXACT_TICKS);
  smt_free(smt);
  return result == SMT_UNSAT ? CLOSED : OPEN;
}

/* The newest case, which is taken away; OPEN: it cannot be refuted. */
static Outcome treat_case(Refute *r) {
  assert(r->cases.n > 0);
  TermList parts = VEC_POP(&r->cases);
  Outcome outcome = CHANGED;
  for (uint32_t round = 0; outcome == CHANGED && round < MOST_ROUNDS; round++) {
    outcome = simplify(r, &parts);
    if (outcome != OPEN) continue;
    outcome = ask(r, &parts);
    if (outcome == OPEN) outcome = ask_exactly(r, &parts);
  }
  VEC_DONE(r->mem, &parts);
  return outcome;
}

/* ---- all ---- */

static bool is_small(const Refute *r, const Term *parts, uint32_t n) {
  uint32_t nodes = 0;
  for (uint32_t i = 0; i < n && nodes <= MOST_NODES; i++)
    nodes += term_size(r->store, parts[i]);
  return nodes <= MOST_NODES;
}

static SmtResult treat_all(Refute *r) {
  for (uint32_t n = 0; r->cases.n; n++) {
    if (n == MOST_CASES || budget_is_spent(r->budget)) return SMT_UNKNOWN;
    Outcome outcome = treat_case(r);
    if (outcome != CLOSED) return SMT_UNKNOWN;
  }
  return SMT_UNSAT;
}

SmtResult smt_refute(Mem *mem, TermStore *store, const SmtBackend *backend,
                     SmtOptions options, const Term *parts, uint32_t n,
                     Budget *budget) {
  require(budget);
  for (uint32_t i = 0; i < n; i++) require(term_is_bool(store, parts[i]));
  Refute r = {.mem = mem,
              .store = store,
              .backend = backend,
              .options = options,
              .budget = budget};
  if (!is_small(&r, parts, n)) return SMT_UNKNOWN;
  r.polys = term_polys_new(store);
  TermList first = {0};
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(mem, &first, parts[i]);
  VEC_PUSH(mem, &r.cases, first);
  SmtResult result = treat_all(&r);
  while (r.cases.n) {
    VEC_DONE(mem, &VEC_LAST(&r.cases));
    r.cases.n--;
  }
  VEC_DONE(mem, &r.cases);
  term_polys_free(r.polys);
  return result;
}
