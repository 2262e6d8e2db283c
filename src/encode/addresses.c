/* SPDX-License-Identifier: MIT
 *
 * Does the program look at addresses?
 *
 * Our objects have addresses of our choice: fixed, aligned, apart, never used
 * again.  The machine chooses others, so a program that looks at the bits or
 * the order of addresses has behaviours we do not see.  Locals and heap objects
 * whose addresses are looked at therefore get arbitrary ones (memory.c), even
 * such as overlap: that is "over".  Each place that looks at a global's or a
 * function's address is an "under" entry of the ledger: it forbids a proof.
 * Where counterexamples are searched, all addresses stay fixed.
 *
 * A value carries an address when the points-to analysis names objects for it
 * (it follows pointers through integers).  Carrying, moving, adding to and
 * comparing for equality are fine, and so are
 *   - order and difference inside one object;
 *   - comparison with a number of the first or last page: NULL, small error
 *     codes; no object lies there.
 * That different objects never have equal addresses, even behind their end or
 * when freed, is a premise.  A value that may also stem from outside is not
 * looked at here: its bits are arbitrary anyway. */
#include "encode/encode_int.h"

enum { PAGE = 4096 };

typedef struct Looker {
  Enc *enc;
  IndexVec a, b; /* objects of the operands */
} Looker;

static bool carries(Looker *look, Val val) {
  IndexVec objects = {0};
  prog_points_targets(look->enc->points, look->enc->func, val, &objects);
  bool some = objects.n > 0;
  VEC_DONE(look->enc->mem, &objects);
  return some;
}

static bool is_difference(Looker *look, Val val) {
  if (!val_is_local(val)) return false;
  const Inst *inst = &look->enc->f->insts.at[val_index(val)];
  return inst->op == OP_SUB && carries(look, inst->ops[0]) &&
         carries(look, inst->ops[1]);
}

/* The objects a value's bits may be the address of.  A difference of two
 * addresses is none. */
static void find_objects(Looker *look, Val val, IndexVec *objects) {
  VEC_CLEAR(objects);
  if (is_difference(look, val)) return;
  if (prog_val_bits(look->enc->program, look->enc->f, val) <
      look->enc->program->pointer_bits)
    return;
  unsigned flags =
      prog_points_targets(look->enc->points, look->enc->func, val, objects);
  if (flags & POINTS_UNKNOWN) VEC_CLEAR(objects);
}

/* A number that is no address: of the first or the last page. */
static bool is_page_number(const Looker *look, Val val) {
  int64_t value;
  return prog_const_as_i64(look->enc->program, val, &value) && value >= -PAGE &&
         value < PAGE;
}

/* A constant that is not the address of something. */
static bool is_number(const Looker *look, Val val) {
  return val_is_const(val) &&
         prog_const(look->enc->program, val)->kind == CONST_BITS;
}

/* Of objects that one place makes one after the other, two may be meant. */
static bool is_one_object(const Looker *look) {
  return look->a.n == 1 && look->b.n == 1 && look->a.at[0] == look->b.at[0] &&
         prog_points_object(look->enc->points, look->a.at[0])->count ==
             OBJECT_ONCE;
}

static bool keeps_all_bits(const Looker *look, const Inst *inst) {
  const Type *type = prog_type(look->enc->program, inst->type);
  return type->kind == TYPE_INT &&
         type->bits >= look->enc->program->pointer_bits;
}

/* Does the instruction see more of an address than whose it is? */
static bool sees_address(Looker *look, const Inst *inst) {
  switch ((int)inst->op) {
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE:
  case OP_EQ:
  case OP_NE:
  case OP_SUB: break;
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
    find_objects(look, inst->ops[0], &look->a);
    find_objects(look, inst->ops[1], &look->b);
    return look->a.n || look->b.n;
  case OP_PTRTOINT:
  case OP_TRUNC:
  case OP_UITOFP:
  case OP_SITOFP:
    find_objects(look, inst->ops[0], &look->a);
    return look->a.n > 0 && !keeps_all_bits(look, inst);
  default: return false;
  }
  find_objects(look, inst->ops[0], &look->a);
  find_objects(look, inst->ops[1], &look->b);
  if (!look->a.n && !look->b.n) return false;
  if (is_page_number(look, inst->ops[0]) || is_page_number(look, inst->ops[1]))
    return false;
  if (inst->op == OP_EQ || inst->op == OP_NE)
    return is_number(look, inst->ops[0]) || is_number(look, inst->ops[1]);
  if (inst->op == OP_SUB && (!look->a.n || !look->b.n)) return false;
  return !is_one_object(look);
}

/* May the address of each object be left open? */
static bool can_move(const Looker *look, const IndexVec *objects) {
  if (look->enc->options.nulls == ENC_NULL_ENDS) return false;
  for (uint32_t i = 0; i < objects->n; i++) {
    const MemObject *object =
        prog_points_object(look->enc->points, objects->at[i]);
    if (object->kind != OBJECT_ALLOCA && object->kind != OBJECT_ALLOC)
      return false;
  }
  return true;
}

static void move(Looker *look, const IndexVec *objects) {
  for (uint32_t i = 0; i < objects->n; i++)
    look->enc->anywhere[objects->at[i]] = 1;
}

/* An instruction that sees the addresses of both operands' objects. */
static void leave_open(Looker *look, const Inst *inst) {
  bool both = can_move(look, &look->a) && can_move(look, &look->b);
  enc_ledger(look->enc, both ? LEDGER_OVER : LEDGER_UNDER, inst->loc,
             both ? "an object whose address is looked at may lie anywhere, "
                    "even over others"
                  : "the order or the bits of addresses are looked at");
  if (!both) return;
  move(look, &look->a);
  move(look, &look->b);
}

void enc_look_for_addresses(Enc *enc) {
  Looker look = {.enc = enc};
  bool compares = false;
  for (uint32_t b = 0; b < enc->f->blocks.n; b++) {
    if (!enc->useful[b]) continue;
    uint32_t n_insts;
    enc_block_end(enc, b, &n_insts);
    for (uint32_t i = 0; i < n_insts; i++) {
      const Inst *inst = &enc->f->insts.at[enc->f->blocks.at[b].insts.at[i]];
      if (sees_address(&look, inst)) leave_open(&look, inst);
      compares |= look.a.n && look.b.n;
      VEC_CLEAR(&look.a);
      VEC_CLEAR(&look.b);
    }
  }
  if (compares)
    enc_ledger(enc, LEDGER_PREMISE, (LocId){0},
               "different objects have different addresses, even behind their "
               "end or when freed");
  VEC_DONE(enc->mem, &look.a);
  VEC_DONE(enc->mem, &look.b);
}
