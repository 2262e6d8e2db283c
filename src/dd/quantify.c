/* SPDX-License-Identifier: MIT
 *
 * Quantification of Boolean variables, and substitution.
 *
 * The variables are given as their conjunction, which is walked down together
 * with the function.  exists v . f is f[v=1] or f[v=0]; as soon as one side is
 * true the other is not looked at. */
#include "dd/dd_int.h"

/* The rest of the cube from f's level on. */
static uint32_t skip_above(const DdStore *dd, uint32_t cube, uint32_t level) {
  while (!dd_is_const_id(cube) && dd_level_of(dd, cube) < level)
    cube = dd_hi(dd, cube);
  return cube;
}

static uint32_t exists(DdStore *dd, uint32_t f, uint32_t cube) {
  cube = skip_above(dd, cube, dd_level_of(dd, f));
  if (dd_is_const_id(f) || cube == DD_TRUE_ID) return f;
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_EXISTS, f, cube, 0);
  if (found) return found;
  uint32_t label = dd_label(dd, f), result;
  uint32_t high = exists(dd, dd_hi(dd, f), cube);
  if (label == dd_label(dd, cube)) {
    result = high == DD_TRUE_ID
                 ? high
                 : dd_or_ids(dd, high, exists(dd, dd_lo(dd, f), cube));
  } else {
    result = dd_make(dd, label, high, exists(dd, dd_lo(dd, f), cube));
  }
  return dd_cache_put(dd, DD_OP_EXISTS, f, cube, 0, result);
}

static bool is_positive_cube(const DdStore *dd, Dd cube) {
  uint32_t f = cube.id;
  for (; !dd_is_const_id(f); f = dd_hi(dd, f))
    if (dd_lo(dd, f) != DD_FALSE_ID) return false;
  return f == DD_TRUE_ID;
}

Dd dd_exists(DdStore *dd, Dd f, Dd cube) {
  if (dd->is_stopped) return dd_false();
  require(f.id && is_positive_cube(dd, cube));
  return (Dd){exists(dd, f.id, cube.id)};
}

Dd dd_forall(DdStore *dd, Dd f, Dd cube) {
  Dd never = dd_exists(dd, dd_not(f), cube);
  return dd->is_stopped ? dd_false() : dd_not(never);
}

static uint32_t and_exists(DdStore *dd, uint32_t f, uint32_t g, uint32_t cube) {
  if (f == DD_FALSE_ID || g == DD_FALSE_ID || (f ^ g) == 1) return DD_FALSE_ID;
  if (f == DD_TRUE_ID || f == g) return exists(dd, g, cube);
  if (g == DD_TRUE_ID) return exists(dd, f, cube);
  uint32_t level = dd_level_of(dd, f);
  if (dd_level_of(dd, g) < level) level = dd_level_of(dd, g);
  cube = skip_above(dd, cube, level);
  if (cube == DD_TRUE_ID) return dd_and_ids(dd, f, g);
  if (f > g) return and_exists(dd, g, f, cube);
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_AND_EXISTS, f, g, cube);
  if (found) return found;
  uint32_t label = dd->label_at[level], f1, f0, g1, g0, result;
  dd_split(dd, f, label, &f1, &f0);
  dd_split(dd, g, label, &g1, &g0);
  uint32_t high = and_exists(dd, f1, g1, cube);
  if (label == dd_label(dd, cube)) {
    result = high == DD_TRUE_ID
                 ? high
                 : dd_or_ids(dd, high, and_exists(dd, f0, g0, cube));
  } else {
    result = dd_make(dd, label, high, and_exists(dd, f0, g0, cube));
  }
  return dd_cache_put(dd, DD_OP_AND_EXISTS, f, g, cube, result);
}

Dd dd_and_exists(DdStore *dd, Dd f, Dd g, Dd cube) {
  if (dd->is_stopped) return dd_false();
  require(f.id && g.id && is_positive_cube(dd, cube));
  return (Dd){and_exists(dd, f.id, g.id, cube.id)};
}

Dd dd_cube_of(DdStore *dd, const DdVar *vars, uint32_t n) {
  Dd cube = dd_true();
  for (uint32_t i = 0; i < n; i++) cube = dd_and(dd, cube, dd_var(dd, vars[i]));
  return cube;
}

/* ---- substitution ---- */

typedef struct Compose {
  DdStore *dd;
  uint32_t *value; /* label -> handle, or 0: stays */
  uint32_t lowest; /* deepest level that is replaced */
  Map done;        /* node -> handle */
} Compose;

static uint32_t compose(Compose *c, uint32_t f) {
  DdStore *dd = c->dd;
  uint32_t level = dd_level_of(dd, f);
  if (dd_is_const_id(f) || level > c->lowest) return f;
  if (!dd_step(dd)) return DD_FALSE_ID;
  const uint64_t *found = map_find(&c->done, f >> 1);
  if (found) return (uint32_t)*found ^ (f & 1);
  uint32_t label = dd_label(dd, f);
  uint32_t high = compose(c, dd_node(dd, f)->high);
  uint32_t low = compose(c, dd_node(dd, f)->low);
  uint32_t test = c->value[label] ? c->value[label]
                                  : dd_make(dd, label, DD_TRUE_ID, DD_FALSE_ID);
  if (dd->is_stopped) return DD_FALSE_ID;
  uint32_t result = dd_ite_ids(dd, test, high, low);
  if (dd->is_stopped) return DD_FALSE_ID;
  map_put(&c->done, f >> 1, result);
  return result ^ (f & 1);
}

Dd dd_compose(DdStore *dd, Dd f, const DdVar *vars, const Dd *values,
              uint32_t n) {
  require(f.id);
  if (n == 0 || dd->is_stopped) return dd->is_stopped ? dd_false() : f;
  Compose c = {.dd = dd};
  c.value = MEM_ARRAY(dd->mem, uint32_t, dd->n_labels);
  map_init(&c.done, dd->mem);
  for (uint32_t i = 0; i < n; i++) {
    require(vars[i].id < dd_n_vars(dd) && values[i].id);
    c.value[vars[i].id + 1] = values[i].id;
    uint32_t level = dd_level(dd, vars[i]);
    if (level > c.lowest) c.lowest = level;
  }
  uint32_t result = compose(&c, f.id);
  map_done(&c.done);
  MEM_FREE_ARRAY(dd->mem, c.value, dd->n_labels);
  return (Dd){result};
}

/* ---- copies ---- */

typedef struct Copy {
  DdStore *to;
  const DdStore *from;
  const DdVar *map;
  Map done; /* node -> handle */
} Copy;

static uint32_t copy(Copy *c, uint32_t f) {
  if (dd_is_const_id(f)) return f;
  if (!dd_step(c->to)) return DD_FALSE_ID;
  const uint64_t *found = map_find(&c->done, f >> 1);
  if (found) return (uint32_t)*found ^ (f & 1);
  const DdNode *node = dd_node(c->from, f);
  uint32_t high = copy(c, node->high);
  uint32_t low = copy(c, node->low);
  Dd test = dd_var(c->to, c->map[node->label - 1]);
  if (c->to->is_stopped) return DD_FALSE_ID;
  uint32_t result = dd_ite_ids(c->to, test.id, high, low);
  if (c->to->is_stopped) return DD_FALSE_ID;
  map_put(&c->done, f >> 1, result);
  return result ^ (f & 1);
}

Dd dd_copy(DdStore *to, const DdStore *from, Dd f, const DdVar *map) {
  require(f.id && to != from);
  if (to->is_stopped) return dd_false();
  Copy c = {.to = to, .from = from, .map = map};
  map_init(&c.done, to->mem);
  uint32_t result = copy(&c, f.id);
  map_done(&c.done);
  return (Dd){result};
}
