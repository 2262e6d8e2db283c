/* SPDX-License-Identifier: MIT
 *
 * Words of gates: shifts by a variable amount, one row of multiplexers per bit
 * of the amount (a barrel shifter).  Amount bits worth w or more push
 * everything out. */
#include "smt/blast/blast_int.h"

/* Is a bit of the amount set that is worth at least `w`? */
static SatLit is_far(Gates *gates, const SatLit *amount, uint32_t first,
                     uint32_t w) {
  assert(first <= w);
  SatLit *zero = gates_scratch(gates, w);
  uint32_t n = 0;
  for (uint32_t i = first; i < w; i++) zero[n++] = -amount[i];
  return -gate_and_n(gates, zero, n);
}

void bits_shr(Gates *gates, SatLit *out, const SatLit *a, const SatLit *amount,
              SatLit fill, uint32_t w) {
  assert(out != a && out != amount);
  memcpy(out, a, sizeof *out * w);
  uint32_t stage = 0;
  for (; stage < 32 && ((uint64_t)1 << stage) < w; stage++) {
    uint32_t by = (uint32_t)1 << stage;
    for (uint32_t i = 0; i < w; i++) {
      SatLit from = i + by < w ? out[i + by] : fill;
      out[i] = gate_mux(gates, amount[stage], from, out[i]);
    }
  }
  SatLit far = is_far(gates, amount, stage, w);
  for (uint32_t i = 0; i < w; i++) out[i] = gate_mux(gates, far, fill, out[i]);
}

/* A left shift is a right shift of the mirrored word. */
void bits_shl(Gates *gates, SatLit *out, const SatLit *a, const SatLit *amount,
              uint32_t w) {
  assert(out != a && out != amount);
  SatLit *mirror = gates_scratch(gates, w), *moved = gates_scratch(gates, w);
  for (uint32_t i = 0; i < w; i++) mirror[i] = a[w - 1 - i];
  bits_shr(gates, moved, mirror, amount, -gates->truth, w);
  for (uint32_t i = 0; i < w; i++) out[i] = moved[w - 1 - i];
}
