/* SPDX-License-Identifier: MIT
 *
 * The bit-blasting back end: terms to gates (bitblast.c), gates to clauses
 * (gates.c), clauses to CaDiCaL, and array lemmas until the candidate
 * model is one.
 *
 * Formulas wait in a queue until a check, so that the work is done under its
 * budget; a check that ends in the middle leaves the rest in the queue.  A
 * conjunction is added part by part and a disjunction as one clause of its
 * parts, without gates for the connectives: that is how block formulas,
 * blocking clauses and lemmas arrive.  A part of a disjunction that is itself a
 * conjunction gets one new literal that implies its parts, equalities of words
 * bit by bit: the way into a block (guard and assignments) needs no gates
 * either.  One direction suffices [PG86]: nobody reads that literal's value.
 */
#include "smt/blast/blast_int.h"

typedef struct Blast {
  SmtShared *shared;
  Sat *sat;
  Blaster blaster;
  Vec(Term) queue;         /* formulas still to be added */
  uint32_t done;           /* queue[0..done[ were */
  Vec(Term) parts;         /* of one formula */
  Vec(SatLit) clause;      /* scratch */
  Vec(SatLit) assumptions; /* of the last check */
} Blast;

static void *blast_make(SmtShared *shared) {
  Blast *blast = MEM_NEW(shared->mem, Blast);
  blast->shared = shared;
  blast->sat = sat_new(shared);
  blaster_init(&blast->blaster, shared, blast->sat);
  return blast;
}

static void blast_free(void *self) {
  Blast *blast = self;
  Mem *mem = blast->shared->mem;
  blaster_done(&blast->blaster);
  sat_free(blast->sat);
  VEC_DONE(mem, &blast->queue);
  VEC_DONE(mem, &blast->parts);
  VEC_DONE(mem, &blast->clause);
  VEC_DONE(mem, &blast->assumptions);
  MEM_DELETE(mem, blast);
}

static void blast_add(void *self, Term t) {
  Blast *blast = self;
  VEC_PUSH(blast->shared->mem, &blast->queue, t);
}

/* ---- formulas ---- */

static bool is_and(const TermStore *store, Term t) {
  return term_kind(store, t) == TERM_AND;
}

/* The literal of a Boolean term, blasted if it is new; 0: the budget ended. */
static SatLit literal_of(Blast *blast, Term t, Budget *budget) {
  if (!blaster_visit(&blast->blaster, t, budget)) return 0;
  return blaster_literal(&blast->blaster, t);
}

/* An equality of words that is nobody's gate yet. */
static bool is_new_equality(const Blast *blast, Term t) {
  const TermStore *store = blast->shared->store;
  if (term_is_negated(t) || term_kind(store, t) != TERM_EQ) return false;
  return sort_kind(term_sort(store, term_child(store, t, 0))) == SORT_BV &&
         !blaster_has(&blast->blaster, t);
}

/* Where `when` holds, both sides have the same bits. */
static bool add_equality(Blast *blast, SatLit when, Term t, Budget *budget) {
  assert(when > 0 && is_new_equality(blast, t));
  TermStore *store = blast->shared->store;
  Blaster *blaster = &blast->blaster;
  Term left = term_child(store, t, 0), right = term_child(store, t, 1);
  if (!blaster_visit(blaster, left, budget) ||
      !blaster_visit(blaster, right, budget))
    return false;
  uint32_t width;
  const SatLit *a = blaster_bits(blaster, left, &width);
  const SatLit *b = blaster_bits(blaster, right, &width);
  assert(width == term_width(store, left));
  SatLit truth = blaster->gates.truth;
  for (uint32_t i = 0; i < width; i++) {
    if (a[i] == b[i]) continue;
    if (a[i] != -truth && b[i] != truth)
      sat_add_clause(blast->sat, (SatLit[]){-when, -a[i], b[i]}, 3);
    if (a[i] != truth && b[i] != -truth)
      sat_add_clause(blast->sat, (SatLit[]){-when, a[i], -b[i]}, 3);
  }
  return true;
}

/* Where `when` holds, so does `t`. */
static bool add_part(Blast *blast, SatLit when, Term t, Budget *budget) {
  assert(when > 0);
  if (is_new_equality(blast, t)) return add_equality(blast, when, t, budget);
  SatLit literal = literal_of(blast, t, budget);
  if (!literal) return false;
  sat_add_clause(blast->sat, (SatLit[]){-when, literal}, 2);
  return true;
}

/* A literal that implies the conjunction; 0: the budget ended. */
static SatLit choose_part(Blast *blast, Term t, Budget *budget) {
  TermStore *store = blast->shared->store;
  if (!is_and(store, t) || term_is_negated(t) ||
      blaster_has(&blast->blaster, t))
    return literal_of(blast, t, budget);
  TermList list = {0};
  term_conjuncts(store, t, &list);
  SatLit when = sat_new_var(blast->sat);
  for (uint32_t i = 0; i < list.n && when; i++)
    if (!add_part(blast, when, list.at[i], budget)) when = 0;
  VEC_DONE(term_store_mem(store), &list);
  return when;
}

/* One clause for a disjunction (a negated AND) or a literal. */
static bool add_clause(Blast *blast, Term t, Budget *budget) {
  TermStore *store = blast->shared->store;
  TermList list = {0};
  if (is_and(store, t) && term_is_negated(t))
    term_conjuncts(store, term_not(t), &list);
  else
    VEC_PUSH(term_store_mem(store), &list, term_not(t));
  VEC_CLEAR(&blast->clause);
  bool is_complete = true;
  for (uint32_t i = 0; i < list.n && is_complete; i++) {
    SatLit part = choose_part(blast, term_not(list.at[i]), budget);
    is_complete = part != 0;
    VEC_PUSH(blast->shared->mem, &blast->clause, part);
  }
  VEC_DONE(term_store_mem(store), &list);
  if (is_complete)
    sat_add_clause(blast->sat, blast->clause.at, blast->clause.n);
  return is_complete;
}

static bool add_formula(Blast *blast, Term t, Budget *budget) {
  TermStore *store = blast->shared->store;
  if (!is_and(store, t) || term_is_negated(t))
    return add_clause(blast, t, budget);
  TermList list = {0};
  term_conjuncts(store, t, &list);
  bool is_complete = true;
  for (uint32_t i = 0; i < list.n && is_complete; i++)
    is_complete = add_clause(blast, list.at[i], budget);
  VEC_DONE(term_store_mem(store), &list);
  return is_complete;
}

/* Lemmas that new array terms ask for join the queue. */
static void take_lemmas(Blast *blast) {
  for (uint32_t i = 0; i < blast->blaster.lemmas.n; i++)
    blast_add(blast, blast->blaster.lemmas.at[i]);
  VEC_CLEAR(&blast->blaster.lemmas);
}

static bool drain(Blast *blast, Budget *budget) {
  assert(blast->done <= blast->queue.n);
  take_lemmas(blast);
  while (blast->done < blast->queue.n) {
    if (!add_formula(blast, blast->queue.at[blast->done], budget)) return false;
    blast->done++;
    take_lemmas(blast);
  }
  VEC_CLEAR(&blast->queue);
  blast->done = 0;
  return true;
}

/* ---- checks ---- */

static void candidate_value(void *context, Term t, BvWord *words) {
  Blast *blast = context;
  uint32_t width;
  const SatLit *bits = blaster_bits(&blast->blaster, t, &width);
  memset(words, 0, sizeof *words * BV_WORDS(width));
  for (uint32_t i = 0; i < width; i++)
    if (sat_value(blast->sat, bits[i])) words[i / 64] |= (BvWord)1 << (i % 64);
  if (term_is_negated(t)) words[0] ^= 1;
}

/* Solve, then let the array theory object, until it has no objection. */
static SmtResult solve(Blast *blast, Budget *budget) {
  for (;;) {
    SmtResult result = sat_solve(blast->sat, blast->assumptions.at,
                                 blast->assumptions.n, budget);
    if (result != SMT_SAT || arrays_is_empty(blast->blaster.arrays))
      return result;
    const Term *lemmas;
    uint32_t n =
        arrays_check(blast->blaster.arrays, candidate_value, blast, &lemmas);
    if (n == 0) return SMT_SAT;
    assert(blast->queue.n == 0 && blast->done == 0);
    blast->shared->stats.lemmas += n;
    for (uint32_t i = 0; i < n; i++) blast_add(blast, lemmas[i]);
    if (!drain(blast, budget) || !smt_spend(blast->shared, budget, 1))
      return SMT_UNKNOWN;
  }
}

static SmtResult blast_check(void *self, const Term *assumptions, uint32_t n,
                             Budget *budget) {
  Blast *blast = self;
  VEC_CLEAR(&blast->assumptions);
  for (uint32_t i = 0; i < n; i++) {
    if (!blaster_visit(&blast->blaster, assumptions[i], budget))
      return SMT_UNKNOWN;
    VEC_PUSH(blast->shared->mem, &blast->assumptions,
             blaster_literal(&blast->blaster, assumptions[i]));
  }
  if (!drain(blast, budget)) return SMT_UNKNOWN;
  assert(blast->assumptions.n == n);
  return solve(blast, budget);
}

static bool blast_value(void *self, TermEval *eval, Term var,
                        TermValue *value) {
  Blast *blast = self;
  if (!blaster_has(&blast->blaster, var)) return false;
  Sort sort = term_sort(blast->shared->store, var);
  if (sort_kind(sort) == SORT_ARRAY)
    return arrays_value(blast->blaster.arrays, eval, var, value);
  uint32_t width = sort_kind(sort) == SORT_BOOL ? 1 : sort_width(sort);
  BvWord *words = MEM_ARRAY(blast->shared->mem, BvWord, BV_WORDS(width));
  candidate_value(blast, term_positive(var), words);
  *value = sort_kind(sort) == SORT_BOOL ? term_value_bool((int)words[0])
                                        : term_value_bv(eval, words, width);
  MEM_FREE_ARRAY(blast->shared->mem, words, BV_WORDS(width));
  return true;
}

/* No float ever gets here. */
static bool blast_unspecified(void *self, TermEval *eval, Term t,
                              TermValue *value) {
  (void)self, (void)eval, (void)t, (void)value;
  return false;
}

static bool blast_in_core(void *self, uint32_t i) {
  Blast *blast = self;
  require(i < blast->assumptions.n);
  return sat_failed(blast->sat, blast->assumptions.at[i]);
}

static const char *blast_refuses(TermStore *store, Term node) {
  Sort sort = term_sort(store, node);
  if (sort_kind(sort) == SORT_FLOAT) return "floats need z3";
  return arrays_refuses(store, node);
}

static const SmtBackend *const blast_other = &smt_z3;

const SmtBackend smt_blast = {
    "blast",       &blast_other,  blast_make,  blast_free,
    blast_add,     blast_check,   blast_value, blast_unspecified,
    blast_in_core, blast_refuses, NULL};
