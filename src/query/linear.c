/* SPDX-License-Identifier: MIT
 *
 * Over-approximation to linear arithmetic: every operator that has no exact
 * linear view, every read of memory and everything about floats becomes a fresh
 * variable.  Each valuation of the old formula extends to one of the new. */
#include "query/query_int.h"

#define MAX_WIDTH 64u

void query_linear_init(QueryLinear *linear, TermStore *store) {
  *linear = (QueryLinear){.store = store};
  linear->map = term_map_new(store, store);
  term_walk_init(&linear->walk, store);
}

void query_linear_done(QueryLinear *linear) {
  term_map_free(linear->map);
  term_walk_done(&linear->walk);
}

static bool is_word(const TermStore *store, Term t) {
  Sort sort = term_sort(store, t);
  return sort_kind(sort) == SORT_BV && sort_width(sort) <= MAX_WIDTH;
}

static bool has_constant(const TermStore *store, Term t, uint32_t i) {
  uint64_t value;
  return term_const_u64(store, term_child(store, t, i), &value) && value;
}

/* One run of ones. */
static bool is_mask(const TermStore *store, Term t) {
  uint64_t value;
  if (!term_const_u64(store, t, &value) || value == 0) return false;
  while (!(value & 1)) value >>= 1;
  return (value & (value + 1)) == 0;
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
  case TERM_CONCAT:
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_ITE: return true;
  case TERM_EXTRACT: return is_word(store, term_child(store, t, 0));
  case TERM_MUL: return has_constant(store, t, 0) || has_constant(store, t, 1);
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR:
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_SDIV:
  case TERM_SREM: return has_constant(store, t, 1);
  case TERM_BVAND:
    return is_mask(store, term_child(store, t, 0)) ||
           is_mask(store, term_child(store, t, 1));
  default: return false;
  }
#pragma GCC diagnostic pop
}

static bool is_linear_truth(const TermStore *store, Term t) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, t)) {
  case TERM_TRUE:
  case TERM_VAR:
  case TERM_AND:
  case TERM_ITE: return true;
  case TERM_EQ:
    return term_is_bool(store, term_child(store, t, 0)) ||
           is_word(store, term_child(store, t, 0));
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return is_word(store, term_child(store, t, 0));
  case TERM_LIN_LE:
  case TERM_LIN_EQ:
    for (uint32_t i = 0; i < term_n_children(store, t); i++)
      if (!is_word(store, term_child(store, t, i))) return false;
    return true;
  default: return false;
  }
#pragma GCC diagnostic pop
}

/* Arrays, floats and wide words are below something that is replaced. */
static bool is_replaced(const TermStore *store, Term t) {
  if (term_is_bool(store, t)) return !is_linear_truth(store, t);
  return is_word(store, t) && !is_linear_word(store, t);
}

Term query_linearise(QueryLinear *linear, Term t) {
  TermStore *store = linear->store;
  term_walk_push(&linear->walk, t);
  for (Term at; (at = term_walk_next(&linear->walk)).id;)
    if (is_replaced(store, at))
      term_map_put(linear->map, at,
                   term_fresh(store, "any", term_sort(store, at)));
  return term_map_apply(linear->map, t);
}
