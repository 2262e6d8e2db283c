/* SPDX-License-Identifier: MIT
 *
 * Loops of a function, and how they nest.
 *
 * Idea.  Loops are the strongly connected parts of the control-flow graph
 * (Tarjan), then, with the edges into a part's entries taken away, the parts
 * inside, and so on; a part with several entries is irreducible.
 *
 * Where we differ.  The nesting forest costs O(depth * edges), as does listing
 * the blocks of each loop, rather than Havlak's almost linear time, but treats
 * irreducible parts evenly: every entry is known, none is arbitrarily the
 * header of a "reducible" loop.
 *
 * Nothing here recurses: the program decides how deep the graph is. */
#include "analysis/cfg_int.h"

typedef struct LoopSearch {
  const Cfg *cfg;
  Mem *mem;
  LoopForest *forest;
  uint32_t *number; /* in the current search, or NONE */
  uint32_t *low;
  uint8_t *on_stack;
  uint8_t *cut; /* an entry of an enclosing loop: edges to it are gone */
  uint32_t clock;
  VisitVec visits;
  IndexVec stack; /* Tarjan's */
} LoopSearch;

static bool edge_kept(const LoopSearch *s, uint32_t to, uint32_t loop) {
  return s->forest->loop_of[to] == loop && !s->cut[to];
}

static bool has_self_edge(const LoopSearch *s, uint32_t b) {
  for (uint32_t i = 0; i < rows_size(&s->cfg->succs, b); i++)
    if (rows_get(&s->cfg->succs, b)[i] == b) return true;
  return false;
}

static int by_position(const uint32_t *position, uint32_t a, uint32_t b) {
  return position[a] < position[b] ? -1 : position[a] > position[b];
}

/* Heap sort of blocks by their place in `order`. */
static void sort_blocks(const Cfg *cfg, uint32_t *at, uint32_t n) {
  for (uint32_t end = n, root = n / 2; end > 1;) {
    if (root > 0)
      root--;
    else {
      uint32_t last = at[--end];
      at[end] = at[0];
      at[0] = last;
    }
    uint32_t i = root, moved = at[root];
    for (uint32_t child; (child = 2 * i + 1) < end; i = child) {
      if (child + 1 < end &&
          by_position(cfg->position, at[child], at[child + 1]) < 0)
        child++;
      if (by_position(cfg->position, at[child], moved) <= 0) break;
      at[i] = at[child];
    }
    at[i] = moved;
  }
}

static bool entered_from_outside(const LoopSearch *s, uint32_t b,
                                 uint32_t loop) {
  if (b == 0) return true;
  for (uint32_t i = 0; i < rows_size(&s->cfg->preds, b); i++) {
    uint32_t from = rows_get(&s->cfg->preds, b)[i];
    if (s->cfg->position[from] == ANALYSIS_NONE) continue;
    if (s->forest->loop_of[from] != loop) return true;
  }
  return false;
}

/* The part on top of Tarjan's stack from `first` on is a loop. */
static void add_loop(LoopSearch *s, uint32_t first, uint32_t parent) {
  LoopForest *forest = s->forest;
  uint32_t id = forest->loops.n, n = s->stack.n - first;
  Loop loop = {.parent = parent, .n_blocks = n};
  loop.depth = parent == ANALYSIS_NONE ? 1 : forest->loops.at[parent].depth + 1;
  loop.blocks = ARENA_ARRAY(&forest->arena, uint32_t, n);
  memcpy(loop.blocks, s->stack.at + first, n * sizeof *loop.blocks);
  sort_blocks(s->cfg, loop.blocks, n);
  for (uint32_t i = 0; i < n; i++) {
    assert(forest->loop_of[loop.blocks[i]] == parent);
    assert(i == 0 || by_position(s->cfg->position, loop.blocks[i - 1],
                                 loop.blocks[i]) < 0);
    forest->loop_of[loop.blocks[i]] = id;
  }
  IndexVec entries = {0};
  for (uint32_t i = 0; i < n; i++)
    if (entered_from_outside(s, loop.blocks[i], id))
      VEC_PUSH(s->mem, &entries, loop.blocks[i]);
  assert(entries.n > 0);
  loop.header = entries.at[0];
  loop.kind = entries.n == 1 ? LOOP_NATURAL : LOOP_IRREDUCIBLE;
  loop.n_entries = entries.n;
  loop.entries = ARENA_ARRAY(&forest->arena, uint32_t, entries.n);
  memcpy(loop.entries, entries.at, entries.n * sizeof *loop.entries);
  VEC_DONE(s->mem, &entries);
  VEC_PUSH(s->mem, &forest->loops, loop);
}

static void close_node(LoopSearch *s, uint32_t node, uint32_t loop) {
  if (s->low[node] != s->number[node]) return;
  uint32_t first = s->stack.n;
  do {
    assert(first > 0);
    first--;
    s->on_stack[s->stack.at[first]] = 0;
  } while (s->stack.at[first] != node);
  bool single = s->stack.n - first == 1;
  if (!single || (has_self_edge(s, node) && edge_kept(s, node, loop)))
    add_loop(s, first, loop);
  s->stack.n = first;
}

static void open_node(LoopSearch *s, uint32_t node) {
  assert(s->number[node] == ANALYSIS_NONE && !s->on_stack[node]);
  s->number[node] = s->low[node] = s->clock++;
  s->on_stack[node] = 1;
  VEC_PUSH(s->mem, &s->stack, node);
  VEC_PUSH(s->mem, &s->visits, ((Visit){node, 0}));
}

/* Tarjan from `root`, inside the blocks of `loop`. */
static void find_parts(LoopSearch *s, uint32_t root, uint32_t loop) {
  open_node(s, root);
  while (s->visits.n) {
    Visit *top = &VEC_LAST(&s->visits);
    uint32_t node = top->node;
    if (top->next == rows_size(&s->cfg->succs, node)) {
      s->visits.n--;
      close_node(s, node, loop);
      if (s->visits.n) {
        uint32_t above = VEC_LAST(&s->visits).node;
        if (s->low[node] < s->low[above]) s->low[above] = s->low[node];
      }
      continue;
    }
    uint32_t to = rows_get(&s->cfg->succs, node)[top->next++];
    if (s->number[to] == ANALYSIS_NONE) {
      if (edge_kept(s, to, loop)) open_node(s, to);
    } else if (s->on_stack[to] && edge_kept(s, to, loop) &&
               s->number[to] < s->low[node])
      s->low[node] = s->number[to];
  }
}

/* Splits the blocks of `loop` (or all) into parts; new loops are appended. */
static void split(LoopSearch *s, const uint32_t *blocks, uint32_t n,
                  uint32_t loop) {
  for (uint32_t i = 0; i < n; i++) s->number[blocks[i]] = ANALYSIS_NONE;
  s->clock = 0;
  for (uint32_t i = 0; i < n; i++)
    if (s->number[blocks[i]] == ANALYSIS_NONE) find_parts(s, blocks[i], loop);
}

LoopForest *prog_loops_new(const Cfg *cfg) {
  Mem *mem = cfg->mem;
  LoopForest *forest = MEM_NEW(mem, LoopForest);
  forest->mem = mem;
  arena_init(&forest->arena, mem);
  forest->n_blocks = cfg->n_blocks;
  forest->loop_of = cfg_array_of_none(mem, cfg->n_blocks);
  LoopSearch s = {.cfg = cfg, .mem = mem, .forest = forest};
  s.number = cfg_array_of_none(mem, cfg->n_blocks);
  s.low = cfg_array_of_none(mem, cfg->n_blocks);
  s.on_stack = MEM_ARRAY(mem, uint8_t, cfg->n_blocks);
  s.cut = MEM_ARRAY(mem, uint8_t, cfg->n_blocks);
  split(&s, cfg->order, cfg->n_order, ANALYSIS_NONE);
  for (uint32_t i = 0; i < forest->loops.n; i++) {
    Loop loop = forest->loops.at[i];
    for (uint32_t e = 0; e < loop.n_entries; e++) s.cut[loop.entries[e]] = 1;
    split(&s, loop.blocks, loop.n_blocks, i);
  }
  assert(s.stack.n == 0 && s.visits.n == 0);
  MEM_FREE_ARRAY(mem, s.number, cfg->n_blocks);
  MEM_FREE_ARRAY(mem, s.low, cfg->n_blocks);
  MEM_FREE_ARRAY(mem, s.on_stack, cfg->n_blocks);
  MEM_FREE_ARRAY(mem, s.cut, cfg->n_blocks);
  VEC_DONE(mem, &s.visits);
  VEC_DONE(mem, &s.stack);
  return forest;
}

void prog_loops_free(LoopForest *forest) {
  Mem *mem = forest->mem;
  VEC_DONE(mem, &forest->loops);
  MEM_FREE_ARRAY(mem, forest->loop_of, forest->n_blocks);
  arena_done(&forest->arena);
  MEM_DELETE(mem, forest);
}
