/* SPDX-License-Identifier: MIT
 *
 * Every operator against the evaluator of term/: z = op(x, y) is solved with
 * x and y fixed.  The model must have the evaluator's result for z, and every
 * other z must be impossible.  All values at widths 1-3, random ones up to 128
 * bits, for each back end. */
#include "smt/smt.h"
#include "unit/unit.h"

static const TermKind binary[] = {
    TERM_ADD,   TERM_SUB,  TERM_MUL,   TERM_UDIV,   TERM_SDIV,
    TERM_UREM,  TERM_SREM, TERM_SHL,   TERM_LSHR,   TERM_ASHR,
    TERM_BVAND, TERM_BVOR, TERM_BVXOR, TERM_CONCAT, TERM_EQ,
    TERM_ULT,   TERM_ULE,  TERM_SLT,   TERM_SLE};
#define N_BINARY (uint32_t)(sizeof binary / sizeof *binary)
/* ... and then: */
enum {
  OP_NOT = N_BINARY,
  OP_NEG,
  OP_ITE,
  OP_EXTRACT,
  OP_ZEXT,
  OP_SEXT,
  OP_LINEAR,
  N_OPS
};

static Term linear_of(TermStore *s, Term x, Term y, uint32_t w) {
  TermLinear atom = {.op = TERM_LE, .n = 2, .bound = 1};
  atom.at[0] = (TermMonomial){x, TERM_SIGNED, 2};
  atom.at[1] = (TermMonomial){y, w % 2 ? TERM_UNSIGNED : TERM_SIGNED, -3};
  return term_linear_make(s, &atom);
}

static Term make(TermStore *s, uint32_t op, Term x, Term y, uint32_t w) {
  if (op < N_BINARY) return term_binary(s, binary[op], x, y);
  switch (op) {
  case OP_NOT: return term_bvnot(s, x);
  case OP_NEG: return term_neg(s, x);
  case OP_ITE: return term_ite(s, term_ult(s, x, y), x, term_bvnot(s, y));
  case OP_EXTRACT: return term_extract(s, x, w - 1, w / 2);
  case OP_ZEXT: return term_zext(s, x, w + 3);
  case OP_SEXT: return term_sext(s, x, w + 3);
  default: return linear_of(s, x, y, w);
  }
}

typedef struct Bench {
  Mem mem;
  TermStore *s;
  Smt *smt;
  Term x, y, z;
  uint32_t width;
  uint32_t unknowns;
} Bench;

/* The expected value: the same operator on constants, folded. */
static Term expected_of(Bench *b, uint32_t op, Term x, Term y) {
  term_store_rewriting(b->s, TERM_REWRITE_ON);
  Term value = make(b->s, op, x, y, b->width);
  term_store_rewriting(b->s, TERM_REWRITE_OFF);
  return value;
}

static void try_one(Bench *b, uint32_t op, Term x, Term y) {
  Term want = expected_of(b, op, x, y);
  Term fixed[3] = {term_eq(b->s, b->x, x), term_eq(b->s, b->y, y),
                   term_ne(b->s, b->z, want)};
  SmtResult result = smt_check(b->smt, fixed, 2, NULL);
  CHECK(result != SMT_UNSAT);
  if (result == SMT_SAT) {
    term_store_rewriting(b->s, TERM_REWRITE_ON);
    CHECK(term_same(smt_value_term(b->smt, b->z), want));
    term_store_rewriting(b->s, TERM_REWRITE_OFF);
  }
  SmtResult other = smt_check(b->smt, fixed, 3, NULL);
  CHECK(other != SMT_SAT);
  b->unknowns += result == SMT_UNKNOWN || other == SMT_UNKNOWN;
  if (other != SMT_UNSAT) return;
  const Term *core;
  CHECK(smt_core(b->smt, &core) <= 3);
}

static Term random_word(Bench *b, Rng *rng) {
  BvWord words[BV_WORDS(128)] = {rng_next(rng), rng_next(rng)};
  if (rng_below(rng, 2)) bv_set_i64(words, (int64_t)rng_below(rng, 9) - 4, 128);
  bv_zext(words, b->width, words, b->width);
  return term_const(b->s, words, b->width);
}

static void try_values(Bench *b, uint32_t op, uint32_t samples) {
  Rng rng = {op * 131 + b->width};
  uint32_t n = b->width <= 3 ? 1u << 2 * b->width : samples;
  for (uint32_t i = 0; i < n; i++) {
    if (b->width > 3)
      try_one(b, op, random_word(b, &rng), random_word(b, &rng));
    else
      try_one(b, op, term_u64(b->s, i & ((1u << b->width) - 1), b->width),
              term_u64(b->s, i >> b->width, b->width));
  }
}

static uint32_t try_operator(const SmtBackend *backend, uint32_t op,
                             uint32_t width, uint32_t samples) {
  if (op == OP_LINEAR && width > 100) return 0; /* bounds have 128 bits */
  Bench b = {.width = width};
  mem_init(&b.mem, 0);
  b.s = term_store_new(&b.mem);
  term_store_rewriting(b.s, TERM_REWRITE_OFF);
  b.smt = smt_new(&b.mem, b.s, backend, (SmtOptions){0});
  b.x = term_var(b.s, "x", sort_bv(width));
  b.y = term_var(b.s, "y", sort_bv(width));
  Term t = make(b.s, op, b.x, b.y, width);
  b.z = term_var(b.s, "z", term_sort(b.s, t));
  smt_add(b.smt, term_eq(b.s, b.z, t));
  try_values(&b, op, samples);
  smt_free(b.smt);
  term_store_free(b.s);
  mem_done(&b.mem);
  return b.unknowns;
}

TEST(smt_blast_operators_small) {
  for (uint32_t op = 0; op < N_OPS; op++)
    for (uint32_t w = 1; w <= 3; w++)
      CHECK_INT(try_operator(&smt_blast, op, w, 0), 0);
}

TEST(smt_blast_operators_wide) {
  static const uint32_t widths[] = {8, 32, 64, 100, 128};
  for (uint32_t op = 0; op < N_OPS; op++)
    for (uint32_t i = 0; i < 5; i++)
      CHECK_INT(try_operator(&smt_blast, op, widths[i], 4), 0);
}

TEST(smt_z3_operators) {
  static const uint32_t widths[] = {2, 8, 40};
  for (uint32_t op = 0; op < N_OPS; op++)
    for (uint32_t i = 0; i < 3; i++)
      CHECK_INT(try_operator(&smt_z3, op, widths[i], 2), 0);
}

TEST(smt_linear_operators) {
  static const uint32_t widths[] = {1, 3, 32, 64, 100};
  for (uint32_t op = 0; op < N_OPS; op++)
    for (uint32_t i = 0; i < 5; i++)
      CHECK_INT(try_operator(&smt_z3_linear, op, widths[i], 3), 0);
}
