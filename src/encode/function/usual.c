/* SPDX-License-Identifier: MIT
 *
 * What is usual in a member of a struct: read off every store in the program
 * that is written as this member.
 *
 * A number to which no store gives anything negative is not negative; a pointer
 * to which no store gives NULL, or what may be NULL, is not NULL.  Stores that
 * add to the member's own value, or subtract, count as harmless.  Other writes
 * (copies of structs, fresh memory, casts) are not looked at: this is no
 * invariant and proves nothing.  It says which states at entry are not worth
 * believing (scan/sites/belief.c). */
#include "encode/function/function_int.h"
#include "ir/address.h"

enum { DEPTH_MOST = 6 };

typedef struct Store {
  EncFacts *facts;
  FuncId func;
  const Function *f;
  uint64_t member; /* that is stored to */
} Store;

/* 0: the access is no member of a struct that is known. */
static uint64_t member_of(const EncFacts *facts, TypeId type, int64_t index) {
  uint32_t class =
      type.id < facts->structs.n ? facts->structs.class_of[type.id] : 0;
  return class ? (uint64_t)class << 32 | ((uint64_t)index + 1) : 0;
}

static bool is_own_value(const Store *s, Val v) {
  if (!val_is_local(v)) return false;
  const Inst *inst = &s->f->insts.at[val_index(v)];
  return inst->op == OP_LOAD &&
         member_of(s->facts, inst->aux, inst->imm) == s->member;
}

static bool is_never_negative(const Store *s, Val v, uint32_t depth) {
  const Program *p = s->facts->program;
  int64_t value;
  if (val_is_const(v)) return prog_const_as_i64(p, v, &value) && value >= 0;
  if (is_own_value(s, v)) return true;
  const Inst *inst = &s->f->insts.at[val_index(v)];
  if (depth == 0) return false;
  switch ((int)inst->op) {
  case OP_ZEXT: return true;
  case OP_SUB: return is_own_value(s, inst->ops[0]);
  case OP_ADD:
    if (is_own_value(s, inst->ops[0]) && val_is_const(inst->ops[1]))
      return true;
    return is_never_negative(s, inst->ops[0], depth - 1) &&
           is_never_negative(s, inst->ops[1], depth - 1);
  case OP_AND:
    return is_never_negative(s, inst->ops[0], depth - 1) ||
           is_never_negative(s, inst->ops[1], depth - 1);
  case OP_SEXT: return is_never_negative(s, inst->ops[0], depth - 1);
  case OP_SELECT:
  case OP_PHI:
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
      if (!is_never_negative(s, inst->ops[k], depth - 1)) return false;
    return true;
  default: return false;
  }
}

static bool is_never_null(const Store *s, Val v, uint32_t depth) {
  const Program *p = s->facts->program;
  v = prog_address_root(s->f, v);
  if (val_is_const(v)) return prog_const(p, v)->kind != CONST_BITS;
  if (is_own_value(s, v)) return true;
  const Inst *inst = &s->f->insts.at[val_index(v)];
  FuncId callee;
  if (depth == 0) return false;
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC: return true;
  case OP_PARAM:
    return prog_effects_param_null(s->facts->effects, s->func,
                                   (uint32_t)inst->imm) == EFFECT_NOT_NULL;
  case OP_CALL:
    callee = prog_callee(p, inst);
    return callee.id && prog_effects_is_fresh(s->facts->effects, callee);
  case OP_SELECT:
  case OP_PHI:
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
      if (!is_never_null(s, inst->ops[k], depth - 1)) return false;
    return true;
  default: return false;
  }
}

static void note_store(EncFacts *facts, FuncId func, const Inst *inst) {
  assert(inst->op == OP_STORE);
  const Program *p = facts->program;
  Store s = {.facts = facts, .func = func, .f = prog_func(p, func)};
  s.member = member_of(facts, inst->aux, inst->imm);
  if (!s.member) return;
  const Type *type = prog_type(p, prog_val_type(p, s.f, inst->ops[0]));
  uint64_t flags = map_get(&facts->usual, s.member, 0) | ENC_USUAL_WRITTEN;
  if (type->kind == TYPE_PTR && !is_never_null(&s, inst->ops[0], DEPTH_MOST))
    flags |= ENC_USUAL_NULL;
  if (type->kind == TYPE_INT &&
      !is_never_negative(&s, inst->ops[0], DEPTH_MOST))
    flags |= ENC_USUAL_NEGATIVE;
  map_put(&facts->usual, s.member, flags);
}

void enc_usual_init(EncFacts *facts) {
  const Program *p = facts->program;
  map_init(&facts->usual, facts->mem);
  for (uint32_t i = 1; i < p->funcs.n; i++) {
    const Function *f = &p->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
        if (inst->op == OP_STORE) note_store(facts, (FuncId){i}, inst);
      }
  }
}

unsigned enc_facts_usual(const EncFacts *facts, TypeId type) {
  require(type.id < facts->program->types.n);
  const Type *t = prog_type(facts->program, type);
  unsigned all = 0;
  for (uint32_t i = 0; i < t->n_fields; i++)
    all = all * 31 +
          (unsigned)map_get(&facts->usual, member_of(facts, type, i), 0);
  return all;
}

Term enc_exec_usual(EncExec *x, const EncLeaf *leaf) {
  assert(leaf->var.id != 0);
  TermStore *store = x->enc.store;
  if (leaf->kind != ENC_LEAF_CONTEXT) return term_true();
  const Place *place = &x->places.at[leaf->place];
  uint64_t member = member_of(x->facts, place->field.type, place->field.index);
  uint64_t flags = member ? map_get(&x->facts->usual, member, 0) : 0;
  if (!(flags & ENC_USUAL_WRITTEN)) return term_true();
  Term zero = term_u64(store, 0, term_width(store, leaf->var));
  if (leaf->is_pointer)
    return flags & ENC_USUAL_NULL ? term_true()
                                  : term_not(term_eq(store, leaf->var, zero));
  return flags & ENC_USUAL_NEGATIVE
             ? term_true()
             : term_not(term_slt(store, leaf->var, zero));
}
