/* SPDX-License-Identifier: MIT
 *
 * Tools the passes share: rewriting a function block by block, removing
 * unreachable blocks, the plain facts of a flow graph. */
#ifndef PASS_EDIT_H
#define PASS_EDIT_H

#include "analysis/analysis.h"
#include "ir/program.h"

/* ---- rewriting blocks ---------------------------------------------------
 *
 * Blocks are opened one at a time; what is appended goes to `at`.  Splitting
 * a block moves `at` to a new one.  A PHI names a predecessor by the block's
 * *first* part, also while it is being split; edit_done renames all of them at
 * once to the last parts, so that any number of splits costs linear time.  So a
 * new PHI cannot name the opened block's earlier parts. */
typedef struct Edit {
  Program *program;
  Function *f;
  BlockId at;     /* where instructions are appended */
  BlockId opened; /* first part of the block being rewritten */
  LocId loc;      /* given to new instructions */
  uint16_t flags; /* too */
  uint32_t context;
  Vec(uint32_t) last; /* first part -> last part of a block */
} Edit;

typedef Vec(uint32_t) InstList;

void edit_init(Edit *edit, Program *program, Function *f);
/* Renames the predecessors in PHIs and removes unreachable blocks. */
void edit_done(Edit *edit);
/* Opens `block`: gives its instructions, leaves it empty. */
InstList edit_open(Edit *edit, BlockId block);
/* The opened block is complete; frees the list. */
void edit_close(Edit *edit, InstList *list);
BlockId edit_block(Edit *edit, const char *name);
/* Appends an existing instruction; it sets loc, flags and context for those
 * that follow. */
void edit_keep(Edit *edit, uint32_t inst);
/* Following instructions stand where `inst` stands. */
void edit_like(Edit *edit, uint32_t inst);
uint32_t edit_add(Edit *edit, Op op, TypeId type, const Val *ops,
                  uint32_t n_ops, const BlockId *blocks, uint32_t n_blocks);
Val edit_op1(Edit *edit, Op op, TypeId type, Val a);
Val edit_op2(Edit *edit, Op op, TypeId type, Val a, Val b);
Val edit_select(Edit *edit, TypeId type, Val cond, Val yes, Val no);
void edit_br(Edit *edit, BlockId to);
void edit_condbr(Edit *edit, Val cond, BlockId yes, BlockId no);
void edit_named(Edit *edit, Op op, const char *name); /* STOP, UNSUPPORTED */
void edit_error(Edit *edit, const char *property, const char *message);
Val edit_nondet(Edit *edit, TypeId type, InputKind kind, const char *name);
/* A new local in memory that pass_memory will turn into a value. */
Val edit_variable(Edit *edit, TypeId type);
void edit_store(Edit *edit, Val value, Val to);
Val edit_load(Edit *edit, TypeId type, Val from);
void edit_assume(Edit *edit, Val cond);
/* If cond, ERROR; else go on in a new block. */
void edit_guard(Edit *edit, Val cond, const char *property,
                const char *message);

/* ---- whole functions ----------------------------------------------------- */

void flow_remove_unreachable(Program *program, Function *f);
/* Drops entries of PHIs until no predecessor has more of them than edges to the
 * block. */
void flow_fix_phis(Program *program, Function *f);
/* Gives the function no blocks; its parameters stay. */
void flow_drop_body(Program *program, Function *f);

static inline const Inst *flow_terminator(const Function *f, uint32_t block) {
  return prog_terminator(f, (BlockId){block});
}

/* The blocks that the entry reaches in reverse post-order: `order` has room for
 * all blocks; gives how many. */
uint32_t flow_order(Mem *mem, const Function *f, uint32_t *order);

/* Marks the headers of the function's natural loops that surely end, because
 * they test a counter that must fail once. */
void flow_mark_ending(Program *program, FuncId func, uint8_t *header);

/* Does an instruction that a block lists, other than for debugging, use it? */
bool flow_is_used(const Function *f, Val v);

/* What a run meets first in a block, from a place on: what is looked for, what
 * ends the search, or neither. */
typedef enum FlowMet { FLOW_NOTHING, FLOW_BARRIER, FLOW_TARGET } FlowMet;
typedef FlowMet FlowLook(const void *context, uint32_t block, uint32_t from);
/* Is there a way from instruction `from` of the block to a target, without a
 * barrier? */
bool flow_leads_to(Mem *mem, const Cfg *cfg, uint32_t block, uint32_t from,
                   FlowLook *look, const void *context);

/* What the bytes of a global from `offset` on are at the start, as a value of
 * the type: a number, or one address; none: they are neither, or leave it. */
Val flow_start_value(Program *program, GlobalId global, uint64_t offset,
                     TypeId type);

/* What a run is followed for: an ERROR, or an UNSUPPORTED. */
bool flow_is_goal(Op op);
/* Marks the functions that may reach a goal themselves or in what they call;
 * the array has an entry for each function. */
void flow_find_goals(const Program *program, uint8_t *reaches);
/* Is it a call that may reach a goal? */
bool flow_call_matters(const Program *program, const Inst *inst,
                       const uint8_t *reaches);

/* May executing it end the run: a division whose divisor may be 0, or -1 for
 * INT_MIN (docs/SEMANTICS.md, "Instructions")? */
bool flow_may_trap(const Program *program, const Inst *inst);

/* The value `inst` always computes, when that is a constant or a value it was
 * computed from; none otherwise.  Undefined behaviour is not exploited. */
Val fold_inst(Program *program, const Function *f, const Inst *inst);

#endif
