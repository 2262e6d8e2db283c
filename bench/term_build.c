/* SPDX-License-Identifier: MIT
 *
 * How fast and how compact is the term store?  Builds a graph of N nodes
 * (default 5 million) the way an unrolled program does: sums, masks,
 * comparisons, if-then-else over a window of recent values, and prints build
 * time, time to build the same graph again (all found), walk time and bytes
 * per node.  `make bench-term` builds and runs it. */
#include "term/term.h"

#include <stdlib.h>

#define WINDOW 1024u

static void build(TermStore *s, uint32_t nodes) {
  Rng rng = {1};
  Term recent[WINDOW];
  for (uint32_t i = 0; i < WINDOW; i++) {
    char name[16];
    snprintf(name, sizeof name, "x%u", i);
    recent[i] = term_var(s, name, sort_bv(32));
  }
  for (uint32_t i = 0; term_store_n_nodes(s) < nodes && i < 4 * nodes; i++) {
    Term a = recent[rng_below(&rng, WINDOW)];
    Term b = recent[rng_below(&rng, WINDOW)];
    Term *out = &recent[i % WINDOW];
    switch (rng_below(&rng, 6)) {
    case 0: *out = term_add(s, a, b); break;
    case 1: *out = term_sub(s, a, b); break;
    case 2: *out = term_bvand(s, a, b); break;
    case 3: *out = term_mul(s, a, b); break;
    case 4: *out = term_add(s, a, term_u64(s, rng_below(&rng, 99), 32)); break;
    default: *out = term_ite(s, term_slt(s, a, b), a, b); break;
    }
  }
}

static uint32_t walk_all(TermStore *s) {
  TermWalk walk;
  uint32_t n = 0;
  term_walk_init(&walk, s);
  for (uint32_t i = term_store_n_nodes(s); i > 0; i--) {
    term_walk_push(&walk, term_of_node(i));
    while (term_walk_next(&walk).id != 0) n++;
  }
  term_walk_done(&walk);
  return n;
}

int main(int argc, char **argv) {
  uint32_t nodes = argc > 1 ? (uint32_t)atol(argv[1]) : 5000000;
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  double start = clock_cpu();
  build(s, nodes);
  double built = clock_cpu();
  uint32_t n = term_store_n_nodes(s);
  uint32_t walked = walk_all(s);
  double seen = clock_cpu();
  printf("nodes %u: build %.2f s (%.0f ns per node), walk of %u %.2f s, "
         "%.1f bytes per node, peak %.1f\n",
         n, built - start, (built - start) * 1e9 / n, walked, seen - built,
         (double)term_store_bytes(s) / n, (double)mem.peak / n);
  term_store_free(s);
  mem_done(&mem);
  return 0;
}
