/* SPDX-License-Identifier: MIT
 *
 * Memory as formulas.
 *
 * Each region of memory (analysis/analysis.h) that is still accessed is an
 * array from addresses to cells: cells of the region's access size, indexed by
 * their exact address, or bytes where accesses mix.  Accesses of different
 * regions never touch the same byte, so each region has its own array.
 *
 * Addresses.  Objects that exist once (globals, locals, a malloc outside loops
 * of constant size) have fixed, distinct addresses; others take theirs from a
 * growing heap end, which is part of the state.  So objects never overlap, and
 * an address that belongs to no object reads cells that were never written: the
 * private object of a pointer with no known target.  That addresses are these
 * and no others is a premise.
 *
 * Fresh contents.  Cells of an array that were never written are arbitrary,
 * which is what memory that starts fresh needs.  Only a local whose declaration
 * is executed again needs new contents: cell by cell if it is small, else the
 * whole array is forgotten (recorded as "over").
 *
 * Copies and fills of ranges: copies.c. */
#include "encode/encode_int.h"
#include "analysis/lengths.h"

enum {
  FUNCTION_BASE = 0x1000,
  OBJECT_BASE = 0x8000000,
  OBJECT_GAP = 16,      /* between two objects, and their alignment */
  MOST_OWNED = 1 << 16, /* bytes of an object whose layout replay learns */
  MOST_TRIED_BITS = 20  /* of the size of an object in a counterexample */
};

void enc_ledger(Enc *enc, Direction direction, LocId loc, const char *format,
                ...) {
  char reason[256];
  va_list args;
  va_start(args, format);
  vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  ts_ledger(enc->ts, direction, loc, reason);
}

const Region *enc_region(const Enc *enc, RegionId region) {
  return prog_region(enc->regions, region);
}

uint32_t enc_cell_bytes(const Enc *enc, RegionId region) {
  uint32_t bytes = (enc_region(enc, region)->cell_bits + 7) / 8;
  assert(bytes > 0); /* an access has a size, and we divide by it */
  return bytes;
}

/* ---- addresses ---- */

static bool has_fixed_address(const Enc *enc, const MemObject *object) {
  switch (object->kind) {
  case OBJECT_GLOBAL: return true;
  case OBJECT_ALLOCA:
    return object->func.id == enc->func.id && object->size > 0 &&
           !(enc->f->insts.at[object->inst].flags & INST_DYNAMIC);
  case OBJECT_ALLOC:
    return object->func.id == enc->func.id && object->size > 0 &&
           object->count == OBJECT_ONCE;
  case OBJECT_UNKNOWN:
  case OBJECT_FUNC:
  case OBJECT_VA_AREA: return false;
  }
  unreachable_case();
}

static uint64_t function_address(uint32_t func) {
  return FUNCTION_BASE + (uint64_t)func * OBJECT_GAP;
}

/* Where the object goes, if `at` is free from there on.  What does not fit
 * below the heap lies over others: no proof is claimed then. */
static uint64_t place_of(Enc *enc, uint64_t at, uint64_t size) {
  static const uint64_t highest = 0xC0000000u - 0x20000;
  if (enc->program->pointer_bits == 64 ||
      (size < highest && at <= highest - size))
    return at;
  enc_ledger(enc, LEDGER_UNDER, (LocId){0},
             "the objects do not fit into the address space");
  return OBJECT_BASE;
}

static void place_objects(Enc *enc) {
  require(function_address(enc->program->funcs.n) <= OBJECT_BASE);
  for (uint32_t f = 1; f < enc->program->funcs.n; f++)
    VEC_PUSH(enc->ts->mem, &enc->ts->objects,
             ((TsObject){TS_OBJECT_FUNC, f, function_address(f), 1}));
  uint32_t n = prog_points_n_objects(enc->points);
  enc->object_at = MEM_ARRAY(enc->mem, uint64_t, n);
  enc->anywhere = MEM_ARRAY(enc->mem, uint8_t, n);
  uint64_t at = OBJECT_BASE, end = OBJECT_BASE;
  for (uint32_t i = 0; i < n; i++) {
    const MemObject *object = prog_points_object(enc->points, i);
    if (!has_fixed_address(enc, object)) continue;
    uint64_t size = object->kind == OBJECT_GLOBAL
                        ? prog_global(enc->program, object->global)->size
                        : object->size;
    enc->object_at[i] = at = place_of(enc, at, size);
    if (object->kind == OBJECT_GLOBAL)
      VEC_PUSH(enc->ts->mem, &enc->ts->objects,
               ((TsObject){TS_OBJECT_GLOBAL, object->global.id, at, size}));
    if (object->kind == OBJECT_ALLOCA)
      VEC_PUSH(enc->ts->mem, &enc->ts->objects,
               ((TsObject){TS_OBJECT_LOCAL, object->inst, at, size}));
    at = (at + size + 2 * OBJECT_GAP - 1) / OBJECT_GAP * OBJECT_GAP;
    bool fits = enc->program->pointer_bits == 64 || at < 0xC0000000u - 0x20000;
    if (end < at && fits) end = at;
  }
  enc->heap_start = (end + 0xFFFF) & ~(uint64_t)0xFFF;
  require(enc->program->pointer_bits == 64 || enc->heap_start < 0xC0000000u);
}

Term enc_address(Enc *enc, const Const *constant) {
  uint64_t at;
  if (constant->kind == CONST_FUNC) {
    at = function_address(constant->func.id);
  } else {
    uint32_t object = prog_points_of_global(enc->points, constant->global);
    assert(enc->object_at[object]);
    at = enc->object_at[object] + (uint64_t)constant->offset;
  }
  return term_u64(enc->store, at, enc->program->pointer_bits);
}

/* ---- slots ---- */

RegionId enc_region_of(const Enc *enc, const Inst *inst) {
  return prog_region_of(enc->regions, enc->func,
                        (uint32_t)(inst - enc->f->insts.at));
}

static void add_slot(Enc *enc, RegionId region) {
  if (region.id == 0 || enc->slot_of[region.id] != UINT32_MAX) return;
  Sort sort = sort_array(enc->store, sort_bv(enc->program->pointer_bits),
                         sort_bv(8 * enc_cell_bytes(enc, region)));
  enc->slot_of[region.id] = enc->slots.n;
  VEC_PUSH(enc->mem, &enc->slots,
           ((Slot){region, sort, enc_region(enc, region)->name}));
}

/* Does this allocation take its address from the growing heap? */
static bool is_dynamic(const Enc *enc, uint32_t inst) {
  uint32_t object = prog_points_of_inst(enc->points, enc->func, inst);
  return enc->object_at[object] == 0;
}

static bool is_allocation(const Inst *inst) {
  return inst->op == OP_ALLOCA || inst->op == OP_ALLOC;
}

/* The instruction reads the slot's present value (a store reads an array, but
 * only a load makes its contents matter). */
static bool reads_slot(const Enc *enc, uint32_t number, uint32_t slot) {
  const Inst *inst = &enc->f->insts.at[number];
  if (slot == enc->heap_slot)
    return is_allocation(inst) && is_dynamic(enc, number);
  return (inst->op == OP_LOAD || inst->op == OP_MEMCPY) &&
         enc_region_of(enc, inst).id == enc->slots.at[slot].region.id;
}

/* slot_live: backward reachability from reads, one slot after the other. */
static void find_live_slots(Enc *enc) {
  uint32_t n_blocks = enc->f->blocks.n, n = enc->slots.n;
  enc->slot_live = MEM_ARRAY(enc->mem, uint8_t, (size_t)enc->n_nodes *n);
  Vec(uint32_t) work = {0};
  for (uint32_t slot = 0; slot < n; slot++) {
    for (uint32_t b = 0; b < n_blocks; b++) {
      if (!enc->useful[b]) continue;
      uint32_t n_insts;
      enc_block_end(enc, b, &n_insts);
      for (uint32_t i = 0; i < n_insts; i++)
        if (reads_slot(enc, enc->f->blocks.at[b].insts.at[i], slot)) {
          enc->slot_live[(size_t)b * n + slot] = 1;
          VEC_PUSH(enc->mem, &work, b);
          break;
        }
    }
    while (work.n) {
      uint32_t b = VEC_POP(&work);
      const uint32_t *preds = rows_get(&enc->cfg->preds, b);
      for (uint32_t i = 0; i < rows_size(&enc->cfg->preds, b); i++) {
        uint8_t *live = &enc->slot_live[(size_t)preds[i] * n + slot];
        if (*live || !enc->useful[preds[i]]) continue;
        *live = 1;
        VEC_PUSH(enc->mem, &work, preds[i]);
      }
    }
  }
  VEC_DONE(enc->mem, &work);
}

void enc_memory_init(Enc *enc) {
  place_objects(enc);
  enc->slot_of = MEM_ARRAY(enc->mem, uint32_t, prog_n_regions(enc->regions));
  memset(enc->slot_of, 0xFF,
         sizeof *enc->slot_of * (prog_n_regions(enc->regions)));
  enc->heap_slot = UINT32_MAX;
  bool heap = false;
  for (uint32_t b = 0; b < enc->f->blocks.n; b++) {
    if (!enc->useful[b]) continue;
    uint32_t n_insts;
    enc_block_end(enc, b, &n_insts);
    for (uint32_t i = 0; i < n_insts; i++) {
      uint32_t number = enc->f->blocks.at[b].insts.at[i];
      const Inst *inst = &enc->f->insts.at[number];
      if (inst->op == OP_LOAD || inst->op == OP_MEMCPY)
        add_slot(enc, enc_region_of(enc, inst));
      heap |= is_allocation(inst) && is_dynamic(enc, number);
    }
  }
  if (heap) {
    enc->heap_slot = enc->slots.n;
    VEC_PUSH(enc->mem, &enc->slots,
             ((Slot){{0}, sort_bv(enc->program->pointer_bits), "heap end"}));
  }
  find_live_slots(enc);
}

void enc_memory_done(Enc *enc) {
  MEM_FREE_ARRAY(enc->mem, enc->slot_live, (size_t)enc->n_nodes * enc->slots.n);
  MEM_FREE_ARRAY(enc->mem, enc->slot_of, prog_n_regions(enc->regions));
  MEM_FREE_ARRAY(enc->mem, enc->object_at, prog_points_n_objects(enc->points));
  MEM_FREE_ARRAY(enc->mem, enc->anywhere, prog_points_n_objects(enc->points));
  VEC_DONE(enc->mem, &enc->slots);
}

/* ---- accesses ---- */

Term enc_address_plus(Enc *enc, Term address, uint64_t offset) {
  return term_add(enc->store, address,
                  term_u64(enc->store, offset, enc->program->pointer_bits));
}

/* `bytes` bytes at `address`, as a bit-vector. */
static Term read_bits(Enc *enc, Term array, RegionId region, Term address,
                      uint64_t bytes) {
  uint32_t cell = enc_cell_bytes(enc, region);
  require(bytes % cell == 0);
  assert(term_width(enc->store, address) == enc->program->pointer_bits);
  Term bits = TERM_NONE;
  for (uint64_t at = 0; at < bytes; at += cell) {
    Term part =
        term_select(enc->store, array, enc_address_plus(enc, address, at));
    bits = at ? term_concat(enc->store, part, bits) : part;
  }
  return bits;
}

static Term write_bits(Enc *enc, Term array, RegionId region, Term address,
                       Term bits) {
  uint32_t cell = enc_cell_bytes(enc, region);
  uint32_t width = term_width(enc->store, bits);
  require(width % (8 * cell) == 0);
  assert(term_width(enc->store, address) == enc->program->pointer_bits);
  for (uint32_t low = 0; low < width; low += 8 * cell)
    array = term_store_at(
        enc->store, array, enc_address_plus(enc, address, low / 8),
        term_extract(enc->store, bits, low + 8 * cell - 1, low));
  return array;
}

/* For replay: what a pointer of unknown origin points to. */
static void add_load_input(Frame *frame, uint32_t number, Term value) {
  const Inst *inst = &frame->enc->f->insts.at[number];
  enc_add_input(frame, (TsInput){.kind = TS_INPUT_LOAD,
                                 .value = value,
                                 .inst = number,
                                 .context = inst->context,
                                 .address = enc_value(frame, inst->ops[0])});
}

static void load(Frame *frame, uint32_t number, const Inst *inst) {
  Enc *enc = frame->enc;
  RegionId region = enc_region_of(enc, inst);
  uint32_t slot = region.id ? enc->slot_of[region.id] : UINT32_MAX;
  if (slot == UINT32_MAX) {
    enc_ledger(enc, LEDGER_OVER, inst->loc,
               "a read through a pointer to no object gives any value");
    Term wild = enc_fresh(frame, "wild", number, enc_sort(enc, inst->type));
    enc_define(frame, number, wild);
    add_load_input(frame, number, wild);
    return;
  }
  uint64_t bytes = prog_store_size(enc->program, inst->type);
  Term bits = read_bits(enc, frame->slots[slot], enc_region_of(enc, inst),
                        enc_value(frame, inst->ops[0]), bytes);
  uint32_t width = prog_type(enc->program, inst->type)->bits;
  Term value = enc_from_bits(enc, inst->type,
                             term_resize_unsigned(enc->store, bits, width));
  enc_define(frame, number, value);
  if (enc_region(enc, enc_region_of(enc, inst))->targets == REGION_UNKNOWN)
    add_load_input(frame, number, value);
}

uint32_t enc_written_slot(const Frame *frame, const Inst *inst) {
  RegionId region = enc_region_of(frame->enc, inst);
  return region.id ? frame->enc->slot_of[region.id] : UINT32_MAX;
}

static void store(Frame *frame, const Inst *inst) {
  Enc *enc = frame->enc;
  uint32_t slot = enc_written_slot(frame, inst);
  if (slot == UINT32_MAX) return;
  TypeId type = prog_val_type(enc->program, enc->f, inst->ops[0]);
  uint32_t width = (uint32_t)prog_store_size(enc->program, type) * 8;
  Term bits = term_resize_unsigned(
      enc->store, enc_to_bits(enc, enc_value(frame, inst->ops[0])), width);
  frame->slots[slot] =
      write_bits(enc, frame->slots[slot], enc_region_of(enc, inst),
                 enc_value(frame, inst->ops[1]), bits);
}

/* Which array holds the object's cell at each offset. */
static uint8_t *find_owners(Enc *enc, uint32_t object, uint64_t size,
                            const uint32_t *slots, uint32_t n) {
  assert(n < UINT8_MAX && size <= MOST_OWNED);
  uint8_t *owner = ARENA_ARRAY(&enc->ts->arena, uint8_t, size);
  for (uint32_t i = 0; i < n; i++) {
    RegionId region = enc->slots.at[slots[i]].region;
    uint32_t cell = enc_cell_bytes(enc, region);
    for (uint64_t at = 0; at + cell <= size; at++)
      if (prog_region_at(enc->regions, object, at, cell).id == region.id)
        owner[at] = (uint8_t)(i + 1);
  }
  return owner;
}

TsInput *enc_memory_input(Frame *frame, uint32_t number, Term address,
                          Term size, const uint32_t *slots, uint32_t n) {
  Enc *enc = frame->enc;
  const Inst *inst = &enc->f->insts.at[number];
  Arena *arena = &enc->ts->arena;
  TsInput input = {.kind = TS_INPUT_MEMORY,
                   .value = address,
                   .size = size,
                   .inst = number,
                   .site = inst->site,
                   .context = inst->context,
                   .n_arrays = n};
  input.arrays = ARENA_ARRAY(arena, Term, n);
  input.cells = ARENA_ARRAY(arena, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) {
    input.arrays[i] = frame->slots[slots[i]];
    input.cells[i] = enc_cell_bytes(enc, enc->slots.at[slots[i]].region);
  }
  VEC_PUSH(enc->mem, &frame->inputs, input);
  return &VEC_LAST(&frame->inputs);
}

/* ---- allocation ---- */

/* New contents for the object's cells in one slot. */
static void refresh(Frame *frame, const Inst *inst, uint32_t object,
                    uint64_t size, uint32_t slot) {
  Enc *enc = frame->enc;
  RegionId region = enc->slots.at[slot].region;
  uint32_t cell = enc_cell_bytes(enc, region);
  if (size / cell > LENGTHS_MOST_CELLS) {
    enc_forget(frame, inst, slot, "a large local is declared again");
    return;
  }
  for (uint64_t at = 0; at + cell <= size; at++) {
    if (prog_region_at(enc->regions, object, at, cell).id != region.id)
      continue;
    Term address = term_u64(enc->store, enc->object_at[object] + at,
                            enc->program->pointer_bits);
    frame->slots[slot] =
        term_store_at(enc->store, frame->slots[slot], address,
                      term_fresh(enc->store, "cell", sort_bv(8 * cell)));
  }
}

/* How many bytes an allocation asks for. */
static Term requested_size(Frame *frame, const Inst *inst) {
  Enc *enc = frame->enc;
  TermStore *store = enc->store;
  uint32_t bits = enc->program->pointer_bits;
  Term size;
  if (inst->op == OP_ALLOC)
    size = term_resize_unsigned(store, enc_value(frame, inst->ops[0]), bits);
  else
    size = term_u64(store, (uint64_t)inst->imm, bits);
  if (inst->op == OP_ALLOCA && inst->n_ops)
    size = term_mul(
        store, size,
        term_resize_unsigned(store, enc_value(frame, inst->ops[0]), bits));
  return size;
}

/* Address from the growing heap; moves its end.  The bounds keep the addition
 * from wrapping, and counterexamples that are searched for from asking for
 * memory that no machine has. */
static Term take_from_heap(Frame *frame, const Inst *inst, Term size) {
  Enc *enc = frame->enc;
  TermStore *store = enc->store;
  uint32_t bits = enc->program->pointer_bits;
  require(enc->heap_slot < enc->slots.n);
  Term *end = &frame->slots[enc->heap_slot], at = *end;
  Term gap = term_u64(store, 2 * OBJECT_GAP - 1, bits);
  Term mask = term_i64(store, -OBJECT_GAP, bits);
  *end =
      term_bvand(store, term_add(store, term_add(store, at, size), gap), mask);
  enc_assume(frame, term_ult(store, at, *end));
  bool is_tried = enc->options.nulls == ENC_NULL_ENDS;
  uint32_t size_bits = is_tried ? MOST_TRIED_BITS : bits - 2;
  Term most = term_u64(store, (uint64_t)1 << size_bits, bits);
  enc_assume(frame, term_ult(store, size, most));
  enc_ledger(enc, LEDGER_MODEL, inst->loc, "memory suffices for all objects");
  return at;
}

/* The slots whose region has bytes of the object. */
static uint32_t slots_of(const Enc *enc, uint32_t object, uint32_t *slots,
                         uint32_t most) {
  uint32_t n = 0;
  for (uint32_t slot = 0; slot < enc->slots.n && n < most; slot++) {
    if (slot == enc->heap_slot) continue;
    IndexVec objects = {0};
    prog_region_objects(enc->regions, enc->slots.at[slot].region, &objects);
    for (uint32_t i = 0; i < objects.n; i++)
      if (objects.at[i] == object) slots[n++] = slot;
    VEC_DONE(enc->program->mem, &objects);
  }
  return n;
}

/* Any address from which the object does not run over the end of memory; what
 * lies there is forgotten, as the object starts fresh. */
static Term take_from_anywhere(Frame *frame, uint32_t number, Term size,
                               const uint32_t *slots, uint32_t n) {
  Enc *enc = frame->enc;
  const Inst *inst = &enc->f->insts.at[number];
  uint32_t bits = enc->program->pointer_bits;
  Term at = enc_fresh(frame, "address", number, sort_bv(bits));
  Term page = term_u64(enc->store, FUNCTION_BASE, bits);
  enc_assume(frame, term_ule(enc->store, page, at));
  enc_assume(frame, term_ule(enc->store, at, term_add(enc->store, at, size)));
  for (uint32_t i = 0; i < n; i++)
    enc_forget(frame, inst, slots[i], "an object may lie over others");
  return at;
}

static void allocate(Frame *frame, uint32_t number, const Inst *inst) {
  Enc *enc = frame->enc;
  uint32_t object = prog_points_of_inst(enc->points, enc->func, number);
  uint64_t bytes = prog_points_object(enc->points, object)->size;
  Term size = requested_size(frame, inst);
  uint32_t *slots = ARENA_ARRAY(&enc->ts->arena, uint32_t, enc->slots.n);
  uint32_t n = slots_of(enc, object, slots, enc->slots.n);
  bool fixed = enc->object_at[object] != 0 && !enc->anywhere[object];
  assert(!fixed || bytes > 0);
  Term at = enc->anywhere[object]
                ? take_from_anywhere(frame, number, size, slots, n)
            : fixed ? term_u64(enc->store, enc->object_at[object],
                               enc->program->pointer_bits)
                    : take_from_heap(frame, inst, size);
  enc_define(frame, number, at);
  bool again = fixed && inst->op == OP_ALLOCA &&
               enc->loops->loop_of[enc->def_block[number]] != ANALYSIS_NONE;
  for (uint32_t i = 0; again && i < n; i++)
    refresh(frame, inst, object, bytes, slots[i]);
  if (n == 0) return;
  TsInput *input = enc_memory_input(frame, number, at, size, slots, n);
  if (bytes > 0 && bytes <= MOST_OWNED && n < UINT8_MAX)
    input->owner = find_owners(enc, object, bytes, slots, n);
}

/* What the instruction follows.  A range of unknown length may be of no bytes,
 * and a fresh one may be a model's way to say that an argument is written. */
static void follow(Frame *frame, const Inst *inst) {
  uint64_t bytes = 0;
  if (inst->op == OP_LOAD) enc_assume_valid(frame, inst->ops[0]);
  if (inst->op == OP_STORE) enc_assume_valid(frame, inst->ops[1]);
  if (inst->op != OP_MEMCPY && inst->op != OP_MEMSET) return;
  if (!prog_const_as_u64(frame->enc->program, inst->ops[2], &bytes) || !bytes)
    return;
  enc_assume_valid(frame, inst->ops[0]);
  if (inst->op == OP_MEMCPY) enc_assume_valid(frame, inst->ops[1]);
}

void enc_memory_inst(Frame *frame, uint32_t number) {
  const Inst *inst = &frame->enc->f->insts.at[number];
  follow(frame, inst);
  switch ((int)inst->op) {
  case OP_LOAD: load(frame, number, inst); return;
  case OP_STORE: store(frame, inst); return;
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: enc_range_inst(frame, number); return;
  case OP_ALLOCA:
  case OP_ALLOC: allocate(frame, number, inst); return;
  case OP_FREE: return;
  default: unreachable_case();
  }
}
