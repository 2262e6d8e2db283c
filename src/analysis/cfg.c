/* SPDX-License-Identifier: MIT
 *
 * Control flow of one function: order, dominators, frontiers, control
 * dependence.
 *
 * Problem.  Cutpoints, SSA construction and slicing need the classical
 * analyses of the control-flow graph, for functions of tens of thousands of
 * blocks (everything inlined into main) and for those with many gotos.
 *
 * Idea.  One depth-first search gives the reverse postorder and the cutpoints
 * (targets of edges to a block still open).  Dominators are Lengauer and
 * Tarjan's with path compression [LT79, the simple version: O(m log n)];
 * post-dominators are the same on the reversed graph with a virtual exit.
 * Frontiers walk from each join's predecessors up to its dominator [CFRWZ91,
 * in the form of CHK01]; control dependence is the frontier of the reversed
 * graph.  Loops are in loops.c.
 *
 * Nothing here recurses: the program decides how deep the graph is. */
#include "analysis/cfg_int.h"
#include "analysis/points.h"

Rows prog_rows_from(Mem *mem, uint32_t n, const PairVec *pairs) {
  Rows rows = {.n = n, .start = MEM_ARRAY(mem, uint32_t, n + 1)};
  for (uint32_t i = 0; i < pairs->n; i++) {
    assert(pairs->at[i] >> 32 < n);
    rows.start[(pairs->at[i] >> 32) + 1]++;
  }
  for (uint32_t r = 0; r < n; r++) rows.start[r + 1] += rows.start[r];
  rows.at = MEM_ARRAY(mem, uint32_t, pairs->n);
  uint32_t *fill = MEM_ARRAY(mem, uint32_t, n);
  for (uint32_t i = 0; i < pairs->n; i++) {
    uint32_t row = (uint32_t)(pairs->at[i] >> 32);
    rows.at[rows.start[row] + fill[row]++] = (uint32_t)pairs->at[i];
  }
  MEM_FREE_ARRAY(mem, fill, n);
  return rows;
}

void prog_rows_free(Mem *mem, Rows *rows) {
  MEM_FREE_ARRAY(mem, rows->at, rows->start[rows->n]);
  MEM_FREE_ARRAY(mem, rows->start, rows->n + 1);
  *rows = (Rows){0};
}

/* Rows and values swapped; each new row ascending. */
static Rows rows_transposed(Mem *mem, uint32_t n, const Rows *rows) {
  PairVec pairs = {0};
  for (uint32_t r = 0; r < rows->n; r++)
    for (uint32_t i = 0; i < rows_size(rows, r); i++)
      VEC_PUSH(mem, &pairs, row_pair(rows_get(rows, r)[i], r));
  Rows turned = prog_rows_from(mem, n, &pairs);
  VEC_DONE(mem, &pairs);
  return turned;
}

uint32_t *cfg_array_of_none(Mem *mem, uint32_t n) {
  uint32_t *array = MEM_ARRAY(mem, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) array[i] = ANALYSIS_NONE;
  return array;
}

/* ---- the graph ---- */

static Rows successors(Mem *mem, const Function *f) {
  PairVec pairs = {0};
  uint32_t *seen = cfg_array_of_none(mem, f->blocks.n); /* last source */
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    for (uint32_t i = 0; i < end->n_blocks; i++) {
      uint32_t to = end->blocks[i].id;
      require(to < f->blocks.n);
      if (seen[to] == b) continue;
      seen[to] = b;
      VEC_PUSH(mem, &pairs, row_pair(b, to));
    }
  }
  Rows succs = prog_rows_from(mem, f->blocks.n, &pairs);
  MEM_FREE_ARRAY(mem, seen, f->blocks.n);
  VEC_DONE(mem, &pairs);
  return succs;
}

enum { NEW, OPEN, DONE };

/* Fills order, position and cutpoint. */
static void search(Cfg *cfg) {
  VisitVec stack = {0};
  uint8_t *state = MEM_ARRAY(cfg->mem, uint8_t, cfg->n_blocks);
  uint32_t free_place = cfg->n_blocks;
  VEC_PUSH(cfg->mem, &stack, ((Visit){0, 0}));
  state[0] = OPEN;
  while (stack.n) {
    Visit *top = &VEC_LAST(&stack);
    if (top->next == rows_size(&cfg->succs, top->node)) {
      assert(free_place > 0); /* each block is finished once */
      state[top->node] = DONE;
      cfg->order[--free_place] = top->node;
      stack.n--;
      continue;
    }
    uint32_t to = rows_get(&cfg->succs, top->node)[top->next++];
    if (state[to] == OPEN) cfg->cutpoint[to] = 1;
    if (state[to] != NEW) continue;
    state[to] = OPEN;
    VEC_PUSH(cfg->mem, &stack, ((Visit){to, 0}));
  }
  cfg->n_order = cfg->n_blocks - free_place;
  memmove(cfg->order, cfg->order + free_place,
          cfg->n_order * sizeof *cfg->order);
  for (uint32_t i = 0; i < cfg->n_order; i++) cfg->position[cfg->order[i]] = i;
  MEM_FREE_ARRAY(cfg->mem, state, cfg->n_blocks);
  VEC_DONE(cfg->mem, &stack);
}

Cfg *prog_cfg_new(Mem *mem, const Function *f) {
  require(f->blocks.n > 0);
  Cfg *cfg = MEM_NEW(mem, Cfg);
  cfg->mem = mem;
  cfg->n_blocks = f->blocks.n;
  cfg->succs = successors(mem, f);
  cfg->preds = rows_transposed(mem, cfg->n_blocks, &cfg->succs);
  cfg->order = MEM_ARRAY(mem, uint32_t, cfg->n_blocks);
  cfg->position = cfg_array_of_none(mem, cfg->n_blocks);
  cfg->cutpoint = MEM_ARRAY(mem, uint8_t, cfg->n_blocks);
  search(cfg);
  assert(cfg->n_order > 0 && cfg->order[0] == 0);
  return cfg;
}

/* The rows without the blocks marked. */
static Rows rows_without(Mem *mem, const Rows *rows, const uint8_t *out) {
  Rows kept = {.n = rows->n, .start = MEM_ARRAY(mem, uint32_t, rows->n + 1)};
  for (int round = 0; round < 2; round++) {
    uint32_t n = 0;
    for (uint32_t b = 0; b < rows->n; b++) {
      kept.start[b] = n;
      for (uint32_t i = 0; !out[b] && i < rows_size(rows, b); i++) {
        uint32_t to = rows_get(rows, b)[i];
        if (out[to]) continue;
        if (round) kept.at[n] = to;
        n++;
      }
    }
    kept.start[rows->n] = n;
    if (!round) kept.at = MEM_ARRAY(mem, uint32_t, n);
  }
  return kept;
}

Cfg *prog_cfg_without(const Cfg *whole, const uint8_t *out) {
  require(!out[0]);
  Mem *mem = whole->mem;
  Cfg *cfg = MEM_NEW(mem, Cfg);
  cfg->mem = mem;
  cfg->n_blocks = whole->n_blocks;
  cfg->succs = rows_without(mem, &whole->succs, out);
  cfg->preds = rows_transposed(mem, cfg->n_blocks, &cfg->succs);
  cfg->order = MEM_ARRAY(mem, uint32_t, cfg->n_blocks);
  cfg->position = cfg_array_of_none(mem, cfg->n_blocks);
  cfg->cutpoint = MEM_ARRAY(mem, uint8_t, cfg->n_blocks);
  search(cfg);
  return cfg;
}

void prog_cfg_free(Cfg *cfg) {
  Mem *mem = cfg->mem;
  prog_rows_free(mem, &cfg->succs);
  prog_rows_free(mem, &cfg->preds);
  MEM_FREE_ARRAY(mem, cfg->order, cfg->n_blocks);
  MEM_FREE_ARRAY(mem, cfg->position, cfg->n_blocks);
  MEM_FREE_ARRAY(mem, cfg->cutpoint, cfg->n_blocks);
  MEM_DELETE(mem, cfg);
}

/* ---- dominators ---- */

/* State of Lengauer-Tarjan.  Nodes are named by their preorder number. */
typedef struct Lt {
  Mem *mem;
  uint32_t n;        /* nodes of the graph */
  uint32_t count;    /* nodes reached */
  uint32_t *number;  /* node -> preorder number, or NONE */
  uint32_t *node;    /* preorder number -> node */
  uint32_t *parent;  /* in the search tree */
  uint32_t *semi;    /* semidominator */
  uint32_t *forest;  /* parent in the compressed forest, or NONE */
  uint32_t *label;   /* smallest semidominator on the compressed path */
  uint32_t *idom;    /* immediate dominator, first relative */
  uint32_t *bucket;  /* first node with this semidominator, or NONE */
  uint32_t *another; /* next in the bucket */
  IndexVec path;
} Lt;

static void lt_number(Lt *lt, uint32_t root, const Rows *succs) {
  VisitVec stack = {0};
  lt->number[root] = 0;
  lt->node[lt->count++] = root;
  VEC_PUSH(lt->mem, &stack, ((Visit){root, 0}));
  while (stack.n) {
    Visit *top = &VEC_LAST(&stack);
    if (top->next == rows_size(succs, top->node)) {
      stack.n--;
      continue;
    }
    uint32_t to = rows_get(succs, top->node)[top->next++];
    if (lt->number[to] != ANALYSIS_NONE) continue;
    lt->number[to] = lt->count;
    lt->node[lt->count] = to;
    lt->parent[lt->count++] = lt->number[top->node];
    VEC_PUSH(lt->mem, &stack, ((Visit){to, 0}));
  }
  VEC_DONE(lt->mem, &stack);
}

/* The node with the smallest semidominator on v's path in the forest. */
static uint32_t lt_eval(Lt *lt, uint32_t v) {
  if (lt->forest[v] == ANALYSIS_NONE) return v;
  VEC_CLEAR(&lt->path);
  for (uint32_t u = v; lt->forest[lt->forest[u]] != ANALYSIS_NONE;
       u = lt->forest[u])
    VEC_PUSH(lt->mem, &lt->path, u);
  for (uint32_t i = lt->path.n; i-- > 0;) {
    uint32_t u = lt->path.at[i], above = lt->forest[u];
    if (lt->semi[lt->label[above]] < lt->semi[lt->label[u]])
      lt->label[u] = lt->label[above];
    lt->forest[u] = lt->forest[above];
  }
  return lt->label[v];
}

static void lt_empty_bucket(Lt *lt, uint32_t above) {
  for (uint32_t v = lt->bucket[above]; v != ANALYSIS_NONE; v = lt->another[v]) {
    uint32_t u = lt_eval(lt, v);
    lt->idom[v] = lt->semi[u] < lt->semi[v] ? u : above;
  }
  lt->bucket[above] = ANALYSIS_NONE;
}

static void lt_solve(Lt *lt, const Rows *preds) {
  for (uint32_t w = lt->count; w-- > 1;) {
    uint32_t node = lt->node[w];
    for (uint32_t i = 0; i < rows_size(preds, node); i++) {
      uint32_t v = lt->number[rows_get(preds, node)[i]];
      if (v == ANALYSIS_NONE) continue;
      uint32_t u = lt_eval(lt, v);
      if (lt->semi[u] < lt->semi[w]) lt->semi[w] = lt->semi[u];
    }
    assert(lt->semi[w] < w);
    lt->another[w] = lt->bucket[lt->semi[w]];
    lt->bucket[lt->semi[w]] = w;
    lt->forest[w] = lt->parent[w];
    lt_empty_bucket(lt, lt->parent[w]);
  }
  for (uint32_t w = 1; w < lt->count; w++) {
    if (lt->idom[w] != lt->semi[w]) lt->idom[w] = lt->idom[lt->idom[w]];
    assert(lt->idom[w] < w);
  }
}

static Lt lt_new(Mem *mem, uint32_t n) {
  Lt lt = {.mem = mem, .n = n};
  lt.number = cfg_array_of_none(mem, n);
  lt.node = cfg_array_of_none(mem, n);
  lt.parent = cfg_array_of_none(mem, n);
  lt.semi = cfg_array_of_none(mem, n);
  lt.forest = cfg_array_of_none(mem, n);
  lt.label = cfg_array_of_none(mem, n);
  lt.idom = cfg_array_of_none(mem, n);
  lt.bucket = cfg_array_of_none(mem, n);
  lt.another = cfg_array_of_none(mem, n);
  for (uint32_t i = 0; i < n; i++) lt.semi[i] = lt.label[i] = i;
  return lt;
}

static void lt_free(Lt *lt) {
  MEM_FREE_ARRAY(lt->mem, lt->number, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->node, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->parent, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->semi, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->forest, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->label, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->idom, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->bucket, lt->n);
  MEM_FREE_ARRAY(lt->mem, lt->another, lt->n);
  VEC_DONE(lt->mem, &lt->path);
}

/* Subtree intervals and depths, by a walk over the finished tree. */
static void tree_number(DomTree *tree) {
  VisitVec stack = {0};
  uint32_t clock = 0;
  tree->enter[tree->root] = clock++;
  VEC_PUSH(tree->mem, &stack, ((Visit){tree->root, 0}));
  while (stack.n) {
    Visit *top = &VEC_LAST(&stack);
    if (top->next == rows_size(&tree->children, top->node)) {
      tree->leave[top->node] = clock++;
      stack.n--;
      continue;
    }
    uint32_t to = rows_get(&tree->children, top->node)[top->next++];
    tree->depth[to] = tree->depth[top->node] + 1;
    tree->enter[to] = clock++;
    VEC_PUSH(tree->mem, &stack, ((Visit){to, 0}));
  }
  VEC_DONE(tree->mem, &stack);
}

static DomTree *tree_new(Mem *mem, uint32_t n, uint32_t root, const Rows *succs,
                         const Rows *preds) {
  assert(root < n && succs->n == n && preds->n == n);
  DomTree *tree = MEM_NEW(mem, DomTree);
  *tree = (DomTree){.mem = mem, .n = n, .root = root};
  tree->parent = cfg_array_of_none(mem, n);
  tree->enter = cfg_array_of_none(mem, n);
  tree->leave = cfg_array_of_none(mem, n);
  tree->depth = MEM_ARRAY(mem, uint32_t, n);
  Lt lt = lt_new(mem, n);
  lt_number(&lt, root, succs);
  lt_solve(&lt, preds);
  PairVec pairs = {0};
  for (uint32_t v = 0; v < n; v++) {
    uint32_t w = lt.number[v];
    if (w == ANALYSIS_NONE || w == 0) continue;
    tree->parent[v] = lt.node[lt.idom[w]];
    VEC_PUSH(mem, &pairs, row_pair(tree->parent[v], v));
  }
  tree->children = prog_rows_from(mem, n, &pairs);
  VEC_DONE(mem, &pairs);
  lt_free(&lt);
  tree_number(tree);
  return tree;
}

DomTree *prog_dominators(const Cfg *cfg) {
  return tree_new(cfg->mem, cfg->n_blocks, 0, &cfg->succs, &cfg->preds);
}

/* Marks what reaches `block` without going through something marked. */
static void mark_backwards(const Cfg *cfg, uint8_t *marked, IndexVec *work,
                           uint32_t block) {
  assert(!marked[block] && work->n == 0);
  marked[block] = 1;
  VEC_PUSH(cfg->mem, work, block);
  while (work->n) {
    uint32_t b = VEC_POP(work);
    for (uint32_t i = 0; i < rows_size(&cfg->preds, b); i++) {
      uint32_t from = rows_get(&cfg->preds, b)[i];
      if (marked[from] || cfg->position[from] == ANALYSIS_NONE) continue;
      marked[from] = 1;
      VEC_PUSH(cfg->mem, work, from);
    }
  }
}

/* Blocks to be linked to the virtual exit. */
static void exits(const Cfg *cfg, IndexVec *out) {
  uint8_t *marked = MEM_ARRAY(cfg->mem, uint8_t, cfg->n_blocks);
  IndexVec work = {0};
  for (uint32_t i = cfg->n_order; i-- > 0;) {
    uint32_t b = cfg->order[i];
    if (rows_size(&cfg->succs, b)) continue;
    VEC_PUSH(cfg->mem, out, b);
    mark_backwards(cfg, marked, &work, b);
  }
  for (uint32_t i = cfg->n_order; i-- > 0;) {
    uint32_t b = cfg->order[i];
    if (marked[b]) continue;
    VEC_PUSH(cfg->mem, out, b);
    mark_backwards(cfg, marked, &work, b);
  }
  assert(out->n > 0);
  VEC_DONE(cfg->mem, &work);
  MEM_FREE_ARRAY(cfg->mem, marked, cfg->n_blocks);
}

DomTree *prog_post_dominators(const Cfg *cfg) {
  Mem *mem = cfg->mem;
  uint32_t n = cfg->n_blocks + 1, exit = cfg->n_blocks;
  PairVec backwards = {0};
  for (uint32_t b = 0; b < cfg->n_blocks; b++) {
    if (cfg->position[b] == ANALYSIS_NONE) continue;
    for (uint32_t i = 0; i < rows_size(&cfg->succs, b); i++)
      VEC_PUSH(mem, &backwards, row_pair(rows_get(&cfg->succs, b)[i], b));
  }
  IndexVec ends = {0};
  exits(cfg, &ends);
  for (uint32_t i = 0; i < ends.n; i++)
    VEC_PUSH(mem, &backwards, row_pair(exit, ends.at[i]));
  Rows succs = prog_rows_from(mem, n, &backwards);
  Rows preds = rows_transposed(mem, n, &succs);
  DomTree *tree = tree_new(mem, n, exit, &succs, &preds);
  prog_rows_free(mem, &succs);
  prog_rows_free(mem, &preds);
  VEC_DONE(mem, &backwards);
  VEC_DONE(mem, &ends);
  return tree;
}

void prog_dom_free(DomTree *tree) {
  Mem *mem = tree->mem;
  prog_rows_free(mem, &tree->children);
  MEM_FREE_ARRAY(mem, tree->parent, tree->n);
  MEM_FREE_ARRAY(mem, tree->enter, tree->n);
  MEM_FREE_ARRAY(mem, tree->leave, tree->n);
  MEM_FREE_ARRAY(mem, tree->depth, tree->n);
  MEM_DELETE(mem, tree);
}

bool prog_dominates(const DomTree *tree, uint32_t above, uint32_t below) {
  assert(above < tree->n && below < tree->n);
  if (tree->enter[above] == ANALYSIS_NONE) return false;
  if (tree->enter[below] == ANALYSIS_NONE) return false;
  return tree->enter[above] <= tree->enter[below] &&
         tree->leave[below] <= tree->leave[above];
}

/* ---- frontiers ---- */

/* For each block x, in ascending order, and each edge between x and a block y
 * of rows[x]: all nodes from y up to, but without, the tree parent of x get x.
 */
static Rows frontiers(const Cfg *cfg, const DomTree *tree, const Rows *rows) {
  Mem *mem = cfg->mem;
  PairVec pairs = {0};
  uint32_t *last = cfg_array_of_none(mem, tree->n);
  for (uint32_t x = 0; x < cfg->n_blocks; x++) {
    if (cfg->position[x] == ANALYSIS_NONE) continue;
    for (uint32_t i = 0; i < rows_size(rows, x); i++) {
      uint32_t y = rows_get(rows, x)[i];
      if (cfg->position[y] == ANALYSIS_NONE) continue;
      for (; y != tree->parent[x] && y != ANALYSIS_NONE; y = tree->parent[y]) {
        if (last[y] == x) break; /* the rest of the way was walked */
        last[y] = x;
        VEC_PUSH(mem, &pairs, row_pair(y, x));
      }
    }
  }
  Rows result = prog_rows_from(mem, cfg->n_blocks, &pairs);
  MEM_FREE_ARRAY(mem, last, tree->n);
  VEC_DONE(mem, &pairs);
  return result;
}

Rows prog_dom_frontiers(const Cfg *cfg, const DomTree *dominators) {
  require(dominators->root == 0 && dominators->n == cfg->n_blocks);
  return frontiers(cfg, dominators, &cfg->preds);
}

Rows prog_control_dependence(const Cfg *cfg, const DomTree *post_dominators) {
  require(post_dominators->root == cfg->n_blocks);
  require(post_dominators->n == cfg->n_blocks + 1);
  return frontiers(cfg, post_dominators, &cfg->succs);
}
