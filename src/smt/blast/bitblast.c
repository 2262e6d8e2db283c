/* SPDX-License-Identifier: MIT
 *
 * Terms as words of gates: each node of the graph once, children first, with
 * a stack of our own.  A linear atom is the gates of its widened bit-vector
 * form.  Array terms have no gates; arrays.c gets them, and a
 * SELECT or an equality of arrays is a word of fresh variables that its lemmas
 * will tie down. */
#include "smt/blast/blast_int.h"

#define NO_BITS UINT32_MAX /* offset of nodes of array sort */

void blaster_init(Blaster *blaster, SmtShared *shared, Sat *sat) {
  *blaster = (Blaster){.shared = shared};
  gates_init(&blaster->gates, shared, sat);
  blaster->arrays = arrays_new(shared);
  map_init(&blaster->offsets, shared->mem);
  map_init(&blaster->linear, shared->mem);
}

void blaster_done(Blaster *blaster) {
  Mem *mem = blaster->shared->mem;
  gates_done(&blaster->gates);
  arrays_free(blaster->arrays);
  map_done(&blaster->offsets);
  map_done(&blaster->linear);
  VEC_DONE(mem, &blaster->bits);
  VEC_DONE(mem, &blaster->stack);
  VEC_DONE(mem, &blaster->lemmas);
}

bool blaster_has(const Blaster *blaster, Term t) {
  return map_find(&blaster->offsets, term_node(t)) != NULL;
}

static uint32_t width_of(const TermStore *store, Term t) {
  Sort sort = term_sort(store, t);
  return sort_kind(sort) == SORT_BOOL ? 1 : sort_width(sort);
}

const SatLit *blaster_bits(const Blaster *blaster, Term t, uint32_t *width) {
  const uint64_t *offset = map_find(&blaster->offsets, term_node(t));
  require(offset && *offset != NO_BITS);
  *width = width_of(blaster->shared->store, t);
  assert(*offset + *width <= blaster->bits.n);
  return blaster->bits.at + *offset;
}

SatLit blaster_literal(const Blaster *blaster, Term t) {
  uint32_t width;
  SatLit positive = blaster_bits(blaster, t, &width)[0];
  assert(width == 1);
  return term_is_negated(t) ? -positive : positive;
}

/* A copy of a child's word, with its negation applied if it is Boolean. */
static SatLit *child_bits(Blaster *blaster, Term node, uint32_t i) {
  Term child = term_child(blaster->shared->store, node, i);
  assert(!term_is_negated(child) ||
         term_is_bool(blaster->shared->store, child));
  uint32_t width;
  const SatLit *from = blaster_bits(blaster, child, &width);
  SatLit *copy = gates_scratch(&blaster->gates, width);
  memcpy(copy, from, sizeof *copy * width);
  if (term_is_negated(child)) copy[0] = -copy[0];
  return copy;
}

/* ---- one node ---- */

static void fresh_bits(Gates *gates, SatLit *out, uint32_t w) {
  for (uint32_t i = 0; i < w; i++) out[i] = gates_new_var(gates);
}

static void blast_const(Blaster *blaster, Term node, SatLit *out, uint32_t w) {
  const BvWord *words = term_const_words(blaster->shared->store, node);
  SatLit truth = blaster->gates.truth;
  for (uint32_t i = 0; i < w; i++) out[i] = bv_bit(words, i) ? truth : -truth;
}

static void blast_extend(Blaster *blaster, Term node, SatLit *out, uint32_t w) {
  const TermStore *store = blaster->shared->store;
  uint32_t from = width_of(store, term_child(store, node, 0));
  assert(from <= w);
  SatLit *a = child_bits(blaster, node, 0);
  SatLit fill =
      term_kind(store, node) == TERM_SEXT ? a[from - 1] : -blaster->gates.truth;
  for (uint32_t i = 0; i < w; i++) out[i] = i < from ? a[i] : fill;
}

static void blast_concat(Blaster *blaster, Term node, SatLit *out, uint32_t w) {
  const TermStore *store = blaster->shared->store;
  uint32_t low = width_of(store, term_child(store, node, 1));
  assert(low < w);
  memcpy(out, child_bits(blaster, node, 1), sizeof *out * low);
  memcpy(out + low, child_bits(blaster, node, 0), sizeof *out * (w - low));
}

/* Bit by bit. */
static void blast_bitwise(Gates *gates, TermKind kind, SatLit *out,
                          const SatLit *a, const SatLit *b, uint32_t w) {
  for (uint32_t i = 0; i < w; i++) {
    if (kind == TERM_BVAND)
      out[i] = gate_and(gates, a[i], b[i]);
    else if (kind == TERM_BVOR)
      out[i] = gate_or(gates, a[i], b[i]);
    else
      out[i] = gate_xor(gates, a[i], b[i]);
  }
}

static void blast_binary(Blaster *blaster, Term node, SatLit *out) {
  const TermStore *store = blaster->shared->store;
  Gates *gates = &blaster->gates;
  uint32_t w = width_of(store, term_child(store, node, 0));
  const SatLit *a = child_bits(blaster, node, 0);
  assert(w == width_of(store, term_child(store, node, 1)));
  const SatLit *b = child_bits(blaster, node, 1);
  TermKind kind = term_kind(store, node);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (kind) {
  case TERM_AND: out[0] = gate_and(gates, a[0], b[0]); return;
  case TERM_EQ: out[0] = bits_equal(gates, a, b, w); return;
  case TERM_ADD: bits_add(gates, out, a, b, -gates->truth, w); return;
  case TERM_SUB: bits_sub(gates, out, a, b, w); return;
  case TERM_MUL: bits_mul(gates, out, a, b, w); return;
  case TERM_UDIV: bits_udivrem(gates, out, NULL, a, b, w); return;
  case TERM_UREM: bits_udivrem(gates, NULL, out, a, b, w); return;
  case TERM_SDIV: bits_sdivrem(gates, out, NULL, a, b, w); return;
  case TERM_SREM: bits_sdivrem(gates, NULL, out, a, b, w); return;
  case TERM_SHL: bits_shl(gates, out, a, b, w); return;
  case TERM_LSHR: bits_shr(gates, out, a, b, -gates->truth, w); return;
  case TERM_ASHR: bits_shr(gates, out, a, b, a[w - 1], w); return;
  case TERM_BVAND:
  case TERM_BVOR:
  case TERM_BVXOR: blast_bitwise(gates, kind, out, a, b, w); return;
  case TERM_ULT: out[0] = bits_ult(gates, a, b, w); return;
  case TERM_ULE: out[0] = bits_ule(gates, a, b, w); return;
  case TERM_SLT: out[0] = bits_slt(gates, a, b, w); return;
  case TERM_SLE: out[0] = bits_sle(gates, a, b, w); return;
  default: unreachable_case();
  }
#pragma GCC diagnostic pop
}

static bool is_array(const TermStore *store, Term t) {
  return sort_kind(term_sort(store, t)) == SORT_ARRAY;
}

static void blast_simple(Blaster *blaster, Term node, SatLit *out, uint32_t w) {
  const TermStore *store = blaster->shared->store;
  Gates *gates = &blaster->gates;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, node)) {
  case TERM_TRUE: out[0] = gates->truth; return;
  case TERM_VAR:
  case TERM_SELECT: fresh_bits(gates, out, w); return;
  case TERM_CONST: blast_const(blaster, node, out, w); return;
  case TERM_ITE:
    bits_mux(gates, out, child_bits(blaster, node, 0)[0],
             child_bits(blaster, node, 1), child_bits(blaster, node, 2), w);
    return;
  case TERM_BVNOT: {
    const SatLit *a = child_bits(blaster, node, 0);
    for (uint32_t i = 0; i < w; i++) out[i] = -a[i];
    return;
  }
  case TERM_NEG: bits_neg(gates, out, child_bits(blaster, node, 0), w); return;
  case TERM_CONCAT: blast_concat(blaster, node, out, w); return;
  case TERM_EXTRACT:
    memcpy(out, child_bits(blaster, node, 0) + term_extract_low(store, node),
           sizeof *out * w);
    return;
  case TERM_ZEXT:
  case TERM_SEXT: blast_extend(blaster, node, out, w); return;
  case TERM_LIN_LE:
  case TERM_LIN_EQ:
    out[0] = blaster_literal(
        blaster,
        (Term){(uint32_t)map_get(&blaster->linear, term_node(node), 0)});
    return;
  case TERM_EQ:
    if (is_array(store, term_child(store, node, 0))) {
      fresh_bits(gates, out, 1);
      return;
    }
    blast_binary(blaster, node, out);
    return;
  default: blast_binary(blaster, node, out); return;
  }
#pragma GCC diagnostic pop
}

static void give_to_arrays(Blaster *blaster, Term node) {
  Term lemma = arrays_add(blaster->arrays, node);
  if (lemma.id) VEC_PUSH(blaster->shared->mem, &blaster->lemmas, lemma);
}

/* All below `node` is done. */
static void blast_node(Blaster *blaster, Term node) {
  assert(!term_is_negated(node) && !blaster_has(blaster, node));
  const TermStore *store = blaster->shared->store;
  if (is_array(store, node)) {
    map_put(&blaster->offsets, term_node(node), NO_BITS);
    give_to_arrays(blaster, node);
    return;
  }
  ArenaMark mark = arena_mark(&blaster->gates.scratch);
  uint32_t w = width_of(store, node);
  SatLit *out = gates_scratch(&blaster->gates, w);
  blast_simple(blaster, node, out, w);
  for (uint32_t i = 0; i < w; i++) assert(out[i] != 0);
  uint32_t offset = blaster->bits.n;
  VEC_RESERVE(blaster->shared->mem, &blaster->bits, offset + w);
  memcpy(blaster->bits.at + offset, out, sizeof *out * w);
  blaster->bits.n = offset + w;
  map_put(&blaster->offsets, term_node(node), offset);
  arena_release(&blaster->gates.scratch, mark);
  TermKind kind = term_kind(store, node);
  if (kind == TERM_SELECT ||
      (kind == TERM_EQ && is_array(store, term_child(store, node, 0))))
    give_to_arrays(blaster, node);
}

/* ---- the graph ---- */

static void push_if_new(Blaster *blaster, Term t) {
  if (!blaster_has(blaster, t))
    VEC_PUSH(blaster->shared->mem, &blaster->stack, term_positive(t));
}

static void push_children(Blaster *blaster, Term node) {
  TermStore *store = blaster->shared->store;
  if (term_is_linear(store, node)) {
    uint64_t *known = map_find(&blaster->linear, term_node(node));
    if (!known)
      known = map_put(&blaster->linear, term_node(node),
                      term_linear_to_bv(store, node).id);
    push_if_new(blaster, (Term){(uint32_t)*known});
    return;
  }
  uint32_t n = term_n_children(store, node);
  for (uint32_t i = n; i-- > 0;)
    push_if_new(blaster, term_child(store, node, i));
}

enum { GATES_A_TICK = 256 };

bool blaster_visit(Blaster *blaster, Term t, Budget *budget) {
  require(t.id >= 2);
  VEC_CLEAR(&blaster->stack);
  push_if_new(blaster, t);
  uint32_t price = blaster->shared->options.gates_a_tick;
  if (!price) price = GATES_A_TICK;
  uint64_t paid = blaster->shared->stats.gates;
  while (blaster->stack.n) {
    Term node = VEC_LAST(&blaster->stack);
    uint32_t before = blaster->stack.n;
    if (!blaster_has(blaster, node)) push_children(blaster, node);
    if (blaster->stack.n > before) continue;
    blaster->stack.n--;
    if (!blaster_has(blaster, node)) blast_node(blaster, node);
    uint64_t gates = blaster->shared->stats.gates;
    if (gates - paid < price) continue;
    if (!smt_spend(blaster->shared, budget, (gates - paid) / price))
      return false;
    paid = gates;
  }
  return true;
}
