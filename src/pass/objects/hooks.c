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
 * struct, a global, a parameter) are one that allocates, or one that frees what
 * it is given, or do the same as that one, that is what the call does, whoever
 * brings a function of his own: it is made a call of it.  That is a premise,
 * which the scan prints.  Of two that differ (in how much they allocate, what
 * else they write, whether they ever return NULL) one cannot stand for both.
 *
 * Functions are followed from place to place, as far as stores, initial values,
 * arguments and results show.  What the program puts elsewhere (through a cast,
 * into an array, into a variable that is copied) may be in any place that it
 * fits; what nobody in the program brings (a parameter that nobody passes) is
 * presumed to do the same. */
#include "pass/objects/objects_int.h"

enum { FUNCS_MOST = 256, NESTING_MOST = 4, ROUNDS_MOST = 4 };

/* What a function does with the heap; a set. */
enum { HOOK_ALLOCATES = 1, HOOK_FREES = 2 };

/* A place for a function. */
typedef struct Slot {
  IndexVec funcs;
  bool is_full; /* there are others, too */
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

/* The first slot: all places without a name. */
enum { ELSEWHERE = 0 };

typedef enum SlotKind {
  SLOT_MEMBER = 1,
  SLOT_GLOBAL,
  SLOT_PARAM,
  SLOT_RESULT
} SlotKind;

static uint32_t slot_at(Hooks *h, SlotKind kind, uint32_t of, uint64_t at) {
  uint64_t key = (uint64_t)kind << 60 | (uint64_t)of << 24 | (at & 0xffffff);
  const uint64_t *known = map_find(&h->slot_of, key);
  if (known) return (uint32_t)*known;
  map_put(&h->slot_of, key, h->slots.n);
  VEC_PUSH(h->p->mem, &h->slots, ((Slot){.is_full = false}));
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

static bool has_func(const Slot *slot, uint32_t func) {
  for (uint32_t i = 0; i < slot->funcs.n; i++)
    if (slot->funcs.at[i] == func) return true;
  return false;
}

static bool add_func(Hooks *h, uint32_t to, uint32_t func) {
  Slot *slot = &h->slots.at[to];
  assert(func != 0);
  if (slot->is_full || has_func(slot, func)) return false;
  slot->is_full = slot->funcs.n == FUNCS_MOST;
  if (!slot->is_full) VEC_PUSH(h->p->mem, &slot->funcs, func);
  return true;
}

/* The place that the value is from; false: it has no name, or the value is of
 * no place. */
static bool slot_of_value(Hooks *h, FuncId self, Val value, uint32_t *slot) {
  const Inst *inst = &prog_func(h->p, self)->insts.at[val_index(value)];
  if (inst->op == OP_LOAD) return slot_of_access(h, inst, inst->ops[0], slot);
  FuncId callee = inst->op == OP_CALL ? prog_callee(h->p, inst) : (FuncId){0};
  if (inst->op != OP_PARAM && !callee.id) return false;
  *slot = callee.id ? slot_at(h, SLOT_RESULT, callee.id, 0)
                    : slot_at(h, SLOT_PARAM, self.id, val_index(value) - 1);
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
      if (c->kind != CONST_FUNC) continue;
      add_func(h, slot, c->func.id);
      h->slots.at[slot].is_full |= roots.overflow;
    } else if (slot_of_value(h, self, root, &from)) {
      VEC_PUSH(h->p->mem, &h->flows, ((Flow){from, slot}));
    }
  }
}

static bool is_pointer(const Hooks *h, const Function *f, Val v) {
  return prog_type(h->p, prog_val_type(h->p, f, v))->kind == TYPE_PTR;
}

/* The place that the callee knows the argument by. */
static uint32_t slot_of_argument(Hooks *h, FuncId callee, uint32_t number) {
  return callee.id && number < prog_func(h->p, callee)->n_params
             ? slot_at(h, SLOT_PARAM, callee.id, number)
             : ELSEWHERE;
}

static void look_at(Hooks *h, const Function *f, const Inst *inst) {
  uint32_t slot = ELSEWHERE;
  FuncId self = {(uint32_t)(f - h->p->funcs.at)};
  if (inst->op == OP_STORE && is_pointer(h, f, inst->ops[0])) {
    (void)slot_of_access(h, inst, inst->ops[1], &slot);
    put(h, f, inst->ops[0], slot);
  }
  if (inst->op == OP_RET && inst->n_ops && is_pointer(h, f, inst->ops[0]))
    put(h, f, inst->ops[0], slot_at(h, SLOT_RESULT, self.id, 0));
  if (inst->op != OP_CALL) return;
  FuncId callee = prog_callee(h->p, inst);
  if (callee.id && prog_func(h->p, callee)->origin != FUNC_USER) return;
  for (uint32_t k = 1; k < inst->n_ops; k++)
    if (is_pointer(h, f, inst->ops[k]))
      put(h, f, inst->ops[k], slot_of_argument(h, callee, k - 1));
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
    add_func(h, slot, g->relocs[i].func.id);
    TypeId type = member_at(h->p, g->type, g->relocs[i].offset, &member);
    if (!type.id && prog_type(h->p, g->type)->kind != TYPE_PTR)
      add_func(h, ELSEWHERE, g->relocs[i].func.id);
    if (!type.id) continue;
    uint32_t named = slot_at(h, SLOT_MEMBER, type.id, member);
    add_func(h, named, g->relocs[i].func.id);
    VEC_PUSH(h->p->mem, &h->flows, ((Flow){named, slot}));
  }
}

static void spread(Hooks *h) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < h->flows.n; i++) {
      Flow flow = h->flows.at[i];
      const Slot *from = &h->slots.at[flow.from];
      bool *is_full = &h->slots.at[flow.to].is_full;
      for (uint32_t k = 0; k < from->funcs.n; k++)
        changed |= add_func(h, flow.to, from->funcs.at[k]);
      if (from->is_full && !*is_full) changed = *is_full = true;
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

/* The call that is all that the function does; NULL: it does more. */
static const Inst *only_call(const Function *f) {
  const Inst *call = NULL, *end = NULL;
  if (f->state != FUNC_DEFINED || f->blocks.n != 1) return NULL;
  for (uint32_t i = 0; i < f->blocks.at[0].insts.n; i++) {
    uint32_t index = f->blocks.at[0].insts.at[i];
    const Inst *inst = &f->insts.at[index];
    if (inst->op == OP_DBG) continue;
    end = inst;
    if (inst->op == OP_RET) continue;
    if (inst->op != OP_CALL || call) return NULL;
    call = inst;
  }
  assert(end);
  bool is_returned = end->n_ops && val_is_local(end->ops[0]) &&
                     &f->insts.at[val_index(end->ops[0])] == call;
  return end->op == OP_RET && (!end->n_ops || is_returned) ? call : NULL;
}

/* Is the operand the function's parameter of this number? */
static bool is_parameter(const Function *f, Val v, uint32_t number) {
  return val_is_local(v) && f->insts.at[val_index(v)].op == OP_PARAM &&
         val_index(v) == number + 1;
}

/* The function that all first parameters are handed on to, if nothing else is
 * done; else itself. */
static FuncId behind(const Program *p, FuncId func) {
  const Function *f = prog_func(p, func);
  const Inst *call = f->origin == FUNC_USER ? only_call(f) : NULL;
  FuncId to = call ? prog_callee(p, call) : (FuncId){0};
  if (!to.id) return func;
  for (uint32_t k = 1; k < call->n_ops; k++)
    if (!is_parameter(f, call->ops[k], k - 1)) return func;
  return to;
}

/* The function that the place is presumed to hold; none: nobody knows. */
static FuncId choose(const Hooks *h, const Function *f, const Inst *call,
                     const Slot *slot) {
  const Slot *strays = &h->slots.at[ELSEWHERE];
  FuncId first = {slot->funcs.n ? slot->funcs.at[0] : 0};
  if (!h->does[first.id] || slot->is_full || strays->is_full)
    return (FuncId){0};
  for (uint32_t i = 0; i < slot->funcs.n + strays->funcs.n; i++) {
    bool strays_in = i >= slot->funcs.n;
    FuncId func = {strays_in ? strays->funcs.at[i - slot->funcs.n]
                             : slot->funcs.at[i]};
    if (fits(h->p, f, call, func)
            ? behind(h->p, func).id != behind(h->p, first).id
            : !strays_in)
      return (FuncId){0};
  }
  return first;
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
  VEC_PUSH(program->mem, &h.slots, ((Slot){.is_full = false})); /* ELSEWHERE */
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
  for (uint32_t i = 0; i < h.slots.n; i++)
    VEC_DONE(program->mem, &h.slots.at[i].funcs);
  VEC_DONE(program->mem, &h.slots);
  VEC_DONE(program->mem, &h.flows);
  map_done(&h.slot_of);
}
