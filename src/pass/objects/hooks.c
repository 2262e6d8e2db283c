/* SPDX-License-Identifier: MIT
 *
 * Allocation by way of hooks.
 *
 *     session->alloc = own_alloc ? own_alloc : plain_alloc;
 *     …
 *     text = session->alloc(n, session->data);
 *
 * Who calls through a pointer may call anything, so that nothing is known of
 * `text`: not how large it is, nor that it has to be freed.  But where all
 * functions that the program is seen to put into such a place (a member of a
 * struct, a global, a parameter) allocate, or all of them free what they are
 * given, that is what the call does, whoever brings a function of his own: it
 * is made a call of one of those.  That is a premise, which the scan prints.
 *
 * Functions are followed from place to place, as far as stores, initial values
 * and arguments show; what else may be there (a parameter that nobody passes)
 * is presumed to be of the same kind. */
#include "pass/objects/objects_int.h"

enum { FUNCS_MOST = 8, NESTING_MOST = 4, ROUNDS_MOST = 4 };

/* What a function does with the heap; a set. */
enum { HOOK_ALLOCATES = 1, HOOK_FREES = 2 };

/* A place for a function. */
typedef struct Slot {
  FuncId funcs[FUNCS_MOST];
  uint32_t n;
  bool is_full;
} Slot;

/* What is in the one place is put into the other. */
typedef struct Flow {
  uint32_t from, to;
} Flow;

typedef struct Hooks {
  Program *p;
  Map slot_of; /* key -> index */
  Vec(Slot) slots;
  Vec(Flow) flows;
  uint8_t *does; /* by function */
} Hooks;

typedef enum SlotKind { SLOT_MEMBER = 1, SLOT_GLOBAL, SLOT_PARAM } SlotKind;

static uint32_t slot_at(Hooks *h, SlotKind kind, uint32_t of, uint64_t at) {
  uint64_t key = (uint64_t)kind << 62 | (uint64_t)of << 24 | (at & 0xffffff);
  const uint64_t *known = map_find(&h->slot_of, key);
  if (known) return (uint32_t)*known;
  map_put(&h->slot_of, key, h->slots.n);
  VEC_PUSH(h->p->mem, &h->slots, ((Slot){.n = 0}));
  return h->slots.n - 1;
}

/* The place that a load or store is about; false: it has no name. */
static bool slot_of_access(Hooks *h, const Inst *access, Val address,
                           uint32_t *slot) {
  assert(access->op == OP_LOAD || access->op == OP_STORE);
  if (access->aux.id) {
    *slot = slot_at(h, SLOT_MEMBER, access->aux.id, (uint64_t)access->imm);
    return true;
  }
  if (!val_is_const(address)) return false;
  const Const *c = prog_const(h->p, address);
  if (c->kind != CONST_GLOBAL) return false;
  *slot = slot_at(h, SLOT_GLOBAL, c->global.id, (uint64_t)c->offset);
  return true;
}

static bool add_func(Slot *slot, FuncId func) {
  for (uint32_t i = 0; i < slot->n; i++)
    if (slot->funcs[i].id == func.id) return false;
  if (slot->is_full) return false;
  if (slot->n == FUNCS_MOST) {
    slot->is_full = true;
    return true;
  }
  slot->funcs[slot->n++] = func;
  return true;
}

/* The value is put into the place. */
static void put(Hooks *h, const Function *f, Val value, uint32_t slot) {
  FuncId self = {(uint32_t)(f - h->p->funcs.at)};
  AddressRoots roots;
  find_roots(&roots, f, value);
  for (uint32_t i = 0; i < roots.n; i++) {
    Val root = roots.at[i];
    uint32_t from;
    if (val_is_const(root)) {
      const Const *c = prog_const(h->p, root);
      if (c->kind == CONST_FUNC) add_func(&h->slots.at[slot], c->func);
      continue;
    }
    const Inst *inst = &f->insts.at[val_index(root)];
    if (inst->op == OP_PARAM)
      from = slot_at(h, SLOT_PARAM, self.id, val_index(root) - 1);
    else if (inst->op != OP_LOAD ||
             !slot_of_access(h, inst, inst->ops[0], &from))
      continue;
    VEC_PUSH(h->p->mem, &h->flows, ((Flow){from, slot}));
  }
}

static bool is_pointer(const Hooks *h, const Function *f, Val v) {
  return prog_type(h->p, prog_val_type(h->p, f, v))->kind == TYPE_PTR;
}

static void look_at(Hooks *h, const Function *f, const Inst *inst) {
  uint32_t slot;
  if (inst->op == OP_STORE && is_pointer(h, f, inst->ops[0]) &&
      slot_of_access(h, inst, inst->ops[1], &slot))
    put(h, f, inst->ops[0], slot);
  FuncId callee = inst->op == OP_CALL ? prog_callee(h->p, inst) : (FuncId){0};
  if (!callee.id || prog_func(h->p, callee)->origin != FUNC_USER) return;
  for (uint32_t k = 1; k < inst->n_ops; k++)
    if (is_pointer(h, f, inst->ops[k]))
      put(h, f, inst->ops[k], slot_at(h, SLOT_PARAM, callee.id, k - 1));
}

/* The member at a distance in a value of the type: its struct; none. */
static TypeId member_at(const Program *p, TypeId type, uint64_t at,
                        uint32_t *member) {
  TypeId found = {0};
  while (type.id) {
    const Type *t = prog_type(p, type);
    if (t->kind == TYPE_ARRAY && prog_type(p, t->elem)->size) {
      at %= prog_type(p, t->elem)->size;
      type = t->elem;
      continue;
    }
    if (t->kind != TYPE_STRUCT) break;
    uint32_t i = t->n_fields;
    while (i > 0 && t->fields[i - 1].offset > at) i--;
    if (!i) return (TypeId){0};
    found = type;
    *member = i - 1;
    at -= t->fields[i - 1].offset;
    type = t->fields[i - 1].type;
  }
  return at == 0 ? found : (TypeId){0};
}

/* First values, and what is in members of globals. */
static void look_at_global(Hooks *h, uint32_t number) {
  const Global *g = &h->p->globals.at[number];
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    uint32_t member = 0;
    if (!g->relocs[i].func.id) continue;
    uint32_t slot = slot_at(h, SLOT_GLOBAL, number, g->relocs[i].offset);
    add_func(&h->slots.at[slot], g->relocs[i].func);
    TypeId type = member_at(h->p, g->type, g->relocs[i].offset, &member);
    if (!type.id) continue;
    uint32_t named = slot_at(h, SLOT_MEMBER, type.id, member);
    add_func(&h->slots.at[named], g->relocs[i].func);
    VEC_PUSH(h->p->mem, &h->flows, ((Flow){named, slot}));
  }
}

static void spread(Hooks *h) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < h->flows.n; i++) {
      const Slot *from = &h->slots.at[h->flows.at[i].from];
      Slot *to = &h->slots.at[h->flows.at[i].to];
      for (uint32_t k = 0; k < from->n; k++)
        changed |= add_func(to, from->funcs[k]);
      if (from->is_full && !to->is_full) changed = to->is_full = true;
    }
  }
}

/* ---- what functions do ---- */

static unsigned library_does(const Function *f) {
  const char *name = prog_without_twin(f->name);
  if (text_lists(" malloc calloc strdup strndup ", name)) return HOOK_ALLOCATES;
  if (strcmp(name, "realloc") == 0) return HOOK_ALLOCATES | HOOK_FREES;
  return strcmp(name, "free") == 0 ? HOOK_FREES : 0;
}

/* Is the call one that frees the function's own parameter? */
static bool is_of_parameter(const Hooks *h, const Function *f,
                            const Inst *call) {
  FuncId callee = call->op == OP_CALL ? prog_callee(h->p, call) : (FuncId){0};
  if (!callee.id || !(h->does[callee.id] & HOOK_FREES)) return false;
  for (uint32_t k = 1; k < call->n_ops; k++)
    if (val_is_local(call->ops[k]) &&
        f->insts.at[val_index(call->ops[k])].op == OP_PARAM)
      return true;
  return false;
}

/* Does the function free a parameter of its own, and nothing else?  What frees
 * all that hangs at it is for objects of one kind. */
static bool frees_parameter(const Hooks *h, const Facts *facts,
                            const Function *f) {
  bool found = false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (!frees(facts, inst)) continue;
      if (!is_of_parameter(h, f, inst)) return false;
      found = true;
    }
  return found;
}

static void find_doing(Hooks *h, const Facts *facts) {
  for (uint32_t f = 1; f < h->p->funcs.n; f++) {
    const Function *function = &h->p->funcs.at[f];
    bool is_users =
        function->origin == FUNC_USER && function->state == FUNC_DEFINED;
    h->does[f] = (uint8_t)(is_users ? facts->owes[f] : library_does(function));
  }
  for (uint32_t round = 0; round < NESTING_MOST; round++)
    for (uint32_t f = 1; f < h->p->funcs.n; f++) {
      const Function *function = &h->p->funcs.at[f];
      if (function->origin == FUNC_USER && function->state == FUNC_DEFINED &&
          facts->frees[f] && frees_parameter(h, facts, function))
        h->does[f] |= HOOK_FREES;
    }
}

/* ---- calls ---- */

/* Could the call be one of the function? */
static bool fits(const Program *p, const Function *f, const Inst *call,
                 FuncId func) {
  const Function *callee = prog_func(p, func);
  if (callee->n_params + 1 != call->n_ops || callee->ret.id != call->type.id)
    return false;
  for (uint32_t k = 1; k < call->n_ops; k++)
    if (prog_val_type(p, f, call->ops[k]).id != callee->params[k - 1].id)
      return false;
  return true;
}

/* Of several functions one of the library does what all do; of others that free
 * each may do something else besides. */
static FuncId choose_plainest(const Hooks *h, const Slot *slot, unsigned does) {
  assert(slot->n > 0 && does != 0);
  for (uint32_t i = 0; i < slot->n; i++)
    if (prog_func(h->p, slot->funcs[i])->origin != FUNC_USER)
      return slot->funcs[i];
  return slot->n == 1 || does == HOOK_ALLOCATES ? slot->funcs[0] : (FuncId){0};
}

/* The function that the place is presumed to hold; none: nobody knows. */
static FuncId choose(const Hooks *h, const Function *f, const Inst *call,
                     const Slot *slot) {
  unsigned does = slot->n ? h->does[slot->funcs[0].id] : 0;
  if (!does || slot->is_full) return (FuncId){0};
  for (uint32_t i = 0; i < slot->n; i++)
    if (h->does[slot->funcs[i].id] != does ||
        !fits(h->p, f, call, slot->funcs[i]))
      return (FuncId){0};
  return choose_plainest(h, slot, does);
}

static bool resolve(Hooks *h, const Function *f, Inst *call) {
  uint32_t slot;
  if (call->op != OP_CALL || !val_is_local(call->ops[0])) return false;
  const Inst *from = &f->insts.at[val_index(call->ops[0])];
  if (from->op == OP_PARAM)
    slot = slot_at(h, SLOT_PARAM, (uint32_t)(f - h->p->funcs.at),
                   val_index(call->ops[0]) - 1);
  else if (from->op != OP_LOAD || !slot_of_access(h, from, from->ops[0], &slot))
    return false;
  FuncId func = choose(h, f, call, &h->slots.at[slot]);
  if (!func.id) return false;
  Val *ops = ARENA_ARRAY(&h->p->arena, Val, call->n_ops);
  memcpy(ops, call->ops, call->n_ops * sizeof *ops);
  ops[0] = prog_const_func(h->p, func);
  call->ops = ops;
  return true;
}

/* Calls of user functions, each with what is to be done. */
typedef bool Visit(Hooks *h, const Function *f, Inst *inst);

static bool note(Hooks *h, const Function *f, Inst *inst) {
  look_at(h, f, inst);
  return false;
}

static bool visit(Hooks *h, Visit *each) {
  bool changed = false;
  for (uint32_t k = 1; k < h->p->funcs.n; k++) {
    Function *f = &h->p->funcs.at[k];
    if (f->state != FUNC_DEFINED || f->origin != FUNC_USER) continue;
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
        changed |= each(h, f, &f->insts.at[f->blocks.at[b].insts.at[i]]);
  }
  return changed;
}

/* Those that allocate by way of hooks may be put into places themselves. */
void pass_hooks(Program *program) {
  require(program->funcs.n > 0);
  Hooks h = {.p = program};
  h.does = MEM_ARRAY(program->mem, uint8_t, program->funcs.n);
  map_init(&h.slot_of, program->mem);
  for (uint32_t g = 1; g < program->globals.n; g++) look_at_global(&h, g);
  (void)visit(&h, note);
  spread(&h);
  bool changed = true;
  for (uint32_t round = 0; changed && round < ROUNDS_MOST; round++) {
    Facts facts;
    facts_init_heap(&facts, program);
    find_doing(&h, &facts);
    facts_done_heap(&facts);
    changed = visit(&h, resolve);
  }
  MEM_FREE_ARRAY(program->mem, h.does, program->funcs.n);
  VEC_DONE(program->mem, &h.slots);
  VEC_DONE(program->mem, &h.flows);
  map_done(&h.slot_of);
}
