/* SPDX-License-Identifier: MIT
 *
 * What the files of encode/ share. */
#ifndef ENCODE_ENCODE_INT_H
#define ENCODE_ENCODE_INT_H

#include "encode/encode.h"
#include "analysis/analysis.h"
#include "analysis/ranges.h"

/* Control flow as the encoder sees it: the blocks, then three virtual sinks. */
enum { SINK_ERROR, SINK_UNSUPPORTED, SINK_EXIT, N_SINKS };

/* A piece of state beside SSA values: the contents of a memory region, or the
 * address behind the last heap object. */
typedef struct Slot {
  RegionId region; /* 0: the heap's end */
  Sort sort;
  const char *name;
} Slot;

typedef struct Enc {
  Mem *mem;
  TermStore *store;
  const Program *program;
  Function *f;
  FuncId func;
  Ts *ts;
  EncOptions options;
  Cfg *cfg;
  LoopForest *loops;
  PointsTo *points;
  Regions *regions;

  uint32_t n_nodes;    /* blocks + N_SINKS */
  EncGraph graph;      /* over nodes, useful ones only */
  uint32_t n_targets;  /* of graph */
  uint8_t *useful;     /* node -> can reach an error (or exits are kept) */
  uint8_t *kept;       /* node -> is a location */
  uint32_t *loc_of;    /* node -> TsLoc.id, for kept nodes */
  uint32_t *def_block; /* instruction -> block, or UINT32_MAX */
  uint32_t *var_of;    /* instruction -> VarId.id or 0 */
  uint32_t *settled;   /* instruction -> the DBG that names it for good, or 0 */

  Vec(Slot) slots;
  uint32_t *slot_of;   /* region -> slot, or UINT32_MAX */
  uint32_t heap_slot;  /* or UINT32_MAX */
  uint8_t *slot_live;  /* node * slots.n + slot -> may be read from there */
  uint64_t *object_at; /* object -> fixed address, or 0 */
  uint8_t *anywhere;   /* object -> its address is looked at: it may be any */
  uint8_t *open;       /* instruction -> what it sees of addresses may be any;
                          NULL: no instruction does */
  uint64_t heap_start;
  Ranges *ranges; /* of the function's values; NULL until somebody asks */

  /* The address of a global or function. */
  Term (*address)(struct Enc *enc, const Const *constant);
} Enc;

/* The end of a block as control flow: the last instruction that runs. */
const Inst *enc_block_end(const Enc *enc, uint32_t block, uint32_t *n_insts);

/* ---- state.c: the variables of each location ---- */
void enc_state_vars(Enc *enc);

/* ---- names.c: which C variable a value surely is ---- */
/* Where control is at the block's start: the first instruction that says, or
 * NULL. */
const Inst *enc_first_with_place(const Enc *enc, uint32_t block);
/* Looks at DBG number `dbg` in a block whose instructions before it have been
 * indexed. */
void enc_note_name(Enc *enc, uint32_t block, uint32_t dbg);
/* The CVar whose value `value` is whenever control is at the block's start, or
 * 0. */
uint32_t enc_name_at(const Enc *enc, uint32_t block, uint32_t value);

/* ---- memory.c ---- */
void enc_memory_init(Enc *enc);
void enc_memory_done(Enc *enc);
/* The slot's value when the program starts. */
Term enc_slot_start(Enc *enc, uint32_t slot);
/* Unknown contents of a region. */
Term enc_slot_unknown(Enc *enc, RegionId region);
Term enc_address(Enc *enc, const Const *constant);

/* ---- addresses.c: records where the program looks at addresses ---- */
void enc_look_for_addresses(Enc *enc);

/* moved.c: may the pointer be older than what a realloc made, before the
 * index-th instruction of the block? */
bool enc_may_be_older(const Enc *enc, Val value, uint32_t block,
                      uint32_t index);

/* ---- access.c: the pointer is about to be followed ---- */
typedef struct Frame Frame;
void enc_assume_valid(Frame *frame, Val pointer);

/* ---- edges.c ---- */
void enc_edges_from(Enc *enc, uint32_t node);

/* One block being encoded. */
struct Frame {
  Enc *enc;
  uint32_t source;  /* node of the location we come from */
  Map *values;      /* instruction -> Term.id, values made since `source` */
  Map *source_vars; /* instruction -> Term.id, state of the source */
  Map *carried;     /* instruction -> extra slot, see edges.c */
  Term *slots;      /* current value of each slot, then of carried values */
  Map *followed;    /* Term.id of pointers that the block has followed */
  Term constraint;  /* of the block so far */
  Vec(TsInput) inputs;
};

/* The term of a value as seen now in the frame. */
Term enc_value(Frame *frame, Val val);
/* Has the value a term here? */
bool enc_has_value(const Frame *frame, Val val);
/* A variable private to the source location. */
Term enc_fresh(Frame *frame, const char *what, uint32_t number, Sort sort);
Sort enc_sort(const Enc *enc, TypeId type);
Term enc_to_bool(Enc *enc, Term bit);

/* ---- instr.c, memory.c: one instruction ---- */
void enc_inst(Frame *frame, uint32_t inst);
void enc_memory_inst(Frame *frame, uint32_t inst);
void enc_assume(Frame *frame, Term condition);
void enc_define(Frame *frame, uint32_t inst, Term value);
void enc_add_input(Frame *frame, TsInput input);
void enc_ledger(Enc *enc, Direction direction, LocId loc, const char *format,
                ...) BASE_PRINTF(4, 5);
/* Between a typed value and its bits in memory. */
Term enc_to_bits(Enc *enc, Term value);
Term enc_from_bits(Enc *enc, TypeId type, Term bits);

/* memory.c: regions and the bytes of their cells */
const Region *enc_region(const Enc *enc, RegionId region);
uint32_t enc_cell_bytes(const Enc *enc, RegionId region);
/* The region that an instruction of the function accesses. */
RegionId enc_region_of(const Enc *enc, const Inst *inst);
/* The slot a write must update; UINT32_MAX: it is never read. */
uint32_t enc_written_slot(const Frame *frame, const Inst *inst);
Term enc_address_plus(Enc *enc, Term address, uint64_t offset);
/* For replay: the fresh bytes are in the arrays as they are now. */
TsInput *enc_memory_input(Frame *frame, uint32_t number, Term address,
                          Term size, const uint32_t *slots, uint32_t n);

/* ---- copies.c: MEMCPY, MEMSET, HAVOC ---- */
void enc_range_inst(Frame *frame, uint32_t number);
/* The whole region may hold anything from now on (recorded as "over"). */
void enc_forget(Frame *frame, const Inst *inst, uint32_t slot, const char *why);

#endif
