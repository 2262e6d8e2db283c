/* SPDX-License-Identifier: MIT
 *
 * Bit-blasting for many questions about one large graph, each of which needs
 * little of it: terms to gates (bitblast.c), gates to the house solver, which
 * decides only what justifies the question (smt/cdcl/gates.c).
 *
 * Formulas are outputs that are true for good.  A variable that is defined
 * (smt_define) is an output of gates that copy, so that nothing has to be
 * decided where nobody asks for it.
 *
 * The few questions that need much search are given to CaDiCaL, which is better
 * at that: after so many conflicts it gets the gates below the formulas and the
 * question as clauses, those that it has not yet.
 *
 * Neither floats nor arrays. */
#include "smt/blast/blast_int.h"
#include "smt/cdcl/cdcl.h"

/* Conflicts until CaDiCaL is asked; visits of gates that take as long as a tick
 * of those who count conflicts. */
enum { MOST_CONFLICTS = 1000, STEPS_A_TICK = 200 };

typedef struct Fact {
  Term t;   /* a formula, or what the variable is equal to */
  Term var; /* or none */
} Fact;

typedef struct Justify {
  SmtShared *shared;
  Blaster blaster;
  Cdcl *cdcl;
  uint32_t n_gates;  /* that the house solver has */
  Vec(Fact) queue;   /* still to be added */
  uint32_t done;     /* queue[0..done[ were */
  Vec(SatLit) facts; /* what holds for good */
  Vec(Gate) copies;  /* definitions: kind GATE_NONE, in[0] */
  Vec(SatLit) assumptions;
  /* The other solver. */
  Sat *sat;              /* NULL: not needed yet */
  Vec(uint32_t) gate_of; /* by variable: place in its list + 1, or 0 */
  Vec(uint32_t) copy_of; /* by variable: place in `copies` + 1, or 0 */
  Vec(bool) is_given;    /* by variable */
  Vec(SatLit) stack;
  uint32_t n_given;  /* facts */
  uint32_t n_copies; /* looked at */
  bool by_sat;       /* the last answer is its */
} Justify;

static void justify_free(void *self) {
  Justify *j = self;
  Mem *mem = j->shared->mem;
  blaster_done(&j->blaster);
  cdcl_free(j->cdcl);
  if (j->sat) sat_free(j->sat);
  VEC_DONE(mem, &j->queue);
  VEC_DONE(mem, &j->facts);
  VEC_DONE(mem, &j->copies);
  VEC_DONE(mem, &j->assumptions);
  VEC_DONE(mem, &j->gate_of);
  VEC_DONE(mem, &j->copy_of);
  VEC_DONE(mem, &j->is_given);
  VEC_DONE(mem, &j->stack);
  MEM_DELETE(mem, j);
}

static void justify_add(void *self, Term t) {
  Justify *j = self;
  VEC_PUSH(j->shared->mem, &j->queue, ((Fact){t, TERM_NONE}));
}

static void justify_define(void *self, Term var, Term meaning) {
  Justify *j = self;
  VEC_PUSH(j->shared->mem, &j->queue, ((Fact){meaning, var}));
}

/* ---- the house solver ---- */

/* By GateKind: the truth table, and how many clauses the gate would be. */
static const uint8_t truth_tables[] = {0, 0x88, 0x66, 0xd8, 0x96, 0xe8};
static const uint8_t n_clauses[] = {0, 3, 4, 6, 8, 6};

/* It gets the variables and gates that it has not. */
static void give_gates(Justify *j) {
  const Gates *gates = &j->blaster.gates;
  while (cdcl_n_vars(j->cdcl) < (uint32_t)gates->n_vars)
    cdcl_set_phase(j->cdcl, cdcl_new_var(j->cdcl), true);
  for (; j->n_gates < gates->list.n; j->n_gates++) {
    const Gate *gate = &gates->list.at[j->n_gates];
    cdcl_gate(j->cdcl, truth_tables[gate->kind], gate->out, gate->in);
    j->shared->stats.clauses += n_clauses[gate->kind];
  }
}

static void hold(Justify *j, SatLit fact) {
  give_gates(j);
  cdcl_add(j->cdcl, &fact, 1);
  VEC_PUSH(j->shared->mem, &j->facts, fact);
  j->shared->stats.clauses++;
}

static void *justify_make(SmtShared *shared) {
  Justify *j = MEM_NEW(shared->mem, Justify);
  j->shared = shared;
  blaster_init(&j->blaster, shared, NULL);
  j->blaster.gates.is_balanced = true;
  j->cdcl = cdcl_new(shared->mem);
  cdcl_justify(j->cdcl);
  if (shared->options.literals_a_tick) cdcl_set_price(j->cdcl, STEPS_A_TICK);
  hold(j, j->blaster.gates.truth);
  return j;
}

/* The bits of two words are equal; those of a variable by definition, where
 * that is possible. */
static void make_equal(Justify *j, Term var, Term t) {
  Mem *mem = j->shared->mem;
  uint32_t width;
  const SatLit *bits = blaster_bits(&j->blaster, var, &width);
  Vec(SatLit) out = {0}, in = {0};
  for (uint32_t i = 0; i < width; i++) VEC_PUSH(mem, &out, bits[i]);
  bits = blaster_bits(&j->blaster, t, &width);
  assert(width == out.n);
  for (uint32_t i = 0; i < width; i++)
    VEC_PUSH(mem, &in, term_is_negated(t) ? -bits[i] : bits[i]);
  give_gates(j);
  if (cdcl_define(j->cdcl, out.at, in.at, width)) {
    for (uint32_t i = 0; i < width; i++)
      VEC_PUSH(mem, &j->copies,
               ((Gate){GATE_NONE, {in.at[i], 0, 0}, out.at[i]}));
  } else {
    for (uint32_t i = 0; i < width; i++)
      hold(j, -gate_xor(&j->blaster.gates, out.at[i], in.at[i]));
  }
  VEC_DONE(mem, &out);
  VEC_DONE(mem, &in);
}

static bool add_fact(Justify *j, Fact fact, Budget *budget) {
  assert(!fact.var.id || !term_is_negated(fact.var));
  if (!blaster_visit(&j->blaster, fact.t, budget)) return false;
  if (fact.var.id) {
    if (!blaster_visit(&j->blaster, fact.var, budget)) return false;
    make_equal(j, fact.var, fact.t);
    return true;
  }
  TermList parts = {0};
  term_conjuncts(j->shared->store, fact.t, &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    hold(j, blaster_literal(&j->blaster, parts.at[i]));
  VEC_DONE(term_store_mem(j->shared->store), &parts);
  return true;
}

static bool drain(Justify *j, Budget *budget) {
  for (; j->done < j->queue.n; j->done++)
    if (!add_fact(j, j->queue.at[j->done], budget)) return false;
  VEC_CLEAR(&j->queue);
  j->done = 0;
  return true;
}

/* ---- CaDiCaL ---- */

static void give_clause(void *context, const SatLit *literals, uint32_t n) {
  sat_add_clause(context, literals, n);
}

/* Where the variables come from. */
static void find_gates(Justify *j) {
  Mem *mem = j->shared->mem;
  const Gates *gates = &j->blaster.gates;
  while (j->gate_of.n <= (uint32_t)gates->n_vars) {
    VEC_PUSH(mem, &j->gate_of, 0);
    VEC_PUSH(mem, &j->copy_of, 0);
    VEC_PUSH(mem, &j->is_given, false);
    if (j->gate_of.n > 1) (void)sat_new_var(j->sat);
  }
  for (uint32_t i = 0; i < gates->list.n; i++)
    j->gate_of.at[gates->list.at[i].out] = i + 1;
  for (uint32_t i = 0; i < j->copies.n; i++)
    j->copy_of.at[j->copies.at[i].out] = i + 1;
}

/* The clauses of all gates below a literal. */
static void give_cone(Justify *j, SatLit root) {
  Mem *mem = j->shared->mem;
  VEC_PUSH(mem, &j->stack, root);
  while (j->stack.n) {
    SatLit popped = VEC_POP(&j->stack), var = popped < 0 ? -popped : popped;
    if (j->is_given.at[var]) continue;
    j->is_given.at[var] = true;
    uint32_t gate = j->gate_of.at[var], copy = j->copy_of.at[var];
    if (gate) {
      const Gate *g = &j->blaster.gates.list.at[gate - 1];
      gate_clauses(g, give_clause, j->sat);
      for (uint32_t i = 0; i < 3 && g->in[i]; i++)
        VEC_PUSH(mem, &j->stack, g->in[i]);
    } else if (copy) {
      SatLit in = j->copies.at[copy - 1].in[0];
      sat_add_clause(j->sat, (SatLit[]){-var, in}, 2);
      sat_add_clause(j->sat, (SatLit[]){var, -in}, 2);
      VEC_PUSH(mem, &j->stack, in);
    }
  }
}

/* Variables that were inputs until now, and that it has. */
static void give_copies(Justify *j) {
  for (; j->n_copies < j->copies.n; j->n_copies++) {
    SatLit out = j->copies.at[j->n_copies].out;
    if (!j->is_given.at[out]) continue;
    j->is_given.at[out] = false;
    give_cone(j, out);
  }
}

/* Its values of inputs give the model: what it knows nothing of is evaluated
 * like all the rest. */
static void take_values(Justify *j) {
  cdcl_begin_model(j->cdcl);
  for (uint32_t var = 1; var < j->is_given.n; var++)
    if (j->is_given.at[var] && !j->gate_of.at[var] && !j->copy_of.at[var])
      cdcl_set_phase(j->cdcl, (int)var, sat_value(j->sat, (int)var));
}

static SmtResult ask_sat(Justify *j, Budget *budget) {
  if (!j->sat) j->sat = sat_new(j->shared);
  find_gates(j);
  give_copies(j);
  for (; j->n_given < j->facts.n; j->n_given++) {
    give_cone(j, j->facts.at[j->n_given]);
    sat_add_clause(j->sat, &j->facts.at[j->n_given], 1);
  }
  for (uint32_t i = 0; i < j->assumptions.n; i++)
    give_cone(j, j->assumptions.at[i]);
  j->by_sat = true;
  SmtResult answer =
      sat_solve(j->sat, j->assumptions.at, j->assumptions.n, budget);
  if (answer == SMT_SAT) take_values(j);
  return answer;
}

/* ---- checks ---- */

static SmtResult justify_check(void *self, const Term *assumptions, uint32_t n,
                               Budget *budget) {
  Justify *j = self;
  j->by_sat = false;
  VEC_CLEAR(&j->assumptions);
  for (uint32_t i = 0; i < n; i++) {
    if (!blaster_visit(&j->blaster, assumptions[i], budget)) return SMT_UNKNOWN;
    VEC_PUSH(j->shared->mem, &j->assumptions,
             blaster_literal(&j->blaster, assumptions[i]));
  }
  if (!drain(j, budget)) return SMT_UNKNOWN;
  give_gates(j);
  CdclQuestion question = {.assumptions = j->assumptions.at,
                           .n = n,
                           .most_conflicts = MOST_CONFLICTS};
  uint64_t before = budget ? budget->ticks : 0;
  SmtResult answer = cdcl_solve(j->cdcl, &question, budget);
  if (budget) j->shared->stats.ticks += budget->ticks - before;
  if (answer != SMT_UNKNOWN) return answer;
  if (!smt_spend(j->shared, budget, 1)) return SMT_UNKNOWN;
  return ask_sat(j, budget);
}

static bool justify_value(void *self, TermEval *eval, Term var,
                          TermValue *value) {
  Justify *j = self;
  if (!blaster_has(&j->blaster, var)) return false;
  uint32_t width;
  const SatLit *bits = blaster_bits(&j->blaster, var, &width);
  Mem *mem = j->shared->mem;
  BvWord *words = MEM_ARRAY(mem, BvWord, BV_WORDS(width));
  for (uint32_t i = 0; i < width; i++)
    if (cdcl_model(j->cdcl, bits[i])) words[i / 64] |= (BvWord)1 << (i % 64);
  *value = term_is_bool(j->shared->store, var)
               ? term_value_bool((int)words[0])
               : term_value_bv(eval, words, width);
  MEM_FREE_ARRAY(mem, words, BV_WORDS(width));
  return true;
}

static bool justify_unspecified(void *self, TermEval *eval, Term t,
                                TermValue *value) {
  (void)self, (void)eval, (void)t, (void)value;
  return false;
}

static bool justify_in_core(void *self, uint32_t i) {
  Justify *j = self;
  require(i < j->assumptions.n);
  return j->by_sat ? sat_failed(j->sat, j->assumptions.at[i])
                   : cdcl_failed(j->cdcl, j->assumptions.at[i]);
}

static const char *justify_refuses(TermStore *store, Term node) {
  SortKind kind = sort_kind(term_sort(store, node));
  if (kind == SORT_FLOAT) return "floats need z3";
  if (kind == SORT_ARRAY) return "arrays need another solver";
  return NULL;
}

static const SmtBackend *const justify_other = &smt_z3;

const SmtBackend smt_justify = {
    "justify",       &justify_other,  justify_make,  justify_free,
    justify_add,     justify_check,   justify_value, justify_unspecified,
    justify_in_core, justify_refuses, justify_define};
