/* SPDX-License-Identifier: MIT
 *
 * Terms in the linear view.
 *
 * A word is an integer congruent to it modulo 2^width, with a range (see
 * term/reading.h).  Sums, differences, multiples, bitwise negation,
 * concatenation and truncation are exact on congruent integers, as long as the
 * range stays small.  Only where the value itself matters (comparison,
 * extension, division, equality) the integer is moved into the window of its
 * reading: by a case split, unless its range excludes wrap-around.
 *
 * What is not linear becomes an unknown of the right range and is listed as
 * opaque, to be refined by linear.c.
 */
#include "smt/z3/linear_int.h"

/* Integers beyond this are brought back into the window first. */
#define BOUND ((Integer)1 << 100)

static bool is_below(IntegerRange range, Integer bound) {
  return range_is_within(range, (IntegerRange){-bound, bound});
}

static bool is_bool(const Lin *lin, Term t) {
  return term_is_bool(lin->z3.shared->store, t);
}

static uint32_t width_of(const Lin *lin, Term t) {
  return term_width(lin->z3.shared->store, t);
}

static bool is_wide(const Lin *lin, Term t) {
  return width_of(lin, t) > TERM_VIEW_MAX;
}

static LinNode *node_of(const Lin *lin, Term t) {
  const uint64_t *number = map_find(&lin->numbers, term_node(t));
  require(number);
  return &lin->nodes.at[*number];
}

bool lin_has(const Lin *lin, Term t) {
  return map_find(&lin->numbers, term_node(t)) != NULL;
}

static LinNode plain(Z3_ast expr) {
  return (LinNode){expr, {0, 0}, {NULL, NULL}};
}

static Z3_ast truth_of(Lin *lin, Term t) {
  assert(is_bool(lin, t));
  Z3_ast positive = node_of(lin, t)->expr;
  if (!term_is_negated(t)) return positive;
  return z3_keep(&lin->z3, Z3_mk_not(lin->z3.context, positive));
}

/* ---- readings ---- */

static Z3_ast wide_signed(Lin *lin, Z3_ast a, uint32_t width) {
  Z3_ast half = lin_power(lin, width - 1);
  return lin_ite(lin, lin_le(lin, half, a),
                 lin_sub(lin, a, lin_power(lin, width)), a);
}

/* The value of a word read that way, with its range (not for wide ones). */
static LinNode read_as(Lin *lin, Term t, TermReading reading) {
  assert(!term_is_negated(t) && !is_bool(lin, t));
  LinNode node = *node_of(lin, t);
  if (!is_wide(lin, t) &&
      term_fits_window(node.range, width_of(lin, t), reading))
    return node;
  LinNode value = plain(node.reading[reading]);
  if (is_wide(lin, t)) {
    if (reading == TERM_UNSIGNED) return node;
    if (!value.expr) value.expr = wide_signed(lin, node.expr, width_of(lin, t));
  } else if (!value.expr) {
    value = lin_wrap(lin, &node, width_of(lin, t), reading);
  } else {
    value.range = term_window(width_of(lin, t), reading);
  }
  node_of(lin, t)->reading[reading] = value.expr;
  return value;
}

static TermReading operand_reading(const Lin *lin, Term t) {
  TermReading reading;
  bool is_read =
      term_operand_reading(term_kind(lin->z3.shared->store, t), &reading);
  require(is_read);
  return reading;
}

/* The value of child i, read as the operator does. */
static LinNode read_operand(Lin *lin, Term t, uint32_t i) {
  return read_as(lin, term_child(lin->z3.shared->store, t, i),
                 operand_reading(lin, t));
}

/* As it is, but below BOUND / `room`. */
static LinNode congruent(Lin *lin, Term t, Integer room) {
  assert(room >= 1 && !is_wide(lin, t));
  LinNode node = *node_of(lin, t);
  if (is_below(node.range, BOUND / room)) return node;
  return read_as(lin, t, TERM_SIGNED);
}

/* ---- leaves and unknowns ---- */

static LinNode unknown(Lin *lin, Term t) {
  if (is_bool(lin, t))
    return plain(z3_bool_constant(&lin->z3, "b", term_node(t)));
  LinNode node = plain(lin_fresh(lin));
  if (is_wide(lin, t)) {
    z3_assert(&lin->z3, lin_le(lin, lin_number(lin, 0), node.expr));
    Z3_ast below =
        z3_keep(&lin->z3, Z3_mk_lt(lin->z3.context, node.expr,
                                   lin_power(lin, width_of(lin, t))));
    z3_assert(&lin->z3, below);
    return node;
  }
  node.range = term_window(width_of(lin, t), term_demanded(&lin->demands, t));
  lin_assert_in(lin, node.expr, node.range);
  return node;
}

static LinNode opaque(Lin *lin, Term t) {
  VEC_PUSH(lin->z3.shared->mem, &lin->opaque, t);
  return unknown(lin, t);
}

static bool constant_of(const Lin *lin, Term t, TermReading reading,
                        Integer *value) {
  return !is_wide(lin, t) &&
         term_const_as(lin->z3.shared->store, t, reading, value);
}

static LinNode constant(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Integer value;
  if (constant_of(lin, t, TERM_SIGNED, &value))
    return (LinNode){lin_number(lin, value), {value, value}, {NULL, NULL}};
  Text digits;
  text_init(&digits, lin->z3.shared->mem);
  bv_print_unsigned(&digits, term_const_words(store, t), width_of(lin, t));
  LinNode node =
      plain(z3_keep(&lin->z3, Z3_mk_numeral(lin->z3.context, text_get(&digits),
                                            lin->integer)));
  text_done(&digits);
  return node;
}

/* ---- words ---- */

static LinNode difference(Lin *lin, LinNode a, LinNode b) {
  return (LinNode){
      lin_sub(lin, a.expr, b.expr), range_sub(a.range, b.range), {NULL, NULL}};
}

static LinNode sum(Lin *lin, Term t, int sign) {
  const TermStore *store = lin->z3.shared->store;
  if (is_wide(lin, t)) return opaque(lin, t);
  LinNode a = congruent(lin, term_child(store, t, 0), 2);
  LinNode b = congruent(lin, term_child(store, t, 1), 2);
  if (sign < 0) return difference(lin, a, b);
  return (LinNode){
      lin_add(lin, a.expr, b.expr), range_add(a.range, b.range), {NULL, NULL}};
}

/* factor * a, where |factor| <= 2^64; expr is NULL where that is too much. */
static LinNode multiple(Lin *lin, Term a, Integer factor) {
  assert(integer_abs(factor) <= (Integer)1 << 64);
  LinNode node = *node_of(lin, a);
  if (factor == 0) return plain(lin_number(lin, 0));
  Integer limit = ((Integer)1 << 126) / integer_abs(factor);
  if (!is_below(node.range, limit / 2) || !is_below(node.range, BOUND))
    node = read_as(lin, a, TERM_SIGNED);
  if (!is_below(node.range, limit)) return (LinNode){0};
  LinNode result = {lin_scale(lin, factor, node.expr),
                    range_scale(node.range, factor),
                    {NULL, NULL}};
  if (is_below(result.range, BOUND)) return result;
  return lin_wrap(lin, &result, width_of(lin, a), TERM_SIGNED);
}

static LinNode product(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Integer factor;
  for (uint32_t i = 0; i < 2 && !is_wide(lin, t); i++)
    if (constant_of(lin, term_child(store, t, i), TERM_SIGNED, &factor)) {
      LinNode node = multiple(lin, term_child(store, t, 1 - i), factor);
      if (node.expr) return node;
    }
  return opaque(lin, t);
}

/* The lower `n` bits of a. */
static LinNode low_bits(Lin *lin, Term a, uint32_t n) {
  if (n == 0) return plain(lin_number(lin, 0));
  LinNode node = congruent(lin, a, 4);
  return lin_wrap(lin, &node, n, TERM_UNSIGNED);
}

/* a & mask, where the mask's ones are bits [first..end[ */
static LinNode masked(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  for (uint32_t i = 0; i < 2 && !is_wide(lin, t); i++) {
    Integer mask;
    uint32_t first, end;
    if (!constant_of(lin, term_child(store, t, i), TERM_UNSIGNED, &mask) ||
        !integer_is_run(mask, &first, &end))
      continue;
    Term a = term_child(store, t, 1 - i);
    LinNode upper =
        end == width_of(lin, t) ? congruent(lin, a, 4) : low_bits(lin, a, end);
    return difference(lin, upper, low_bits(lin, a, first));
  }
  return opaque(lin, t);
}

/* Shifts: by a constant below the width. */
static LinNode shifted(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Term a = term_child(store, t, 0);
  Integer by;
  if (!constant_of(lin, term_child(store, t, 1), TERM_UNSIGNED, &by) ||
      by >= width_of(lin, t))
    return opaque(lin, t);
  TermKind kind = term_kind(store, t);
  if (kind == TERM_SHL) {
    LinNode node = multiple(lin, a, (Integer)1 << by);
    return node.expr ? node : opaque(lin, t);
  }
  LinNode value = read_operand(lin, t, 0), quotient, remainder;
  lin_divide(lin, &value, (Integer)1 << by, &quotient, &remainder);
  return quotient;
}

static LinNode divided(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  TermKind kind = term_kind(store, t);
  TermReading reading = operand_reading(lin, t);
  Integer divisor;
  if (!constant_of(lin, term_child(store, t, 1), reading, &divisor) ||
      divisor == 0)
    return opaque(lin, t);
  LinNode value = read_operand(lin, t, 0), quotient, remainder;
  if (reading == TERM_SIGNED)
    lin_divide_to_zero(lin, &value, divisor, &quotient, &remainder);
  else
    lin_divide(lin, &value, divisor, &quotient, &remainder);
  return kind == TERM_SDIV || kind == TERM_UDIV ? quotient : remainder;
}

static LinNode extracted(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Term a = term_child(store, t, 0);
  uint32_t low = term_extract_low(store, t);
  if (is_wide(lin, a)) return opaque(lin, t);
  if (low == 0) return congruent(lin, a, 1); /* truncation is free */
  LinNode value = read_as(lin, a, TERM_UNSIGNED), quotient, remainder;
  lin_divide(lin, &value, (Integer)1 << low, &quotient, &remainder);
  return quotient;
}

static LinNode extended(Lin *lin, Term t) {
  if (is_wide(lin, t) && operand_reading(lin, t) == TERM_SIGNED)
    return opaque(lin, t);
  return read_operand(lin, t, 0);
}

static LinNode concatenated(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Term a = term_child(store, t, 0), b = term_child(store, t, 1);
  LinNode high = read_as(lin, a, TERM_UNSIGNED);
  LinNode low = read_as(lin, b, TERM_UNSIGNED);
  Z3_ast power = lin_power(lin, width_of(lin, b));
  Z3_ast scaled = z3_keep(
      &lin->z3, Z3_mk_mul(lin->z3.context, 2, (Z3_ast[]){power, high.expr}));
  LinNode node = plain(lin_add(lin, scaled, low.expr));
  if (is_wide(lin, t)) return node;
  Integer factor = (Integer)1 << width_of(lin, b);
  node.range = range_add(range_scale(high.range, factor), low.range);
  return node;
}

static LinNode complement(Lin *lin, Term t, Integer constant_part) {
  if (is_wide(lin, t)) return opaque(lin, t);
  LinNode a = congruent(lin, term_child(lin->z3.shared->store, t, 0), 2);
  LinNode constant_node = {lin_number(lin, constant_part),
                           {constant_part, constant_part},
                           {NULL, NULL}};
  return difference(lin, constant_node, a);
}

static LinNode chosen(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Z3_ast cond = truth_of(lin, term_child(store, t, 0));
  Term yes = term_child(store, t, 1), no = term_child(store, t, 2);
  if (is_bool(lin, t))
    return plain(lin_ite(lin, cond, truth_of(lin, yes), truth_of(lin, no)));
  LinNode a = *node_of(lin, yes), b = *node_of(lin, no);
  return (LinNode){lin_ite(lin, cond, a.expr, b.expr),
                   range_join(a.range, b.range),
                   {NULL, NULL}};
}

/* ---- atoms ---- */

/* Equal as integers means equal as words if both are in one window. */
static Z3_ast equal(Lin *lin, Term a, Term b) {
  LinNode x = *node_of(lin, a), y = *node_of(lin, b);
  TermReading reading;
  if (!is_wide(lin, a) && term_equality_needs_window(
                              x.range, y.range, width_of(lin, a), &reading)) {
    x = read_as(lin, a, reading);
    y = read_as(lin, b, reading);
  }
  return z3_keep(&lin->z3, Z3_mk_eq(lin->z3.context, x.expr, y.expr));
}

static LinNode equality(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Term a = term_child(store, t, 0), b = term_child(store, t, 1);
  switch (sort_kind(term_sort(store, a))) {
  case SORT_BOOL:
    return plain(z3_keep(&lin->z3, Z3_mk_eq(lin->z3.context, truth_of(lin, a),
                                            truth_of(lin, b))));
  case SORT_BV: return plain(equal(lin, a, b));
  case SORT_ARRAY: return unknown(lin, t);
  case SORT_FLOAT: break;
  }
  unreachable_case();
}

static LinNode compared(Lin *lin, Term t) {
  TermKind kind = term_kind(lin->z3.shared->store, t);
  Z3_ast a = read_operand(lin, t, 0).expr;
  Z3_ast b = read_operand(lin, t, 1).expr;
  if (kind == TERM_SLE || kind == TERM_ULE) return plain(lin_le(lin, a, b));
  return plain(z3_keep(&lin->z3, Z3_mk_lt(lin->z3.context, a, b)));
}

static LinNode atom(Lin *lin, Term t) {
  TermLinear linear;
  term_linear_get(lin->z3.shared->store, t, &linear);
  Z3_ast left = lin_number(lin, 0), right = lin_number(lin, linear.bound);
  for (uint32_t i = 0; i < linear.n; i++) {
    TermMonomial m = linear.at[i];
    Z3_ast value = read_as(lin, m.term, m.reading).expr;
    left = lin_add(lin, left, lin_scale(lin, m.coefficient, value));
  }
  if (linear.op == TERM_LE) return plain(lin_le(lin, left, right));
  Z3_ast same = z3_keep(&lin->z3, Z3_mk_eq(lin->z3.context, left, right));
  if (linear.op == TERM_EQUAL) return plain(same);
  return plain(z3_keep(&lin->z3, Z3_mk_not(lin->z3.context, same)));
}

/* ---- the graph ---- */

static LinNode make_node(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Z3_context c = lin->z3.context;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, t)) {
  case TERM_TRUE: return plain(z3_keep(&lin->z3, Z3_mk_true(c)));
  case TERM_VAR:
  case TERM_SELECT: return unknown(lin, t);
  case TERM_CONST: return constant(lin, t);
  case TERM_AND: {
    Z3_ast parts[2] = {truth_of(lin, term_child(store, t, 0)),
                       truth_of(lin, term_child(store, t, 1))};
    return plain(z3_keep(&lin->z3, Z3_mk_and(c, 2, parts)));
  }
  case TERM_EQ: return equality(lin, t);
  case TERM_ITE: return chosen(lin, t);
  case TERM_BVNOT: return complement(lin, t, -1);
  case TERM_NEG: return complement(lin, t, 0);
  case TERM_ADD: return sum(lin, t, 1);
  case TERM_SUB: return sum(lin, t, -1);
  case TERM_MUL: return product(lin, t);
  case TERM_UDIV:
  case TERM_SDIV:
  case TERM_UREM:
  case TERM_SREM: return divided(lin, t);
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: return shifted(lin, t);
  case TERM_BVAND: return masked(lin, t);
  case TERM_CONCAT: return concatenated(lin, t);
  case TERM_EXTRACT: return extracted(lin, t);
  case TERM_ZEXT:
  case TERM_SEXT: return extended(lin, t);
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return compared(lin, t);
  case TERM_LIN_LE:
  case TERM_LIN_EQ: return atom(lin, t);
  default: return opaque(lin, t);
  }
#pragma GCC diagnostic pop
}

static void give_to_arrays(Lin *lin, Term t) {
  Term lemma = arrays_add(lin->arrays, t);
  if (lemma.id) VEC_PUSH(lin->z3.shared->mem, &lin->lemmas, lemma);
}

static bool is_array(const Lin *lin, Term t) {
  return sort_kind(term_sort(lin->z3.shared->store, t)) == SORT_ARRAY;
}

static void translate_node(Lin *lin, Term t) {
  assert(!lin_has(lin, t));
  const TermStore *store = lin->z3.shared->store;
  LinNode node = is_array(lin, t) ? plain(NULL) : make_node(lin, t);
  assert(is_array(lin, t) || node.expr);
  assert(node.range.low <= node.range.high);
  /* It may be a copy of a child's, whose readings are of another width. */
  node.reading[0] = node.reading[1] = NULL;
  map_put(&lin->numbers, term_node(t), lin->nodes.n);
  VEC_PUSH(lin->z3.shared->mem, &lin->nodes, node);
  TermKind kind = term_kind(store, t);
  if (is_array(lin, t) || kind == TERM_SELECT ||
      (kind == TERM_EQ && is_array(lin, term_child(store, t, 0))))
    give_to_arrays(lin, t);
}

Z3_ast lin_translate(void *self, Term t) {
  Lin *lin = self;
  VEC_CLEAR(&lin->order);
  term_walk_push(&lin->walk, t);
  for (Term node; (node = term_walk_next(&lin->walk)).id;)
    VEC_PUSH(lin->z3.shared->mem, &lin->order, node);
  term_demands_add(&lin->demands, lin->order.at, lin->order.n,
                   TERM_DEMAND_THROUGH_SUMS);
  for (uint32_t i = 0; i < lin->order.n; i++)
    translate_node(lin, lin->order.at[i]);
  return truth_of(lin, t);
}

bool lin_words(Lin *lin, Term t, BvWord *words) {
  require(lin_has(lin, t));
  Z3_ast value = z3_eval(&lin->z3, node_of(lin, t)->expr);
  if (!value) return false;
  bool is_known;
  if (is_bool(lin, t)) {
    Z3_lbool truth = Z3_get_bool_value(lin->z3.context, value);
    words[0] = (truth == Z3_L_TRUE) ^ term_is_negated(t);
    is_known = truth != Z3_L_UNDEF;
  } else {
    is_known = z3_words(&lin->z3, value, words, width_of(lin, t));
  }
  z3_release(&lin->z3, value);
  return is_known;
}
