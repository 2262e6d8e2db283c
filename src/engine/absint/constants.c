/* SPDX-License-Identifier: MIT
 *
 * Constants: which variables always have the same value at a location.
 *
 * The cheapest domain, and the only one that also speaks of value classes
 * (engine/shared/narrow.h).  One query decides about all variables together,
 * where an engine that is led by the property learns about them one by one: a
 * thousand flags that are always down when the loop begins cost two queries.
 *
 * Cost: every query that succeeds loses at least one variable; most lose
 * many. */
#include "engine/absint/absint_int.h"

struct AiShape {
  uint64_t *values;
  uint8_t *is_lost; /* no constant: another value was seen, or it is no word */
  bool reached;
};

static AiShape *make(Ai *ai, uint32_t loc) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  AiShape *shape = MEM_NEW(ai->mem, AiShape);
  shape->values = MEM_ARRAY(ai->mem, uint64_t, at->n_vars);
  shape->is_lost = MEM_ARRAY(ai->mem, uint8_t, at->n_vars);
  for (uint32_t i = 0; i < at->n_vars; i++)
    shape->is_lost[i] = !ai_is_number(ai, at->vars[i].now) &&
                        !ai_is_narrowed(ai, at->vars[i].now);
  return shape;
}

static void free_shape(Ai *ai, uint32_t loc, AiShape *shape) {
  uint32_t n = ai->ts->locations.at[loc].n_vars;
  MEM_FREE_ARRAY(ai->mem, shape->values, n);
  MEM_FREE_ARRAY(ai->mem, shape->is_lost, n);
  MEM_DELETE(ai->mem, shape);
}

static void include(Ai *ai, AiShape *shape, uint32_t loc, const AiSeen *seen) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < at->n_vars; i++) {
    if (shape->is_lost[i]) continue;
    uint64_t value = smt_value(seen->smt, at->vars[i].next).bits;
    if (seen->open[i] || (shape->reached && shape->values[i] != value))
      shape->is_lost[i] = 1;
    shape->values[i] = value;
  }
  shape->reached = true;
}

static Term invariant(Ai *ai, const AiShape *shape, uint32_t loc) {
  assert(shape->reached);
  const TsLocation *at = &ai->ts->locations.at[loc];
  TermList parts = {0};
  for (uint32_t i = 0; i < at->n_vars; i++) {
    if (shape->is_lost[i]) continue;
    Term now = at->vars[i].now;
    Term value =
        term_u64(ai->store, shape->values[i], term_width(ai->store, now));
    VEC_PUSH(ai->mem, &parts, term_eq(ai->store, now, value));
  }
  Term all = term_and_n(ai->store, parts.at, parts.n);
  VEC_DONE(ai->mem, &parts);
  return all;
}

const AiDomain ai_constants = {AI_BITS, make,      free_shape,
                               include, invariant, NULL};
