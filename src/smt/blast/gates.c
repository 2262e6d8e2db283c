/* SPDX-License-Identifier: MIT
 *
 * Boolean gates, shared by structural hashing.
 *
 * A gate is a function of up to three literals whose output is a literal; its
 * clauses define the output in both directions (Tseitin), because a later query
 * may use it in either polarity and the model of every gate is read by the
 * array lemmas.  Inputs are brought to one normal form first (order, signs,
 * constants, repetitions), so that equal functions are usually one gate.
 * Sum and carry of an adder are gates of their own: 14 clauses without inner
 * variables instead of five two-input gates.
 *
 * Invariant: every gate is in the list, its number in the table; its clauses
 * are in the SAT solver, if there is one (circuit.h).
 */
#include "smt/blast/blast_int.h"

#include <stdlib.h>

void gates_init(Gates *gates, SmtShared *shared, Sat *sat) {
  *gates = (Gates){.shared = shared, .sat = sat, .cap = 1024};
  gates->table = MEM_ARRAY(shared->mem, GateSlot, gates->cap);
  arena_init(&gates->scratch, shared->mem);
  gates->truth = gates_new_var(gates);
  if (sat) sat_add_clause(sat, &gates->truth, 1);
}

void gates_done(Gates *gates) {
  MEM_FREE_ARRAY(gates->shared->mem, gates->table, gates->cap);
  VEC_DONE(gates->shared->mem, &gates->list);
  arena_done(&gates->scratch);
}

SatLit gates_new_var(Gates *gates) {
  if (gates->sat) return sat_new_var(gates->sat);
  require(gates->n_vars < INT32_MAX / 2);
  return ++gates->n_vars;
}

SatLit *gates_scratch(Gates *gates, uint32_t n) {
  return ARENA_ARRAY(&gates->scratch, SatLit, n);
}

static uint32_t hash_of(GateKind kind, const SatLit in[3]) {
  uint64_t hash =
      hash_mix(kind, (uint64_t)(uint32_t)in[0] << 32 | (uint32_t)in[1]);
  return (uint32_t)hash_mix(hash, (uint32_t)in[2]);
}

/* The slot of the gate, or the empty one where it belongs. */
static GateSlot *slot_of(const Gates *gates, uint32_t hash, GateKind kind,
                         const SatLit in[3]) {
  assert((gates->cap & (gates->cap - 1)) == 0);
  for (uint32_t at = hash & (gates->cap - 1);;
       at = (at + 1) & (gates->cap - 1)) {
    GateSlot *slot = &gates->table[at];
    if (!slot->gate) return slot;
    if (slot->hash != hash) continue;
    const Gate *gate = &gates->list.at[slot->gate - 1];
    if (gate->kind == kind && gate->in[0] == in[0] && gate->in[1] == in[1] &&
        gate->in[2] == in[2])
      return slot;
  }
}

static void grow(Gates *gates) {
  GateSlot *old = gates->table;
  uint32_t n = gates->cap;
  gates->cap = n * 2;
  gates->table = MEM_ARRAY(gates->shared->mem, GateSlot, gates->cap);
  for (uint32_t i = 0; i < n; i++) {
    if (!old[i].gate) continue;
    uint32_t at = old[i].hash & (gates->cap - 1);
    while (gates->table[at].gate) at = (at + 1) & (gates->cap - 1);
    gates->table[at] = old[i];
  }
  MEM_FREE_ARRAY(gates->shared->mem, old, n);
}

/* ---- clauses ---- */

typedef struct Sink {
  GateClause *add;
  void *context;
} Sink;

static void clause2(const Sink *sink, SatLit a, SatLit b) {
  sink->add(sink->context, (SatLit[]){a, b}, 2);
}

static void clause3(const Sink *sink, SatLit a, SatLit b, SatLit c) {
  sink->add(sink->context, (SatLit[]){a, b, c}, 3);
}

static void clause4(const Sink *sink, SatLit a, SatLit b, SatLit c, SatLit d) {
  sink->add(sink->context, (SatLit[]){a, b, c, d}, 4);
}

static void and_clauses(const Sink *sink, SatLit out, SatLit a, SatLit b) {
  clause2(sink, -out, a);
  clause2(sink, -out, b);
  clause3(sink, out, -a, -b);
}

static void xor_clauses(const Sink *sink, SatLit out, SatLit a, SatLit b) {
  clause3(sink, -out, a, b);
  clause3(sink, -out, -a, -b);
  clause3(sink, out, -a, b);
  clause3(sink, out, a, -b);
}

static void mux_clauses(const Sink *sink, SatLit out, SatLit cond, SatLit yes,
                        SatLit no) {
  clause3(sink, -cond, -yes, out);
  clause3(sink, -cond, yes, -out);
  clause3(sink, cond, -no, out);
  clause3(sink, cond, no, -out);
  clause3(sink, -yes, -no, out); /* redundant, but propagates more */
  clause3(sink, yes, no, -out);
}

static void xor3_clauses(const Sink *sink, SatLit out, SatLit a, SatLit b,
                         SatLit c) {
  for (int bits = 0; bits < 8; bits++) {
    SatLit x = bits & 1 ? a : -a, y = bits & 2 ? b : -b, z = bits & 4 ? c : -c;
    int is_odd = (bits ^ bits >> 1 ^ bits >> 2) & 1;
    clause4(sink, -x, -y, -z, is_odd ? out : -out);
  }
}

static void majority_clauses(const Sink *sink, SatLit out, SatLit a, SatLit b,
                             SatLit c) {
  clause3(sink, -a, -b, out);
  clause3(sink, -a, -c, out);
  clause3(sink, -b, -c, out);
  clause3(sink, a, b, -out);
  clause3(sink, a, c, -out);
  clause3(sink, b, c, -out);
}

void gate_clauses(const Gate *gate, GateClause *add, void *context) {
  Sink sink = {add, context};
  const SatLit *in = gate->in;
  switch (gate->kind) {
  case GATE_AND: and_clauses(&sink, gate->out, in[0], in[1]); return;
  case GATE_XOR: xor_clauses(&sink, gate->out, in[0], in[1]); return;
  case GATE_MUX: mux_clauses(&sink, gate->out, in[0], in[1], in[2]); return;
  case GATE_XOR3: xor3_clauses(&sink, gate->out, in[0], in[1], in[2]); return;
  case GATE_MAJORITY:
    majority_clauses(&sink, gate->out, in[0], in[1], in[2]);
    return;
  case GATE_NONE: break;
  }
  unreachable_case();
}

static void give_to_solver(void *context, const SatLit *literals, uint32_t n) {
  sat_add_clause(context, literals, n);
}

/* ---- the table ---- */

/* The output of the gate, which is made if it is new. */
static SatLit output_of(Gates *gates, GateKind kind, SatLit a, SatLit b,
                        SatLit c) {
  if (gates->list.n * 2 >= gates->cap) grow(gates);
  assert(a && b && kind != GATE_NONE);
  Gate gate = {kind, {a, b, c}, 0};
  uint32_t hash = hash_of(kind, gate.in);
  GateSlot *slot = slot_of(gates, hash, kind, gate.in);
  if (slot->gate) return gates->list.at[slot->gate - 1].out;
  gate.out = gates_new_var(gates);
  VEC_PUSH(gates->shared->mem, &gates->list, gate);
  *slot = (GateSlot){hash, gates->list.n};
  gates->shared->stats.gates++;
  if (gates->sat) gate_clauses(&gate, give_to_solver, gates->sat);
  return gate.out;
}

static void swap(SatLit *a, SatLit *b) {
  SatLit old = *a;
  *a = *b;
  *b = old;
}

/* Order by variable number. */
static void order(SatLit *a, SatLit *b) {
  if (abs(*a) > abs(*b)) swap(a, b);
}

SatLit gate_and(Gates *gates, SatLit a, SatLit b) {
  SatLit truth = gates->truth;
  if (a == -truth || b == -truth || a == -b) return -truth;
  if (a == truth || a == b) return b;
  if (b == truth) return a;
  order(&a, &b);
  return output_of(gates, GATE_AND, a, b, 0);
}

SatLit gate_or(Gates *gates, SatLit a, SatLit b) {
  return -gate_and(gates, -a, -b);
}

SatLit gate_xor(Gates *gates, SatLit a, SatLit b) {
  SatLit truth = gates->truth;
  if (a == truth) return -b;
  if (a == -truth) return b;
  if (b == truth) return -a;
  if (b == -truth) return a;
  if (a == b) return -truth;
  if (a == -b) return truth;
  order(&a, &b);
  int sign = (a < 0) != (b < 0) ? -1 : 1;
  return sign * output_of(gates, GATE_XOR, abs(a), abs(b), 0);
}

/* A multiplexer without constants and repetitions among its inputs. */
static SatLit proper_mux(Gates *gates, SatLit cond, SatLit yes, SatLit no) {
  assert(abs(cond) != abs(yes) && abs(cond) != abs(no));
  if (cond < 0) {
    cond = -cond;
    swap(&yes, &no);
  }
  int sign = yes < 0 ? -1 : 1;
  return sign * output_of(gates, GATE_MUX, cond, sign * yes, sign * no);
}

SatLit gate_mux(Gates *gates, SatLit cond, SatLit yes, SatLit no) {
  SatLit truth = gates->truth;
  if (cond == truth || yes == no) return yes;
  if (cond == -truth) return no;
  if (yes == truth || yes == cond) return gate_or(gates, cond, no);
  if (yes == -truth || yes == -cond) return gate_and(gates, -cond, no);
  if (no == truth || no == -cond) return gate_or(gates, -cond, yes);
  if (no == -truth || no == cond) return gate_and(gates, cond, yes);
  if (yes == -no) return -gate_xor(gates, cond, yes);
  return proper_mux(gates, cond, yes, no);
}

static void order3(SatLit *a, SatLit *b, SatLit *c) {
  order(a, b);
  order(b, c);
  order(a, b);
}

SatLit gate_xor3(Gates *gates, SatLit a, SatLit b, SatLit c) {
  order3(&a, &b, &c);
  bool is_simple =
      gate_constant(gates, a) || abs(a) == abs(b) || abs(b) == abs(c);
  if (is_simple) return gate_xor(gates, gate_xor(gates, a, b), c);
  int sign = ((a < 0) + (b < 0) + (c < 0)) % 2 ? -1 : 1;
  return sign * output_of(gates, GATE_XOR3, abs(a), abs(b), abs(c));
}

SatLit gate_majority(Gates *gates, SatLit a, SatLit b, SatLit c) {
  order3(&a, &b, &c); /* the constant's variable is 1: it comes first */
  if (a == gates->truth) return gate_or(gates, b, c);
  if (a == -gates->truth) return gate_and(gates, b, c);
  if (a == b || b == c) return b;
  if (a == -b) return c;
  if (b == -c) return a;
  int sign = (a < 0) + (b < 0) + (c < 0) >= 2 ? -1 : 1;
  return sign * output_of(gates, GATE_MAJORITY, sign * a, sign * b, sign * c);
}

/* By variable number, the positive literal first. */
static int compare_literals(const void *a, const void *b) {
  SatLit x = *(const SatLit *)a, y = *(const SatLit *)b;
  if (abs(x) != abs(y)) return abs(x) < abs(y) ? -1 : 1;
  return (x < y) - (x > y);
}

/* In place. */
static SatLit and_tree(Gates *gates, SatLit *literals, uint32_t n) {
  assert(n > 0);
  for (; n > 1; n = (n + 1) / 2) {
    for (uint32_t i = 0; i + 1 < n; i += 2)
      literals[i / 2] = gate_and(gates, literals[i], literals[i + 1]);
    if (n % 2) literals[n / 2] = literals[n - 1];
  }
  return literals[0];
}

/* Lists hold gates of two inputs only. */
static SatLit and_chain(Gates *gates, const SatLit *literals, uint32_t n) {
  SatLit all = gates->truth;
  for (uint32_t i = 0; i < n; i++) all = gate_and(gates, all, literals[i]);
  return all;
}

SatLit gate_and_n(Gates *gates, SatLit *literals, uint32_t n) {
  if (n > 1) qsort(literals, n, sizeof *literals, compare_literals);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    SatLit a = literals[i];
    if (a == -gates->truth) return a;
    if (kept && literals[kept - 1] == -a) return -gates->truth;
    if (a == gates->truth || (kept && literals[kept - 1] == a)) continue;
    literals[kept++] = a;
  }
  if (kept == 0) return gates->truth;
  if (kept == 1) return literals[0];
  if (kept == 2) return gate_and(gates, literals[0], literals[1]);
  if (gates->is_balanced) return and_tree(gates, literals, kept);
  if (!gates->sat) return and_chain(gates, literals, kept);
  SatLit out = gates_new_var(gates);
  gates->shared->stats.gates++;
  for (uint32_t i = 0; i < kept; i++) {
    sat_add_clause(gates->sat, (SatLit[]){-out, literals[i]}, 2);
    literals[i] = -literals[i];
  }
  SatLit *clause = gates_scratch(gates, kept + 1);
  memcpy(clause, literals, sizeof *clause * kept);
  clause[kept] = out;
  sat_add_clause(gates->sat, clause, kept + 1);
  return out;
}
