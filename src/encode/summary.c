/* SPDX-License-Identifier: MIT
 *
 * Choosing locations: single blocks, rule summary, loop cutset.
 *
 * Rule summary [BCGKS09, section III].  A node with exactly one predecessor,
 * which is another node, and with some successor, is folded into that
 * predecessor (rule 1); parallel edges are one edge (rule 2); to a fixpoint.
 * Sinks have no successor and stay (rule 0 has made the error a sink).
 *
 * The paper composes formulas while it folds.  We only choose the nodes that
 * remain (one encoder then makes every edge formula), so a fold is the union
 * of two groups of nodes: their sets of successors are merged, the smaller
 * into the larger, and where both had the same successor, that one loses a
 * predecessor and may become foldable.  Every edge moves O(log n) times:
 * O(m log n) in all, where rewriting the graph would be quadratic.
 *
 * Loop cutset [GCS11, section 3].  Targets of back edges of a depth-first
 * search, with the entry and the sinks.  A target of a back edge has two
 * predecessors and is never folded, so the rule summary keeps a superset.
 */
#include "encode/summary.h"

typedef struct Fold {
  const EncGraph *graph;
  Mem *mem;
  uint32_t *parent;  /* union-find: the group's kept node is its root */
  uint32_t *out;     /* group root -> index of its successor set */
  uint32_t *n_preds; /* node -> groups with an edge to it */
  uint32_t *a_pred;  /* node -> sum (xor) of those groups' set indices */
  struct {
    Vec(uint32_t) list;
  } *sets;            /* successors; may hold stale entries, see has_edge */
  uint32_t *set_root; /* set index -> group root that owns it */
  Map edges;          /* set index << 32 | target -> 1 present */
  Vec(uint32_t) work;
} Fold;

static uint32_t find(Fold *fold, uint32_t v) {
  while (fold->parent[v] != v) {
    fold->parent[v] = fold->parent[fold->parent[v]];
    v = fold->parent[v];
  }
  return v;
}

static uint64_t edge_key(uint32_t set, uint32_t target) {
  return (uint64_t)set << 32 | target;
}

/* Put `target` into the set; true if it is new there. */
static bool add_edge(Fold *fold, uint32_t set, uint32_t target) {
  uint64_t key = edge_key(set, target);
  if (map_get(&fold->edges, key, 0)) return false;
  map_put(&fold->edges, key, 1);
  VEC_PUSH(fold->mem, &fold->sets[set].list, target);
  return true;
}

/* All nodes that the entry reaches, by an explicit stack. */
static void mark_reached(const EncGraph *graph, Mem *mem, uint8_t *reached) {
  Vec(uint32_t) stack = {0};
  VEC_PUSH(mem, &stack, 0);
  reached[0] = 1;
  while (stack.n) {
    uint32_t v = VEC_POP(&stack);
    require(graph->first[v] <= graph->first[v + 1]);
    for (uint32_t i = graph->first[v]; i < graph->first[v + 1]; i++) {
      require(graph->targets[i] < graph->n);
      if (reached[graph->targets[i]]) continue;
      reached[graph->targets[i]] = 1;
      VEC_PUSH(mem, &stack, graph->targets[i]);
    }
  }
  VEC_DONE(mem, &stack);
}

static void fold_init(Fold *fold, const EncGraph *graph, Mem *mem,
                      const uint8_t *reached) {
  *fold = (Fold){.graph = graph, .mem = mem};
  fold->parent = MEM_ARRAY(mem, uint32_t, graph->n);
  fold->out = MEM_ARRAY(mem, uint32_t, graph->n);
  fold->n_preds = MEM_ARRAY(mem, uint32_t, graph->n);
  fold->a_pred = MEM_ARRAY(mem, uint32_t, graph->n);
  fold->set_root = MEM_ARRAY(mem, uint32_t, graph->n);
  fold->sets = mem_zalloc(mem, sizeof *fold->sets * graph->n);
  map_init(&fold->edges, mem);
  for (uint32_t v = 0; v < graph->n; v++)
    fold->parent[v] = fold->out[v] = fold->set_root[v] = v;
  for (uint32_t v = 0; v < graph->n; v++) {
    if (!reached[v]) continue;
    for (uint32_t i = graph->first[v]; i < graph->first[v + 1]; i++)
      if (add_edge(fold, v, graph->targets[i])) {
        fold->n_preds[graph->targets[i]]++;
        fold->a_pred[graph->targets[i]] ^= v;
      }
  }
  for (uint32_t v = graph->n; v-- > 0;)
    if (reached[v]) VEC_PUSH(mem, &fold->work, v);
}

static void fold_done(Fold *fold) {
  Mem *mem = fold->mem;
  uint32_t n = fold->graph->n;
  for (uint32_t v = 0; v < n; v++) VEC_DONE(mem, &fold->sets[v].list);
  mem_free(mem, fold->sets, sizeof *fold->sets * n);
  MEM_FREE_ARRAY(mem, fold->parent, n);
  MEM_FREE_ARRAY(mem, fold->out, n);
  MEM_FREE_ARRAY(mem, fold->n_preds, n);
  MEM_FREE_ARRAY(mem, fold->a_pred, n);
  MEM_FREE_ARRAY(mem, fold->set_root, n);
  VEC_DONE(mem, &fold->work);
  map_done(&fold->edges);
}

/* Fold v, whose only predecessor is the group `into`, into that group. */
static void fold_node(Fold *fold, uint32_t v, uint32_t into) {
  uint32_t to = fold->out[into], from = fold->out[v];
  *map_find(&fold->edges, edge_key(to, v)) = 0;
  if (fold->sets[to].list.n < fold->sets[from].list.n) {
    uint32_t swap = to;
    to = from, from = swap;
  }
  for (uint32_t i = 0; i < fold->sets[from].list.n; i++) {
    uint32_t target = fold->sets[from].list.at[i];
    if (!map_get(&fold->edges, edge_key(from, target), 0)) continue;
    fold->a_pred[target] ^= from;
    if (add_edge(fold, to, target)) {
      fold->a_pred[target] ^= to;
    } else {
      assert(fold->n_preds[target] > 1); /* both groups lead there */
      fold->n_preds[target]--;
      VEC_PUSH(fold->mem, &fold->work, target);
    }
  }
  VEC_DONE(fold->mem, &fold->sets[from].list);
  fold->parent[v] = into;
  fold->out[into] = to;
  fold->set_root[to] = into;
}

/* Does the group that v stands for still have a successor? */
static bool has_successor(const Fold *fold, uint32_t v) {
  uint32_t set = fold->out[v];
  for (uint32_t i = 0; i < fold->sets[set].list.n; i++)
    if (map_get(&fold->edges, edge_key(set, fold->sets[set].list.at[i]), 0))
      return true;
  return false;
}

static void choose_rules(const EncGraph *graph, Mem *mem,
                         const uint8_t *reached, uint8_t *kept) {
  Fold fold;
  fold_init(&fold, graph, mem, reached);
  while (fold.work.n) {
    uint32_t v = VEC_POP(&fold.work);
    if (v == 0 || find(&fold, v) != v || fold.n_preds[v] != 1) continue;
    assert(fold.a_pred[v] < graph->n); /* of one set: its index */
    uint32_t into = find(&fold, fold.set_root[fold.a_pred[v]]);
    if (into == v || !has_successor(&fold, v)) continue;
    fold_node(&fold, v, into);
  }
  for (uint32_t v = 0; v < graph->n; v++)
    kept[v] = reached[v] && find(&fold, v) == v;
  fold_done(&fold);
}

static void choose_cutset(const EncGraph *graph, Mem *mem, uint8_t *kept) {
  enum { NEW, OPEN, CLOSED };
  require(graph->n > 0);
  uint8_t *state = MEM_ARRAY(mem, uint8_t, graph->n);
  Vec(uint64_t) stack = {0}; /* node << 32 | next successor */
  VEC_PUSH(mem, &stack, graph->first[0]);
  state[0] = OPEN;
  kept[0] = 1;
  while (stack.n) {
    uint32_t v = (uint32_t)(VEC_LAST(&stack) >> 32);
    uint32_t i = (uint32_t)VEC_LAST(&stack);
    if (graph->first[v] == graph->first[v + 1]) kept[v] = 1;
    if (i == graph->first[v + 1]) {
      state[v] = CLOSED;
      stack.n--;
      continue;
    }
    VEC_LAST(&stack)++;
    uint32_t w = graph->targets[i];
    if (state[w] == OPEN) kept[w] = 1;
    if (state[w] != NEW) continue;
    state[w] = OPEN;
    VEC_PUSH(mem, &stack, (uint64_t)w << 32 | graph->first[w]);
  }
  VEC_DONE(mem, &stack);
  MEM_FREE_ARRAY(mem, state, graph->n);
}

void enc_choose(const EncGraph *graph, EncBlocks blocks, Mem *mem,
                uint8_t *kept) {
  require(graph->n > 0);
  memset(kept, 0, graph->n);
  uint8_t *reached = MEM_ARRAY(mem, uint8_t, graph->n);
  mark_reached(graph, mem, reached);
  switch (blocks) {
  case ENC_SINGLE: memcpy(kept, reached, graph->n); break;
  case ENC_RULES: choose_rules(graph, mem, reached, kept); break;
  case ENC_CUTSET: choose_cutset(graph, mem, kept); break;
  }
  assert(kept[0]);
  MEM_FREE_ARRAY(mem, reached, graph->n);
}
