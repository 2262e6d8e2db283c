/* SPDX-License-Identifier: MIT
 *
 * Ready-made providers of inputs.  The ones that answer by place count how
 * often a place has asked: (site, chain, occurrence) is the key, folded to 64
 * bits.  What has no site (parameters of the entry, external globals, private
 * objects) has a chain of its own and site 0. */
#include "interp/interp_int.h"

static uint64_t place_key(const InterpPlace *place) {
  return hash_mix(hash_mix(0x1d, place->site), place->chain);
}

static uint32_t next_occurrence(Map *counts, uint64_t key) {
  uint64_t *count = map_find(counts, key);
  if (!count) count = map_put(counts, key, 0);
  return (uint32_t)(*count)++;
}

static uint64_t given_key(uint64_t place, uint32_t occurrence) {
  return hash_mix(place, 1 + (uint64_t)occurrence);
}

/* ---- zeros ---- */

static bool zero_next(void *ctx, const InterpPlace *place, uint32_t bits,
                      BvWord *value) {
  (void)ctx, (void)place;
  memset(value, 0, sizeof *value * BV_WORDS(bits));
  return true;
}

static void zero_fill(void *ctx, const InterpPlace *place, uint8_t *bytes,
                      uint64_t n) {
  (void)ctx, (void)place;
  if (n) memset(bytes, 0, n);
}

bool interp_asks(const InterpPlace *place) {
  bool is_tracked = place->inst && (interp_is_uninit(place->inst) ||
                                    place->inst->op == OP_HAVOC);
  return !place->address && !is_tracked;
}

InterpInputs interp_zeros(void) {
  return (InterpInputs){NULL, zero_next, zero_fill};
}

/* ---- a list ---- */

static bool list_next(void *ctx, const InterpPlace *place, uint32_t bits,
                      BvWord *value) {
  InterpList *list = ctx;
  (void)place;
  if (list->at == list->n) return false;
  bv_set_u64(value, list->values[list->at++], bits);
  return true;
}

InterpInputs interp_list(InterpList *list) {
  require(list->values || !list->n);
  list->at = 0;
  return (InterpInputs){list, list_next, zero_fill};
}

/* ---- random ---- */

void interp_random_init(InterpRandom *random, Mem *mem, uint64_t seed) {
  random->seed = seed;
  map_init(&random->counts, mem);
}

void interp_random_done(InterpRandom *random) {
  map_done(&random->counts);
}

static Rng random_at(InterpRandom *random, const InterpPlace *place) {
  uint64_t key = place_key(place);
  uint32_t occurrence = next_occurrence(&random->counts, key);
  return (Rng){hash_mix(random->seed, given_key(key, occurrence))};
}

static bool random_next(void *ctx, const InterpPlace *place, uint32_t bits,
                        BvWord *value) {
  Rng rng = random_at(ctx, place);
  assert(bits >= 1 && bits <= BV_MAX_WIDTH);
  switch (rng_below(&rng, 8)) {
  case 0:
  case 1:
  case 2: bv_set_i64(value, (int64_t)rng_below(&rng, 20) - 4, bits); break;
  case 3: /* around the extremes */
    bv_set_u64(value, 0, bits);
    if (rng_below(&rng, 2))
      value[(bits - 1) / 64] = (BvWord)1 << (bits - 1) % 64;
    if (rng_below(&rng, 2)) {
      BvWord one[BV_MAX_WORDS];
      bv_set_u64(one, 1, bits);
      bv_binary(BV_SUB, value, value, one, bits);
    }
    break;
  default:
    for (uint32_t i = 0; i < BV_WORDS(bits); i++) value[i] = rng_next(&rng);
    if (bits % 64) value[BV_WORDS(bits) - 1] >>= 64 - bits % 64;
  }
  return true;
}

static void random_fill(void *ctx, const InterpPlace *place, uint8_t *bytes,
                        uint64_t n) {
  Rng rng = random_at(ctx, place);
  for (uint64_t i = 0; i < n; i += 8) {
    uint64_t word = rng_next(&rng);
    memcpy(bytes + i, &word, n - i < 8 ? n - i : 8);
  }
}

InterpInputs interp_random(InterpRandom *random) {
  map_clear(&random->counts);
  return (InterpInputs){random, random_next, random_fill};
}

/* ---- given values ---- */

void interp_table_init(InterpTable *table, Mem *mem) {
  *table = (InterpTable){.mem = mem};
  map_init(&table->index, mem);
  map_init(&table->counts, mem);
}

void interp_table_done(InterpTable *table) {
  map_done(&table->index);
  map_done(&table->counts);
  VEC_DONE(table->mem, &table->given);
  VEC_DONE(table->mem, &table->bytes);
}

void interp_table_add(InterpTable *table, uint32_t site, uint64_t chain,
                      uint32_t occurrence, const uint8_t *bytes, uint32_t n) {
  require(n < UINT32_MAX - table->bytes.n && (bytes || !n));
  InterpPlace place = {.site = site, .chain = chain};
  InterpGiven given = {.site = site,
                       .occurrence = occurrence,
                       .chain = chain,
                       .at = table->bytes.n,
                       .n = n};
  VEC_RESERVE(table->mem, &table->bytes, table->bytes.n + n + 1);
  if (n) memcpy(table->bytes.at + table->bytes.n, bytes, n);
  table->bytes.n += n;
  VEC_PUSH(table->mem, &table->given, given);
  map_put(&table->index, given_key(place_key(&place), occurrence),
          table->given.n - 1);
}

/* Up to `n` bytes of what is given for the place; the rest is zero. */
static void table_answer(InterpTable *table, const InterpPlace *place,
                         uint8_t *bytes, uint64_t n) {
  uint64_t key = place_key(place);
  uint32_t occurrence = next_occurrence(&table->counts, key);
  const uint64_t *found = map_find(&table->index, given_key(key, occurrence));
  if (n) memset(bytes, 0, n);
  if (!found) return;
  assert(*found < table->given.n);
  const InterpGiven *given = &table->given.at[*found];
  assert(given->occurrence == occurrence && given->chain == place->chain);
  assert((uint64_t)given->at + given->n <= table->bytes.n);
  memcpy(bytes, table->bytes.at + given->at, given->n < n ? given->n : n);
}

static bool table_next(void *ctx, const InterpPlace *place, uint32_t bits,
                       BvWord *value) {
  uint32_t n = BV_WORDS(bits);
  table_answer(ctx, place, (uint8_t *)value, 8 * (uint64_t)n);
  if (bits % 64) value[n - 1] &= ~(BvWord)0 >> (64 - bits % 64);
  return true;
}

static void table_fill(void *ctx, const InterpPlace *place, uint8_t *bytes,
                       uint64_t n) {
  table_answer(ctx, place, bytes, n);
}

InterpInputs interp_table(InterpTable *table) {
  map_clear(&table->counts);
  return (InterpInputs){table, table_next, table_fill};
}

/* ---- recording ---- */

static void keep(InterpTable *table, const InterpPlace *place,
                 const uint8_t *bytes, uint64_t n) {
  uint32_t occurrence = next_occurrence(&table->counts, place_key(place));
  require(n < UINT32_MAX); /* interp_table_add looks at the sum */
  interp_table_add(table, place->site, place->chain, occurrence, bytes,
                   (uint32_t)n);
}

static bool record_next(void *ctx, const InterpPlace *place, uint32_t bits,
                        BvWord *value) {
  InterpRecorder *recorder = ctx;
  if (!recorder->inner.next(recorder->inner.ctx, place, bits, value))
    return false;
  keep(recorder->into, place, (uint8_t *)value, (bits + 7) / 8);
  return true;
}

static void record_fill(void *ctx, const InterpPlace *place, uint8_t *bytes,
                        uint64_t n) {
  InterpRecorder *recorder = ctx;
  recorder->inner.fill(recorder->inner.ctx, place, bytes, n);
  keep(recorder->into, place, bytes, n);
}

InterpInputs interp_record(InterpRecorder *recorder) {
  require(recorder->inner.next && recorder->inner.fill);
  map_clear(&recorder->into->counts);
  return (InterpInputs){recorder, record_next, record_fill};
}
