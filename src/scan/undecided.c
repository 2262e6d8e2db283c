/* SPDX-License-Identifier: MIT
 *
 * What the undecided sites depend on, added up.
 *
 * One site that "depends on what a loop leaves" tells little; that four hundred
 * do, all for the loop of one function, tells where a body, an assertion or a
 * look at the source settles most.  So they are counted twice: by cause, and by
 * cause and the function in which what they depend on is met. */
#include "scan/scan_int.h"

#include <stdlib.h>

/* Functions that are told, and of how many sites at least. */
enum { FUNCTIONS_MOST = 5, SITES_LEAST = 5 };

void scan_undecided_init(ScanUndecided *u, Arena *texts) {
  *u = (ScanUndecided){.texts = texts};
  names_init(&u->met, texts->mem);
}

void scan_undecided_done(ScanUndecided *u) {
  VEC_DONE(u->texts->mem, &u->functions);
  VEC_DONE(u->texts->mem, &u->causes);
  names_done(&u->met);
}

void scan_undecided_add(ScanUndecided *u, uint32_t cause, const RepPlace *at) {
  require(cause < SITE_CAUSE_COUNT && at->file && at->function);
  u->sites[cause]++;
  if (!*at->function) return;
  ArenaMark mark = arena_mark(u->texts);
  uint32_t before = u->met.list.n;
  uint32_t number =
      names_add(&u->met, arena_printf(u->texts, "%u\t%s\t%s", cause, at->file,
                                      at->function));
  arena_release(u->texts, mark);
  if (number == before) {
    RepUndecided fresh = {.cause = site_cause_text((SiteCause)cause),
                          .file = arena_strdup(u->texts, at->file),
                          .function = arena_strdup(u->texts, at->function)};
    VEC_PUSH(u->texts->mem, &u->functions, fresh);
  }
  assert(u->functions.n == u->met.list.n && number < u->functions.n);
  u->functions.at[number].sites++;
}

/* Most first; of as many, by name. */
static int compare(const void *a, const void *b) {
  const RepUndecided *x = a, *y = b;
  assert(x->file && y->file && x->function && y->function);
  if (x->sites != y->sites) return x->sites > y->sites ? -1 : 1;
  int files = strcmp(x->file, y->file);
  if (files) return files;
  int functions = strcmp(x->function, y->function);
  return functions ? functions : strcmp(x->cause, y->cause);
}

static void sort(RepUndecided *rows, uint32_t n) {
  if (n) qsort(rows, n, sizeof *rows, compare);
}

void scan_undecided_describe(ScanUndecided *u, RepScan *scan) {
  assert(!u->causes.n);
  for (uint32_t i = 0; i < SITE_CAUSE_COUNT; i++) {
    RepUndecided row = {.cause = site_cause_text((SiteCause)i),
                        .file = "",
                        .function = "",
                        .sites = u->sites[i]};
    if (row.sites && *row.cause) VEC_PUSH(u->texts->mem, &u->causes, row);
  }
  assert(u->causes.n < SITE_CAUSE_COUNT);
  sort(u->causes.at, u->causes.n);
  sort(u->functions.at, u->functions.n);
  scan->causes = u->causes.at;
  scan->n_causes = u->causes.n;
  scan->met = u->functions.at;
  while (scan->n_met < u->functions.n && scan->n_met < FUNCTIONS_MOST &&
         u->functions.at[scan->n_met].sites >= SITES_LEAST)
    scan->n_met++;
}
