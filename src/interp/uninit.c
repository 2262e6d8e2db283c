/* SPDX-License-Identifier: MIT
 *
 * Registers that hold an uninitialised value.
 *
 * A local that is kept in a register is "uninitialised" until it is assigned,
 * and phis carry that on although nobody reads it: the compiler's own slot for
 * a result, say.  So each run keeps a bit for the registers that may hold such
 * a value (Decoded.uninit, few); only an instruction that computes with it or
 * hands it over uses it. */
#include "interp/interp_int.h"

/* The word of a register among all. */
static uint32_t word_of(const Interp *run, uint32_t slot) {
  return VEC_LAST(&run->stack).base + slot;
}

void interp_set_uninit(Interp *run, uint32_t slot, bool is_uninit) {
  uint32_t word = word_of(run, slot);
  while (run->uninit.n <= word) VEC_PUSH(run->mem, &run->uninit, 0);
  run->uninit.at[word] = is_uninit;
}

bool interp_holds_uninit(const Interp *run, Operand operand) {
  uint32_t word = word_of(run, operand >> 1);
  return !(operand & 1) && word < run->uninit.n && run->uninit.at[word];
}

/* All at once, as their values. */
void interp_move_uninit(Interp *run, const Decoded *d, const Move *moves,
                        uint32_t n) {
  VEC_CLEAR(&run->scratch);
  for (uint32_t i = 0; i < n; i++) {
    bool may = d->uninit[moves[i].phi - d->f->insts.at];
    VEC_PUSH(run->mem, &run->scratch,
             may && interp_holds_uninit(run, moves[i].src));
  }
  for (uint32_t i = 0; i < n; i++)
    if (d->uninit[moves[i].phi - d->f->insts.at])
      interp_set_uninit(run, moves[i].dst, run->scratch.at[i]);
}
