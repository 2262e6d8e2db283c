/* SPDX-License-Identifier: MIT
 *
 * The store, substitution, translation, overflow predicates, floats, deep
 * graphs. */
#include "unit/unit.h"
#include "unit/term/gen.h"

#include <math.h>

typedef struct Fixture {
  Mem mem;
  TermStore *s;
} Fixture;

static void begin(Fixture *f) {
  mem_init(&f->mem, 0);
  f->s = term_store_new(&f->mem);
}

static void end(Fixture *f) {
  term_store_validate(f->s);
  term_store_free(f->s);
  mem_done(&f->mem);
}

static bool no_values(void *context, TermEval *eval, Term var,
                      TermValue *value) {
  (void)context;
  (void)eval;
  (void)var;
  (void)value;
  return false;
}

/* Values of x and y, from an array of two. */
static bool two_values(void *context, TermEval *eval, Term var,
                       TermValue *value) {
  const uint64_t *xy = context;
  const TermStore *s = *(TermStore *const *)(const void *)&xy[2];
  const char *name = term_var_name(s, var);
  *value = term_value_u64(eval, xy[name[0] == 'y'], term_width(s, var));
  return true;
}

TEST(term_sharing) {
  Fixture f;
  begin(&f);
  TermStore *s = f.s;
  Term x = term_var(s, "x", sort_bv(32)), y = term_var(s, "y", sort_bv(32));
  CHECK(term_same(term_add(s, x, y), term_add(s, y, x)));
  CHECK(term_same(term_not(term_not(term_eq(s, x, y))), term_eq(s, x, y)));
  CHECK(term_same(term_ule(s, x, y), term_not(term_ult(s, y, x))));
  CHECK(term_same(term_var(s, "x", sort_bv(32)), x));
  CHECK(term_same(term_find_var(s, "y"), y));
  CHECK(term_find_var(s, "z").id == 0);
  CHECK(!term_same(term_fresh(s, "x", sort_bool()),
                   term_fresh(s, "x", sort_bool())));
  CHECK(term_is_true(term_eq(s, x, x)));
  CHECK(term_same(
      term_sub(s, term_add(s, x, term_u64(s, 5, 32)), term_u64(s, 5, 32)), x));
  CHECK_INT(term_size(s, term_add(s, term_mul(s, x, y), term_mul(s, x, y))), 5);
  TermList vars = {0};
  term_vars(s, term_eq(s, term_add(s, x, y), x), &vars);
  CHECK_INT(vars.n, 1); /* x cancels */
  VEC_DONE(&f.mem, &vars);
  end(&f);
}

/* Substituting and then evaluating is evaluating in the changed valuation;
 * renaming there and back is the identity. */
TEST(term_substitution_laws) {
  Fixture f;
  begin(&f);
  TermStore *s = f.s;
  Rng rng = {9};
  for (uint32_t round = 0; round < 400; round++) {
    uint32_t w = 1 + rng_below(&rng, 40);
    Gen g = {.store = s, .rng = {round + 77}, .width = w};
    Term t = gen_any(&g, 4);
    TermList vars = {0}, fresh = {0};
    term_vars(s, t, &vars);
    TermMap *there = term_map_new(s, s), *back = term_map_new(s, s);
    for (uint32_t i = 0; i < vars.n; i++) {
      Term v = term_fresh(s, "f", term_sort(s, vars.at[i]));
      VEC_PUSH(&f.mem, &fresh, v);
      term_map_put(there, vars.at[i], v);
      term_map_put(back, v, vars.at[i]);
    }
    Term renamed = term_map_apply(there, t);
    Term again = term_map_apply(back, renamed);
    CHECK(term_same(again, t));
    TermList left = {0};
    term_vars(s, renamed, &left);
    for (uint32_t i = 0; i < left.n; i++)
      for (uint32_t j = 0; j < vars.n; j++)
        CHECK(!term_same(left.at[i], vars.at[j]));
    Map empty;
    map_init(&empty, &f.mem);
    CHECK(term_same(term_substitute(s, &empty, t), t));
    map_done(&empty);
    VEC_DONE(&f.mem, &left);
    VEC_DONE(&f.mem, &vars);
    VEC_DONE(&f.mem, &fresh);
    term_map_free(there);
    term_map_free(back);
  }
  end(&f);
}

TEST(term_substitution_is_simultaneous) {
  Fixture f;
  begin(&f);
  TermStore *s = f.s;
  Term x = term_var(s, "x", sort_bv(8)), y = term_var(s, "y", sort_bv(8));
  Term p = term_var(s, "p", sort_bool()), q = term_var(s, "q", sort_bool());
  Map swap;
  map_init(&swap, &f.mem);
  map_put(&swap, x.id, y.id);
  map_put(&swap, y.id, x.id);
  map_put(&swap, term_not(p).id, q.id);
  Term less = term_and(s, term_ult(s, x, y), p);
  Term want = term_and(s, term_ult(s, y, x), term_not(q));
  CHECK(term_same(term_substitute(s, &swap, less), want));
  map_done(&swap);
  end(&f);
}

TEST(term_floats_fold_like_the_host) {
  Fixture f;
  begin(&f);
  TermStore *s = f.s;
  Term a = term_fp_of_double(s, 0.1), b = term_fp_of_double(s, 0.2);
  CHECK(term_same(term_fp_op(s, TERM_FP_ADD, TERM_RNE, a, b),
                  term_fp_of_double(s, 0.1 + 0.2)));
  CHECK(term_same(term_fp_op(s, TERM_FP_SQRT, TERM_RNE, b, TERM_NONE),
                  term_fp_of_double(s, sqrt(0.2))));
  Term nan = term_fp_of_double(s, NAN), zero = term_fp_of_double(s, 0.0);
  CHECK(term_is_false(term_binary(s, TERM_FP_EQ, nan, nan)));
  CHECK(term_is_true(term_eq(s, nan, nan)));
  Term minus = term_fp_of_double(s, -0.0);
  CHECK(term_is_true(term_binary(s, TERM_FP_EQ, zero, minus)));
  CHECK(term_is_false(term_eq(s, zero, minus)));
  CHECK(term_same(term_fp_op(s, TERM_FP_DIV, TERM_RNE, zero, zero), nan));
  CHECK(term_same(term_fp_to_sint(s, 32, TERM_RTZ, term_fp_of_double(s, -3.99)),
                  term_i64(s, -3, 32)));
  Term big = term_fp_to_sint(s, 32, TERM_RTZ, term_fp_of_double(s, 1e10));
  CHECK(term_kind(s, big) == TERM_FP_TO_SINT); /* out of range: not folded */
  Sort single = sort_float(TERM_FLOAT_SINGLE);
  CHECK(term_same(term_fp_convert(s, single, TERM_RNE, a),
                  term_fp_of_single(s, (float)0.1)));
  CHECK(term_same(term_fp_convert(s, single, TERM_RTN, a),
                  term_fp_of_single(s, nextafterf(0.1f, 0.0f))));
  CHECK(
      term_same(term_fp_op(s, TERM_FP_ADD, TERM_RTP, term_fp_of_single(s, 1.0f),
                           term_fp_of_single(s, 1e-20f)),
                term_fp_of_single(s, nextafterf(1.0f, 2.0f))));
  Term x87 = term_var(s, "l", sort_float(TERM_FLOAT_X87));
  CHECK_INT(term_width(s, term_fp_to_x87_bits(s, x87)), 80);
  TermEval *eval = term_eval_new(s, no_values, NULL);
  TermValue value;
  CHECK(term_eval(eval, big, &value) == TERM_EVAL_UNSPECIFIED);
  CHECK(term_eval(eval, x87, &value) == TERM_EVAL_NO_VALUE);
  Term p = term_unary(s, TERM_FP_IS_NAN, x87);
  CHECK(term_eval(eval, term_and(s, p, term_var(s, "p", sort_bool())),
                  &value) == TERM_EVAL_NO_VALUE);
  term_eval_free(eval);
  end(&f);
}

#define DEPTH unit_rounds(1000000)

static Term chain(TermStore *s, uint32_t depth) {
  Term x = term_var(s, "x", sort_bv(32)), y = term_var(s, "y", sort_bv(32));
  Term t = x;
  for (uint32_t i = 0; i < depth / 2; i++)
    t = term_add(s, term_bvxor(s, t, y), x);
  return t;
}

/* Deeper than any C stack: build, walk, evaluate, substitute. */
TEST(term_deep_chain) {
  Fixture f;
  begin(&f);
  TermStore *s = f.s;
  Term x = term_var(s, "x", sort_bv(32)), y = term_var(s, "y", sort_bv(32));
  Term t = chain(s, DEPTH);
  CHECK(term_size(s, t) >= DEPTH);
  uint64_t xy[3] = {3, 5, 0};
  memcpy(&xy[2], &s, sizeof s);
  TermEval *eval = term_eval_new(s, two_values, xy);
  TermValue value;
  CHECK(term_eval(eval, t, &value) == TERM_EVAL_OK);
  uint32_t want = 3;
  for (uint32_t i = 0; i < DEPTH / 2; i++) want = (want ^ 5) + 3;
  CHECK_INT(value.bits, want);
  term_eval_free(eval);
  Map map;
  map_init(&map, &f.mem);
  map_put(&map, y.id, term_u64(s, 5, 32).id);
  map_put(&map, x.id, term_u64(s, 3, 32).id);
  CHECK(term_same(term_substitute(s, &map, t), term_u64(s, want, 32)));
  map_done(&map);
  term_store_free(s);
  mem_done(&f.mem);
}

/* Translate, print, read back; recursion would need some 20 MB of stack. */
TEST(term_deep_text) {
  Fixture f;
  begin(&f);
  TermStore *s = f.s;
  Term t = chain(s, DEPTH / 5);
  TermStore *other = term_store_new(&f.mem);
  Term there = term_translate(other, s, t);
  CHECK_INT(term_size(other, there), term_size(s, t));
  term_store_free(other);
  Text out;
  TermScript script;
  text_init(&out, &f.mem);
  term_script_init(&script, s);
  term_print(&out, s, t);
  CHECK(term_same(term_parse(s, text_get(&out), &script), t));
  text_clear(&out);
  term_print_infix(&out, s, t, 1000);
  CHECK(out.n < 1100);
  text_done(&out);
  term_script_done(&script, s);
  end(&f);
}

TEST(term_deep_arrays_and_conjunctions) {
  Fixture f;
  begin(&f);
  TermStore *s = f.s;
  Sort sort = sort_array(s, sort_bv(32), sort_bv(8));
  Term a = term_var(s, "a", sort), byte = term_var(s, "b", sort_bv(8));
  for (uint32_t i = 0; i < DEPTH / 2; i++)
    a = term_store_at(s, a, term_u64(s, i, 32), byte);
  Term last = term_select(s, a, term_u64(s, DEPTH + 1, 32));
  CHECK(term_kind(s, term_child(s, last, 0)) == TERM_VAR);
  TermList parts = {0};
  for (uint32_t i = 0; i < 100000; i++)
    VEC_PUSH(&f.mem, &parts, term_fresh(s, "p", sort_bool()));
  Term all = term_true();
  for (uint32_t i = 0; i < parts.n; i++) all = term_and(s, all, parts.at[i]);
  TermList back = {0};
  term_conjuncts(s, all, &back);
  CHECK_INT(back.n, parts.n);
  CHECK(term_same(term_not(term_or_n(s, NULL, 0)), term_true()));
  VEC_DONE(&f.mem, &parts);
  VEC_DONE(&f.mem, &back);
  end(&f);
}
