/* SPDX-License-Identifier: MIT
 *
 * Edges as circuits.
 *
 * The formula of an edge relates states; a circuit computes.  It is made from
 * the blocks of the edge, in their order: a block is visited if one way into it
 * is taken and its constraint holds; a variable that the ways into a block give
 * a value to is chosen by the way that is taken.  No two ways are taken at the
 * same time, as control is at one place.  What nothing gives a value to is an
 * input.  In the end there is one Boolean, "the edge can be taken", and a term
 * for each variable of the target, over the source's variables and inputs.
 *
 * That is a choice and no approximation.  Should it fail for some system, then
 * a proof fails where it is checked against the formula, and so does an
 * execution. */
#include "engine/bits/bits_int.h"

#include <stdlib.h>

enum {
  MOST_NODES = 300000, /* of all edges, as terms */
  MOST_GATES = 800000,
  GATES_OF_A_TICK = 256 /* of the bit-blaster */
};

/* One edge on its way. */
typedef struct Flow {
  const TsEdge *edge;
  TermStore *store;
  TermMap *map; /* from the terms of the edge */
  BitsPush *push;
  Term *visited; /* by block */
} Flow;

static Term way_taken(Flow *f, const TsStep *step) {
  assert(step->from < f->edge->n_blocks && f->visited[step->from].id);
  return term_and(f->store, f->visited[step->from],
                  term_map_apply(f->map, step->guard));
}

static Term value_given(Flow *f, const TsStep *step, Term var) {
  for (uint32_t i = 0; i < step->n_assigns; i++)
    if (term_same(step->assigns[i].var, var))
      return term_map_apply(f->map, step->assigns[i].value);
  return var; /* an input */
}

/* The value of a variable behind all ways into the block. */
static Term chosen_value(Flow *f, const TsBlock *block, const Term *taken,
                         Term var) {
  assert(block->n_steps > 0 && term_is_var(f->store, var));
  uint32_t last = block->n_steps - 1;
  Term value = value_given(f, &block->steps[last], var);
  for (uint32_t s = last; s-- > 0;)
    value = term_ite(f->store, taken[s], value_given(f, &block->steps[s], var),
                     value);
  return value;
}

/* False: the block is not of the shape we know. */
static bool follow_block(Flow *f, uint32_t b, Mem *mem) {
  const TsBlock *block = &f->edge->blocks[b];
  if (!term_is_var(f->store, block->visited)) return false;
  Term *taken = MEM_ARRAY(mem, Term, block->n_steps);
  Map values; /* variable -> its value, put into the map all at once */
  map_init(&values, mem);
  for (uint32_t s = 0; s < block->n_steps; s++)
    taken[s] = way_taken(f, &block->steps[s]);
  for (uint32_t s = 0; s < block->n_steps; s++)
    for (uint32_t i = 0; i < block->steps[s].n_assigns; i++) {
      Term var = block->steps[s].assigns[i].var;
      if (!map_find(&values, var.id))
        map_put(&values, var.id, chosen_value(f, block, taken, var).id);
    }
  for (uint32_t i = 0; i < values.n; i++)
    term_map_put(f->map, (Term){(uint32_t)values.entries[i].key},
                 (Term){(uint32_t)values.entries[i].value});
  Term some = term_or_n(f->store, taken, block->n_steps);
  f->visited[b] =
      term_and(f->store, some, term_map_apply(f->map, block->constraint));
  term_map_put(f->map, block->visited, f->visited[b]);
  map_done(&values);
  MEM_FREE_ARRAY(mem, taken, block->n_steps);
  return true;
}

static bool follow(Flow *f, Mem *mem) {
  f->visited[0] = term_map_apply(f->map, f->edge->blocks[0].constraint);
  for (uint32_t b = 1; b < f->edge->n_blocks; b++)
    if (!follow_block(f, b, mem)) return false;
  return true;
}

/* ---- bits ---- */

static bool add_term(Bits *b, BitsEdge *edge, Term t, Budget *budget) {
  return circuit_supports(b->store, t) && circuit_add(edge->circuit, t, budget);
}

/* Literals of the bits of a variable's term, to `out`. */
static bool add_word(Bits *b, BitsEdge *edge, Term t, SatLit *out,
                     Budget *budget) {
  if (!add_term(b, edge, t, budget)) return false;
  uint32_t width;
  if (term_is_bool(b->store, t)) {
    out[0] = circuit_literal(edge->circuit, t);
    return true;
  }
  const SatLit *bits = circuit_bits(edge->circuit, t, &width);
  memcpy(out, bits, sizeof *out * width);
  return true;
}

static bool add_source(Bits *b, BitsEdge *edge, Budget *budget) {
  const TsLocation *source = &b->ts->locations.at[edge->source];
  const BitsPlace *place = &b->places[edge->source];
  edge->now = MEM_ARRAY(b->mem, SatLit, place->n_latches);
  bool good = true;
  for (uint32_t v = 0; v < source->n_vars && good; v++)
    good = add_word(b, edge, source->vars[v].now, edge->now + place->first[v],
                    budget);
  for (uint32_t i = 0; i < place->signals.n && good; i++)
    good = add_word(b, edge, place->signals.at[i],
                    edge->now + place->n_bits + i, budget);
  return good;
}

static bool add_target(Bits *b, BitsEdge *edge, Flow *f, Budget *budget) {
  const TsLocation *target = &b->ts->locations.at[edge->target];
  const BitsPlace *place = &b->places[edge->target];
  edge->next = MEM_ARRAY(b->mem, SatLit, place->n_latches);
  TermMap *there = term_map_new(b->store, b->store);
  bool good = true;
  for (uint32_t v = 0; v < target->n_vars && good; v++) {
    Term value = term_map_apply(f->map, target->vars[v].next);
    term_map_put(there, target->vars[v].now, value);
    good = add_word(b, edge, bits_push_apply(f->push, value),
                    edge->next + place->first[v], budget);
  }
  for (uint32_t i = 0; i < place->signals.n && good; i++) {
    Term value = term_map_apply(there, place->signals.at[i]);
    good = add_word(b, edge, bits_push_apply(f->push, value),
                    edge->next + place->n_bits + i, budget);
  }
  term_map_free(there);
  return good;
}

static bool add_taken(Bits *b, BitsEdge *edge, Flow *f, Budget *budget) {
  Term last = f->visited[f->edge->n_blocks - 1];
  return add_word(b, edge, bits_push_apply(f->push, last), &edge->taken,
                  budget);
}

static void index_vars(Bits *b, BitsEdge *edge) {
  uint32_t n;
  const Gate *gates = circuit_gates(edge->circuit, &n);
  edge->n_vars = circuit_n_vars(edge->circuit);
  edge->gate_of = MEM_ARRAY(b->mem, uint32_t, edge->n_vars + 1);
  edge->latch_of = MEM_ARRAY(b->mem, uint32_t, edge->n_vars + 1);
  for (uint32_t i = 0; i < n; i++) edge->gate_of[gates[i].out] = i + 1;
  for (uint32_t l = 0; l < b->places[edge->source].n_latches; l++) {
    uint32_t var = (uint32_t)abs(edge->now[l]);
    assert(l >= b->places[edge->source].n_bits || !edge->gate_of[var]);
    if (var > 1 && !edge->latch_of[var]) edge->latch_of[var] = l + 1;
  }
}

static bool make_circuit(Bits *b, uint32_t e, Term seed, Budget *budget) {
  BitsEdge *edge = &b->edges[e];
  const TsEdge *from = &b->ts->edges.at[e];
  *edge = (BitsEdge){.source = from->source.id, .target = from->target.id};
  edge->circuit = circuit_new(b->mem, b->store);
  Flow f = {.edge = from,
            .store = b->store,
            .map = term_map_new(b->store, b->store),
            .push = bits_push_new(b),
            .visited = MEM_ARRAY(b->mem, Term, from->n_blocks)};
  bool good = add_source(b, edge, budget) && follow(&f, b->mem) &&
              add_taken(b, edge, &f, budget) &&
              add_target(b, edge, &f, budget) &&
              add_word(b, edge, seed, &edge->seed, budget);
  if (good) index_vars(b, edge);
  bits_push_free(b, f.push);
  term_map_free(f.map);
  MEM_FREE_ARRAY(b->mem, f.visited, from->n_blocks);
  return good;
}

/* ---- latches ---- */

static uint32_t bits_of_sort(Sort sort) {
  return sort_kind(sort) == SORT_BOOL ? 1
         : sort_kind(sort) == SORT_BV ? sort_width(sort)
                                      : 0;
}

static bool number_latches(Bits *b, uint32_t l) {
  assert(b->places[l].n_latches == 0);
  BitsPlace *place = &b->places[l];
  const TsLocation *at = &b->ts->locations.at[l];
  place->first = MEM_ARRAY(b->mem, uint32_t, at->n_vars);
  bool good = true;
  for (uint32_t v = 0; v < at->n_vars; v++) {
    uint32_t width = bits_of_sort(term_sort(b->store, at->vars[v].now));
    place->first[v] = place->n_latches;
    place->n_latches += width;
    good &= width > 0;
  }
  place->n_bits = place->n_latches;
  place->n_latches += place->signals.n;
  place->var_of = MEM_ARRAY(b->mem, uint32_t, place->n_bits);
  place->activity = MEM_ARRAY(b->mem, double, 2 * place->n_latches);
  for (uint32_t v = 0; v < at->n_vars; v++) {
    uint32_t end = v + 1 < at->n_vars ? place->first[v + 1] : place->n_bits;
    for (uint32_t k = place->first[v]; k < end; k++) place->var_of[k] = v;
  }
  return good;
}

bool bits_make_circuits(Bits *b) {
  bool good = ts_size(b->ts) <= MOST_NODES;
  if (good) {
    bits_find_origins(b);
    bits_find_signals(b);
  }
  for (uint32_t l = 0; l < b->ts->locations.n; l++)
    good &= number_latches(b, l);
  Budget part = budget_part(b->budget, MOST_GATES / GATES_OF_A_TICK);
  for (uint32_t e = 0; e < b->ts->edges.n && good; e++) {
    TsLoc source = b->ts->edges.at[e].source;
    Term seed = narrow_seed(b->narrow, engine_seed(b->options, source));
    if (!circuit_supports(b->store, seed)) seed = term_true();
    good = make_circuit(b, e, seed, &part);
  }
  budget_return(b->budget, &part);
  return good;
}
