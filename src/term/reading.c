/* SPDX-License-Identifier: MIT
 *
 * Words read as integers; see reading.h. */
#include "term/reading.h"

#include "term/term_int.h"

/* ---- windows ---- */

bool term_is_view_word(const TermStore *store, Term t) {
  Sort sort = term_sort(store, t);
  return sort_kind(sort) == SORT_BV && sort_width(sort) <= TERM_VIEW_MAX;
}

IntegerRange term_window(uint32_t width, TermReading reading) {
  require(width >= 1 && width <= TERM_WINDOW_MAX);
  Integer size = (Integer)1 << width;
  Integer low = reading == TERM_SIGNED ? -(size / 2) : 0;
  return (IntegerRange){low, low + size - 1};
}

bool term_fits_window(IntegerRange range, uint32_t width, TermReading reading) {
  return range_is_within(range, term_window(width, reading));
}

IntegerRange term_windows_of(IntegerRange range, uint32_t width,
                             TermReading reading) {
  assert(range.low <= range.high);
  IntegerRange own = term_window(width, reading);
  return range_floor_div(range_shift(range, -own.low), (Integer)1 << width);
}

bool term_equality_needs_window(IntegerRange a, IntegerRange b, uint32_t width,
                                TermReading *reading) {
  IntegerRange both = range_join(a, b);
  if (both.high - both.low < (Integer)1 << width) return false;
  int n_signed = term_fits_window(a, width, TERM_SIGNED) +
                 term_fits_window(b, width, TERM_SIGNED);
  int n_unsigned = term_fits_window(a, width, TERM_UNSIGNED) +
                   term_fits_window(b, width, TERM_UNSIGNED);
  *reading = n_unsigned > n_signed ? TERM_UNSIGNED : TERM_SIGNED;
  return true;
}

bool term_const_as(const TermStore *store, Term t, TermReading reading,
                   Integer *value) {
  if (!term_is_const(store, t)) return false;
  uint32_t width = term_width(store, t);
  if (width > TERM_WINDOW_MAX) return false;
  BvWord words[2];
  if (reading == TERM_SIGNED)
    bv_sext(words, 128, term_const_words(store, t), width);
  else
    bv_zext(words, 128, term_const_words(store, t), width);
  *value = integer_of_words(words);
  assert(term_fits_window((IntegerRange){*value, *value}, width, reading));
  return true;
}

/* ---- operators ---- */

bool term_operand_reading(TermKind kind, TermReading *reading) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (kind) {
  case TERM_ULT:
  case TERM_ULE:
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR:
  case TERM_ZEXT: *reading = TERM_UNSIGNED; return true;
  case TERM_SLT:
  case TERM_SLE:
  case TERM_SDIV:
  case TERM_SREM:
  case TERM_ASHR:
  case TERM_SEXT: *reading = TERM_SIGNED; return true;
  default: return false;
  }
#pragma GCC diagnostic pop
}

/* ---- demands ---- */

void term_demands_init(TermDemands *demands, const TermStore *store, Mem *mem) {
  *demands = (TermDemands){.store = store};
  map_init(&demands->wanted, mem);
}

void term_demands_done(TermDemands *demands) {
  map_done(&demands->wanted);
}

static bool is_demanded(const TermDemands *demands, Term t) {
  return map_find(&demands->wanted, term_node(t)) != NULL;
}

TermReading term_demanded(const TermDemands *demands, Term t) {
  return (TermReading)map_get(&demands->wanted, term_node(t), TERM_SIGNED);
}

static void demand(TermDemands *demands, Term t, TermReading reading) {
  if (!is_demanded(demands, t))
    map_put(&demands->wanted, term_node(t), reading);
}

static void demand_of_atom(TermDemands *demands, Term t) {
  TermLinear atom;
  term_linear_get(demands->store, t, &atom);
  for (uint32_t i = 0; i < atom.n; i++)
    demand(demands, atom.at[i].term, atom.at[i].reading);
}

static bool hands_on(TermKind kind, TermDemandFlow flow) {
  return flow == TERM_DEMAND_THROUGH_ALL || kind == TERM_ADD ||
         kind == TERM_SUB || kind == TERM_MUL || kind == TERM_ITE;
}

/* What a node wants of its children; false: nothing. */
static bool wanted_below(const TermDemands *demands, Term t,
                         TermDemandFlow flow, TermReading *reading) {
  TermKind kind = term_kind(demands->store, t);
  if (term_operand_reading(kind, reading)) return true;
  if (flow == TERM_DEMAND_THROUGH_ALL && kind == TERM_CONCAT) {
    *reading = TERM_UNSIGNED;
    return true;
  }
  *reading = term_demanded(demands, t);
  return is_demanded(demands, t) && hands_on(kind, flow);
}

void term_demands_add(TermDemands *demands, const Term *nodes, uint32_t n,
                      TermDemandFlow flow) {
  require(flow == TERM_DEMAND_THROUGH_SUMS || flow == TERM_DEMAND_THROUGH_ALL);
  const TermStore *store = demands->store;
  TermReading reading;
  for (uint32_t i = n; i-- > 0;) {
    Term t = nodes[i];
    if (term_is_linear(store, t))
      demand_of_atom(demands, t);
    else if (wanted_below(demands, t, flow, &reading))
      for (uint32_t k = 0; k < term_n_children(store, t); k++)
        demand(demands, term_child(store, t, k), reading);
  }
}
