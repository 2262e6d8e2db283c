/* SPDX-License-Identifier: MIT
 *
 * Cubes of bits: sets, and terms. */
#include "engine/bits/bits_int.h"

#include <stdlib.h>

void bits_cube_copy(Bits *b, BitsCube *to, const BitsCube *from) {
  assert(to != from);
  VEC_CLEAR(to);
  VEC_RESERVE(b->mem, to, from->n);
  if (from->n) memcpy(to->at, from->at, sizeof *to->at * from->n);
  to->n = from->n;
}

static int compare(const void *a, const void *b) {
  BitsLit x = *(const BitsLit *)a, y = *(const BitsLit *)b;
  return (x > y) - (x < y);
}

void bits_cube_sort(BitsCube *cube) {
  if (cube->n > 1) qsort(cube->at, cube->n, sizeof *cube->at, compare);
}

uint64_t bits_signature(const BitsCube *cube) {
  uint64_t signature = 0;
  for (uint32_t i = 0; i < cube->n; i++)
    signature |= (uint64_t)1 << (cube->at[i] * 0x9e3779b1u >> 26);
  return signature;
}

bool bits_is_subset(const BitsCube *small, const BitsCube *large) {
  uint32_t k = 0;
  if (small->n > large->n) return false;
  for (uint32_t i = 0; i < small->n; i++) {
    while (k < large->n && large->at[k] < small->at[i]) k++;
    if (k == large->n || large->at[k] != small->at[i]) return false;
    k++;
  }
  return true;
}

/* Neighbouring bits of a variable that are all given: what they say. */
static Term part_term(Bits *b, Term var, uint32_t low, uint32_t n,
                      const BitsLit *literals) {
  assert(n > 0 && (literals[0] >> 1) + n - 1 == literals[n - 1] >> 1);
  if (term_is_bool(b->store, var)) return literals[0] & 1 ? term_not(var) : var;
  BvWord words[BV_WORDS(BV_MAX_WIDTH)] = {0};
  for (uint32_t i = 0; i < n; i++)
    if (!(literals[i] & 1)) words[i / 64] |= (BvWord)1 << i % 64;
  return term_eq(b->store, term_extract(b->store, var, low + n - 1, low),
                 term_const(b->store, words, n));
}

Term bits_cube_term(Bits *b, uint32_t loc, const BitsCube *cube) {
  const BitsPlace *place = &b->places[loc];
  Mem *mem = term_store_mem(b->store);
  TermList parts = {0};
  for (uint32_t i = 0, n; i < cube->n; i += n) {
    uint32_t latch = bits_latch(cube->at[i]);
    n = 1;
    if (latch >= place->n_bits) {
      Term signal = place->signals.at[latch - place->n_bits];
      VEC_PUSH(mem, &parts, cube->at[i] & 1 ? term_not(signal) : signal);
      continue;
    }
    uint32_t v = place->var_of[latch];
    for (; i + n < cube->n; n++) {
      uint32_t other = bits_latch(cube->at[i + n]);
      if (other != latch + n || other >= place->n_bits ||
          place->var_of[other] != v)
        break;
    }
    VEC_PUSH(mem, &parts,
             part_term(b, b->ts->locations.at[loc].vars[v].now,
                       latch - place->first[v], n, cube->at + i));
  }
  Term all = term_and_n(b->store, parts.at, parts.n);
  VEC_DONE(mem, &parts);
  return all;
}
