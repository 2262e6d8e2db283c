/* SPDX-License-Identifier: MIT
 *
 * Terms as circuits: the gates, run in their order, compute what folding
 * does. */
#include "smt/blast/circuit.h"
#include "unit/term/gen.h"
#include "unit/unit.h"

#include <stdlib.h>

typedef struct Fixture {
  Mem mem;
  TermStore *s;
  Circuit *circuit;
  bool *values; /* by variable of the circuit */
} Fixture;

static bool is_true(const Fixture *f, SatLit literal) {
  return f->values[abs(literal)] == (literal > 0);
}

static bool run_gate(const Fixture *f, const Gate *g) {
  bool a = is_true(f, g->in[0]), b = is_true(f, g->in[1]);
  bool c = g->in[2] && is_true(f, g->in[2]);
  switch (g->kind) {
  case GATE_AND: return a && b;
  case GATE_XOR: return a != b;
  case GATE_MUX: return a ? b : c;
  case GATE_XOR3: return a ^ b ^ c;
  case GATE_MAJORITY: return a + b + c >= 2;
  case GATE_NONE: break;
  }
  unreachable_case();
}

/* Inputs come before outputs, and no variable has two gates. */
static void run_gates(Fixture *f) {
  uint32_t n, n_vars = circuit_n_vars(f->circuit);
  const Gate *gates = circuit_gates(f->circuit, &n);
  f->values[1] = true;
  for (uint32_t i = 0; i < n; i++) {
    CHECK(gates[i].out > 1 && (uint32_t)gates[i].out <= n_vars);
    CHECK(i == 0 || gates[i - 1].out < gates[i].out);
    for (int k = 0; k < 3 && gates[i].in[k]; k++)
      CHECK(abs(gates[i].in[k]) < gates[i].out);
    f->values[gates[i].out] = run_gate(f, &gates[i]);
  }
}

/* Random bits for a variable, in the circuit and as a constant. */
static Term choose_value(Fixture *f, Rng *rng, Term var) {
  uint32_t width;
  const SatLit *bits = circuit_bits(f->circuit, var, &width);
  BvWord words[BV_WORDS(BV_MAX_WIDTH)] = {0};
  for (uint32_t i = 0; i < width; i++) {
    bool bit = rng_below(rng, 2);
    CHECK(bits[i] > 0);
    f->values[bits[i]] = bit;
    words[i / 64] |= (BvWord)bit << i % 64;
  }
  return term_is_bool(f->s, var) ? term_bool(f->s, words[0] & 1)
                                 : term_const(f->s, words, width);
}

static void compare(Fixture *f, Rng *rng, Term t, const TermList *vars) {
  Map map;
  map_init(&map, &f->mem);
  for (uint32_t i = 0; i < vars->n; i++)
    map_put(&map, vars->at[i].id, choose_value(f, rng, vars->at[i]).id);
  run_gates(f);
  Term truth = term_substitute(f->s, &map, t);
  map_done(&map);
  CHECK(term_is_true(truth) || term_is_false(truth));
  CHECK_INT(is_true(f, circuit_literal(f->circuit, t)), term_is_true(truth));
}

static void try_term(Gen *gen, Fixture *f) {
  Term t = gen_bool(gen, 4);
  if (!circuit_supports(f->s, t)) return;
  f->circuit = circuit_new(&f->mem, f->s);
  CHECK(circuit_add(f->circuit, t, NULL));
  TermList vars = {0};
  term_vars(f->s, t, &vars);
  uint32_t n = circuit_n_vars(f->circuit) + 1;
  f->values = MEM_ARRAY(&f->mem, bool, n);
  for (int i = 0; i < 8; i++) compare(f, &gen->rng, t, &vars);
  MEM_FREE_ARRAY(&f->mem, f->values, n);
  VEC_DONE(&f->mem, &vars);
  circuit_free(f->circuit);
}

TEST(circuit_computes_terms) {
  uint32_t rounds = unit_rounds(600);
  for (uint32_t round = 0; round < rounds; round++) {
    Fixture f = {0};
    mem_init(&f.mem, 0);
    f.s = term_store_new(&f.mem);
    Gen gen = {.store = f.s, .rng = {round + 1}, .width = 1 + round % 9};
    for (int i = 0; i < 4; i++) try_term(&gen, &f);
    term_store_free(f.s);
    mem_done(&f.mem);
  }
}

TEST(circuit_refuses_arrays) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Sort bytes = sort_bv(8);
  Term a = term_var(s, "a", sort_array(s, sort_bv(4), bytes));
  Term x = term_var(s, "x", sort_float(TERM_FLOAT_SINGLE));
  Term i = term_var(s, "i", sort_bv(4)), zero = term_u64(s, 0, 8);
  CHECK(!circuit_supports(s, term_eq(s, term_select(s, a, i), zero)));
  CHECK(!circuit_supports(s, term_unary(s, TERM_FP_IS_NAN, x)));
  CHECK(circuit_supports(s, term_eq(s, i, term_u64(s, 3, 4))));
  term_store_free(s);
  mem_done(&mem);
}
