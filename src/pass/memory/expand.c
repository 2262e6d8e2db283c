/* SPDX-License-Identifier: MIT
 *
 * Expand memory ranges: a MEMCPY, MEMSET or HAVOC of constant length becomes
 * loads and stores of its cells.
 *
 * A struct assignment or `memset(&s, 0, sizeof s)` would tie all fields of s
 * into one region.  Points-to knows the cells, the only bytes of the range that
 * any other instruction looks at; bytes outside of cells are padding, whatever
 * the types say, and need no copy.  An array of structs has its cells once for
 * each element.  For a MEMCPY it has given both sides the
 * same cells.  All loads come before all stores, as the two sides of a MEMCPY
 * may overlap.
 *
 * Left alone: lengths that are not constant, ranges that cut a cell, that meet
 * a range of unknown length, or of more than CELLS_MOST cells, and cells wider
 * than BYTES_MOST. */
#include "analysis/points.h"
#include "audit/audit.h"
#include "pass/pass.h"

enum { CELLS_MOST = 256, BYTES_MOST = 16 };

/* A cell of the range: where it starts, and the node's cell it is. */
typedef struct Piece {
  int64_t delta;
  uint32_t cell;
} Piece;

typedef struct Expand {
  Program *program;
  const PointsTo *points;
  Mem *mem;
  FuncId id;
  Function *f;
  IndexVec text; /* the block being written */
  Vec(Piece) pieces;
  Vec(Val) values;
  uint32_t n_expanded;
} Expand;

static uint32_t emit(Expand *x, Op op, TypeId type, const Val *ops, uint32_t n,
                     const Inst *like) {
  uint32_t i = prog_new_inst(x->program, x->f, op, type, ops, n, NULL, 0);
  Inst *inst = &x->f->insts.at[i];
  inst->loc = like->loc;
  inst->context = like->context;
  inst->flags = like->flags;
  VEC_PUSH(x->mem, &x->text, i);
  return i;
}

static Val address(Expand *x, Val base, int64_t bytes, const Inst *like) {
  if (bytes == 0) return base;
  uint32_t i = emit(x, OP_GEP, prog_type_ptr(x->program), &base, 1, like);
  x->f->insts.at[i].imm = bytes;
  return val_local(i);
}

/* The type to move a cell with: a pointer where it may hold one. */
static TypeId cell_type(Expand *x, const Interval *cell) {
  uint32_t bits = (uint32_t)(cell->hi - cell->lo) * 8;
  Ref link = points_find(x->points, cell->link);
  bool holds =
      link.node && x->points->nodes.at[link.node].first != ANALYSIS_NONE;
  if (holds && bits == x->program->pointer_bits)
    return prog_type_ptr(x->program);
  return prog_type_int(x->program, bits);
}

/* The byte, repeated all over the type. */
static Val repeated(Expand *x, Val byte, TypeId type, const Inst *like) {
  uint32_t bits = prog_type(x->program, type)->bits;
  uint64_t value = 0;
  bool constant = prog_const_as_u64(x->program, byte, &value);
  BvWord words[BYTES_MOST / 8] = {0};
  for (uint32_t i = 0; i < bits; i += 8)
    words[i / 64] |= (BvWord)(constant ? value & 255 : 1) << i % 64;
  if (constant) return prog_const_bits(x->program, type, words);
  TypeId wide = prog_type_int(x->program, bits);
  if (bits > 8) {
    Val one = val_local(emit(x, OP_ZEXT, wide, &byte, 1, like));
    Val ops[2] = {one, prog_const_bits(x->program, wide, words)};
    byte = val_local(emit(x, OP_MUL, wide, ops, 2, like));
  }
  if (wide.id == type.id) return byte;
  return val_local(emit(x, OP_INTTOPTR, type, &byte, 1, like));
}

static Val cell_value(Expand *x, const Inst *inst, const Interval *cell,
                      int64_t delta) {
  TypeId type = cell_type(x, cell);
  if (inst->op == OP_MEMSET) return repeated(x, inst->ops[1], type, inst);
  if (inst->op == OP_MEMCPY) {
    Val from = address(x, inst->ops[1], delta, inst);
    return val_local(emit(x, OP_LOAD, type, &from, 1, inst));
  }
  uint32_t i = emit(x, OP_NONDET, type, NULL, 0, inst);
  Inst *nondet = &x->f->insts.at[i];
  nondet->imm = INPUT_EXTERN;
  nondet->site = inst->site;
  nondet->name = inst->name;
  nondet->stride = delta;
  return val_local(i);
}

/* Bytes of the range; HAVOC without a length goes to the end of the object. */
static int64_t range_bytes(const Expand *x, uint32_t i, Ref to) {
  int64_t bytes = points_range(x->points, x->id, i)->bytes;
  const Node *node = &x->points->nodes.at[to.node];
  if (bytes != POINTS_OPEN || node->first == ANALYSIS_NONE ||
      node->first != node->last || node->stride)
    return bytes;
  if (x->f->insts.at[i].n_ops > 1) return bytes; /* a length, not constant */
  const MemObject *object = &x->points->objects.at[node->first];
  int64_t start =
      points_find(x->points, x->points->homes.at[node->first]).offset;
  int64_t left = start + (int64_t)object->size - to.offset;
  return object->size && left > 0 ? left : bytes;
}

/* Whole rounds: every cell once in each. */
static bool pieces_of_rounds(Expand *x, Ref to, int64_t bytes,
                             const IndexVec *cells) {
  const Node *node = &x->points->nodes.at[to.node];
  assert(node->stride > 0 && bytes % node->stride == 0);
  int64_t rounds = bytes / node->stride;
  if (rounds > CELLS_MOST || (int64_t)cells->n * rounds > CELLS_MOST)
    return false;
  for (int64_t k = 0; k < rounds; k++)
    for (uint32_t c = 0; c < cells->n; c++) {
      int64_t delta = node->cells.at[cells->at[c]].lo - to.offset;
      if (delta < 0) delta += node->stride;
      VEC_PUSH(x->mem, &x->pieces,
               ((Piece){delta + k * node->stride, cells->at[c]}));
    }
  return true;
}

static bool pieces_apart(Expand *x, Ref to, const IndexVec *cells) {
  const Node *node = &x->points->nodes.at[to.node];
  for (uint32_t c = 0; c < cells->n; c++)
    VEC_PUSH(
        x->mem, &x->pieces,
        ((Piece){node->cells.at[cells->at[c]].lo - to.offset, cells->at[c]}));
  return cells->n <= CELLS_MOST;
}

/* The cells to move; false when the instruction has to stay. */
static bool find_pieces(Expand *x, uint32_t i, Ref to) {
  int64_t bytes = range_bytes(x, i, to);
  VEC_CLEAR(&x->pieces);
  if (bytes == 0) return true;
  if (bytes == POINTS_OPEN ||
      points_range(x->points, x->id, i)->mode == RANGE_SPAN)
    return false;
  IndexVec cells = {0};
  bool good = points_cells(x->points, to, bytes, &cells);
  if (good) {
    good = pieces_apart(x, to, &cells);
  } else {
    VEC_CLEAR(&cells);
    good = points_rounds(x->points, to, bytes, &cells) &&
           pieces_of_rounds(x, to, bytes, &cells);
  }
  VEC_DONE(x->mem, &cells);
  for (uint32_t k = 0; k < x->pieces.n; k++) {
    const Interval *cell =
        &x->points->nodes.at[to.node].cells.at[x->pieces.at[k].cell];
    int64_t size = cell->hi - cell->lo;
    good &= size <= BYTES_MOST;
    assert(!good || (x->pieces.at[k].delta >= 0 &&
                     x->pieces.at[k].delta <= bytes - size));
  }
  return good;
}

/* True: the instruction was replaced. */
static bool expand(Expand *x, uint32_t i) {
  Inst inst = x->f->insts.at[i];
  if (inst.flags & INST_VOLATILE) return false;
  Ref to =
      points_find(x->points, points_address(x->points, x->id, inst.ops[0]));
  if (!find_pieces(x, i, to)) return false;
  VEC_CLEAR(&x->values);
  const Interval *all = x->points->nodes.at[to.node].cells.at;
  for (uint32_t k = 0; k < x->pieces.n; k++) {
    const Piece *piece = &x->pieces.at[k];
    VEC_PUSH(x->mem, &x->values,
             cell_value(x, &inst, &all[piece->cell], piece->delta));
  }
  for (uint32_t k = 0; k < x->pieces.n; k++) {
    Val target = address(x, inst.ops[0], x->pieces.at[k].delta, &inst);
    Val ops[2] = {x->values.at[k], target};
    emit(x, OP_STORE, (TypeId){0}, ops, 2, &inst);
  }
  return true;
}

static void expand_block(Expand *x, uint32_t b) {
  uint32_t before = x->n_expanded;
  VEC_CLEAR(&x->text);
  for (uint32_t k = 0; k < x->f->blocks.at[b].insts.n; k++) {
    uint32_t i = x->f->blocks.at[b].insts.at[k];
    Op op = x->f->insts.at[i].op;
    bool range = op == OP_MEMCPY || op == OP_MEMSET || op == OP_HAVOC;
    if (range && expand(x, i))
      x->n_expanded++;
    else
      VEC_PUSH(x->mem, &x->text, i);
  }
  if (x->n_expanded == before) return;
  Block *block = &x->f->blocks.at[b];
  VEC_CLEAR(&block->insts);
  for (uint32_t k = 0; k < x->text.n; k++)
    VEC_PUSH(x->mem, &block->insts, x->text.at[k]);
}

static bool has_ranges(const Program *program) {
  for (uint32_t id = 1; id < program->funcs.n; id++) {
    const Function *f = prog_func(program, (FuncId){id});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        Op op = f->insts.at[f->blocks.at[b].insts.at[k]].op;
        if (op == OP_MEMCPY || op == OP_MEMSET || op == OP_HAVOC) return true;
      }
  }
  return false;
}

void pass_expand_mem(Program *program) {
  if (!has_ranges(program)) return;
  PointsTo *points = audit_points_new(program);
  Expand x = {.program = program, .points = points, .mem = program->mem};
  for (uint32_t id = 1; id < program->funcs.n; id++) {
    x.id = (FuncId){id};
    x.f = prog_func(program, x.id);
    for (uint32_t b = 0; b < x.f->blocks.n; b++) expand_block(&x, b);
  }
  VEC_DONE(x.mem, &x.text);
  VEC_DONE(x.mem, &x.values);
  VEC_DONE(x.mem, &x.pieces);
  prog_points_free(points);
}
