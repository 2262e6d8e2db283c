/* SPDX-License-Identifier: MIT
 *
 * Generalising refuted cubes.
 *
 * The smaller the cube, the more states its negation excludes.  First literals
 * are dropped one by one: new ones before those in use already, so that the
 * same few literals serve again and again; among them those over many
 * variables first, which generalise worst.  Then pairs are replaced by their
 * sum where the cube stays refuted: that is what finds x + y = n from x = 3 and
 * y = n - 3.
 *
 * Every question goes to the oracle, so the result is refuted by construction;
 * an answer "stopped" ends the search with what is known so far. */
#include "engine/shared/generalise.h"

#include "engine/shared/literal.h"

enum { MOST_TO_ADD = 6, MOST_PAIRS = 12 };

typedef struct Work {
  TermStore *store;
  Mem *mem;
  const CubeOracle *oracle;
  bool stopped;
} Work;

void cube_copy(TermStore *store, TermList *to, const TermList *from) {
  assert(to != from);
  Mem *mem = term_store_mem(store);
  VEC_CLEAR(to);
  for (uint32_t i = 0; i < from->n; i++) VEC_PUSH(mem, to, from->at[i]);
}

bool cube_contains(const TermList *cube, Term literal) {
  for (uint32_t i = 0; i < cube->n; i++)
    if (term_same(cube->at[i], literal)) return true;
  return false;
}

bool cube_is_subset(const TermList *small, const TermList *large) {
  if (small->n > large->n) return false;
  for (uint32_t i = 0; i < small->n; i++)
    if (!cube_contains(large, small->at[i])) return false;
  return true;
}

void cube_mark_core(Smt *smt, const TermList *cube, const Term *assumed,
                    uint8_t *used) {
  const Term *core;
  uint32_t n = smt_core(smt, &core);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < cube->n; k++)
      if (term_same(core[i], assumed[k])) used[k] = 1;
}

CubeAnswer cube_shrink(TermStore *store, const CubeOracle *oracle,
                       TermList *cube) {
  Mem *mem = term_store_mem(store);
  uint32_t n = cube->n, kept = 0;
  uint8_t *used = MEM_ARRAY(mem, uint8_t, n);
  CubeAnswer answer = oracle->ask(oracle->context, cube, used);
  if (answer == CUBE_REFUTED) {
    for (uint32_t i = 0; i < n; i++)
      if (used[i]) cube->at[kept++] = cube->at[i];
    cube->n = kept;
  }
  MEM_FREE_ARRAY(mem, used, n);
  assert(answer != CUBE_REFUTED || kept <= n);
  return answer;
}

/* The same, noting when there is no use in asking on. */
static bool refuted(Work *w, TermList *cube) {
  CubeAnswer answer = cube_shrink(w->store, w->oracle, cube);
  w->stopped |= answer == CUBE_STOPPED;
  return answer == CUBE_REFUTED;
}

/* ---- dropping ---- */

static uint32_t n_vars_of(Work *w, Term t) {
  TermList vars = {0};
  term_vars(w->store, t, &vars);
  uint32_t n = vars.n;
  VEC_DONE(w->mem, &vars);
  return n;
}

static bool is_used(const Work *w, Term literal) {
  return w->oracle->is_used && w->oracle->is_used(w->oracle->context, literal);
}

/* The greatest is dropped first. */
static uint32_t dropping_key(Work *w, Term literal) {
  enum { NEW = 1 << 20 };
  return n_vars_of(w, literal) + (is_used(w, literal) ? 0 : NEW);
}

static void order_for_dropping(Work *w, TermList *order) {
  uint32_t n = order->n;
  uint32_t *keys = MEM_ARRAY(w->mem, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) keys[i] = dropping_key(w, order->at[i]);
  for (uint32_t i = 1; i < n; i++) {
    Term moved = order->at[i];
    uint32_t key = keys[i], k = i;
    for (; k > 0 && keys[k - 1] < key; k--) {
      order->at[k] = order->at[k - 1];
      keys[k] = keys[k - 1];
    }
    order->at[k] = moved;
    keys[k] = key;
  }
  for (uint32_t i = 1; i < n; i++) assert(keys[i - 1] >= keys[i]);
  MEM_FREE_ARRAY(w->mem, keys, n);
}

static void drop_literals(Work *w, TermList *cube) {
  TermList order = {0}, less = {0};
  cube_copy(w->store, &order, cube);
  order_for_dropping(w, &order);
  for (uint32_t i = 0; i < order.n && cube->n > 1 && !w->stopped; i++) {
    if (!cube_contains(cube, order.at[i])) continue;
    VEC_CLEAR(&less);
    for (uint32_t k = 0; k < cube->n; k++)
      if (!term_same(cube->at[k], order.at[i]))
        VEC_PUSH(w->mem, &less, cube->at[k]);
    if (refuted(w, &less)) cube_copy(w->store, cube, &less);
  }
  VEC_DONE(w->mem, &order);
  VEC_DONE(w->mem, &less);
}

/* ---- sums ---- */

/* Does the literal speak of numbers only? */
static bool is_numeric(Work *w, Term literal) {
  if (!w->oracle->narrowed) return true;
  TermList vars = {0};
  term_vars(w->store, literal, &vars);
  bool numeric = true;
  for (uint32_t i = 0; i < vars.n; i++)
    numeric &= !map_find(w->oracle->narrowed, term_node(vars.at[i]));
  VEC_DONE(w->mem, &vars);
  return numeric;
}

/* Replace literals i and k by their sum, if the cube stays refuted. */
static bool try_sum(Work *w, TermList *cube, uint32_t i, uint32_t k) {
  assert(i < k && k < cube->n);
  if (!is_numeric(w, cube->at[i]) || !is_numeric(w, cube->at[k])) return false;
  if (is_used(w, cube->at[i]) && is_used(w, cube->at[k])) return false;
  Term found[LITERAL_MOST_SUMS];
  uint32_t n = literal_sums(w->store, cube->at[i], cube->at[k], found);
  bool done = false;
  TermList other = {0};
  for (uint32_t c = 0; c < n && !done && !w->stopped; c++) {
    VEC_CLEAR(&other);
    for (uint32_t j = 0; j < cube->n; j++)
      if (j != i && j != k) VEC_PUSH(w->mem, &other, cube->at[j]);
    VEC_PUSH(w->mem, &other, found[c]);
    done = refuted(w, &other);
    if (done) cube_copy(w->store, cube, &other);
  }
  VEC_DONE(w->mem, &other);
  return done;
}

static void add_up(Work *w, TermList *cube) {
  bool changed = true;
  uint32_t tries = 0;
  while (changed && cube->n > 1 && cube->n <= MOST_TO_ADD && !w->stopped) {
    changed = false;
    for (uint32_t i = 0; i < cube->n && !changed; i++)
      for (uint32_t k = i + 1; k < cube->n && !changed && tries < MOST_PAIRS;
           k++) {
        tries++;
        changed = try_sum(w, cube, i, k);
      }
  }
}

static Work work_of(TermStore *store, const CubeOracle *oracle) {
  return (Work){store, term_store_mem(store), oracle, false};
}

void cube_drop_literals(TermStore *store, const CubeOracle *oracle,
                        TermList *cube) {
  Work w = work_of(store, oracle);
  drop_literals(&w, cube);
}

void cube_add_up(TermStore *store, const CubeOracle *oracle, TermList *cube) {
  Work w = work_of(store, oracle);
  add_up(&w, cube);
}

void cube_generalise(TermStore *store, const CubeOracle *oracle,
                     TermList *cube) {
  require(oracle->ask != NULL);
  Work w = work_of(store, oracle);
  drop_literals(&w, cube);
  add_up(&w, cube);
}
