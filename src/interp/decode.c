/* SPDX-License-Identifier: MIT
 *
 * From instructions to code that runs fast: registers are words of the
 * activation, constants words of one pool with all addresses filled in, phis
 * parallel moves on the edges, blocks laid one after the other.  Debug
 * instructions cost nothing unless the run is traced. */
#include "interp/interp_int.h"

/* ---- constants ---- */

static void pool_const(Interp *run, const Const *c, uint64_t *words) {
  uint64_t mask = run->memory.pointer_mask;
  assert(c->kind == CONST_BITS ||
         bits_of(run, c->type) == run->p->pointer_bits);
  switch (c->kind) {
  case CONST_BITS:
    memcpy(words, c->words, 8 * BV_WORDS(bits_of(run, c->type)));
    break;
  case CONST_GLOBAL:
    *words = (run->global_address[c->global.id] + (uint64_t)c->offset) & mask;
    break;
  case CONST_FUNC: *words = interp_func_address(run, c->func); break;
  }
}

void interp_decode_pool(Interp *run) {
  uint32_t n = run->p->consts.n, words = 0;
  run->pool_at = ARENA_ARRAY(&run->arena, uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    run->pool_at[i] = words;
    words += BV_WORDS(bits_of(run, run->p->consts.at[i].type));
  }
  run->pool = ARENA_ARRAY(&run->arena, uint64_t, words + 1);
  for (uint32_t i = 0; i < n; i++)
    pool_const(run, &run->p->consts.at[i], run->pool + run->pool_at[i]);
}

/* ---- one function ---- */

typedef struct Decoder {
  Interp *run;
  Decoded *d;
  const Function *f;
  uint32_t *starts; /* block -> first code */
  uint32_t n_code, n_edges, n_moves, n_args;
  uint64_t code_room, edge_room, move_room, arg_room; /* measured before */
} Decoder;

static Operand operand(const Decoder *in, Val val) {
  uint32_t i = val_index(val);
  require(!val_is_none(val));
  if (val_is_const(val)) return in->run->pool_at[i] << 1 | 1;
  return in->d->slots[i] << 1;
}

static bool is_left_out(const Decoder *in, const Inst *inst) {
  if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR)
    return !in->run->options.trace;
  return inst->op == OP_PHI;
}

/* Which of the ways to execute it. */
static uint16_t code_op(const Inst *inst, uint32_t from, uint32_t to) {
  bool wide = from > 64 || to > 64;
  switch ((int)inst->op) {
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_BITCAST: return wide ? CODE_WIDE : CODE_MOVE;
  case OP_SELECT: return to > 64 ? CODE_WIDE : OP_SELECT;
  case OP_GEP: return inst->n_ops == 1 ? CODE_OFFSET : OP_GEP;
  case OP_LOAD: return to > 64 ? CODE_LOAD_WIDE : OP_LOAD;
  case OP_STORE: return from > 64 ? CODE_STORE_WIDE : OP_STORE;
  case OP_SWITCH: return from > 64 ? CODE_WIDE : OP_SWITCH;
  default: break;
  }
  if (inst->op >= OP_FADD && inst->op <= OP_SITOFP) return CODE_FLOAT;
  bool computes = inst->op >= OP_ADD && inst->op <= OP_SEXT;
  return wide && computes ? CODE_WIDE : (uint16_t)inst->op;
}

static void decode_edge(Decoder *in, uint32_t from, BlockId to) {
  assert(to.id < in->f->blocks.n);
  const Block *target = &in->f->blocks.at[to.id];
  Edge *edge = &in->d->edges[in->n_edges++];
  *edge = (Edge){.target = in->starts[to.id], .first = in->n_moves};
  for (uint32_t i = 0; i < target->insts.n; i++) {
    uint32_t index = target->insts.at[i];
    const Inst *phi = &in->f->insts.at[index];
    if (phi->op != OP_PHI) break;
    uint32_t k = 0;
    while (k < phi->n_blocks && phi->blocks[k].id != from) k++;
    require(k < phi->n_blocks);
    in->d->moves[in->n_moves++] =
        (Move){.dst = in->d->slots[index],
               .src = operand(in, phi->ops[k]),
               .n_words = BV_WORDS(bits_of(in->run, phi->type)),
               .phi = phi};
  }
  edge->n_moves = in->n_moves - edge->first;
}

static void decode_args(Decoder *in, const Inst *inst, Code *code) {
  code->more = in->n_args;
  code->n_more = inst->n_ops - 1;
  for (uint32_t i = 1; i < inst->n_ops; i++)
    in->d->args[in->n_args++] =
        (Arg){.at = operand(in, inst->ops[i]),
              .type = prog_val_type(in->run->p, in->f, inst->ops[i])};
}

/* Makes a pointer from another one, or compares two, or integers that may be
 * made from such. */
static bool is_of_pointers(const Decoder *in, const Inst *inst) {
  const Program *p = in->run->p;
  bool compares = inst->op == OP_EQ || inst->op == OP_NE;
  return inst->op == OP_GEP || inst->op == OP_INTTOPTR ||
         (compares &&
          prog_type(p, prog_val_type(p, in->f, inst->ops[0]))->bits ==
              p->pointer_bits);
}

static void decode_look(Decoder *in, const Inst *inst, bool is_behind) {
  if (in->run->options.looks && !is_left_out(in, inst) &&
      interp_is_looked_at_behind(inst->op) == is_behind)
    in->d->code[in->n_code++] =
        (Code){.op = CODE_LOOK, .inst = inst, .is_behind = is_behind};
}

static void decode_inst(Decoder *in, uint32_t block, uint32_t index) {
  const Inst *inst = &in->f->insts.at[index];
  if (is_left_out(in, inst)) return;
  uint32_t sized = inst->op == OP_GEP && inst->n_ops == 2 ? 1 : 0;
  uint32_t from =
      inst->n_ops ? prog_val_bits(in->run->p, in->f, inst->ops[sized]) : 0;
  uint32_t to = bits_of(in->run, inst->type);
  Code code = {.op = code_op(inst, from, to),
               .bits = from > 64 && inst->op == OP_GEP ? 64 : from,
               .dst = in->d->slots[index],
               .mask = mask_of(to),
               .imm = inst->imm,
               .stride = inst->stride,
               .inst = inst};
  if (in->run->options.memory == INTERP_SURE && is_of_pointers(in, inst))
    code.op = CODE_POINTER;
  if (code.op == CODE_POINTER && inst->op != OP_GEP)
    code.of_numbers =
        prog_type(in->run->p, prog_val_type(in->run->p, in->f, inst->ops[0]))
            ->kind == TYPE_INT;
  require((from + 7) / 8 <= UINT16_MAX && (to + 7) / 8 <= UINT16_MAX);
  if (inst->n_ops > 0) code.a = operand(in, inst->ops[0]);
  if (inst->n_ops > 1) code.b = operand(in, inst->ops[1]);
  if (inst->n_ops > 2) code.c = operand(in, inst->ops[2]);
  if (inst->op == OP_LOAD) code.size = (uint16_t)((to + 7) / 8);
  if (inst->op == OP_STORE) code.size = (uint16_t)((from + 7) / 8);
  if (inst->op == OP_CALL || inst->op == OP_SWITCH)
    decode_args(in, inst, &code);
  if (prog_op_has(inst->op, 'T') && inst->n_blocks) {
    uint32_t first = in->n_edges;
    if (inst->op != OP_SWITCH) code.more = first;
    code.imm = first;
    for (uint32_t i = 0; i < inst->n_blocks; i++)
      decode_edge(in, block, inst->blocks[i]);
  }
  in->d->code[in->n_code++] = code;
}

/* ---- uninitialised values ---- */

static bool may_be_uninit(const Decoder *in, Val v) {
  return in->d->uninit && !val_is_none(v) && !val_is_const(v) &&
         in->d->uninit[val_index(v)];
}

/* Declarations without initialiser, and what phis make of them. */
static void find_uninit(Decoder *in) {
  const Function *f = in->f;
  in->d->uninit = ARENA_ARRAY(&in->run->arena, uint8_t, f->insts.n + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < f->insts.n; i++) {
      const Inst *inst = &f->insts.at[i];
      bool may = interp_is_uninit(inst);
      for (uint32_t k = 0; inst->op == OP_PHI && k < inst->n_ops; k++)
        may |= may_be_uninit(in, inst->ops[k]);
      changed |= may && !in->d->uninit[i];
      in->d->uninit[i] |= may;
    }
  }
}

/* Is operand k a use?  Phis hand it on; a declaration's own value, stored,
 * makes bytes fresh. */
static bool uses_uninit(const Decoder *in, const Inst *inst, uint32_t k) {
  if (inst->op == OP_PHI || inst->op == OP_DBG || inst->op == OP_DBG_ADDR ||
      !may_be_uninit(in, inst->ops[k]))
    return false;
  bool stored = inst->op == OP_STORE && k == 0;
  return !stored ||
         !interp_is_uninit(&in->f->insts.at[val_index(inst->ops[k])]);
}

static uint32_t n_uses_of_uninit(const Decoder *in, const Inst *inst) {
  uint32_t n = 0;
  for (uint32_t k = 0; in->d->uninit && k < inst->n_ops; k++)
    n += uses_uninit(in, inst, k);
  return n;
}

static void decode_uses(Decoder *in, const Inst *inst) {
  for (uint32_t k = 0; in->d->uninit && k < inst->n_ops; k++)
    if (uses_uninit(in, inst, k))
      in->d->code[in->n_code++] = (Code){
          .op = CODE_USES_UNINIT, .a = operand(in, inst->ops[k]), .inst = inst};
}

/* Room for everything, counted before anything is placed. */
static void measure(Decoder *in) {
  const Function *f = in->f;
  Arena *arena = &in->run->arena;
  uint32_t n_code = 0, n_edges = 0, n_args = 0, words = 0;
  uint64_t n_moves = 0;
  in->starts = ARENA_ARRAY(arena, uint32_t, f->blocks.n + 1);
  uint32_t *n_phis = ARENA_ARRAY(arena, uint32_t, f->blocks.n + 1);
  in->d->slots = ARENA_ARRAY(arena, uint32_t, f->insts.n + 1);
  for (uint32_t i = 1; i <= f->n_params; i++) {
    in->d->slots[i] = words;
    words += BV_WORDS(bits_of(in->run, f->insts.at[i].type));
  }
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    in->starts[b] = n_code;
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t index = f->blocks.at[b].insts.at[i];
      const Inst *inst = &f->insts.at[index];
      in->d->slots[index] = words;
      words += BV_WORDS(bits_of(in->run, inst->type));
      uint32_t n_each = is_left_out(in, inst) ? 0 : 1 + in->run->options.looks;
      n_code += n_each + n_uses_of_uninit(in, inst);
      n_phis[b] += inst->op == OP_PHI;
      if (inst->op != OP_PHI) n_edges += inst->n_blocks;
      if (inst->op == OP_CALL || inst->op == OP_SWITCH) n_args += inst->n_ops;
    }
  }
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (!f->blocks.at[b].insts.n) continue;
    const Inst *end = prog_terminator(f, (BlockId){b});
    for (uint32_t i = 0; i < end->n_blocks; i++)
      n_moves += n_phis[end->blocks[i].id];
  }
  in->code_room = n_code;
  in->edge_room = n_edges;
  in->move_room = n_moves;
  in->arg_room = n_args;
  in->d->n_words = words;
  in->d->code = ARENA_ARRAY(arena, Code, n_code + 1);
  in->d->edges = ARENA_ARRAY(arena, Edge, n_edges + 1);
  in->d->moves = ARENA_ARRAY(arena, Move, n_moves + 1);
  in->d->args = ARENA_ARRAY(arena, Arg, n_args + 1);
}

void interp_decode(Interp *run, Decoded *d) {
  require(!d->is_ready && d->f->state == FUNC_DEFINED);
  Decoder in = {.run = run, .d = d, .f = d->f};
  if (run->options.fresh == INTERP_FRESH_TRACKED) find_uninit(&in);
  measure(&in);
  for (uint32_t b = 0; b < d->f->blocks.n; b++)
    for (uint32_t i = 0; i < d->f->blocks.at[b].insts.n; i++) {
      uint32_t index = d->f->blocks.at[b].insts.at[i];
      const Inst *inst = &d->f->insts.at[index];
      decode_uses(&in, inst);
      decode_look(&in, inst, false);
      decode_inst(&in, b, index);
      decode_look(&in, inst, true);
    }
  require(in.n_code == in.code_room && in.n_edges == in.edge_room);
  require(in.n_moves == in.move_room && in.n_args <= in.arg_room);
  d->is_ready = true;
}
