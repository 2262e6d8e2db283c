/* SPDX-License-Identifier: MIT
 *
 * Changing the order of labels: sifting [Rud93].
 *
 * The one primitive is the swap of two neighbouring groups of labels A over B,
 * done in place, so that every handle keeps its meaning.  For Boolean variables
 *
 *   a ? (b ? p : q) : (b ? r : s)   becomes   b ? (a ? p : r) : (a ? q : s)
 *
 * in the same node.  Then each group (a Boolean variable, or all constraints of
 * one left-hand side) is moved through all places, and is left where the
 * number of nodes was smallest.  Groups with most nodes go first; a direction
 * is given up when the diagrams grow by a fifth.
 *
 * Constraints.  A group is like one variable whose values are the intervals
 * between its bounds, and it is swapped as a whole.  (Swapping single labels
 * would interleave the groups, and then the rules of the node constructor no
 * longer see all equal nodes.)  A node of A is read as a list "first bound that
 * holds -> side"; each side is such a list over B.  The new node is a list over
 * B: for each interval of B, the list over A of the sides' values there.
 *
 * A swapped node depends on the first bound of B it is asked about, so it never
 * becomes redundant or equal to another one, and its high side is not negated
 * because the sides on the all-high path were not.
 *
 * References are counted only here, from the roots.  A swap kills only nodes
 * of the two groups: what was below them is below the new ones.  Its cost is
 * that of the nodes of A.
 */
#include "dd/dd_int.h"

typedef Vec(uint32_t) Nodes;

typedef struct Reorder {
  DdStore *dd;
  uint32_t *refs; /* node -> parents and roots */
  uint32_t cap_refs;
  Nodes *at;      /* label -> its nodes */
  Nodes moved;    /* scratch: nodes of A that depend on B, uppermost first */
  Nodes lists;    /* scratch: their lists: label, side, ..., 0, last side */
  Nodes starts;   /* scratch: where each list starts */
  Nodes firsts;   /* scratch: the uppermost label of B in each */
  Nodes a_labels; /* scratch: one list over A ... */
  Nodes sides;    /* ... its sides, one more than labels */
  Nodes b_labels; /* scratch: all labels of B in the sides */
  Nodes values;   /* scratch: for each interval of B the list over A */
  Nodes ends;     /* scratch: where each first label's nodes end ... */
  Nodes sorted;   /* ... in this order of the moved */
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
  VEC_DONE(mem, &r->moved);
  VEC_DONE(mem, &r->lists);
  VEC_DONE(mem, &r->starts);
  VEC_DONE(mem, &r->firsts);
  VEC_DONE(mem, &r->a_labels);
  VEC_DONE(mem, &r->sides);
  VEC_DONE(mem, &r->b_labels);
  VEC_DONE(mem, &r->values);
  VEC_DONE(mem, &r->ends);
  VEC_DONE(mem, &r->sorted);
  MEM_FREE_ARRAY(mem, r->refs, r->cap_refs);
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

/* ---- one swap ---- */

static bool is_of_group(const DdStore *dd, uint32_t f, uint32_t group) {
  uint32_t label = dd_label(dd, f);
  return label && dd->group[label] == group;
}

/* dd_make, with the references of a new node counted. */
static uint32_t make_counted(Reorder *r, uint32_t label, uint32_t high,
                             uint32_t low) {
  DdStore *dd = r->dd;
  uint64_t before = dd->stats.nodes_made;
  uint32_t f = dd_make(dd, label, high, low);
  if (dd->stats.nodes_made == before) return f;
  grow_refs(r);
  assert(dd_hi(dd, f) == high && dd_lo(dd, f) == low);
  VEC_PUSH(dd->mem, &r->at[label], f >> 1);
  r->refs[f >> 1] = 0;
  r->refs[high >> 1]++;
  r->refs[low >> 1]++;
  return f;
}

static void unchain(DdStore *dd, uint32_t node) {
  DdNode *n = &dd->nodes[node];
  uint32_t *at = dd_chain(dd, n->label, n->high, n->low);
  while (*at != node) {
    assert(*at);
    at = &dd->nodes[*at].next;
  }
  *at = n->next;
  n->next = DD_UNCHAINED;
}

static void chain(DdStore *dd, uint32_t node) {
  DdNode *n = &dd->nodes[node];
  uint32_t *at = dd_chain(dd, n->label, n->high, n->low);
  n->next = *at;
  *at = node;
}

/* Some side of the list over A that starts here is asked about B. */
static bool depends(const DdStore *dd, uint32_t node, uint32_t a, uint32_t b) {
  uint32_t f = node << 1;
  for (; is_of_group(dd, f, a); f = dd_lo(dd, f))
    if (is_of_group(dd, dd_hi(dd, f), b)) return true;
  return is_of_group(dd, f, b);
}

/* Nodes that must change leave the lists of their labels. */
static void take_dependent(Reorder *r, uint32_t level, uint32_t n_upper,
                           uint32_t a, uint32_t b) {
  DdStore *dd = r->dd;
  VEC_CLEAR(&r->moved);
  for (uint32_t i = level; i < level + n_upper; i++) {
    Nodes *list = &r->at[dd->label_at[i]];
    uint32_t n_kept = 0;
    for (uint32_t k = 0; k < list->n; k++) {
      if (depends(dd, list->at[k], a, b))
        VEC_PUSH(dd->mem, &r->moved, list->at[k]);
      else
        list->at[n_kept++] = list->at[k];
    }
    list->n = n_kept;
  }
  for (uint32_t i = 0; i < r->moved.n; i++) unchain(dd, r->moved.at[i]);
}

static void note_label(Reorder *r, uint32_t label) {
  const DdStore *dd = r->dd;
  Nodes *labels = &r->b_labels;
  uint32_t k = labels->n;
  while (k && dd->level[labels->at[k - 1]] > dd->level[label]) k--;
  if (k && labels->at[k - 1] == label) return;
  VEC_PUSH(dd->mem, labels, label);
  for (uint32_t i = labels->n - 1; i > k; i--)
    labels->at[i] = labels->at[i - 1];
  labels->at[k] = label;
}

static uint32_t upper_of(const DdStore *dd, uint32_t label, uint32_t f,
                         uint32_t b) {
  if (!is_of_group(dd, f, b)) return label;
  uint32_t other = dd_label(dd, f);
  return !label || dd->level[other] < dd->level[label] ? other : label;
}

/* Keep the lists over A of all nodes that will change. */
static void save_lists(Reorder *r, uint32_t a, uint32_t b) {
  DdStore *dd = r->dd;
  VEC_CLEAR(&r->lists);
  VEC_CLEAR(&r->starts);
  VEC_CLEAR(&r->firsts);
  for (uint32_t i = 0; i < r->moved.n; i++) {
    VEC_PUSH(dd->mem, &r->starts, r->lists.n);
    uint32_t f = r->moved.at[i] << 1, first = 0;
    for (; is_of_group(dd, f, a); f = dd_lo(dd, f)) {
      VEC_PUSH(dd->mem, &r->lists, dd_label(dd, f));
      VEC_PUSH(dd->mem, &r->lists, dd_hi(dd, f));
      first = upper_of(dd, first, dd_hi(dd, f), b);
    }
    VEC_PUSH(dd->mem, &r->lists, 0);
    VEC_PUSH(dd->mem, &r->lists, f);
    VEC_PUSH(dd->mem, &r->firsts, upper_of(dd, first, f, b));
  }
}

/* A kept list, and all labels of B in its sides. */
static void read_list(Reorder *r, uint32_t at, uint32_t b) {
  DdStore *dd = r->dd;
  VEC_CLEAR(&r->a_labels);
  VEC_CLEAR(&r->sides);
  VEC_CLEAR(&r->b_labels);
  for (; r->lists.at[at]; at += 2) {
    VEC_PUSH(dd->mem, &r->a_labels, r->lists.at[at]);
    VEC_PUSH(dd->mem, &r->sides, r->lists.at[at + 1]);
  }
  VEC_PUSH(dd->mem, &r->sides, r->lists.at[at + 1]);
  for (uint32_t i = 0; i < r->sides.n; i++)
    for (uint32_t f = r->sides.at[i]; is_of_group(dd, f, b); f = dd_lo(dd, f))
      note_label(r, dd_label(dd, f));
}

/* The side's value in the interval that ends with `label` (0: the last); the
 * side moves on to that interval. */
static uint32_t value_in(const DdStore *dd, uint32_t *side, uint32_t label,
                         uint32_t b) {
  uint32_t level = label ? dd->level[label] : DD_NO_LEVEL;
  while (is_of_group(dd, *side, b) && dd_level_of(dd, *side) < level)
    *side = dd_lo(dd, *side);
  return is_of_group(dd, *side, b) ? dd_hi(dd, *side) : *side;
}

/* The list over A in the interval that ends with `label`. */
static uint32_t list_in(Reorder *r, uint32_t label, uint32_t b) {
  uint32_t last = r->sides.n - 1;
  uint32_t list = value_in(r->dd, &r->sides.at[last], label, b);
  for (uint32_t i = last; i-- > 0;) {
    uint32_t value = value_in(r->dd, &r->sides.at[i], label, b);
    list = make_counted(r, r->a_labels.at[i], value, list);
  }
  return list;
}

static void turn_round(Reorder *r, uint32_t i_moved, uint32_t b) {
  DdStore *dd = r->dd;
  uint32_t node = r->moved.at[i_moved];
  uint32_t old_high = dd->nodes[node].high, old_low = dd->nodes[node].low;
  read_list(r, r->starts.at[i_moved], b);
  VEC_CLEAR(&r->values);
  for (uint32_t i = 0; i <= r->b_labels.n; i++) {
    uint32_t label = i < r->b_labels.n ? r->b_labels.at[i] : 0;
    uint32_t list = list_in(r, label, b);
    VEC_PUSH(dd->mem, &r->values, list);
  }
  uint32_t low = r->values.at[r->b_labels.n], high = r->values.at[0];
  for (uint32_t i = r->b_labels.n; i-- > 1;)
    low = make_counted(r, r->b_labels.at[i], r->values.at[i], low);
  assert(!(high & 1) && high != low);
  r->refs[high >> 1]++;
  r->refs[low >> 1]++;
  r->refs[old_high >> 1]--;
  r->refs[old_low >> 1]--;
  dd->nodes[node] = (DdNode){r->b_labels.at[0], high, low, 0};
  chain(dd, node);
  VEC_PUSH(dd->mem, &r->at[r->b_labels.at[0]], node);
}

/* All moved nodes, those with the lowest first label of B (which has levels
 * [level..level + n[ now) first, else in the order in which they were found. */
static void turn_all(Reorder *r, uint32_t level, uint32_t n, uint32_t b) {
  DdStore *dd = r->dd;
  Nodes *end = &r->ends, *sorted = &r->sorted;
  VEC_CLEAR(end);
  VEC_CLEAR(sorted);
  for (uint32_t k = 0; k <= n; k++) VEC_PUSH(dd->mem, end, 0);
  for (uint32_t i = 0; i < r->moved.n; i++) {
    VEC_PUSH(dd->mem, sorted, 0);
    end->at[level + n - dd->level[r->firsts.at[i]]]++;
  }
  for (uint32_t k = 1; k <= n; k++) end->at[k] += end->at[k - 1];
  for (uint32_t i = r->moved.n; i-- > 0;)
    sorted->at[--end->at[level + n - dd->level[r->firsts.at[i]]]] = i;
  for (uint32_t i = 0; i < r->moved.n; i++) turn_round(r, sorted->at[i], b);
}

/* Nodes of the label that lost their last parent die. */
static void bury(Reorder *r, uint32_t label) {
  Nodes *list = &r->at[label];
  uint32_t n_kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t node = list->at[i];
    if (r->refs[node]) {
      list->at[n_kept++] = node;
      continue;
    }
    r->refs[r->dd->nodes[node].high >> 1]--;
    r->refs[r->dd->nodes[node].low >> 1]--;
    unchain(r->dd, node);
    dd_free_node(r->dd, node);
  }
  list->n = n_kept;
}

static void exchange_levels(Reorder *r, uint32_t level, uint32_t n_upper,
                            uint32_t n_lower) {
  DdStore *dd = r->dd;
  Nodes *upper = &r->a_labels;
  VEC_CLEAR(upper);
  for (uint32_t i = 0; i < n_upper; i++)
    VEC_PUSH(dd->mem, upper, dd->label_at[level + i]);
  for (uint32_t i = 0; i < n_lower; i++)
    dd->label_at[level + i] = dd->label_at[level + n_upper + i];
  for (uint32_t i = 0; i < n_upper; i++)
    dd->label_at[level + n_lower + i] = upper->at[i];
  for (uint32_t i = 0; i < n_upper + n_lower; i++)
    dd->level[dd->label_at[level + i]] = level + i;
}

/* The group at `level` and the next one change places; gives where the first
 * one is now.  Nodes that ask for lower labels of B only are changed first:
 * such a node may be equal to a part of another one, which is then found. */
static uint32_t swap_groups(Reorder *r, uint32_t level) {
  DdStore *dd = r->dd;
  uint32_t n_upper = group_size(dd, level);
  uint32_t n_lower = group_size(dd, level + n_upper);
  uint32_t a = dd->group[dd->label_at[level]];
  uint32_t b = dd->group[dd->label_at[level + n_upper]];
  take_dependent(r, level, n_upper, a, b);
  save_lists(r, a, b);
  exchange_levels(r, level, n_upper, n_lower);
  turn_all(r, level, n_lower, b);
  for (uint32_t i = 0; i < n_lower + n_upper; i++)
    bury(r, dd->label_at[level + i]);
  dd->stats.swaps++;
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
  return s->r.dd->n_live / 6 * 5 > s->best_size + 16;
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
