/* SPDX-License-Identifier: MIT
 *
 * Contracts: which functions need one, what facts mean. */
#include "recursion/contract.h"

#include "analysis/analysis.h"
#include "ir/address.h"
#include "pass/edit.h"

void contract_set_init(ContractSet *set, Mem *mem) {
  *set = (ContractSet){.mem = mem};
  arena_init(&set->names, mem);
}

void contract_set_done(ContractSet *set) {
  for (uint32_t i = 0; i < set->list.n; i++)
    VEC_DONE(set->mem, &set->list.at[i].facts);
  VEC_DONE(set->mem, &set->list);
  VEC_DONE(set->mem, &set->globals);
  VEC_DONE(set->mem, &set->written);
  arena_done(&set->names);
}

/* ---- finding ---- */

typedef struct Finder {
  ContractSet *set;
  const Program *p;
  CallGraph *calls;
  ContractAbout about;
  uint8_t *inside;            /* by function: a recursive one may run it */
  uint8_t *accessed, *stored; /* by global */
} Finder;

/* The global that the address was made from; none otherwise. */
static GlobalId named_global(const Program *p, const Function *f, Val address) {
  Val root = prog_address_root(f, address);
  if (!val_is_const(root)) return (GlobalId){0};
  const Const *c = prog_const(p, root);
  return c->kind == CONST_GLOBAL ? c->global : (GlobalId){0};
}

/* False: it does what contracts cannot say. */
static bool look_at(Finder *finder, const Function *f, const Inst *inst) {
  if (inst->op == OP_VA_AREA) return false;
  if (inst->op == OP_CALL) return prog_callee(finder->p, inst).id != 0;
  if (!prog_op_has(inst->op, 'M')) return true;
  if (inst->op != OP_LOAD && inst->op != OP_STORE) return false;
  uint32_t at = inst->op == OP_STORE;
  GlobalId global = named_global(finder->p, f, inst->ops[at]);
  if (!global.id) return false;
  finder->accessed[global.id] = 1;
  if (inst->op == OP_STORE) finder->stored[global.id] = 1;
  return true;
}

/* Under a property of memory: what it asks about objects must be told by what
 * is seen in the function alone, and no pointer may come in or go out. */
static bool is_apart(const Finder *finder, const Function *f) {
  const Program *p = finder->p;
  for (uint32_t i = 0; i < f->n_params; i++)
    if (prog_type(p, f->params[i])->kind == TYPE_PTR) return false;
  if (f->ret.id && prog_type(p, f->ret)->kind == TYPE_PTR) return false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
      if (inst->op == OP_VALID && inst->imm != VALID_ACCESS &&
          inst->imm != VALID_WRITE)
        return false;
      if (inst->op == OP_LOAD && prog_type(p, inst->type)->kind == TYPE_PTR)
        return false;
      if (inst->op == OP_STORE &&
          prog_type(p, prog_val_type(p, f, inst->ops[0]))->kind == TYPE_PTR)
        return false;
    }
  return true;
}

static bool look_into(Finder *finder, const Function *f) {
  if (finder->about == CONTRACT_MEMORY && !is_apart(finder, f)) return false;
  if (f->arity == FUNC_VARIADIC || f->n_params > CONTRACT_MOST_PARAMS)
    return false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++)
      if (!look_at(finder, f, &f->insts.at[f->blocks.at[b].insts.at[k]]))
        return false;
  return true;
}

/* What recursive functions may run, they included; false as above. */
static bool find_inside(Finder *finder) {
  Mem *mem = finder->set->mem;
  const CallGraph *calls = finder->calls;
  Vec(uint32_t) work = {0};
  for (uint32_t f = 1; f < calls->n_funcs; f++)
    if (calls->recursive[f] && calls->reachable[f]) {
      finder->inside[f] = 1;
      VEC_PUSH(mem, &work, f);
    }
  bool good = true;
  while (work.n) {
    uint32_t f = VEC_POP(&work);
    good = good && look_into(finder, &finder->p->funcs.at[f]);
    const uint32_t *to = rows_get(&calls->callees, f);
    for (uint32_t i = 0; i < rows_size(&calls->callees, f); i++) {
      if (finder->inside[to[i]]) continue;
      finder->inside[to[i]] = 1;
      VEC_PUSH(mem, &work, to[i]);
    }
  }
  VEC_DONE(mem, &work);
  return good;
}

static void add_slot(Contract *contract, const Program *p, Slot slot) {
  const Type *type = prog_type(p, slot.type);
  if (type->kind != TYPE_INT || type->bits > 64 ||
      contract->n_slots == CONTRACT_MOST_SLOTS)
    return;
  slot.bits = type->bits;
  contract->slots[contract->n_slots++] = slot;
}

static void add_globals(const Finder *finder, Contract *contract,
                        SlotKind kind) {
  const Program *p = finder->p;
  const uint8_t *wanted =
      kind == SLOT_AFTER ? finder->stored : finder->accessed;
  for (uint32_t g = 1; g < p->globals.n; g++) {
    const Global *global = &p->globals.at[g];
    if (!wanted[g] || global->kind == GLOBAL_CONSTANT) continue;
    add_slot(contract, p,
             (Slot){.kind = kind,
                    .global = {g},
                    .type = global->type,
                    .name = arena_strdup(&finder->set->names, global->name)});
  }
}

static void add_contract(Finder *finder, FuncId func) {
  const Program *p = finder->p;
  const Function *f = prog_func(p, func);
  Contract contract = {.func = func};
  for (uint32_t i = 0; i < f->n_params; i++)
    add_slot(&contract, p,
             (Slot){.kind = SLOT_PARAM,
                    .param = i,
                    .type = f->params[i],
                    .name = "argument"});
  add_globals(finder, &contract, SLOT_BEFORE);
  contract.n_before = contract.n_slots;
  if (f->ret.id)
    add_slot(&contract, p,
             (Slot){.kind = SLOT_RESULT, .type = f->ret, .name = "result"});
  add_globals(finder, &contract, SLOT_AFTER);
  VEC_PUSH(finder->set->mem, &finder->set->list, contract);
}

static void add_all(Finder *finder) {
  ContractSet *set = finder->set;
  const Program *p = finder->p;
  for (uint32_t f = 1; f < finder->calls->n_funcs; f++)
    if (finder->calls->recursive[f] && finder->calls->reachable[f])
      add_contract(finder, (FuncId){f});
  for (uint32_t g = 1; g < p->globals.n; g++) {
    if (finder->accessed[g] && p->globals.at[g].kind != GLOBAL_CONSTANT)
      VEC_PUSH(set->mem, &set->globals, ((GlobalId){g}));
    if (finder->stored[g]) VEC_PUSH(set->mem, &set->written, ((GlobalId){g}));
  }
}

bool contract_find(ContractSet *set, const Program *p, ContractAbout about) {
  require(p->entry.id && !set->list.n);
  Finder finder = {.set = set, .p = p, .about = about};
  finder.calls = prog_calls_new(p, NULL);
  finder.inside = MEM_ARRAY(set->mem, uint8_t, p->funcs.n);
  finder.accessed = MEM_ARRAY(set->mem, uint8_t, p->globals.n + 1);
  finder.stored = MEM_ARRAY(set->mem, uint8_t, p->globals.n + 1);
  bool good = find_inside(&finder) && !finder.inside[p->entry.id];
  if (good) add_all(&finder);
  MEM_FREE_ARRAY(set->mem, finder.inside, p->funcs.n);
  MEM_FREE_ARRAY(set->mem, finder.accessed, p->globals.n + 1);
  MEM_FREE_ARRAY(set->mem, finder.stored, p->globals.n + 1);
  prog_calls_free(finder.calls);
  return good && set->list.n > 0;
}

/* ---- meaning ---- */

static uint64_t low(uint64_t v, uint32_t bits) {
  return bits < 64 ? v & (((uint64_t)1 << bits) - 1) : v;
}

static int64_t as_signed(uint64_t v, uint32_t bits) {
  assert(bits >= 1 && bits <= 64);
  uint64_t sign = (uint64_t)1 << (bits - 1);
  return (int64_t)((low(v, bits) ^ sign) - sign);
}

static uint64_t sum_of(const Atom *atom, const uint64_t *values,
                       uint32_t bits) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < atom->n; i++)
    sum += (uint64_t)(int64_t)atom->factor[i] * values[atom->slot[i]];
  return low(sum, bits);
}

static bool atom_holds(const Contract *contract, const Atom *atom,
                       const uint64_t *values) {
  uint32_t bits = contract->slots[atom->slot[0]].bits;
  uint64_t a = low(values[atom->slot[0]], bits);
  uint64_t b = atom->n > 1 ? low(values[atom->slot[1]], bits) : 0;
  uint64_t k = low(atom->k, bits);
  bool holds = true;
  switch (atom->kind) {
  case ATOM_NONE: return true;
  case ATOM_EQUAL: holds = sum_of(atom, values, bits) == k; break;
  case ATOM_MOST_S: holds = as_signed(a, bits) <= as_signed(k, bits); break;
  case ATOM_MOST_U: holds = a <= k; break;
  case ATOM_LEAST_S: holds = as_signed(k, bits) <= as_signed(a, bits); break;
  case ATOM_LEAST_U: holds = k <= a; break;
  case ATOM_ORDERED_S: holds = as_signed(a, bits) <= as_signed(b, bits); break;
  case ATOM_ORDERED_U: holds = a <= b; break;
  }
  return holds != atom->negated;
}

static bool atom_is_valid(const Contract *contract, const Atom *atom,
                          uint32_t n_slots) {
  if (atom->kind == ATOM_NONE) return true;
  if (atom->n < 1 || atom->n > CONTRACT_MOST_TERMS) return false;
  for (uint32_t i = 0; i < atom->n; i++)
    if (atom->slot[i] >= n_slots || contract->slots[atom->slot[i]].bits !=
                                        contract->slots[atom->slot[0]].bits)
      return false;
  return true;
}

bool fact_is_valid(const Contract *contract, const Fact *fact) {
  uint32_t n =
      fact->place == FACT_BEFORE ? contract->n_before : contract->n_slots;
  return fact->atom.kind != ATOM_NONE &&
         atom_is_valid(contract, &fact->atom, n) &&
         atom_is_valid(contract, &fact->guard, n);
}

bool fact_holds(const Contract *contract, const Fact *fact,
                const uint64_t *values) {
  assert(fact_is_valid(contract, fact));
  if (fact->guard.kind != ATOM_NONE &&
      !atom_holds(contract, &fact->guard, values))
    return true;
  return atom_holds(contract, &fact->atom, values);
}

void fact_fit(const Contract *contract, Fact *fact, const uint64_t *values) {
  require(fact->row == ROW_OPEN && fact->atom.kind == ATOM_EQUAL);
  uint32_t bits = contract->slots[fact->atom.slot[0]].bits;
  fact->atom.k = sum_of(&fact->atom, values, bits);
  fact->row = ROW_KNOWN;
  assert(fact_holds(contract, fact, values));
}

/* ---- for people ---- */

static void print_slot(Text *out, const Contract *contract, uint32_t i) {
  const Slot *slot = &contract->slots[i];
  switch (slot->kind) {
  case SLOT_PARAM: text_printf(out, "argument%u", slot->param + 1); return;
  case SLOT_BEFORE: text_printf(out, "old(%s)", slot->name); return;
  case SLOT_RESULT:
  case SLOT_AFTER: text_add(out, slot->name); return;
  }
  unreachable_case();
}

static void print_atom(Text *out, const Contract *contract, const Atom *atom) {
  uint32_t bits = contract->slots[atom->slot[0]].bits;
  long long k = (long long)as_signed(atom->k, bits);
  unsigned long long u = (unsigned long long)low(atom->k, bits);
  if (atom->negated) text_add(out, "!(");
  for (uint32_t i = 0; i < atom->n; i++) {
    if (i > 0) text_add(out, atom->kind == ATOM_EQUAL ? " + " : " <= ");
    if (atom->factor[i] != 1) text_printf(out, "%d*", atom->factor[i]);
    print_slot(out, contract, atom->slot[i]);
  }
  switch (atom->kind) {
  case ATOM_EQUAL: text_printf(out, " == %lld", k); break;
  case ATOM_MOST_S: text_printf(out, " <= %lld", k); break;
  case ATOM_MOST_U: text_printf(out, " <= %lluu", u); break;
  case ATOM_LEAST_S: text_printf(out, " >= %lld", k); break;
  case ATOM_LEAST_U: text_printf(out, " >= %lluu", u); break;
  case ATOM_ORDERED_U: text_add(out, " (unsigned)"); break;
  case ATOM_ORDERED_S:
  case ATOM_NONE: break;
  }
  if (atom->negated) text_add(out, ")");
}

void fact_print(Text *out, const Contract *contract, const Fact *fact) {
  require(fact_is_valid(contract, fact));
  if (fact->guard.kind != ATOM_NONE) {
    print_atom(out, contract, &fact->guard);
    text_add(out, " implies ");
  }
  print_atom(out, contract, &fact->atom);
}
