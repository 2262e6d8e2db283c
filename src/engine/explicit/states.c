/* SPDX-License-Identifier: MIT
 *
 * A set of states as a term.
 *
 * Variable by variable: the states that have one value of the first variable
 * are a set of states over the others.  Values with the same rest are put
 * together, so the term has the shape of a reduced decision diagram: where
 * variables are independent, its size is the sum of their numbers of values and
 * not the product.  Variables with few values come first. */
#include "engine/explicit/explicit_int.h"

typedef struct Set {
  Ts *ts;
  const TsLocation *at;
  const uint64_t *const *states;
  uint32_t *order; /* of the variables */
  Mem *mem;
  TermEval *eval;
} Set;

typedef Vec(uint32_t) Members;
typedef struct Group { /* states that agree in the variable */
  uint64_t value;
  Members members;
} Group;
typedef Vec(Group) Groups;

static void split(const Set *set, const Members *members, uint32_t var,
                  Groups *groups) {
  Map index;
  map_init(&index, set->mem);
  for (uint32_t i = 0; i < members->n; i++) {
    uint64_t value = set->states[members->at[i]][var];
    const uint64_t *at = map_find(&index, value);
    if (!at) {
      at = map_put(&index, value, groups->n);
      VEC_PUSH(set->mem, groups, ((Group){.value = value}));
    }
    VEC_PUSH(set->mem, &groups->at[*at].members, members->at[i]);
  }
  map_done(&index);
}

static Term equals(const Set *set, uint32_t var, uint64_t value) {
  TermStore *store = set->ts->store;
  Term now = set->at->vars[var].now;
  TermValue bits = explicit_value(set->eval, term_sort(store, now), value);
  return term_eq(store, now, term_of_value(store, set->eval, bits));
}

/* Recursion: one level per variable. */
static Term rest_of(const Set *set, const Members *members, uint32_t depth) {
  assert(members->n > 0);
  if (depth == set->at->n_vars) return term_true();
  TermStore *store = set->ts->store;
  Mem *mem = term_store_mem(store);
  uint32_t var = set->order[depth];
  Groups groups = {0};
  split(set, members, var, &groups);
  Map rests; /* term -> place in `values` */
  map_init(&rests, set->mem);
  TermList values = {0}; /* that have this rest */
  for (uint32_t i = 0; i < groups.n; i++) {
    Term rest = rest_of(set, &groups.at[i].members, depth + 1);
    Term value = equals(set, var, groups.at[i].value);
    const uint64_t *at = map_find(&rests, rest.id);
    if (at) {
      values.at[*at] = term_or(store, values.at[*at], value);
    } else {
      map_put(&rests, rest.id, values.n);
      VEC_PUSH(mem, &values, value);
    }
    VEC_DONE(set->mem, &groups.at[i].members);
  }
  for (uint32_t i = 0; i < values.n; i++)
    values.at[i] =
        term_and(store, values.at[i], (Term){(uint32_t)rests.entries[i].key});
  Term all = term_or_n(store, values.at, values.n);
  VEC_DONE(mem, &values);
  VEC_DONE(set->mem, &groups);
  map_done(&rests);
  return all;
}

static uint32_t count_values(const Set *set, const Members *members,
                             uint32_t var) {
  Map seen;
  map_init(&seen, set->mem);
  for (uint32_t i = 0; i < members->n; i++)
    map_put(&seen, set->states[members->at[i]][var], 1);
  uint32_t n = seen.n;
  map_done(&seen);
  return n;
}

/* By insertion: there are few variables. */
static void order_variables(Set *set, const Members *members) {
  uint32_t n = set->at->n_vars;
  uint32_t *counts = MEM_ARRAY(set->mem, uint32_t, n);
  for (uint32_t v = 0; v < n; v++) {
    counts[v] = count_values(set, members, v);
    uint32_t at = v;
    for (; at > 0 && counts[set->order[at - 1]] > counts[v]; at--)
      set->order[at] = set->order[at - 1];
    set->order[at] = v;
  }
  MEM_FREE_ARRAY(set->mem, counts, n);
}

static bool no_value(void *context, TermEval *eval, Term var,
                     TermValue *value) {
  (void)context, (void)eval, (void)var, (void)value;
  return false;
}

Term states_term(Ts *ts, TsLoc loc, const uint64_t *const *states, uint32_t n) {
  if (n == 0) return term_false();
  Set set = {.ts = ts,
             .at = ts_location(ts, loc),
             .states = states,
             .mem = ts->mem,
             .eval = term_eval_new(ts->store, no_value, NULL)};
  set.order = MEM_ARRAY(set.mem, uint32_t, set.at->n_vars);
  Members members = {0};
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(set.mem, &members, i);
  order_variables(&set, &members);
  Term all = rest_of(&set, &members, 0);
  VEC_DONE(set.mem, &members);
  MEM_FREE_ARRAY(set.mem, set.order, set.at->n_vars);
  term_eval_free(set.eval);
  return all;
}
