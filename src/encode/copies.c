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
 * An array has contents everywhere, so that no read has to be guarded.  How
 * long it can be is told by the range of the length, and by the objects that
 * the pointers lead to: an access that leaves its object is an error found
 * before, or excluded by a premise (prog_points_premises).  Cells larger than a
 * byte are met or missed as a whole (analysis/regions.c).
 *
 * A range with too many cells, or of unknown bounds, is forgotten with all of
 * its region (recorded as "over"). */
#include "encode/encode_int.h"

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

/* The size of the largest object that the pointer may lead to; UINT64_MAX: not
 * known. */
static uint64_t largest_target(const Enc *enc, Val pointer) {
  IndexVec objects = {0};
  unsigned else_where =
      prog_points_targets(enc->points, enc->func, pointer, &objects);
  uint64_t most = else_where || objects.n == 0 ? UINT64_MAX : 0;
  for (uint32_t i = 0; i < objects.n; i++) {
    uint64_t size = prog_points_object(enc->points, objects.at[i])->size;
    if (size == 0) size = UINT64_MAX; /* not constant */
    if (most < size) most = size;
  }
  VEC_DONE(enc->program->mem, &objects);
  return most;
}

static uint64_t largest_value(Enc *enc, Val length, uint32_t number) {
  if (prog_val_bits(enc->program, enc->f, length) > 64) return UINT64_MAX;
  if (!enc->ranges)
    enc->ranges = prog_ranges_new(enc->mem, enc->program, enc->func);
  assert(enc->def_block[number] != UINT32_MAX);
  Range range =
      prog_range_at(enc->ranges, length, (BlockId){enc->def_block[number]});
  return range_is_empty(range) ? 0 : range.umax;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static Val length_of(const Inst *inst) {
  uint32_t at = inst->op == OP_HAVOC ? 1 : 2;
  return inst->n_ops > at ? inst->ops[at] : (Val){0};
}

/* False: too far, or nobody knows. */
static bool find_extent(Frame *frame, uint32_t number, Extent *extent) {
  Enc *enc = frame->enc;
  const Inst *inst = &enc->f->insts.at[number];
  uint32_t cell = enc_cell_bytes(enc, enc_region_of(enc, inst));
  Val length = length_of(inst);
  *extent = (Extent){0};
  if (val_is_none(length)) return false;
  if (prog_const_as_u64(enc->program, length, &extent->most))
    return extent->most % cell == 0 && extent->most / cell <= ENC_MOST_CELLS;
  uint64_t most = largest_value(enc, length, number);
  most = least(most, largest_target(enc, inst->ops[0]));
  if (inst->op == OP_MEMCPY)
    most = least(most, largest_target(enc, inst->ops[1]));
  extent->most = most / cell * cell;
  extent->length = term_resize_unsigned(enc->store, enc_value(frame, length),
                                        enc->program->pointer_bits);
  return most / cell <= ENC_MOST_CELLS;
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
  Val length = length_of(inst);
  Term size = val_is_none(length) ? TERM_NONE : enc_value(frame, length);
  enc_memory_input(frame, number, enc_value(frame, inst->ops[0]), size, &slot,
                   1);
}
