/* SPDX-License-Identifier: MIT
 *
 * Variables that an edge leaves open.
 *
 * Where a variable of the target gets an input that nothing else looks at, it
 * can have every value beside whatever values the others have: no bound and no
 * equation that speaks of it can hold.  One model of the edge then shows as
 * much about it as hundreds would, one bound after the other.
 *
 * Such a variable x' occurs in the edge's formula only in equations x' = v, one
 * for each way into the target, where v is private to the edge and occurs
 * nowhere else.  Given any model, all these v and x' can be changed to any
 * value together.
 *
 * Nothing depends on being right here: a domain that forgets too much is still
 * only believed when its invariant is inductive.
 *
 * Cost: one walk over the formula. */
#include "engine/absint/absint_int.h"

typedef struct Uses { /* of variables in one formula */
  TermStore *store;
  Map count;  /* node of a variable -> operands that are it */
  Map spoilt; /* ... which is an operand of something but such an equation */
} Uses;

static void count_operands(Uses *uses, Term node) {
  for (uint32_t i = 0; i < term_n_children(uses->store, node); i++) {
    Term child = term_child(uses->store, node, i);
    if (!term_is_var(uses->store, child)) continue;
    uint64_t before = map_get(&uses->count, term_node(child), 0);
    map_put(&uses->count, term_node(child), before + 1);
  }
}

static bool is_used_once(const Uses *uses, Term t) {
  return term_is_var(uses->store, t) &&
         map_get(&uses->count, term_node(t), 0) == 1;
}

/* Variables beside which there is anything but a private one. */
static void find_spoilt(Uses *uses, Term node) {
  bool equation = term_kind(uses->store, node) == TERM_EQ;
  assert(!equation || term_n_children(uses->store, node) == 2);
  uint32_t n = term_n_children(uses->store, node);
  for (uint32_t i = 0; i < n; i++) {
    Term child = term_child(uses->store, node, i);
    if (!term_is_var(uses->store, child)) continue;
    if (!equation || !is_used_once(uses, term_child(uses->store, node, 1 - i)))
      map_put(&uses->spoilt, term_node(child), 1);
  }
}

static void for_all_nodes(Uses *uses, Term formula,
                          void (*see)(Uses *uses, Term node)) {
  TermWalk walk;
  term_walk_init(&walk, uses->store);
  term_walk_push(&walk, formula);
  for (Term t; (t = term_walk_next(&walk)).id;) see(uses, t);
  term_walk_done(&walk);
}

void ai_find_open(Ai *ai, uint32_t e, uint8_t *open) {
  require(e < ai->ts->edges.n);
  const TsEdge *edge = &ai->ts->edges.at[e];
  const TsLocation *from = ts_location(ai->ts, edge->source);
  const TsLocation *to = ts_location(ai->ts, edge->target);
  Uses uses = {.store = ai->store};
  map_init(&uses.count, ai->mem);
  map_init(&uses.spoilt, ai->mem);
  for_all_nodes(&uses, edge->formula, count_operands);
  for (uint32_t i = 0; i < from->n_vars; i++) /* these are not private */
    map_put(&uses.count, term_node(from->vars[i].now), 2);
  for_all_nodes(&uses, edge->formula, find_spoilt);
  for (uint32_t i = 0; i < to->n_vars; i++)
    open[i] = !map_find(&uses.spoilt, term_node(to->vars[i].next));
  map_done(&uses.count);
  map_done(&uses.spoilt);
}
