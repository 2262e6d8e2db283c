/* SPDX-License-Identifier: MIT
 *
 * Which bits of a state matter.
 *
 * The solver's model has a value for every gate.  Going back from the outputs
 * that are wanted, we keep for each gate inputs that alone give it its value:
 * one false input of a conjunction is enough, and so is the chosen input of a
 * multiplexer with its condition.  The bits of the state that are met keep
 * their values; all others may be anything, as long as the inputs stay.
 *
 * Where there is a choice, the input that costs fewer bits of the state is
 * taken.  The costs are found on the way forward, from the numbers of the
 * cheapest choices below; shared gates are counted more than once, so it is a
 * guess. */
#include "engine/bits/bits_int.h"

#include <stdlib.h>

enum { MOST_COST = 1 << 20, IN_CONE = 1, WANTED = 2 };

typedef struct Lift {
  Bits *b;
  const BitsEdge *edge;
  const Gate *gates;
} Lift;

static bool is_true(const Lift *l, SatLit literal) {
  return cdcl_is_true(l->edge->solver, literal);
}

static const Gate *gate_at(const Lift *l, uint32_t var) {
  uint32_t gate = l->edge->gate_of[var];
  return gate ? &l->gates[gate - 1] : NULL;
}

static uint32_t cost_of(const Lift *l, SatLit literal) {
  return l->b->cost.at[abs(literal)];
}

static uint32_t smaller(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/* ---- forward: costs ---- */

static uint32_t mux_cost(const Lift *l, const Gate *g) {
  uint32_t yes = cost_of(l, g->in[1]), no = cost_of(l, g->in[2]);
  uint32_t chosen = cost_of(l, g->in[0]) + (is_true(l, g->in[0]) ? yes : no);
  return is_true(l, g->in[1]) == is_true(l, g->in[2])
             ? smaller(chosen, yes + no)
             : chosen;
}

/* Of two inputs that agree, of three. */
static uint32_t majority_cost(const Lift *l, const Gate *g, bool value) {
  uint32_t sum = 0, most = 0, n = 0;
  for (int i = 0; i < 3; i++) {
    if (is_true(l, g->in[i]) != value) continue;
    uint32_t cost = cost_of(l, g->in[i]);
    sum += cost;
    most = cost > most ? cost : most;
    n++;
  }
  return n == 3 ? sum - most : sum;
}

static uint32_t gate_cost(const Lift *l, const Gate *g) {
  assert(g->kind != GATE_NONE && g->in[0] && g->in[1]);
  uint32_t a = cost_of(l, g->in[0]), b = cost_of(l, g->in[1]);
  switch (g->kind) {
  case GATE_AND:
    if (is_true(l, g->out)) return a + b;
    if (is_true(l, g->in[0])) return b;
    return is_true(l, g->in[1]) ? a : smaller(a, b);
  case GATE_XOR: return a + b;
  case GATE_XOR3: return a + b + cost_of(l, g->in[2]);
  case GATE_MUX: return mux_cost(l, g);
  case GATE_MAJORITY: return majority_cost(l, g, is_true(l, g->out));
  case GATE_NONE: break;
  }
  unreachable_case();
}

/* ---- backward: what is wanted ---- */

static void want(const Lift *l, SatLit literal) {
  assert(l->b->mark.at[abs(literal)] & IN_CONE);
  l->b->mark.at[abs(literal)] |= WANTED;
}

static bool is_wanted(const Lift *l, SatLit literal) {
  return l->b->mark.at[abs(literal)] & WANTED;
}

/* One of two that both suffice. */
static void want_cheaper(const Lift *l, SatLit a, SatLit b) {
  if (is_wanted(l, a) || is_wanted(l, b)) return;
  want(l, cost_of(l, a) <= cost_of(l, b) ? a : b);
}

static void want_for_mux(const Lift *l, const Gate *g) {
  SatLit chosen = is_true(l, g->in[0]) ? g->in[1] : g->in[2];
  if (is_true(l, g->in[1]) == is_true(l, g->in[2]) &&
      cost_of(l, g->in[1]) + cost_of(l, g->in[2]) <
          cost_of(l, g->in[0]) + cost_of(l, chosen)) {
    want(l, g->in[1]);
    want(l, g->in[2]);
    return;
  }
  want(l, g->in[0]);
  want(l, chosen);
}

static void want_for_majority(const Lift *l, const Gate *g) {
  bool value = is_true(l, g->out);
  int dear = -1, n = 0; /* the one that is left out if all agree */
  for (int i = 0; i < 3; i++) {
    if (is_true(l, g->in[i]) != value) continue;
    n++;
    if (dear < 0 || cost_of(l, g->in[i]) > cost_of(l, g->in[dear])) dear = i;
  }
  for (int i = 0; i < 3; i++)
    if (is_true(l, g->in[i]) == value && (n < 3 || i != dear))
      want(l, g->in[i]);
}

static void want_inputs(const Lift *l, const Gate *g) {
  switch (g->kind) {
  case GATE_AND:
    if (!is_true(l, g->out) && !is_true(l, g->in[0]) && !is_true(l, g->in[1])) {
      want_cheaper(l, g->in[0], g->in[1]);
      return;
    }
    for (int i = 0; i < 2; i++)
      if (is_true(l, g->in[i]) == is_true(l, g->out)) want(l, g->in[i]);
    return;
  case GATE_XOR3: want(l, g->in[2]); /* fall through */
  case GATE_XOR:
    want(l, g->in[0]);
    want(l, g->in[1]);
    return;
  case GATE_MUX: want_for_mux(l, g); return;
  case GATE_MAJORITY: want_for_majority(l, g); return;
  case GATE_NONE: break;
  }
  unreachable_case();
}

/* ---- all of it ---- */

/* Everything below the literal, in no order. */
static void find_cone(Lift *l, SatLit root) {
  Bits *b = l->b;
  VEC_PUSH(b->mem, &b->stack, (uint32_t)abs(root));
  for (uint32_t at = b->stack.n - 1; at < b->stack.n; at++) {
    uint32_t var = b->stack.at[at];
    if (b->mark.at[var] & IN_CONE) {
      b->stack.at[at--] = b->stack.at[--b->stack.n];
      continue;
    }
    b->mark.at[var] |= IN_CONE;
    const Gate *g = gate_at(l, var);
    for (int i = 0; g && i < 3 && g->in[i]; i++)
      if (!(b->mark.at[abs(g->in[i])] & IN_CONE))
        VEC_PUSH(b->mem, &b->stack, (uint32_t)abs(g->in[i]));
  }
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void find_costs(Lift *l) {
  Bits *b = l->b;
  for (uint32_t i = 0; i < b->stack.n; i++) {
    uint32_t var = b->stack.at[i];
    const Gate *g = gate_at(l, var);
    uint32_t cost = l->edge->latch_of[var] ? 1 : g ? gate_cost(l, g) : 0;
    b->cost.at[var] = smaller(cost, MOST_COST);
  }
}

static void collect(Lift *l, BitsCube *literals) {
  Bits *b = l->b;
  for (uint32_t i = b->stack.n; i-- > 0;) {
    uint32_t var = b->stack.at[i], latch = l->edge->latch_of[var];
    const Gate *g = gate_at(l, var);
    bool wanted = b->mark.at[var] & WANTED;
    b->mark.at[var] = 0;
    if (!wanted) continue;
    if (latch)
      VEC_PUSH(b->mem, literals,
               2 * (latch - 1) + !is_true(l, l->edge->now[latch - 1]));
    else if (g)
      want_inputs(l, g);
  }
  bits_cube_sort(literals);
}

void bits_lift(Bits *b, const BitsEdge *edge, const BitsCube *target,
               BitsCube *literals) {
  require(edge->solver && literals->n == 0);
  uint32_t n;
  Lift l = {b, edge, circuit_gates(edge->circuit, &n)};
  while (b->mark.n <= edge->n_vars) {
    VEC_PUSH(b->mem, &b->mark, 0);
    VEC_PUSH(b->mem, &b->cost, 0);
  }
  VEC_CLEAR(&b->stack);
  assert(is_true(&l, edge->taken));
  find_cone(&l, edge->taken);
  for (uint32_t i = 0; target && i < target->n; i++)
    find_cone(&l, edge->next[bits_latch(target->at[i])]);
  qsort(b->stack.at, b->stack.n, sizeof *b->stack.at, compare);
  find_costs(&l);
  want(&l, edge->taken);
  for (uint32_t i = 0; target && i < target->n; i++)
    want(&l, edge->next[bits_latch(target->at[i])]);
  collect(&l, literals);
  bits_name_origins(b, edge, literals);
}
