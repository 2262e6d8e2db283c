/* SPDX-License-Identifier: MIT
 *
 * Interpolants.
 *
 * A frame's interpolant is a set of literals over the variables of its point:
 * the state implies them, and they imply all that was found below, one step at
 * a time:
 *
 *     required(n) and step(n, m)  implies  required(m)      (goals)
 *     required(n) and guard       is false, where the step cannot be taken
 *
 * So the interpolants of one location, taken together, are inductive.
 *
 * For one step the weakest requirement is the precondition, which is a
 * substitution: goal[values], needed only where the guard holds, or the
 * negated guard.  It is taken as long as the state implies it without the
 * guard, it mentions no input of the step and it is small.  A goal that the
 * guard alone ensures requires nothing.  What is left is marked by an unsat
 * core, as in the paper: among the facts of the state, those that make the
 * goals follow.  Only if the facts do not suffice the clause "guard implies
 * precondition" itself is required; with an input in it, the interpolant is
 * lost.
 *
 * Too many requirements are worse than few strong ones: then the core of the
 * facts that imply them all takes their place. */
#include "engine/shared/literal.h"
#include "engine/trace/trace_int.h"

enum {
  MOST_REQUIRED = 24, /* literals before facts are tried instead */
  MOST_SIZE = 64      /* nodes of a precondition */
};

/* Both say "sum <= bound" of the same sum, and a's bound is not larger. */
static bool bounds_tighter(Trace *t, Term a, Term b) {
  Term exact_a = term_linear_of(t->store, a, TERM_LINEAR_EXACT);
  Term exact_b = term_linear_of(t->store, b, TERM_LINEAR_EXACT);
  if (!exact_a.id || !exact_b.id) return false;
  if (!term_is_linear(t->store, exact_a) || !term_is_linear(t->store, exact_b))
    return false;
  TermLinear x, y;
  term_linear_get(t->store, exact_a, &x);
  term_linear_get(t->store, exact_b, &y);
  bool same = x.op == TERM_LE && y.op == TERM_LE && x.n == y.n;
  for (uint32_t i = 0; i < x.n && same; i++)
    same = term_same(x.at[i].term, y.at[i].term) &&
           x.at[i].reading == y.at[i].reading &&
           x.at[i].coefficient == y.at[i].coefficient;
  return same && x.bound <= y.bound;
}

static void add_required(Trace *t, TermList *required, Term literal) {
  assert(term_is_bool(t->store, literal));
  uint32_t n = 0;
  for (uint32_t i = 0; i < required->n; i++)
    if (term_same(required->at[i], literal) ||
        bounds_tighter(t, required->at[i], literal))
      return;
  for (uint32_t i = 0; i < required->n; i++)
    if (!bounds_tighter(t, literal, required->at[i]))
      required->at[n++] = required->at[i];
  required->n = n;
  VEC_PUSH(t->mem, required, literal);
}

/* A linear atom about one term as a plain comparison with a constant; none:
 * it is no such atom. */
static Term bound_on_one(Trace *t, Term atom) {
  TermLinear linear;
  term_linear_get(t->store, atom, &linear);
  if (linear.op != TERM_LE || linear.n != 1) return TERM_NONE;
  const TermMonomial *one = &linear.at[0];
  uint32_t width = term_width(t->store, one->term);
  if (width > 64 || (one->coefficient != 1 && one->coefficient != -1))
    return TERM_NONE;
  Integer value = one->coefficient == 1 ? linear.bound : -linear.bound;
  Term number = term_u64(t->store, (uint64_t)value, width);
  bool is_signed = one->reading == TERM_SIGNED;
  Term low = one->coefficient == 1 ? one->term : number;
  Term high = one->coefficient == 1 ? number : one->term;
  return is_signed ? term_sle(t->store, low, high)
                   : term_ule(t->store, low, high);
}

/* An inequality as a bound on one variable, if the bound implies it and holds
 * in the state.  The bound may be a little stronger: "x + 1 <= 5" allows the
 * largest x, "x <= 4" does not; but bounds can be compared, and of two of them
 * only one is needed. */
static Term as_bound(Trace *t, TraceFrame *f, Term literal) {
  TermKind kind = term_kind(t->store, literal);
  if (kind != TERM_SLT && kind != TERM_ULT) return literal;
  Term atom = term_linear_of(t->store, literal, TERM_LINEAR_IDEAL);
  if (!atom.id || !term_is_linear(t->store, atom)) return literal;
  Term bound = bound_on_one(t, atom);
  if (!bound.id || term_same(bound, literal) ||
      !trace_entails(t, trace_apply(t, f, bound)))
    return literal;
  Term query[2] = {bound, term_not(literal)};
  return trace_check(t, &t->local, query, 2) == SMT_UNSAT ? bound : literal;
}

static void require_literal(Trace *t, TraceFrame *f, Term literal) {
  assert(f == trace_top(t));
  TermList parts = {0};
  term_conjuncts(t->store, literal, &parts);
  for (uint32_t i = 0; i < parts.n && !t->stopped; i++) {
    Term part = literal_normal(t->store, parts.at[i]);
    part = as_bound(t, f, part);
    if (!term_is_true(part)) add_required(t, &f->required, part);
  }
  VEC_DONE(t->mem, &parts);
}

static Term seed_at(const Trace *t, const TraceFrame *f) {
  uint32_t loc = trace_point(t, f)->loc;
  if (loc == TRACE_NONE) return term_true();
  return engine_seed(t->options, (TsLoc){loc});
}

/* A small set of facts that, with `hard`, contradicts nothing but `refuted`:
 * facts and hard and refuted is false.  False: they do not suffice. */
static bool core_of_facts(Trace *t, const TermList *facts, Term hard,
                          Term refuted, TermList *core) {
  assert(term_is_bool(t->store, hard) && term_is_bool(t->store, refuted));
  TermList query = {0};
  VEC_PUSH(t->mem, &query, refuted);
  VEC_PUSH(t->mem, &query, hard);
  for (uint32_t i = 0; i < facts->n; i++)
    VEC_PUSH(t->mem, &query, facts->at[i]);
  bool found = trace_check(t, &t->local, query.at, query.n) == SMT_UNSAT;
  if (found) {
    const Term *used;
    smt_core_min(t->local.smt, NULL, NULL, t->budget);
    uint32_t n = smt_core(t->local.smt, &used);
    for (uint32_t i = 0; i < n; i++)
      if (trace_list_has(facts, used[i])) trace_list_add(t, core, used[i]);
  }
  VEC_DONE(t->mem, &query);
  return found;
}

/* Replace many requirements by few facts. */
static void compress(Trace *t) {
  TraceFrame *f = trace_top(t);
  if (f->required.n <= MOST_REQUIRED) return;
  Term all = term_and_n(t->store, f->required.at, f->required.n);
  TermList core = {0};
  if (core_of_facts(t, trace_facts(t, f), seed_at(t, f), term_not(all),
                    &core) &&
      core.n < f->required.n) {
    VEC_DONE(t->mem, &f->required);
    f->required = core;
    return;
  }
  VEC_DONE(t->mem, &core);
}

static bool shares_vars(Trace *t, Term a, Term b) {
  TermList x = {0}, y = {0};
  bool shared = false;
  term_vars(t->store, a, &x);
  term_vars(t->store, b, &y);
  for (uint32_t i = 0; i < x.n && !shared; i++)
    shared = trace_list_has(&y, x.at[i]);
  VEC_DONE(t->mem, &x);
  VEC_DONE(t->mem, &y);
  return shared;
}

/* Does the guard alone imply the precondition? */
static bool guard_implies(Trace *t, Term guard, Term before) {
  if (term_is_true(guard)) return false;
  if (term_is_false(term_and(t->store, guard, term_not(before)))) return true;
  if (!shares_vars(t, guard, before)) return false;
  Term query[2] = {guard, term_not(before)};
  return trace_check(t, &t->local, query, 2) == SMT_UNSAT;
}

/* The precondition as a requirement of its own, if it is a good one. */
static bool require_before(Trace *t, const TraceStep *step, Term before) {
  assert(step->from == trace_top(t)->point);
  TraceFrame *f = trace_top(t);
  if (trace_list_has(&f->required, before)) return true;
  if (trace_has_input(t->all, step, before)) return false;
  if (term_size(t->store, before) > MOST_SIZE) return false;
  if (!term_is_true(step->guard) &&
      !trace_entails(t, trace_apply(t, f, before)))
    return false;
  require_literal(t, f, before);
  return true;
}

/* What is left: facts of the state, or else the clause. */
static void require_rest(Trace *t, const TraceStep *step,
                         const TermList *rest) {
  assert(rest->n > 0);
  TraceFrame *f = trace_top(t);
  Term all = term_and_n(t->store, rest->at, rest->n);
  TermList core = {0};
  Term hard = term_and(t->store, step->guard, seed_at(t, f));
  if (core_of_facts(t, trace_facts(t, f), hard, term_not(all), &core)) {
    for (uint32_t i = 0; i < core.n; i++) require_literal(t, f, core.at[i]);
  } else {
    Term clause = term_implies(t->store, step->guard, all);
    if (trace_has_input(t->all, step, clause))
      f->lost = true;
    else
      require_literal(t, f, clause);
  }
  VEC_DONE(t->mem, &core);
}

void trace_require_goals(Trace *t, uint32_t s, const TermList *goals) {
  require(s < t->all->steps.n &&
          t->all->steps.at[s].from == trace_top(t)->point);
  const TraceStep *step = &t->all->steps.at[s];
  TermList rest = {0};
  for (uint32_t i = 0; i < goals->n && !t->stopped; i++) {
    Term before =
        literal_normal(t->store, term_map_apply(step->back, goals->at[i]));
    if (term_is_true(before) || guard_implies(t, step->guard, before)) continue;
    if (!require_before(t, step, before)) VEC_PUSH(t->mem, &rest, before);
  }
  if (rest.n && !t->stopped) require_rest(t, step, &rest);
  VEC_DONE(t->mem, &rest);
  if (!t->stopped) compress(t);
}

/* Is the step safe even if it could be taken, because what is required already
 * leads into the entry that its target used last? */
static bool is_safe_anyway(Trace *t, const TraceStep *step) {
  uint32_t entry = t->recent[step->to];
  if (entry == TRACE_NONE || entry >= t->entries.n) return false;
  const TraceEntry *safe = &t->entries.at[entry];
  assert(entry < t->entries.n);
  if (safe->point != step->to) return false;
  for (uint32_t i = 0; i < safe->literals.n; i++) {
    Term before = literal_normal(
        t->store, term_map_apply(step->back, safe->literals.at[i]));
    bool good =
        term_is_true(before) ||
        trace_list_has(&trace_top(t)->required, before) ||
        term_is_false(term_and(t->store, step->guard, term_not(before)));
    if (!good) return false;
  }
  return true;
}

/* One part of the guard that is false in the state: simpler than the whole,
 * and a literal.  None: it takes several. */
static Term false_part(Trace *t, const TraceStep *step) {
  TraceFrame *f = trace_top(t);
  TermList parts = {0};
  term_conjuncts(t->store, step->guard, &parts);
  Term found = TERM_NONE;
  for (uint32_t i = 0; i < parts.n && !found.id; i++)
    if (trace_list_has(&f->required, term_not(parts.at[i])))
      found = parts.at[i];
  for (uint32_t i = 0; i < parts.n && !found.id && !t->stopped; i++)
    if (!trace_has_input(t->all, step, parts.at[i]) &&
        term_size(t->store, parts.at[i]) <= MOST_SIZE &&
        trace_entails(t, trace_apply(t, f, term_not(parts.at[i]))))
      found = parts.at[i];
  VEC_DONE(t->mem, &parts);
  return found;
}

/* By facts of the state, or else by the negated guard as it is. */
static void require_not(Trace *t, const TraceStep *step) {
  TraceFrame *f = trace_top(t);
  TermList core = {0};
  Term hard = term_and(t->store, step->guard, seed_at(t, f));
  if (core_of_facts(t, trace_facts(t, f), hard, term_true(), &core)) {
    for (uint32_t i = 0; i < core.n; i++) require_literal(t, f, core.at[i]);
  } else if (trace_has_input(t->all, step, step->guard)) {
    f->lost = true;
  } else {
    require_literal(t, f, term_not(step->guard));
  }
  VEC_DONE(t->mem, &core);
}

void trace_require_blocked(Trace *t, uint32_t s) {
  require(s < t->all->steps.n &&
          t->all->steps.at[s].from == trace_top(t)->point);
  const TraceStep *step = &t->all->steps.at[s];
  TraceFrame *f = trace_top(t);
  if (term_is_false(step->guard) || is_safe_anyway(t, step)) return;
  Term part = false_part(t, step);
  if (t->stopped) return;
  if (part.id)
    require_literal(t, f, term_not(part));
  else
    require_not(t, step);
  if (!t->stopped) compress(t);
}
