/* SPDX-License-Identifier: MIT
 *
 * Copies and fills as formulas: MEMCPY, MEMSET, HAVOC.
 *
 * A range is changed cell by cell, all cells read from the array as it was
 * before, so that the two sides of a MEMCPY may overlap.  Where the length is
 * not constant, each cell up to the longest that can be asks whether it lies
 * below the length, and keeps its contents if not:
 *
 *   a' = a{to + k := k < length ? a[from + k] : a[to + k]}   for each cell k
 *
 * An array has contents everywhere, so that no read has to be guarded.  Cells
 * larger than a byte are met or missed as a whole (analysis/regions.c).
 *
 * A range with too many cells, or of unknown bounds, is forgotten with all of
 * its region (recorded as "over"). */
#include "encode/encode_int.h"
#include "analysis/lengths.h"

/* How far a range goes. */
typedef struct Extent {
  uint64_t most; /* bytes, whole cells */
  Term length;   /* none: it has so many */
} Extent;

void enc_forget(Frame *frame, const Inst *inst, uint32_t slot,
                const char *why) {
  Enc *enc = frame->enc;
  require(slot < enc->slots.n && slot != enc->heap_slot);
  enc_ledger(enc, LEDGER_OVER, inst->loc, "%s: all of '%s' may change", why,
             enc->slots.at[slot].name);
  frame->slots[slot] =
      term_fresh(enc->store, "memory", enc->slots.at[slot].sort);
}

/* ---- how long it can be ---- */

/* False: too far, or nobody knows. */
static bool find_extent(Frame *frame, uint32_t number, Extent *extent) {
  Enc *enc = frame->enc;
  const Inst *inst = &enc->f->insts.at[number];
  uint32_t cell = enc_cell_bytes(enc, enc_region_of(enc, inst));
  Val length = prog_length(inst);
  *extent = (Extent){0};
  if (val_is_none(length)) return false;
  if (!enc->ranges)
    enc->ranges = prog_ranges_new(enc->mem, enc->program, enc->func);
  assert(enc->def_block[number] != UINT32_MAX);
  uint64_t most = prog_longest(enc->points, enc->ranges, enc->func, number,
                               (BlockId){enc->def_block[number]});
  extent->most = most / cell * cell;
  if (prog_const_as_u64(enc->program, length, &most))
    return extent->most == most && most / cell <= LENGTHS_MOST_CELLS;
  extent->length = term_resize_unsigned(enc->store, enc_value(frame, length),
                                        enc->program->pointer_bits);
  return most / cell <= LENGTHS_MOST_CELLS;
}

/* ---- cell by cell ---- */

/* What the instruction puts into the cell `at` bytes behind its start. */
static Term new_cell(Frame *frame, const Inst *inst, Term before, Term fresh,
                     uint64_t at) {
  Enc *enc = frame->enc;
  uint32_t cell = enc_cell_bytes(enc, enc_region_of(enc, inst));
  if (inst->op == OP_HAVOC) {
    uint32_t low = (uint32_t)at * 8;
    return term_extract(enc->store, fresh, low + 8 * cell - 1, low);
  }
  Term value = enc_value(frame, inst->ops[1]), bits = value;
  if (inst->op == OP_MEMCPY)
    return term_select(enc->store, before, enc_address_plus(enc, value, at));
  for (uint32_t i = 1; i < cell; i++)
    bits = term_concat(enc->store, value, bits);
  return bits;
}

static void change(Frame *frame, uint32_t number, uint32_t slot,
                   Extent extent) {
  Enc *enc = frame->enc;
  TermStore *store = enc->store;
  const Inst *inst = &enc->f->insts.at[number];
  uint32_t cell = enc_cell_bytes(enc, enc_region_of(enc, inst));
  assert(extent.most % cell == 0);
  Term before = frame->slots[slot], to = enc_value(frame, inst->ops[0]);
  Term fresh = TERM_NONE, array = before;
  if (inst->op == OP_HAVOC && extent.most)
    fresh =
        enc_fresh(frame, "bytes", number, sort_bv((uint32_t)extent.most * 8));
  for (uint64_t at = 0; at < extent.most; at += cell) {
    Term here = enc_address_plus(enc, to, at);
    Term value = new_cell(frame, inst, before, fresh, at);
    if (extent.length.id) {
      Term offset = term_u64(store, at, enc->program->pointer_bits);
      value = term_ite(store, term_ult(store, offset, extent.length), value,
                       term_select(store, before, here));
    }
    array = term_store_at(store, array, here, value);
  }
  frame->slots[slot] = array;
}

void enc_range_inst(Frame *frame, uint32_t number) {
  static const char *const whys[] = {
      [OP_MEMCPY] = "copying of unknown or great length",
      [OP_MEMSET] = "filling of unknown or great length",
      [OP_HAVOC] = "fresh contents of unknown or great length"};
  Enc *enc = frame->enc;
  const Inst *inst = &enc->f->insts.at[number];
  uint32_t slot = enc_written_slot(frame, inst);
  Extent extent;
  require(inst->op < sizeof whys / sizeof *whys && whys[inst->op]);
  if (slot == UINT32_MAX) return;
  if (find_extent(frame, number, &extent))
    change(frame, number, slot, extent);
  else
    enc_forget(frame, inst, slot, whys[inst->op]);
  if (inst->op != OP_HAVOC) return;
  Val length = prog_length(inst);
  Term size = val_is_none(length) ? TERM_NONE : enc_value(frame, length);
  enc_memory_input(frame, number, enc_value(frame, inst->ops[0]), size, &slot,
                   1);
}
