/* SPDX-License-Identifier: MIT
 *
 * Propagation: a node's range follows from those of its operands, and theirs
 * from its own, until nothing moves.  Lower nodes are visited first, so that
 * news from below arrives at once.
 *
 * Each range knows on which decisions and assumptions it depends.  Two halves
 * that shave each other forever are stopped: after a few changes in one round,
 * only a change that makes the range much smaller is passed on.
 * That loses sharpness, never truth. */
#include "smt/box/box_int.h"

enum { ALWAYS_TOLD = 8, VISITS_PER_TICK = 1500, MOST_VISITS = 200000 };

/* ---- the queue: least first ---- */

static void heap_push(Box *box, uint32_t node) {
  assert(node < box->nodes.n);
  if (box->nodes.at[node].queued) return;
  box->nodes.at[node].queued = true;
  VEC_PUSH(box->mem, &box->heap, node);
  uint32_t *at = box->heap.at;
  uint32_t i = box->heap.n - 1;
  for (; i > 0 && at[(i - 1) / 2] > node; i = (i - 1) / 2)
    at[i] = at[(i - 1) / 2];
  at[i] = node;
}

static uint32_t heap_pop(Box *box) {
  assert(box->heap.n > 0);
  uint32_t *at = box->heap.at;
  uint32_t least = at[0], last = VEC_POP(&box->heap), n = box->heap.n, i = 0;
  while (2 * i + 1 < n) {
    uint32_t k = 2 * i + 1;
    if (k + 1 < n && at[k + 1] < at[k]) k++;
    if (at[k] >= last) break;
    at[i] = at[k];
    i = k;
  }
  if (n) at[i] = last;
  assert(box->nodes.at[least].queued && (n == 0 || at[0] > least));
  box->nodes.at[least].queued = false;
  return least;
}

static void clear_queue(Box *box) {
  for (uint32_t i = 0; i < box->heap.n; i++)
    box->nodes.at[box->heap.at[i]].queued = false;
  box->heap.n = 0;
}

/* ---- changes ---- */

static void fail(Box *box, BoxWhy why) {
  if (box->failed) return;
  box->failed = true;
  box->conflict = why;
}

static double size_of(const BoxNode *node, const BoxRange *r) {
  if (!box_is_float(node->sort)) return (double)r->hi - (double)r->lo;
  return box_value(node->sort, r->hi) - box_value(node->sort, r->lo);
}

/* Is the new range so much smaller that others should know? */
static bool is_news(const BoxNode *node, const BoxRange *old,
                    const BoxRange *now) {
  if (node->visits <= ALWAYS_TOLD || node->sort == BOX_BOOL) return true;
  if (old->nan != now->nan || now->lo >= now->hi) return true;
  double before = size_of(node, old), after = size_of(node, now);
  return isinf(before) ? !isinf(after) : after < 0.9 * before;
}

void box_restrict(Box *box, uint32_t index, BoxRange range, BoxWhy why) {
  assert(index < box->nodes.n);
  BoxNode *node = &box->nodes.at[index];
  if (node->sort == BOX_OPAQUE || box->failed) return;
  BoxRange now = box_meet(node->sort, node->width, node->range, range);
  if (box_same(node->sort, &now, &node->range)) return;
  BoxChange change = {index, node->range, node->why};
  VEC_PUSH(box->mem, &box->trail, change);
  node->visits = node->round == box->round ? node->visits + 1 : 1;
  node->round = box->round;
  bool news = is_news(node, &node->range, &now);
  node->range = now;
  node->why = box_both(node->why, why);
  box->clock++;
  if (box_is_empty(node->sort, &now)) {
    fail(box, node->why);
    return;
  }
  if (!news) return;
  heap_push(box, index);
  for (uint32_t l = node->first_parent; l != UINT32_MAX;
       l = box->links.at[l].next)
    heap_push(box, box->links.at[l].parent);
}

void box_set_bool(Box *box, BoxRef ref, bool truth, BoxWhy why) {
  assert(box_node(box, ref)->sort == BOX_BOOL);
  int64_t value = truth != (ref & 1);
  box_restrict(box, ref >> 1, (BoxRange){.lo = value, .hi = value}, why);
}

void box_undo(Box *box, uint32_t trail) {
  assert(trail <= box->trail.n);
  while (box->trail.n > trail) {
    BoxChange change = VEC_POP(&box->trail);
    box->nodes.at[change.node].range = change.range;
    box->nodes.at[change.node].why = change.why;
  }
  clear_queue(box);
  box->failed = false;
}

/* ---- Boolean structure ---- */

static bool is_set(Box *box, BoxRef ref, bool *truth) {
  assert(box_node(box, ref)->sort == BOX_BOOL);
  BoxRange r = box_range_of(box, ref);
  *truth = r.lo;
  return r.lo == r.hi;
}

static BoxWhy why_of(Box *box, BoxRef ref) {
  return box_node(box, ref)->why;
}

static void visit_and(Box *box, uint32_t index) {
  BoxNode node = box->nodes.at[index];
  assert(node.op == TERM_AND && node.n == 2);
  bool v[2], known[2] = {is_set(box, node.kid[0], &v[0]),
                         is_set(box, node.kid[1], &v[1])};
  for (int i = 0; i < 2; i++)
    if (known[i] && !v[i])
      box_set_bool(box, index * 2, false, why_of(box, node.kid[i]));
  if (known[0] && known[1] && v[0] && v[1])
    box_set_bool(box, index * 2, true,
                 box_both(why_of(box, node.kid[0]), why_of(box, node.kid[1])));
  node = box->nodes.at[index];
  if (node.range.lo != node.range.hi) return;
  for (int i = 0; i < 2; i++) {
    if (node.range.lo)
      box_set_bool(box, node.kid[i], true, node.why);
    else if (known[1 - i] && v[1 - i])
      box_set_bool(box, node.kid[i], false,
                   box_both(node.why, why_of(box, node.kid[1 - i])));
  }
}

/* a iff b */
static void visit_iff(Box *box, uint32_t index) {
  BoxNode node = box->nodes.at[index];
  assert(node.op == TERM_EQ && node.n == 2);
  bool v[2], known[2] = {is_set(box, node.kid[0], &v[0]),
                         is_set(box, node.kid[1], &v[1])};
  if (known[0] && known[1])
    box_set_bool(box, index * 2, v[0] == v[1],
                 box_both(why_of(box, node.kid[0]), why_of(box, node.kid[1])));
  node = box->nodes.at[index];
  if (node.range.lo != node.range.hi) return;
  for (int i = 0; i < 2; i++)
    if (known[1 - i])
      box_set_bool(box, node.kid[i], v[1 - i] == (node.range.lo != 0),
                   box_both(node.why, why_of(box, node.kid[1 - i])));
}

static void restrict_ref(Box *box, BoxRef ref, BoxRange range, BoxWhy why) {
  if (ref & 1) range = (BoxRange){.lo = 1 - range.hi, .hi = 1 - range.lo};
  box_restrict(box, ref >> 1, range, why);
}

/* One branch is taken: it and the node are equal. */
static void visit_taken(Box *box, uint32_t index, BoxRef branch, BoxWhy why) {
  assert(box_node(box, branch)->sort == box->nodes.at[index].sort);
  box_restrict(box, index, box_range_of(box, branch),
               box_both(why, why_of(box, branch)));
  if (box->failed) return;
  BoxNode *node = &box->nodes.at[index];
  restrict_ref(box, branch, node->range, box_both(why, node->why));
}

static void visit_ite(Box *box, uint32_t index) {
  BoxNode node = box->nodes.at[index];
  assert(node.op == TERM_ITE && node.n == 3);
  if (node.sort == BOX_OPAQUE) return;
  bool truth;
  if (is_set(box, node.kid[0], &truth)) {
    visit_taken(box, index, node.kid[truth ? 1 : 2], why_of(box, node.kid[0]));
    return;
  }
  BoxRange yes = box_range_of(box, node.kid[1]);
  BoxRange no = box_range_of(box, node.kid[2]);
  BoxWhy why = box_both(why_of(box, node.kid[1]), why_of(box, node.kid[2]));
  box_restrict(box, index, box_join(node.sort, yes, no), why);
  for (int i = 1; i <= 2 && !box->failed; i++) {
    BoxNode *now = &box->nodes.at[index];
    BoxRange left = box_meet(node.sort, node.width, now->range,
                             box_range_of(box, node.kid[i]));
    if (box_is_empty(node.sort, &left))
      box_set_bool(box, node.kid[0], i == 2,
                   box_both(now->why, why_of(box, node.kid[i])));
  }
}

/* ---- operators ---- */

typedef struct Operands {
  const BoxNode *kids[3];
  BoxRange a[3];
  BoxWhy why; /* of all */
} Operands;

static Operands operands_of(Box *box, const BoxNode *node) {
  assert(node->n <= 3);
  Operands o = {.why = {0, 0}};
  for (uint32_t i = 0; i < node->n; i++) {
    o.kids[i] = box_node(box, node->kid[i]);
    o.a[i] = o.kids[i]->range;
    o.why = box_both(o.why, o.kids[i]->why);
  }
  return o;
}

static bool is_leaf(const BoxNode *node) {
  return node->op == TERM_VAR || node->op == TERM_CONST ||
         node->op == TERM_TRUE;
}

static void visit_compare(Box *box, uint32_t index) {
  BoxNode node = box->nodes.at[index];
  Operands o = operands_of(box, &node);
  for (uint32_t i = 0; i < node.n; i++)
    if (o.kids[i]->sort == BOX_OPAQUE || o.kids[i]->sort == BOX_BOOL) return;
  box_restrict(box, index, box_compare_forward(&node, o.kids, o.a), o.why);
  if (box->failed) return;
  node = box->nodes.at[index];
  if (node.range.lo != node.range.hi) return;
  for (uint32_t i = 0; i < node.n && !box->failed; i++) {
    o = operands_of(box, &node);
    BoxRange r = box_compare_backward(&node, o.kids, o.a, node.range.lo, i);
    box_restrict(box, node.kid[i] >> 1, r, box_both(o.why, node.why));
  }
}

static void visit_operator(Box *box, uint32_t index) {
  BoxNode node = box->nodes.at[index];
  if (node.sort == BOX_OPAQUE) return;
  Operands o = operands_of(box, &node);
  bool is_float = box_is_float(node.sort);
  BoxRange r = is_float ? box_float_forward(&node, o.kids, o.a)
                        : box_bits_forward(&node, o.kids, o.a);
  box_restrict(box, index, r, o.why);
  for (uint32_t i = 0; i < node.n && !box->failed; i++) {
    if (o.kids[i]->sort != node.sort && node.op != TERM_FP_TO_FP &&
        node.op != TERM_ZEXT && node.op != TERM_SEXT)
      continue;
    node = box->nodes.at[index];
    o = operands_of(box, &node);
    r = is_float ? box_float_backward(&node, o.kids, o.a, &node.range, i)
                 : box_bits_backward(&node, o.kids, o.a, &node.range, i);
    box_restrict(box, node.kid[i] >> 1, r, box_both(o.why, node.why));
  }
}

static void visit(Box *box, uint32_t index) {
  const BoxNode *node = &box->nodes.at[index];
  if (is_leaf(node)) return;
  if (node->op == TERM_AND)
    visit_and(box, index);
  else if (node->op == TERM_EQ && box_node(box, node->kid[0])->sort == BOX_BOOL)
    visit_iff(box, index);
  else if (node->op == TERM_ITE)
    visit_ite(box, index);
  else if (node->sort == BOX_BOOL)
    visit_compare(box, index);
  else
    visit_operator(box, index);
}

/* ---- to the end ---- */

static bool spend(Box *box) {
  box->effort++;
  assert(box->counted <= box->effort);
  uint64_t ticks = (box->effort - box->counted) / VISITS_PER_TICK;
  if (ticks == 0) return true;
  box->counted += ticks * VISITS_PER_TICK;
  if (box->shared) return smt_spend(box->shared, box->budget, ticks);
  if (box->budget) budget_count(box->budget, ticks);
  return !box->budget || !budget_is_spent(box->budget);
}

bool box_propagate(Box *box) {
  uint64_t end = box->effort + MOST_VISITS;
  while (box->heap.n && !box->failed && !box->stopped) {
    uint32_t index = heap_pop(box);
    visit(box, index);
    if (!spend(box)) box->stopped = true;
    if (box->effort > end) break;
  }
  clear_queue(box);
  box->round++;
  assert(box->heap.n == 0);
  return !box->failed;
}

void box_visit_all(Box *box) {
  for (uint32_t i = 0; i < box->nodes.n; i++) heap_push(box, i);
}

bool box_is_justified(Box *box, uint32_t index) {
  assert(index < box->nodes.n);
  const BoxNode *node = &box->nodes.at[index];
  if (is_leaf(node) || node->range.lo != node->range.hi) return true;
  bool v;
  if (node->op == TERM_AND) {
    if (node->range.lo) return true; /* both operands know it */
    for (int i = 0; i < 2; i++)
      if (is_set(box, node->kid[i], &v) && !v) return true;
    return false;
  }
  if (node->op == TERM_EQ && box_node(box, node->kid[0])->sort == BOX_BOOL)
    return is_set(box, node->kid[0], &v) && is_set(box, node->kid[1], &v);
  if (node->op == TERM_ITE) return is_set(box, node->kid[0], &v);
  Operands o = operands_of(box, node);
  for (uint32_t i = 0; i < node->n; i++)
    if (o.kids[i]->sort == BOX_OPAQUE) return false;
  BoxRange r = box_compare_forward(node, o.kids, o.a);
  return r.lo == r.hi;
}
