/* SPDX-License-Identifier: MIT
 *
 * Over-approximation to linear arithmetic with at most two numbers in a
 * constraint [GCS11 §5]: reads of memory, operators that are no sum, no
 * multiple and no widening, and everything about floats become fresh
 * variables, comparisons of more than two numbers fresh Booleans.  Each
 * valuation of the old formula extends to one of the new. */
#include "query/query_int.h"
#include "term/reading.h"

#define MAX_NUMBERS 2u

void query_linear_init(QueryLinear *linear, TermStore *store) {
  *linear = (QueryLinear){.store = store};
  linear->map = term_map_new(store, store);
  term_walk_init(&linear->walk, store);
}

void query_linear_done(QueryLinear *linear) {
  term_map_free(linear->map);
  term_walk_done(&linear->walk);
  VEC_DONE(term_store_mem(linear->store), &linear->numbers);
  VEC_DONE(term_store_mem(linear->store), &linear->stack);
}

static bool has_constant(const TermStore *store, Term t, uint32_t i) {
  uint64_t value;
  return term_const_u64(store, term_child(store, t, i), &value) && value;
}

static bool is_linear_word(const TermStore *store, Term t) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, t)) {
  case TERM_VAR:
  case TERM_CONST:
  case TERM_ADD:
  case TERM_SUB:
  case TERM_NEG:
  case TERM_BVNOT:
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_ITE: return true;
  case TERM_MUL: return has_constant(store, t, 0) || has_constant(store, t, 1);
  case TERM_SHL: return has_constant(store, t, 1);
  default: return false;
  }
#pragma GCC diagnostic pop
}

/* ---- how many numbers a comparison is about ---- */

static bool is_number(const TermStore *store, Term t) {
  return term_kind(store, t) == TERM_VAR || !term_is_view_word(store, t) ||
         !is_linear_word(store, t);
}

static void add_number(QueryLinear *linear, Term t) {
  for (uint32_t i = 0; i < linear->numbers.n; i++)
    if (term_node(linear->numbers.at[i]) == term_node(t)) return;
  VEC_PUSH(term_store_mem(linear->store), &linear->numbers, t);
}

/* Conditions inside are comparisons of their own. */
static bool has_few_numbers(QueryLinear *linear, Term comparison) {
  TermStore *store = linear->store;
  assert(term_is_bool(store, comparison));
  Mem *mem = term_store_mem(store);
  VEC_CLEAR(&linear->numbers);
  VEC_CLEAR(&linear->stack);
  VEC_PUSH(mem, &linear->stack, comparison);
  while (linear->stack.n && linear->numbers.n <= MAX_NUMBERS) {
    Term t = VEC_POP(&linear->stack);
    if (!term_same(t, comparison) && is_number(store, t)) {
      add_number(linear, t);
      continue;
    }
    uint32_t first = term_kind(store, t) == TERM_ITE;
    for (uint32_t i = first; i < term_n_children(store, t); i++)
      VEC_PUSH(mem, &linear->stack, term_child(store, t, i));
  }
  return linear->numbers.n <= MAX_NUMBERS;
}

static bool is_linear_truth(QueryLinear *linear, Term t) {
  TermStore *store = linear->store;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, t)) {
  case TERM_TRUE:
  case TERM_VAR:
  case TERM_AND:
  case TERM_ITE: return true;
  case TERM_EQ:
    if (term_is_bool(store, term_child(store, t, 0))) return true;
    return term_is_view_word(store, term_child(store, t, 0)) &&
           has_few_numbers(linear, t);
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE:
    return term_is_view_word(store, term_child(store, t, 0)) &&
           has_few_numbers(linear, t);
  case TERM_LIN_LE:
  case TERM_LIN_EQ:
    for (uint32_t i = 0; i < term_n_children(store, t); i++)
      if (!term_is_view_word(store, term_child(store, t, i))) return false;
    return has_few_numbers(linear, t);
  default: return false;
  }
#pragma GCC diagnostic pop
}

/* Arrays, floats and wide words are below something that is replaced. */
static bool is_replaced(QueryLinear *linear, Term t) {
  const TermStore *store = linear->store;
  if (term_is_bool(store, t)) return !is_linear_truth(linear, t);
  return term_is_view_word(store, t) && !is_linear_word(store, t);
}

Term query_linearise(QueryLinear *linear, Term t) {
  TermStore *store = linear->store;
  require(t.id >= 2);
  term_walk_push(&linear->walk, t);
  for (Term at; (at = term_walk_next(&linear->walk)).id;)
    if (is_replaced(linear, at))
      term_map_put(linear->map, at,
                   term_fresh(store, "any", term_sort(store, at)));
  return term_map_apply(linear->map, t);
}
