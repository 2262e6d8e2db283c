/* SPDX-License-Identifier: MIT
 *
 * From recursion to contracts.
 *
 * Every call of a recursive function f becomes a call of a stand-in that
 * demands what f's contract says about a call (else ERROR), gives the globals
 * that recursive functions may write and the result any value, assumes what the
 * contract says about a return, and returns.  A new entry chooses between
 * running the program so changed and, for each f, running f's own body once,
 * with any arguments and globals that the contract allows, and demanding what
 * the contract says about its return.
 *
 * If no error can be reached there, none can be reached in the program.  Look
 * at an execution of the program that reaches one, and in it at the first
 * moment at which an error is reached, a recursive function is called against
 * its contract, or returns against it.  It happens in the activation of some
 * recursive function or of none, with what that calls and is not recursive.
 * That activation was called as its contract allows, and all calls of recursive
 * functions that it made and that returned did so as theirs say, so the new
 * program can do the same in its place, and reaches an error.
 *
 * The converse does not hold: an error may come from a contract that says too
 * little.  So nothing is ever called unsafe because of this program. */
#include "recursion/contract.h"

#include "pass/edit.h"

typedef struct Maker {
  Program *p;
  ContractSet *set;
  ContractUse use;
  Edit edit; /* the function being written */
  Val values[CONTRACT_MOST_SLOTS];
} Maker;

static TypeId i1(Maker *m) {
  return prog_type_int(m->p, 1);
}

static uint32_t add(Maker *m, Op op, TypeId type, const Val *ops, uint32_t n) {
  return edit_add(&m->edit, op, type, ops, n, NULL, 0);
}

/* ---- facts as instructions ---- */

static Val sum_of(Maker *m, const Contract *contract, const Atom *atom) {
  TypeId type = contract->slots[atom->slot[0]].type;
  Val sum = {0};
  for (uint32_t i = 0; i < atom->n; i++) {
    Val part = m->values[atom->slot[i]];
    if (atom->factor[i] != 1)
      part = edit_op2(&m->edit, OP_MUL, type, part,
                      prog_const_i64(m->p, type, atom->factor[i]));
    sum = val_is_none(sum) ? part : edit_op2(&m->edit, OP_ADD, type, sum, part);
  }
  return sum;
}

static Val emit_atom(Maker *m, const Contract *contract, const Atom *atom) {
  TypeId type = contract->slots[atom->slot[0]].type;
  uint32_t bits = contract->slots[atom->slot[0]].bits;
  uint64_t k_bits = bits < 64 ? atom->k & (((uint64_t)1 << bits) - 1) : atom->k;
  Val k = prog_const_u64(m->p, type, k_bits);
  Val a = m->values[atom->slot[0]], holds = {0};
  assert(!val_is_none(a));
  Val b = atom->n > 1 ? m->values[atom->slot[1]] : k;
  switch (atom->kind) {
  case ATOM_NONE: return prog_const_u64(m->p, i1(m), 1);
  case ATOM_EQUAL:
    holds = edit_op2(&m->edit, OP_EQ, i1(m), sum_of(m, contract, atom), k);
    break;
  case ATOM_MOST_S:
  case ATOM_ORDERED_S: holds = edit_op2(&m->edit, OP_SLE, i1(m), a, b); break;
  case ATOM_MOST_U:
  case ATOM_ORDERED_U: holds = edit_op2(&m->edit, OP_ULE, i1(m), a, b); break;
  case ATOM_LEAST_S: holds = edit_op2(&m->edit, OP_SLE, i1(m), k, a); break;
  case ATOM_LEAST_U: holds = edit_op2(&m->edit, OP_ULE, i1(m), k, a); break;
  }
  if (!atom->negated) return holds;
  Val one = prog_const_u64(m->p, i1(m), 1);
  return edit_op2(&m->edit, OP_XOR, i1(m), holds, one);
}

/* All facts of the place, as one value. */
static Val emit_facts(Maker *m, const Contract *contract, FactPlace place) {
  Val one = prog_const_u64(m->p, i1(m), 1), all = one;
  for (uint32_t i = 0; i < contract->facts.n; i++) {
    const Fact *fact = &contract->facts.at[i];
    if (fact->place != place) continue;
    require(fact_is_valid(contract, fact));
    Val holds = emit_atom(m, contract, &fact->atom);
    if (fact->guard.kind != ATOM_NONE) {
      Val guard = emit_atom(m, contract, &fact->guard);
      Val not_guard = edit_op2(&m->edit, OP_XOR, i1(m), guard, one);
      holds = edit_op2(&m->edit, OP_OR, i1(m), not_guard, holds);
    }
    all = edit_op2(&m->edit, OP_AND, i1(m), all, holds);
  }
  return all;
}

/* ---- slots ---- */

/* Loads the globals of that kind. */
static void load_slots(Maker *m, const Contract *contract, SlotKind kind) {
  for (uint32_t i = 0; i < contract->n_slots; i++) {
    const Slot *slot = &contract->slots[i];
    if (slot->kind != kind) continue;
    Val address = prog_const_global(m->p, slot->global, 0);
    m->values[i] = val_local(add(m, OP_LOAD, slot->type, &address, 1));
  }
}

static void set_slots(Maker *m, const Contract *contract, SlotKind kind,
                      const Val *values) {
  for (uint32_t i = 0; i < contract->n_slots; i++)
    if (contract->slots[i].kind == kind)
      m->values[i] = values[kind == SLOT_PARAM ? contract->slots[i].param : 0];
}

static void havoc(Maker *m, GlobalId global) {
  TypeId size = prog_type_int(m->p, m->p->pointer_bits);
  Val ops[2] = {prog_const_global(m->p, global, 0),
                prog_const_u64(m->p, size, prog_global(m->p, global)->size)};
  uint32_t inst = add(m, OP_HAVOC, (TypeId){0}, ops, 2);
  m->edit.f->insts.at[inst].site = prog_new_site(m->p);
}

/* ---- violations ---- */

/* The values that violate the contract, as inputs. */
static void report_slots(Maker *m, Contract *contract, FactPlace place) {
  uint32_t n = place == FACT_BEFORE ? contract->n_before : contract->n_slots;
  contract->report[place] = m->p->n_sites + 1;
  for (uint32_t i = 0; i < n; i++) {
    Val copy = edit_nondet(&m->edit, contract->slots[i].type, INPUT_UNDEF,
                           contract->slots[i].name);
    Val same = edit_op2(&m->edit, OP_EQ, i1(m), copy, m->values[i]);
    add(m, OP_ASSUME, (TypeId){0}, &same, 1);
  }
  /* One site after the other: so they are read from a trace. */
  require(m->p->n_sites == contract->report[place] + n - 1);
}

static void demand(Maker *m, Contract *contract, FactPlace place) {
  Edit *edit = &m->edit;
  Val good = emit_facts(m, contract, place);
  BlockId on = edit_block(edit, ""), bad = edit_block(edit, "");
  edit_condbr(edit, good, on, bad);
  edit->at = bad;
  if (m->use == CONTRACT_INFER) report_slots(m, contract, place);
  edit_error(edit, "contract", "a function's contract is violated");
  edit->at = on;
}

static void assume(Maker *m, Contract *contract, FactPlace place) {
  Val good = emit_facts(m, contract, place);
  add(m, OP_ASSUME, (TypeId){0}, &good, 1);
}

/* ---- stand-ins ---- */

static void begin_function(Maker *m, FuncId func, LocId loc) {
  Function *f = prog_func(m->p, func);
  f->state = FUNC_DEFINED;
  f->loc = loc;
  edit_init(&m->edit, m->p, f);
  m->edit.at = edit_block(&m->edit, "entry");
  m->edit.loc = loc;
}

static FuncId make_stand_in(Maker *m, Contract *contract) {
  Program *p = m->p;
  const Function *f = prog_func(p, contract->func);
  const char *name = arena_printf(&p->arena, "%s.contract", f->name);
  FuncId func = prog_add_function(p, name, f->ret, f->params, f->n_params);
  f = prog_func(p, contract->func);
  begin_function(m, func, f->loc);
  Val params[CONTRACT_MOST_PARAMS];
  require(f->n_params <= CONTRACT_MOST_PARAMS);
  for (uint32_t i = 0; i < f->n_params; i++) params[i] = prog_param(i);
  set_slots(m, contract, SLOT_PARAM, params);
  load_slots(m, contract, SLOT_BEFORE);
  demand(m, contract, FACT_BEFORE);
  for (uint32_t i = 0; i < m->set->written.n; i++)
    havoc(m, m->set->written.at[i]);
  Val result = {0};
  if (f->ret.id) {
    result = edit_nondet(&m->edit, f->ret, INPUT_UNDEF, "result");
    set_slots(m, contract, SLOT_RESULT, &result);
  }
  load_slots(m, contract, SLOT_AFTER);
  assume(m, contract, FACT_AFTER);
  add(m, OP_RET, (TypeId){0}, &result, f->ret.id ? 1 : 0);
  edit_done(&m->edit);
  return func;
}

static const Contract *contract_of(const ContractSet *set, FuncId func) {
  for (uint32_t i = 0; i < set->list.n; i++)
    if (set->list.at[i].func.id == func.id) return &set->list.at[i];
  return NULL;
}

/* Calls of recursive functions go to the stand-ins, in all that was there. */
static void redirect_calls(Maker *m, uint32_t n_funcs,
                           const FuncId *stand_ins) {
  Program *p = m->p;
  for (uint32_t i = 1; i < n_funcs; i++) {
    Function *f = &p->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
        if (inst->op != OP_CALL) continue;
        const Contract *to = contract_of(m->set, prog_callee(p, inst));
        if (to)
          inst->ops[0] = prog_const_func(p, stand_ins[to - m->set->list.at]);
      }
  }
}

/* ---- the new entry ---- */

static Val call(Maker *m, FuncId func, const Val *params) {
  const Function *f = prog_func(m->p, func);
  Val ops[CONTRACT_MOST_PARAMS + 1];
  require(f->n_params <= CONTRACT_MOST_PARAMS);
  ops[0] = prog_const_func(m->p, func);
  for (uint32_t i = 0; i < f->n_params; i++) ops[1 + i] = params[i];
  uint32_t inst = add(m, OP_CALL, f->ret, ops, f->n_params + 1);
  m->edit.f->insts.at[inst].site = prog_new_site(m->p);
  return val_local(inst);
}

/* One run of the function itself. */
static void check_body(Maker *m, Contract *contract) {
  const Function *f = prog_func(m->p, contract->func);
  Val params[CONTRACT_MOST_PARAMS];
  for (uint32_t i = 0; i < m->set->globals.n; i++)
    havoc(m, m->set->globals.at[i]);
  for (uint32_t i = 0; i < f->n_params; i++)
    params[i] = edit_nondet(&m->edit, f->params[i], INPUT_UNDEF, "argument");
  set_slots(m, contract, SLOT_PARAM, params);
  load_slots(m, contract, SLOT_BEFORE);
  assume(m, contract, FACT_BEFORE);
  Val result = call(m, contract->func, params);
  set_slots(m, contract, SLOT_RESULT, &result);
  load_slots(m, contract, SLOT_AFTER);
  demand(m, contract, FACT_AFTER);
  edit_named(&m->edit, OP_STOP, "contract kept");
}

static void make_entry(Maker *m, FuncId program_entry) {
  Program *p = m->p;
  Edit *edit = &m->edit;
  FuncId func = prog_add_function(p, "contract.start", (TypeId){0}, NULL, 0);
  begin_function(m, func, prog_func(p, program_entry)->loc);
  TypeId i32 = prog_type_int(p, 32);
  Val which = edit_nondet(edit, i32, INPUT_UNDEF, "contract");
  for (uint32_t i = 0; i < m->set->list.n; i++) {
    Val here =
        edit_op2(edit, OP_EQ, i1(m), which, prog_const_u64(p, i32, i + 1));
    BlockId body = edit_block(edit, ""), next = edit_block(edit, "");
    edit_condbr(edit, here, body, next);
    edit->at = body;
    check_body(m, &m->set->list.at[i]);
    edit->at = next;
  }
  call(m, program_entry, NULL);
  add(m, OP_RET, (TypeId){0}, NULL, 0);
  edit_done(edit);
  p->entry = func;
}

/* An error of the program just ends it. */
static void silence_errors(Program *p) {
  for (uint32_t i = 1; i < p->funcs.n; i++) {
    Function *f = &p->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
        if (inst->op != OP_ERROR) continue;
        inst->op = OP_STOP;
        inst->imm = 0;
        inst->name = names_add(&p->names, "error");
      }
  }
}

/* ---- samples ---- */

void contract_sample_name(char *out, size_t size, uint32_t number) {
  snprintf(out, size, "contract.sample.%u", number);
}

static FuncId declare_sampler(Maker *m, const Contract *contract,
                              uint32_t number) {
  char name[40];
  TypeId types[CONTRACT_MOST_SLOTS];
  contract_sample_name(name, sizeof name, number);
  for (uint32_t i = 0; i < contract->n_slots; i++)
    types[i] = contract->slots[i].type;
  return prog_add_function(m->p, arena_strdup(&m->p->arena, name), (TypeId){0},
                           types, contract->n_slots);
}

static void sample_block(Maker *m, const Contract *contract, FuncId sampler,
                         BlockId block) {
  InstList list = edit_open(&m->edit, block);
  for (uint32_t i = 0; i < list.n; i++) {
    const Inst *inst = &m->edit.f->insts.at[list.at[i]];
    if (inst->op == OP_RET) {
      Val result = inst->n_ops ? inst->ops[0] : (Val){0};
      set_slots(m, contract, SLOT_RESULT, &result);
      load_slots(m, contract, SLOT_AFTER);
      call(m, sampler, m->values);
    }
    edit_keep(&m->edit, list.at[i]);
  }
  edit_close(&m->edit, &list);
}

/* A call of the sampler before each return. */
static void add_samples(Maker *m, const Contract *contract, uint32_t number) {
  FuncId sampler = declare_sampler(m, contract, number);
  Function *f = prog_func(m->p, contract->func);
  Val params[CONTRACT_MOST_PARAMS];
  require(f->n_params <= CONTRACT_MOST_PARAMS);
  for (uint32_t i = 0; i < f->n_params; i++) params[i] = prog_param(i);
  edit_init(&m->edit, m->p, f);
  set_slots(m, contract, SLOT_PARAM, params);
  InstList list = edit_open(&m->edit, (BlockId){0});
  m->edit.loc = f->loc;
  load_slots(m, contract, SLOT_BEFORE);
  for (uint32_t i = 0; i < list.n; i++) edit_keep(&m->edit, list.at[i]);
  edit_close(&m->edit, &list);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    sample_block(m, contract, sampler, (BlockId){b});
  edit_done(&m->edit);
}

void pass_contracts(Program *p, ContractSet *set, ContractUse use) {
  Maker m = {.p = p, .set = set, .use = use};
  for (uint32_t i = 0; i < set->list.n; i++)
    require(prog_func(p, set->list.at[i].func)->state == FUNC_DEFINED);
  if (use == CONTRACT_SAMPLE) {
    for (uint32_t i = 0; i < set->list.n; i++)
      add_samples(&m, &set->list.at[i], i);
    return;
  }
  if (use == CONTRACT_INFER) silence_errors(p);
  uint32_t n_funcs = p->funcs.n, n = set->list.n;
  FuncId entry = p->entry;
  FuncId *stand_ins = MEM_ARRAY(p->mem, FuncId, n);
  for (uint32_t i = 0; i < n; i++)
    stand_ins[i] = make_stand_in(&m, &set->list.at[i]);
  redirect_calls(&m, n_funcs, stand_ins);
  make_entry(&m, entry);
  MEM_FREE_ARRAY(p->mem, stand_ins, n);
}
