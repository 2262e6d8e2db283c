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
