/* SPDX-License-Identifier: MIT
 *
 * Symbolic states and questions about them.
 *
 * A state gives every variable of its point a term over symbols (inputs, and
 * the unknown values at an abstract loop head) and a list of constraints on
 * the symbols; the constraints of all frames lie on one stack.  Terms rewrite
 * while they are built, so on concrete paths most questions are answered by
 * constants.
 *
 * Three things spare the solver most of the rest.  The constraints are
 * satisfiable, so only those that share symbols with the question, directly or
 * through others, can matter.  One model of the top frame's constraints is kept
 * (older values on a trail), so that what the model already shows is not asked.
 * For a small question, a few values of its symbols are tried.  And a
 * constraint or its negation is recognised by its handle.
 *
 * Solvers are renewed when they have become large: every check walks over all
 * they were ever given. */
#include "engine/trace/trace_int.h"

enum {
  MOST_CLAUSES = 60000, /* of a solver before it is renewed */
  MOST_GUESSES = 12,    /* values tried for a symbol before asking a solver */
  MOST_GUESSED_VARS = 3,
  MOST_GUESSED = 8 /* terms of a query for which values are tried */
};

bool trace_list_has(const TermList *list, Term term) {
  for (uint32_t i = 0; i < list->n; i++)
    if (term_same(list->at[i], term)) return true;
  return false;
}

void trace_list_add(Trace *t, TermList *list, Term term) {
  if (!trace_list_has(list, term)) VEC_PUSH(t->mem, list, term);
}

void trace_stop(Trace *t, const char *why) {
  if (t->stopped) return;
  t->stopped = true;
  engine_give_up(t->result, "%s after %llu nodes",
                 budget_is_spent(t->budget) ? "out of time" : why,
                 (unsigned long long)t->stats->nodes);
}

/* ---- solvers ---- */

static void close_solver(Trace *t, TraceSolver *solver) {
  if (!solver->smt) return;
  t->stats->clauses += smt_stats(solver->smt)->clauses;
  smt_free(solver->smt);
  solver->smt = NULL;
}

SmtResult trace_check(Trace *t, TraceSolver *solver, const Term *terms,
                      uint32_t n) {
  assert(solver == &t->path || solver == &t->local);
  if (solver->smt && smt_stats(solver->smt)->clauses > MOST_CLAUSES)
    close_solver(t, solver);
  if (!solver->smt)
    solver->smt = smt_new(t->mem, t->store, t->backend, t->options->smt);
  t->stats->queries++;
  SmtResult result = smt_check(solver->smt, terms, n, t->budget);
  if (result == SMT_UNKNOWN) {
    t->stats->unknowns++;
    trace_stop(t, smt_reason_unknown(solver->smt));
  }
  return result;
}

/* ---- values of variables ---- */

static TermMap *frame_map(Trace *t, TraceFrame *f) {
  const TracePoint *point = trace_point(t, f);
  assert(f->point < t->all->points.n);
  if (f->map) return f->map;
  f->map = term_map_new(t->store, t->store);
  for (uint32_t i = 0; i < point->n_vars; i++)
    term_map_put(f->map, point->vars[i], f->values[i]);
  for (uint32_t o = 0; o < point->out.n; o++) {
    const TraceStep *step = &t->all->steps.at[point->out.at[o]];
    for (uint32_t i = 0; i < step->inputs.n; i++) {
      Term input = step->inputs.at[i];
      if (o > 0 && !term_same(term_map_apply(f->map, input), input)) continue;
      term_map_put(f->map, input,
                   term_fresh(t->store, term_var_name(t->store, input),
                              term_sort(t->store, input)));
    }
  }
  return f->map;
}

Term trace_apply(Trace *t, TraceFrame *f, Term term) {
  return term_map_apply(frame_map(t, f), term);
}

/* ---- the model ---- */

static bool valuation(void *context, TermEval *eval, Term var,
                      TermValue *value) {
  const Trace *t = context;
  Sort sort = term_sort(t->store, var);
  uint64_t bits = map_get(&t->model, var.id, 0);
  if (sort_kind(sort) == SORT_BOOL)
    *value = term_value_bool(bits != 0);
  else if (sort_kind(sort) == SORT_BV && sort_width(sort) <= 64)
    *value = term_value_u64(eval, bits, sort_width(sort));
  else
    return false;
  return true;
}

bool trace_value(Trace *t, Term term, uint64_t *bits) {
  Sort sort = term_sort(t->store, term);
  if (sort_kind(sort) != SORT_BOOL &&
      !(sort_kind(sort) == SORT_BV && sort_width(sort) <= 64))
    return false;
  if (t->eval_stale) term_eval_reset(t->eval);
  t->eval_stale = false;
  TermValue value;
  if (term_eval(t->eval, term, &value) != TERM_EVAL_OK) return false;
  *bits = value.bits;
  return true;
}

static bool is_true_in_model(Trace *t, Term term) {
  uint64_t bits;
  return trace_value(t, term, &bits) && bits != 0;
}

void trace_set_value(Trace *t, Term var, uint64_t bits) {
  assert(term_is_var(t->store, var));
  uint64_t old = map_get(&t->model, var.id, 0);
  if (old == bits) return;
  TraceValue before = {var.id, old};
  VEC_PUSH(t->mem, &t->trail, before);
  map_put(&t->model, var.id, bits);
  t->eval_stale = true;
}

void trace_undo_values(Trace *t, uint32_t n_trail) {
  assert(n_trail <= t->trail.n);
  while (t->trail.n > n_trail) {
    TraceValue old = VEC_POP(&t->trail);
    map_put(&t->model, old.var, old.bits);
    t->eval_stale = true;
  }
}

/* ---- which constraints matter ---- */

static const TermList *vars_of(Trace *t, Term term) {
  uint64_t *known = map_find(&t->var_lists, term_positive(term).id);
  if (known) return &t->lists.at[*known];
  TermList vars = {0};
  term_vars(t->store, term, &vars);
  map_put(&t->var_lists, term_positive(term).id, t->lists.n);
  VEC_PUSH(t->mem, &t->lists, vars);
  return &VEC_LAST(&t->lists);
}

static bool touches(const Map *vars, const TermList *list) {
  for (uint32_t i = 0; i < list->n; i++)
    if (map_find(vars, list->at[i].id)) return true;
  return false;
}

/* The query: the term, and the constraints connected with it.  `vars` gets all
 * their symbols. */
static void make_query(Trace *t, Term term, Map *vars) {
  const TraceFrame *f = trace_top(t);
  uint32_t first = f->floor, n = f->n_constraints;
  assert(first <= n && n <= t->constraints.n);
  uint8_t *taken = MEM_ARRAY(t->mem, uint8_t, n - first);
  const TermList *own = vars_of(t, term);
  for (uint32_t i = 0; i < own->n; i++) map_put(vars, own->at[i].id, 1);
  for (bool grown = true; grown;) {
    grown = false;
    for (uint32_t i = first; i < n; i++) {
      if (taken[i - first]) continue;
      const TermList *list = vars_of(t, t->constraints.at[i]);
      if (!touches(vars, list)) continue;
      taken[i - first] = 1;
      grown = true;
      for (uint32_t k = 0; k < list->n; k++) map_put(vars, list->at[k].id, 1);
    }
  }
  VEC_CLEAR(&t->query);
  for (uint32_t i = first; i < n; i++)
    if (taken[i - first]) VEC_PUSH(t->mem, &t->query, t->constraints.at[i]);
  VEC_PUSH(t->mem, &t->query, term);
  MEM_FREE_ARRAY(t->mem, taken, n - first);
  assert(t->query.n >= 1);
}

static void read_changes(Trace *t, const Map *vars, TraceValues *changes) {
  assert(t->path.smt != NULL);
  for (uint32_t i = 0; i < vars->n; i++) {
    Term var = {(uint32_t)vars->entries[i].key};
    Sort sort = term_sort(t->store, var);
    if (sort_kind(sort) != SORT_BOOL &&
        !(sort_kind(sort) == SORT_BV && sort_width(sort) <= 64))
      continue;
    TraceValue change = {var.id, smt_value(t->path.smt, var).bits};
    VEC_PUSH(t->mem, changes, change);
  }
}

/* ---- questions ---- */

static bool is_constraint(const Trace *t, const TraceFrame *f, Term term) {
  for (uint32_t i = f->floor; i < f->n_constraints; i++)
    if (term_same(t->constraints.at[i], term)) return true;
  return false;
}

/* ---- guessing a model ---- */

typedef struct Guesses {
  uint64_t at[MOST_GUESSES];
  uint32_t n;
} Guesses;

static void guess(Guesses *guesses, uint64_t bits) {
  if (guesses->n < MOST_GUESSES) guesses->at[guesses->n++] = bits;
}

/* Extreme values, and the constants of the term and their neighbours. */
static void make_guesses(Trace *t, Term term, Guesses *guesses) {
  TermWalk walk;
  guess(guesses, 1);
  guess(guesses, ~(uint64_t)0);
  term_walk_init(&walk, t->store);
  term_walk_push(&walk, term);
  for (Term at; (at = term_walk_next(&walk)).id != 0;) {
    uint64_t bits;
    if (!term_const_u64(t->store, at, &bits)) continue;
    guess(guesses, bits);
    guess(guesses, bits + 1);
    guess(guesses, bits - 1);
  }
  term_walk_done(&walk);
}

static bool query_holds(Trace *t) {
  for (uint32_t i = t->query.n; i-- > 0;)
    if (!is_true_in_model(t, t->query.at[i])) return false;
  return true;
}

static uint64_t cut_to(const Trace *t, Term var, uint64_t bits) {
  assert(term_is_var(t->store, var));
  Sort sort = term_sort(t->store, var);
  uint32_t width = sort_kind(sort) == SORT_BOOL ? 1 : sort_width(sort);
  return width == 64 ? bits : bits & (((uint64_t)1 << width) - 1);
}

/* Does the query hold after changing one symbol of the term? */
static bool guess_model(Trace *t, Term term, TraceValues *changes) {
  assert(t->query.n > 0);
  const TermList *vars = vars_of(t, term);
  if (vars->n > MOST_GUESSED_VARS) return false;
  Guesses guesses = {.n = 0};
  make_guesses(t, term, &guesses);
  for (uint32_t v = 0; v < vars->n; v++) {
    Term var = vars->at[v];
    uint64_t bits;
    if (!trace_value(t, var, &bits)) return false;
    for (uint32_t i = 0; i < guesses.n; i++) {
      uint32_t mark = t->trail.n;
      bits = cut_to(t, var, guesses.at[i]);
      trace_set_value(t, var, bits);
      bool good = query_holds(t);
      trace_undo_values(t, mark);
      if (!good) continue;
      TraceValue change = {var.id, bits};
      VEC_PUSH(t->mem, changes, change);
      return true;
    }
  }
  return false;
}

bool trace_feasible(Trace *t, Term term, TraceValues *changes) {
  assert(term_is_bool(t->store, term) && t->stack.n > 0);
  if (term_is_true(term)) return true;
  if (term_is_false(term)) return false;
  if (is_constraint(t, trace_top(t), term_not(term))) return false;
  if (is_true_in_model(t, term)) return true;
  Map vars;
  map_init(&vars, t->mem);
  make_query(t, term, &vars);
  bool found = t->query.n <= MOST_GUESSED && guess_model(t, term, changes);
  if (!found) {
    found = trace_check(t, &t->path, t->query.at, t->query.n) == SMT_SAT;
    if (found) read_changes(t, &vars, changes);
  }
  map_done(&vars);
  return found;
}

bool trace_entails(Trace *t, Term term) {
  assert(term_is_bool(t->store, term) && t->stack.n > 0);
  if (term_is_true(term)) return true;
  if (term_is_false(term)) return false;
  if (is_constraint(t, trace_top(t), term)) return true;
  if (is_true_in_model(t, term_not(term))) return false;
  Map vars;
  map_init(&vars, t->mem);
  make_query(t, term_not(term), &vars);
  map_done(&vars);
  return trace_check(t, &t->path, t->query.at, t->query.n) == SMT_UNSAT;
}

void trace_renew_model(Trace *t) {
  assert(t->stack.n > 0);
  const TraceFrame *f = trace_top(t);
  bool good = true;
  for (uint32_t i = f->floor; i < f->n_constraints && good; i++)
    good = is_true_in_model(t, t->constraints.at[i]);
  if (good) return;
  Map vars;
  map_init(&vars, t->mem);
  VEC_CLEAR(&t->query);
  for (uint32_t i = f->floor; i < f->n_constraints; i++) {
    const TermList *list = vars_of(t, t->constraints.at[i]);
    VEC_PUSH(t->mem, &t->query, t->constraints.at[i]);
    for (uint32_t k = 0; k < list->n; k++) map_put(&vars, list->at[k].id, 1);
  }
  TraceValues changes = {0};
  if (trace_check(t, &t->path, t->query.at, t->query.n) == SMT_SAT)
    read_changes(t, &vars, &changes);
  for (uint32_t i = 0; i < changes.n; i++)
    trace_set_value(t, (Term){changes.at[i].var}, changes.at[i].bits);
  VEC_DONE(t->mem, &changes);
  map_done(&vars);
}

/* ---- life ---- */

void trace_state_init(Trace *t) {
  map_init(&t->model, t->mem);
  map_init(&t->var_lists, t->mem);
  t->eval = term_eval_new(t->store, valuation, t);
}

void trace_state_done(Trace *t) {
  assert(t->stack.n == 0);
  close_solver(t, &t->path);
  close_solver(t, &t->local);
  term_eval_free(t->eval);
  map_done(&t->model);
  map_done(&t->var_lists);
  for (uint32_t i = 0; i < t->lists.n; i++) VEC_DONE(t->mem, &t->lists.at[i]);
  VEC_DONE(t->mem, &t->lists);
  VEC_DONE(t->mem, &t->trail);
  VEC_DONE(t->mem, &t->query);
  VEC_DONE(t->mem, &t->constraints);
}
