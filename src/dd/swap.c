/* SPDX-License-Identifier: MIT
 *
 * The swap of two neighbouring groups of labels A over B, done in place, so
 * that every handle keeps its meaning.  For Boolean variables
 *
 *   a ? (b ? p : q) : (b ? r : s)   becomes   b ? (a ? p : r) : (a ? q : s)
 *
 * in the same node.
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
 *
 * Blocks.  Most labels of a long query have no node at any one time.  A group
 * without nodes is never swapped on its own: it belongs to the block of the
 * next group with nodes above it, and goes where that one goes.
 */
#include "dd/swap.h"

/* ---- set-up ---- */

static void grow_refs(DdSwap *s) {
  if (s->dd->n_nodes < s->cap_refs) return;
  uint32_t cap = s->dd->cap_nodes + 1;
  s->refs = mem_resize(s->dd->mem, s->refs, s->cap_refs * sizeof *s->refs,
                       (size_t)cap * sizeof *s->refs);
  memset(s->refs + s->cap_refs, 0, (cap - s->cap_refs) * sizeof *s->refs);
  s->cap_refs = cap;
}

/* Labels of the group that starts at `level`, and how many have nodes. */
static DdBlock group_at(const DdSwap *s, uint32_t level, uint32_t *n_live) {
  const DdStore *dd = s->dd;
  uint32_t group = dd->group[dd->label_at[level]], n = 0;
  *n_live = 0;
  for (; level + n + 1 < dd->n_labels; n++) {
    uint32_t label = dd->label_at[level + n];
    if (dd->group[label] != group) break;
    if (s->at[label].n) ++*n_live;
  }
  return (DdBlock){group, n, n};
}

static void find_blocks(DdSwap *s, DdBlocks blocks) {
  const DdStore *dd = s->dd;
  DdBlock block;
  for (uint32_t level = 0; level + 1 < dd->n_labels; level += block.n) {
    uint32_t n_live;
    block = group_at(s, level, &n_live);
    if (n_live || blocks == DD_BLOCKS_ALL)
      VEC_PUSH(dd->mem, &s->blocks, block);
    else if (s->blocks.n)
      VEC_LAST(&s->blocks).n += block.n;
    else
      s->top += block.n;
  }
}

void dd_swap_init(DdSwap *s, DdStore *dd, DdBlocks blocks) {
  *s = (DdSwap){.dd = dd};
  grow_refs(s);
  s->at = MEM_ARRAY(dd->mem, DdNodes, dd->n_labels);
  for (uint32_t i = 2; i < dd->n_nodes; i++) {
    const DdNode *node = &dd->nodes[i];
    if (node->label == DD_FREE) continue;
    VEC_PUSH(dd->mem, &s->at[node->label], i);
    s->refs[node->high >> 1]++;
    s->refs[node->low >> 1]++;
  }
  for (uint32_t i = 0; i < dd->roots.n; i++)
    s->refs[dd->roots.entries[i].key]++;
  find_blocks(s, blocks);
}

void dd_swap_done(DdSwap *s) {
  Mem *mem = s->dd->mem;
  for (uint32_t i = 0; i < s->dd->n_labels; i++) VEC_DONE(mem, &s->at[i]);
  MEM_FREE_ARRAY(mem, s->at, s->dd->n_labels);
  VEC_DONE(mem, &s->blocks);
  VEC_DONE(mem, &s->moved);
  VEC_DONE(mem, &s->lists);
  VEC_DONE(mem, &s->starts);
  VEC_DONE(mem, &s->firsts);
  VEC_DONE(mem, &s->a_labels);
  VEC_DONE(mem, &s->sides);
  VEC_DONE(mem, &s->b_labels);
  VEC_DONE(mem, &s->values);
  VEC_DONE(mem, &s->ends);
  VEC_DONE(mem, &s->sorted);
  MEM_FREE_ARRAY(mem, s->refs, s->cap_refs);
}

/* ---- one swap ---- */

static bool is_of_group(const DdStore *dd, uint32_t f, uint32_t group) {
  uint32_t label = dd_label(dd, f);
  return label && dd->group[label] == group;
}

/* dd_make, with the references of a new node counted. */
static uint32_t make_counted(DdSwap *s, uint32_t label, uint32_t high,
                             uint32_t low) {
  DdStore *dd = s->dd;
  uint64_t before = dd->stats.nodes_made;
  uint32_t f = dd_make(dd, label, high, low);
  if (dd->stats.nodes_made == before) return f;
  grow_refs(s);
  assert(dd_hi(dd, f) == high && dd_lo(dd, f) == low);
  VEC_PUSH(dd->mem, &s->at[label], f >> 1);
  s->refs[f >> 1] = 0;
  s->refs[high >> 1]++;
  s->refs[low >> 1]++;
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

/* DdNodes that must change leave the lists of their labels. */
static void take_dependent(DdSwap *s, uint32_t level, uint32_t n_upper,
                           uint32_t a, uint32_t b) {
  DdStore *dd = s->dd;
  VEC_CLEAR(&s->moved);
  for (uint32_t i = level; i < level + n_upper; i++) {
    DdNodes *list = &s->at[dd->label_at[i]];
    uint32_t n_kept = 0;
    for (uint32_t k = 0; k < list->n; k++) {
      if (depends(dd, list->at[k], a, b))
        VEC_PUSH(dd->mem, &s->moved, list->at[k]);
      else
        list->at[n_kept++] = list->at[k];
    }
    list->n = n_kept;
  }
  for (uint32_t i = 0; i < s->moved.n; i++) unchain(dd, s->moved.at[i]);
}

static void note_label(DdSwap *s, uint32_t label) {
  const DdStore *dd = s->dd;
  DdNodes *labels = &s->b_labels;
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
static void save_lists(DdSwap *s, uint32_t a, uint32_t b) {
  DdStore *dd = s->dd;
  VEC_CLEAR(&s->lists);
  VEC_CLEAR(&s->starts);
  VEC_CLEAR(&s->firsts);
  for (uint32_t i = 0; i < s->moved.n; i++) {
    VEC_PUSH(dd->mem, &s->starts, s->lists.n);
    uint32_t f = s->moved.at[i] << 1, first = 0;
    for (; is_of_group(dd, f, a); f = dd_lo(dd, f)) {
      VEC_PUSH(dd->mem, &s->lists, dd_label(dd, f));
      VEC_PUSH(dd->mem, &s->lists, dd_hi(dd, f));
      first = upper_of(dd, first, dd_hi(dd, f), b);
    }
    VEC_PUSH(dd->mem, &s->lists, 0);
    VEC_PUSH(dd->mem, &s->lists, f);
    VEC_PUSH(dd->mem, &s->firsts, upper_of(dd, first, f, b));
  }
}

/* A kept list, and all labels of B in its sides. */
static void read_list(DdSwap *s, uint32_t at, uint32_t b) {
  DdStore *dd = s->dd;
  VEC_CLEAR(&s->a_labels);
  VEC_CLEAR(&s->sides);
  VEC_CLEAR(&s->b_labels);
  for (; s->lists.at[at]; at += 2) {
    VEC_PUSH(dd->mem, &s->a_labels, s->lists.at[at]);
    VEC_PUSH(dd->mem, &s->sides, s->lists.at[at + 1]);
  }
  VEC_PUSH(dd->mem, &s->sides, s->lists.at[at + 1]);
  for (uint32_t i = 0; i < s->sides.n; i++)
    for (uint32_t f = s->sides.at[i]; is_of_group(dd, f, b); f = dd_lo(dd, f))
      note_label(s, dd_label(dd, f));
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
static uint32_t list_in(DdSwap *s, uint32_t label, uint32_t b) {
  uint32_t last = s->sides.n - 1;
  uint32_t list = value_in(s->dd, &s->sides.at[last], label, b);
  for (uint32_t i = last; i-- > 0;) {
    uint32_t value = value_in(s->dd, &s->sides.at[i], label, b);
    list = make_counted(s, s->a_labels.at[i], value, list);
  }
  return list;
}

static void turn_round(DdSwap *s, uint32_t i_moved, uint32_t b) {
  DdStore *dd = s->dd;
  uint32_t node = s->moved.at[i_moved];
  uint32_t old_high = dd->nodes[node].high, old_low = dd->nodes[node].low;
  read_list(s, s->starts.at[i_moved], b);
  VEC_CLEAR(&s->values);
  for (uint32_t i = 0; i <= s->b_labels.n; i++) {
    uint32_t label = i < s->b_labels.n ? s->b_labels.at[i] : 0;
    uint32_t list = list_in(s, label, b);
    VEC_PUSH(dd->mem, &s->values, list);
  }
  uint32_t low = s->values.at[s->b_labels.n], high = s->values.at[0];
  for (uint32_t i = s->b_labels.n; i-- > 1;)
    low = make_counted(s, s->b_labels.at[i], s->values.at[i], low);
  assert(!(high & 1) && high != low);
  s->refs[high >> 1]++;
  s->refs[low >> 1]++;
  s->refs[old_high >> 1]--;
  s->refs[old_low >> 1]--;
  dd->nodes[node] = (DdNode){s->b_labels.at[0], high, low, 0};
  chain(dd, node);
  VEC_PUSH(dd->mem, &s->at[s->b_labels.at[0]], node);
}

/* All moved nodes, those with the lowest first label of B (which has levels
 * [level..level + n[ now) first, else in the order in which they were found. */
static void turn_all(DdSwap *s, uint32_t level, uint32_t n, uint32_t b) {
  DdStore *dd = s->dd;
  DdNodes *end = &s->ends, *sorted = &s->sorted;
  VEC_CLEAR(end);
  VEC_CLEAR(sorted);
  for (uint32_t k = 0; k <= n; k++) VEC_PUSH(dd->mem, end, 0);
  for (uint32_t i = 0; i < s->moved.n; i++) {
    VEC_PUSH(dd->mem, sorted, 0);
    end->at[level + n - dd->level[s->firsts.at[i]]]++;
  }
  for (uint32_t k = 1; k <= n; k++) end->at[k] += end->at[k - 1];
  for (uint32_t i = s->moved.n; i-- > 0;)
    sorted->at[--end->at[level + n - dd->level[s->firsts.at[i]]]] = i;
  for (uint32_t i = 0; i < s->moved.n; i++) turn_round(s, sorted->at[i], b);
}

/* DdNodes of the label that lost their last parent die. */
static void bury(DdSwap *s, uint32_t label) {
  DdNodes *list = &s->at[label];
  uint32_t n_kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t node = list->at[i];
    if (s->refs[node]) {
      list->at[n_kept++] = node;
      continue;
    }
    s->refs[s->dd->nodes[node].high >> 1]--;
    s->refs[s->dd->nodes[node].low >> 1]--;
    unchain(s->dd, node);
    dd_free_node(s->dd, node);
  }
  list->n = n_kept;
}

static void exchange_levels(DdSwap *s, uint32_t level, uint32_t n_upper,
                            uint32_t n_lower) {
  DdStore *dd = s->dd;
  DdNodes *upper = &s->a_labels;
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

/* Nodes that ask for lower labels of B only are changed first: such a node may
 * be equal to a part of another one, which is then found. */
void dd_swap(DdSwap *s, uint32_t place, uint32_t level) {
  DdStore *dd = s->dd;
  assert(place + 1 < s->blocks.n);
  DdBlock a = s->blocks.at[place], b = s->blocks.at[place + 1];
  assert(dd->group[dd->label_at[level]] == a.group);
  assert(dd->group[dd->label_at[level + a.n]] == b.group);
  take_dependent(s, level, a.n_own, a.group, b.group);
  save_lists(s, a.group, b.group);
  exchange_levels(s, level, a.n, b.n);
  turn_all(s, level, b.n_own, b.group);
  for (uint32_t i = 0; i < b.n_own; i++) bury(s, dd->label_at[level + i]);
  for (uint32_t i = 0; i < a.n_own; i++) bury(s, dd->label_at[level + b.n + i]);
  s->blocks.at[place] = b;
  s->blocks.at[place + 1] = a;
  dd->stats.swaps++;
}
