/* SPDX-License-Identifier: MIT
 *
 * Boolean operations [Bry86, BRB90].
 *
 * Each keeps the same five steps: trivial cases, normal order of arguments,
 * computed cache, both sides of the top label, node.  The recursion is as deep
 * as there are labels.  Arguments are ordered by handle, never by address.
 */
#include "dd/dd_int.h"

Dd dd_true(void) {
  return (Dd){DD_TRUE_ID};
}

Dd dd_false(void) {
  return (Dd){DD_FALSE_ID};
}

bool dd_is_true(Dd f) {
  return f.id == DD_TRUE_ID;
}

bool dd_is_false(Dd f) {
  return f.id == DD_FALSE_ID;
}

bool dd_is_const(Dd f) {
  return dd_is_const_id(f.id);
}

Dd dd_var(DdStore *dd, DdVar var) {
  require(var.id < dd_n_vars(dd));
  return (Dd){dd_make(dd, var.id + 1, DD_TRUE_ID, DD_FALSE_ID)};
}

Dd dd_literal(DdStore *dd, DdVar var, int truth) {
  Dd positive = dd_var(dd, var);
  if (dd->is_stopped) return dd_false();
  return truth ? positive : dd_not(positive);
}

DdVar dd_top(const DdStore *dd, Dd f) {
  require(f.id && !dd_is_const(f));
  return (DdVar){dd_label(dd, f.id) - 1};
}

Dd dd_high(const DdStore *dd, Dd f) {
  require(f.id && !dd_is_const(f));
  return (Dd){dd_hi(dd, f.id)};
}

Dd dd_low(const DdStore *dd, Dd f) {
  require(f.id && !dd_is_const(f));
  return (Dd){dd_lo(dd, f.id)};
}

/* The label that stands higher of two (constants: lowest). */
static uint32_t upper(const DdStore *dd, uint32_t f, uint32_t g) {
  assert(!dd_is_const_id(f) || !dd_is_const_id(g));
  uint32_t a = dd_label(dd, f), b = dd_label(dd, g);
  return dd->level[a] <= dd->level[b] ? a : b;
}

static void put_in_order(uint32_t *f, uint32_t *g) {
  assert(*f >= 2 && *g >= 2);
  if (*f <= *g) return;
  uint32_t h = *f;
  *f = *g;
  *g = h;
}

/* ---- and ---- */

uint32_t dd_and_ids(DdStore *dd, uint32_t f, uint32_t g) {
  if (f == g || g == DD_TRUE_ID) return f;
  if (f == DD_TRUE_ID) return g;
  if (f == DD_FALSE_ID || g == DD_FALSE_ID || (f ^ g) == 1) return DD_FALSE_ID;
  put_in_order(&f, &g);
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_AND, f, g, 0);
  if (found) return found;
  uint32_t label = upper(dd, f, g), f1, f0, g1, g0;
  dd_split(dd, f, label, &f1, &f0);
  dd_split(dd, g, label, &g1, &g0);
  uint32_t high = dd_and_ids(dd, f1, g1);
  uint32_t low = dd_and_ids(dd, f0, g0);
  return dd_cache_put(dd, DD_OP_AND, f, g, 0, dd_make(dd, label, high, low));
}

/* ---- exclusive or ---- */

static uint32_t xor_ids(DdStore *dd, uint32_t f, uint32_t g) {
  uint32_t sign = (f ^ g) & 1;
  f &= ~1u;
  g &= ~1u;
  if (f == g) return DD_FALSE_ID ^ sign;
  if (f == DD_TRUE_ID) return g ^ sign ^ 1;
  if (g == DD_TRUE_ID) return f ^ sign ^ 1;
  put_in_order(&f, &g);
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_XOR, f, g, 0);
  if (found) return found ^ sign;
  uint32_t label = upper(dd, f, g), f1, f0, g1, g0;
  dd_split(dd, f, label, &f1, &f0);
  dd_split(dd, g, label, &g1, &g0);
  uint32_t high = xor_ids(dd, f1, g1);
  uint32_t low = xor_ids(dd, f0, g0);
  uint32_t result =
      dd_cache_put(dd, DD_OP_XOR, f, g, 0, dd_make(dd, label, high, low));
  return dd->is_stopped ? DD_FALSE_ID : result ^ sign;
}

/* ---- if-then-else ---- */

static uint32_t negated(const DdStore *dd, uint32_t f) {
  return dd->is_stopped ? DD_FALSE_ID : f ^ 1;
}

/* Cases that are simpler operations; 0: none of them. */
static uint32_t ite_simple(DdStore *dd, uint32_t f, uint32_t g, uint32_t h) {
  if (f == DD_TRUE_ID) return g;
  if (f == DD_FALSE_ID || g == h) return h;
  if (g == DD_TRUE_ID || g == f) return dd_or_ids(dd, f, h);
  if (g == DD_FALSE_ID || (g ^ f) == 1) return dd_and_ids(dd, f ^ 1, h);
  if (h == DD_TRUE_ID || (h ^ f) == 1) return dd_or_ids(dd, f ^ 1, g);
  if (h == DD_FALSE_ID || h == f) return dd_and_ids(dd, f, g);
  if ((g ^ h) == 1) return xor_ids(dd, f, h);
  return 0;
}

uint32_t dd_ite_ids(DdStore *dd, uint32_t f, uint32_t g, uint32_t h) {
  uint32_t simple = ite_simple(dd, f, g, h);
  if (simple) return simple;
  if (f & 1) {
    uint32_t other = g;
    f ^= 1;
    g = h;
    h = other;
  }
  uint32_t sign = g & 1;
  g ^= sign;
  h ^= sign;
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_ITE, f, g, h);
  if (found) return found ^ sign;
  uint32_t label = upper(dd, g, h), f1, f0, g1, g0, h1, h0;
  if (dd_level_of(dd, f) < dd->level[label]) label = dd_label(dd, f);
  dd_split(dd, f, label, &f1, &f0);
  dd_split(dd, g, label, &g1, &g0);
  dd_split(dd, h, label, &h1, &h0);
  uint32_t high = dd_ite_ids(dd, f1, g1, h1);
  uint32_t low = dd_ite_ids(dd, f0, g0, h0);
  uint32_t result =
      dd_cache_put(dd, DD_OP_ITE, f, g, h, dd_make(dd, label, high, low));
  return dd->is_stopped ? DD_FALSE_ID : result ^ sign;
}

/* ---- the public forms ---- */

Dd dd_and(DdStore *dd, Dd f, Dd g) {
  require(f.id && g.id);
  if (dd->is_stopped) return dd_false();
  return (Dd){dd_and_ids(dd, f.id, g.id)};
}

Dd dd_or(DdStore *dd, Dd f, Dd g) {
  require(f.id && g.id);
  if (dd->is_stopped) return dd_false();
  return (Dd){dd_or_ids(dd, f.id, g.id)};
}

Dd dd_xor(DdStore *dd, Dd f, Dd g) {
  require(f.id && g.id);
  if (dd->is_stopped) return dd_false();
  return (Dd){xor_ids(dd, f.id, g.id)};
}

Dd dd_iff(DdStore *dd, Dd f, Dd g) {
  Dd differ = dd_xor(dd, f, g);
  return (Dd){negated(dd, differ.id)};
}

Dd dd_minus(DdStore *dd, Dd f, Dd g) {
  return dd_and(dd, f, dd_not(g));
}

Dd dd_ite(DdStore *dd, Dd f, Dd g, Dd h) {
  require(f.id && g.id && h.id);
  if (dd->is_stopped) return dd_false();
  return (Dd){dd_ite_ids(dd, f.id, g.id, h.id)};
}

typedef Dd Binary(DdStore *dd, Dd f, Dd g);

/* Neighbours first, then neighbours of the results: depth log n. */
static Dd fold(DdStore *dd, Binary *operation, const Dd *fs, uint32_t n,
               Dd neutral) {
  Vec(Dd) left = {0};
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(dd->mem, &left, fs[i]);
  while (left.n > 1) {
    uint32_t n_next = 0;
    for (uint32_t i = 0; i < left.n; i += 2)
      left.at[n_next++] = i + 1 < left.n
                              ? operation(dd, left.at[i], left.at[i + 1])
                              : left.at[i];
    left.n = n_next;
  }
  Dd result = left.n ? left.at[0] : neutral;
  VEC_DONE(dd->mem, &left);
  return result;
}

Dd dd_and_n(DdStore *dd, const Dd *fs, uint32_t n) {
  return fold(dd, dd_and, fs, n, dd_true());
}

Dd dd_or_n(DdStore *dd, const Dd *fs, uint32_t n) {
  return fold(dd, dd_or, fs, n, dd_false());
}

/* ---- tests that build nothing ---- */

static bool meets(DdStore *dd, uint32_t f, uint32_t g) {
  if (f == DD_FALSE_ID || g == DD_FALSE_ID || (f ^ g) == 1) return false;
  if (f == DD_TRUE_ID || g == DD_TRUE_ID || f == g) return true;
  put_in_order(&f, &g);
  if (!dd_step(dd)) return true;
  uint32_t found = dd_cache_get(dd, DD_OP_MEETS, f, g, 0);
  if (found) return found == DD_TRUE_ID;
  uint32_t label = upper(dd, f, g), f1, f0, g1, g0;
  dd_split(dd, f, label, &f1, &f0);
  dd_split(dd, g, label, &g1, &g0);
  bool result = meets(dd, f1, g1) || meets(dd, f0, g0);
  dd_cache_put(dd, DD_OP_MEETS, f, g, 0, result ? DD_TRUE_ID : DD_FALSE_ID);
  return result;
}

bool dd_meets(DdStore *dd, Dd f, Dd g) {
  require(f.id && g.id);
  return dd->is_stopped || meets(dd, f.id, g.id);
}

bool dd_implies(DdStore *dd, Dd f, Dd g) {
  return !dd_meets(dd, f, dd_not(g)) && !dd->is_stopped;
}

/* ---- cofactors ---- */

/* `key` is label * 2 + truth. */
static uint32_t cofactor(DdStore *dd, uint32_t f, uint32_t key) {
  uint32_t label = key >> 1, top = dd_label(dd, f);
  uint32_t is_ours = top && dd->group[top] == dd->group[label];
  if (!is_ours && dd->level[top] > dd->level[label]) return f;
  if (is_ours && (key & 1) && dd->level[top] >= dd->level[label])
    return dd_hi(dd, f);
  if (is_ours && !(key & 1) && dd->level[top] > dd->level[label]) return f;
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_COFACTOR, f, key, 0);
  if (found) return found;
  uint32_t low = cofactor(dd, dd_lo(dd, f), key);
  uint32_t result = low;
  if (!is_ours || (key & 1)) {
    uint32_t high = is_ours ? dd_hi(dd, f) : cofactor(dd, dd_hi(dd, f), key);
    result = dd_make(dd, top, high, low);
  }
  return dd_cache_put(dd, DD_OP_COFACTOR, f, key, 0, result);
}

Dd dd_cofactor(DdStore *dd, Dd f, DdVar var, int truth) {
  require(f.id && var.id < dd_n_vars(dd));
  if (dd->is_stopped) return dd_false();
  return (Dd){cofactor(dd, f.id, (var.id + 1) * 2 + !!truth)};
}
