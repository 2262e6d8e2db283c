/* SPDX-License-Identifier: MIT
 *
 * Unit propagation on terms.
 *
 * A conjunct is read as a clause: "not (a and b and not (c and d))" is
 * "not a or not b or p", where p is the term "c and d" itself.  For such a p
 * there are the clauses "p implies c", "p implies d" and no others: it stands
 * only for itself, so what follows of p being false is not needed.  Everything
 * that is no conjunction is an atom.  No variable is made: literals are terms,
 * each clause is a conjunct or holds always, so whatever is propagated follows
 * from the conjuncts in the exact meaning of terms.
 *
 * Two watched literals per clause, in lists linked through the clauses, so that
 * undoing an assumption is to forget the trail's end.
 *
 * Cost: linear in the clauses touched. */
#include "smt/split/units_int.h"

void units_init(Units *units, TermStore *store) {
  *units = (Units){.mem = term_store_mem(store), .store = store};
  map_init(&units->numbers, units->mem);
}

void units_done(Units *units) {
  map_done(&units->numbers);
  VEC_DONE(units->mem, &units->terms);
  VEC_DONE(units->mem, &units->truth);
  VEC_DONE(units->mem, &units->heads);
  VEC_DONE(units->mem, &units->next);
  VEC_DONE(units->mem, &units->starts);
  VEC_DONE(units->mem, &units->lits);
  VEC_DONE(units->mem, &units->trail);
  VEC_DONE(units->mem, &units->ands);
}

/* ---- literals ---- */

uint32_t units_number(Units *units, Term t) {
  const uint64_t *known = map_find(&units->numbers, term_node(t));
  if (known) return (uint32_t)*known;
  uint32_t number = units->terms.n;
  map_put(&units->numbers, term_node(t), number);
  VEC_PUSH(units->mem, &units->terms, term_positive(t));
  VEC_PUSH(units->mem, &units->truth, TRUTH_OPEN);
  for (uint32_t i = 0; i < 2; i++)
    VEC_PUSH(units->mem, &units->heads, UNITS_NONE);
  return number;
}

static uint32_t literal_of(Units *units, Term t) {
  return units_number(units, t) * 2 + term_is_negated(t);
}

static Truth truth_of(const Units *units, uint32_t literal) {
  assert(literal / 2 < units->truth.n);
  Truth truth = (Truth)units->truth.at[literal / 2];
  if (truth == TRUTH_OPEN || literal % 2 == 0) return truth;
  return truth == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
}

Truth units_truth(const Units *units, Term t) {
  const uint64_t *known = map_find(&units->numbers, term_node(t));
  if (!known) return TRUTH_OPEN;
  return truth_of(units, (uint32_t)*known * 2 + term_is_negated(t));
}

/* ---- clauses ---- */

static bool is_and(const Units *units, Term t) {
  return term_kind(units->store, t) == TERM_AND;
}

/* Add the alternatives of `t` to the clause in the making. */
static void add_alternatives(Units *units, Term t) {
  TermList parts = {0};
  if (is_and(units, t) && term_is_negated(t))
    term_conjuncts(units->store, term_not(t), &parts);
  else
    VEC_PUSH(units->mem, &parts, term_not(t));
  for (uint32_t i = 0; i < parts.n; i++) {
    Term literal = term_not(parts.at[i]);
    uint32_t before = units->terms.n, made = literal_of(units, literal);
    VEC_PUSH(units->mem, &units->lits, made);
    if (is_and(units, literal) && units->terms.n > before)
      VEC_PUSH(units->mem, &units->ands, term_positive(literal));
  }
  VEC_DONE(units->mem, &parts);
}

static void watch(Units *units, uint32_t clause, uint32_t slot) {
  assert(clause < units->starts.n && slot < 2);
  uint32_t literal = units->lits.at[units->starts.at[clause] + slot];
  units->next.at[clause * 2 + slot] = units->heads.at[literal];
  units->heads.at[literal] = clause * 2 + slot;
}

static void hold(Units *units, uint32_t literal) {
  assert(truth_of(units, literal) == TRUTH_OPEN);
  units->truth.at[literal / 2] = literal % 2 ? TRUTH_FALSE : TRUTH_TRUE;
  VEC_PUSH(units->mem, &units->trail, literal);
}

/* The literals from starts[last] on are a clause. */
static void end_clause(Units *units) {
  uint32_t clause = units->starts.n - 1, start = VEC_LAST(&units->starts);
  assert(start < units->lits.n);
  for (uint32_t i = 0; i < 2; i++)
    VEC_PUSH(units->mem, &units->next, UNITS_NONE);
  if (units->lits.n - start >= 2) {
    watch(units, clause, 0);
    watch(units, clause, 1);
    return;
  }
  uint32_t literal = units->lits.at[start];
  if (truth_of(units, literal) == TRUTH_FALSE) units->is_contradictory = true;
  if (truth_of(units, literal) == TRUTH_OPEN) hold(units, literal);
}

/* The conjunction implies its parts. */
static void add_parts_of(Units *units, Term conjunction) {
  TermList parts = {0};
  term_conjuncts(units->store, conjunction, &parts);
  for (uint32_t i = 0; i < parts.n; i++) {
    VEC_PUSH(units->mem, &units->starts, units->lits.n);
    VEC_PUSH(units->mem, &units->lits, literal_of(units, conjunction) ^ 1);
    add_alternatives(units, parts.at[i]);
    end_clause(units);
  }
  VEC_DONE(units->mem, &parts);
}

uint32_t units_add(Units *units, Term t) {
  assert(term_is_bool(units->store, t));
  assert(units->propagated == 0);
  uint32_t clause = units->starts.n;
  VEC_PUSH(units->mem, &units->starts, units->lits.n);
  add_alternatives(units, t);
  end_clause(units);
  while (units->ands.n) add_parts_of(units, VEC_POP(&units->ands));
  return clause;
}

uint32_t units_clause_size(const Units *units, uint32_t clause) {
  assert(clause < units->starts.n);
  uint32_t end = clause + 1 < units->starts.n ? units->starts.at[clause + 1]
                                              : units->lits.n;
  return end - units->starts.at[clause];
}

Term units_clause_term(const Units *units, uint32_t clause, uint32_t i) {
  assert(i < units_clause_size(units, clause));
  uint32_t literal = units->lits.at[units->starts.at[clause] + i];
  Term t = units->terms.at[literal / 2];
  return literal % 2 ? term_not(t) : t;
}

bool units_is_satisfied(const Units *units, uint32_t clause) {
  const uint32_t *lits = &units->lits.at[units->starts.at[clause]];
  for (uint32_t i = units_clause_size(units, clause); i-- > 0;)
    if (truth_of(units, lits[i]) == TRUTH_TRUE) return true;
  return false;
}

/* ---- propagation ---- */

/* Watch another literal instead of a false one; false: there is none. */
static bool watch_another(Units *units, uint32_t clause, uint32_t slot) {
  uint32_t *lits = &units->lits.at[units->starts.at[clause]];
  uint32_t n = units_clause_size(units, clause);
  for (uint32_t i = 2; i < n; i++) {
    if (truth_of(units, lits[i]) == TRUTH_FALSE) continue;
    uint32_t other = lits[i];
    lits[i] = lits[slot];
    lits[slot] = other;
    watch(units, clause, slot);
    return true;
  }
  return false;
}

/* Some clauses have lost this literal; false: one has lost all. */
static bool visit_watches(Units *units, uint32_t lost) {
  assert(truth_of(units, lost) == TRUTH_FALSE);
  uint32_t at = units->heads.at[lost];
  bool good = true;
  units->heads.at[lost] = UNITS_NONE;
  while (at != UNITS_NONE) {
    uint32_t clause = at / 2, slot = at % 2, after = units->next.at[at];
    uint32_t other = units->lits.at[units->starts.at[clause] + 1 - slot];
    if (!good || truth_of(units, other) == TRUTH_TRUE ||
        !watch_another(units, clause, slot)) {
      watch(units, clause, slot);
      if (good && truth_of(units, other) == TRUTH_FALSE) good = false;
      if (good && truth_of(units, other) == TRUTH_OPEN) hold(units, other);
    }
    at = after;
  }
  return good;
}

bool units_propagate(Units *units) {
  if (units->is_contradictory) return false;
  while (units->propagated < units->trail.n) {
    uint32_t literal = units->trail.at[units->propagated++];
    if (!visit_watches(units, literal ^ 1)) return false;
  }
  return true;
}

bool units_assume(Units *units, Term t) {
  uint32_t literal = literal_of(units, t);
  if (truth_of(units, literal) == TRUTH_FALSE) return false;
  if (truth_of(units, literal) == TRUTH_OPEN) hold(units, literal);
  return units_propagate(units);
}

void units_undo(Units *units, uint32_t trail) {
  assert(trail <= units->trail.n);
  while (units->trail.n > trail)
    units->truth.at[VEC_POP(&units->trail) / 2] = TRUTH_OPEN;
  units->propagated = trail;
}
