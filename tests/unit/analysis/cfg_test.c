/* SPDX-License-Identifier: MIT
 *
 * Control-flow analyses on random graphs against their definitions: a block
 * dominates another when the other cannot be reached without it; control
 * dependence, frontiers and loops likewise by reachability alone. */
#include "unit/unit.h"
#include "analysis/analysis.h"

enum { MOST = 12 };

typedef struct Graph {
  Mem mem;
  Program *program;
  Function *f;
  uint32_t n;
  bool edge[MOST + 1][MOST + 1]; /* [n] is the virtual exit */
} Graph;

static void end_block(Graph *g, uint32_t b, const BlockId *to, uint32_t n) {
  Program *p = g->program;
  TypeId none = {0};
  Val bit = prog_const_u64(p, prog_type_int(p, 1), 0);
  if (n == 0)
    prog_append(p, g->f, (BlockId){b}, OP_RET, none, NULL, 0, NULL, 0);
  else if (n == 1)
    prog_append(p, g->f, (BlockId){b}, OP_BR, none, NULL, 0, to, 1);
  else
    prog_append(p, g->f, (BlockId){b}, OP_CONDBR, none, &bit, 1, to, 2);
}

static void graph_init(Graph *g, uint32_t n_blocks) {
  *g = (Graph){.n = n_blocks};
  mem_init(&g->mem, 0);
  g->program = prog_new(&g->mem, 64);
  FuncId id = prog_add_function(g->program, "f", (TypeId){0}, NULL, 0);
  g->f = prog_func(g->program, id);
  g->f->state = FUNC_DEFINED;
  for (uint32_t b = 0; b < n_blocks; b++) prog_add_block(g->program, g->f, "");
}

static void graph_random(Graph *g, Rng *rng) {
  graph_init(g, 1 + rng_below(rng, MOST));
  uint32_t endless = rng_below(rng, 4); /* 0: no block ends */
  for (uint32_t b = 0; b < g->n; b++) {
    BlockId to[2] = {{rng_below(rng, g->n)}, {rng_below(rng, g->n)}};
    if (rng_below(rng, 2)) to[0].id = b + 1 < g->n ? b + 1 : b;
    uint32_t n = rng_below(rng, 8);
    n = n == 0 && endless ? 0 : n < 4 ? 1 : 2;
    end_block(g, b, to, n);
    for (uint32_t i = 0; i < n; i++) g->edge[b][to[i].id] = true;
  }
}

static void graph_done(Graph *g) {
  prog_free(g->program);
  mem_done(&g->mem);
}

/* Blocks reachable from `from` in `edge` without entering `without`. */
static void reach(const Graph *g, uint32_t from, uint32_t without, bool *got) {
  memset(got, 0, MOST + 1);
  if (from == without) return;
  got[from] = true;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t a = 0; a <= g->n; a++)
      for (uint32_t b = 0; b <= g->n; b++)
        if (got[a] && g->edge[a][b] && !got[b] && b != without)
          got[b] = more = true;
  }
}

static void check_order(const Graph *g, const Cfg *cfg, const bool *alive) {
  for (uint32_t b = 0; b < g->n; b++)
    CHECK_INT(prog_cfg_reachable(cfg, (BlockId){b}), alive[b]);
  /* without edges into cutpoints, the order is topological */
  for (uint32_t a = 0; a < g->n; a++)
    for (uint32_t b = 0; b < g->n; b++)
      if (alive[a] && g->edge[a][b] && !cfg->cutpoint[b])
        CHECK(cfg->position[a] < cfg->position[b]);
}

static void check_dominators(Graph *g, const Cfg *cfg, const bool *alive) {
  DomTree *tree = prog_dominators(cfg);
  bool dom[MOST][MOST] = {{0}};
  for (uint32_t a = 0; a < g->n; a++) {
    bool got[MOST + 1];
    reach(g, 0, a, got);
    for (uint32_t b = 0; b < g->n; b++) {
      dom[a][b] = alive[a] && alive[b] && !got[b];
      CHECK_INT(prog_dominates(tree, a, b), dom[a][b]);
    }
  }
  Rows df = prog_dom_frontiers(cfg, tree);
  for (uint32_t a = 0; a < g->n; a++)
    for (uint32_t b = 0; b < g->n; b++) {
      bool want = false, is = false;
      for (uint32_t p = 0; p < g->n; p++)
        if (alive[p] && g->edge[p][b] && dom[a][p] && !(dom[a][b] && a != b))
          want = true;
      for (uint32_t i = 0; i < rows_size(&df, a); i++)
        is |= rows_get(&df, a)[i] == b;
      CHECK_INT(is, want);
    }
  prog_rows_free(cfg->mem, &df);
  prog_dom_free(tree);
}

/* Adds the virtual exit the way the header says. */
static void add_exit(Graph *g, const Cfg *cfg, const bool *alive) {
  for (uint32_t b = 0; b < g->n; b++) {
    bool any = false;
    for (uint32_t c = 0; c < g->n; c++) any |= g->edge[b][c];
    if (!any) g->edge[b][g->n] = true;
  }
  for (uint32_t i = cfg->n_order; i-- > 0;) {
    bool got[MOST + 1];
    reach(g, cfg->order[i], ANALYSIS_NONE, got);
    if (!got[g->n]) g->edge[cfg->order[i]][g->n] = true;
  }
  (void)alive;
}

static void check_post_dominators(Graph *g, const Cfg *cfg, const bool *alive) {
  DomTree *tree = prog_post_dominators(cfg);
  add_exit(g, cfg, alive);
  bool post[MOST + 1][MOST + 1] = {{0}}; /* [a][b]: a post-dominates b */
  for (uint32_t a = 0; a < g->n; a++)
    for (uint32_t b = 0; b < g->n; b++) {
      bool got[MOST + 1];
      reach(g, b, a, got);
      post[a][b] = alive[a] && alive[b] && !got[g->n];
      CHECK_INT(prog_dominates(tree, a, b), post[a][b]);
    }
  Rows cd = prog_control_dependence(cfg, tree);
  for (uint32_t b = 0; b < g->n; b++)
    for (uint32_t a = 0; a < g->n; a++) {
      bool want = false, is = false;
      for (uint32_t s = 0; s < g->n; s++)
        if (alive[a] && g->edge[a][s] && post[b][s] && !(post[b][a] && a != b))
          want = true;
      for (uint32_t i = 0; i < rows_size(&cd, b); i++)
        is |= rows_get(&cd, b)[i] == a;
      CHECK_INT(is, want);
    }
  prog_rows_free(cfg->mem, &cd);
  prog_dom_free(tree);
}

static bool in_loop(const LoopForest *forest, uint32_t loop, uint32_t b) {
  for (uint32_t l = forest->loop_of[b]; l != ANALYSIS_NONE;
       l = forest->loops.at[l].parent)
    if (l == loop) return true;
  return false;
}

/* Edges inside `loop` (or all) but those into entries of loops around. */
static Graph inside(const Graph *g, const LoopForest *forest, uint32_t loop) {
  Graph sub = *g;
  if (loop == ANALYSIS_NONE) return sub;
  for (uint32_t a = 0; a < g->n; a++)
    for (uint32_t b = 0; b < g->n; b++)
      if (!in_loop(forest, loop, a) || !in_loop(forest, loop, b))
        sub.edge[a][b] = false;
  for (uint32_t l = loop; l != ANALYSIS_NONE; l = forest->loops.at[l].parent)
    for (uint32_t e = 0; e < forest->loops.at[l].n_entries; e++)
      for (uint32_t a = 0; a < g->n; a++)
        sub.edge[a][forest->loops.at[l].entries[e]] = false;
  return sub;
}

/* a and b are on one cycle inside `parent` iff one child loop has both. */
static void check_parts(const Graph *g, const LoopForest *forest,
                        const bool *alive, uint32_t parent) {
  Graph sub = inside(g, forest, parent);
  for (uint32_t a = 0; a < g->n; a++)
    for (uint32_t b = 0; b < g->n; b++) {
      if (!alive[a] || !alive[b]) continue;
      bool ab = false, ba = false, got[MOST + 1];
      for (uint32_t s = 0; s < g->n; s++) {
        reach(&sub, s, ANALYSIS_NONE, got);
        ab |= sub.edge[a][s] && got[b];
        ba |= sub.edge[b][s] && got[a];
      }
      bool together = false;
      for (uint32_t l = 0; l < forest->loops.n; l++)
        together |= forest->loops.at[l].parent == parent &&
                    in_loop(forest, l, a) && in_loop(forest, l, b);
      CHECK_INT(together, ab && ba);
    }
}

static void check_loops(const Graph *g, const Cfg *cfg, const bool *alive) {
  LoopForest *forest = prog_loops_new(cfg);
  check_parts(g, forest, alive, ANALYSIS_NONE);
  for (uint32_t l = 0; l < forest->loops.n; l++) {
    const Loop *loop = &forest->loops.at[l];
    check_parts(g, forest, alive, l);
    uint32_t entries = 0, blocks = 0;
    bool cut = false;
    for (uint32_t b = 0; b < g->n; b++) {
      bool entered = b == 0;
      for (uint32_t a = 0; a < g->n; a++)
        entered |= alive[a] && g->edge[a][b] && !in_loop(forest, l, a);
      entries += entered && in_loop(forest, l, b);
      blocks += in_loop(forest, l, b);
      cut |= in_loop(forest, l, b) && cfg->cutpoint[b];
    }
    CHECK_INT(loop->n_entries, entries);
    CHECK_INT(loop->n_blocks, blocks);
    CHECK_INT(loop->kind == LOOP_NATURAL, entries == 1);
    CHECK(cut);
    if (loop->kind == LOOP_NATURAL) CHECK(cfg->cutpoint[loop->header]);
  }
  prog_loops_free(forest);
}

TEST(program_cfg_random) {
  Rng rng = {7};
  for (int i = 0; i < 3000; i++) {
    Graph g;
    graph_random(&g, &rng);
    Cfg *cfg = prog_cfg_new(&g.mem, g.f);
    bool alive[MOST + 1];
    reach(&g, 0, ANALYSIS_NONE, alive);
    check_order(&g, cfg, alive);
    check_dominators(&g, cfg, alive);
    check_loops(&g, cfg, alive);
    check_post_dominators(&g, cfg, alive);
    prog_cfg_free(cfg);
    graph_done(&g);
  }
}

/* A function of many blocks: a ladder of ifs whose far ends meet, nests of 50
 * loops one after the other, or one irreducible tangle. */
static double time_of(uint32_t n, uint32_t shape) {
  Graph g;
  graph_init(&g, n);
  for (uint32_t b = 0; b < n; b++) {
    uint32_t next = b + 1 < n ? b + 1 : b;
    uint32_t nest = b / 100 * 200 + 99 - b;
    uint32_t other = shape == 0 ? n - 1 : shape == 1 ? nest : b * 7919 % n;
    BlockId to[2] = {{next}, {other}};
    end_block(&g, b, to, b + 1 < n ? 2 : 0);
  }
  double start = clock_cpu();
  Cfg *cfg = prog_cfg_new(&g.mem, g.f);
  DomTree *dom = prog_dominators(cfg), *post = prog_post_dominators(cfg);
  LoopForest *forest = prog_loops_new(cfg);
  double seconds = clock_cpu() - start;
  CHECK(forest->loops.n < n);
  prog_loops_free(forest);
  prog_dom_free(post);
  prog_dom_free(dom);
  prog_cfg_free(cfg);
  graph_done(&g);
  return seconds;
}

TEST(program_cfg_large) {
  CHECK(time_of(20000, 0) < 1);
  CHECK(time_of(20000, 1) < 1);
  CHECK(time_of(20000, 2) < 1);
}
