/* SPDX-License-Identifier: MIT
 *
 * Terms as nodes of the box solver: one node each, operands first, with links
 * to the nodes above it.
 *
 * "x == y or x < y", which is how C's <= arrives, becomes one comparison:
 * otherwise neither half alone would say anything about x and y. */
#include "smt/box/box_int.h"

Box *box_make(Mem *mem, TermStore *store, SmtShared *shared) {
  Box *box = MEM_NEW(mem, Box);
  box->mem = mem;
  box->store = store;
  box->shared = shared;
  map_init(&box->refs, mem);
  arena_init(&box->arena, mem);
  return box;
}

void box_free(Box *box) {
  Mem *mem = box->mem;
  VEC_DONE(mem, &box->nodes);
  VEC_DONE(mem, &box->terms);
  VEC_DONE(mem, &box->links);
  VEC_DONE(mem, &box->stack);
  VEC_DONE(mem, &box->formulas);
  VEC_DONE(mem, &box->roots);
  VEC_DONE(mem, &box->vars);
  VEC_DONE(mem, &box->trail);
  VEC_DONE(mem, &box->levels);
  VEC_DONE(mem, &box->heap);
  VEC_DONE(mem, &box->model);
  map_done(&box->refs);
  arena_done(&box->arena);
  MEM_DELETE(mem, box);
}

/* ---- nodes ---- */

static BoxSort sort_of(Sort sort) {
  switch (sort_kind(sort)) {
  case SORT_BOOL: return BOX_BOOL;
  case SORT_BV: return sort_width(sort) <= 64 ? BOX_BITS : BOX_OPAQUE;
  case SORT_FLOAT:
    return sort_format(sort) == TERM_FLOAT_SINGLE   ? BOX_SINGLE
           : sort_format(sort) == TERM_FLOAT_DOUBLE ? BOX_DOUBLE
                                                    : BOX_OPAQUE;
  case SORT_ARRAY: return BOX_OPAQUE;
  }
  unreachable_case();
}

static BoxRange top_of(const BoxNode *node) {
  if (node->sort == BOX_BITS) return box_bits_top(node->width);
  if (box_is_float(node->sort)) return box_float_top(node->sort);
  return (BoxRange){.lo = 0, .hi = 1};
}

static BoxRef known_ref(const Box *box, Term t) {
  uint64_t *ref = map_find(&box->refs, term_node(t));
  if (!ref) return BOX_NO_REF;
  assert(*ref >> 1 < box->nodes.n);
  return (BoxRef)*ref ^ (term_is_negated(t) ? 1u : 0u);
}

static uint32_t push_node(Box *box, BoxNode node, Term term) {
  uint32_t index = box->nodes.n;
  assert(node.n <= 3 && box->terms.n == index);
  node.first_parent = UINT32_MAX;
  node.range = top_of(&node);
  VEC_PUSH(box->mem, &box->nodes, node);
  VEC_PUSH(box->mem, &box->terms, term);
  for (uint32_t i = 0; i < node.n; i++) {
    BoxNode *kid = box_node(box, node.kid[i]);
    assert(node.kid[i] >> 1 < index); /* operands first */
    BoxLink link = {index, kid->first_parent};
    kid->first_parent = box->links.n;
    VEC_PUSH(box->mem, &box->links, link);
  }
  return index;
}

static bool has_mode(TermKind op) {
  switch ((int)op) {
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV:
  case TERM_FP_FMA:
  case TERM_FP_SQRT:
  case TERM_FP_ROUND:
  case TERM_FP_TO_FP:
  case TERM_FP_FROM_SINT:
  case TERM_FP_FROM_UINT:
  case TERM_FP_TO_SINT:
  case TERM_FP_TO_UINT: return true;
  default: return false;
  }
}

/* Is the term "not (x == y) and not (x < y)"?  Then its x and y. */
static bool is_not_le(const TermStore *store, Term t, Term *x, Term *y) {
  if (term_kind(store, t) != TERM_AND) return false;
  Term eq = term_child(store, t, 0), lt = term_child(store, t, 1);
  if (!term_is_negated(eq) || !term_is_negated(lt)) return false;
  if (term_kind(store, eq) != TERM_FP_EQ) {
    Term swap = eq;
    eq = lt;
    lt = swap;
  }
  if (term_kind(store, eq) != TERM_FP_EQ || term_kind(store, lt) != TERM_FP_LT)
    return false;
  *x = term_child(store, lt, 0);
  *y = term_child(store, lt, 1);
  Term p = term_child(store, eq, 0), q = term_child(store, eq, 1);
  return (term_same(p, *x) && term_same(q, *y)) ||
         (term_same(p, *y) && term_same(q, *x));
}

/* What a node is made from: its children, the bit-vector form of a linear
 * atom, or the two sides of <=. */
static uint32_t parts_of(Box *box, Term t, Term *parts) {
  if (term_is_linear(box->store, t)) {
    parts[0] = term_linear_to_bv(box->store, t);
    return 1;
  }
  if (is_not_le(box->store, t, &parts[0], &parts[1])) return 2;
  uint32_t n = term_n_children(box->store, t);
  assert(n <= 3);
  for (uint32_t i = 0; i < n; i++) parts[i] = term_child(box->store, t, i);
  return n;
}

static void set_immediates(const Box *box, Term t, BoxNode *node) {
  const TermStore *store = box->store;
  if (node->sort == BOX_BITS) node->width = term_width(store, t);
  if (has_mode(node->op)) node->mode = term_rounding(store, t);
  if (node->op != TERM_EXTRACT) return;
  assert(node->n == 1);
  node->high = term_extract_high(store, t);
  node->low = term_extract_low(store, t);
}

/* Constants know their value. */
static void set_value(Box *box, uint32_t index, Term t) {
  BoxNode *node = &box->nodes.at[index];
  if (node->op == TERM_TRUE) node->range = (BoxRange){.lo = 1, .hi = 1};
  if (node->op == TERM_CONST && node->sort == BOX_BITS)
    node->range =
        box_bits_point(term_const_words(box->store, t)[0], node->width);
}

/* All parts are done. */
static void make_node(Box *box, Term t, const Term *parts, uint32_t n) {
  BoxNode node = {.op = term_kind(box->store, t),
                  .sort = sort_of(term_sort(box->store, t)),
                  .n = n};
  Term x, y;
  BoxRef negated = 0;
  assert(!term_is_negated(t) && known_ref(box, t) == BOX_NO_REF);
  if (term_is_linear(box->store, t)) {
    map_put(&box->refs, term_node(t), known_ref(box, parts[0]));
    return;
  }
  if (is_not_le(box->store, t, &x, &y)) {
    node.op = TERM_FP_LE;
    negated = 1;
  }
  for (uint32_t i = 0; i < n; i++) node.kid[i] = known_ref(box, parts[i]);
  set_immediates(box, t, &node);
  uint32_t index = push_node(box, node, negated ? TERM_NONE : t);
  set_value(box, index, t);
  map_put(&box->refs, term_node(t), index * 2 + negated);
  if (node.op == TERM_VAR) VEC_PUSH(box->mem, &box->vars, index);
}

BoxRef box_ref(Box *box, Term t) {
  VEC_PUSH(box->mem, &box->stack, term_positive(t));
  while (box->stack.n) {
    Term top = VEC_LAST(&box->stack), parts[3];
    if (known_ref(box, top) != BOX_NO_REF) {
      box->stack.n--;
      continue;
    }
    uint32_t before = box->stack.n, n = parts_of(box, top, parts);
    for (uint32_t i = n; i-- > 0;)
      if (known_ref(box, parts[i]) == BOX_NO_REF)
        VEC_PUSH(box->mem, &box->stack, term_positive(parts[i]));
    if (box->stack.n > before) continue;
    box->stack.n--;
    make_node(box, top, parts, n);
    assert(known_ref(box, top) != BOX_NO_REF);
  }
  return known_ref(box, t);
}

BoxRange box_range_of(Box *box, BoxRef ref) {
  BoxRange r = box_node(box, ref)->range;
  if (!(ref & 1)) return r;
  assert(box_node(box, ref)->sort == BOX_BOOL);
  return (BoxRange){.lo = 1 - r.hi, .hi = 1 - r.lo};
}

void box_add(Box *box, Term t) {
  require(term_is_bool(box->store, t));
  VEC_PUSH(box->mem, &box->formulas, t);
  VEC_PUSH(box->mem, &box->roots, box_ref(box, t));
}
