/* SPDX-License-Identifier: MIT
 *
 * Changing the order of labels: sifting [Rud93].
 *
 * The one primitive is the swap of two neighbouring levels a over b, done in
 * place, so that every handle keeps its meaning:
 *
 *   a ? (b ? p : q) : (b ? r : s)   becomes   b ? (a ? p : r) : (a ? q : s)
 *
 * in the same node.  Only nodes of a with a child of b change.  Then each
 * group of labels (a Boolean variable, or all constraints of one left-hand
 * side, which must stay neighbours) is moved through all places, and is left
 * where the number of nodes was smallest.  Groups with most nodes go first;
 * a direction is given up when the diagrams grow by half.
 *
 * Constraints.  While group A passes group B their labels are interleaved.
 * Moving the last of A down through all of B first, then the last but one and
 * so on keeps this true: no label of a group is below the high side of another
 * of the same group, since taking the sides of a child with respect to b also
 * decides the labels of b's group that b implies (dd_split).  With that a
 * swapped node really depends on b and never becomes equal to another one.
 *
 * References are counted only here, from the roots; a swap kills only nodes of
 * b.  The cost of a swap is that of the nodes at its upper level.
 */
#include "dd/dd_int.h"

typedef Vec(uint32_t) Nodes;

typedef struct Reorder {
  DdStore *dd;
  uint32_t *refs; /* node -> parents and roots */
  uint32_t cap_refs;
  Nodes *at; /* label -> its nodes */
} Reorder;

/* ---- set-up ---- */

static void grow_refs(Reorder *r) {
  if (r->dd->n_nodes < r->cap_refs) return;
  uint32_t cap = r->dd->cap_nodes + 1;
  r->refs = mem_resize(r->dd->mem, r->refs, r->cap_refs * sizeof *r->refs,
                       (size_t)cap * sizeof *r->refs);
  memset(r->refs + r->cap_refs, 0, (cap - r->cap_refs) * sizeof *r->refs);
  r->cap_refs = cap;
}

static void reorder_init(Reorder *r, DdStore *dd) {
  *r = (Reorder){.dd = dd};
  grow_refs(r);
  r->at = MEM_ARRAY(dd->mem, Nodes, dd->n_labels);
  for (uint32_t i = 2; i < dd->n_nodes; i++) {
    const DdNode *node = &dd->nodes[i];
    if (node->label == DD_FREE) continue;
    VEC_PUSH(dd->mem, &r->at[node->label], i);
    r->refs[node->high >> 1]++;
    r->refs[node->low >> 1]++;
  }
  for (uint32_t i = 0; i < dd->roots.n; i++)
    r->refs[dd->roots.entries[i].key]++;
}

static void reorder_done(Reorder *r) {
  Mem *mem = r->dd->mem;
  for (uint32_t i = 0; i < r->dd->n_labels; i++) VEC_DONE(mem, &r->at[i]);
  MEM_FREE_ARRAY(mem, r->at, r->dd->n_labels);
  MEM_FREE_ARRAY(mem, r->refs, r->cap_refs);
}

/* ---- one swap ---- */

/* A node of `label` for a swapped node to point to, counted. */
static uint32_t make_counted(Reorder *r, uint32_t label, uint32_t high,
                             uint32_t low) {
  DdStore *dd = r->dd;
  uint64_t before = dd->stats.nodes_made;
  uint32_t f = dd_make(dd, label, high, low);
  grow_refs(r);
  if (dd->stats.nodes_made != before) {
    assert(dd_hi(dd, f) == high && dd_lo(dd, f) == low);
    VEC_PUSH(dd->mem, &r->at[label], f >> 1);
    r->refs[high >> 1]++;
    r->refs[low >> 1]++;
  }
  r->refs[f >> 1]++;
  return f;
}

static void unchain(DdStore *dd, uint32_t node) {
  const DdNode *n = &dd->nodes[node];
  uint32_t *at = dd_chain(dd, n->label, n->high, n->low);
  while (*at != node) at = &dd->nodes[*at].next;
  *at = n->next;
}

static void chain(DdStore *dd, uint32_t node) {
  DdNode *n = &dd->nodes[node];
  uint32_t *at = dd_chain(dd, n->label, n->high, n->low);
  n->next = *at;
  *at = node;
}

/* Nodes of the upper label that must change are taken out of its list. */
static void take_dependent(Reorder *r, uint32_t upper, uint32_t lower,
                           Nodes *moved) {
  DdStore *dd = r->dd;
  Nodes *list = &r->at[upper];
  uint32_t n_kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t node = list->at[i];
    if (dd_label(dd, dd->nodes[node].high) == lower ||
        dd_label(dd, dd->nodes[node].low) == lower) {
      VEC_PUSH(dd->mem, moved, node);
      unchain(dd, node);
    } else {
      list->at[n_kept++] = node;
    }
  }
  list->n = n_kept;
}

static void turn_round(Reorder *r, uint32_t node, uint32_t upper,
                       uint32_t lower) {
  DdStore *dd = r->dd;
  uint32_t high = dd->nodes[node].high, low = dd->nodes[node].low;
  uint32_t f11, f10, f01, f00;
  dd_split(dd, high, lower, &f11, &f10);
  dd_split(dd, low, lower, &f01, &f00);
  uint32_t new_high = make_counted(r, upper, f11, f01);
  uint32_t new_low = make_counted(r, upper, f10, f00);
  assert(!(new_high & 1) && new_high != new_low);
  r->refs[high >> 1]--;
  r->refs[low >> 1]--;
  dd->nodes[node] = (DdNode){lower, new_high, new_low, 0};
  chain(dd, node);
}

/* Nodes of the lower label that lost their last parent die. */
static void bury(Reorder *r, uint32_t lower) {
  DdStore *dd = r->dd;
  Nodes *list = &r->at[lower];
  uint32_t n_kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t node = list->at[i];
    if (r->refs[node]) {
      list->at[n_kept++] = node;
      continue;
    }
    r->refs[dd->nodes[node].high >> 1]--;
    r->refs[dd->nodes[node].low >> 1]--;
    unchain(dd, node);
    dd_free_node(dd, node);
  }
  list->n = n_kept;
}

/* Swap `level` and the one below. */
static void swap(Reorder *r, uint32_t level) {
  DdStore *dd = r->dd;
  uint32_t upper = dd->label_at[level], lower = dd->label_at[level + 1];
  Nodes moved = {0};
  take_dependent(r, upper, lower, &moved);
  dd->label_at[level] = lower;
  dd->label_at[level + 1] = upper;
  dd->level[lower] = level;
  dd->level[upper] = level + 1;
  for (uint32_t i = 0; i < moved.n; i++)
    turn_round(r, moved.at[i], upper, lower);
  bury(r, lower);
  for (uint32_t i = 0; i < moved.n; i++)
    VEC_PUSH(dd->mem, &r->at[lower], moved.at[i]);
  VEC_DONE(dd->mem, &moved);
  dd->stats.swaps++;
}

/* ---- groups ---- */

/* Labels of the group that starts at `level`. */
static uint32_t group_size(const DdStore *dd, uint32_t level) {
  uint32_t group = dd->group[dd->label_at[level]], n = 1;
  while (level + n + 1 < dd->n_labels &&
         dd->group[dd->label_at[level + n]] == group)
    n++;
  return n;
}

static uint32_t group_start(const DdStore *dd, uint32_t level) {
  uint32_t group = dd->group[dd->label_at[level]];
  while (level && dd->group[dd->label_at[level - 1]] == group) level--;
  return level;
}

/* The group at `level` and the next one change places; gives where the first
 * one is now. */
static uint32_t swap_groups(Reorder *r, uint32_t level) {
  uint32_t n_upper = group_size(r->dd, level);
  uint32_t n_lower = group_size(r->dd, level + n_upper);
  for (uint32_t i = n_upper; i-- > 0;)
    for (uint32_t k = 0; k < n_lower; k++) swap(r, level + i + k);
  return level + n_lower;
}

static bool can_sink(const DdStore *dd, uint32_t level) {
  return level + group_size(dd, level) + 1 < dd->n_labels;
}

/* ---- sifting ---- */

typedef struct Sift {
  Reorder r;
  uint32_t level; /* where the group is now */
  uint32_t place; /* groups above it: its place */
  uint32_t best_place;
  uint32_t best_size;
  int is_out_of_budget;
} Sift;

/* A swap must not be stopped half-way, so the budget is asked between them. */
static bool may_go_on(Sift *s) {
  Budget *budget = s->r.dd->budget;
  if (budget && (!budget_spend(budget, 1) || budget_is_spent(budget)))
    s->is_out_of_budget = 1;
  return !s->is_out_of_budget;
}

static bool is_too_big(const Sift *s) {
  return s->r.dd->n_live / 3 * 2 > s->best_size + 16;
}

static void look(Sift *s) {
  if (s->r.dd->n_live >= s->best_size) return;
  s->best_size = s->r.dd->n_live;
  s->best_place = s->place;
}

static void sink(Sift *s) {
  s->level = swap_groups(&s->r, s->level);
  s->place++;
}

static void rise(Sift *s) {
  uint32_t above = group_start(s->r.dd, s->level - 1);
  swap_groups(&s->r, above);
  s->level = above;
  s->place--;
}

static void sift_down(Sift *s) {
  while (can_sink(s->r.dd, s->level) && !is_too_big(s) && may_go_on(s)) {
    sink(s);
    look(s);
  }
}

static void sift_up(Sift *s) {
  while (s->level && !is_too_big(s) && may_go_on(s)) {
    rise(s);
    look(s);
  }
}

static void sift_group(Sift *s, uint32_t label) {
  DdStore *dd = s->r.dd;
  s->level = group_start(dd, dd->level[label]);
  s->place = 0;
  for (uint32_t i = 0; i < s->level; i += group_size(dd, i)) s->place++;
  s->best_place = s->place;
  s->best_size = dd->n_live;
  if (s->level < dd->n_labels / 2) {
    sift_up(s);
    sift_down(s);
  } else {
    sift_down(s);
    sift_up(s);
  }
  while (s->place > s->best_place) rise(s);
  while (s->place < s->best_place) sink(s);
}

/* One label of each group, those with most nodes first. */
static void rank_groups(const Reorder *r, Nodes *labels) {
  const DdStore *dd = r->dd;
  uint32_t *nodes = MEM_ARRAY(dd->mem, uint32_t, dd->n_groups);
  for (uint32_t i = 1; i < dd->n_labels; i++) nodes[dd->group[i]] += r->at[i].n;
  for (uint32_t level = 0; level + 1 < dd->n_labels;
       level += group_size(dd, level)) {
    uint32_t label = dd->label_at[level], weight = nodes[dd->group[label]];
    if (weight == 0) continue;
    VEC_PUSH(dd->mem, labels, label);
    uint32_t k = labels->n - 1;
    for (; k && nodes[dd->group[labels->at[k - 1]]] < weight; k--)
      labels->at[k] = labels->at[k - 1];
    labels->at[k] = label;
  }
  MEM_FREE_ARRAY(dd->mem, nodes, dd->n_groups);
}

/* Making nodes must not fail half-way through a swap. */
static uint32_t lift_limit(DdStore *dd) {
  uint32_t max_nodes = dd->max_nodes;
  dd->max_nodes = 0;
  return max_nodes;
}

void dd_sift(DdStore *dd) {
  dd_collect(dd);
  if (dd->is_stopped || dd->n_labels < 3) return;
  Sift s = {0};
  reorder_init(&s.r, dd);
  uint32_t max_nodes = lift_limit(dd);
  Nodes labels = {0};
  rank_groups(&s.r, &labels);
  for (uint32_t i = 0; i < labels.n && may_go_on(&s); i++)
    sift_group(&s, labels.at[i]);
  VEC_DONE(dd->mem, &labels);
  dd->max_nodes = max_nodes;
  reorder_done(&s.r);
  dd->stats.siftings++;
}

void dd_set_order(DdStore *dd, const DdVar *vars, uint32_t n) {
  dd_collect(dd);
  if (dd->is_stopped) return;
  Sift s = {0};
  reorder_init(&s.r, dd);
  uint32_t max_nodes = lift_limit(dd);
  uint32_t top = 0;
  for (uint32_t i = 0; i < n; i++) {
    s.level = group_start(dd, dd_level(dd, vars[i]));
    if (s.level < top) continue; /* of a group that is in place */
    while (s.level > top) rise(&s);
    top += group_size(dd, top);
  }
  dd->max_nodes = max_nodes;
  reorder_done(&s.r);
}
