/* SPDX-License-Identifier: MIT
 *
 * A bit-blaster without a solver. */
#include "smt/blast/blast_int.h"

struct Circuit {
  SmtShared shared;
  Blaster blaster;
};

Circuit *circuit_new(Mem *mem, TermStore *store) {
  Circuit *circuit = MEM_NEW(mem, Circuit);
  circuit->shared.mem = mem;
  circuit->shared.store = store;
  text_init(&circuit->shared.reason, mem);
  blaster_init(&circuit->blaster, &circuit->shared, NULL);
  assert(circuit->blaster.gates.truth == 1);
  return circuit;
}

void circuit_free(Circuit *circuit) {
  blaster_done(&circuit->blaster);
  text_done(&circuit->shared.reason);
  MEM_DELETE(circuit->shared.mem, circuit);
}

bool circuit_supports(TermStore *store, Term t) {
  if (!smt_supports(&smt_blast, store, t)) return false;
  bool good = true;
  TermWalk walk;
  term_walk_init(&walk, store);
  term_walk_push(&walk, t);
  for (Term at; good && (at = term_walk_next(&walk)).id;) {
    SortKind kind = sort_kind(term_sort(store, at));
    good = (kind == SORT_BOOL || kind == SORT_BV) &&
           term_kind(store, at) != TERM_SELECT;
  }
  term_walk_done(&walk);
  return good;
}

bool circuit_add(Circuit *circuit, Term t, Budget *budget) {
  bool good = blaster_visit(&circuit->blaster, t, budget);
  assert(circuit->blaster.lemmas.n == 0);
  return good;
}

const SatLit *circuit_bits(const Circuit *circuit, Term t, uint32_t *width) {
  require(!term_is_negated(t));
  return blaster_bits(&circuit->blaster, t, width);
}

SatLit circuit_literal(const Circuit *circuit, Term t) {
  return blaster_literal(&circuit->blaster, t);
}

uint32_t circuit_n_vars(const Circuit *circuit) {
  return (uint32_t)circuit->blaster.gates.n_vars;
}

const Gate *circuit_gates(const Circuit *circuit, uint32_t *n) {
  *n = circuit->blaster.gates.list.n;
  return circuit->blaster.gates.list.at;
}
