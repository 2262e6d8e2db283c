/* SPDX-License-Identifier: MIT
 *
 * The box solver against brute force: variables that can have few values, all
 * of them tried with term_eval (which computes on the host, one operation at a
 * time).  What the solver refutes must have no solution among them, what it
 * finds must be one, and every value of a term must be in its hull. */
#include "smt/box/box.h"
#include "smt/smt_int.h"
#include "unit/unit.h"

#include <math.h>

enum { MOST_VALUES = 20 };

typedef struct Small { /* a variable and the values it may have */
  Term var;
  uint64_t bits[MOST_VALUES];
  uint32_t n;
} Small;

typedef struct World {
  TermStore *s;
  Rng rng;
  Sort sort; /* of x and y */
  Small x, y, i;
  uint32_t at[3]; /* the values under the evaluator */
} World;

/* ---- values near the corners of the format ---- */

static uint64_t interesting(World *w) {
  bool is_double = sort_format(w->sort) == TERM_FLOAT_DOUBLE;
  static const double values[] = {0,   1,    0.1,   2,    3.1,       100,
                                  0.5, 1e10, 1e-10, 1024, 16777216., 0.3};
  uint64_t inf = is_double ? UINT64_C(0x7ff) << 52 : 0x7f800000u;
  uint64_t base;
  double value = values[rng_below(&w->rng, 12)];
  float single = (float)value;
  uint32_t narrow;
  memcpy(&narrow, &single, sizeof narrow);
  switch (rng_below(&w->rng, 5)) {
  case 0: base = inf - 3; break;                                  /* greatest */
  case 1: base = is_double ? UINT64_C(1) << 52 : 1u << 23; break; /* normal */
  case 2: base = 0; break;
  default:
    memcpy(&base, &value, sizeof base);
    if (!is_double) base = narrow;
  }
  uint64_t sign = is_double ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
  base += rng_below(&w->rng, 4);
  return rng_below(&w->rng, 3) ? base : base | sign;
}

static Term float_of(World *w, uint64_t bits) {
  return term_fp_from_bits(w->s, w->sort,
                           term_u64(w->s, bits, sort_float_width(w->sort)));
}

/* ---- terms ---- */

static Term gen_float(World *w, uint32_t depth);

static Term gen_compare(World *w, uint32_t depth) {
  static const TermKind kinds[] = {TERM_FP_LT, TERM_FP_LE, TERM_FP_EQ, TERM_EQ};
  static const TermKind classes[] = {TERM_FP_IS_NAN,       TERM_FP_IS_INF,
                                     TERM_FP_IS_ZERO,      TERM_FP_IS_NORMAL,
                                     TERM_FP_IS_SUBNORMAL, TERM_FP_IS_NEGATIVE};
  if (rng_below(&w->rng, 4) == 0)
    return term_unary(w->s, classes[rng_below(&w->rng, 6)],
                      gen_float(w, depth));
  Term a = gen_float(w, depth), b = gen_float(w, depth);
  Term lt = term_binary(w->s, TERM_FP_LT, a, b);
  if (rng_below(&w->rng, 4) == 0) /* as C's <= arrives */
    return term_or(w->s, lt, term_binary(w->s, TERM_FP_EQ, a, b));
  return term_binary(w->s, kinds[rng_below(&w->rng, 4)], a, b);
}

static Term gen_bool(World *w, uint32_t depth) {
  if (depth == 0 || rng_below(&w->rng, 3) == 0) {
    Term t = gen_compare(w, depth > 2 ? 2 : depth);
    return rng_below(&w->rng, 2) ? t : term_not(t);
  }
  Term a = gen_bool(w, depth - 1), b = gen_bool(w, depth - 1);
  Term t = rng_below(&w->rng, 3) ? term_and(w->s, a, b) : term_eq(w->s, a, b);
  return rng_below(&w->rng, 2) ? t : term_not(t);
}

static Term through_bits(World *w, Term a) {
  Term bits = term_fp_to_bits(w->s, a);
  uint32_t width = sort_float_width(w->sort);
  Term changed =
      term_add(w->s, bits, term_u64(w->s, rng_below(&w->rng, 3), width));
  return term_fp_from_bits(w->s, w->sort, changed);
}

static Term through_integer(World *w, Term a) {
  static const TermRounding modes[] = {TERM_RTZ, TERM_RNE, TERM_RTN};
  TermRounding mode = modes[rng_below(&w->rng, 3)];
  if (rng_below(&w->rng, 2))
    return term_fp_from_sint(w->s, w->sort, TERM_RNE,
                             term_fp_to_sint(w->s, 32, mode, a));
  return term_fp_from_uint(w->s, w->sort, TERM_RNE,
                           term_fp_to_uint(w->s, 8, mode, a));
}

static Term through_other(World *w, Term a) {
  bool is_double = sort_format(w->sort) == TERM_FLOAT_DOUBLE;
  Sort other = sort_float(is_double ? TERM_FLOAT_SINGLE : TERM_FLOAT_DOUBLE);
  Term there = term_fp_convert(w->s, other, TERM_RNE, a);
  Term more = term_fp_op(w->s, TERM_FP_MUL, TERM_RNE, there, there);
  return term_fp_convert(w->s, w->sort, TERM_RNE,
                         rng_below(&w->rng, 2) ? there : more);
}

static Term gen_unary(World *w, Term a) {
  switch (rng_below(&w->rng, 8)) {
  case 0: return term_unary(w->s, TERM_FP_NEG, a);
  case 1: return term_unary(w->s, TERM_FP_ABS, a);
  case 2: return term_fp_op(w->s, TERM_FP_SQRT, TERM_RNE, a, TERM_NONE);
  case 3: return term_fp_op(w->s, TERM_FP_ROUND, TERM_RTZ, a, TERM_NONE);
  case 4: return through_bits(w, a);
  case 5: return through_integer(w, a);
  case 6: return through_other(w, a);
  default:
    return term_fp_from_sint(w->s, w->sort, TERM_RNE,
                             term_add(w->s, w->i.var, term_u64(w->s, 3, 32)));
  }
}

static Term gen_binary(World *w, Term a, Term b) {
  static const TermKind kinds[] = {TERM_FP_ADD, TERM_FP_SUB, TERM_FP_MUL,
                                   TERM_FP_DIV};
  switch (rng_below(&w->rng, 8)) {
  case 0: return term_binary(w->s, TERM_FP_MIN, a, b);
  case 1: return term_binary(w->s, TERM_FP_MAX, a, b);
  case 2: return term_fp_fma(w->s, TERM_RNE, a, b, a);
  default:
    return term_fp_op(w->s, kinds[rng_below(&w->rng, 4)], TERM_RNE, a, b);
  }
}

static Term gen_float(World *w, uint32_t depth) {
  uint32_t choice = rng_below(&w->rng, depth ? 10 : 3);
  if (choice == 0) return w->x.var;
  if (choice == 1) return w->y.var;
  if (choice == 2) return float_of(w, interesting(w));
  if (choice == 3)
    return term_ite(w->s, gen_compare(w, 0), gen_float(w, depth - 1),
                    gen_float(w, depth - 1));
  Term a = gen_float(w, depth - 1);
  return choice < 6 ? gen_unary(w, a)
                    : gen_binary(w, a, gen_float(w, depth - 1));
}

/* ---- brute force ---- */

static void make_small(World *w, Small *v, const char *name) {
  v->var = term_var(w->s, name, w->sort);
  v->n = 0;
  uint64_t base = interesting(w);
  uint32_t n = 1 + rng_below(&w->rng, MOST_VALUES - 1);
  for (uint32_t k = 0; k < n; k++) v->bits[v->n++] = base + k;
}

/* The variable has one of its values, as bits. */
static Term domain(World *w, const Small *v, uint32_t width) {
  Term bits = sort_kind(term_sort(w->s, v->var)) == SORT_FLOAT
                  ? term_fp_to_bits(w->s, v->var)
                  : v->var;
  Term any = term_false();
  for (uint32_t k = 0; k < v->n; k++) {
    Term value = term_u64(w->s, v->bits[k], width);
    if (sort_kind(term_sort(w->s, v->var)) == SORT_FLOAT)
      value = term_fp_to_bits(w->s, term_fp_from_bits(w->s, w->sort, value));
    any = term_or(w->s, any, term_eq(w->s, bits, value));
  }
  return any;
}

/* The same by comparisons of floats, when no value is NaN: they are neighbours
 * of one sign. */
static Term interval(World *w, const Small *v) {
  Term lo = float_of(w, v->bits[0]), hi = float_of(w, v->bits[v->n - 1]);
  uint64_t sign = sort_format(w->sort) == TERM_FLOAT_DOUBLE ? UINT64_C(1) << 63
                                                            : UINT64_C(1) << 31;
  Term negative = term_unary(w->s, TERM_FP_IS_NEGATIVE, v->var);
  bool is_negative = v->bits[0] & sign;
  return term_and(
      w->s, is_negative ? negative : term_not(negative),
      term_and(w->s,
               term_binary(w->s, TERM_FP_LE, is_negative ? hi : lo, v->var),
               term_binary(w->s, TERM_FP_LE, v->var, is_negative ? lo : hi)));
}

static bool value_at(void *context, TermEval *eval, Term var,
                     TermValue *value) {
  World *w = context;
  if (term_same(var, w->i.var)) {
    *value = term_value_u64(eval, w->i.bits[w->at[2]], 32);
    return true;
  }
  const Small *v = term_same(var, w->x.var) ? &w->x : &w->y;
  BvWord bits[1] = {v->bits[w->at[v == &w->x ? 0 : 1]]};
  *value = term_value_float(eval, w->sort, bits);
  return true;
}

typedef struct Truth {
  bool some_true, some_open;
} Truth;

static double as_double(Sort sort, uint64_t bits) {
  double v;
  memcpy(&v, &bits, sizeof v);
  uint32_t narrow = (uint32_t)bits;
  float f;
  memcpy(&f, &narrow, sizeof f);
  return sort_format(sort) == TERM_FLOAT_DOUBLE ? v : (double)f;
}

static void check_in_hull(World *w, TermValue value, const BoxFloats *hull) {
  double v = as_double(w->sort, value.bits);
  if (isnan(v)) {
    CHECK(hull->has_nan);
    return;
  }
  CHECK(hull->has_numbers && hull->lo <= v && v <= hull->hi);
}

/* Try all; `term` must be in its hull wherever the formula holds. */
static Truth brute_force(World *w, Term formula, Term term,
                         const BoxFloats *hull) {
  Truth truth = {false, false};
  TermEval *eval = term_eval_new(w->s, value_at, w);
  for (uint32_t k = 0; k < w->x.n * w->y.n * w->i.n; k++) {
    w->at[0] = k % w->x.n;
    w->at[1] = k / w->x.n % w->y.n;
    w->at[2] = k / w->x.n / w->y.n;
    term_eval_reset(eval);
    TermValue value, number;
    TermEvalStatus status = term_eval(eval, formula, &value);
    truth.some_open |= status != TERM_EVAL_OK;
    if (status != TERM_EVAL_OK || !value.bits) continue;
    truth.some_true = true;
    if (hull && term_eval(eval, term, &number) == TERM_EVAL_OK)
      check_in_hull(w, number, hull);
  }
  term_eval_free(eval);
  return truth;
}

/* ---- tests ---- */

static void world_init(World *w, Mem *mem, uint64_t seed) {
  *w = (World){.s = term_store_new(mem), .rng = {seed}};
  w->sort =
      sort_float(rng_below(&w->rng, 2) ? TERM_FLOAT_SINGLE : TERM_FLOAT_DOUBLE);
  make_small(w, &w->x, "x");
  make_small(w, &w->y, "y");
  w->i.var = term_var(w->s, "i", sort_bv(32));
  w->i.bits[0] = UINT64_C(0xfffffffe);
  w->i.bits[1] = 7;
  w->i.n = 2;
}

static bool is_nan_bits(const World *w, uint64_t bits) {
  return isnan(as_double(w->sort, bits));
}

static Term domain_of(World *w, const Small *v) {
  for (uint32_t i = 0; i < v->n; i++)
    if (is_nan_bits(w, v->bits[i]))
      return domain(w, v, sort_float_width(w->sort));
  return interval(w, v);
}

/* All that is known of the variables. */
static Term domains(World *w) {
  Term all = term_and(w->s, domain_of(w, &w->x), domain_of(w, &w->y));
  return term_and(w->s, all, domain(w, &w->i, 32));
}

static uint32_t decided;

static void one_round(uint64_t seed) {
  Mem mem;
  mem_init(&mem, 0);
  World w;
  world_init(&w, &mem, seed);
  Term within = domains(&w);
  Term formula = gen_bool(&w, 3), term = gen_float(&w, 4);
  Box *box = box_new(&mem, w.s);
  box_add(box, within);
  BoxFloats hull;
  Budget budget = {.tick_limit = 60};
  bool has_hull = box_hull(box, &formula, 1, &term, 1, &hull, NULL, &budget);
  box_free(box);
  Truth truth = brute_force(&w, term_and(w.s, within, formula), term,
                            has_hull ? &hull : NULL);
  Smt *smt = smt_new(&mem, w.s, &smt_box, (SmtOptions){0});
  smt_add(smt, within);
  Budget more = {.tick_limit = 60};
  SmtResult result = smt_check(smt, &formula, 1, &more);
  if (result == SMT_UNSAT) CHECK(!truth.some_true);
  if (result == SMT_SAT) CHECK(truth.some_true);
  decided += result != SMT_UNKNOWN;
  smt_free(smt);
  term_store_free(w.s);
  mem_done(&mem);
}

TEST(box_agrees_with_brute_force) {
  decided = 0;
  uint32_t rounds = unit_rounds(400);
  for (uint64_t seed = 1; seed <= rounds; seed++) one_round(seed * 7919);
  CHECK(decided > rounds * 3 / 4);
}
