/* SPDX-License-Identifier: MIT
 *
 * Choosing locations: the papers' examples, and random graphs against the
 * rules applied one at a time. */
#include "encode/summary.h"
#include "unit/unit.h"

enum { MOST = 64, MOST_EDGES = 512 };

typedef struct Fixture {
  Mem mem;
  EncGraph graph;
  uint32_t first[MOST + 1], targets[MOST_EDGES];
  uint8_t kept[MOST];
} Fixture;

/* Pairs "v w v w …", sorted by v, ended by -1. */
static void make(Fixture *x, uint32_t n, const int *pairs) {
  mem_init(&x->mem, 0);
  uint32_t m = 0, v = 0;
  x->first[0] = 0;
  for (; *pairs >= 0; pairs += 2) {
    while (v < (uint32_t)pairs[0]) x->first[++v] = m;
    x->targets[m++] = (uint32_t)pairs[1];
  }
  while (v < n) x->first[++v] = m;
  x->graph = (EncGraph){n, x->first, x->targets};
}

static void choose(Fixture *x, EncBlocks blocks, char *out) {
  enc_choose(&x->graph, blocks, &x->mem, x->kept);
  for (uint32_t v = 0; v < x->graph.n; v++)
    if (x->kept[v]) out += sprintf(out, "%u ", v);
  *out = 0;
  CHECK_INT(x->mem.used, 0);
}

/* A loop whose body is a diamond with a tail, and an exit: everything in the
 * body folds into the loop head. */
TEST(encode_rules_fold_a_diamond_in_a_loop) {
  static const int pairs[] = {0, 1, 1, 2, 1, 6, 2, 3, 2,
                              4, 3, 5, 4, 5, 5, 1, -1};
  Fixture x;
  char text[512];
  make(&x, 7, pairs);
  choose(&x, ENC_RULES, text);
  CHECK_TEXT(text, "0 1 6 ");
  choose(&x, ENC_CUTSET, text);
  CHECK_TEXT(text, "0 1 6 ");
  choose(&x, ENC_SINGLE, text);
  CHECK_TEXT(text, "0 1 2 3 4 5 6 ");
}

/* Chain of tests with a common error: loop-free, so only entry and sinks. */
TEST(encode_rules_fold_all_that_is_loop_free) {
  static const int pairs[] = {0, 1, 0, 2, 1, 2, 2, 3, 2, 4,
                              3, 4, 3, 6, 4, 5, 4, 6, -1};
  Fixture x;
  char text[512];
  make(&x, 7, pairs);
  choose(&x, ENC_RULES, text);
  CHECK_TEXT(text, "0 5 6 ");
  choose(&x, ENC_CUTSET, text);
  CHECK_TEXT(text, "0 5 6 ");
}

/* Two entries into one cycle from different loops keep more locations under
 * the rules than the back edges need. */
TEST(encode_rules_keep_more_than_the_cutset) {
  static const int pairs[] = {0, 1, 0, 2, 1, 2, 1, 3, 2, 1, 2, 3, -1};
  Fixture x;
  char text[512];
  make(&x, 4, pairs);
  choose(&x, ENC_RULES, text);
  CHECK_TEXT(text, "0 1 2 3 ");
  choose(&x, ENC_CUTSET, text);
  CHECK_TEXT(text, "0 1 3 ");
}

/* The rules, one at a time, on a matrix. */
static void rules_slowly(const EncGraph *graph, uint8_t *kept) {
  static uint8_t edge[MOST][MOST];
  memset(edge, 0, sizeof edge);
  uint8_t reached[MOST] = {1};
  for (uint32_t round = 0; round < graph->n; round++)
    for (uint32_t v = 0; v < graph->n; v++)
      for (uint32_t i = graph->first[v]; i < graph->first[v + 1]; i++)
        if (reached[v])
          reached[graph->targets[i]] = 1, edge[v][graph->targets[i]] = 1;
  memcpy(kept, reached, graph->n);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t v = 1; v < graph->n && !changed; v++) {
      uint32_t preds = 0, pred = 0, succs = 0;
      for (uint32_t w = 0; w < graph->n; w++) {
        if (edge[w][v]) preds++, pred = w;
        succs += edge[v][w];
      }
      if (!kept[v] || preds != 1 || pred == v || succs == 0) continue;
      for (uint32_t w = 0; w < graph->n; w++) {
        edge[pred][w] |= edge[v][w];
        edge[v][w] = 0;
      }
      edge[pred][v] = 0;
      kept[v] = 0;
      changed = true;
    }
  }
}

TEST(encode_rules_agree_with_the_rules_one_by_one) {
  Rng rng = {7};
  for (int round = 0; round < 3000; round++) {
    Fixture x;
    int pairs[MOST_EDGES * 2 + 1], *at = pairs;
    uint32_t n = 2 + rng_below(&rng, 14);
    for (uint32_t v = 0; v < n; v++)
      for (uint32_t k = rng_below(&rng, 3); k > 0; k--) {
        *at++ = (int)v;
        *at++ = (int)(1 + rng_below(&rng, n - 1));
      }
    *at = -1;
    make(&x, n, pairs);
    char fast[512], cut[512];
    uint8_t slow[MOST], rules[MOST];
    choose(&x, ENC_RULES, fast);
    memcpy(rules, x.kept, n);
    rules_slowly(&x.graph, slow);
    uint32_t n_fast = 0, n_slow = 0;
    for (uint32_t v = 0; v < n; v++) n_fast += rules[v], n_slow += slow[v];
    CHECK_INT(n_fast, n_slow);
    choose(&x, ENC_CUTSET, cut);
    for (uint32_t v = 0; v < n; v++) CHECK(!x.kept[v] || rules[v]);
  }
}

TEST(encode_rules_are_near_linear) {
  enum { N = 200000 };
  Mem mem;
  mem_init(&mem, 0);
  EncGraph graph = {.n = N};
  graph.first = MEM_ARRAY(&mem, uint32_t, N + 1);
  graph.targets = MEM_ARRAY(&mem, uint32_t, 2 * N);
  uint8_t *kept = MEM_ARRAY(&mem, uint8_t, N);
  uint32_t m = 0;
  for (uint32_t v = 0; v < N; v++) {
    graph.first[v] = m;
    if (v + 1 < N) graph.targets[m++] = v + 1;
    if (v + 2 < N) graph.targets[m++] = v + 2;
  }
  graph.first[N] = m;
  enc_choose(&graph, ENC_RULES, &mem, kept);
  uint32_t left = 0;
  for (uint32_t v = 0; v < N; v++) left += kept[v];
  CHECK_INT(left, 2);
  MEM_FREE_ARRAY(&mem, graph.first, N + 1);
  MEM_FREE_ARRAY(&mem, graph.targets, 2 * N);
  MEM_FREE_ARRAY(&mem, kept, N);
  CHECK_INT(mem.used, 0);
}
