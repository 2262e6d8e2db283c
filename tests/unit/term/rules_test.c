/* SPDX-License-Identifier: MIT
 *
 * Every row of the rule table, proved by evaluation at widths 1-4: over all
 * values where the variables have at most 12 bits together, else over random
 * ones; and random terms, raw against rewritten, at widths up to 70. */
#include "unit/unit.h"
#include "unit/term/gen.h"

typedef struct Trial {
  const TermStore *store;
  TermList vars;
  uint64_t bits; /* exhaustive: all variables' bits, one after another */
  uint64_t seed; /* random */
  bool exhaustive;
} Trial;

static uint32_t bits_of(const TermStore *s, Sort sort) {
  switch (sort_kind(sort)) {
  case SORT_BOOL: return 1;
  case SORT_BV: return sort_width(sort);
  case SORT_FLOAT: return sort_float_width(sort);
  case SORT_ARRAY: return 1000 + bits_of(s, sort_element(s, sort));
  }
  return 1000;
}

static TermValue scalar(Trial *trial, TermEval *eval, Sort sort, Rng *rng) {
  BvWord words[BV_WORDS(128)] = {0, 0};
  uint32_t width = bits_of(trial->store, sort);
  for (uint32_t i = 0; i < BV_WORDS(width); i++) words[i] = rng_next(rng);
  if (rng_below(rng, 3) == 0)
    bv_set_i64(words, (int64_t)rng_below(rng, 5) - 2, width);
  bv_zext(words, width, words, width);
  if (sort_kind(sort) == SORT_BOOL) return term_value_bool(words[0] & 1);
  if (sort_kind(sort) == SORT_BV) return term_value_bv(eval, words, width);
  return term_value_float(eval, sort, words);
}

static TermValue random_value(Trial *trial, TermEval *eval, Sort sort,
                              Rng *rng) {
  if (sort_kind(sort) != SORT_ARRAY) return scalar(trial, eval, sort, rng);
  Sort index = sort_index(trial->store, sort);
  Sort element = sort_element(trial->store, sort);
  TermValue a =
      term_value_const_array(eval, sort, scalar(trial, eval, element, rng));
  for (uint32_t i = rng_below(rng, 4); i > 0; i--)
    a = term_value_store(eval, a, scalar(trial, eval, index, rng),
                         scalar(trial, eval, element, rng));
  return a;
}

static bool valuation(void *context, TermEval *eval, Term var,
                      TermValue *value) {
  Trial *trial = context;
  Sort sort = term_sort(trial->store, var);
  uint32_t shift = 0;
  for (uint32_t i = 0; i < trial->vars.n; i++) {
    if (term_same(trial->vars.at[i], var)) {
      Rng rng = {trial->seed * 1000003 + i};
      uint32_t width = bits_of(trial->store, sort);
      if (!trial->exhaustive)
        *value = random_value(trial, eval, sort, &rng);
      else if (sort_kind(sort) == SORT_BOOL)
        *value = term_value_bool((trial->bits >> shift) & 1);
      else
        *value = term_value_u64(eval, trial->bits >> shift, width);
      return true;
    }
    shift += bits_of(trial->store, term_sort(trial->store, trial->vars.at[i]));
  }
  return false;
}

static void report(TermStore *s, const char *what, Term a, Term b) {
  Text text;
  text_init(&text, term_store_mem(s));
  term_print_infix(&text, s, a, 600);
  text_add(&text, "   BECOMES   ");
  term_print_infix(&text, s, b, 600);
  unit_fail(__FILE__, __LINE__, "%s: %s", what, text_get(&text));
  text_done(&text);
}

static bool agree_once(Trial *trial, TermEval *eval, Term a, Term b,
                       uint32_t *decided) {
  TermValue x, y;
  term_eval_reset(eval);
  if (term_eval(eval, a, &x) != TERM_EVAL_OK) return true;
  (void)trial;
  ++*decided;
  return term_eval(eval, b, &y) == TERM_EVAL_OK && term_value_same(eval, x, y);
}

static void check_equal(TermStore *s, const char *what, Term a, Term b,
                        uint32_t samples) {
  Trial trial = {.store = s};
  TermEval *eval = term_eval_new(s, valuation, &trial);
  term_vars(s, a, &trial.vars);
  uint32_t width = 0, decided = 0;
  for (uint32_t i = 0; i < trial.vars.n; i++)
    width += bits_of(s, term_sort(s, trial.vars.at[i]));
  trial.exhaustive = width <= 12;
  uint64_t n = trial.exhaustive ? (uint64_t)1 << width : samples;
  bool good = sort_same(term_sort(s, a), term_sort(s, b));
  for (uint64_t i = 0; i < n && good; i++) {
    trial.bits = trial.seed = i;
    good = agree_once(&trial, eval, a, b, &decided);
  }
  if (!good) report(s, what, a, b);
  VEC_DONE(term_store_mem(s), &trial.vars);
  term_eval_free(eval);
}

static void prove(void *context, TermStore *s, const RuleInstance *instance) {
  (void)context;
  check_equal(s, instance->rule, instance->left, instance->right, 100);
}

TEST(term_every_rule_by_enumeration) {
  for (uint32_t w = 1; w <= 4; w++) {
    Mem mem;
    mem_init(&mem, 0);
    TermStore *s = term_store_new(&mem);
    uint32_t met = gen_rule_instances(s, w, 40, w, prove, NULL);
    CHECK(met > gen_rule_rows() / 2);
    term_store_validate(s);
    term_store_free(s);
    mem_done(&mem);
  }
}

TEST(term_every_rule_is_met) {
  Mem mem;
  mem_init(&mem, 0);
  Text missing;
  text_init(&missing, &mem);
  gen_missing_rules(&missing, &mem, 1, 4);
  CHECK_TEXT(text_get(&missing), "");
  text_done(&missing);
  mem_done(&mem);
}

TEST(term_raw_against_rewritten) {
  Mem mem;
  mem_init(&mem, 0);
  Rng rng = {5};
  for (uint32_t round = 0; round < 60; round++) {
    TermStore *s = term_store_new(&mem);
    uint32_t w = round < 8 ? 1 + round % 4 : 1 + rng_below(&rng, 70);
    if (round % 6 == 0) w = 32;
    Gen gen = {.store = s,
               .rng = {round + 1},
               .width = w,
               .n_floats = round % 3 == 0,
               .n_arrays = round % 4 == 0};
    for (uint32_t i = 0; i < 60; i++) {
      term_store_rewriting(s, TERM_REWRITE_OFF);
      Term raw = gen_any(&gen, 2 + i % 4);
      term_store_rewriting(s, TERM_REWRITE_ON);
      TermMap *rebuild = term_map_new(s, s);
      TermStore *other = term_store_new(&mem);
      Term there = term_translate(other, s, raw);
      Term back = term_translate(s, other, there);
      check_equal(s, "raw", raw, back, 12);
      term_validate(other, there);
      term_map_free(rebuild);
      term_store_free(other);
    }
    term_store_validate(s);
    term_store_free(s);
  }
  mem_done(&mem);
}
