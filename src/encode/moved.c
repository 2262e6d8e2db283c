/* SPDX-License-Identifier: MIT
 *
 * May a pointer be older than what a realloc made?
 *
 * What realloc returns may be at the address of the old object.  That shows
 * only if the old pointer is still used, so the question is whether a pointer
 * that is compared may be from before the realloc.  SSA form often shows this:
 * a value is older at a place if control can get there from the realloc without
 * passing the value's definition.  A phi is also older if one of its operands
 * was older at the end of its block.  Nothing is known about values read from
 * memory, parameters and results.
 *
 * The FREE of the old object is not asked for: slicing may have removed it. */
#include "encode/encode_int.h"

typedef struct Place {
  uint32_t block, index; /* before the index-th instruction of the block */
} Place;

typedef struct Flow {
  Val value;
  Place at;
} Flow;

typedef struct Moved {
  const Enc *enc;
  const Function *f;
  uint32_t *block_of; /* of each instruction; UINT32_MAX: none */
  Vec(Flow) work;
  Vec(uint32_t) blocks; /* to go on from */
  Map seen;             /* (value, block) of Flow */
  Map visited;          /* blocks */
} Moved;

static const Inst *inst_of(const Moved *m, Val value) {
  return val_is_local(value) ? &m->f->insts.at[val_index(value)] : NULL;
}

/* What address arithmetic started from. */
static Val root_of(const Moved *m, Val value) {
  for (;;) {
    const Inst *inst = inst_of(m, value);
    if (!inst || (inst->op != OP_GEP && inst->op != OP_PTRTOINT &&
                  inst->op != OP_INTTOPTR && inst->op != OP_BITCAST))
      return value;
    value = inst->ops[0];
  }
}

static void go_on(Moved *m, uint32_t block, uint32_t definition) {
  const Inst *end = prog_terminator(m->f, (BlockId){block});
  for (uint32_t i = 0; i < end->n_blocks; i++) {
    uint32_t next = end->blocks[i].id;
    if (next == definition || map_find(&m->visited, next)) continue;
    map_put(&m->visited, next, 1);
    VEC_PUSH(m->enc->mem, &m->blocks, next);
  }
}

/* Is one of the instructions [from.index..to[ of the block the value's? */
static bool is_defined_between(const Moved *m, Place from, uint32_t to,
                               Val value) {
  const Block *block = &m->f->blocks.at[from.block];
  for (uint32_t i = from.index; i < to; i++)
    if (block->insts.at[i] == val_index(value)) return true;
  return false;
}

/* Can control come from one place to the value's use without passing its
 * definition? */
static bool comes_to(Moved *m, Place from, const Flow *flow) {
  uint32_t end = m->f->blocks.at[from.block].insts.n;
  if (from.block == flow->at.block && from.index < flow->at.index &&
      !is_defined_between(m, from, flow->at.index, flow->value))
    return true;
  if (is_defined_between(m, from, end, flow->value)) return false;
  uint32_t definition = m->block_of[val_index(flow->value)];
  map_clear(&m->visited);
  VEC_CLEAR(&m->blocks);
  go_on(m, from.block, definition);
  while (m->blocks.n) go_on(m, VEC_POP(&m->blocks), definition);
  return map_find(&m->visited, flow->at.block);
}

static bool is_older(Moved *m, const Flow *flow) {
  for (uint32_t b = 0; b < m->f->blocks.n; b++) {
    const Block *block = &m->f->blocks.at[b];
    for (uint32_t i = 0; i < block->insts.n; i++) {
      const Inst *inst = &m->f->insts.at[block->insts.at[i]];
      if (inst->op == OP_ALLOC && (inst->flags & INST_MOVES) &&
          comes_to(m, (Place){b, i}, flow))
        return true;
    }
  }
  return false;
}

static void add_flow(Moved *m, Val value, Place at) {
  value = root_of(m, value);
  uint64_t key = (uint64_t)value.id << 32 | at.block;
  if (!val_is_local(value) || map_find(&m->seen, key)) return;
  map_put(&m->seen, key, 1);
  Flow flow = {value, at};
  VEC_PUSH(m->enc->mem, &m->work, flow);
}

static void add_incoming(Moved *m, const Inst *phi) {
  for (uint32_t i = 0; i < phi->n_ops; i++) {
    uint32_t block = phi->blocks[i].id;
    add_flow(m, phi->ops[i], (Place){block, m->f->blocks.at[block].insts.n});
  }
}

/* Both of what is chosen from count where the choice is made. */
static void add_chosen(Moved *m, Val value, const Inst *select) {
  uint32_t block = m->block_of[val_index(value)];
  for (uint32_t i = 1; i < 3; i++)
    add_flow(m, select->ops[i], (Place){block, 0});
}

static bool some_is_older(Moved *m) {
  while (m->work.n) {
    Flow flow = VEC_POP(&m->work);
    const Inst *inst = inst_of(m, flow.value);
    bool is_known = inst->op == OP_PHI || inst->op == OP_ALLOC ||
                    inst->op == OP_ALLOCA || inst->op == OP_SELECT;
    if (!is_known || is_older(m, &flow)) return true;
    if (inst->op == OP_PHI) add_incoming(m, inst);
    if (inst->op == OP_SELECT) add_chosen(m, flow.value, inst);
  }
  return false;
}

bool enc_may_be_older(const Enc *enc, Val value, uint32_t block,
                      uint32_t index) {
  require(block < enc->f->blocks.n);
  require(index <= enc->f->blocks.at[block].insts.n);
  Moved m = {.enc = enc, .f = enc->f};
  m.block_of = MEM_ARRAY(enc->mem, uint32_t, m.f->insts.n);
  map_init(&m.seen, enc->mem);
  map_init(&m.visited, enc->mem);
  for (uint32_t b = 0; b < m.f->blocks.n; b++)
    for (uint32_t i = 0; i < m.f->blocks.at[b].insts.n; i++)
      m.block_of[m.f->blocks.at[b].insts.at[i]] = b;
  add_flow(&m, value, (Place){block, index});
  bool older = some_is_older(&m);
  MEM_FREE_ARRAY(enc->mem, m.block_of, m.f->insts.n);
  VEC_DONE(enc->mem, &m.work);
  VEC_DONE(enc->mem, &m.blocks);
  map_done(&m.seen);
  map_done(&m.visited);
  return older;
}
