/* SPDX-License-Identifier: MIT
 *
 * On what does the value of a formula depend, under one assignment?
 *
 * Problem.  A falsifying assignment gives every node of the graph a value,
 * but most of them do not matter.  Expanding a summary that does not matter is
 * wasted, so the walk must leave out as much as it can, and cost no solver.
 *
 * Idea [BH07, Algorithms 2 and 3].  From the root, follow only operands that
 * explain the value of their node: one operand with an absorbing value (false
 * of "and", 0 of a product or of a bit-wise and, ones of a bit-wise or)
 * explains it alone; of an if-then-else, the condition and the branch that was
 * chosen do; otherwise all operands do.  Implication is an "and" here.
 *
 * Where we differ.  The paper's order is left open.  We go level by level, so
 * that the summary nearest to the root comes first, and among those of one
 * level the newest: the effect of a later call, whose arguments the older ones
 * are.  A variable may have a term below it (its expansion, or an axiom);
 * the walk goes on there, so that expanding needs no rebuilding of the graph.
 * We also know that nothing is below 0 and nothing above the greatest number,
 * and that shifting 0 gives 0.
 *
 * Invariant: any other assignment that agrees on the support gives the root
 * the same value.  Cost: every node is visited once. */
#include "engine/structural/structural.h"

typedef struct Refiner {
  TermStore *store;
  const StructWalk *walk;
  Map seen;
  Vec(Term) level; /* nodes of this distance from the root, positive */
  Vec(Term) next;
} Refiner;

static void visit(Refiner *r, Term t) {
  if (map_find(&r->seen, term_node(t))) return;
  map_put(&r->seen, term_node(t), 1);
  if (r->walk->met) map_put(r->walk->met, term_node(t), 1);
  VEC_PUSH(r->seen.mem, &r->next, term_positive(t));
}

static bool is_false(Refiner *r, Term t) {
  return r->walk->value(r->walk->context, t).bits == 0;
}

static bool is_zero(Refiner *r, Term t) {
  TermValue value = r->walk->value(r->walk->context, t);
  uint32_t width = sort_width(value.sort);
  assert(sort_kind(value.sort) == SORT_BV);
  return bv_is_zero(term_value_words(&value), width);
}

static bool is_ones(Refiner *r, Term t) {
  TermValue value = r->walk->value(r->walk->context, t);
  uint32_t width = sort_width(value.sort);
  return bv_is_ones(term_value_words(&value), width);
}

/* An operand that explains the value of the node alone, or none. */
static Term absorbing(Refiner *r, Term t) {
  assert(term_n_children(r->store, t) == 2);
  Term a = term_child(r->store, t, 0), b = term_child(r->store, t, 1);
  switch ((int)term_kind(r->store, t)) {
  case TERM_AND: return is_false(r, a) ? a : is_false(r, b) ? b : TERM_NONE;
  case TERM_MUL:
  case TERM_BVAND: return is_zero(r, a) ? a : is_zero(r, b) ? b : TERM_NONE;
  case TERM_BVOR: return is_ones(r, a) ? a : is_ones(r, b) ? b : TERM_NONE;
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: return is_zero(r, a) ? a : TERM_NONE;
  case TERM_ULT: return is_zero(r, b) ? b : is_ones(r, a) ? a : TERM_NONE;
  default: return TERM_NONE;
  }
}

static void visit_operands(Refiner *r, Term t) {
  uint32_t n = term_n_children(r->store, t);
  if (term_kind(r->store, t) == TERM_ITE) {
    Term cond = term_child(r->store, t, 0);
    visit(r, cond);
    visit(r, term_child(r->store, t, is_false(r, cond) ? 2 : 1));
    return;
  }
  Term alone = n == 2 ? absorbing(r, t) : TERM_NONE;
  if (alone.id) {
    visit(r, alone);
    return;
  }
  for (uint32_t i = 0; i < n; i++) visit(r, term_child(r->store, t, i));
}

/* One level; the newest wanted variable in it, or none. */
static Term walk_level(Refiner *r, TermList *support) {
  Term found = TERM_NONE;
  for (uint32_t i = 0; i < r->level.n; i++) {
    Term t = r->level.at[i];
    assert(!term_is_negated(t));
    if (!term_is_var(r->store, t)) {
      visit_operands(r, t);
      continue;
    }
    VEC_PUSH(r->seen.mem, support, t);
    if (r->walk->wanted(r->walk->context, t) && t.id > found.id) found = t;
    Term below = r->walk->below(r->walk->context, t);
    if (below.id) visit(r, below);
  }
  return found;
}

Term struct_refine(TermStore *store, Term root, const StructWalk *walk,
                   TermList *support) {
  Refiner r = {.store = store, .walk = walk};
  Mem *mem = term_store_mem(store);
  Term found = TERM_NONE;
  map_init(&r.seen, mem);
  visit(&r, root);
  while (r.next.n) {
    VEC_CLEAR(&r.level);
    for (uint32_t i = 0; i < r.next.n; i++)
      VEC_PUSH(mem, &r.level, r.next.at[i]);
    VEC_CLEAR(&r.next);
    Term here = walk_level(&r, support);
    if (!found.id) found = here;
  }
  VEC_DONE(mem, &r.level);
  VEC_DONE(mem, &r.next);
  map_done(&r.seen);
  assert(!found.id || term_is_var(store, found));
  return found;
}
