/* SPDX-License-Identifier: MIT
 *
 * paq_random [--queries=N] [--seed=N]
 *
 * Random abstraction queries: enumeration, diagrams and (where small enough)
 * brute force compared; prints a table.  Exit code 1: they disagree. */
#include "unit/predabs/random_query.h"

#include <stdlib.h>

int main(int argc, char **argv) {
  uint64_t n = 10000, seed = 1;
  for (int i = 1; i < argc; i++) {
    if (strncmp(argv[i], "--queries=", 10) == 0)
      n = strtoull(argv[i] + 10, NULL, 10);
    else if (strncmp(argv[i], "--seed=", 7) == 0)
      seed = strtoull(argv[i] + 7, NULL, 10);
    else
      die(EXIT_USAGE, "unknown option %s", argv[i]);
  }
  RandomTally tally = {0};
  double slowest = 0;
  uint64_t slowest_seed = seed;
  for (uint64_t end = seed + n; seed < end; seed++) {
    double start = clock_cpu();
    if (!random_query_check(seed, &tally)) return 1;
    double took = clock_cpu() - start;
    if (took > slowest) {
      slowest = took;
      slowest_seed = seed;
    }
  }
  printf("| queries | with brute force | exact | inexact and larger | given up "
         "| no conjunction | CPU s | slowest (seed) |\n"
         "|---|---|---|---|---|---|---|---|\n"
         "| %llu | %llu | %llu | %llu | %llu | %llu | %.1f | %.2f s (%llu) |\n",
         (unsigned long long)tally.n, (unsigned long long)tally.n_brute,
         (unsigned long long)tally.n_exact, (unsigned long long)tally.n_larger,
         (unsigned long long)tally.n_given_up,
         (unsigned long long)tally.n_proper, clock_cpu(), slowest,
         (unsigned long long)slowest_seed);
  return 0;
}
