/* SPDX-License-Identifier: MIT
 *
 * The solver for small questions against all assignments: clauses that come
 * between questions, assumptions, clauses of one question, and domains and
 * justification on random circuits. */
#include "smt/blast/circuit.h"
#include "smt/cdcl/cdcl.h"
#include "unit/unit.h"

#include <stdlib.h>

enum { MOST_VARS = 12, MOST_LITERALS = 6 };

typedef struct Clause {
  int at[MOST_LITERALS];
  uint32_t n;
} Clause;

typedef struct Fixture {
  Mem mem;
  Cdcl *cdcl;
  Vec(Clause) clauses;
  uint32_t n_vars;
  Rng rng;
} Fixture;

static void make_solver(Fixture *f, uint64_t seed, uint32_t n_vars) {
  *f = (Fixture){.n_vars = n_vars, .rng = {seed}};
  mem_init(&f->mem, 0);
  f->cdcl = cdcl_new(&f->mem);
}

static void make_vars(Fixture *f) {
  for (uint32_t i = 0; i < f->n_vars; i++) (void)cdcl_new_var(f->cdcl);
}

static void start(Fixture *f, uint64_t seed, uint32_t n_vars) {
  make_solver(f, seed, n_vars);
  make_vars(f);
}

static void stop(Fixture *f) {
  cdcl_free(f->cdcl);
  VEC_DONE(&f->mem, &f->clauses);
  mem_done(&f->mem);
}

static int random_literal(Fixture *f) {
  int var = 1 + (int)rng_below(&f->rng, f->n_vars);
  return rng_below(&f->rng, 2) ? var : -var;
}

static Clause random_clause(Fixture *f, uint32_t most) {
  Clause clause = {.n = 1 + rng_below(&f->rng, most)};
  for (uint32_t i = 0; i < clause.n; i++) clause.at[i] = random_literal(f);
  return clause;
}

static void add(Fixture *f, Clause clause) {
  cdcl_add(f->cdcl, clause.at, clause.n);
  VEC_PUSH(&f->mem, &f->clauses, clause);
}

static bool is_true_in(uint32_t assignment, int literal) {
  bool bit = assignment >> (abs(literal) - 1) & 1;
  return bit == (literal > 0);
}

static bool has_true(uint32_t assignment, const int *literals, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (is_true_in(assignment, literals[i])) return true;
  return false;
}

static bool satisfies(const Fixture *f, uint32_t assignment,
                      const CdclQuestion *q) {
  for (uint32_t i = 0; i < f->clauses.n; i++)
    if (!has_true(assignment, f->clauses.at[i].at, f->clauses.at[i].n))
      return false;
  for (uint32_t i = 0; i < q->n; i++)
    if (!is_true_in(assignment, q->assumptions[i])) return false;
  return !q->clause || has_true(assignment, q->clause, q->n_clause);
}

static bool can_hold(const Fixture *f, const CdclQuestion *q) {
  for (uint32_t a = 0; a < 1u << f->n_vars; a++)
    if (satisfies(f, a, q)) return true;
  return false;
}

/* The assumptions that were needed are enough. */
static void check_core(Fixture *f, const CdclQuestion *q) {
  int core[16];
  CdclQuestion small = *q;
  small.assumptions = core;
  small.n = 0;
  for (uint32_t i = 0; i < q->n; i++)
    if (cdcl_failed(f->cdcl, q->assumptions[i]))
      core[small.n++] = q->assumptions[i];
  CHECK(!can_hold(f, &small));
}

static void ask(Fixture *f) {
  int assumptions[8];
  Clause brief = random_clause(f, MOST_LITERALS);
  CdclQuestion q = {.assumptions = assumptions, .n = rng_below(&f->rng, 8)};
  for (uint32_t i = 0; i < q.n; i++) assumptions[i] = random_literal(f);
  if (rng_below(&f->rng, 2)) {
    q.clause = brief.at;
    q.n_clause = brief.n;
  }
  for (uint32_t v = 1; v <= f->n_vars; v++) cdcl_keep(f->cdcl, (int)v);
  Budget budget = {.tick_limit = 1000000};
  SmtResult answer = cdcl_solve(f->cdcl, &q, &budget);
  CHECK_INT(answer, can_hold(f, &q) ? SMT_SAT : SMT_UNSAT);
  if (answer == SMT_SAT) {
    uint32_t model = 0;
    for (uint32_t v = 1; v <= f->n_vars; v++)
      model |= (uint32_t)cdcl_is_true(f->cdcl, (int)v) << (v - 1);
    CHECK(satisfies(f, model, &q));
  } else {
    check_core(f, &q);
  }
}

TEST(cdcl_random_questions) {
  uint32_t rounds = unit_rounds(1500);
  for (uint32_t round = 0; round < rounds; round++) {
    Fixture f;
    start(&f, round + 1, 3 + round % (MOST_VARS - 3));
    for (uint32_t i = 0; i < 12; i++) {
      uint32_t more = rng_below(&f.rng, f.n_vars);
      for (uint32_t k = 0; k < more; k++)
        add(&f, random_clause(&f, rng_below(&f.rng, 8) ? 4 : 1));
      ask(&f);
    }
    stop(&f);
  }
}

/* ---- a hard one: more pigeons than holes, clauses learnt and forgotten ----
 */

static int pigeon(int which, int hole, int holes) {
  return 1 + which * holes + hole;
}

static void add_pigeons(Fixture *f, int holes, int pigeons) {
  for (int p = 0; p < pigeons; p++) {
    int clause[16];
    for (int h = 0; h < holes; h++) clause[h] = pigeon(p, h, holes);
    cdcl_add(f->cdcl, clause, (uint32_t)holes);
  }
  for (int h = 0; h < holes; h++)
    for (int p = 0; p < pigeons; p++)
      for (int q = 0; q < p; q++)
        cdcl_add(f->cdcl, (int[]){-pigeon(p, h, holes), -pigeon(q, h, holes)},
                 2);
}

TEST(cdcl_pigeons) {
  enum { HOLES = 7 };
  for (int pigeons = HOLES; pigeons <= HOLES + 1; pigeons++) {
    Fixture f;
    start(&f, 1, (uint32_t)(HOLES * pigeons));
    for (uint32_t v = 1; v <= f.n_vars; v++) cdcl_keep(f.cdcl, (int)v);
    add_pigeons(&f, HOLES, pigeons);
    CHECK_INT(cdcl_solve(f.cdcl, &(CdclQuestion){0}, NULL),
              pigeons > HOLES ? SMT_UNSAT : SMT_SAT);
    stop(&f);
  }
}

TEST(cdcl_out_of_budget) {
  Fixture f;
  start(&f, 1, 9 * 10);
  for (uint32_t v = 1; v <= f.n_vars; v++) cdcl_keep(f.cdcl, (int)v);
  add_pigeons(&f, 9, 10);
  for (int i = 0; i < 4; i++) { /* a question that was cut off does no harm */
    Budget budget = {.tick_limit = 3};
    CHECK_INT(cdcl_solve(f.cdcl, &(CdclQuestion){0}, &budget), SMT_UNKNOWN);
  }
  CHECK_INT(cdcl_solve(f.cdcl,
                       &(CdclQuestion){.assumptions = (int[]){1, 10}, .n = 2},
                       NULL),
            SMT_UNSAT);
  stop(&f);
}

/* ---- domains ---- */

enum { FREE = 6, GATES = 24 };

typedef struct Net {
  Gate gates[GATES];
  uint32_t n;
} Net;

static int random_input(Fixture *f, uint32_t below) {
  int var = 1 + (int)rng_below(&f->rng, below);
  return rng_below(&f->rng, 2) ? var : -var;
}

static void make_net(Fixture *f, Net *net) {
  for (uint32_t v = FREE + 1; v <= FREE + GATES; v++) {
    Gate gate = {.kind = GATE_AND + rng_below(&f->rng, 5), .out = (int)v};
    bool is_wide = gate.kind >= GATE_MUX;
    for (int i = 0; i < (is_wide ? 3 : 2); i++)
      for (bool again = true; again;) {
        gate.in[i] = random_input(f, v - 1);
        again = false;
        for (int k = 0; k < i; k++) again |= abs(gate.in[k]) == abs(gate.in[i]);
      }
    net->gates[net->n++] = gate;
  }
}

static bool run_gate(const Gate *g, const bool *values) {
  bool in[3] = {0};
  for (int i = 0; i < 3 && g->in[i]; i++)
    in[i] = values[abs(g->in[i])] == (g->in[i] > 0);
  switch (g->kind) {
  case GATE_AND: return in[0] && in[1];
  case GATE_XOR: return in[0] != in[1];
  case GATE_MUX: return in[0] ? in[1] : in[2];
  case GATE_XOR3: return in[0] ^ in[1] ^ in[2];
  case GATE_MAJORITY: return in[0] + in[1] + in[2] >= 2;
  case GATE_NONE: break;
  }
  unreachable_case();
}

/* Can the outputs have these values at the same time? */
static bool net_can(const Net *net, const int *outputs, uint32_t n) {
  bool values[1 + FREE + GATES];
  for (uint32_t a = 0; a < 1u << FREE; a++) {
    for (uint32_t v = 1; v <= FREE; v++) values[v] = a >> (v - 1) & 1;
    for (uint32_t i = 0; i < net->n; i++)
      values[net->gates[i].out] = run_gate(&net->gates[i], values);
    bool good = true;
    for (uint32_t i = 0; i < n; i++)
      good &= values[abs(outputs[i])] == (outputs[i] > 0);
    if (good) return true;
  }
  return false;
}

static void enter_cone(Fixture *f, const Net *net, int var) {
  if (!cdcl_enter(f->cdcl, var) || var <= FREE) return;
  for (int i = 0; i < 3 && net->gates[var - FREE - 1].in[i]; i++)
    enter_cone(f, net, abs(net->gates[var - FREE - 1].in[i]));
}

static void add_to_solver(void *context, const SatLit *literals, uint32_t n) {
  cdcl_add(context, literals, n);
}

TEST(cdcl_domains) {
  uint32_t rounds = unit_rounds(600);
  for (uint32_t round = 0; round < rounds; round++) {
    Fixture f;
    Net net = {.n = 0};
    start(&f, round + 7, FREE + GATES);
    make_net(&f, &net);
    for (uint32_t i = 0; i < net.n; i++) {
      gate_clauses(&net.gates[i], add_to_solver, f.cdcl);
      if (round % 2) cdcl_is_function(f.cdcl, net.gates[i].out);
    }
    for (uint32_t k = 0; k < 20; k++) {
      int outputs[3];
      uint32_t n = 1 + rng_below(&f.rng, 3);
      for (uint32_t i = 0; i < n; i++) {
        outputs[i] = random_input(&f, FREE + GATES);
        enter_cone(&f, &net, abs(outputs[i]));
      }
      CdclQuestion q = {.assumptions = outputs, .n = n};
      CHECK_INT(cdcl_solve(f.cdcl, &q, NULL),
                net_can(&net, outputs, n) ? SMT_SAT : SMT_UNSAT);
    }
    stop(&f);
  }
}

/* ---- justification ---- */

enum { MOST_FACTS = 64 };

static void start_gates(Fixture *f, uint64_t seed, uint32_t n_vars) {
  make_solver(f, seed, n_vars);
  cdcl_justify(f->cdcl);
  make_vars(f);
}

typedef struct Known {
  Net net;
  int facts[MOST_FACTS]; /* literals that hold for good */
  uint32_t n_facts;
  int copies[FREE + 1]; /* what a free variable is equal to, or 0 */
} Known;

static void add_gate(Fixture *f, const Gate *g) {
  static const uint8_t tables[] = {0, 0x88, 0x66, 0xd8, 0x96, 0xe8};
  cdcl_gate(f->cdcl, tables[g->kind], g->out, g->in);
}

static bool value_of(const bool *values, int literal) {
  return values[abs(literal)] == (literal > 0);
}

static bool is_model(const Known *k, const bool *values, const int *outputs,
                     uint32_t n) {
  bool good = true;
  for (uint32_t i = 0; i < n; i++) good &= value_of(values, outputs[i]);
  for (uint32_t i = 0; i < k->n_facts; i++)
    good &= value_of(values, k->facts[i]);
  for (uint32_t v = 1; v <= FREE; v++)
    good &= !k->copies[v] || values[v] == value_of(values, k->copies[v]);
  for (uint32_t i = 0; i < k->net.n; i++)
    good &= values[k->net.gates[i].out] == run_gate(&k->net.gates[i], values);
  return good;
}

static bool known_can(const Known *k, const int *outputs, uint32_t n) {
  bool values[1 + FREE + GATES];
  for (uint32_t a = 0; a < 1u << FREE; a++) {
    for (uint32_t v = 1; v <= FREE; v++) values[v] = a >> (v - 1) & 1;
    for (uint32_t i = 0; i < k->net.n; i++)
      values[k->net.gates[i].out] = run_gate(&k->net.gates[i], values);
    if (is_model(k, values, outputs, n)) return true;
  }
  return false;
}

static void ask_known(Fixture *f, const Known *k) {
  int outputs[3];
  uint32_t n = 1 + rng_below(&f->rng, 3);
  for (uint32_t i = 0; i < n; i++) outputs[i] = random_input(f, FREE + GATES);
  CdclQuestion q = {.assumptions = outputs, .n = n};
  SmtResult answer = cdcl_solve(f->cdcl, &q, NULL);
  CHECK_INT(answer, known_can(k, outputs, n) ? SMT_SAT : SMT_UNSAT);
  if (answer == SMT_UNSAT) {
    int core[3];
    uint32_t n_core = 0;
    for (uint32_t i = 0; i < n; i++)
      if (cdcl_failed(f->cdcl, outputs[i])) core[n_core++] = outputs[i];
    CHECK(!known_can(k, core, n_core));
    return;
  }
  bool values[1 + FREE + GATES];
  for (uint32_t v = 1; v <= FREE + GATES; v++)
    values[v] = cdcl_model(f->cdcl, (int)v);
  CHECK(is_model(k, values, outputs, n));
}

/* A definition that is refused changes nothing. */
static void define_some(Fixture *f, Known *k) {
  int out[2], in[2];
  uint32_t n = 0;
  for (uint32_t v = 1; v <= FREE && n < 2; v++)
    if (!k->copies[v] && rng_below(&f->rng, 3) == 0) {
      out[n] = (int)v;
      in[n++] = random_input(f, FREE + GATES);
    }
  if (!cdcl_define(f->cdcl, out, in, n)) return;
  for (uint32_t i = 0; i < n; i++) k->copies[out[i]] = in[i];
}

TEST(cdcl_justifies) {
  uint32_t rounds = unit_rounds(1500), defined = 0;
  for (uint32_t round = 0; round < rounds; round++) {
    Fixture f;
    Known k = {.n_facts = 0};
    start_gates(&f, round + 11, FREE + GATES);
    make_net(&f, &k.net);
    for (uint32_t i = 0; i < k.net.n; i++) add_gate(&f, &k.net.gates[i]);
    for (uint32_t i = 0; i < 24; i++) {
      if (rng_below(&f.rng, 6) == 0) define_some(&f, &k);
      if (rng_below(&f.rng, 3) == 0 && k.n_facts < MOST_FACTS) {
        int fact = random_input(&f, FREE + GATES);
        cdcl_add(f.cdcl, &fact, 1);
        k.facts[k.n_facts++] = fact;
      }
      ask_known(&f, &k);
    }
    for (uint32_t v = 1; v <= FREE; v++) defined += k.copies[v] != 0;
    stop(&f);
  }
  CHECK(defined > rounds / 2);
}

TEST(cdcl_refuses_circles) {
  Fixture f;
  start_gates(&f, 1, 4);
  cdcl_gate(f.cdcl, 0x88, 3, (int[3]){1, 2, 0});
  cdcl_gate(f.cdcl, 0x66, 4, (int[3]){3, -2, 0});
  CHECK(!cdcl_define(f.cdcl, (int[]){1}, (int[]){-4}, 1));
  CHECK(!cdcl_define(f.cdcl, (int[]){3}, (int[]){1}, 1));
  CHECK(cdcl_define(f.cdcl, (int[]){1}, (int[]){-2}, 1));
  CHECK(!cdcl_define(f.cdcl, (int[]){2}, (int[]){1}, 1));
  CHECK_INT(cdcl_solve(f.cdcl,
                       &(CdclQuestion){.assumptions = (int[]){3}, .n = 1},
                       NULL),
            SMT_UNSAT);
  stop(&f);
}
