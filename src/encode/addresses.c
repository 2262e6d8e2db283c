/* SPDX-License-Identifier: MIT
 *
 * Does the program look at addresses?
 *
 * Our objects have addresses of our choice: fixed, aligned, apart, never used
 * again.  The machine chooses others, so a program that looks at the bits or
 * the order of addresses has behaviours we do not see.  Locals and heap objects
 * whose addresses are looked at therefore get arbitrary ones (memory.c), even
 * such as overlap: that is "over".  Globals and functions stay where they are;
 * an instruction that looks at the address of one sees anything: its result is
 * left open, and that of all that is computed from it.  That is "over", too:
 * for each run of the machine there is one of ours in which the result is what
 * the machine sees, or, where it is followed as a pointer, our address of the
 * object that the machine's pointer leads to.  One value is not both, for
 * whatever is done to it but carrying, adding a number and following is a look.
 * A look that has no result to leave open is an "under" entry of the ledger: it
 * forbids a proof.  Where counterexamples are searched,
 * and where a run is the proof, all addresses stay fixed, and each look is
 * "under", unless the run was watched (interp/looks.c).
 *
 * address_flow.c says which values are made from addresses.  Whatever is done
 * to such a value is a look, except for what is listed here as harmless:
 *   - to carry it: copies, casts, loads and stores, arguments and results;
 *   - to add a number to an address, and to follow it;
 *   - to compare an address for equality with another one or with what comes
 *     from outside or from memory, but not with a number; string literals may
 *     share their bytes (C11 6.4.5p7);
 *   - order and difference inside one object; a difference that is only asked
 *     whether an access covers a byte, and whether a pointer leads to a certain
 *     literal (INST_DISTANCE);
 *   - to compare an address, to which nothing was added but inside its object,
 *     with a number of the first or last page: NULL, small error codes; no
 *     object lies there.  As signed numbers addresses of 32 bits may be
 *     negative.
 * That different objects never have equal addresses, even behind their end or
 * when freed, is a premise; but what realloc returns may be where the old
 * object was, so that a comparison of the two is "under" (moved.c). */
#include "encode/address_flow.h"
#include "encode/encode_int.h"
#include "ir/address.h"

typedef struct Looker {
  Enc *enc;
  AddressFlow *flow;
  FuncId func; /* that is being looked at */
  const Function *f;
  bool compares; /* addresses of two objects */
} Looker;

static Made made(const Looker *look, Val val) {
  return enc_made(look->flow, look->func, val);
}

/* Of objects that one place makes one after the other, two may be meant; labels
 * are objects of their own. */
static bool is_one(const Looker *look, uint32_t index) {
  const MemObject *object = prog_points_object(look->enc->points, index);
  if (object->count != OBJECT_ONCE) return false;
  return object->kind != OBJECT_GLOBAL ||
         prog_global(look->enc->program, object->global)->kind != GLOBAL_LABELS;
}

/* Both are addresses in the one object that they can be in. */
static bool is_one_object(const Looker *look, const Inst *inst) {
  IndexVec a = {0}, b = {0};
  enc_objects_of(look->flow, look->func, inst->ops[0], &a);
  enc_objects_of(look->flow, look->func, inst->ops[1], &b);
  bool one = a.n == 1 && b.n == 1 && a.at[0] == b.at[0] &&
             is_one(look, a.at[0]) &&
             made(look, inst->ops[0]) != MADE_OF_PIECES &&
             made(look, inst->ops[1]) != MADE_OF_PIECES;
  VEC_DONE(look->enc->program->mem, &a);
  VEC_DONE(look->enc->program->mem, &b);
  return one;
}

/* ---- comparisons ---- */

/* With a number of the first or last page. */
static bool compares_page(const Looker *look, const Inst *inst) {
  const Program *p = look->enc->program;
  bool is_signed = inst->op == OP_SLT || inst->op == OP_SLE;
  if (is_signed && p->pointer_bits == 32) return false;
  Val other = enc_is_page_number(p, inst->ops[0])   ? inst->ops[1]
              : enc_is_page_number(p, inst->ops[1]) ? inst->ops[0]
                                                    : (Val){0};
  return !val_is_none(other) && made(look, other) == MADE_ADDRESS;
}

/* An address with an address, or with what may be one. */
static bool compares_addresses(const Looker *look, const Inst *inst) {
  for (uint32_t k = 0; k < 2; k++)
    if (made(look, inst->ops[k]) > MADE_ADDRESS ||
        enc_is_number(look->flow, look->func, inst->ops[k]))
      return false;
  return true;
}

static uint32_t find_literals(const Looker *look, Val val, uint32_t *last) {
  const Program *p = look->enc->program;
  IndexVec objects = {0};
  uint32_t n = 0;
  enc_objects_of(look->flow, look->func, val, &objects);
  for (uint32_t i = 0; i < objects.n; i++) {
    const MemObject *o = prog_points_object(look->enc->points, objects.at[i]);
    if (o->kind != OBJECT_GLOBAL) continue;
    const Global *global = prog_global(p, o->global);
    if (global->kind != GLOBAL_CONSTANT || global->var.id) continue;
    *last = objects.at[i];
    n++;
  }
  VEC_DONE(p->mem, &objects);
  return n;
}

/* Two string literals. */
static bool compares_literals(const Looker *look, const Inst *inst) {
  uint32_t a = 0, b = 0;
  uint32_t n = find_literals(look, inst->ops[0], &a);
  uint32_t m = find_literals(look, inst->ops[1], &b);
  return n && m && (n > 1 || m > 1 || a != b);
}

/* Do the operands lead to different objects in any case? */
static bool are_apart(const Looker *look, const Inst *inst) {
  IndexVec a = {0}, b = {0};
  bool meet = false;
  enc_objects_of(look->flow, look->func, inst->ops[0], &a);
  enc_objects_of(look->flow, look->func, inst->ops[1], &b);
  for (uint32_t i = 0; i < a.n; i++)
    for (uint32_t k = 0; k < b.n; k++) meet |= a.at[i] == b.at[k];
  VEC_DONE(look->enc->program->mem, &a);
  VEC_DONE(look->enc->program->mem, &b);
  return !meet;
}

/* Is the address surely outside of the object it was made from, where another
 * one may begin (C11 6.5.9p6)? */
static bool is_outside(const Looker *look, Val pointer) {
  const Program *p = look->enc->program;
  Address address = prog_address(p, look->f, pointer, ADDRESS_ALL_STEPS);
  int64_t offset;
  prog_address_fold(p, &address);
  if (address.n_terms || !prog_address_offset(&address, &offset)) return false;
  uint64_t size;
  const Inst *made = val_is_local(address.root)
                         ? &look->f->insts.at[val_index(address.root)]
                         : NULL;
  if (address.global.id)
    size = prog_global(p, address.global)->size;
  else if (made && made->op == OP_ALLOCA && made->n_ops == 0)
    size = (uint64_t)made->imm;
  else
    return false;
  return size > 0 && (offset < 0 || (uint64_t)offset >= size);
}

static bool compare_looks(Looker *look, const Inst *inst) {
  bool both = made(look, inst->ops[0]) && made(look, inst->ops[1]);
  bool equality = inst->op == OP_EQ || inst->op == OP_NE;
  look->compares |= both;
  if (inst->flags & INST_DISTANCE) return false;
  if (compares_page(look, inst)) return false;
  if (equality && compares_addresses(look, inst))
    return both && (compares_literals(look, inst) ||
                    ((is_outside(look, inst->ops[0]) ||
                      is_outside(look, inst->ops[1])) &&
                     are_apart(look, inst)));
  return !both || !is_one_object(look, inst);
}

/* ---- other instructions ---- */

static bool is_made(const Looker *look, const Inst *inst, uint32_t operand) {
  return operand < inst->n_ops &&
         made(look, inst->ops[operand]) != MADE_OF_NONE;
}

static bool is_any_made(const Looker *look, const Inst *inst) {
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (is_made(look, inst, k)) return true;
  return false;
}

static bool has_room(const Looker *look, const Inst *inst) {
  return prog_type(look->enc->program, inst->type)->bits >=
         look->enc->program->pointer_bits;
}

/* A number is added to an address, or an address subtracted from another. */
static bool sum_looks(Looker *look, const Inst *inst) {
  bool a = is_made(look, inst, 0), b = is_made(look, inst, 1);
  if (inst->flags & INST_DISTANCE) return false;
  if (!has_room(look, inst)) return true;
  if (!a || !b) return inst->op == OP_SUB && b;
  look->compares = true;
  return inst->op == OP_ADD || !is_one_object(look, inst);
}

static bool moves(const Looker *look, const MemObject *object) {
  if (object->kind != OBJECT_ALLOC) return false;
  const Function *f = prog_func(look->enc->program, object->func);
  return f->insts.at[object->inst].flags & INST_MOVES;
}

/* Is one of the objects made by realloc, and the other perhaps what it took the
 * place of? */
static bool may_have_stayed(const Looker *look, const IndexVec *made,
                            const IndexVec *old) {
  for (uint32_t i = 0; i < made->n; i++) {
    const MemObject *a = prog_points_object(look->enc->points, made->at[i]);
    for (uint32_t k = 0; moves(look, a) && k < old->n; k++) {
      const MemObject *b = prog_points_object(look->enc->points, old->at[k]);
      if (b->kind == OBJECT_ALLOC && (a != b || a->count == OBJECT_MANY))
        return true;
    }
  }
  return false;
}

/* Where proofs are looked for, a length that is not constant is not looked at
 * either: memory.c forgets the region. */
static bool sees_length(const Looker *look, const Inst *inst, uint32_t length) {
  return look->enc->options.nulls == ENC_NULL_ENDS &&
         is_made(look, inst, length);
}

/* A switch compares with numbers. */
static bool switch_looks(const Looker *look, const Inst *inst) {
  if (made(look, inst->ops[0]) != MADE_ADDRESS) return true;
  for (uint32_t k = 1; k < inst->n_ops; k++)
    if (!enc_is_page_number(look->enc->program, inst->ops[k])) return true;
  return false;
}

/* Does the instruction see more of an address than whose it is?  Some operand
 * is made from addresses. */
static bool looks(Looker *look, const Inst *inst) {
  const Program *p = look->enc->program;
  switch ((int)inst->op) {
  case OP_PHI:
  case OP_SELECT:
  case OP_BITCAST:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_LOAD:
  case OP_STORE:
  case OP_FREE:
  case OP_BEGIN:
  case OP_END:
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_CALL:
  case OP_RET: return false;
  case OP_TRUNC: return prog_type(p, inst->type)->bits == 1;
  case OP_HAVOC: return sees_length(look, inst, 1);
  case OP_MEMCPY:
  case OP_MEMSET: return sees_length(look, inst, 2);
  case OP_VALID: return is_made(look, inst, 1) || is_made(look, inst, 2);
  case OP_GEP:
    return is_made(look, inst, 1) &&
           (is_made(look, inst, 0) || inst->stride != 1);
  case OP_ADD:
  case OP_SUB: return sum_looks(look, inst);
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return compare_looks(look, inst);
  case OP_SWITCH: return switch_looks(look, inst);
  default: return true;
  }
}

/* ---- what follows from a look ---- */

/* May the address of each object be left open? */
static bool can_move(const Looker *look, const IndexVec *objects) {
  if (look->enc->options.nulls == ENC_NULL_ENDS) return false;
  for (uint32_t i = 0; i < objects->n; i++) {
    const MemObject *object =
        prog_points_object(look->enc->points, objects->at[i]);
    if (object->kind != OBJECT_ALLOCA && object->kind != OBJECT_ALLOC)
      return false;
  }
  return objects->n > 0;
}

/* The objects whose addresses the instruction's operands are made from. */
static void find_seen(const Looker *look, const Inst *inst, IndexVec *objects) {
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (is_made(look, inst, k))
      enc_objects_of(look->flow, look->func, inst->ops[k], objects);
}

static void move_all(const Looker *look, const Inst *inst,
                     const IndexVec *objects) {
  enc_ledger(look->enc, LEDGER_OVER, inst->loc,
             "an object whose address is looked at may lie anywhere, even over "
             "others");
  for (uint32_t i = 0; i < objects->n; i++)
    look->enc->anywhere[objects->at[i]] = 1;
}

/* Has it something to leave open, where proofs are looked for? */
static bool can_see_anything(const Looker *look, const Inst *inst) {
  return look->enc->options.nulls == ENC_NULL_GOES_ON &&
         look->func.id == look->enc->func.id &&
         (inst->type.id || inst->op == OP_SWITCH);
}

/* An instruction that sees the addresses of its operands' objects. */
static void leave_open(const Looker *look, const Inst *inst) {
  IndexVec objects = {0};
  find_seen(look, inst, &objects);
  if (can_move(look, &objects)) {
    move_all(look, inst, &objects);
  } else if (can_see_anything(look, inst)) {
    enc_ledger(look->enc, LEDGER_OVER, inst->loc,
               "what is seen of the order or the bits of addresses may be "
               "anything");
    look->enc->open[inst - look->f->insts.at] = 1;
  } else if (look->enc->options.looks == ENC_LOOKS_MATTER) {
    enc_ledger(look->enc, LEDGER_UNDER, inst->loc,
               "the order or the bits of addresses are looked at");
  }
  VEC_DONE(look->enc->program->mem, &objects);
}

static void look_at_inst(Looker *look, const Inst *inst) {
  if (is_any_made(look, inst) && looks(look, inst)) leave_open(look, inst);
}

/* An equality of what realloc returned and what it was given.  A run that was
 * watched compares no pointer to an object that is dead. */
static void note_moved(const Looker *look, const Inst *inst, uint32_t block,
                       uint32_t index) {
  if (inst->op != OP_EQ && inst->op != OP_NE) return;
  if (look->enc->options.looks == ENC_LOOKS_HARMLESS) return;
  IndexVec a = {0}, b = {0};
  enc_objects_of(look->flow, look->func, inst->ops[0], &a);
  enc_objects_of(look->flow, look->func, inst->ops[1], &b);
  bool stayed = may_have_stayed(look, &a, &b) || may_have_stayed(look, &b, &a);
  VEC_DONE(look->enc->program->mem, &a);
  VEC_DONE(look->enc->program->mem, &b);
  if (stayed && (enc_may_be_older(look->enc, inst->ops[0], block, index) ||
                 enc_may_be_older(look->enc, inst->ops[1], block, index)))
    enc_ledger(look->enc, LEDGER_UNDER, inst->loc,
               "realloc may leave an object where it is");
}

/* ---- all of it ---- */

static void look_at_block(Looker *look, uint32_t block, uint32_t n_insts) {
  for (uint32_t i = 0; i < n_insts; i++)
    look_at_inst(look,
                 &look->f->insts.at[look->f->blocks.at[block].insts.at[i]]);
}

/* What is encoded. */
static void look_at_entry(Looker *look) {
  for (uint32_t b = 0; b < look->f->blocks.n; b++) {
    if (!look->enc->useful[b]) continue;
    uint32_t n_insts;
    const Inst *end = enc_block_end(look->enc, b, &n_insts);
    look_at_block(look, b, n_insts);
    look_at_inst(look, end);
    for (uint32_t i = 0; i < n_insts; i++)
      note_moved(look, &look->f->insts.at[look->f->blocks.at[b].insts.at[i]], b,
                 i);
  }
}

static void look_at_function(Looker *look, FuncId func) {
  look->func = func;
  look->f = prog_func(look->enc->program, func);
  for (uint32_t b = 0; b < look->f->blocks.n; b++)
    look_at_block(look, b, look->f->blocks.at[b].insts.n);
}

/* What a run meets besides: functions that are still called, and what follows
 * their calls. */
static void look_at_called(Looker *look) {
  const Program *p = look->enc->program;
  FuncId entry = look->func;
  CallGraph *calls = prog_calls_new(p, look->enc->points);
  bool some = false;
  for (uint32_t id = 1; id < p->funcs.n; id++) {
    if (id == entry.id || !calls->reachable[id]) continue;
    look_at_function(look, (FuncId){id});
    some = true;
  }
  if (some) look_at_function(look, entry);
  prog_calls_free(calls);
}

/* Of address_flow.c, while it is at work. */
static bool looks_at_fixed(AddressFlow *flow, FuncId func, const Inst *inst) {
  Enc *enc = enc_address_flow_of(flow);
  Looker look = {.enc = enc,
                 .flow = flow,
                 .func = func,
                 .f = prog_func(enc->program, func)};
  if (!can_see_anything(&look, inst) || !is_any_made(&look, inst) ||
      !looks(&look, inst))
    return false;
  IndexVec objects = {0};
  find_seen(&look, inst, &objects);
  bool moves = can_move(&look, &objects);
  VEC_DONE(enc->program->mem, &objects);
  return !moves;
}

void enc_look_for_addresses(Enc *enc) {
  Looker look = {.enc = enc,
                 .flow = enc_address_flow_new(enc, looks_at_fixed),
                 .func = enc->func,
                 .f = enc->f};
  look_at_entry(&look);
  if (enc->options.nulls == ENC_NULL_ENDS) look_at_called(&look);
  if (look.compares)
    enc_ledger(enc, LEDGER_MODEL, (LocId){0},
               "different objects have different addresses, even behind their "
               "end or when freed");
  enc_address_flow_free(look.flow);
}
