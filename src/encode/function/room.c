/* SPDX-License-Identifier: MIT
 *
 * Is there room where a pointer leads?
 *
 * Of objects made here or known by name the size is a term.  What else a
 * pointer leads to is asked of callers, unless the access is a member of what
 * it is declared to lead to (see below). */
#include "encode/function/exec_int.h"

enum {
  CALLS_MOST = 3, /* deep, that are looked at for stores */
  PHIS_MOST = 3   /* of loops, one inside the other */
};

Term enc_object_size(EncExec *x, const Object *object) {
  if (object->size.id || !object->global.id) return object->size;
  const Global *g = prog_global(x->enc.program, object->global);
  if (g->state != GLOBAL_DEFINED) return TERM_NONE;
  return term_u64(x->enc.store, g->size, x->enc.program->pointer_bits);
}

/* offset + bytes <= size, without a sign and without wrapping. */
static Term fits(EncExec *x, Term offset, Term bytes, Term size) {
  assert(term_width(x->enc.store, offset) == term_width(x->enc.store, size));
  TermStore *store = x->enc.store;
  Term inside = term_not(term_ult(store, size, offset));
  Term rest = term_sub(store, size, offset);
  Term zero = term_u64(store, 0, term_width(store, bytes));
  return term_or(
      store, term_eq(store, bytes, zero),
      term_and(store, inside, term_not(term_ult(store, rest, bytes))));
}

/* ---- members of what pointers are declared to lead to ----
 *
 * `p->m`, where p is one of several: a variable, an allocation, or what was
 * found in memory.  The question is about the former; the latter is what its
 * type says (a premise), so that the member is in it.  What a call gave, or has
 * left in memory, may be a variable of ours as well: the call is looked into.
 * What a loop leaves is one of the values that it had before or gets inside,
 * unless it moves there. */

/* The load that a loop repeats. */
typedef struct Link {
  EncField field;
  RegionId region;
} Link;

/* Does the instruction, no call, write a pointer where the link may be?  What a
 * call leaves that nobody looks into is what its type says. */
static bool writes_link(EncExec *x, FuncId func, uint32_t number,
                        const Link *link) {
  const Program *p = x->enc.program;
  const Function *f = prog_func(p, func);
  const Inst *inst = &f->insts.at[number];
  if (inst->op == OP_MEMCPY || inst->op == OP_HAVOC)
    return prog_effects_inst_writes(x->facts->effects, func, number,
                                    link->region);
  EncField to = {inst->aux, (uint32_t)inst->imm};
  return inst->op == OP_STORE &&
         prog_type(p, prog_val_type(p, f, inst->ops[0]))->kind == TYPE_PTR &&
         !enc_fields_apart(x->facts, to, link->field);
}

/* Does the function, or what it calls?  The library moves pointers that are in
 * memory anyway. */
static bool call_writes_link(EncExec *x, FuncId func, const Link *link,
                             uint32_t depth) {
  const Program *p = x->enc.program;
  const Function *f = prog_func(p, func);
  if (f->state != FUNC_DEFINED || f->origin != FUNC_USER ||
      !prog_effects_writes(x->facts->effects, func, link->region))
    return false;
  if (!depth) return true;
  enc_look_at(x, func);
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
    if (callee.id ? call_writes_link(x, callee, link, depth - 1)
                  : writes_link(x, func, i, link))
      return true;
  }
  return false;
}

/* What the instruction of an activation leaves where the link is: has it room,
 * if it is a pointer?  What a callee or a copy leaves there is not followed. */
static Term room_left_by(Question *q, uint32_t activation, uint32_t number,
                         const Link *link, Term offset, Term bytes) {
  EncExec *x = q->run->x;
  const Program *p = x->enc.program;
  FuncId func = x->activations.at[activation].func;
  const Inst *inst = &prog_func(p, func)->insts.at[number];
  FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
  if (callee.id && call_writes_link(x, callee, link, CALLS_MOST))
    return term_false();
  if (!writes_link(x, func, number, link)) return term_true();
  Term value = inst->op == OP_STORE ? enc_operand(x, activation, inst->ops[0])
                                    : TERM_NONE;
  return value.id ? valid_room(q, value, offset, bytes) : term_false();
}

/* What a LOAD finds was there when the root was entered, and is what its type
 * says; or it was stored since, by the function that goes round, by its callers
 * or by what these call.  That must have room. */
static Term room_of_stored(Question *q, uint32_t activation, const Link *link,
                           Term offset, Term bytes) {
  EncExec *x = q->run->x;
  Term good = term_true();
  for (bool is_last = false; !is_last && !term_is_false(good);) {
    FuncId func = x->activations.at[activation].func;
    uint32_t n = prog_func(x->enc.program, func)->insts.n;
    for (uint32_t i = 1; i < n && !term_is_false(good); i++)
      good = term_and(x->enc.store, good,
                      room_left_by(q, activation, i, link, offset, bytes));
    is_last = activation == 0;
    activation = x->activations.at[activation].parent;
  }
  return good;
}

/* What the loop's instruction gives in the rounds to come. */
static Term room_in_loop(Question *q, const EncLeaf *leaf, uint32_t number,
                         Term offset, Term bytes) {
  EncExec *x = q->run->x;
  const Function *f = prog_func(x->enc.program, leaf->func);
  const Inst *inst = &f->insts.at[number];
  Term value = enc_exec_value(x, leaf->activation, number);
  if (value.id) return valid_room(q, value, offset, bytes);
  if (inst->op != OP_LOAD) return term_false();
  Val home = prog_address_root(f, inst->ops[0]);
  bool is_ours =
      val_is_local(home) && f->insts.at[val_index(home)].op == OP_ALLOCA;
  if (is_ours) return term_false();
  Link link = {{inst->aux, (uint32_t)inst->imm},
               prog_region_of(x->facts->regions, leaf->func, number)};
  return room_of_stored(q, leaf->activation, &link, offset, bytes);
}

/* All that the PHI at the head of a loop can be; `false`: not known. */
static Term room_of_phi(Question *q, const EncLeaf *leaf, Term offset,
                        Term bytes) {
  EncExec *x = q->run->x;
  const Function *f = prog_func(x->enc.program, leaf->func);
  Val seen[ROOTS_MOST] = {val_local(leaf->inst)};
  uint32_t n = 1;
  Term good = ++q->phis <= PHIS_MOST ? term_true() : term_false();
  for (uint32_t i = 0; i < n && !term_is_false(good); i++) {
    const Inst *inst =
        val_is_local(seen[i]) ? &f->insts.at[val_index(seen[i])] : NULL;
    bool chooses = inst && (inst->op == OP_PHI || inst->op == OP_SELECT);
    if (!inst)
      good = term_and(x->enc.store, good,
                      valid_room(q, enc_operand(x, leaf->activation, seen[i]),
                                 offset, bytes));
    else if (!chooses)
      good = term_and(x->enc.store, good,
                      room_in_loop(q, leaf, val_index(seen[i]), offset, bytes));
    for (uint32_t k = inst && inst->op == OP_SELECT; chooses && k < inst->n_ops;
         k++) {
      bool is_new = true;
      for (uint32_t s = 0; s < n; s++)
        is_new &= !val_same(seen[s], inst->ops[k]);
      if (is_new && n == ROOTS_MOST) good = term_false();
      if (is_new && n < ROOTS_MOST) seen[n++] = inst->ops[k];
    }
  }
  q->phis--;
  return good;
}

/* Is it in a variable of a function's? */
static bool is_local_cell(const EncExec *x, const EncLeaf *leaf) {
  Base home = enc_base(x, x->places.at[leaf->place].address);
  return home.is_object && enc_object_of(x, home.base)->is_session;
}

/* Is the call given nothing but what was there when the root was entered, so
 * that it gives back no variable of ours? */
static bool is_given_old(const EncExec *x, uint32_t activation) {
  const State *state = &x->states.at[activation];
  for (uint32_t i = 0; i < state->n_args; i++) {
    Term base = enc_base(x, state->args[i]).base;
    const EncLeaf *leaf = enc_exec_leaf(x, base);
    bool is_old =
        term_is_const(x->enc.store, base) || (leaf && !leaf->is_pointer) ||
        (leaf &&
         (leaf->kind == ENC_LEAF_PARAM || leaf->kind == ENC_LEAF_CONTEXT));
    if (!is_old) return false;
  }
  return true;
}

/* The pointer is a variable that is no object. */
static Term room_for_member(Question *q, Term t, Term offset, Term bytes) {
  EncExec *x = q->run->x;
  const EncLeaf *known = enc_exec_leaf(x, t);
  if (!known || !q->is_member) return TERM_NONE;
  EncLeaf leaf = *known; /* leaves move */
  if (leaf.is_memory && !is_local_cell(x, &leaf)) return term_true();
  switch ((int)leaf.kind) {
  case ENC_LEAF_UNINIT: /* another check's business */
  case ENC_LEAF_PARAM:
  case ENC_LEAF_CONTEXT:
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT: return term_true();
  case ENC_LEAF_RESULT:
  case ENC_LEAF_EFFECT: {
    if (leaf.kind == ENC_LEAF_RESULT && is_given_old(x, leaf.activation))
      return term_true();
    Term meaning = valid_expand(q, t);
    return meaning.id ? valid_room(q, meaning, offset, bytes) : TERM_NONE;
  }
  case ENC_LEAF_LOOP:
    if (leaf.is_memory) return TERM_NONE;
    return term_or(x->enc.store, room_of_phi(q, &leaf, offset, bytes),
                   valid_open(q, ENC_LEAF_LOOP));
  default: return TERM_NONE;
  }
}

Term valid_room(Question *q, Term t, Term offset, Term bytes) {
  assert(t.id && offset.id && bytes.id);
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  Term next = TERM_NONE;
  switch (valid_toward(q, t, &next)) {
  case TARGET_NULL: return term_true(); /* another check's business */
  case TARGET_CHOICE: {
    Term cond = term_child(store, t, 0);
    Term yes = valid_room(q, term_child(store, t, 1), offset, bytes);
    Term no = valid_room(q, term_child(store, t, 2), offset, bytes);
    return term_ite(store, cond, yes, no);
  }
  case TARGET_STEP:
    if (!valid_is_renamed(x, t))
      offset = term_add(store, offset, term_sub(store, t, next));
    return valid_room(q, next, offset, bytes);
  case TARGET_OBJECT: {
    Term size = enc_object_size(x, enc_object_of(x, t));
    return size.id ? fits(x, offset, bytes, size)
                   : valid_open(q, ENC_LEAF_SIZE);
  }
  case TARGET_POINTER: {
    Term declared = room_for_member(q, t, offset, bytes);
    return declared.id ? declared : valid_open(q, valid_origin(x, t));
  }
  case TARGET_UNKNOWN: return valid_open(q, ENC_LEAF_SIZE);
  }
  unreachable_case();
}
