/* SPDX-License-Identifier: MIT
 *
 * Boolean gates as clauses, shared by structural hashing.
 *
 * A gate is a function of up to three literals whose output is a literal; its
 * clauses define the output in both directions (Tseitin), because a later query
 * may use it in either polarity and the model of every gate is read by the
 * array lemmas.  Inputs are brought to one normal form first (order, signs,
 * constants, repetitions), so that equal functions are usually one gate.
 * Sum and carry of an adder are gates of their own: 14 clauses without inner
 * variables instead of five two-input gates.
 *
 * Invariant: every table entry's clauses are in the SAT solver.
 */
#include "smt/blast/blast_int.h"

#include <stdlib.h>

enum { GATE_AND = 1, GATE_XOR, GATE_MUX, GATE_XOR3, GATE_MAJORITY };

void gates_init(Gates *gates, SmtShared *shared, Sat *sat) {
  *gates = (Gates){.shared = shared, .sat = sat, .cap = 1024};
  gates->table = MEM_ARRAY(shared->mem, GateEntry, gates->cap);
  arena_init(&gates->scratch, shared->mem);
  gates->truth = sat_new_var(sat);
  sat_add_clause(sat, &gates->truth, 1);
}

void gates_done(Gates *gates) {
  MEM_FREE_ARRAY(gates->shared->mem, gates->table, gates->cap);
  arena_done(&gates->scratch);
}

SatLit *gates_scratch(Gates *gates, uint32_t n) {
  return ARENA_ARRAY(&gates->scratch, SatLit, n);
}

static GateEntry *slot_of(GateEntry *table, uint32_t cap, uint32_t kind,
                          const SatLit in[3]) {
  assert((cap & (cap - 1)) == 0);
  uint64_t hash =
      hash_mix(kind, (uint64_t)(uint32_t)in[0] << 32 | (uint32_t)in[1]);
  uint32_t at = (uint32_t)hash_mix(hash, (uint32_t)in[2]) & (cap - 1);
  for (;; at = (at + 1) & (cap - 1)) {
    GateEntry *entry = &table[at];
    if (!entry->kind) return entry;
    if (entry->kind == kind && entry->in[0] == in[0] && entry->in[1] == in[1] &&
        entry->in[2] == in[2])
      return entry;
  }
}

static void grow(Gates *gates) {
  uint32_t cap = gates->cap * 2;
  GateEntry *table = MEM_ARRAY(gates->shared->mem, GateEntry, cap);
  for (uint32_t i = 0; i < gates->cap; i++) {
    const GateEntry *old = &gates->table[i];
    if (old->kind) *slot_of(table, cap, old->kind, old->in) = *old;
  }
  MEM_FREE_ARRAY(gates->shared->mem, gates->table, gates->cap);
  gates->table = table;
  gates->cap = cap;
}

/* The output of the gate; a new one still needs its clauses: *is_new. */
static SatLit output_of(Gates *gates, uint32_t kind, SatLit a, SatLit b,
                        SatLit c, bool *is_new) {
  if (gates->n * 2 >= gates->cap) grow(gates);
  assert(a && b && kind >= GATE_AND && kind <= GATE_MAJORITY);
  SatLit in[3] = {a, b, c};
  GateEntry *entry = slot_of(gates->table, gates->cap, kind, in);
  *is_new = !entry->kind;
  if (entry->kind) return entry->out;
  *entry = (GateEntry){kind, {a, b, c}, sat_new_var(gates->sat)};
  gates->n++;
  gates->shared->stats.gates++;
  return entry->out;
}

static void clause2(Gates *gates, SatLit a, SatLit b) {
  sat_add_clause(gates->sat, (SatLit[]){a, b}, 2);
}

static void clause3(Gates *gates, SatLit a, SatLit b, SatLit c) {
  sat_add_clause(gates->sat, (SatLit[]){a, b, c}, 3);
}

static void clause4(Gates *gates, SatLit a, SatLit b, SatLit c, SatLit d) {
  sat_add_clause(gates->sat, (SatLit[]){a, b, c, d}, 4);
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
  bool is_new;
  SatLit out = output_of(gates, GATE_AND, a, b, 0, &is_new);
  if (!is_new) return out;
  clause2(gates, -out, a);
  clause2(gates, -out, b);
  clause3(gates, out, -a, -b);
  return out;
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
  a = abs(a);
  b = abs(b);
  bool is_new;
  SatLit out = output_of(gates, GATE_XOR, a, b, 0, &is_new);
  if (!is_new) return sign * out;
  clause3(gates, -out, a, b);
  clause3(gates, -out, -a, -b);
  clause3(gates, out, -a, b);
  clause3(gates, out, a, -b);
  return sign * out;
}

/* A multiplexer without constants and repetitions among its inputs. */
static SatLit proper_mux(Gates *gates, SatLit cond, SatLit yes, SatLit no) {
  assert(abs(cond) != abs(yes) && abs(cond) != abs(no));
  if (cond < 0) {
    cond = -cond;
    swap(&yes, &no);
  }
  int sign = yes < 0 ? -1 : 1;
  yes *= sign;
  no *= sign;
  bool is_new;
  SatLit out = output_of(gates, GATE_MUX, cond, yes, no, &is_new);
  if (!is_new) return sign * out;
  clause3(gates, -cond, -yes, out);
  clause3(gates, -cond, yes, -out);
  clause3(gates, cond, -no, out);
  clause3(gates, cond, no, -out);
  clause3(gates, -yes, -no, out); /* redundant, but propagates more */
  clause3(gates, yes, no, -out);
  return sign * out;
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
  a = abs(a);
  b = abs(b);
  c = abs(c);
  bool is_new;
  SatLit out = output_of(gates, GATE_XOR3, a, b, c, &is_new);
  if (!is_new) return sign * out;
  for (int bits = 0; bits < 8; bits++) {
    SatLit x = bits & 1 ? a : -a, y = bits & 2 ? b : -b, z = bits & 4 ? c : -c;
    int is_odd = (bits ^ bits >> 1 ^ bits >> 2) & 1;
    clause4(gates, -x, -y, -z, is_odd ? out : -out);
  }
  return sign * out;
}

SatLit gate_majority(Gates *gates, SatLit a, SatLit b, SatLit c) {
  order3(&a, &b, &c); /* the constant's variable is 1: it comes first */
  if (a == gates->truth) return gate_or(gates, b, c);
  if (a == -gates->truth) return gate_and(gates, b, c);
  if (a == b || b == c) return b;
  if (a == -b) return c;
  if (b == -c) return a;
  int sign = (a < 0) + (b < 0) + (c < 0) >= 2 ? -1 : 1;
  a *= sign;
  b *= sign;
  c *= sign;
  bool is_new;
  SatLit out = output_of(gates, GATE_MAJORITY, a, b, c, &is_new);
  if (!is_new) return sign * out;
  clause3(gates, -a, -b, out);
  clause3(gates, -a, -c, out);
  clause3(gates, -b, -c, out);
  clause3(gates, a, b, -out);
  clause3(gates, a, c, -out);
  clause3(gates, b, c, -out);
  return sign * out;
}

/* By variable number, the positive literal first. */
static int compare_literals(const void *a, const void *b) {
  SatLit x = *(const SatLit *)a, y = *(const SatLit *)b;
  if (abs(x) != abs(y)) return abs(x) < abs(y) ? -1 : 1;
  return (x < y) - (x > y);
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
  SatLit out = sat_new_var(gates->sat);
  gates->shared->stats.gates++;
  for (uint32_t i = 0; i < kept; i++) {
    clause2(gates, -out, literals[i]);
    literals[i] = -literals[i];
  }
  SatLit *clause = gates_scratch(gates, kept + 1);
  memcpy(clause, literals, sizeof *clause * kept);
  clause[kept] = out;
  sat_add_clause(gates->sat, clause, kept + 1);
  return out;
}
