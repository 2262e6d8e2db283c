/* SPDX-License-Identifier: MIT
 *
 * Watching the objects and variables of a run. */
#include "report/values/values.h"

/* A pointer that tells what a heap object is. */
static void learn(RepMemory *m, uint64_t address, CTypeId pointer);

void rep_memory_init(RepMemory *m, Mem *mem, const Program *program) {
  *m = (RepMemory){.mem = mem, .program = program};
}

void rep_memory_done(RepMemory *m) {
  VEC_DONE(m->mem, &m->objects);
  VEC_DONE(m->mem, &m->globals);
  VEC_DONE(m->mem, &m->locals);
  VEC_DONE(m->mem, &m->heap);
  VEC_DONE(m->mem, &m->held);
}

void rep_memory_clear(RepMemory *m, const Program *program) {
  m->program = program;
  m->run = NULL;
  m->n_heap = 0;
  VEC_CLEAR(&m->objects);
  VEC_CLEAR(&m->globals);
  VEC_CLEAR(&m->locals);
  VEC_CLEAR(&m->heap);
  VEC_CLEAR(&m->held);
}

LocId rep_user_call(const Interp *run) {
  for (uint32_t d = interp_depth(run); d > 0; d--) {
    const Inst *call = interp_caller(run, d);
    if (!(call->flags & INST_MODEL) && call->loc.id) return call->loc;
  }
  return (LocId){0};
}

/* ---- lists by address ---- */

typedef Vec(uint32_t) Order;

/* How many objects of a list start at or below the address. */
static uint32_t count_below(const RepMemory *m, const uint32_t *order,
                            uint32_t n, uint64_t address) {
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (m->objects.at[order[mid]].start <= address)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

static const RepObject *search(const RepMemory *m, const uint32_t *order,
                               uint32_t n, uint64_t address) {
  uint32_t i = count_below(m, order, n, address);
  if (!i) return NULL;
  const RepObject *o = &m->objects.at[order[i - 1]];
  return address - o->start <= o->size ? o : NULL;
}

const RepObject *rep_memory_find(const RepMemory *m, uint64_t address) {
  const RepObject *found[] = {search(m, m->globals.at, m->globals.n, address),
                              search(m, m->locals.at, m->locals.n, address),
                              search(m, m->heap.at, m->heap.n, address)};
  const RepObject *best = NULL;
  for (size_t i = 0; i < sizeof found / sizeof *found; i++)
    if (found[i] && (!best || best->state == REP_DEAD)) best = found[i];
  return best;
}

/* ---- globals ---- */

static void add_globals(RepMemory *m) {
  const Program *p = m->program;
  for (uint32_t i = 1; i < p->globals.n; i++) {
    const Global *g = &p->globals.at[i];
    RepObject object = {.kind = REP_GLOBAL,
                        .start = interp_global_address(m->run, (GlobalId){i}),
                        .size = g->size,
                        .type = p->vars.at[g->var.id].type,
                        .var = g->var,
                        .global = {i},
                        .made = g->loc};
    uint32_t at = count_below(m, m->globals.at, m->globals.n, object.start);
    VEC_PUSH(m->mem, &m->objects, object);
    VEC_PUSH(m->mem, &m->globals, 0);
    for (uint32_t k = m->globals.n - 1; k > at; k--)
      m->globals.at[k] = m->globals.at[k - 1];
    m->globals.at[at] = m->objects.n - 1;
  }
}

/* ---- making and ending objects ---- */

/* Objects of one kind come in the order of their addresses; of locals those
 * that are dead make room, and heap addresses come again with realloc. */
static void add_object(RepMemory *m, RepObject object) {
  bool heap = object.kind == REP_HEAP;
  assert(object.kind != REP_GLOBAL);
  VEC_PUSH(m->mem, &m->objects, object);
  uint32_t id = m->objects.n - 1;
  if (heap) {
    while (m->heap.n && m->objects.at[VEC_LAST(&m->heap)].start >= object.start)
      m->heap.n--;
    VEC_PUSH(m->mem, &m->heap, id);
    return;
  }
  while (m->locals.n &&
         m->objects.at[VEC_LAST(&m->locals)].start >= object.start)
    m->locals.n--;
  VEC_PUSH(m->mem, &m->locals, id);
}

static RepObject *object_at(RepMemory *m, uint64_t start) {
  const RepObject *found = rep_memory_find(m, start);
  return found && found->start == start ? &m->objects.at[found - m->objects.at]
                                        : NULL;
}

static uint64_t bytes_of(const RepMemory *m, const InterpPlace *place) {
  const Inst *inst = place->inst;
  uint64_t n = inst->op == OP_ALLOCA ? (uint64_t)inst->imm : 1;
  if (inst->n_ops) n *= interp_value(m->run, place->depth, inst->ops[0])[0];
  return n;
}

static void on_allocation(RepMemory *m, const InterpPlace *place,
                          uint64_t start, uint32_t event) {
  bool heap = place->inst->op == OP_ALLOC;
  LocId made = heap ? rep_user_call(m->run) : place->inst->loc;
  add_object(m, (RepObject){.kind = heap ? REP_HEAP : REP_LOCAL,
                            .start = start,
                            .size = bytes_of(m, place),
                            .number = heap ? ++m->n_heap : 0,
                            .depth = place->depth,
                            .made = made.id ? made : place->inst->loc,
                            .made_event = event});
}

static void on_free(RepMemory *m, const InterpPlace *place, uint32_t event) {
  uint64_t at = interp_value(m->run, place->depth, place->inst->ops[0])[0];
  RepObject *object = object_at(m, at);
  if (!object || object->kind != REP_HEAP || object->state == REP_DEAD) return;
  LocId freed = rep_user_call(m->run);
  object->state = REP_DEAD;
  object->freed = freed.id ? freed : place->inst->loc;
  object->freed_event = event;
}

/* A lifetime inside of an activation: BEGIN, END. */
static void on_lifetime(RepMemory *m, const InterpPlace *place,
                        uint32_t event) {
  uint64_t at = interp_value(m->run, place->depth, place->inst->ops[0])[0];
  RepObject *object = object_at(m, at);
  if (!object || object->kind != REP_LOCAL) return;
  bool ends = place->inst->op == OP_END;
  object->state = ends ? REP_DEAD : REP_LIVE;
  object->freed = ends ? place->inst->loc : (LocId){0};
  object->freed_event = ends ? event : 0;
}

/* The activations deeper than that have returned. */
static void leave(RepMemory *m, uint32_t depth, uint32_t event) {
  while (m->held.n && VEC_LAST(&m->held).depth > depth) m->held.n--;
  for (uint32_t i = m->locals.n; i > 0; i--) {
    RepObject *object = &m->objects.at[m->locals.at[i - 1]];
    if (object->depth <= depth) break;
    if (object->state == REP_DEAD) continue;
    object->state = REP_DEAD;
    object->freed_event = event;
  }
}

/* ---- variables ---- */

static void hold(RepMemory *m, RepHeld held) {
  assert(held.var.id && held.var.id < m->program->vars.n);
  assert(!m->held.n || VEC_LAST(&m->held).depth <= held.depth);
  for (uint32_t i = m->held.n; i > 0; i--) {
    RepHeld *old = &m->held.at[i - 1];
    if (old->depth != held.depth) break;
    if (old->var.id != held.var.id) continue;
    *old = held;
    return;
  }
  VEC_PUSH(m->mem, &m->held, held);
}

static void on_debug(RepMemory *m, const InterpPlace *place,
                     const BvWord *value) {
  const Inst *inst = place->inst;
  bool address = inst->op == OP_DBG_ADDR;
  const CVar *var = &m->program->vars.at[inst->var.id];
  hold(m, (RepHeld){.var = inst->var,
                    .depth = place->depth,
                    .where = address ? REP_IN_MEMORY : REP_IN_REGISTER,
                    .word = value[0]});
  if (!address) {
    learn(m, value[0], var->type);
    return;
  }
  RepObject *object = object_at(m, value[0]);
  if (!object || object->kind != REP_LOCAL) return;
  object->var = inst->var;
  object->type = var->type;
}

/* ---- types of heap objects ---- */

static bool says_little(const CType *type) {
  return type->kind == CTYPE_VOID || type->kind == CTYPE_FUNCTION ||
         type->size == 0;
}

static void learn(RepMemory *m, uint64_t address, CTypeId pointer) {
  assert(pointer.id < m->program->ctypes.n);
  const CType *type = prog_ctype(m->program, pointer);
  if (type->kind != CTYPE_POINTER || !address) return;
  const CType *to = prog_ctype(m->program, type->to);
  RepObject *object = object_at(m, address);
  if (!object || object->kind != REP_HEAP || says_little(to)) return;
  const CType *old = prog_ctype(m->program, object->type);
  bool better = !object->type.id || (old->size == 1 && to->size > 1);
  if (better && to->size <= object->size) object->type = type->to;
}

/* A pointer goes to a place that says what it points to. */
static void on_store(RepMemory *m, const InterpPlace *place,
                     const BvWord *value) {
  const Program *p = m->program;
  const Inst *inst = place->inst;
  TypeId type = prog_val_type(p, prog_func(p, place->func), inst->ops[0]);
  if (prog_type(p, type)->kind != TYPE_PTR || !value[0]) return;
  uint64_t to = interp_value(m->run, place->depth, inst->ops[1])[0];
  const RepObject *object = rep_memory_find(m, to);
  if (!object || !object->type.id) return;
  uint64_t offset = to - object->start;
  const CType *whole = prog_ctype(p, object->type);
  if (object->kind == REP_HEAP && whole->size) offset %= whole->size;
  Text path;
  text_init(&path, m->mem);
  CTypeId found = prog_print_path(&path, p, object->type, offset,
                                  prog_store_size(p, type), (CTypeId){0});
  text_done(&path);
  learn(m, value[0], found);
}

/* ---- steps ---- */

void rep_memory_attach(RepMemory *m, const Interp *run) {
  require(run);
  if (m->run) return;
  m->run = run;
  add_globals(m);
}

void rep_memory_step(RepMemory *m, const InterpPlace *place,
                     const BvWord *value, uint32_t event) {
  require(place->inst && m->run == place->run);
  switch ((int)place->inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC: on_allocation(m, place, value[0], event); return;
  case OP_FREE: on_free(m, place, event); return;
  case OP_BEGIN:
  case OP_END: on_lifetime(m, place, event); return;
  case OP_DBG:
  case OP_DBG_ADDR: on_debug(m, place, value); return;
  case OP_STORE: on_store(m, place, value); return;
  case OP_CALL: leave(m, place->depth, event); return;
  default: return;
  }
}
