/* SPDX-License-Identifier: MIT
 *
 * What a symbolic state says about its variables.
 *
 * A state is terms over symbols and constraints on symbols; an interpolant and
 * a loop invariant may only speak of the variables of their point.  A fact is
 * a literal over these variables that the state implies:
 *
 *   x = 5          the value is a constant
 *   x = y + 1      two values differ by a constant
 *   0 < x          a constraint whose symbols are all values of variables, or
 *                  differ from one by a constant: the way back from values to
 *                  variables is a substitution
 *
 * That is the projection of the state to live variables, cheap and without
 * quantifiers; what it cannot express is dropped, so facts are implied by the
 * state but need not imply it.
 *
 * Slackening gives up half of an equality, or strictness, where the whole does
 * not survive a loop. */
#include "engine/shared/literal.h"
#include "engine/trace/trace_int.h"

enum { MOST_PAIRED = 12 }; /* variables compared in pairs */

static bool is_number(const Trace *t, Term term) {
  Sort sort = term_sort(t->store, term);
  return sort_kind(sort) == SORT_BV && sort_width(sort) <= 64;
}

static bool is_fixed(const Trace *t, Term term) {
  return term_is_const(t->store, term) || term_is_true(term) ||
         term_is_false(term);
}

static void add_fact(Trace *t, TermList *facts, Term fact) {
  assert(term_is_bool(t->store, fact));
  fact = literal_normal(t->store, fact);
  if (!term_is_true(fact)) trace_list_add(t, facts, fact);
}

static void add_constants(Trace *t, const TraceFrame *f, TermList *facts) {
  const TracePoint *point = trace_point(t, f);
  for (uint32_t i = 0; i < point->n_vars; i++)
    if (is_fixed(t, f->values[i]))
      add_fact(t, facts, term_eq(t->store, point->vars[i], f->values[i]));
}

/* Equal values, and values that differ by a constant. */
static void add_pairs(Trace *t, const TraceFrame *f, TermList *facts) {
  const TracePoint *point = trace_point(t, f);
  uint32_t open[MOST_PAIRED], n = 0;
  assert(f->values || point->n_vars == 0);
  for (uint32_t i = 0; i < point->n_vars && n < MOST_PAIRED; i++) {
    Term value = f->values[i];
    SortKind kind = sort_kind(term_sort(t->store, value));
    if (is_fixed(t, value) || (kind != SORT_BOOL && kind != SORT_BV)) continue;
    for (uint32_t k = 0; k < n; k++) {
      Term other = f->values[open[k]];
      Term left = point->vars[i], right = point->vars[open[k]];
      if (!sort_same(term_sort(t->store, value), term_sort(t->store, other)))
        continue;
      if (term_same(value, other)) {
        add_fact(t, facts, term_eq(t->store, left, right));
      } else if (is_number(t, value)) {
        Term by = term_sub(t->store, value, other);
        if (term_is_const(t->store, by))
          add_fact(t, facts,
                   term_eq(t->store, left, term_add(t->store, right, by)));
      }
    }
    open[n++] = i;
  }
}

/* From values back to variables. */
static TermMap *way_back(Trace *t, const TraceFrame *f) {
  const TracePoint *point = trace_point(t, f);
  TermMap *back = term_map_new(t->store, t->store);
  Map known;
  map_init(&known, t->mem);
  for (uint32_t i = 0; i < point->n_vars; i++) {
    Term value = f->values[i];
    if (is_fixed(t, value) || map_find(&known, term_node(value))) continue;
    map_put(&known, term_node(value), 1);
    term_map_put(back, value, point->vars[i]);
  }
  for (uint32_t i = 0; i < point->n_vars; i++) {
    Term value = f->values[i];
    if (term_kind(t->store, value) != TERM_ADD || !is_number(t, value))
      continue;
    for (uint32_t k = 0; k < 2; k++) {
      Term symbol = term_child(t->store, value, k);
      Term by = term_child(t->store, value, 1 - k);
      if (!term_is_const(t->store, by) || map_find(&known, term_node(symbol)))
        continue;
      map_put(&known, term_node(symbol), 1);
      term_map_put(back, symbol, term_sub(t->store, point->vars[i], by));
    }
  }
  map_done(&known);
  return back;
}

static bool speaks_of(Trace *t, const Map *own, Term term) {
  TermList vars = {0};
  bool good = true;
  term_vars(t->store, term, &vars);
  for (uint32_t i = 0; i < vars.n && good; i++)
    good = map_find(own, vars.at[i].id) != NULL;
  VEC_DONE(t->mem, &vars);
  return good;
}

static void add_constraints(Trace *t, const TraceFrame *f, TermList *facts) {
  const TracePoint *point = trace_point(t, f);
  if (f->floor == f->n_constraints) return;
  TermMap *back = way_back(t, f);
  Map own;
  map_init(&own, t->mem);
  for (uint32_t i = 0; i < point->n_vars; i++)
    map_put(&own, point->vars[i].id, 1);
  for (uint32_t i = f->floor; i < f->n_constraints; i++) {
    Term fact = term_map_apply(back, t->constraints.at[i]);
    if (speaks_of(t, &own, fact)) add_fact(t, facts, fact);
  }
  map_done(&own);
  term_map_free(back);
}

/* a <= b and b <= a is an equality. */
static void add_meetings(Trace *t, TermList *facts) {
  uint32_t n = facts->n;
  for (uint32_t i = 0; i < n; i++) {
    Term fact = facts->at[i];
    TermKind kind = term_kind(t->store, fact);
    if (!term_is_negated(fact) || (kind != TERM_SLT && kind != TERM_ULT))
      continue;
    Term b = term_child(t->store, fact, 0), a = term_child(t->store, fact, 1);
    Term other =
        kind == TERM_SLT ? term_sle(t->store, b, a) : term_ule(t->store, b, a);
    if (trace_list_has(facts, other))
      add_fact(t, facts, term_eq(t->store, a, b));
  }
}

const TermList *trace_facts(Trace *t, TraceFrame *f) {
  assert(f->floor <= f->n_constraints && f->n_constraints <= t->constraints.n);
  if (f->has_facts) return &f->facts;
  f->has_facts = true;
  VEC_CLEAR(&f->facts);
  add_constants(t, f, &f->facts);
  add_pairs(t, f, &f->facts);
  add_constraints(t, f, &f->facts);
  add_meetings(t, &f->facts);
  return &f->facts;
}

void trace_slacken(Trace *t, Term literal, TermList *out) {
  assert(term_is_bool(t->store, literal));
  TermKind kind = term_kind(t->store, literal);
  if (kind != TERM_EQ && kind != TERM_SLT && kind != TERM_ULT) return;
  if (term_is_negated(literal)) return;
  Term a = term_child(t->store, literal, 0),
       b = term_child(t->store, literal, 1);
  if (!is_number(t, a)) return;
  if (kind == TERM_SLT) add_fact(t, out, term_sle(t->store, a, b));
  if (kind == TERM_ULT) add_fact(t, out, term_ule(t->store, a, b));
  if (kind != TERM_EQ) return;
  add_fact(t, out, term_sle(t->store, a, b));
  add_fact(t, out, term_sle(t->store, b, a));
  add_fact(t, out, term_ule(t->store, a, b));
  add_fact(t, out, term_ule(t->store, b, a));
}
