/* SPDX-License-Identifier: MIT
 *
 * dd_queens [N...]: the n-queens problem as one diagram over n*n Boolean
 * variables, by src/dd and by BuDDy, both with their memory left to grow;
 * prints a table.  Each run is a process of its own. */
#include "dd/dd.h"

#include <bdd.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Outcome {
  double solutions;
  uint64_t nodes; /* of the result */
  uint64_t made;
} Outcome;

/* Do queens on fields (r, c) and (i, k) attack each other? */
static bool attacks(int r, int c, int i, int k) {
  return r == i || c == k || r + c == i + k || r - c == i - k;
}

/* ---- ours ---- */

static Dd our_field(DdStore *dd, int n, int r, int c) {
  Dd others = dd_true();
  for (int i = n - 1; i >= 0; i--)
    for (int k = n - 1; k >= 0; k--) {
      if ((i == r && k == c) || !attacks(r, c, i, k)) continue;
      DdVar var = {(uint32_t)(i * n + k)};
      others = dd_and(dd, dd_literal(dd, var, 0), others);
    }
  DdVar var = {(uint32_t)(r * n + c)};
  return dd_or(dd, dd_literal(dd, var, 0), others);
}

static Outcome ours(int n) {
  Mem mem;
  mem_init(&mem, 0);
  DdStore *dd = dd_new(&mem);
  for (int i = 0; i < n * n; i++) dd_add_var(dd);
  Dd queens = dd_true();
  for (int r = 0; r < n; r++) {
    Dd row = dd_false();
    for (int c = 0; c < n; c++)
      row = dd_or(dd, row, dd_var(dd, (DdVar){(uint32_t)(r * n + c)}));
    queens = dd_and(dd, queens, row);
  }
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) {
      queens = dd_and(dd, queens, our_field(dd, n, r, c));
      dd_protect(dd, queens);
      dd_tidy(dd, DD_ORDER_FIXED);
      dd_release(dd, queens);
    }
  Outcome out = {.solutions = dd_count(dd, queens, (uint32_t)(n * n)),
                 .nodes = dd_size(dd, queens),
                 .made = dd_stats(dd)->nodes_made};
  dd_free(dd);
  mem_done(&mem);
  return out;
}

/* ---- BuDDy ---- */

static bdd buddy_field(int n, int r, int c) {
  bdd others = bddtrue;
  for (int i = n - 1; i >= 0; i--)
    for (int k = n - 1; k >= 0; k--) {
      if ((i == r && k == c) || !attacks(r, c, i, k)) continue;
      bdd next = bdd_addref(bdd_and(bdd_nithvar(i * n + k), others));
      bdd_delref(others);
      others = next;
    }
  bdd field = bdd_addref(bdd_or(bdd_nithvar(r * n + c), others));
  bdd_delref(others);
  return field;
}

static bdd conjoin(bdd queens, bdd more) {
  bdd next = bdd_addref(bdd_and(queens, more));
  bdd_delref(queens);
  bdd_delref(more);
  return next;
}

static Outcome buddys(int n) {
  bdd_init(1 << 16, 1 << 16);
  bdd_gbc_hook(NULL);
  bdd_resize_hook(NULL);
  bdd_setmaxincrease(1 << 22);
  bdd_setcacheratio(2);
  bdd_setvarnum(n * n);
  bdd queens = bddtrue;
  for (int r = 0; r < n; r++) {
    bdd row = bddfalse;
    for (int c = 0; c < n; c++) {
      bdd next = bdd_addref(bdd_or(row, bdd_ithvar(r * n + c)));
      bdd_delref(row);
      row = next;
    }
    queens = conjoin(queens, row);
  }
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) queens = conjoin(queens, buddy_field(n, r, c));
  bddStat stat;
  bdd_stats(&stat);
  Outcome out = {.solutions = bdd_satcount(queens),
                 .nodes = (uint64_t)bdd_nodecount(queens),
                 .made = (uint64_t)stat.produced};
  bdd_done();
  return out;
}

/* ---- the table ---- */

typedef Outcome Solver(int n);

static void run(const char *name, Solver *solve, int n) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    Outcome out = solve(n);
    printf("| %d | %s | %.0f | %llu | %llu | %.2f |", n, name, out.solutions,
           (unsigned long long)out.nodes, (unsigned long long)out.made,
           clock_cpu());
    fflush(stdout);
    _exit(0);
  }
  int status;
  struct rusage usage;
  wait4(child, &status, 0, &usage);
  printf(" %ld |%s\n", usage.ru_maxrss >> 10,
         WIFEXITED(status) && !WEXITSTATUS(status) ? "" : " failed");
}

int main(int argc, char **argv) {
  printf("| n | package | solutions | nodes of the result | nodes made | CPU s "
         "| MB |\n|---|---|---|---|---|---|---|\n");
  for (int i = 1; i < argc || i == 1; i++) {
    int n = argc > 1 ? atoi(argv[i]) : 8;
    run("dd", ours, n);
    run("BuDDy", buddys, n);
  }
  return 0;
}
