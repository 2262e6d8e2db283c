/* SPDX-License-Identifier: MIT
 *
 * What memory holds when the program starts. */
#include "encode/encode_int.h"

enum { MOST_INITIAL = 1 << 14 }; /* initial cells written one by one */

/* `bytes` bytes of the global's initial value at `offset`; relocated addresses
 * count where they lie wholly inside or around. */
static Term initial_cell(Enc *enc, const Global *global, uint64_t offset,
                         uint32_t bytes) {
  TermStore *store = enc->store;
  uint32_t pointer = enc->program->pointer_bits / 8;
  Term cell = TERM_NONE;
  assert(bytes > 0 && offset + bytes <= global->size);
  for (uint32_t i = 0; i < bytes; i++) {
    uint64_t at = offset + i;
    Term byte = term_u64(store, global->init ? global->init[at] : 0, 8);
    for (uint32_t r = 0; r < global->n_relocs; r++) {
      const Reloc *reloc = &global->relocs[r];
      if (at < reloc->offset || at >= reloc->offset + pointer) continue;
      Const to = {.kind = reloc->func.id ? CONST_FUNC : CONST_GLOBAL,
                  .global = reloc->global,
                  .func = reloc->func,
                  .offset = reloc->addend};
      uint32_t low = (uint32_t)(at - reloc->offset) * 8;
      byte = term_extract(store, enc_address(enc, &to), low + 7, low);
    }
    cell = i ? term_concat(store, byte, cell) : byte;
  }
  return cell;
}

/* Write the global's cells that lie in the region over `array`. */
static Term write_initial(Enc *enc, Term array, uint32_t object,
                          const Global *global, RegionId region,
                          bool zero_already) {
  uint32_t bytes = enc_cell_bytes(enc, region), written = 0;
  if (zero_already && !global->init && !global->n_relocs) return array;
  for (uint64_t at = 0; at + bytes <= global->size; at++) {
    if (prog_region_at(enc->regions, object, at, bytes).id != region.id)
      continue;
    Term cell = initial_cell(enc, global, at, bytes);
    uint64_t number;
    if (zero_already && term_const_u64(enc->store, cell, &number) &&
        number == 0)
      continue;
    if (++written > MOST_INITIAL) {
      enc_ledger(enc, LEDGER_OVER, global->loc,
                 "initial contents of the large object '%s' may be any",
                 global->name);
      return enc_slot_unknown(enc, region);
    }
    Term address = term_u64(enc->store, enc->object_at[object] + at,
                            enc->program->pointer_bits);
    array = term_store_at(enc->store, array, address, cell);
  }
  return array;
}

/* Is everything in the region a global with known initial contents? */
static bool all_known(const Enc *enc, RegionId region,
                      const IndexVec *objects) {
  if (enc_region(enc, region)->targets == REGION_UNKNOWN) return false;
  for (uint32_t i = 0; i < objects->n; i++) {
    const MemObject *object = prog_points_object(enc->points, objects->at[i]);
    if (object->kind != OBJECT_GLOBAL) return false;
    if (prog_global(enc->program, object->global)->state != GLOBAL_DEFINED)
      return false;
  }
  return true;
}

Term enc_slot_unknown(Enc *enc, RegionId region) {
  uint32_t slot = enc->slot_of[region.id];
  require(slot < enc->slots.n);
  return term_fresh(enc->store, "memory", enc->slots.at[slot].sort);
}

Term enc_slot_start(Enc *enc, uint32_t slot) {
  TermStore *store = enc->store;
  require(slot < enc->slots.n);
  if (slot == enc->heap_slot)
    return term_u64(store, enc->heap_start, enc->program->pointer_bits);
  RegionId region = enc->slots.at[slot].region;
  Sort sort = enc->slots.at[slot].sort;
  IndexVec objects = {0};
  prog_region_objects(enc->regions, region, &objects);
  bool known = all_known(enc, region, &objects);
  Term zero = term_u64(store, 0, 8 * enc_cell_bytes(enc, region));
  Term array = known ? term_const_array(store, sort, zero)
                     : enc_slot_unknown(enc, region);
  for (uint32_t i = 0; i < objects.n; i++) {
    const MemObject *object = prog_points_object(enc->points, objects.at[i]);
    if (object->kind != OBJECT_GLOBAL) continue;
    const Global *global = prog_global(enc->program, object->global);
    if (global->state == GLOBAL_DEFINED)
      array = write_initial(enc, array, objects.at[i], global, region, known);
  }
  VEC_DONE(enc->program->mem, &objects);
  assert(sort_same(term_sort(store, array), sort));
  return array;
}
