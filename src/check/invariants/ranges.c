/* SPDX-License-Identifier: MIT
 *
 * What is said of one number in a roundabout way, as its range.
 *
 * Checks of the machine speak of bytes: (68 - n * 4) >= 4 is n <= 16.  Of the
 * conjuncts that speak of one number alone the least and the greatest value
 * that they allow are found by halving, with a solver; if all between are
 * allowed, too, the two bounds take their place. */
#include "check/invariants/ranges.h"

#include "smt/smt.h"

enum { MOST_CONJUNCTS = 40, MOST_NODES = 60, TICKS_OF_ONE = 30 };

typedef struct Search {
  TermStore *store;
  Mem *mem;
  Smt *smt;
  Budget *budget;
  Term number;
  TermCSign sign;
  TermList group;
  bool failed; /* the solver had no answer */
} Search;

/* ---- what a conjunct speaks of ---- */

/* Is it a variable or a cell? */
static bool is_atom(const TermStore *store, Term t) {
  TermKind kind = term_kind(store, t);
  return kind == TERM_VAR || kind == TERM_SELECT;
}

/* The only number that it speaks of; none: there are others, or it is large. */
static Term only_number(const TermStore *store, Mem *mem, Term conjunct) {
  TermList stack = {0};
  Term found = TERM_NONE;
  bool good = true;
  VEC_PUSH(mem, &stack, conjunct);
  for (uint32_t n = 0; stack.n && good; n++) {
    Term t = VEC_POP(&stack);
    good = n < MOST_NODES;
    if (is_atom(store, t)) {
      good = good && sort_kind(term_sort(store, t)) == SORT_BV &&
             (!found.id || term_same(found, t));
      found = t;
      continue;
    }
    for (uint32_t i = 0; i < term_n_children(store, t); i++)
      VEC_PUSH(mem, &stack, term_child(store, t, i));
  }
  VEC_DONE(mem, &stack);
  return good ? found : TERM_NONE;
}

/* A bound, or a number that it equals or not: C says that best. */
static bool is_plain(const TermStore *store, Term conjunct) {
  if (term_is_linear(store, conjunct)) {
    TermLinear atom;
    term_linear_get(store, conjunct, &atom);
    return atom.n == 1;
  }
  bool plain = term_kind(store, conjunct) != TERM_AND;
  for (uint32_t i = 0; i < term_n_children(store, conjunct); i++) {
    TermKind kind = term_kind(store, term_child(store, conjunct, i));
    plain &= kind == TERM_VAR || kind == TERM_SELECT || kind == TERM_CONST;
  }
  return plain;
}

/* ---- its range ---- */

/* Value number k in the order of the number's sign. */
static Term value_at(const Search *s, uint64_t k) {
  uint32_t bits = term_width(s->store, s->number);
  assert(bits > 0 && bits <= 64);
  if (s->sign == TERM_C_SIGNED) k ^= (uint64_t)1 << (bits - 1);
  return term_u64(s->store, k, bits);
}

static Term is_up_to(const Search *s, Term a, Term b) {
  return s->sign == TERM_C_SIGNED ? term_sle(s->store, a, b)
                                  : term_ule(s->store, a, b);
}

static bool can_be(Search *s, Term condition) {
  assert(term_is_bool(s->store, condition) && s->group.n > 0);
  TermList all = {0};
  for (uint32_t i = 0; i < s->group.n; i++)
    VEC_PUSH(s->mem, &all, s->group.at[i]);
  VEC_PUSH(s->mem, &all, condition);
  SmtResult result =
      smt_check_within(s->smt, all.at, all.n, s->budget, TICKS_OF_ONE);
  s->failed |= result == SMT_UNKNOWN;
  VEC_DONE(s->mem, &all);
  return result != SMT_UNSAT;
}

/* The greatest value number, or the least. */
static uint64_t find_end(Search *s, bool greatest) {
  uint32_t bits = term_width(s->store, s->number);
  uint64_t low = 0, high = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
  while (low < high && !s->failed) {
    uint64_t middle = low + (high - low) / 2;
    Term cut = value_at(s, greatest ? middle + 1 : middle);
    bool beyond = can_be(s, greatest ? is_up_to(s, cut, s->number)
                                     : is_up_to(s, s->number, cut));
    if (greatest ? beyond : !beyond)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Do the bounds say all that the group does? */
static bool says_all(Search *s, Term bounds) {
  Term group = term_and_n(s->store, s->group.at, s->group.n);
  Term assumed[] = {bounds, term_not(group)};
  return smt_check_within(s->smt, assumed, 2, s->budget, TICKS_OF_ONE) ==
         SMT_UNSAT;
}

/* ---- all of them ---- */

static void replace_group(Search *s, TermList *conjuncts, Term low, Term high) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    bool gone = false;
    for (uint32_t k = 0; k < s->group.n; k++)
      gone |= term_same(conjuncts->at[i], s->group.at[k]);
    if (!gone) conjuncts->at[kept++] = conjuncts->at[i];
  }
  assert(kept < conjuncts->n);
  conjuncts->n = kept;
  if (!term_is_true(low)) VEC_PUSH(s->mem, conjuncts, low);
  if (!term_is_true(high)) VEC_PUSH(s->mem, conjuncts, high);
}

static void simplify_number(Search *s, TermList *conjuncts) {
  bool is_plain_already = true;
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    Term own = only_number(s->store, s->mem, conjuncts->at[i]);
    if (!own.id || !term_same(own, s->number)) continue;
    VEC_PUSH(s->mem, &s->group, conjuncts->at[i]);
    is_plain_already &= is_plain(s->store, conjuncts->at[i]);
    s->failed |= !smt_supports(&smt_blast, s->store, conjuncts->at[i]);
  }
  if (is_plain_already || s->failed) return;
  Term low = is_up_to(s, value_at(s, find_end(s, false)), s->number);
  Term high = is_up_to(s, s->number, value_at(s, find_end(s, true)));
  if (!s->failed && says_all(s, term_and(s->store, low, high)))
    replace_group(s, conjuncts, low, high);
}

void ranges_simplify(TermStore *store, TermList *conjuncts, Budget *budget,
                     TermCName *name_of, void *context) {
  if (conjuncts->n > MOST_CONJUNCTS) return;
  Mem *mem = term_store_mem(store);
  TermList numbers = {0};
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    Term number = only_number(store, mem, conjuncts->at[i]);
    bool known = !number.id || term_width(store, number) > 64;
    for (uint32_t k = 0; k < numbers.n; k++)
      known |= term_same(numbers.at[k], number);
    if (!known) VEC_PUSH(mem, &numbers, number);
  }
  for (uint32_t i = 0; i < numbers.n && !budget_is_spent(budget); i++) {
    Search s = {
        .store = store, .mem = mem, .budget = budget, .number = numbers.at[i]};
    if (!name_of(context, s.number, &s.sign)) continue;
    s.smt = smt_new(mem, store, &smt_blast, (SmtOptions){0});
    simplify_number(&s, conjuncts);
    smt_free(s.smt);
    VEC_DONE(mem, &s.group);
  }
  VEC_DONE(mem, &numbers);
}
