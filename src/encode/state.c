/* SPDX-License-Identifier: MIT
 *
 * The state vector of each location, as small as liveness allows.
 *
 * A location's variables are the SSA values live on entry to its block, its
 * own phis that are used, and the memory slots that may still be read.
 * Liveness goes value by value, from each use up to the definition, block by
 * block, and stops where that value was seen before: linear in the sum of live
 * ranges, with one mark per block. */
#include "encode/encode_int.h"

#include <stdlib.h>

typedef struct Live {
  Enc *enc;
  Vec(uint64_t) uses;  /* value << 32 | block at whose end it is wanted */
  uint32_t *seen;      /* by block: 1 + the last value live on entry */
  Vec(uint32_t) work;  /* blocks where the value is wanted on entry */
  Vec(uint64_t) pairs; /* location node << 32 | value, in order found */
} Live;

static void want_at_entry(Live *live, uint32_t value, uint32_t block) {
  if (live->seen[block] == value + 1) return;
  live->seen[block] = value + 1;
  if (live->enc->kept[block])
    VEC_PUSH(live->enc->mem, &live->pairs, (uint64_t)block << 32 | value);
  VEC_PUSH(live->enc->mem, &live->work, block);
}

/* The value is wanted at the end of `block`. */
static void want_at_end(Live *live, uint32_t value, uint32_t block) {
  Enc *enc = live->enc;
  if (!enc->useful[block]) return;
  uint32_t def = enc->def_block[value];
  assert(def < enc->f->blocks.n);
  bool is_phi = enc->f->insts.at[value].op == OP_PHI;
  if (def == block && !is_phi) return;
  if (def == block && !enc->kept[block]) return;
  want_at_entry(live, value, block);
}

static void spread(Live *live, uint32_t value) {
  Enc *enc = live->enc;
  while (live->work.n) {
    uint32_t block = VEC_POP(&live->work);
    if (enc->def_block[value] == block) continue; /* a phi of a location */
    const uint32_t *preds = rows_get(&enc->cfg->preds, block);
    for (uint32_t i = 0; i < rows_size(&enc->cfg->preds, block); i++)
      want_at_end(live, value, preds[i]);
  }
}

static void use(Live *live, Val val, uint32_t block) {
  if (!val_is_local(val)) return;
  VEC_PUSH(live->enc->mem, &live->uses, (uint64_t)val_index(val) << 32 | block);
}

/* Uses inside a block: the value is wanted there, before its end. */
static void uses_of_block(Live *live, uint32_t block) {
  Enc *enc = live->enc;
  uint32_t n_insts;
  const Inst *end = enc_block_end(enc, block, &n_insts);
  for (uint32_t i = 0; i < n_insts; i++) {
    const Inst *inst = &enc->f->insts.at[enc->f->blocks.at[block].insts.at[i]];
    if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR) continue;
    for (uint32_t k = 0; k < inst->n_ops; k++)
      use(live, inst->ops[k], inst->op == OP_PHI ? inst->blocks[k].id : block);
  }
  if (end->op == OP_CONDBR || end->op == OP_SWITCH)
    use(live, end->ops[0], block);
}

static const char *value_name(const Enc *enc, uint32_t inst, char *room,
                              size_t size) {
  uint32_t var = enc->var_of[inst];
  if (var) return enc->program->vars.at[var].name;
  snprintf(room, size, "%%%u", inst);
  return room;
}

/* Two variable terms, for the two ends of an edge. */
static TsVar make_var(Enc *enc, uint32_t node, const char *name, Sort sort) {
  Arena *arena = &enc->ts->arena;
  uint32_t loc = enc->loc_of[node];
  char text[512];
  TsVar var = {.name = arena_strdup(arena, name)};
  snprintf(text, sizeof text, "%.200s@%u", name, loc);
  for (uint32_t i = 1; term_find_var(enc->store, text).id; i++)
    snprintf(text, sizeof text, "%.200s.%u@%u", name, i, loc);
  var.now = term_var(enc->store, text, sort);
  require(strlen(text) + 1 < sizeof text);
  strcat(text, "'");
  var.next = term_fresh(enc->store, text, sort);
  return var;
}

static void set_vars(Enc *enc, uint32_t node, const uint32_t *values,
                     uint32_t n_values) {
  TsLocation *loc = &enc->ts->locations.at[enc->loc_of[node]];
  uint32_t n_slots = 0, n = 0;
  for (uint32_t s = 0; s < enc->slots.n; s++)
    n_slots += enc->slot_live[(size_t)node * enc->slots.n + s];
  loc->vars = ARENA_ARRAY(&enc->ts->arena, TsVar, n_values + n_slots);
  for (uint32_t i = 0; i < n_values; i++) {
    char room[32];
    const Inst *inst = &enc->f->insts.at[values[i]];
    TsVar var = make_var(enc, node, value_name(enc, values[i], room, 32),
                         enc_sort(enc, inst->type));
    var.c_var = enc_name_at(enc, node, values[i]);
    var.value = values[i];
    loc->vars[n++] = var;
  }
  for (uint32_t s = 0; s < enc->slots.n; s++) {
    if (!enc->slot_live[(size_t)node * enc->slots.n + s]) continue;
    TsVar var =
        make_var(enc, node, enc->slots.at[s].name, enc->slots.at[s].sort);
    var.value = ENC_MEMORY + enc->slots.at[s].region.id;
    loc->vars[n++] = var;
  }
  assert(n == n_values + n_slots);
  loc->n_vars = n;
}

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void find_live(Live *live) {
  Enc *enc = live->enc;
  for (uint32_t b = 0; b < enc->f->blocks.n; b++)
    if (enc->useful[b]) uses_of_block(live, b);
  if (live->uses.n)
    qsort(live->uses.at, live->uses.n, sizeof *live->uses.at, by_number);
  live->seen = MEM_ARRAY(enc->mem, uint32_t, enc->f->blocks.n);
  for (uint32_t i = 0; i < live->uses.n; i++) {
    uint32_t value = (uint32_t)(live->uses.at[i] >> 32);
    want_at_end(live, value, (uint32_t)live->uses.at[i]);
    spread(live, value);
  }
  MEM_FREE_ARRAY(enc->mem, live->seen, enc->f->blocks.n);
  VEC_DONE(enc->mem, &live->uses);
  if (live->pairs.n)
    qsort(live->pairs.at, live->pairs.n, sizeof *live->pairs.at, by_number);
}

void enc_state_vars(Enc *enc) {
  Live live = {.enc = enc};
  find_live(&live);
  Vec(uint32_t) values = {0};
  for (uint32_t node = 0, i = 0; node < enc->f->blocks.n; node++) {
    VEC_CLEAR(&values);
    for (; i < live.pairs.n && live.pairs.at[i] >> 32 == node; i++) {
      assert(!i || live.pairs.at[i - 1] < live.pairs.at[i]); /* found once */
      VEC_PUSH(enc->mem, &values, (uint32_t)live.pairs.at[i]);
    }
    if (enc->kept[node] && node != 0)
      set_vars(enc, node, values.at, values.n);
    else
      require(!enc->kept[node] || values.n == 0);
  }
  VEC_DONE(enc->mem, &values);
  VEC_DONE(enc->mem, &live.pairs);
  VEC_DONE(enc->mem, &live.work);
}
