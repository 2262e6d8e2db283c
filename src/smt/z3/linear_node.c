/* SPDX-License-Identifier: MIT
 *
 * Terms in the linear view.
 *
 * A word is an integer congruent to it modulo 2^width, with bounds.  Sums,
 * differences, multiples, bitwise negation, concatenation and truncation are
 * exact without any wrap-around on congruent integers, as long as the bounds
 * stay small; only where the value itself matters (comparison, extension,
 * division, equality) is the integer brought into the window of its signed or
 * unsigned reading, by a case split when the bounds do not exclude wrap-around.
 *
 * A variable is an integer in one of the two windows.  Which one is decided by
 * its users, looked at from above: a signed comparison wants the signed one.
 * (Either is right; the wrong one costs a case split per use.)
 *
 * What is not linear becomes an unknown of the right range and is listed as
 * opaque, to be refined by z3_linear.c.
 */
#include "smt/z3/linear_int.h"

/* Bounds beyond this are brought back into the window first. */
#define BOUND ((Integer)1 << 100)

static bool is_bool(const Lin *lin, Term t) {
  return term_is_bool(lin->z3.shared->store, t);
}

static uint32_t width_of(const Lin *lin, Term t) {
  return term_width(lin->z3.shared->store, t);
}

static bool is_wide(const Lin *lin, Term t) {
  return width_of(lin, t) > LINEAR_MAX_WIDTH;
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
  return (LinNode){expr, 0, 0, {NULL, NULL}};
}

static Z3_ast truth_of(Lin *lin, Term t) {
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

/* The value of a word read that way, with bounds (not for wide ones). */
static LinNode read_as(Lin *lin, Term t, TermReading reading) {
  LinNode node = *node_of(lin, t);
  if (!is_wide(lin, t) && lin_fits(&node, width_of(lin, t), reading))
    return node;
  LinNode value = {node.reading[reading], 0, 0, {NULL, NULL}};
  if (is_wide(lin, t)) {
    if (reading == TERM_UNSIGNED) return node;
    if (!value.expr) value.expr = wide_signed(lin, node.expr, width_of(lin, t));
  } else if (!value.expr) {
    value = lin_wrap(lin, &node, width_of(lin, t), reading);
  } else {
    lin_window(width_of(lin, t), reading, &value.low, &value.high);
  }
  node_of(lin, t)->reading[reading] = value.expr;
  return value;
}

/* As it is, but with bounds below BOUND / `room`. */
static LinNode congruent(Lin *lin, Term t, Integer room) {
  LinNode node = *node_of(lin, t);
  if (-(BOUND / room) <= node.low && node.high <= BOUND / room) return node;
  return read_as(lin, t, TERM_SIGNED);
}

static TermReading demand_of(const Lin *lin, Term t) {
  uint64_t wanted = map_get(&lin->demands, term_node(t), 0);
  return wanted ? (TermReading)(wanted - 1) : TERM_SIGNED;
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
  lin_window(width_of(lin, t), demand_of(lin, t), &node.low, &node.high);
  lin_assert_between(lin, node.low, node.expr, node.high);
  return node;
}

static LinNode opaque(Lin *lin, Term t) {
  VEC_PUSH(lin->z3.shared->mem, &lin->opaque, t);
  return unknown(lin, t);
}

static LinNode constant(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  int64_t value;
  if (!is_wide(lin, t) && term_const_i64(store, t, &value))
    return (LinNode){lin_number(lin, value), value, value, {NULL, NULL}};
  Text digits;
  text_init(&digits, lin->z3.shared->mem);
  bv_print_unsigned(&digits, term_const_words(store, t), width_of(lin, t));
  LinNode node =
      plain(z3_keep(&lin->z3, Z3_mk_numeral(lin->z3.context, text_get(&digits),
                                            lin->integer)));
  text_done(&digits);
  return node;
}

/* A constant's value in the signed reading. */
static bool constant_of(const Lin *lin, Term t, Integer *value) {
  int64_t small;
  if (is_wide(lin, t) || !term_const_i64(lin->z3.shared->store, t, &small))
    return false;
  *value = small;
  return true;
}

/* ... in the unsigned reading. */
static bool unsigned_of(const Lin *lin, Term t, Integer *value) {
  if (!constant_of(lin, t, value)) return false;
  if (*value < 0) *value += (Integer)1 << width_of(lin, t);
  return true;
}

/* ---- words ---- */

static LinNode sum(Lin *lin, Term t, int sign) {
  const TermStore *store = lin->z3.shared->store;
  if (is_wide(lin, t)) return opaque(lin, t);
  LinNode a = congruent(lin, term_child(store, t, 0), 2);
  LinNode b = congruent(lin, term_child(store, t, 1), 2);
  if (sign > 0)
    return (LinNode){lin_add(lin, a.expr, b.expr),
                     a.low + b.low,
                     a.high + b.high,
                     {NULL, NULL}};
  return (LinNode){lin_sub(lin, a.expr, b.expr),
                   a.low - b.high,
                   a.high - b.low,
                   {NULL, NULL}};
}

/* factor * a, where |factor| <= 2^64; expr is NULL where that is too much. */
static LinNode multiple(Lin *lin, Term a, Integer factor) {
  LinNode node = *node_of(lin, a);
  Integer size = factor < 0 ? -factor : factor;
  if (size == 0) return (LinNode){lin_number(lin, 0), 0, 0, {NULL, NULL}};
  Integer limit = ((Integer)1 << 126) / size;
  if (node.low < -limit / 2 || node.high > limit / 2 || node.low < -BOUND ||
      node.high > BOUND)
    node = read_as(lin, a, TERM_SIGNED);
  if (node.low < -limit || node.high > limit) return (LinNode){0};
  Integer x = factor * node.low, y = factor * node.high;
  LinNode result = {lin_scale(lin, factor, node.expr),
                    x < y ? x : y,
                    x < y ? y : x,
                    {NULL, NULL}};
  if (-BOUND <= result.low && result.high <= BOUND) return result;
  return lin_wrap(lin, &result, width_of(lin, a), TERM_SIGNED);
}

static LinNode product(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Integer factor;
  for (uint32_t i = 0; i < 2 && !is_wide(lin, t); i++)
    if (constant_of(lin, term_child(store, t, i), &factor)) {
      LinNode node = multiple(lin, term_child(store, t, 1 - i), factor);
      if (node.expr) return node;
    }
  return opaque(lin, t);
}

/* The lower `n` bits of a. */
static LinNode low_bits(Lin *lin, Term a, uint32_t n) {
  if (n == 0) return (LinNode){lin_number(lin, 0), 0, 0, {NULL, NULL}};
  LinNode node = congruent(lin, a, 4);
  return lin_wrap(lin, &node, n, TERM_UNSIGNED);
}

static LinNode difference(Lin *lin, LinNode a, LinNode b) {
  return (LinNode){lin_sub(lin, a.expr, b.expr),
                   a.low - b.high,
                   a.high - b.low,
                   {NULL, NULL}};
}

/* a & mask, where the mask's ones are bits [first..end[ */
static LinNode masked(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  for (uint32_t i = 0; i < 2 && !is_wide(lin, t); i++) {
    Integer mask;
    if (!unsigned_of(lin, term_child(store, t, i), &mask) || mask == 0)
      continue;
    uint32_t first = 0, end;
    while (!(mask >> first & 1)) first++;
    for (end = first; mask >> end & 1;) end++;
    if (mask >> end) continue;
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
  if (is_wide(lin, t) || !unsigned_of(lin, term_child(store, t, 1), &by) ||
      by >= width_of(lin, t))
    return opaque(lin, t);
  TermKind kind = term_kind(store, t);
  if (kind == TERM_SHL) {
    LinNode node = multiple(lin, a, (Integer)1 << by);
    return node.expr ? node : opaque(lin, t);
  }
  LinNode value =
      read_as(lin, a, kind == TERM_ASHR ? TERM_SIGNED : TERM_UNSIGNED);
  LinNode quotient, remainder;
  lin_divide(lin, &value, (Integer)1 << by, &quotient, &remainder);
  return quotient;
}

static LinNode divided(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  TermKind kind = term_kind(store, t);
  Term a = term_child(store, t, 0), b = term_child(store, t, 1);
  bool is_signed = kind == TERM_SDIV || kind == TERM_SREM;
  Integer divisor;
  bool is_constant =
      is_signed ? constant_of(lin, b, &divisor) : unsigned_of(lin, b, &divisor);
  if (is_wide(lin, t) || !is_constant || divisor == 0) return opaque(lin, t);
  LinNode value = read_as(lin, a, is_signed ? TERM_SIGNED : TERM_UNSIGNED);
  LinNode quotient, remainder;
  if (is_signed)
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
  const TermStore *store = lin->z3.shared->store;
  Term a = term_child(store, t, 0);
  bool is_signed = term_kind(store, t) == TERM_SEXT;
  if (is_wide(lin, t) && is_signed) return opaque(lin, t);
  return read_as(lin, a, is_signed ? TERM_SIGNED : TERM_UNSIGNED);
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
  node.low = factor * high.low + low.low;
  node.high = factor * high.high + low.high;
  return node;
}

static LinNode complement(Lin *lin, Term t, Integer constant_part) {
  if (is_wide(lin, t)) return opaque(lin, t);
  LinNode a = congruent(lin, term_child(lin->z3.shared->store, t, 0), 2);
  Z3_ast expr = lin_sub(lin, lin_number(lin, constant_part), a.expr);
  return (LinNode){
      expr, constant_part - a.high, constant_part - a.low, {NULL, NULL}};
}

static LinNode chosen(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  Z3_ast cond = truth_of(lin, term_child(store, t, 0));
  Term yes = term_child(store, t, 1), no = term_child(store, t, 2);
  if (is_bool(lin, t))
    return plain(lin_ite(lin, cond, truth_of(lin, yes), truth_of(lin, no)));
  LinNode a = *node_of(lin, yes), b = *node_of(lin, no);
  return (LinNode){lin_ite(lin, cond, a.expr, b.expr),
                   a.low < b.low ? a.low : b.low,
                   a.high > b.high ? a.high : b.high,
                   {NULL, NULL}};
}

/* ---- atoms ---- */

/* Equal as integers means equal as words if both are in one window. */
static Z3_ast equal(Lin *lin, Term a, Term b) {
  LinNode x = *node_of(lin, a), y = *node_of(lin, b);
  if (!is_wide(lin, a)) {
    Integer low = x.low < y.low ? x.low : y.low;
    Integer high = x.high > y.high ? x.high : y.high;
    if (high - low >= (Integer)1 << width_of(lin, a)) {
      uint32_t w = width_of(lin, a);
      int n_signed =
          lin_fits(&x, w, TERM_SIGNED) + lin_fits(&y, w, TERM_SIGNED);
      int n_unsigned =
          lin_fits(&x, w, TERM_UNSIGNED) + lin_fits(&y, w, TERM_UNSIGNED);
      TermReading reading = n_unsigned > n_signed ? TERM_UNSIGNED : TERM_SIGNED;
      x = read_as(lin, a, reading);
      y = read_as(lin, b, reading);
    }
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
  const TermStore *store = lin->z3.shared->store;
  TermKind kind = term_kind(store, t);
  TermReading reading =
      kind == TERM_SLT || kind == TERM_SLE ? TERM_SIGNED : TERM_UNSIGNED;
  Z3_ast a = read_as(lin, term_child(store, t, 0), reading).expr;
  Z3_ast b = read_as(lin, term_child(store, t, 1), reading).expr;
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

/* ---- demands ---- */

static void want(Lin *lin, Term t, uint64_t reading) {
  if (!reading || lin_has(lin, t)) return;
  if (!map_find(&lin->demands, term_node(t)))
    map_put(&lin->demands, term_node(t), reading);
}

static void want_of_atom(Lin *lin, Term t) {
  TermLinear linear;
  term_linear_get(lin->z3.shared->store, t, &linear);
  for (uint32_t i = 0; i < linear.n; i++)
    want(lin, linear.at[i].term, (uint64_t)linear.at[i].reading + 1);
}

/* What `t` wants of its children. */
static void spread_demand(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  uint64_t wanted;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, t)) {
  case TERM_LIN_LE:
  case TERM_LIN_EQ: want_of_atom(lin, t); return;
  case TERM_ULT:
  case TERM_ULE:
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR:
  case TERM_ZEXT: wanted = TERM_UNSIGNED + 1; break;
  case TERM_SLT:
  case TERM_SLE:
  case TERM_SDIV:
  case TERM_SREM:
  case TERM_ASHR:
  case TERM_SEXT: wanted = TERM_SIGNED + 1; break;
  case TERM_ADD:
  case TERM_SUB:
  case TERM_MUL:
  case TERM_ITE: wanted = map_get(&lin->demands, term_node(t), 0); break;
  default: return;
  }
#pragma GCC diagnostic pop
  uint32_t n = term_n_children(store, t);
  for (uint32_t i = 0; i < n; i++) want(lin, term_child(store, t, i), wanted);
}

static void tell_arrays(Lin *lin, Term t) {
  Term lemma = arrays_add(lin->arrays, t);
  if (lemma.id) VEC_PUSH(lin->z3.shared->mem, &lin->lemmas, lemma);
}

static bool is_array(const Lin *lin, Term t) {
  return sort_kind(term_sort(lin->z3.shared->store, t)) == SORT_ARRAY;
}

static void translate_node(Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  LinNode node = is_array(lin, t) ? plain(NULL) : make_node(lin, t);
  /* It may be a copy of a child's, whose readings are of another width. */
  node.reading[0] = node.reading[1] = NULL;
  map_put(&lin->numbers, term_node(t), lin->nodes.n);
  VEC_PUSH(lin->z3.shared->mem, &lin->nodes, node);
  TermKind kind = term_kind(store, t);
  if (is_array(lin, t) || kind == TERM_SELECT ||
      (kind == TERM_EQ && is_array(lin, term_child(store, t, 0))))
    tell_arrays(lin, t);
}

Z3_ast lin_translate(void *self, Term t) {
  Lin *lin = self;
  VEC_CLEAR(&lin->order);
  term_walk_push(&lin->walk, t);
  for (Term node; (node = term_walk_next(&lin->walk)).id;)
    VEC_PUSH(lin->z3.shared->mem, &lin->order, node);
  for (uint32_t i = lin->order.n; i-- > 0;)
    spread_demand(lin, lin->order.at[i]);
  for (uint32_t i = 0; i < lin->order.n; i++)
    translate_node(lin, lin->order.at[i]);
  return truth_of(lin, t);
}

bool lin_words(Lin *lin, Term t, BvWord *words) {
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
