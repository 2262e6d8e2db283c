/* SPDX-License-Identifier: MIT
 *
 * Tail calls become jumps.
 *
 * Problem.  Recursion is unrolled a little and then given up, or replaced by
 * contracts that must be guessed.  Loops are what engines know best.
 *
 * Idea.  Where a function calls itself and returns at once what the call
 * returned, the call is a jump to its head with new parameters.  The same holds
 * for functions that call each other: take a component of the call graph in
 * which all calls of its members by members are tail calls.  Each member f gets
 * a body with a copy of every member; f's parameters lead to the head of f's
 * copy, a tail call of g to the head of g's copy, a return of any copy returns
 * from f.  No recursion is left.
 *
 * A component is left as it is
 * - if a member has locals in memory: each activation has its own, and all of
 *   them live until the last one returns;
 * - if something in it asks for an input (undefined values aside) or allocates:
 *   inputs are told apart by the calls that lead to them, which would be gone.
 *
 * The result has exactly the executions of the program, but for undefined
 * values, which it asks for under other names.
 *
 * Cost: the square of a component's members, times their size. */
#include "pass/pass.h"
#include "pass/edit.h"

enum {
  MOST_MEMBERS = 6,  /* of a component */
  MOST_PARAMS = 64,  /* of one of them */
  MOST_INSTS = 20000 /* in all copies of it */
};

typedef struct Member {
  FuncId func;
  Function old;  /* as it was */
  uint32_t head; /* in the body that is made: the block with the parameters, */
  uint32_t base; /* ... the first of the copied ones, */
  Val *map;      /* ... and what instructions became */
} Member;

typedef struct Tails {
  Program *p;
  CallGraph *calls;
  uint8_t *asks; /* by function: it or something it calls asks for an input */
  Member members[MOST_MEMBERS];
  uint32_t n;
  Function *f; /* the one whose body is made */
} Tails;

/* ---- what asks ---- */

static bool is_question(const Inst *inst) {
  return inst->op == OP_ALLOC || inst->op == OP_HAVOC ||
         (inst->op == OP_NONDET && inst->imm != INPUT_UNINIT &&
          inst->imm != INPUT_UNDEF);
}

static bool inst_asks(const Tails *t, const Inst *inst) {
  if (inst->op != OP_CALL) return is_question(inst);
  FuncId callee = prog_callee(t->p, inst);
  return !callee.id || prog_func(t->p, callee)->state != FUNC_DEFINED ||
         t->asks[callee.id];
}

static bool func_asks(const Tails *t, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (inst_asks(t, &f->insts.at[f->blocks.at[b].insts.at[i]])) return true;
  return false;
}

/* ---- tail calls ---- */

/* What the value is behind the edge into the block. */
static Val behind_edge(const Function *f, uint32_t from, uint32_t to, Val v) {
  const Block *block = &f->blocks.at[to];
  for (uint32_t i = 0; i < block->insts.n; i++) {
    const Inst *phi = &f->insts.at[block->insts.at[i]];
    if (phi->op != OP_PHI) break;
    for (uint32_t k = 0; k < phi->n_ops; k++)
      if (phi->blocks[k].id == from && phi->ops[k].id == v.id)
        return val_local(block->insts.at[i]);
  }
  return v;
}

/* From the instruction on, is nothing done but to return `v` (or nothing)? */
static bool returns_at_once(const Function *f, uint32_t block, uint32_t from,
                            Val v) {
  for (uint32_t steps = 0; steps <= f->blocks.n; steps++) {
    const Block *b = &f->blocks.at[block];
    for (uint32_t i = from; i + 1 < b->insts.n; i++) {
      Op op = f->insts.at[b->insts.at[i]].op;
      if (op != OP_DBG && op != OP_PHI) return false;
    }
    const Inst *end = &f->insts.at[VEC_LAST(&b->insts)];
    if (end->op == OP_RET) return end->n_ops == 0 || end->ops[0].id == v.id;
    if (end->op != OP_BR) return false;
    v = behind_edge(f, block, end->blocks[0].id, v);
    block = end->blocks[0].id;
    from = 0;
  }
  return false;
}

static bool is_member_call(const Tails *t, const Inst *inst, uint32_t part) {
  FuncId callee = prog_callee(t->p, inst);
  return callee.id && t->calls->component[callee.id] == part;
}

/* Does it take and return what the callee does? */
static bool agrees(const Tails *t, const Function *f, const Inst *call) {
  const Function *callee = prog_func(t->p, prog_callee(t->p, call));
  bool same = call->n_ops == 1 + callee->n_params &&
              call->type.id == callee->ret.id && f->ret.id == callee->ret.id &&
              callee->arity == FUNC_FIXED;
  for (uint32_t i = 0; i < callee->n_params && same; i++)
    same = prog_val_type(t->p, f, call->ops[1 + i]).id == callee->params[i].id;
  return same;
}

static bool inst_fits(const Tails *t, const Function *f, uint32_t block,
                      uint32_t at, uint32_t part) {
  uint32_t index = f->blocks.at[block].insts.at[at];
  const Inst *inst = &f->insts.at[index];
  if (inst->op == OP_ALLOCA || inst->op == OP_VA_AREA) return false;
  if (!is_member_call(t, inst, part)) return !inst_asks(t, inst);
  return agrees(t, f, inst) &&
         returns_at_once(f, block, at + 1, val_local(index));
}

static bool func_fits(const Tails *t, const Function *f, uint32_t part) {
  if (f->arity != FUNC_FIXED) return false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (!inst_fits(t, f, b, i, part)) return false;
  return true;
}

/* ---- copies ---- */

static Member *member_of(Tails *t, FuncId func) {
  for (uint32_t m = 0; m < t->n; m++)
    if (t->members[m].func.id == func.id) return &t->members[m];
  return NULL;
}

static Val mapped(const Member *m, Val v) {
  assert(!val_is_local(v) || !val_is_none(m->map[val_index(v)]));
  return val_is_local(v) ? m->map[val_index(v)] : v;
}

/* The head has the parameters as PHIs, still without operands; the blocks have
 * copies of the instructions up to a tail call, operands as they were. */
static void start_copy(Tails *t, Member *m) {
  Program *p = t->p;
  m->head = prog_add_block(p, t->f, "").id;
  m->base = m->head + 1;
  m->map = MEM_ARRAY(p->mem, Val, m->old.insts.n);
  for (uint32_t i = 0; i < m->old.n_params; i++)
    m->map[1 + i] = val_local(prog_append(p, t->f, (BlockId){m->head}, OP_PHI,
                                          m->old.params[i], NULL, 0, NULL, 0));
  prog_append(p, t->f, (BlockId){m->head}, OP_BR, (TypeId){0}, NULL, 0,
              &(BlockId){m->base}, 1);
  for (uint32_t b = 0; b < m->old.blocks.n; b++) {
    const Block *from = &m->old.blocks.at[b];
    uint32_t to = prog_add_block(p, t->f, "").id;
    t->f->blocks.at[to].name = from->name;
    t->f->blocks.at[to].loop = from->loop;
    for (uint32_t i = 0; i < from->insts.n; i++) {
      VEC_PUSH(p->mem, &t->f->insts, m->old.insts.at[from->insts.at[i]]);
      VEC_PUSH(p->mem, &t->f->blocks.at[to].insts, t->f->insts.n - 1);
      m->map[from->insts.at[i]] = val_local(t->f->insts.n - 1);
    }
  }
}

static void add_entry(Program *p, Inst *phi, Val v, uint32_t from) {
  uint32_t n = phi->n_ops;
  Val *ops = ARENA_ARRAY(&p->arena, Val, n + 1);
  BlockId *blocks = ARENA_ARRAY(&p->arena, BlockId, n + 1);
  assert(phi->op == OP_PHI && n == phi->n_blocks);
  for (uint32_t k = 0; k < n; k++) {
    ops[k] = phi->ops[k];
    blocks[k] = phi->blocks[k];
  }
  ops[n] = v;
  blocks[n].id = from;
  phi->ops = ops;
  phi->blocks = blocks;
  phi->n_ops = phi->n_blocks = n + 1;
}

/* From the block to the head of the member's copy, with these parameters. */
static void jump(Tails *t, uint32_t block, const Member *to,
                 const Val *arguments, LocId loc) {
  for (uint32_t i = 0; i < to->old.n_params; i++)
    add_entry(t->p, &t->f->insts.at[val_index(to->map[1 + i])], arguments[i],
              block);
  uint32_t end = prog_append(t->p, t->f, (BlockId){block}, OP_BR, (TypeId){0},
                             NULL, 0, &(BlockId){to->head}, 1);
  t->f->insts.at[end].loc = loc;
}

static void map_inst(Tails *t, const Member *m, Inst *inst) {
  Val *ops = ARENA_ARRAY(&t->p->arena, Val, inst->n_ops + 1);
  BlockId *blocks = ARENA_ARRAY(&t->p->arena, BlockId, inst->n_blocks + 1);
  for (uint32_t k = 0; k < inst->n_ops; k++) ops[k] = mapped(m, inst->ops[k]);
  for (uint32_t k = 0; k < inst->n_blocks; k++)
    blocks[k].id = m->base + inst->blocks[k].id;
  inst->ops = ops;
  inst->blocks = blocks;
}

/* A tail call ends its block. */
static void finish_block(Tails *t, const Member *m, uint32_t block) {
  for (uint32_t i = 0; i < t->f->blocks.at[block].insts.n; i++) {
    uint32_t index = t->f->blocks.at[block].insts.at[i];
    map_inst(t, m, &t->f->insts.at[index]);
    const Inst *inst = &t->f->insts.at[index];
    const Member *to = member_of(t, prog_callee(t->p, inst));
    if (!to) continue;
    const Val *arguments = inst->ops + 1;
    LocId loc = inst->loc;
    t->f->blocks.at[block].insts.n = i;
    jump(t, block, to, arguments, loc);
    return;
  }
}

static void make_body(Tails *t, const Member *self) {
  Program *p = t->p;
  Val arguments[MOST_PARAMS];
  require(self->old.n_params <= MOST_PARAMS);
  t->f = prog_func(p, self->func);
  for (uint32_t i = 0; i <= self->old.n_params; i++)
    VEC_PUSH(p->mem, &t->f->insts, self->old.insts.at[i]);
  for (uint32_t i = 0; i < self->old.n_params; i++)
    arguments[i] = prog_param(i);
  uint32_t entry = prog_add_block(p, t->f, "").id;
  for (uint32_t m = 0; m < t->n; m++) start_copy(t, &t->members[m]);
  jump(t, entry, self, arguments, self->old.loc);
  for (uint32_t m = 0; m < t->n; m++) {
    const Member *copy = &t->members[m];
    for (uint32_t b = 0; b < copy->old.blocks.n; b++)
      finish_block(t, copy, copy->base + b);
  }
  flow_fix_phis(p, t->f);
  flow_remove_unreachable(p, t->f);
  for (uint32_t m = 0; m < t->n; m++)
    MEM_FREE_ARRAY(p->mem, t->members[m].map, t->members[m].old.insts.n);
}

/* ---- components ---- */

/* Puts the members of the component that starts at `first` of the order into
 * the list; false: it is not to be changed. */
static bool take_component(Tails *t, uint32_t first) {
  uint32_t part = t->calls->component[t->calls->bottom_up[first]];
  uint32_t size = 0;
  bool fits = t->calls->recursive[t->calls->bottom_up[first]];
  t->n = 0;
  for (uint32_t i = first; i < t->calls->n_order && fits; i++) {
    FuncId func = {t->calls->bottom_up[i]};
    const Function *f = prog_func(t->p, func);
    if (t->calls->component[func.id] != part) break;
    fits = t->n < MOST_MEMBERS && f->n_params <= MOST_PARAMS &&
           func_fits(t, f, part);
    if (fits) t->members[t->n++] = (Member){.func = func, .old = *f};
    size += prog_func_size(f);
  }
  return fits && size * t->n <= MOST_INSTS;
}

static void change_component(Tails *t) {
  for (uint32_t m = 0; m < t->n; m++) {
    Function *f = prog_func(t->p, t->members[m].func);
    memset(&f->insts, 0, sizeof f->insts);
    memset(&f->blocks, 0, sizeof f->blocks);
  }
  for (uint32_t m = 0; m < t->n; m++) make_body(t, &t->members[m]);
  for (uint32_t m = 0; m < t->n; m++) {
    Function *old = &t->members[m].old;
    flow_drop_body(t->p, old);
    VEC_DONE(t->p->mem, &old->insts);
  }
}

/* All members ask if one does.  Gives where the next component starts. */
static uint32_t note_asking(Tails *t, uint32_t first) {
  uint32_t part = t->calls->component[t->calls->bottom_up[first]];
  uint32_t next = first;
  bool asks = false;
  for (; next < t->calls->n_order; next++) {
    FuncId func = {t->calls->bottom_up[next]};
    if (t->calls->component[func.id] != part) break;
    asks |= func_asks(t, prog_func(t->p, func));
  }
  for (uint32_t i = first; i < next; i++)
    t->asks[t->calls->bottom_up[i]] = asks;
  assert(next > first);
  return next;
}

uint32_t pass_tails(Program *program) {
  Tails t = {.p = program, .calls = prog_calls_new(program, NULL)};
  uint32_t changed = 0;
  t.asks = MEM_ARRAY(program->mem, uint8_t, program->funcs.n);
  for (uint32_t i = 0; i < t.calls->n_order; i = note_asking(&t, i))
    if (take_component(&t, i)) {
      change_component(&t);
      changed += t.n;
    }
  MEM_FREE_ARRAY(program->mem, t.asks, program->funcs.n);
  prog_calls_free(t.calls);
  return changed;
}
