/* SPDX-License-Identifier: MIT
 *
 * Z3 in the linear view: the same terms over integers.
 *
 * The translation (linear_node.c) has at least the behaviours of the exact
 * view: every valuation of the bit-vectors extends to one of the integers that
 * satisfies all that is asserted.  So unsatisfiable means unsatisfiable.  A
 * satisfiable answer is a candidate only:
 *
 *   1. array terms are checked by the lemmas of arrays.c;
 *   2. the values of the variables are evaluated exactly on every formula and
 *      assumption; if all are true, the answer is sat;
 *   3. otherwise each opaque operator whose unknown differs from the exact
 *      result gets a lemma that excludes this, and the query is repeated.
 *
 * The lemma of a product, quotient, remainder or shift fixes one operand only:
 * "b = 7 implies a * b = 7 * a", which is linear again; others fix all
 * operands: "a = 12 and b = 10 imply a & b = 8".  After a bounded number of
 * rounds the answer is unknown.
 */
#include "smt/z3/linear_int.h"

#define DEFAULT_ROUNDS 64u

static bool lin_value(void *self, TermEval *eval, Term var, TermValue *value);

static bool candidate_variable(void *context, TermEval *eval, Term var,
                               TermValue *value) {
  Lin *lin = context;
  if (lin_value(lin, eval, var, value)) return true;
  TermStore *store = lin->z3.shared->store;
  Sort sort = term_sort(store, var);
  if (sort_kind(sort) == SORT_BOOL)
    *value = term_value_bool(0);
  else if (sort_kind(sort) == SORT_BV)
    *value = term_value_u64(eval, 0, sort_width(sort));
  else
    return false;
  return true;
}

static void *lin_make(SmtShared *shared) {
  Lin *lin = MEM_NEW(shared->mem, Lin);
  z3_init(&lin->z3, shared);
  z3_use_logic(&lin->z3, "QF_LIA");
  lin->integer = Z3_mk_int_sort(lin->z3.context);
  Z3_inc_ref(lin->z3.context, Z3_sort_to_ast(lin->z3.context, lin->integer));
  map_init(&lin->numbers, shared->mem);
  term_demands_init(&lin->demands, shared->store, shared->mem);
  term_walk_init(&lin->walk, shared->store);
  lin->arrays = arrays_new(shared);
  lin->eval = term_eval_new(shared->store, candidate_variable, lin);
  return lin;
}

static void lin_free(void *self) {
  Lin *lin = self;
  Mem *mem = lin->z3.shared->mem;
  z3_done(&lin->z3);
  map_done(&lin->numbers);
  term_demands_done(&lin->demands);
  term_walk_done(&lin->walk);
  arrays_free(lin->arrays);
  term_eval_free(lin->eval);
  VEC_DONE(mem, &lin->nodes);
  VEC_DONE(mem, &lin->order);
  VEC_DONE(mem, &lin->opaque);
  VEC_DONE(mem, &lin->lemmas);
  VEC_DONE(mem, &lin->queue);
  VEC_DONE(mem, &lin->formulas);
  VEC_DONE(mem, &lin->found);
  MEM_DELETE(mem, lin);
}

static void lin_add_formula(void *self, Term t) {
  Lin *lin = self;
  VEC_PUSH(lin->z3.shared->mem, &lin->queue, t);
}

/* Assert what waits, and the lemmas that its array terms ask for. */
static void drain(Lin *lin) {
  Mem *mem = lin->z3.shared->mem;
  for (uint32_t i = 0; i < lin->queue.n || lin->lemmas.n; i++) {
    while (lin->lemmas.n) VEC_PUSH(mem, &lin->queue, VEC_POP(&lin->lemmas));
    z3_assert(&lin->z3, lin_translate(lin, lin->queue.at[i]));
    VEC_PUSH(mem, &lin->formulas, lin->queue.at[i]);
  }
  VEC_CLEAR(&lin->queue);
}

/* ---- candidates ---- */

static uint32_t width_of(const Lin *lin, Term t) {
  const TermStore *store = lin->z3.shared->store;
  return term_is_bool(store, t) ? 1 : term_width(store, t);
}

static void candidate_words(void *context, Term t, BvWord *words) {
  Lin *lin = context;
  if (!lin_words(lin, t, words))
    memset(words, 0, sizeof *words * BV_WORDS(width_of(lin, t)));
}

static bool are_true(Lin *lin, const Term *terms, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    TermValue value;
    if (term_eval(lin->eval, terms[i], &value) != TERM_EVAL_OK || !value.bits)
      return false;
  }
  return true;
}

/* The model's value of a translated term, as a constant term. */
static Term constant_of(Lin *lin, Term t) {
  TermStore *store = lin->z3.shared->store;
  uint32_t width = width_of(lin, t);
  BvWord *words = MEM_ARRAY(lin->z3.shared->mem, BvWord, BV_WORDS(width));
  candidate_words(lin, t, words);
  Term constant = term_is_bool(store, t) ? term_bool(store, (int)words[0])
                                         : term_const(store, words, width);
  MEM_FREE_ARRAY(lin->z3.shared->mem, words, BV_WORDS(width));
  return constant;
}

/* ---- refinement ---- */

static bool is_linear_in_first(TermKind kind) {
  return kind == TERM_MUL || kind == TERM_UDIV || kind == TERM_SDIV ||
         kind == TERM_UREM || kind == TERM_SREM || kind == TERM_SHL ||
         kind == TERM_LSHR || kind == TERM_ASHR;
}

/* The same operator on other operands, simplified. */
static Term instance_of(TermStore *store, Term t, const Term *operands) {
  term_store_rewriting(store, TERM_REWRITE_ON);
  Term instance = term_rebuild(store, t, operands);
  term_store_rewriting(store, TERM_REWRITE_OFF);
  return instance;
}

/* The second operand fixed. */
static Term half_lemma(TermStore *store, Term t, const Term *constants) {
  assert(term_n_children(store, t) == 2);
  Term a = term_child(store, t, 0), b = term_child(store, t, 1);
  Term instance = instance_of(store, t, (Term[]){a, constants[1]});
  return term_implies(store, term_eq(store, b, constants[1]),
                      term_eq(store, t, instance));
}

/* All operands fixed. */
static Term full_lemma(TermStore *store, Term t, const Term *constants,
                       Term value) {
  Term premise = term_true();
  uint32_t n = term_n_children(store, t);
  for (uint32_t i = 0; i < n; i++)
    premise = term_and(store, premise,
                       term_eq(store, term_child(store, t, i), constants[i]));
  return term_implies(store, premise, term_eq(store, t, value));
}

/* If the unknown of `t` is not what its operands give: what excludes it. */
static void refine_opaque(Lin *lin, Term t) {
  TermStore *store = lin->z3.shared->store;
  uint32_t n = term_n_children(store, t);
  Term constants[3];
  require(n <= 3);
  for (uint32_t i = 0; i < n; i++)
    constants[i] = constant_of(lin, term_child(store, t, i));
  Term value = instance_of(store, t, constants);
  if (term_same(value, constant_of(lin, t))) return;
  bool is_half = is_linear_in_first(term_kind(store, t)) &&
                 !term_is_const(store, term_child(store, t, 1));
  Term lemma = is_half ? half_lemma(store, t, constants)
                       : full_lemma(store, t, constants, value);
  assert(!term_is_true(lemma));
  VEC_PUSH(lin->z3.shared->mem, &lin->found, lemma);
}

/* Lemmas that exclude the candidate; none: nothing to blame.  They are built
 * without rewriting: it would turn "t = 5" into a statement about what t is
 * made of, and leave the unknown of t as free as before. */
static void refine(Lin *lin) {
  TermStore *store = lin->z3.shared->store;
  TermRewriting old = term_store_rewriting(store, TERM_REWRITE_OFF);
  uint32_t n = lin->opaque.n;
  for (uint32_t i = 0; i < n; i++) refine_opaque(lin, lin->opaque.at[i]);
  term_store_rewriting(store, old);
}

typedef enum Verdict { IS_MODEL, IS_REFINED, IS_STUCK } Verdict;

static Verdict check_candidate(Lin *lin, const Term *assumptions, uint32_t n) {
  term_eval_reset(lin->eval);
  VEC_CLEAR(&lin->found);
  if (!arrays_is_empty(lin->arrays)) {
    const Term *lemmas;
    uint32_t n_lemmas =
        arrays_check(lin->arrays, candidate_words, lin, &lemmas);
    for (uint32_t i = 0; i < n_lemmas; i++)
      VEC_PUSH(lin->z3.shared->mem, &lin->found, lemmas[i]);
  }
  if (lin->found.n == 0 && are_true(lin, lin->formulas.at, lin->formulas.n) &&
      are_true(lin, assumptions, n))
    return IS_MODEL;
  refine(lin);
  if (lin->found.n == 0) return IS_STUCK;
  lin->z3.shared->stats.lemmas += lin->found.n;
  for (uint32_t i = 0; i < lin->found.n; i++)
    lin_add_formula(lin, lin->found.at[i]);
  return IS_REFINED;
}

static SmtResult lin_check(void *self, const Term *assumptions, uint32_t n,
                           Budget *budget) {
  Lin *lin = self;
  SmtShared *shared = lin->z3.shared;
  uint32_t rounds = shared->options.linear_rounds;
  if (rounds == 0) rounds = DEFAULT_ROUNDS;
  for (uint32_t i = 0; i < n; i++) (void)lin_translate(lin, assumptions[i]);
  for (; rounds; rounds--) {
    drain(lin);
    SmtResult result =
        z3_check(&lin->z3, lin_translate, lin, assumptions, n, budget);
    if (result != SMT_SAT) return result;
    Verdict verdict = check_candidate(lin, assumptions, n);
    if (verdict == IS_MODEL) return SMT_SAT;
    if (verdict == IS_STUCK) {
      smt_set_reason(shared, "linear view: the exact view disagrees");
      return SMT_UNKNOWN;
    }
    if (!smt_spend(shared, budget, 1)) return SMT_UNKNOWN;
  }
  smt_set_reason(shared, "linear view: too many refinements");
  return SMT_UNKNOWN;
}

/* ---- results ---- */

static bool lin_value(void *self, TermEval *eval, Term var, TermValue *value) {
  Lin *lin = self;
  if (!lin_has(lin, var)) return false;
  const TermStore *store = lin->z3.shared->store;
  Sort sort = term_sort(store, var);
  if (sort_kind(sort) == SORT_ARRAY)
    return arrays_value(lin->arrays, eval, var, value);
  uint32_t width = width_of(lin, var);
  BvWord *words = MEM_ARRAY(lin->z3.shared->mem, BvWord, BV_WORDS(width));
  candidate_words(lin, term_positive(var), words);
  *value = sort_kind(sort) == SORT_BOOL ? term_value_bool((int)words[0])
                                        : term_value_bv(eval, words, width);
  MEM_FREE_ARRAY(lin->z3.shared->mem, words, BV_WORDS(width));
  return true;
}

static bool lin_unspecified(void *self, TermEval *eval, Term t,
                            TermValue *value) {
  (void)self, (void)eval, (void)t, (void)value;
  return false;
}

static bool lin_in_core(void *self, uint32_t i) {
  Lin *lin = self;
  require(i < lin->z3.in_core.n);
  return lin->z3.in_core.at[i];
}

static const char *lin_refuses(TermStore *store, Term node) {
  if (sort_kind(term_sort(store, node)) == SORT_FLOAT) return "floats need z3";
  return arrays_refuses(store, node);
}

static const SmtBackend *const lin_other = &smt_blast;

const SmtBackend smt_z3_linear = {
    "linear",        &lin_other,  lin_make,  lin_free,
    lin_add_formula, lin_check,   lin_value, lin_unspecified,
    lin_in_core,     lin_refuses, NULL};
