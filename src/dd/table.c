/* SPDX-License-Identifier: MIT
 *
 * The node table: unique nodes, labels and their order, roots, collection.
 *
 * Nodes are unique by (label, high, low), found through chains of a hash
 * table, and reduced [Bry86].  Negation is a bit of the handle [BRB90]: the
 * high side of a node is never negated, so a function and its negation share
 * a node.
 *
 * Constraints [CGS09].  Labels of one group are constraints t <= k with one
 * left-hand side t, neighbours in the order, k growing downwards.  The node
 * constructor knows that the upper one implies the lower ones:
 *
 *   - no label of the group is below the high side of another;
 *   - (t <= 3 ? h : (t <= 5 ? h : l)) is (t <= 5 ? h : l).
 *
 * So a group behaves like one variable with an interval for each value, and
 * diagrams are canonical as long as left-hand sides are independent.  (Facts
 * that follow from several left-hand sides are not seen here.)
 *
 * Collection is mark and sweep from the roots, asked for from outside only.
 * Freed nodes are used again in a fixed order, so runs are repeatable.
 */
#include "dd/dd_int.h"

#define FIRST_NODES   16u /* few, so that small tests see them grow */
#define FIRST_SIFT    (1u << 10)
#define FIRST_TIDY    (1u << 16)
#define MAX_CACHE     (1u << 21)
#define NODES_HARDEST (1u << 30)

/* ---- life ---- */

DdStore *dd_new(Mem *mem) {
  DdStore *dd = MEM_NEW(mem, DdStore);
  dd->mem = mem;
  dd->cap_nodes = FIRST_NODES;
  dd->nodes = MEM_ARRAY(mem, DdNode, dd->cap_nodes);
  dd->n_nodes = 2;
  dd->nodes[DD_CONST_NODE].high = dd->nodes[DD_CONST_NODE].low = DD_TRUE_ID;
  dd->n_live = 0;
  dd->n_slots = FIRST_NODES;
  dd->slots = MEM_ARRAY(mem, uint32_t, dd->n_slots);
  dd->n_cache = FIRST_NODES;
  dd->cache = MEM_ARRAY(mem, DdCacheEntry, dd->n_cache);
  dd->cap_labels = 16;
  dd->level = MEM_ARRAY(mem, uint32_t, dd->cap_labels);
  dd->group = MEM_ARRAY(mem, uint32_t, dd->cap_labels);
  dd->label_at = MEM_ARRAY(mem, uint32_t, dd->cap_labels);
  dd->n_labels = 1;
  dd->level[0] = DD_NO_LEVEL;
  dd->group[0] = UINT32_MAX;
  map_init(&dd->roots, mem);
  dd->tidy_at = FIRST_TIDY;
  dd->sift_at = FIRST_SIFT;
  return dd;
}

void dd_free(DdStore *dd) {
  Mem *mem = dd->mem;
  ldd_free(dd);
  MEM_FREE_ARRAY(mem, dd->nodes, dd->cap_nodes);
  MEM_FREE_ARRAY(mem, dd->slots, dd->n_slots);
  MEM_FREE_ARRAY(mem, dd->cache, dd->n_cache);
  MEM_FREE_ARRAY(mem, dd->level, dd->cap_labels);
  MEM_FREE_ARRAY(mem, dd->group, dd->cap_labels);
  MEM_FREE_ARRAY(mem, dd->label_at, dd->cap_labels);
  map_done(&dd->roots);
  MEM_DELETE(mem, dd);
}

void dd_limit(DdStore *dd, Budget *budget, uint32_t max_nodes) {
  require(max_nodes <= NODES_HARDEST);
  dd->budget = budget;
  dd->max_nodes = max_nodes;
}

bool dd_is_stopped(const DdStore *dd) {
  return dd->is_stopped;
}

void dd_resume(DdStore *dd) {
  dd->is_stopped = 0;
}

bool dd_step_slow(DdStore *dd) {
  if (dd->is_stopped) return false;
  if (dd->budget &&
      (!budget_spend(dd->budget, 1) || budget_is_spent(dd->budget)))
    dd->is_stopped = 1;
  return !dd->is_stopped;
}

Mem *dd_mem(const DdStore *dd) {
  return dd->mem;
}

const DdStats *dd_stats(const DdStore *dd) {
  return &dd->stats;
}

uint32_t dd_n_nodes(const DdStore *dd) {
  return dd->n_live;
}

/* ---- labels ---- */

static void grow_labels(DdStore *dd) {
  uint32_t cap = dd->cap_labels * 2;
  size_t before = dd->cap_labels * sizeof(uint32_t);
  size_t after = cap * sizeof(uint32_t);
  dd->level = mem_resize(dd->mem, dd->level, before, after);
  dd->group = mem_resize(dd->mem, dd->group, before, after);
  dd->label_at = mem_resize(dd->mem, dd->label_at, before, after);
  dd->cap_labels = cap;
}

uint32_t dd_insert_label(DdStore *dd, uint32_t level, uint32_t group) {
  assert(level < dd->n_labels);
  if (dd->n_labels == dd->cap_labels) grow_labels(dd);
  uint32_t label = dd->n_labels++;
  for (uint32_t i = dd->n_labels - 2; i > level; i--) {
    dd->label_at[i] = dd->label_at[i - 1];
    dd->level[dd->label_at[i]] = i;
  }
  dd->label_at[level] = label;
  dd->level[label] = level;
  dd->group[label] = group;
  if (group == dd->n_groups)
    dd->n_groups++;
  else
    dd->has_groups = 1;
  return label;
}

DdVar dd_add_var(DdStore *dd) {
  return (DdVar){dd_insert_label(dd, dd->n_labels - 1, dd->n_groups) - 1};
}

uint32_t dd_n_vars(const DdStore *dd) {
  return dd->n_labels - 1;
}

uint32_t dd_level(const DdStore *dd, DdVar var) {
  require(var.id < dd_n_vars(dd));
  return dd->level[var.id + 1];
}

DdVar dd_var_at(const DdStore *dd, uint32_t level) {
  require(level < dd_n_vars(dd));
  return (DdVar){dd->label_at[level] - 1};
}

/* ---- nodes ---- */

uint32_t *dd_chain(DdStore *dd, uint32_t label, uint32_t high, uint32_t low) {
  uint64_t key = ((uint64_t)high << 32 | low) * 0x9E3779B97F4A7C15u;
  key = (key ^ label) * 0xD6E8FEB86659FD93u;
  return &dd->slots[(key >> 32) & (dd->n_slots - 1)];
}

static void rehash(DdStore *dd, uint32_t n_slots) {
  assert((n_slots & (n_slots - 1)) == 0);
  MEM_FREE_ARRAY(dd->mem, dd->slots, dd->n_slots);
  dd->slots = MEM_ARRAY(dd->mem, uint32_t, n_slots);
  dd->n_slots = n_slots;
  for (uint32_t i = 2; i < dd->n_nodes; i++) {
    DdNode *node = &dd->nodes[i];
    if (node->label == DD_FREE || node->next == DD_UNCHAINED) continue;
    uint32_t *chain = dd_chain(dd, node->label, node->high, node->low);
    node->next = *chain;
    *chain = i;
  }
}

static void clear_cache(DdStore *dd) {
  memset(dd->cache, 0, dd->n_cache * sizeof *dd->cache);
}

/* The cache grows with the table; old entries keep their worth. */
static void grow_cache(DdStore *dd) {
  DdCacheEntry *old = dd->cache;
  uint32_t n_old = dd->n_cache;
  dd->n_cache = n_old * 2;
  dd->cache = MEM_ARRAY(dd->mem, DdCacheEntry, dd->n_cache);
  for (uint32_t i = 0; i < n_old; i++)
    if (old[i].op)
      *dd_cache_entry(dd, (DdOp)old[i].op, old[i].f, old[i].g, old[i].h) =
          old[i];
  MEM_FREE_ARRAY(dd->mem, old, n_old);
}

static void grow_nodes(DdStore *dd) {
  uint32_t cap = dd->cap_nodes * 2;
  dd->nodes = mem_resize(dd->mem, dd->nodes, dd->cap_nodes * sizeof(DdNode),
                         (size_t)cap * sizeof(DdNode));
  dd->cap_nodes = cap;
  rehash(dd, cap);
  if (dd->n_cache < MAX_CACHE) grow_cache(dd);
}

static uint32_t new_node(DdStore *dd) {
  if (dd->free_list) {
    uint32_t node = dd->free_list;
    assert(dd->nodes[node].label == DD_FREE);
    dd->free_list = dd->nodes[node].next;
    return node;
  }
  require(dd->n_nodes < NODES_HARDEST);
  if (dd->n_nodes == dd->cap_nodes) grow_nodes(dd);
  return dd->n_nodes++;
}

static uint32_t find_or_add(DdStore *dd, uint32_t label, uint32_t high,
                            uint32_t low) {
  for (uint32_t i = *dd_chain(dd, label, high, low); i; i = dd->nodes[i].next) {
    const DdNode *node = &dd->nodes[i];
    if (node->high == high && node->low == low && node->label == label)
      return i << 1;
  }
  if (dd->max_nodes && dd->n_live >= dd->max_nodes) {
    dd->is_stopped = 1;
    return DD_FALSE_ID;
  }
  uint32_t node = new_node(dd);
  uint32_t *chain = dd_chain(dd, label, high, low);
  dd->nodes[node] = (DdNode){label, high, low, *chain};
  *chain = node;
  dd->n_live++;
  dd->stats.nodes_made++;
  if (dd->n_live > dd->stats.nodes_peak) dd->stats.nodes_peak = dd->n_live;
  return node << 1;
}

static bool in_group(const DdStore *dd, uint32_t f, uint32_t label) {
  uint32_t other = dd_label(dd, f);
  return other && dd->group[other] == dd->group[label];
}

uint32_t dd_make(DdStore *dd, uint32_t label, uint32_t high, uint32_t low) {
  assert(label && label < dd->n_labels);
  if (dd->is_stopped) return DD_FALSE_ID;
  if (dd->has_groups) {
    if (in_group(dd, high, label)) high = dd_hi(dd, high);
    if (in_group(dd, low, label) && dd_hi(dd, low) == high) return low;
  }
  if (high == low) return high;
  assert(dd->level[label] < dd_level_of(dd, high));
  assert(dd->level[label] < dd_level_of(dd, low));
  uint32_t sign = high & 1;
  uint32_t node = find_or_add(dd, label, high ^ sign, low ^ sign);
  return dd->is_stopped ? DD_FALSE_ID : node ^ sign;
}

void dd_free_node(DdStore *dd, uint32_t node) {
  assert(node > DD_CONST_NODE && dd->nodes[node].label != DD_FREE);
  dd->nodes[node].label = DD_FREE;
  dd->nodes[node].next = dd->free_list;
  dd->free_list = node;
  dd->n_live--;
}

/* ---- marks, roots, collection ---- */

DdBits dd_bits_new(DdStore *dd) {
  DdBits bits = {.n_words = dd->n_nodes / 64 + 1};
  bits.words = MEM_ARRAY(dd->mem, uint64_t, bits.n_words);
  return bits;
}

void dd_bits_free(DdStore *dd, DdBits *bits) {
  MEM_FREE_ARRAY(dd->mem, bits->words, bits->n_words);
}

void dd_mark(const DdStore *dd, DdBits *bits, uint32_t f) {
  while (!dd_is_const_id(f) && !dd_bits_test(bits, f >> 1)) {
    dd_bits_set(bits, f >> 1);
    dd_mark(dd, bits, dd_node(dd, f)->high);
    f = dd_node(dd, f)->low;
  }
}

void dd_protect(DdStore *dd, Dd f) {
  require(f.id && f.id >> 1 < dd->n_nodes);
  uint64_t *count = map_find(&dd->roots, f.id >> 1);
  if (count)
    ++*count;
  else
    map_put(&dd->roots, f.id >> 1, 1);
}

void dd_release(DdStore *dd, Dd f) {
  uint64_t *count = map_find(&dd->roots, f.id >> 1);
  require(count && *count);
  --*count;
}

/* Entries of released roots are forgotten. */
static void shrink_roots(DdStore *dd) {
  Map kept;
  map_init(&kept, dd->mem);
  for (uint32_t i = 0; i < dd->roots.n; i++)
    if (dd->roots.entries[i].value)
      map_put(&kept, dd->roots.entries[i].key, dd->roots.entries[i].value);
  map_done(&dd->roots);
  dd->roots = kept;
}

static void sweep(DdStore *dd, const DdBits *marks) {
  memset(dd->slots, 0, dd->n_slots * sizeof *dd->slots);
  dd->free_list = 0;
  for (uint32_t i = dd->n_nodes - 1; i > DD_CONST_NODE; i--) {
    DdNode *node = &dd->nodes[i];
    if (node->label != DD_FREE && dd_bits_test(marks, i)) {
      uint32_t *chain = dd_chain(dd, node->label, node->high, node->low);
      node->next = *chain;
      *chain = i;
      continue;
    }
    if (node->label != DD_FREE) dd->n_live--;
    node->label = DD_FREE;
    node->next = dd->free_list;
    dd->free_list = i;
  }
}

void dd_collect(DdStore *dd) {
  shrink_roots(dd);
  DdBits marks = dd_bits_new(dd);
  for (uint32_t i = 0; i < dd->roots.n; i++)
    dd_mark(dd, &marks, (uint32_t)dd->roots.entries[i].key << 1);
  sweep(dd, &marks);
  assert(dd->n_live < dd->n_nodes);
  dd_bits_free(dd, &marks);
  clear_cache(dd);
  dd->stats.collections++;
}

/* Twice what is left, so that the work stays linear in what is made.  Dead
 * nodes are no reason to sift. */
void dd_tidy(DdStore *dd, DdReorder reorder) {
  bool may_sift = reorder == DD_ORDER_SIFT && dd->n_live > dd->sift_at;
  if (!may_sift && dd->n_live <= dd->tidy_at) return;
  dd_collect(dd);
  if (may_sift && dd->n_live > dd->sift_at) {
    dd_sift(dd);
    dd->sift_at = dd->n_live * 2 > FIRST_SIFT ? dd->n_live * 2 : FIRST_SIFT;
  }
  dd->tidy_at = dd->n_live * 2 > FIRST_TIDY ? dd->n_live * 2 : FIRST_TIDY;
}
