/* SPDX-License-Identifier: MIT
 *
 * Objects that die in functions that stay called, or are used there when they
 * are dead: see dangling.c.
 *
 * Problem.  Where something stays called (localisation does not follow all
 * functions), three things are out of sight of the flow graph of the entry: a
 * local of such a function is dead whenever control is in the entry; such a
 * function may free what the entry uses; and it may use what the entry ended or
 * freed.  A write to a dead object changes what lives there now, which may be a
 * variable that a proof rests on.
 *
 * Idea.  Points-to says who may go to what, but not where a pointer comes from.
 * So values are marked, in all functions together, that *openly* hold an
 * address: of a local of a function that stays called, of one of the entry, or
 * of an object on the heap.  The marks follow computations, arguments, results,
 * and the places where a marked value was stored, if these are objects of the
 * program by name or memory apart from the unknown (dangling_find.c).  Locals
 * whose address never leaves their function are out of all that
 * (dangling_leaves.c).  Then
 *   - what the entry does through a pointer that holds the address of such a
 *     local is a use of a dead object; so is one of what may have been freed;
 *   - a call uses what its arguments point to, and what its callee, or any
 *     other function that stays called, reaches through a pointer that it read
 *     from memory.
 * When the object dies in the entry, it is known at the call whether it is
 * dead; else it may be, whenever control comes to the use.
 *
 * Reads are left alone in functions that stay called, but for pointers: nothing
 * is known of what these functions compute.  Pointers from unknown memory are
 * a premise as elsewhere.  Cost: a few walks over all functions. */
#include "pass/memory/dangling_int.h"

enum {
  OPEN_CALLED = 1, /* a local of a function that stays called */
  OPEN_ENTRY = 2,  /* a local of the entry that dies */
  OPEN_HEAP = 4,   /* an object of the heap, where that is seen */
  OPEN_ALL = 7,
  /* Bits further left: it was read from memory, or by what is called here; it
   * was made here.  Neither: it was given by the caller. */
  OPEN_READ = 4,
  OPEN_MADE = 8
};

struct DanglingCalled {
  Dangling *d;
  DanglingLeaves *leaves;
  uint16_t **open;    /* function -> value -> OPEN_, or NULL */
  Map places;         /* where such a value was stored -> OPEN_ */
  uint8_t *result;    /* function -> OPEN_ of what it returns and was not
                         given */
  uint8_t *freed;     /* object -> a function that stays called may free it */
  uint8_t *used;      /* object -> ... may go to it by a pointer from memory */
  uint32_t n_objects; /* of points-to that sees the heap */
  bool uses_own;      /* ... to one that may be dead then, whoever calls */
};

/* ---- small tools ---- */

static bool stays(const Dangling *d, uint32_t f) {
  return f != d->func.id && d->p->funcs.at[f].state == FUNC_DEFINED &&
         d->p->funcs.at[f].blocks.n > 0;
}

static bool is_looked_at(const Dangling *d, uint32_t f) {
  return f == d->func.id || stays(d, f);
}

static const Inst *inst_at(const Function *f, uint32_t block, uint32_t at) {
  assert(block < f->blocks.n && at < f->blocks.at[block].insts.n);
  return &f->insts.at[f->blocks.at[block].insts.at[at]];
}

static uint8_t marks_of(const DanglingCalled *c, uint32_t f, Val v) {
  assert(c->open[f]);
  return val_is_local(v) ? c->open[f][val_index(v)] & OPEN_ALL : 0;
}

/* The marks of what was read. */
static uint8_t marks_read(const DanglingCalled *c, uint32_t f, Val v) {
  assert(c->open[f]);
  if (!val_is_local(v)) return 0;
  return c->open[f][val_index(v)] >> OPEN_READ & OPEN_ALL;
}

/* ... of what was made here. */
static uint8_t marks_made(const DanglingCalled *c, uint32_t f, Val v) {
  assert(c->open[f]);
  if (!val_is_local(v)) return 0;
  return c->open[f][val_index(v)] >> OPEN_MADE & OPEN_ALL;
}

static uint16_t as_read(uint8_t marks) {
  assert(!(marks & ~OPEN_ALL));
  return (uint16_t)(marks | marks << OPEN_READ);
}

static uint8_t marks_at(const DanglingCalled *c, FuncId f, Val address) {
  DanglingPlace place = dangling_place(c->d, f, address);
  uint8_t marks = 0;
  for (uint32_t i = 0; i < DANGLING_PLACES; i++) {
    const uint64_t *found =
        place.of[i] ? map_find(&c->places, place.of[i]) : NULL;
    if (found) marks |= (uint8_t)*found;
  }
  return marks;
}

/* True: something is new. */
static bool add_mark(uint16_t *to, uint16_t marks) {
  bool is_new = marks & ~*to;
  *to |= marks;
  return is_new;
}

static bool mark_place(DanglingCalled *c, FuncId f, Val address,
                       uint8_t marks) {
  DanglingPlace place = dangling_place(c->d, f, address);
  bool is_new = false;
  for (uint32_t i = 0; marks && i < DANGLING_PLACES; i++) {
    if (!place.of[i]) continue;
    uint64_t *found = map_find(&c->places, place.of[i]);
    if (!found) found = map_put(&c->places, place.of[i], 0);
    is_new |= (marks & ~*found) != 0;
    *found |= marks;
  }
  return is_new;
}

/* ---- who holds addresses openly ---- */

static uint8_t mark_of_new(const DanglingCalled *c, uint32_t f, uint32_t number,
                           const Inst *inst) {
  const Dangling *d = c->d;
  if (inst->op == OP_ALLOC) return d->p->heap == PROG_HEAP_SEEN ? OPEN_HEAP : 0;
  if (inst->op != OP_ALLOCA) return 0;
  if (f != d->func.id)
    return dangling_local_leaves(c->leaves, (FuncId){f}, number) ? OPEN_CALLED
                                                                 : 0;
  return d->dies[number] == DIES_NOT ? 0 : OPEN_ENTRY;
}

/* What the callee read or made is read here; what it was given is what it was
 * before. */
static uint16_t marks_of_result(const DanglingCalled *c, uint32_t f,
                                uint32_t callee, const Inst *inst) {
  uint16_t marks = as_read(c->result[callee]);
  for (uint32_t k = 1; k < inst->n_ops; k++)
    if (val_is_local(inst->ops[k]) &&
        dangling_param_returns(c->leaves, (FuncId){callee}, k))
      marks |= c->open[f][val_index(inst->ops[k])];
  return marks;
}

/* Arguments that the callee has no parameter for are where VA_AREA points to.
 */
static bool mark_area(DanglingCalled *c, FuncId callee, uint8_t marks) {
  const Function *f = prog_func(c->d->p, callee);
  bool more = false;
  for (uint32_t i = 1; i < f->insts.n; i++)
    if (f->insts.at[i].op == OP_VA_AREA)
      more |= mark_place(c, callee, val_local(i), marks);
  return more;
}

static bool spread_call(DanglingCalled *c, uint32_t f, uint32_t number,
                        const Inst *inst) {
  const Program *p = c->d->p;
  FuncId callee = prog_callee(p, inst);
  assert(inst->op == OP_CALL && inst->n_ops > 0);
  if (!callee.id || !is_looked_at(c->d, callee.id)) return false;
  const Function *to = prog_func(p, callee);
  assert(to->state == FUNC_DEFINED && c->open[callee.id]);
  bool more = false;
  for (uint32_t k = 1; k < inst->n_ops; k++) {
    uint8_t marks = marks_of(c, f, inst->ops[k]);
    more |= k <= to->n_params ? add_mark(&c->open[callee.id][k], marks)
                              : marks && mark_area(c, callee, marks);
  }
  if (inst->type.id)
    more |=
        add_mark(&c->open[f][number], marks_of_result(c, f, callee.id, inst));
  return more;
}

static bool spread_result(DanglingCalled *c, uint32_t f, Val v) {
  uint8_t marks = marks_read(c, f, v) | marks_made(c, f, v);
  bool is_new = marks & ~c->result[f];
  c->result[f] |= marks;
  return is_new;
}

static bool spread_value(DanglingCalled *c, uint32_t f, uint32_t number,
                         const Inst *inst) {
  uint16_t marks = 0;
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (val_is_local(inst->ops[k]))
      marks |= c->open[f][val_index(inst->ops[k])];
  return inst->type.id && add_mark(&c->open[f][number], marks);
}

static bool spread_inst(DanglingCalled *c, uint32_t f, uint32_t number,
                        const Inst *inst) {
  FuncId func = {f};
  uint8_t made = mark_of_new(c, f, number, inst);
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC:
    return add_mark(&c->open[f][number], (uint16_t)(made | made << OPEN_MADE));
  case OP_LOAD:
    return add_mark(&c->open[f][number],
                    as_read(marks_at(c, func, inst->ops[0])));
  case OP_STORE:
    return mark_place(c, func, inst->ops[1], marks_of(c, f, inst->ops[0]));
  case OP_MEMCPY:
    return mark_place(c, func, inst->ops[0], marks_at(c, func, inst->ops[1]));
  case OP_CALL: return spread_call(c, f, number, inst);
  case OP_RET: return inst->n_ops && spread_result(c, f, inst->ops[0]);
  default: return spread_value(c, f, number, inst);
  }
}

static bool spread(DanglingCalled *c, uint32_t f) {
  const Function *func = &c->d->p->funcs.at[f];
  bool more = false;
  for (uint32_t b = 0; b < func->blocks.n; b++)
    for (uint32_t i = 0; i < func->blocks.at[b].insts.n; i++) {
      uint32_t number = func->blocks.at[b].insts.at[i];
      more |= spread_inst(c, f, number, &func->insts.at[number]);
    }
  return more;
}

static void find_open(DanglingCalled *c) {
  const Dangling *d = c->d;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 1; f < d->p->funcs.n; f++)
      if (is_looked_at(d, f)) more |= spread(c, f);
  }
}

/* ---- what functions that stay called do ---- */

/* The mark of those who hold the object's address; 0: it does not die. */
static uint8_t mark_of_object(const DanglingCalled *c, uint32_t object) {
  const Dangling *d = c->d;
  const MemObject *o = prog_points_object(d->seen, object);
  assert(d->seen && object < prog_points_n_objects(d->seen));
  if (o->kind == OBJECT_ALLOC) return OPEN_HEAP;
  if (o->kind != OBJECT_ALLOCA) return 0;
  if (o->func.id == d->func.id) return OPEN_ENTRY;
  return dangling_local_leaves(c->leaves, o->func, o->inst) ? OPEN_CALLED : 0;
}

/* Notes the targets of the pointer that have one of the marks. */
static void note_targets(DanglingCalled *c, uint32_t f, Val pointer,
                         uint8_t marks, uint8_t *noted) {
  IndexVec objects = {0};
  assert(noted == c->used || noted == c->freed);
  (void)prog_points_targets(c->d->seen, (FuncId){f}, pointer, &objects);
  for (uint32_t i = 0; i < objects.n; i++)
    if (marks & mark_of_object(c, objects.at[i])) noted[objects.at[i]] = 1;
  VEC_DONE(c->d->p->mem, &objects);
}

static void note_use(DanglingCalled *c, uint32_t f, Val pointer) {
  uint8_t marks = marks_read(c, f, pointer);
  if (marks) note_targets(c, f, pointer, marks, c->used);
}

static void note_uses(DanglingCalled *c, uint32_t f, const Inst *inst) {
  const Program *p = c->d->p;
  switch ((int)inst->op) {
  case OP_LOAD:
    if (prog_type(p, inst->type)->kind == TYPE_PTR)
      note_use(c, f, inst->ops[0]);
    return;
  case OP_STORE: note_use(c, f, inst->ops[1]); return;
  case OP_MEMCPY:
    note_use(c, f, inst->ops[0]);
    note_use(c, f, inst->ops[1]);
    return;
  case OP_FREE:
    if (p->heap == PROG_HEAP_SEEN)
      note_targets(c, f, inst->ops[0], OPEN_HEAP, c->freed);
    note_use(c, f, inst->ops[0]);
    return;
  case OP_MEMSET:
  case OP_HAVOC: note_use(c, f, inst->ops[0]); return;
  case OP_CALL:
    for (uint32_t k = 1; k < inst->n_ops; k++) note_use(c, f, inst->ops[k]);
    return;
  default: return;
  }
}

/* May it be dead whenever control is in the entry? */
static bool may_be_dead(const DanglingCalled *c, uint32_t object) {
  return mark_of_object(c, object) == OPEN_CALLED || c->freed[object];
}

static void find_uses(DanglingCalled *c) {
  const Program *p = c->d->p;
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    const Function *func = &p->funcs.at[f];
    if (!stays(c->d, f)) continue;
    for (uint32_t b = 0; b < func->blocks.n; b++)
      for (uint32_t i = 0; i < func->blocks.at[b].insts.n; i++)
        note_uses(c, f, inst_at(func, b, i));
  }
  for (uint32_t o = 0; o < c->n_objects; o++)
    c->uses_own |= c->used[o] && may_be_dead(c, o);
}

/* ---- what the entry does ---- */

bool dangling_is_call(const Dangling *d, const Inst *inst) {
  return d->called && inst->op == OP_CALL &&
         stays(d, prog_callee(d->p, inst).id);
}

bool dangling_is_told(const Dangling *d, uint32_t value) {
  return d->called &&
         (d->called->open[d->func.id][value] & (OPEN_ENTRY | OPEN_HEAP));
}

bool dangling_call_uses(const Dangling *d, uint32_t made) {
  require(d->called && made && made < d->n_insts);
  return d->called->used[prog_points_of_inst(d->seen, d->func, made)];
}

DanglingUnsure dangling_unsure(const Dangling *d, Val pointer) {
  const DanglingCalled *c = d->called;
  assert(c && c->d == d);
  DanglingUnsure unsure = {0};
  uint8_t marks = marks_of(c, d->func.id, pointer);
  IndexVec objects = {0};
  (void)prog_points_targets(d->seen, d->func, pointer, &objects);
  for (uint32_t i = 0; i < objects.n; i++) {
    if (!may_be_dead(c, objects.at[i])) continue;
    uint8_t mark = mark_of_object(c, objects.at[i]);
    unsure.may_be_dead = true;
    unsure.is_local |= mark == OPEN_CALLED;
    unsure.is_open |= (marks & mark) != 0;
  }
  VEC_DONE(d->p->mem, &objects);
  return unsure;
}

bool dangling_calls_unsure(const Dangling *d) {
  return d->called->uses_own;
}

/* ---- all of it ---- */

bool dangling_has_calls(const Dangling *d) {
  for (uint32_t f = 1; f < d->p->funcs.n; f++)
    if (stays(d, f)) return true;
  return false;
}

DanglingCalled *dangling_called_new(Dangling *d) {
  Program *p = d->p;
  require(d->seen);
  DanglingCalled *c = mem_zalloc(p->mem, sizeof *c);
  c->d = d;
  c->leaves = dangling_leaves_new(p);
  c->open = MEM_ARRAY(p->mem, uint16_t *, p->funcs.n);
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (is_looked_at(d, f))
      c->open[f] = MEM_ARRAY(p->mem, uint16_t, p->funcs.at[f].insts.n);
  c->result = MEM_ARRAY(p->mem, uint8_t, p->funcs.n);
  c->n_objects = prog_points_n_objects(d->seen);
  c->freed = MEM_ARRAY(p->mem, uint8_t, c->n_objects);
  c->used = MEM_ARRAY(p->mem, uint8_t, c->n_objects);
  map_init(&c->places, p->mem);
  find_open(c);
  find_uses(c);
  return c;
}

void dangling_called_free(DanglingCalled *c) {
  if (!c) return;
  Program *p = c->d->p;
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (c->open[f]) MEM_FREE_ARRAY(p->mem, c->open[f], p->funcs.at[f].insts.n);
  MEM_FREE_ARRAY(p->mem, c->open, p->funcs.n);
  MEM_FREE_ARRAY(p->mem, c->result, p->funcs.n);
  MEM_FREE_ARRAY(p->mem, c->freed, c->n_objects);
  MEM_FREE_ARRAY(p->mem, c->used, c->n_objects);
  map_done(&c->places);
  dangling_leaves_free(c->leaves);
  mem_free(p->mem, c, sizeof *c);
}
