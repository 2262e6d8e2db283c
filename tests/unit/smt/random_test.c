/* SPDX-License-Identifier: MIT
 *
 * The back ends against each other: rewrite rules proved at widths the
 * evaluator cannot enumerate, and random formulas with arrays. */
#include "smt/smt.h"
#include "unit/term/gen.h"
#include "unit/unit.h"

typedef struct Proof {
  const SmtBackend *backend;
  uint32_t proved, unknown, skipped;
} Proof;

static void complain(TermStore *s, const char *what, Term a) {
  Text text;
  text_init(&text, term_store_mem(s));
  term_print_infix(&text, s, a, 1500);
  unit_fail(__FILE__, __LINE__, "%s: %s", what, text_get(&text));
  text_done(&text);
}

static void prove_rule(void *context, TermStore *s,
                       const RuleInstance *instance) {
  Proof *proof = context;
  TermRewriting old = term_store_rewriting(s, TERM_REWRITE_OFF);
  Term differ = term_ne(s, instance->left, instance->right);
  term_store_rewriting(s, old);
  if (!smt_supports(proof->backend, s, differ)) {
    proof->skipped++;
    return;
  }
  Smt *smt = smt_new(term_store_mem(s), s, proof->backend,
                     (SmtOptions){.linear_rounds = 4});
  Budget budget = {.tick_limit = 400, .deadline = clock_now() + 0.5};
  smt_add(smt, differ);
  switch (smt_check(smt, NULL, 0, &budget)) {
  case SMT_SAT: complain(s, instance->rule, differ); break;
  case SMT_UNSAT: proof->proved++; break;
  case SMT_UNKNOWN: proof->unknown++; break;
  }
  smt_free(smt);
}

static void prove_rules(const SmtBackend *backend, uint32_t width,
                        uint32_t per_rule) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Proof proof = {.backend = backend};
  gen_rule_instances(s, width, per_rule, width + 7, prove_rule, &proof);
  CHECK(proof.proved > 50);
  CHECK(proof.unknown * 5 < proof.proved || backend == &smt_z3_linear);
  term_store_free(s);
  mem_done(&mem);
}

TEST(smt_blast_proves_rules_8) {
  prove_rules(&smt_blast, 8, 4);
}
TEST(smt_blast_proves_rules_32) {
  prove_rules(&smt_blast, 32, 3);
}
TEST(smt_blast_proves_rules_64) {
  prove_rules(&smt_blast, 64, 2);
}
TEST(smt_justify_proves_rules) {
  prove_rules(&smt_justify, 8, 4);
  prove_rules(&smt_justify, 32, 2);
}
TEST(smt_z3_proves_rules_8) {
  prove_rules(&smt_z3, 8, 2);
}
TEST(smt_z3_proves_rules_32) {
  prove_rules(&smt_z3, 32, 2);
}
TEST(smt_z3_proves_rules_64) {
  prove_rules(&smt_z3, 64, 1);
}
TEST(smt_linear_proves_rules_32) {
  prove_rules(&smt_z3_linear, 32, 1);
}

/* ---- random formulas ---- */

/* All back ends on the same conjunction; checked models and cores. */
static void compare(TermStore *s, const Term *parts, uint32_t n,
                    uint32_t *n_decided) {
  const SmtBackend *const backends[] = {&smt_blast, &smt_z3, &smt_z3_linear,
                                        &smt_blast, &smt_justify};
  SmtResult seen = SMT_UNKNOWN;
  for (int i = 0; i < 5; i++) {
    SmtOptions options = {.check = 2,
                          .linear_rounds = 6,
                          .clauses = i == 3 ? SMT_CLAUSES_REVERSED
                                            : SMT_CLAUSES_FROM_ROOT};
    Smt *smt = smt_new(term_store_mem(s), s, backends[i], options);
    Budget budget = {.deadline = clock_now() + 2};
    for (uint32_t k = 0; k < n / 2; k++) smt_add(smt, parts[k]);
    SmtResult result = smt_check(smt, parts + n / 2, n - n / 2, &budget);
    if (result != SMT_UNKNOWN) {
      ++*n_decided;
      if (seen != SMT_UNKNOWN && seen != result)
        complain(s, smt_backend_name(backends[i]), term_and_n(s, parts, n));
      seen = result;
    }
    smt_free(smt);
  }
}

static void random_formulas(uint32_t width, uint32_t arrays, uint32_t most) {
  uint32_t rounds = unit_rounds(most);
  Mem mem;
  mem_init(&mem, 0);
  uint32_t decided = 0;
  for (uint32_t round = 0; round < rounds; round++) {
    TermStore *s = term_store_new(&mem);
    Gen gen = {.store = s,
               .rng = {round * 77 + width},
               .width = width,
               .n_arrays = arrays};
    if (round % 2) term_store_rewriting(s, TERM_REWRITE_OFF);
    Term parts[6];
    for (int i = 0; i < 6; i++) parts[i] = gen_bool(&gen, 2 + round % 3);
    compare(s, parts, 6, &decided);
    term_store_free(s);
  }
  CHECK(decided > rounds * 2);
  mem_done(&mem);
}

TEST(smt_random_words) {
  random_formulas(4, 0, 40);
  random_formulas(32, 0, 10);
}

TEST(smt_random_arrays) {
  random_formulas(2, 3, 40);
  random_formulas(3, 3, 40);
}

/* ---- many questions of one solver ---- */

typedef struct Pair {
  TermStore *s;
  Gen gen;
  Smt *smt[2];
  Term words[12]; /* variables, most of them defined later */
  uint32_t n_defined, n_answers[3];
} Pair;

/* Something about two of the words. */
static Term about_words(Pair *p) {
  Rng *rng = &p->gen.rng;
  uint32_t width = p->gen.width;
  Term a = p->words[rng_below(rng, 12)], b = p->words[rng_below(rng, 12)];
  Term t = gen_bv(&p->gen, width, 1);
  switch (rng_below(rng, 4)) {
  case 0: return term_eq(p->s, a, term_add(p->s, b, t));
  case 1: return term_ult(p->s, term_add(p->s, a, t), b);
  case 2:
    return term_and(p->s, term_ule(p->s, a, t),
                    term_not(term_eq(p->s, b, term_mul(p->s, a, t))));
  default:
    return term_ite(p->s, gen_bool(&p->gen, 1), term_ult(p->s, a, b),
                    term_eq(p->s, a, t));
  }
}

static void define_word(Pair *p) {
  Rng *rng = &p->gen.rng;
  if (p->n_defined == 8) return;
  Term var = p->words[p->n_defined++];
  Term other = p->words[rng_below(rng, 12)];
  Term t = term_ite(p->s, gen_bool(&p->gen, 2), other,
                    term_add(p->s, other, gen_bv(&p->gen, p->gen.width, 2)));
  for (int i = 0; i < 2; i++) smt_define(p->smt[i], var, t);
}

static void ask_both(Pair *p) {
  Term question = term_and(p->s, about_words(p), about_words(p));
  SmtResult answers[2];
  for (int i = 0; i < 2; i++) {
    Budget budget = {.tick_limit = 20000};
    answers[i] = smt_check(p->smt[i], &question, 1, &budget);
    if (answers[i] == SMT_SAT) smt_check_model(p->smt[i]);
  }
  p->n_answers[answers[0]]++;
  if (answers[0] != SMT_UNKNOWN && answers[1] != SMT_UNKNOWN &&
      answers[0] != answers[1])
    complain(p->s, "two solvers disagree", question);
}

TEST(smt_justify_many_questions) {
  Mem mem;
  mem_init(&mem, 0);
  uint32_t rounds = unit_rounds(30), n_sat = 0, n_unsat = 0;
  for (uint32_t round = 0; round < rounds; round++) {
    Pair p = {.s = term_store_new(&mem)};
    p.gen = (Gen){.store = p.s, .rng = {round + 5}, .width = 3 + round % 9};
    p.smt[0] = smt_new(&mem, p.s, &smt_justify, (SmtOptions){0});
    p.smt[1] = smt_new(&mem, p.s, &smt_blast, (SmtOptions){0});
    for (uint32_t i = 0; i < 12; i++)
      p.words[i] = term_fresh(p.s, "word", sort_bv(p.gen.width));
    for (uint32_t i = 0; i < 40; i++) {
      uint32_t what = rng_below(&p.gen.rng, 12);
      if (what == 0) define_word(&p);
      Term fact = term_or(p.s, about_words(&p), about_words(&p));
      for (int k = 0; k < 2 && what == 1; k++) smt_add(p.smt[k], fact);
      ask_both(&p);
    }
    n_sat += p.n_answers[SMT_SAT];
    n_unsat += p.n_answers[SMT_UNSAT];
    for (int i = 0; i < 2; i++) smt_free(p.smt[i]);
    term_store_free(p.s);
  }
  CHECK(n_sat > rounds * 5 && n_unsat > rounds);
  mem_done(&mem);
}
