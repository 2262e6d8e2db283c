/* SPDX-License-Identifier: MIT
 *
 * Where to cut: first Boolean structure, then conditions that choose between
 * values, then numbers.
 *
 * Gates are taken from the top: a gate whose value is required but does not
 * follow from its operands.  Numbers are cut at zero, in the middle, or, when
 * they span many orders of magnitude, in the middle of these. */
#include "smt/box/box_int.h"

static bool is_open(Box *box, BoxRef ref) {
  BoxRange r = box_range_of(box, ref);
  return r.lo != r.hi;
}

static void cut_bool(BoxRef ref, bool truth, BoxCut *cut) {
  int64_t first = truth != (ref & 1);
  *cut = (BoxCut){.node = ref >> 1,
                  .first = {.lo = first, .hi = first},
                  .other = {.lo = 1 - first, .hi = 1 - first}};
}

static bool is_gate(Box *box, const BoxNode *node) {
  return node->sort == BOX_BOOL &&
         (node->op == TERM_AND || node->op == TERM_ITE ||
          (node->op == TERM_EQ &&
           box_node(box, node->kid[0])->sort == BOX_BOOL));
}

bool box_cut_gate(Box *box, BoxCut *cut) {
  for (uint32_t i = box->nodes.n; i-- > 0;) {
    const BoxNode *node = &box->nodes.at[i];
    if (node->range.lo != node->range.hi || !is_gate(box, node) ||
        box_is_justified(box, i))
      continue;
    uint32_t k = 0;
    if (node->op != TERM_ITE && !is_open(box, node->kid[0])) k = 1;
    assert(is_open(box, node->kid[k]));
    cut_bool(node->kid[k], node->op != TERM_AND, cut);
    return true;
  }
  return false;
}

static bool is_atom(Box *box, const BoxNode *node) {
  return node->sort == BOX_BOOL && node->op != TERM_VAR &&
         node->op != TERM_TRUE && !is_gate(box, node);
}

/* An equality that only gives a variable its value says nothing by itself. */
static bool is_definition(Box *box, const BoxNode *node) {
  if (node->op != TERM_EQ || node->range.lo != 1) return false;
  return box_node(box, node->kid[0])->op == TERM_VAR ||
         box_node(box, node->kid[1])->op == TERM_VAR;
}

static bool mark_operands(Box *box, const BoxNode *node) {
  BoxRange r = {.lo = 0, .hi = 1};
  if (node->op == TERM_ITE) r = box_range_of(box, node->kid[0]);
  bool moved = false;
  for (uint32_t k = 0; k < node->n; k++) {
    bool skipped = r.lo == r.hi && k != 0 && k != (r.lo ? 1u : 2u);
    BoxNode *kid = box_node(box, node->kid[k]);
    if (skipped || kid->needed) continue;
    kid->needed = moved = true;
  }
  return moved;
}

/* One sweep downwards; what a marked variable equals is needed, too. */
static bool mark_sweep(Box *box) {
  bool moved = false;
  for (uint32_t i = box->nodes.n; i-- > 0;) {
    BoxNode *node = &box->nodes.at[i];
    if (is_atom(box, node) && is_definition(box, node))
      node->needed = node->needed || box_node(box, node->kid[0])->needed ||
                     box_node(box, node->kid[1])->needed;
    if (node->needed) moved |= mark_operands(box, node);
  }
  return moved;
}

void box_mark_needed(Box *box) {
  for (uint32_t i = 0; i < box->nodes.n; i++) {
    BoxNode *node = &box->nodes.at[i];
    if (is_atom(box, node) && node->range.lo == node->range.hi &&
        !is_definition(box, node) && !box_is_justified(box, i))
      node->needed = true;
  }
  while (mark_sweep(box)) continue;
}

bool box_cut_choice(Box *box, BoxCut *cut) {
  for (uint32_t i = 0; i < box->nodes.n; i++) {
    const BoxNode *node = &box->nodes.at[i];
    if (!node->needed || node->op != TERM_ITE || !is_open(box, node->kid[0]))
      continue;
    cut_bool(node->kid[0], true, cut);
    return true;
  }
  for (uint32_t i = 0; i < box->nodes.n; i++) {
    const BoxNode *node = &box->nodes.at[i];
    if (!node->needed || node->sort != BOX_BOOL || node->range.lo == 1 ||
        node->range.hi == 0)
      continue;
    cut_bool(i * 2, true, cut);
    return true;
  }
  return false;
}

/* ---- numbers ---- */

bool box_is_defined(Box *box, uint32_t var) {
  assert(box->nodes.at[var].op == TERM_VAR);
  for (uint32_t l = box->nodes.at[var].first_parent; l != UINT32_MAX;
       l = box->links.at[l].next) {
    const BoxNode *eq = &box->nodes.at[box->links.at[l].parent];
    if (eq->op != TERM_EQ || eq->range.lo != 1) continue;
    uint32_t other = eq->kid[eq->kid[0] >> 1 == var ? 1 : 0] >> 1;
    if (other != var && (box->nodes.at[other].op != TERM_VAR || other < var))
      return true;
  }
  return false;
}

static double low_of(const BoxNode *node) {
  return box_is_float(node->sort) ? box_value(node->sort, node->range.lo)
                                  : (double)node->range.lo;
}
static double high_of(const BoxNode *node) {
  return box_is_float(node->sort) ? box_value(node->sort, node->range.hi)
                                  : (double)node->range.hi;
}

/* How much there is to cut: the width by the size of the numbers. */
static double extent(const BoxNode *node) {
  assert(!box_is_empty(node->sort, &node->range));
  if (node->range.nan) return INFINITY;
  double lo = low_of(node), hi = high_of(node);
  if (isinf(lo) || isinf(hi)) return 1e6;
  double size = fabs(lo) > fabs(hi) ? fabs(lo) : fabs(hi);
  return (hi / 2 - lo / 2) / (1 + size);
}

/* The key that ends the first half. */
static int64_t middle_key(BoxSort sort, int64_t lo, int64_t hi) {
  assert(lo < hi);
  if (lo < 0 && hi >= 0) return -1;
  if (lo < 0) { /* the mirror image */
    int64_t key = -middle_key(sort, -hi - 1, -lo - 1) - 2;
    return key;
  }
  double l = box_value(sort, lo), h = box_value(sort, hi);
  if (isinf(h)) return hi - 1;
  double floor_ = l > 1 ? l : 1;
  int64_t mid = box_key_down(sort, l + (h - l) / 2);
  if (h / 1e6 > floor_) { /* many orders of magnitude */
    int64_t least = box_key_down(sort, floor_);
    mid = least + (hi - least) / 2;
  }
  if (mid < lo) mid = lo;
  return mid >= hi ? hi - 1 : mid;
}

static void cut_float(const BoxNode *node, BoxCut *cut) {
  BoxRange all = node->range;
  cut->first = cut->other = all;
  if (all.nan) {
    cut->first.nan = false;
    cut->other.lo = 1, cut->other.hi = 0;
    return;
  }
  int64_t mid = middle_key(node->sort, all.lo, all.hi);
  assert(all.lo <= mid && mid < all.hi);
  cut->first.hi = mid;
  cut->other.lo = mid + 1;
}

static void cut_bits(const BoxNode *node, BoxCut *cut) {
  BoxRange all = node->range;
  int64_t mid = (int64_t)(((Integer)all.lo + all.hi) >> 1);
  assert(all.lo <= mid && mid < all.hi);
  cut->first = box_bits_top(node->width);
  cut->other = cut->first;
  cut->first.hi = mid;
  cut->other.lo = mid + 1;
}

bool box_cut_number(Box *box, BoxCut *cut) {
  uint32_t best = UINT32_MAX;
  bool best_free = false;
  for (uint32_t i = 0; i < box->vars.n; i++) {
    uint32_t v = box->vars.at[i];
    const BoxNode *node = &box->nodes.at[v];
    if (!node->needed || node->sort == BOX_OPAQUE || node->sort == BOX_BOOL ||
        box_is_point(node->sort, &node->range))
      continue;
    bool is_free = !box_is_defined(box, v);
    if (best != UINT32_MAX && best_free && !is_free) continue;
    if (best == UINT32_MAX || is_free != best_free ||
        extent(node) > extent(&box->nodes.at[best])) {
      best = v;
      best_free = is_free;
    }
  }
  if (best == UINT32_MAX) return false;
  cut->node = best;
  assert(!box_is_point(box->nodes.at[best].sort, &box->nodes.at[best].range));
  if (box->nodes.at[best].sort == BOX_BITS)
    cut_bits(&box->nodes.at[best], cut);
  else
    cut_float(&box->nodes.at[best], cut);
  return true;
}

BoxRange box_pick(const BoxNode *node, BoxPick pick) {
  BoxRange r = node->range;
  assert(node->sort != BOX_OPAQUE && !box_is_empty(node->sort, &r));
  if (node->sort == BOX_BOOL) {
    r.lo = r.hi = pick == BOX_LOWEST ? r.lo : r.hi;
    return r;
  }
  if (box_is_float(node->sort) && r.lo > r.hi) return r; /* NaN */
  int64_t at = pick == BOX_LOWEST    ? r.lo
               : pick == BOX_HIGHEST ? r.hi
                                     : INT64_MIN;
  if (node->sort == BOX_BITS) {
    if (at == INT64_MIN && pick == BOX_MIDDLE)
      at = r.lo <= 0 && r.hi >= 0 ? 0 : (int64_t)(((Integer)r.lo + r.hi) >> 1);
    return box_meet(BOX_BITS, node->width, r,
                    box_bits_signed(at, at, node->width));
  }
  if (pick == BOX_MIDDLE)
    at = r.lo == r.hi            ? r.lo
         : r.lo < 0 && r.hi >= 0 ? 0
                                 : middle_key(node->sort, r.lo, r.hi);
  return (BoxRange){.lo = at, .hi = at};
}
