/* SPDX-License-Identifier: MIT
 *
 * Copies and fills as loops over cells.
 *
 * The encoder follows a MEMCPY or MEMSET of a few cells exactly, and forgets
 * what a longer one writes to.  As a loop it is exact again, and engines that
 * unroll, find invariants of loops or follow single cells of arrays treat it
 * like any loop over an array that the user wrote:
 *
 *     n = length / cell;  for (k = 0; k < n; k++) to[i] = from[i];
 *
 * where i is k, or n - 1 - k if both sides may lie in one object and `to` lies
 * behind `from`: so every cell is read before it is written.  Offsets are
 * compared where both pointers were computed from one, addresses elsewhere.
 *
 * A cell is what the other accesses of the region take it for, so that regions
 * stay what they are: a range leaves the cells of REGION_CELLS whole, and
 * everything else is copied byte by byte.
 *
 * HAVOCs stay: their inputs are asked for at once. */
#include "analysis/lengths.h"
#include "audit/audit.h"
#include "ir/address.h"
#include "pass/edit.h"
#include "pass/pass.h"
#include "pass/pass_int.h"

typedef struct Copies {
  const Program *program;
  Program *p; /* the same, to be changed; or NULL */
  FuncId id;
  Edit edit;
  PointsTo *points;
  Regions *regions;
  Ranges *ranges;
  TypeId *types; /* region -> what all its loads and stores are of; 0: none */
  PassCopies which;
  uint32_t n_loops;
} Copies;

static TypeId word(const Copies *c) {
  return prog_type_int(c->p, c->p->pointer_bits);
}

static Val number(const Copies *c, uint64_t value) {
  return prog_const_u64(c->p, word(c), value);
}

static Val compare(Copies *c, Op op, Val a, Val b) {
  return edit_op2(&c->edit, op, prog_type_int(c->p, 1), a, b);
}

static Val compute(Copies *c, Op op, Val a, Val b) {
  return edit_op2(&c->edit, op, word(c), a, b);
}

/* ---- which ---- */

static RegionId region_of(const Copies *c, uint32_t inst) {
  return prog_region_of(c->regions, c->id, inst);
}

static uint64_t cell_bytes(const Copies *c, uint32_t inst) {
  return prog_region(c->regions, region_of(c, inst))->cell_bits / 8;
}

static bool is_long(const Copies *c, uint32_t inst, BlockId block) {
  uint64_t most = prog_longest(c->points, c->ranges, c->id, inst, block);
  return most / cell_bytes(c, inst) > LENGTHS_MOST_CELLS;
}

/* Cells that can be loaded and stored, and divide the length. */
static bool has_plain_cells(const Copies *c, const Inst *inst, uint64_t bytes) {
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return false;
  const Function *f = prog_func(c->program, c->id);
  return prog_divisor(c->program, f, prog_length(inst)) % (int64_t)bytes == 0;
}

static bool is_wanted(const Copies *c, uint32_t i, BlockId block) {
  const Inst *inst = &prog_func(c->program, c->id)->insts.at[i];
  if (inst->op != OP_MEMCPY && inst->op != OP_MEMSET) return false;
  return !(inst->flags & INST_VOLATILE) &&
         has_plain_cells(c, inst, cell_bytes(c, i)) &&
         (c->which == PASS_COPIES_ALL || is_long(c, i, block));
}

static void note_type(Copies *c, const Inst *inst, RegionId region) {
  TypeId type = inst->op == OP_LOAD
                    ? inst->type
                    : prog_val_type(c->p, c->edit.f, inst->ops[0]);
  uint32_t bits = prog_region(c->regions, region)->cell_bits;
  TypeId *known = &c->types[region.id];
  if (prog_type(c->p, type)->bits != bits ||
      (known->id && known->id != type.id))
    type = prog_type_int(c->p, bits);
  *known = type;
}

static void note_types(Copies *c) {
  const Function *f = prog_func(c->p, c->id);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      uint32_t i = f->blocks.at[b].insts.at[k];
      Op op = f->insts.at[i].op;
      if (op == OP_LOAD || op == OP_STORE)
        note_type(c, &f->insts.at[i], region_of(c, i));
    }
}

/* ---- which way ---- */

/* May both pointers lead into one object? */
static bool may_meet(const Copies *c, Val a, Val b) {
  IndexVec one = {0}, other = {0};
  unsigned flags = prog_points_targets(c->points, c->id, a, &one) |
                   prog_points_targets(c->points, c->id, b, &other);
  bool meet = flags != 0;
  for (uint32_t i = 0; i < one.n; i++)
    for (uint32_t k = 0; k < other.n; k++) meet |= one.at[i] == other.at[k];
  VEC_DONE(c->p->mem, &one);
  VEC_DONE(c->p->mem, &other);
  return meet;
}

static Address place_of(const Copies *c, Val pointer) {
  Address at = prog_address(c->p, c->edit.f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(c->p, &at);
  return at;
}

static Val offset_of(Copies *c, const Address *at) {
  Val sum = offset_sum(&c->edit, at);
  return at->start ? compute(c, OP_ADD, sum, number(c, (uint64_t)at->start))
                   : sum;
}

/* Does `to` lie at `from` or before it?  None: it does not matter. */
static Val goes_down(Copies *c, const Inst *copy) {
  if (copy->op != OP_MEMCPY || !may_meet(c, copy->ops[0], copy->ops[1]))
    return (Val){0};
  Address to = place_of(c, copy->ops[0]), from = place_of(c, copy->ops[1]);
  bool together = to.global.id || from.global.id
                      ? to.global.id == from.global.id
                      : val_same(to.root, from.root);
  if (!together) return compare(c, OP_ULE, copy->ops[0], copy->ops[1]);
  Val below = offset_of(c, &to), above = offset_of(c, &from);
  return compare(c, OP_SLE, below, above);
}

/* ---- the loop ---- */

static Val element(Copies *c, Val base, Val index, uint64_t bytes) {
  Val ops[] = {base, index};
  uint32_t i = edit_add(&c->edit, OP_GEP, prog_type_ptr(c->p), ops, 2, NULL, 0);
  c->edit.f->insts.at[i].stride = (int64_t)bytes;
  return val_local(i);
}

/* The byte, repeated all over the type. */
static Val repeated(Copies *c, Val byte, TypeId type) {
  uint32_t bits = prog_type(c->p, type)->bits;
  TypeId whole = prog_type_int(c->p, bits);
  if (bits > 8) {
    uint64_t ones = UINT64_C(0x0101010101010101) >> (64 - bits);
    byte = edit_op1(&c->edit, OP_ZEXT, whole, byte);
    byte = edit_op2(&c->edit, OP_MUL, whole, byte,
                    prog_const_u64(c->p, whole, ones));
  }
  TypeKind kind = prog_type(c->p, type)->kind;
  if (kind == TYPE_INT) return byte;
  return edit_op1(&c->edit, kind == TYPE_PTR ? OP_INTTOPTR : OP_BITCAST, type,
                  byte);
}

/* How many cells; the length is a multiple of theirs. */
static Val count_cells(Copies *c, Val length, uint64_t bytes) {
  uint32_t bits = prog_val_bits(c->p, c->edit.f, length);
  if (bits != c->p->pointer_bits)
    length = edit_op1(&c->edit, bits < c->p->pointer_bits ? OP_ZEXT : OP_TRUNC,
                      word(c), length);
  uint64_t shift = bytes == 8 ? 3 : bytes / 2;
  return shift ? compute(c, OP_LSHR, length, number(c, shift)) : length;
}

static void make_loop(Copies *c, uint32_t number_of) {
  Edit *edit = &c->edit;
  Inst inst = edit->f->insts.at[number_of];
  uint64_t bytes = cell_bytes(c, number_of);
  TypeId type = c->types[region_of(c, number_of).id];
  if (!type.id) type = prog_type_int(c->p, (uint32_t)bytes * 8);
  edit_like(edit, number_of);
  Val n = count_cells(c, prog_length(&inst), bytes);
  Val down = goes_down(c, &inst);
  Val value = inst.ops[1];
  if (inst.op == OP_MEMSET) value = repeated(c, value, type);
  BlockId before = edit_block(edit, ""), head = edit_block(edit, "");
  BlockId body = edit_block(edit, ""), behind = edit_block(edit, "");
  edit_br(edit, before);
  edit->at = before;
  edit_br(edit, head);
  edit->at = head;
  Val start[] = {number(c, 0), number(c, 0)};
  uint32_t k =
      edit_add(edit, OP_PHI, word(c), start, 2, (BlockId[]){before, body}, 2);
  edit_condbr(edit, compare(c, OP_ULT, val_local(k), n), body, behind);
  edit->at = body;
  Val at = val_local(k);
  if (!val_is_none(down)) {
    Val last = compute(c, OP_SUB, n, number(c, 1));
    at = edit_select(edit, word(c), down, at, compute(c, OP_SUB, last, at));
  }
  if (inst.op == OP_MEMCPY)
    value = edit_load(edit, type, element(c, inst.ops[1], at, bytes));
  edit_store(edit, value, element(c, inst.ops[0], at, bytes));
  Val next = compute(c, OP_ADD, val_local(k), number(c, 1));
  edit->f->insts.at[k].ops[1] = next;
  edit_br(edit, head);
  edit->at = behind;
  c->n_loops++;
}

static void rewrite(Copies *c, BlockId block) {
  InstList list = edit_open(&c->edit, block);
  for (uint32_t k = 0; k < list.n; k++)
    if (is_wanted(c, list.at[k], block))
      make_loop(c, list.at[k]);
    else
      edit_keep(&c->edit, list.at[k]);
  edit_close(&c->edit, &list);
}

static bool has_wanted(const Copies *c, BlockId block) {
  const Block *b = &prog_func(c->program, c->id)->blocks.at[block.id];
  for (uint32_t k = 0; k < b->insts.n; k++)
    if (is_wanted(c, b->insts.at[k], block)) return true;
  return false;
}

/* ---- all of it ---- */

static bool has_ranges(const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      Op op = f->insts.at[f->blocks.at[b].insts.at[k]].op;
      if (op == OP_MEMCPY || op == OP_MEMSET) return true;
    }
  return false;
}

static void start(Copies *c, const Program *program) {
  c->program = program;
  c->id = program->entry;
  c->points = c->p ? audit_points_new(c->p) : prog_points_new(program);
  c->regions = c->p ? audit_regions_new(c->p, c->points)
                    : prog_regions_new(program, c->points);
  c->ranges = prog_ranges_new(program->mem, program, program->entry);
}

static void stop(Copies *c) {
  prog_ranges_free(c->ranges);
  prog_regions_free(c->regions);
  prog_points_free(c->points);
}

uint32_t pass_copies(Program *program, PassCopies which) {
  require(program->entry.id);
  Function *f = prog_func(program, program->entry);
  if (!has_ranges(f)) return 0;
  Copies c = {.p = program, .which = which};
  start(&c, program);
  edit_init(&c.edit, program, f);
  uint32_t n_regions = prog_n_regions(c.regions), n = f->blocks.n;
  c.types = MEM_ARRAY(program->mem, TypeId, n_regions);
  note_types(&c);
  for (uint32_t b = 0; b < n; b++)
    if (has_wanted(&c, (BlockId){b})) rewrite(&c, (BlockId){b});
  edit_done(&c.edit);
  MEM_FREE_ARRAY(program->mem, c.types, n_regions);
  stop(&c);
  return c.n_loops;
}

bool pass_has_copies(const Program *program) {
  const Function *f = prog_func(program, program->entry);
  if (!has_ranges(f)) return false;
  Copies c = {.which = PASS_COPIES_LONG};
  start(&c, program);
  bool found = false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    found |= has_wanted(&c, (BlockId){b});
  stop(&c);
  return found;
}
