/* SPDX-License-Identifier: MIT
 *
 * Words of gates: addition, comparison, choice.  Everything that carries is a
 * ripple: SAT solvers do better on it than on faster adders. */
#include "smt/blast/blast_int.h"

void bits_add(Gates *gates, SatLit *out, const SatLit *a, const SatLit *b,
              SatLit carry, uint32_t w) {
  for (uint32_t i = 0; i < w; i++) {
    SatLit sum = gate_xor3(gates, a[i], b[i], carry);
    if (i + 1 < w) carry = gate_majority(gates, a[i], b[i], carry);
    out[i] = sum;
  }
}

/* a + ~b + 1 */
void bits_sub(Gates *gates, SatLit *out, const SatLit *a, const SatLit *b,
              uint32_t w) {
  SatLit carry = gates->truth;
  for (uint32_t i = 0; i < w; i++) {
    SatLit sum = gate_xor3(gates, a[i], -b[i], carry);
    if (i + 1 < w) carry = gate_majority(gates, a[i], -b[i], carry);
    out[i] = sum;
  }
}

/* ~a + 1: a bit flips when a lower one is set. */
void bits_neg(Gates *gates, SatLit *out, const SatLit *a, uint32_t w) {
  SatLit seen = -gates->truth;
  for (uint32_t i = 0; i < w; i++) {
    SatLit bit = a[i];
    out[i] = gate_xor(gates, bit, seen);
    if (i + 1 < w) seen = gate_or(gates, seen, bit);
  }
}

void bits_mux(Gates *gates, SatLit *out, SatLit cond, const SatLit *yes,
              const SatLit *no, uint32_t w) {
  for (uint32_t i = 0; i < w; i++)
    out[i] = gate_mux(gates, cond, yes[i], no[i]);
}

SatLit bits_equal(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w) {
  SatLit *same = gates_scratch(gates, w);
  for (uint32_t i = 0; i < w; i++) same[i] = -gate_xor(gates, a[i], b[i]);
  return gate_and_n(gates, same, w);
}

/* From the lowest bit up: a < b so far, unless a higher bit decides. */
SatLit bits_ult(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w) {
  SatLit less = -gates->truth;
  for (uint32_t i = 0; i < w; i++)
    less = gate_majority(gates, -a[i], b[i], less);
  return less;
}

SatLit bits_ule(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w) {
  return -bits_ult(gates, b, a, w);
}

/* The sign bits count the other way round. */
SatLit bits_slt(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w) {
  assert(w >= 1);
  SatLit less = bits_ult(gates, a, b, w - 1);
  return gate_majority(gates, a[w - 1], -b[w - 1], less);
}

SatLit bits_sle(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w) {
  return -bits_slt(gates, b, a, w);
}
