/* SPDX-License-Identifier: MIT
 *
 * Linear atoms against brute force over all values of three variables of
 * width 3 (and 4 for two), signed and unsigned. */
#include "unit/unit.h"
#include "unit/term/gen.h"

typedef struct Point {
  TermStore *s;
  uint32_t width;
  Term vars[3];
  uint64_t at[3];
} Point;

static bool point_value(void *context, TermEval *eval, Term var,
                        TermValue *value) {
  Point *p = context;
  for (uint32_t i = 0; i < 3; i++)
    if (term_same(var, p->vars[i])) {
      *value = term_value_u64(eval, p->at[i], p->width);
      return true;
    }
  return false;
}

static void point_init(Point *p, TermStore *s, uint32_t width) {
  static const char *const names[] = {"x", "y", "z"};
  p->s = s;
  p->width = width;
  for (uint32_t i = 0; i < 3; i++)
    p->vars[i] = term_var(s, names[i], sort_bv(width));
}

static int64_t reading_of(const Point *p, uint32_t i, TermReading reading) {
  int64_t sign = (int64_t)1 << (p->width - 1), value = (int64_t)p->at[i];
  return reading == TERM_SIGNED ? (value ^ sign) - sign : value;
}

static void next_point(Point *p, uint32_t number) {
  for (uint32_t i = 0; i < 3; i++)
    p->at[i] = (number >> (i * p->width)) & ((1u << p->width) - 1);
}

/* Truth by definition; the monomials' terms are the variables. */
static bool by_hand(const Point *p, const TermLinear *atom) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < atom->n; i++)
    for (uint32_t v = 0; v < 3; v++)
      if (term_same(atom->at[i].term, p->vars[v]))
        sum += atom->at[i].coefficient * reading_of(p, v, atom->at[i].reading);
  switch (atom->op) {
  case TERM_LE: return sum <= (int64_t)atom->bound;
  case TERM_EQUAL: return sum == (int64_t)atom->bound;
  case TERM_UNEQUAL: return sum != (int64_t)atom->bound;
  }
  return false;
}

static void random_atom(Rng *rng, const Point *p, TermLinear *atom) {
  *atom = (TermLinear){.op = (TermLinearOp)rng_below(rng, 3)};
  for (uint32_t i = rng_below(rng, 5); i > 0; i--)
    atom->at[atom->n++] = (TermMonomial){
        p->vars[rng_below(rng, 3)], (TermReading)rng_below(rng, 2),
        ((int64_t)rng_below(rng, 9) - 4) * (rng_below(rng, 2) ? 1 : 2)};
  atom->bound = (Integer)rng_below(rng, 41) - 20;
}

static bool truth(TermEval *eval, Term t) {
  TermValue value;
  CHECK(term_eval(eval, t, &value) == TERM_EVAL_OK);
  return value.bits;
}

TEST(term_linear_brute_force) {
  Rng rng = {1};
  for (uint32_t width = 3; width <= 4; width++) {
    Mem mem;
    mem_init(&mem, 0);
    TermStore *s = term_store_new(&mem);
    Point p;
    point_init(&p, s, width);
    TermEval *eval = term_eval_new(s, point_value, &p);
    for (uint32_t round = 0; round < 60; round++) {
      TermLinear atom, other, read;
      random_atom(&rng, &p, &atom);
      random_atom(&rng, &p, &other);
      Term t = term_linear_make(s, &atom), u = term_linear_make(s, &other);
      Term wide = t, sum = TERM_NONE;
      bool both = term_is_linear(s, t) && term_is_linear(s, u);
      if (term_is_linear(s, t)) {
        wide = term_linear_to_bv(s, t);
        term_linear_get(s, term_not(t), &read);
        CHECK(term_same(term_linear_make(s, &read), term_not(t)));
        CHECK(read.op != TERM_LE || atom.op == TERM_LE);
      }
      if (both) sum = term_linear_combine(s, t, 2, u, 3);
      for (uint32_t i = 0; i < 1u << (3 * width); i += 1 + width % 3) {
        next_point(&p, i);
        term_eval_reset(eval);
        bool want = by_hand(&p, &atom);
        CHECK(truth(eval, t) == want);
        CHECK(truth(eval, wide) == want);
        if (sum.id != 0 && want && by_hand(&p, &other)) CHECK(truth(eval, sum));
      }
    }
    term_eval_free(eval);
    term_store_validate(s);
    term_store_free(s);
    mem_done(&mem);
  }
}

/* The exact linear form of a random comparison is true at the same points. */
TEST(term_linear_of_comparisons) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Point p;
  point_init(&p, s, 3);
  TermEval *eval = term_eval_new(s, point_value, &p);
  Rng rng = {3};
  uint32_t entered = 0;
  for (uint32_t round = 0; round < 400; round++) {
    Term a[2];
    for (uint32_t i = 0; i < 2; i++) {
      Term x = p.vars[rng_below(&rng, 3)], y = p.vars[rng_below(&rng, 3)];
      uint32_t w = 3 + rng_below(&rng, 4);
      x = rng_below(&rng, 2) ? term_zext(s, x, w) : term_sext(s, x, w);
      y = rng_below(&rng, 2) ? term_zext(s, y, w) : term_sext(s, y, w);
      TermKind ops[] = {TERM_ADD, TERM_SUB, TERM_BVAND, TERM_ADD};
      y = term_mul(s, y, term_i64(s, (int)rng_below(&rng, 5) - 2, w));
      if (rng_below(&rng, 4) == 0) y = term_bvnot(s, y);
      a[i] = term_resize_signed(
          s, term_binary(s, ops[rng_below(&rng, 4)], x, y), 5);
      if (rng_below(&rng, 5) == 0)
        a[i] = term_concat(s, term_extract(s, a[i], 1, 0), p.vars[0]);
    }
    TermKind kinds[] = {TERM_EQ, TERM_ULT, TERM_SLT, TERM_SLE};
    Term t = term_binary(s, kinds[rng_below(&rng, 4)], a[0], a[1]);
    if (rng_below(&rng, 2)) t = term_not(t);
    Term lin = term_linear_of_as(s, t, TERM_LINEAR_EXACT,
                                 (TermReading)rng_below(&rng, 2));
    if (lin.id == 0) continue;
    entered++;
    for (uint32_t i = 0; i < 512; i += 3) {
      next_point(&p, i);
      term_eval_reset(eval);
      CHECK(truth(eval, lin) == truth(eval, t));
    }
  }
  CHECK(entered > 200);
  term_eval_free(eval);
  term_store_free(s);
  mem_done(&mem);
}

TEST(term_linear_normal_form) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Term x = term_var(s, "x", sort_bv(32)), y = term_var(s, "y", sort_bv(32));
  Term five = term_u64(s, 5, 32);
  /* x <= 5, x < 6, !(6 <= x) are one atom */
  Term a = term_linear_of(s, term_sle(s, x, five), TERM_LINEAR_EXACT);
  Term b =
      term_linear_of(s, term_slt(s, x, term_u64(s, 6, 32)), TERM_LINEAR_EXACT);
  CHECK(a.id != 0 && term_same(a, b));
  /* x + y = n from its two halves */
  Term n = term_var(s, "n", sort_bv(32));
  Term sum = term_eq(s, term_add(s, x, y), n);
  Term ideal = term_linear_of(s, sum, TERM_LINEAR_IDEAL);
  Term exact = term_linear_of(s, sum, TERM_LINEAR_EXACT);
  CHECK_INT(term_n_children(s, ideal), 3);
  CHECK_INT(term_n_children(s, exact), 2);
  /* adding 1*(x <= 5) and 1*(y - x <= 2) gives y <= 7 */
  TermLinear atom = {.op = TERM_LE, .n = 2, .bound = 2};
  atom.at[0] = (TermMonomial){x, TERM_SIGNED, -1};
  atom.at[1] = (TermMonomial){y, TERM_SIGNED, 1};
  Term d = term_linear_make(s, &atom);
  Term seven =
      term_linear_of(s, term_sle(s, y, term_u64(s, 7, 32)), TERM_LINEAR_EXACT);
  CHECK(term_same(term_linear_combine(s, a, 1, d, 1), seven));
  CHECK(term_linear_combine(s, a, -1, d, 1).id == 0);
  /* overflow of coefficients is refused */
  atom.at[0].coefficient = INT64_MAX - 1;
  Term huge = term_linear_make(s, &atom);
  CHECK(huge.id != 0);
  CHECK(term_linear_combine(s, huge, 5, d, 1).id == 0);
  atom.at[0].coefficient = INT64_MIN;
  CHECK(term_linear_make(s, &atom).id == 0);
  /* wide terms evaluate exactly too */
  Term w = term_var(s, "w", sort_bv(200));
  TermLinear wide = {.op = TERM_LE, .n = 1, .bound = -1};
  wide.at[0] = (TermMonomial){w, TERM_SIGNED, INT64_MAX};
  Term t = term_linear_make(s, &wide);
  CHECK(t.id != 0);
  Map map;
  map_init(&map, &mem);
  map_put(&map, w.id, term_i64(s, -1, 200).id);
  CHECK(term_is_true(term_substitute(s, &map, t)));
  map_put(&map, w.id, term_i64(s, 1, 200).id);
  CHECK(term_is_false(term_substitute(s, &map, t)));
  map_done(&map);
  term_store_free(s);
  mem_done(&mem);
}
