/* SPDX-License-Identifier: MIT
 *
 * Changing the order of labels: sifting [Rud93].
 *
 * Each group (a Boolean variable, or all constraints of one left-hand side) is
 * moved through all places, swap by swap, and is left where the number of
 * nodes was smallest.  Groups with most nodes go first.  A direction is given
 * up when the diagrams grow by a tenth, and when no smaller size is left in
 * it: what the group has passed stays as it is until it comes back.
 */
#include "dd/swap.h"

#define SWAPS_PER_TICK (1u << 13) /* in so many nodes; a guess */

typedef struct Sift {
  DdSwap swap;
  uint32_t place; /* where the group is now ... */
  uint32_t level; /* ... its first label */
  uint32_t fixed; /* nodes of the groups it leaves behind */
  uint32_t best_place;
  uint32_t best_size;
  int is_out_of_budget;
} Sift;

/* ---- one group ---- */

/* A swap must not be stopped half-way, so the budget is asked between them. */
static bool may_go_on(Sift *s) {
  Budget *budget = s->swap.dd->budget;
  uint64_t price = 1 + s->swap.dd->n_live / SWAPS_PER_TICK;
  if (budget && (!budget_spend(budget, price) || budget_is_spent(budget)))
    s->is_out_of_budget = 1;
  return !s->is_out_of_budget;
}

static bool is_hopeless(const Sift *s) {
  return s->fixed >= s->best_size ||
         s->swap.dd->n_live / 11 * 10 > s->best_size + 16;
}

/* Nodes of the block, whose first label is at `level`. */
static uint32_t nodes_of(const Sift *s, uint32_t place, uint32_t level) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->swap.blocks.at[place].n_own; i++)
    n += s->swap.at[s->swap.dd->label_at[level + i]].n;
  return n;
}

static void look(Sift *s) {
  if (s->swap.dd->n_live >= s->best_size) return;
  s->best_size = s->swap.dd->n_live;
  s->best_place = s->place;
}

static void sink(Sift *s) {
  dd_swap(&s->swap, s->place, s->level);
  s->fixed += nodes_of(s, s->place, s->level);
  s->level += s->swap.blocks.at[s->place++].n;
}

static void rise(Sift *s) {
  assert(s->place > 0);
  s->level -= s->swap.blocks.at[--s->place].n;
  dd_swap(&s->swap, s->place, s->level);
  s->fixed +=
      nodes_of(s, s->place + 1, s->level + s->swap.blocks.at[s->place].n);
}

static void sift_down(Sift *s) {
  s->fixed = 0;
  for (uint32_t i = 0, level = s->swap.top; i < s->place; i++) {
    s->fixed += nodes_of(s, i, level);
    level += s->swap.blocks.at[i].n;
  }
  while (s->place + 1 < s->swap.blocks.n && !is_hopeless(s) && may_go_on(s)) {
    sink(s);
    look(s);
  }
}

static void sift_up(Sift *s) {
  s->fixed = 0;
  for (uint32_t i = s->place, level = s->level; i + 1 < s->swap.blocks.n;) {
    level += s->swap.blocks.at[i++].n;
    s->fixed += nodes_of(s, i, level);
  }
  while (s->place && !is_hopeless(s) && may_go_on(s)) {
    rise(s);
    look(s);
  }
}

/* Stand at the block of this group. */
static void find(Sift *s, uint32_t group) {
  s->level = s->swap.top;
  for (s->place = 0; s->swap.blocks.at[s->place].group != group; s->place++)
    s->level += s->swap.blocks.at[s->place].n;
  assert(s->place < s->swap.blocks.n);
}

static void sift_group(Sift *s, uint32_t group) {
  find(s, group);
  s->best_place = s->place;
  s->best_size = s->swap.dd->n_live;
  if (s->place < s->swap.blocks.n / 2) {
    sift_up(s);
    sift_down(s);
  } else {
    sift_down(s);
    sift_up(s);
  }
  while (s->place > s->best_place) rise(s);
  while (s->place < s->best_place) sink(s);
}

/* ---- all groups ---- */

/* Groups with nodes, those with most first. */
static void rank_groups(const Sift *s, DdNodes *groups) {
  const DdStore *dd = s->swap.dd;
  uint32_t *nodes = MEM_ARRAY(dd->mem, uint32_t, dd->n_groups);
  for (uint32_t i = 1; i < dd->n_labels; i++)
    nodes[dd->group[i]] += s->swap.at[i].n;
  for (uint32_t i = 0; i < s->swap.blocks.n; i++) {
    uint32_t group = s->swap.blocks.at[i].group;
    VEC_PUSH(dd->mem, groups, group);
    uint32_t k = groups->n - 1;
    for (; k && nodes[groups->at[k - 1]] < nodes[group]; k--)
      groups->at[k] = groups->at[k - 1];
    groups->at[k] = group;
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
  dd_swap_init(&s.swap, dd, DD_BLOCKS_LIVE);
  uint32_t max_nodes = lift_limit(dd);
  DdNodes groups = {0};
  rank_groups(&s, &groups);
  for (uint32_t i = 0; i < groups.n && may_go_on(&s); i++)
    sift_group(&s, groups.at[i]);
  VEC_DONE(dd->mem, &groups);
  dd->max_nodes = max_nodes;
  dd_swap_done(&s.swap);
  dd->stats.siftings++;
}

void dd_set_order(DdStore *dd, const DdVar *vars, uint32_t n) {
  dd_collect(dd);
  if (dd->is_stopped) return;
  Sift s = {0};
  dd_swap_init(&s.swap, dd, DD_BLOCKS_ALL);
  uint32_t max_nodes = lift_limit(dd);
  uint32_t n_placed = 0, top = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (dd_level(dd, vars[i]) < top) continue; /* of a group that is in place */
    find(&s, dd->group[vars[i].id + 1]);
    while (s.place > n_placed) rise(&s);
    top += s.swap.blocks.at[n_placed++].n;
  }
  dd->max_nodes = max_nodes;
  dd_swap_done(&s.swap);
}
