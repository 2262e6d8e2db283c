/* SPDX-License-Identifier: MIT
 *
 * What functions may free.
 *
 * Problem.  "Was this freed?" is asked behind loops and calls that free
 * something somewhere.  If that can be anything, nothing is ever proved to be
 * alive behind a loop that calls a function with a list to clean up.
 *
 * Idea.  Of an object that a pointer leads to, its *kind* is known: the class
 * of pointers that it may be a copy of (copies/), and the
 * struct at that place, if an access on every way there is written as a field
 * of it, or the pointer is declared so (where it is read, returned or kept in a
 * variable).  Objects of two classes are apart; so are two that start with
 * structs of which neither holds the other (overlap.c has the premise), unless
 * the one that is freed is the head of a block with others behind it.  A
 * function frees the kinds that its own FREEs and its callees free, callees
 * first.  Is it what a parameter points to, the calls know more of it: the kind
 * of the argument, and its address.
 *
 * Where two pointers have the same base, structs tell nothing: a pointer that
 * is cast still leads to the same object.
 *
 * Invariant: a function that frees an object has its kind in its set, or the
 * set is full, which means "any".  Cost: sets of at most FREED_MOST kinds flow
 * along calls until nothing changes. */
#include "encode/function/function_int.h"
#include "ir/address.h"

enum { FREED_MOST = 48 };

/* ---- structs at a place ---- */

/* Is the access, written as a field, at that field's place of a struct which
 * starts where its root points to? */
static bool starts_there(const EncFacts *facts, const Function *f,
                         const Inst *access, Val address) {
  const Type *type = prog_type(facts->program, access->aux);
  int64_t offset = 0, bytes;
  if (type->kind != TYPE_STRUCT || (uint64_t)access->imm >= type->n_fields)
    return false;
  Val root = prog_address_root(f, address);
  while (!val_same(address, root)) {
    const Inst *gep = &f->insts.at[val_index(address)];
    if (!prog_gep_constant(facts->program, gep, &bytes)) return false;
    offset = (int64_t)((uint64_t)offset + (uint64_t)bytes);
    address = gep->ops[0];
  }
  return (uint64_t)offset == type->fields[access->imm].offset;
}

TypeId enc_starts_with(const EncFacts *facts, const Function *f,
                       const Inst *access) {
  assert(access->op == OP_LOAD || access->op == OP_STORE);
  Val address = access->ops[access->op == OP_STORE];
  bool is_known = access->aux.id &&
                  enc_facts_is_struct_known(facts, access->aux) &&
                  starts_there(facts, f, access, address);
  return is_known ? access->aux : (TypeId){0};
}

static void add_typed(EncFacts *facts, Body *body, Val pointer, uint32_t inst,
                      TypeId type) {
  assert(inst != 0);
  if (!type.id || !val_is_local(pointer)) return;
  uint32_t *first = &body->typed_first[val_index(pointer)];
  VEC_PUSH(facts->mem, &body->typed, ((Typed){inst, type, *first}));
  *first = body->typed.n;
}

static void note_access(EncFacts *facts, Body *body, const Function *f,
                        uint32_t number) {
  const Inst *inst = &f->insts.at[number];
  Val address = inst->ops[inst->op == OP_STORE];
  add_typed(facts, body, prog_address_root(f, address), number,
            enc_starts_with(facts, f, inst));
}

static Body *typed_body(EncFacts *facts, FuncId func);

/* The C type of the variable that holds the value; 0: none. */
static CTypeId declared_type(const Body *body, Val v) {
  CTypeId none = {0};
  return val_is_local(v) ? body->declared[val_index(v)] : none;
}

CTypeId enc_loaded_type(EncFacts *facts, FuncId func, const Inst *load) {
  const Program *p = facts->program;
  const Function *f = prog_func(p, func);
  const Body *body = typed_body(facts, func);
  if (load->aux.id) return enc_member(facts, load->aux, (uint32_t)load->imm);
  CTypeId type = enc_global_type(p, load->ops[0]);
  const CType *at =
      prog_ctype(p, declared_type(body, prog_address_root(f, load->ops[0])));
  bool is_element =
      at->kind == CTYPE_POINTER && prog_ctype(p, at->to)->kind == CTYPE_POINTER;
  return !type.id && is_element ? at->to : type;
}

/* All that an instruction tells about types of pointers. */
static void note_typed(EncFacts *facts, Body *body, FuncId func,
                       uint32_t number) {
  const Program *p = facts->program;
  const Function *f = prog_func(p, func);
  const Inst *inst = &f->insts.at[number];
  switch ((int)inst->op) {
  case OP_STORE: note_access(facts, body, f, number); return;
  case OP_LOAD:
    note_access(facts, body, f, number);
    add_typed(facts, body, val_local(number), number,
              enc_pointer_leads_to(facts, enc_loaded_type(facts, func, inst)));
    return;
  case OP_DBG:
    if (inst->var.id && inst->n_ops)
      add_typed(facts, body, inst->ops[0], number,
                enc_pointer_leads_to(facts, p->vars.at[inst->var.id].type));
    return;
  case OP_CALL: {
    FuncId callee = prog_callee(p, inst);
    if (callee.id)
      add_typed(facts, body, val_local(number), number,
                enc_pointer_leads_to(facts, prog_func(p, callee)->returns));
    return;
  }
  default: return;
  }
}

static void find_typed(EncFacts *facts, Body *body, FuncId func) {
  const Function *f = prog_func(facts->program, func);
  body->typed_first = MEM_ARRAY(facts->mem, uint32_t, f->insts.n);
  body->declared = MEM_ARRAY(facts->mem, CTypeId, f->insts.n);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_DBG && inst->var.id && val_is_local(inst->ops[0]))
        body->declared[val_index(inst->ops[0])] =
            facts->program->vars.at[inst->var.id].type;
    }
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      note_typed(facts, body, func, f->blocks.at[b].insts.at[i]);
}

/* The body, with what it says of types. */
static Body *typed_body(EncFacts *facts, FuncId func) {
  Body *body = enc_body(facts, func);
  if (!body->typed_first) find_typed(facts, body, func);
  return body;
}

static bool comes_first(const Block *block, uint32_t a, uint32_t b) {
  assert(a != b);
  for (uint32_t i = 0; i < block->insts.n; i++)
    if (block->insts.at[i] == a || block->insts.at[i] == b)
      return block->insts.at[i] == a;
  unreachable_case();
}

/* Does the guard that the question is for let the block be entered? */
static bool is_guarded_by(const Body *body, const Function *f, uint32_t block,
                          uint32_t question) {
  assert(block < f->blocks.n && question < f->insts.n);
  if (f->insts.at[question].op != OP_VALID ||
      rows_size(&body->cfg->preds, block) != 1)
    return false;
  const Inst *end = prog_terminator(f, (BlockId){body->block_of[question]});
  return end->op == OP_CONDBR &&
         (end->blocks[0].id == block || end->blocks[1].id == block);
}

/* Is the instruction certain to be executed, when control comes to the
 * instruction or, if that is a question, behind it? */
static bool is_certain(const Body *body, const Function *f, uint32_t access,
                       uint32_t at) {
  assert(access < f->insts.n && at < f->insts.n);
  uint32_t from = body->block_of[access], to = body->block_of[at];
  if (from == UINT32_MAX || to == UINT32_MAX) return false;
  if (access == at) return true;
  if (from == to) return comes_first(&f->blocks.at[from], access, at);
  return prog_dominates(body->dominators, from, to) ||
         is_guarded_by(body, f, from, at);
}

/* What all that is said of the pointer agrees on, if that is certain at an
 * instruction (0: anywhere); where it is cast, nothing. */
static TypeId struct_at(EncFacts *facts, FuncId func, Val pointer,
                        uint32_t at) {
  assert(!val_is_none(pointer));
  const Function *f = prog_func(facts->program, func);
  const Body *body = typed_body(facts, func);
  TypeId known = {0}, certain = {0};
  if (!val_is_local(pointer)) return known;
  uint32_t next = body->typed_first[val_index(pointer)];
  while (next) {
    Typed typed = body->typed.at[next - 1];
    if (enc_structs_apart(facts, known, typed.type)) return (TypeId){0};
    known = typed.type;
    if (!at || is_certain(body, f, typed.inst, at)) certain = typed.type;
    next = typed.next;
  }
  return certain;
}

TypeId enc_agreed_type(EncFacts *facts, FuncId func, Val pointer) {
  return struct_at(facts, func, pointer, 0);
}

EncKind enc_kind_at(EncFacts *facts, FuncId func, Val pointer, uint32_t at) {
  assert(at < prog_func(facts->program, func)->insts.n);
  return (EncKind){.class = enc_class_of_value(facts, func, pointer),
                   .type = struct_at(facts, func, pointer, at)};
}

uint32_t enc_facts_pointer(EncFacts *facts, FuncId func, uint32_t inst,
                           uint32_t operand, TypeId *type) {
  const Inst *user = &prog_func(facts->program, func)->insts.at[inst];
  require(operand < user->n_ops);
  enc_trim_bodies(facts);
  EncKind kind = enc_kind_at(facts, func, user->ops[operand], inst);
  *type = kind.type;
  return kind.class;
}

static bool classes_apart(const EncFacts *facts, EncKind freed, EncKind other) {
  return freed.class && other.class && freed.class != other.class &&
         !enc_facts_inside(facts, freed.class, other.class);
}

bool enc_kinds_apart(EncFacts *facts, EncKind freed, EncKind other) {
  if (classes_apart(facts, freed, other)) return true;
  return freed.type.id && other.type.id &&
         !facts->structs.is_header[facts->structs.class_of[freed.type.id]] &&
         enc_structs_apart(facts, freed.type, other.type);
}

/* ---- functions ---- */

static bool add_freed(EncFacts *facts, FreedSet *set, Freed freed) {
  assert(set->all.n <= FREED_MOST);
  if (set->is_any) return false;
  for (uint32_t i = 0; i < set->all.n; i++) {
    const Freed *known = &set->all.at[i];
    if (known->param == freed.param && known->kind.class == freed.kind.class &&
        known->kind.type.id == freed.kind.type.id)
      return false;
  }
  if (set->all.n == FREED_MOST)
    set->is_any = true;
  else
    VEC_PUSH(facts->mem, &set->all, freed);
  return true;
}

/* Which parameter of the function it is, from 1; 0: none. */
static uint32_t param_number(const Function *f, Val v) {
  bool is_param = val_is_local(v) && f->insts.at[val_index(v)].op == OP_PARAM;
  return is_param ? (uint32_t)f->insts.at[val_index(v)].imm + 1 : 0;
}

static Freed freed_pointer(EncFacts *facts, FuncId func, Val pointer,
                           uint32_t at) {
  return (Freed){enc_kind_at(facts, func, pointer, at),
                 param_number(prog_func(facts->program, func), pointer)};
}

Freed enc_freed_by_call(EncFacts *facts, FuncId func, uint32_t call,
                        Freed freed) {
  const Inst *inst = &prog_func(facts->program, func)->insts.at[call];
  assert(inst->op == OP_CALL);
  if (!freed.param || freed.param >= inst->n_ops || !val_is_const(inst->ops[0]))
    return (Freed){freed.kind, 0};
  Freed here = freed_pointer(facts, func, inst->ops[freed.param], call);
  if (!here.kind.type.id) here.kind.type = freed.kind.type;
  if (!here.kind.class) here.kind.class = freed.kind.class;
  return here;
}

static bool add_call(EncFacts *facts, FuncId func, uint32_t call,
                     FuncId callee) {
  assert(prog_func(facts->program, callee)->state == FUNC_DEFINED);
  FreedSet *set = &facts->freed[func.id];
  const FreedSet *from = &facts->freed[callee.id];
  bool changed = from->is_any && !set->is_any;
  set->is_any |= from->is_any;
  for (uint32_t i = 0; i < from->all.n; i++) {
    Freed freed = from->all.at[i];
    changed |=
        add_freed(facts, set, enc_freed_by_call(facts, func, call, freed));
  }
  return changed;
}

static bool add_inst(EncFacts *facts, FuncId func, uint32_t number) {
  const Program *p = facts->program;
  const Inst *inst = &prog_func(p, func)->insts.at[number];
  if (inst->op == OP_FREE)
    return add_freed(facts, &facts->freed[func.id],
                     freed_pointer(facts, func, inst->ops[0], number));
  if (inst->op != OP_CALL) return false;
  IndexVec callees = {0};
  bool changed = false;
  prog_call_targets(facts->calls, p, facts->points, func, number, &callees);
  for (uint32_t i = 0; i < callees.n; i++)
    if (prog_func(p, (FuncId){callees.at[i]})->state == FUNC_DEFINED)
      changed |= add_call(facts, func, number, (FuncId){callees.at[i]});
  VEC_DONE(p->mem, &callees);
  return changed;
}

static bool add_function(EncFacts *facts, FuncId func) {
  const Function *f = prog_func(facts->program, func);
  bool changed = false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      changed |= add_inst(facts, func, f->blocks.at[b].insts.at[i]);
  return changed;
}

void enc_freed_init(EncFacts *facts) {
  assert(facts->value_class != NULL);
  const CallGraph *calls = facts->calls;
  facts->freed = MEM_ARRAY(facts->mem, FreedSet, facts->n_funcs);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < calls->n_order; i++) {
      FuncId func = {calls->bottom_up[i]};
      if (prog_func(facts->program, func)->state == FUNC_DEFINED)
        changed |= add_function(facts, func);
      enc_trim_bodies(facts);
    }
  }
}

void enc_freed_done(EncFacts *facts) {
  for (uint32_t f = 0; f < facts->n_funcs; f++)
    VEC_DONE(facts->mem, &facts->freed[f].all);
  MEM_FREE_ARRAY(facts->mem, facts->freed, facts->n_funcs);
}

bool enc_facts_freed(const EncFacts *facts, FuncId func, uint32_t index,
                     uint32_t *class, TypeId *type, uint32_t *param) {
  require(func.id && func.id < facts->n_funcs);
  const FreedSet *set = &facts->freed[func.id];
  if (index >= set->all.n + set->is_any) return false;
  bool is_any = index == set->all.n;
  *class = is_any ? 0 : set->all.at[index].kind.class;
  *type = is_any ? (TypeId){0} : set->all.at[index].kind.type;
  *param = is_any ? UINT32_MAX : set->all.at[index].param;
  return true;
}

bool enc_facts_is_header(const EncFacts *facts, TypeId type) {
  return type.id < facts->structs.n &&
         facts->structs.is_header[facts->structs.class_of[type.id]];
}
