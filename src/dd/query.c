/* SPDX-License-Identifier: MIT
 *
 * Questions about diagrams: labels, sizes, counts, paths, covers. */
#include "dd/dd_int.h"

void dd_support(DdStore *dd, Dd f, DdVars *vars) {
  require(f.id);
  DdBits marks = dd_bits_new(dd);
  dd_mark(dd, &marks, f.id);
  uint8_t *occurs = MEM_ARRAY(dd->mem, uint8_t, dd->n_labels);
  for (uint32_t i = 2; i < dd->n_nodes; i++)
    if (dd_bits_test(&marks, i)) occurs[dd->nodes[i].label] = 1;
  for (uint32_t label = 1; label < dd->n_labels; label++)
    if (occurs[label]) VEC_PUSH(dd->mem, vars, ((DdVar){label - 1}));
  MEM_FREE_ARRAY(dd->mem, occurs, dd->n_labels);
  dd_bits_free(dd, &marks);
}

uint32_t dd_size_n(DdStore *dd, const Dd *fs, uint32_t n) {
  DdBits marks = dd_bits_new(dd);
  for (uint32_t i = 0; i < n; i++) dd_mark(dd, &marks, fs[i].id);
  uint32_t size = 0;
  for (uint32_t i = 0; i < marks.n_words; i++)
    size += (uint32_t)__builtin_popcountll(marks.words[i]);
  dd_bits_free(dd, &marks);
  return size;
}

uint32_t dd_size(DdStore *dd, Dd f) {
  return dd_size_n(dd, &f, 1);
}

/* ---- counting ---- */

typedef struct Count {
  DdStore *dd;
  Map done; /* handle -> bits of a double */
} Count;

/* The part of all valuations that makes f true.  Never as one minus the part
 * that does not: tiny parts would be lost. */
static double density(Count *c, uint32_t f) {
  if (dd_is_const_id(f)) return f == DD_TRUE_ID;
  const uint64_t *found = map_find(&c->done, f);
  double result;
  if (found) {
    memcpy(&result, found, sizeof result);
    return result;
  }
  result = (density(c, dd_hi(c->dd, f)) + density(c, dd_lo(c->dd, f))) / 2;
  uint64_t bits;
  memcpy(&bits, &result, sizeof bits);
  map_put(&c->done, f, bits);
  return result;
}

double dd_count(DdStore *dd, Dd f, uint32_t n_vars) {
  require(f.id);
  Count c = {.dd = dd};
  map_init(&c.done, dd->mem);
  double result = density(&c, f.id);
  map_done(&c.done);
  for (uint32_t i = 0; i < n_vars; i++) result *= 2;
  return result;
}

bool dd_eval(const DdStore *dd, Dd f, const uint8_t *truth) {
  require(f.id);
  uint32_t at = f.id;
  while (!dd_is_const_id(at))
    at = truth[dd_label(dd, at) - 1] ? dd_hi(dd, at) : dd_lo(dd, at);
  return at == DD_TRUE_ID;
}

/* ---- paths ---- */

typedef struct Paths {
  DdStore *dd;
  DdCube *cube;
  void *context;
  Vec(DdLiteral) literals; /* the path so far */
  int has_stopped;
} Paths;

static void push(Paths *p, uint32_t label, int truth) {
  DdLiteral literal = {{label - 1}, (uint8_t)truth};
  VEC_PUSH(p->dd->mem, &p->literals, literal);
}

static void report(Paths *p) {
  if (p->cube(p->context, p->literals.at, p->literals.n) == DD_STOP)
    p->has_stopped = 1;
}

static void paths(Paths *p, uint32_t f) {
  if (f == DD_FALSE_ID || p->has_stopped) return;
  if (f == DD_TRUE_ID) {
    report(p);
    return;
  }
  uint32_t label = dd_label(p->dd, f), low = dd_lo(p->dd, f);
  push(p, label, 1);
  paths(p, dd_hi(p->dd, f));
  VEC_LAST(&p->literals).truth = 0;
  paths(p, low);
  p->literals.n--;
}

void dd_paths(DdStore *dd, Dd f, DdCube *cube, void *context) {
  require(f.id && cube);
  Paths p = {.dd = dd, .cube = cube, .context = context};
  paths(&p, f.id);
  VEC_DONE(dd->mem, &p.literals);
}

/* ---- covers ---- */

/* Tell cubes that together contain `least` and stay inside `most`; gives their
 * disjunction.  [Min93]: what only one side of the top label can cover gets
 * that literal, the rest is covered without it. */
static uint32_t cover(Paths *p, uint32_t least, uint32_t most) {
  DdStore *dd = p->dd;
  if (least == DD_FALSE_ID || p->has_stopped || !dd_step(dd))
    return DD_FALSE_ID;
  if (most == DD_TRUE_ID) {
    report(p);
    return DD_TRUE_ID;
  }
  uint32_t label = dd_label(dd, least), l1, l0, m1, m0;
  if (dd_level_of(dd, most) < dd->level[label]) label = dd_label(dd, most);
  dd_split(dd, least, label, &l1, &l0);
  dd_split(dd, most, label, &m1, &m0);
  push(p, label, 0);
  uint32_t c0 = cover(p, dd_and_ids(dd, l0, m1 ^ 1), m0);
  VEC_LAST(&p->literals).truth = 1;
  uint32_t c1 = cover(p, dd_and_ids(dd, l1, m0 ^ 1), m1);
  p->literals.n--;
  uint32_t rest =
      dd_or_ids(dd, dd_and_ids(dd, l0, c0 ^ 1), dd_and_ids(dd, l1, c1 ^ 1));
  uint32_t both = cover(p, rest, dd_and_ids(dd, m0, m1));
  if (dd->is_stopped) return DD_FALSE_ID;
  return dd_or_ids(dd, dd_make(dd, label, c1, c0), both);
}

void dd_cover(DdStore *dd, Dd f, DdCube *cube, void *context) {
  require(f.id && cube && !dd->has_groups);
  Paths p = {.dd = dd, .cube = cube, .context = context};
  uint32_t covered = cover(&p, f.id, f.id);
  assert(p.has_stopped || dd->is_stopped || covered == f.id);
  (void)covered;
  VEC_DONE(dd->mem, &p.literals);
}
