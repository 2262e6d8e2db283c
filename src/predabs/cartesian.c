/* SPDX-License-Identifier: MIT
 *
 * Cartesian abstraction: the strongest conjunction of literals [GS97 §4].
 *
 * Each predicate, or its negation, is in the answer if the formula implies it.
 * It loses disjunctions ("x = 0 or y = 0"), which enumeration keeps, but needs
 * at most n + 1 checks.
 *
 * Difference to the paper: one solver answers everything, each question is one
 * assumption, and a model is never wasted.  The first model leaves one
 * candidate of p and not p for each predicate; a model of "formula and not
 * candidate" rules out that candidate and every other one it falsifies.
 *
 * Invariant: the answer is implied by the formula, whatever the limits.
 */
#include "predabs/predabs_int.h"

typedef enum Candidate { IS_OPEN, IS_IMPLIED, IS_RULED_OUT } Candidate;

typedef struct Cartesian {
  const PredabsQuery *query;
  Budget *budget;
  PredabsStats *stats;
  Mem *mem;
  Vec(Term) assumed;
  Term *literal;    /* by predicate: the side that the first model shows */
  uint8_t *verdict; /* by predicate: Candidate */
  int has_given_up;
} Cartesian;

static SmtResult check(Cartesian *c, Term extra) {
  if (extra.id) VEC_PUSH(c->mem, &c->assumed, extra);
  SmtResult result =
      smt_check_within(c->query->smt, c->assumed.at, c->assumed.n, c->budget,
                       c->query->question_ticks);
  if (extra.id) c->assumed.n--;
  c->stats->checks++;
  if (result == SMT_UNKNOWN) c->has_given_up = 1;
  return result;
}

static void read_first_model(Cartesian *c) {
  for (uint32_t i = 0; i < c->query->n; i++) {
    Term p = c->query->predicates[i];
    c->literal[i] = smt_is_true(c->query->smt, p) ? p : term_not(p);
  }
}

static void rule_out(Cartesian *c) {
  for (uint32_t i = 0; i < c->query->n; i++) {
    if (c->verdict[i] != IS_OPEN || smt_is_true(c->query->smt, c->literal[i]))
      continue;
    c->verdict[i] = IS_RULED_OUT;
    c->stats->ruled_out++;
  }
}

/* A candidate on which the solver gives up is not in the answer. */
static void decide(Cartesian *c) {
  for (uint32_t i = 0; i < c->query->n; i++) {
    if (c->verdict[i] != IS_OPEN) continue;
    if (c->budget && budget_is_spent(c->budget)) {
      c->has_given_up = 1;
      return;
    }
    SmtResult result = check(c, term_not(c->literal[i]));
    c->verdict[i] = result == SMT_UNSAT ? IS_IMPLIED : IS_RULED_OUT;
    if (result == SMT_SAT) rule_out(c);
  }
}

static Dd conjunction(Cartesian *c, DdStore *dd) {
  const PredabsQuery *query = c->query;
  Dd states = dd_true();
  for (uint32_t i = query->n; i-- > 0;) {
    if (c->verdict[i] != IS_IMPLIED) continue;
    assert(term_node(c->literal[i]) == term_node(query->predicates[i]));
    int truth = term_same(c->literal[i], query->predicates[i]);
    states = dd_and(dd, states, dd_literal(dd, query->vars[i], truth));
  }
  return states;
}

static Dd cartesian(Cartesian *c, DdStore *dd) {
  SmtResult first = check(c, TERM_NONE);
  if (first == SMT_UNSAT) return dd_false();
  if (first == SMT_UNKNOWN) return dd_true();
  read_first_model(c);
  decide(c);
  return conjunction(c, dd);
}

PredabsAnswer predabs_finish(DdStore *dd, Dd states, PredabsQuality quality,
                             PredabsStats *stats) {
  require(states.id);
  if (dd_is_stopped(dd)) {
    states = dd_true();
    quality = PREDABS_WEAKER;
  }
  stats->queries++;
  if (quality == PREDABS_WEAKER) stats->weaker++;
  return (PredabsAnswer){quality, states};
}

PredabsAnswer predabs_cartesian(DdStore *dd, const PredabsQuery *query,
                                Budget *budget, PredabsStats *stats) {
  for (uint32_t i = 0; i < query->n; i++)
    require(query->vars[i].id < dd_n_vars(dd));
  PredabsStats unused = {0};
  Mem *mem = dd_mem(dd);
  Cartesian c = {.query = query,
                 .budget = budget,
                 .stats = stats ? stats : &unused,
                 .mem = mem};
  for (uint32_t i = 0; i < query->n_assumptions; i++)
    VEC_PUSH(mem, &c.assumed, query->assumptions[i]);
  c.literal = MEM_ARRAY(mem, Term, query->n);
  c.verdict = MEM_ARRAY(mem, uint8_t, query->n);
  Dd states = cartesian(&c, dd);
  MEM_FREE_ARRAY(mem, c.literal, query->n);
  MEM_FREE_ARRAY(mem, c.verdict, query->n);
  VEC_DONE(mem, &c.assumed);
  return predabs_finish(
      dd, states, c.has_given_up ? PREDABS_WEAKER : PREDABS_STRONGEST, c.stats);
}
