/* SPDX-License-Identifier: MIT
 *
 * Numbers that are supposed to be bad, with low confidence.
 *
 * A number from outside that a check compares, and that the function limits
 * nowhere, is not believed to be whatever breaks it (belief.c): of an index
 * next to nothing would be left.  Some are different, since a look at the
 * very place is what mends them, and is as a rule in the same function:
 *
 * - a divisor that the function never compares with a constant is 0;
 * - of a copy to an array of a fixed size a parameter says how long it is,
 *   which the function never compares with anything;
 * - each round of a loop appends to such an array, of which the function never
 *   asks how much is in it.
 *
 * All are read off the function's own body. */
#include "scan/sites/sites_int.h"

#include "analysis/effects.h"
#include "ir/address.h"

enum { STEPS_MOST = 8 };

/* What the number is made of by a constant, or by another width. */
static Val made_of(const Function *f, Val v) {
  for (uint32_t step = 0; step < STEPS_MOST && val_is_local(v); step++) {
    const Inst *inst = &f->insts.at[val_index(v)];
    bool is_cast =
        inst->op == OP_SEXT || inst->op == OP_ZEXT || inst->op == OP_TRUNC;
    bool is_sum = (inst->op == OP_ADD || inst->op == OP_SUB) &&
                  val_is_const(inst->ops[1]);
    if (!is_cast && !is_sum) break;
    v = inst->ops[0];
  }
  return v;
}

/* Is the number a divisor that is read from memory which is not the function's
 * own, or that a function without a body gives?  Or is it a parameter that says
 * how long a copy is?  A divisor is looked at by who passes it, and what memory
 * says of lengths goes with the arrays that it speaks of. */
static bool is_given(const Program *p, const Function *f, Val v,
                     PropertyKind about) {
  if (!val_is_local(v)) return false;
  const Inst *inst = &f->insts.at[val_index(v)];
  if (about != PROPERTY_NO_DIV_ZERO) return inst->op == OP_PARAM;
  if (inst->op == OP_CALL) {
    FuncId callee = prog_callee(p, inst);
    return callee.id && prog_func(p, callee)->state == FUNC_DECLARED;
  }
  if (inst->op != OP_LOAD) return false;
  Val home = prog_address_root(f, inst->ops[0]);
  return !val_is_local(home) || f->insts.at[val_index(home)].op != OP_ALLOCA;
}

/* Are they the same number, or read from the same place as it is written? */
static bool is_same(const Function *f, Val a, Val b) {
  a = made_of(f, a);
  if (val_same(a, b) || !val_is_local(a) || !val_is_local(b))
    return val_same(a, b);
  const Inst *x = &f->insts.at[val_index(a)], *y = &f->insts.at[val_index(b)];
  if (x->op != OP_LOAD || y->op != OP_LOAD) return false;
  return x->aux.id ? x->aux.id == y->aux.id && x->imm == y->imm
                   : val_same(x->ops[0], y->ops[0]);
}

/* Is it the condition of a check, which is not the function's own look? */
static bool is_guards(const Function *f, uint32_t number) {
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    uint32_t last = VEC_LAST(&f->blocks.at[b].insts);
    const Inst *end = &f->insts.at[last];
    if (end->op == OP_CONDBR && val_same(end->ops[0], val_local(number)))
      return prog_effects_is_guard(f, last);
  }
  return false;
}

static bool compares(const Inst *inst) {
  return inst->op == OP_EQ || inst->op == OP_NE || inst->op == OP_ULT ||
         inst->op == OP_ULE || inst->op == OP_SLT || inst->op == OP_SLE ||
         inst->op == OP_SWITCH;
}

/* Is the other operand a constant? */
static bool is_with_constant(const Inst *inst, uint32_t k) {
  return inst->op == OP_SWITCH || val_is_const(inst->ops[1 - k]);
}

/* Does the function compare the number, or what is made of it?  That a count is
 * compared with how far one has come tells nothing of whether it is zero. */
static bool is_looked_at(const Function *f, Val v, PropertyKind about) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t number = f->blocks.at[b].insts.at[i];
      const Inst *inst = &f->insts.at[number];
      if (!compares(inst)) continue;
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (is_same(f, inst->ops[k], v) && !is_guards(f, number) &&
            (about != PROPERTY_NO_DIV_ZERO || is_with_constant(inst, k)))
          return true;
    }
  return false;
}

/* How many bytes there are to be in an array of a fixed size, which is no
 * constant: by a call of the library, or by a copy; none. */
static Val bytes_of(const Program *p, const Function *f,
                    const ErrorSite *error) {
  bool is_write = text_starts_with(error->message, "write");
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    bool is_copy = inst->op == OP_MEMCPY || (inst->op == OP_MEMSET && is_write);
    bool is_asked = inst->op == OP_VALID && inst->imm == VALID_ACCESS;
    if (inst->loc.id != error->loc.id || inst->n_ops < 3 ||
        !(is_copy || is_asked) || val_is_const(inst->ops[2]))
      continue;
    Val place = inst->ops[is_copy && !is_write ? 1 : 0];
    if (prog_address_is_fixed(p, f, place)) return inst->ops[2];
  }
  return (Val){0};
}

/* The number that makes the check fail: a divisor, or how long a copy is; none:
 * it is about something else. */
static Val number_of(const Session *session, EncCheck check) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  PropertyKind about = sites_about(session, check);
  Val condition[1];
  if (about == PROPERTY_VALID_DEREF)
    return bytes_of(p, f, &p->errors.at[check.error]);
  if (about != PROPERTY_NO_DIV_ZERO ||
      sites_check_conditions(p, f, check, condition, 1) != 1 ||
      !val_is_local(condition[0]))
    return (Val){0};
  const Inst *test = &f->insts.at[val_index(condition[0])];
  return test->op == OP_EQ ? test->ops[0] : (Val){0};
}

/* Does a way lead from the block back to it? */
static bool is_in_loop(const Session *session, const Function *f,
                       uint32_t block) {
  const Inst *end = prog_terminator(f, (BlockId){block});
  for (uint32_t i = 0; i < end->n_blocks; i++)
    if (sites_leads(session, end->blocks[i].id, block)) return true;
  return false;
}

/* Does the function ask how long the text is that is there, on a way to the
 * block? */
static bool is_measured(const Session *session, const Function *f, Val root,
                        uint32_t block) {
  const Program *p = session->sites->program;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *call = &f->insts.at[f->blocks.at[b].insts.at[i]];
      FuncId callee = call->op == OP_CALL ? prog_callee(p, call) : (FuncId){0};
      if (callee.id && call->n_ops > 1 &&
          text_lists(" strlen strnlen ", prog_func(p, callee)->name) &&
          val_same(prog_address_root(f, call->ops[1]), root) &&
          sites_leads(session, b, block))
        return true;
    }
  return false;
}

/* Is it asked whether there is room behind a text to which each round of a loop
 * appends? */
static bool is_growing(const Session *session, EncCheck check) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  Val condition[1];
  if (sites_about(session, check) != PROPERTY_VALID_DEREF ||
      sites_check_conditions(p, f, check, condition, 1) != 1 ||
      !val_is_local(condition[0]))
    return false;
  const Inst *test = &f->insts.at[val_index(condition[0])];
  if (test->op == OP_XOR && val_is_local(test->ops[0])) /* it is not so */
    test = &f->insts.at[val_index(test->ops[0])];
  if (test->op != OP_VALID || test->imm != VALID_APPEND || test->n_ops != 2 ||
      !prog_address_is_fixed(p, f, test->ops[0]))
    return false;
  uint32_t block = enc_block_of(session->sites->facts, session->func,
                                val_index(condition[0]));
  return is_in_loop(session, f, block) &&
         !is_measured(session, f, prog_address_root(f, test->ops[0]), block);
}

bool sites_is_guess(const Session *session, EncCheck check) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  Val number = number_of(session, check);
  if (val_is_none(number)) return is_growing(session, check);
  PropertyKind about = sites_about(session, check);
  number = made_of(f, number);
  return is_given(p, f, number, about) && !is_looked_at(f, number, about);
}
