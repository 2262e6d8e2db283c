/* SPDX-License-Identifier: MIT
 *
 * States: copying, reading, writing, and the order that makes two of them
 * comparable. */
#include "pass/shape/shape_int.h"

/* ---- parts ---- */

/* Room for one more, in the arena: old arrays stay behind. */
static void *grown(Shape *w, void *at, uint32_t n, uint32_t *cap, size_t size) {
  if (n < *cap) return at;
  *cap = n * 2 + 4;
  void *more = arena_alloc(&w->arena, *cap * size);
  if (n) memcpy(more, at, n * size);
  return more;
}

State *state_copy(Shape *w, const State *s) {
  State *copy = ARENA_NEW(&w->arena, State);
  *copy = *s;
  copy->cap_objects = s->n_objects;
  copy->cap_regs = s->n_regs;
  copy->objects = ARENA_ARRAY(&w->arena, Obj, s->n_objects + 1);
  copy->regs = ARENA_ARRAY(&w->arena, Reg, s->n_regs + 1);
  if (s->n_regs) memcpy(copy->regs, s->regs, s->n_regs * sizeof *s->regs);
  for (uint32_t i = 0; i < s->n_objects; i++) {
    Obj *o = &copy->objects[i];
    *o = s->objects[i];
    obj_unshare(w, o);
  }
  return copy;
}

static uint32_t free_home(const State *s) {
  uint32_t home = 0;
  for (uint32_t i = 0; i < s->n_objects; i++)
    if (s->objects[i].home >= home) home = s->objects[i].home + 1;
  return home;
}

uint32_t state_add(Shape *w, State *s, Obj object) {
  assert(object.kind <= OBJ_HEAP && object.n <= object.cap);
  object.home = free_home(s);
  s->objects =
      grown(w, s->objects, s->n_objects, &s->cap_objects, sizeof *s->objects);
  s->objects[s->n_objects] = object;
  return s->n_objects++;
}

Abs *state_reg(const State *s, uint32_t inst) {
  assert(inst > 0);
  for (uint32_t i = s->n_regs; i-- > 0;)
    if (s->regs[i].inst == inst) return &s->regs[i].value;
  return NULL;
}

void state_set(Shape *w, State *s, uint32_t inst, Abs value) {
  assert(inst > 0 && inst < w->n_insts);
  Abs *known = state_reg(s, inst);
  if (known) {
    *known = value;
    return;
  }
  s->regs = grown(w, s->regs, s->n_regs, &s->cap_regs, sizeof *s->regs);
  s->regs[s->n_regs++] = (Reg){inst, value};
}

uint32_t state_global(Shape *w, State *s, GlobalId id) {
  for (uint32_t i = 0; i < s->n_objects; i++)
    if (s->objects[i].kind == OBJ_GLOBAL && s->objects[i].global.id == id.id)
      return i;
  const Global *global = prog_global(w->p, id);
  bool is_known = global->state == GLOBAL_DEFINED;
  Obj object = {.kind = OBJ_GLOBAL,
                .rest = is_known ? REST_INITIAL : REST_ANY,
                .global = id,
                .size = abs_const(shape_number(w, (int64_t)global->size))};
  return state_add(w, s, object);
}

/* ---- cells ---- */

Cell *obj_cell(const Obj *o, int64_t at, uint32_t bytes) {
  for (uint32_t i = 0; i < o->n; i++)
    if (o->cells[i].at == at && o->cells[i].bytes == bytes) return &o->cells[i];
  return NULL;
}

void obj_put(Shape *w, Obj *o, Cell cell) {
  uint32_t i = o->n;
  o->cells = grown(w, o->cells, o->n, &o->cap, sizeof *o->cells);
  while (i > 0 && o->cells[i - 1].at > cell.at) {
    o->cells[i] = o->cells[i - 1];
    i--;
  }
  o->cells[i] = cell;
  o->n++;
}

void obj_remove(Obj *o, uint32_t index) {
  assert(index < o->n);
  for (uint32_t i = index + 1; i < o->n; i++) o->cells[i - 1] = o->cells[i];
  o->n--;
}

static void visit_cells(Cell *cells, uint32_t n, uint32_t owner,
                        AbsVisit *visit, void *context) {
  for (uint32_t k = 0; k < n; k++)
    if (cells[k].value.kind == ABS_POINTER && !proto_is_local(cells[k].value))
      visit(context, &cells[k].value, owner, cells[k].at);
}

static void visit_object(Obj *o, uint32_t owner, AbsVisit *visit,
                         void *context) {
  visit_cells(o->cells, o->n, owner, visit, context);
  for (uint32_t i = 0; i < o->n_protos; i++) {
    Proto *proto = &o->protos[i];
    visit_cells(proto->cells, proto->n, owner, visit, context);
    for (uint32_t k = 0; k < proto->n_owned; k++)
      visit_object(&proto->owned[k], owner, visit, context);
  }
}

void object_pointers(State *s, uint32_t object, AbsVisit *visit,
                     void *context) {
  visit_object(&s->objects[object], object, visit, context);
}

void state_pointers(State *s, AbsVisit *visit, void *context) {
  for (uint32_t i = 0; i < s->n_regs; i++)
    if (s->regs[i].value.kind == ABS_POINTER)
      visit(context, &s->regs[i].value, OWNER_REG, 0);
  for (uint32_t i = 0; i < s->n_objects; i++)
    visit_object(&s->objects[i], i, visit, context);
}

/* ---- order ---- */

static void drop_dead(const Shape *w, State *s, uint32_t block) {
  uint32_t n = 0;
  assert(block < w->n_blocks);
  for (uint32_t i = 0; i < s->n_regs; i++)
    if (shape_is_live(w, block, s->regs[i].inst)) s->regs[n++] = s->regs[i];
  s->n_regs = n;
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = i; k > 0 && s->regs[k - 1].inst > s->regs[k].inst; k--) {
      Reg higher = s->regs[k - 1];
      s->regs[k - 1] = s->regs[k];
      s->regs[k] = higher;
    }
}

/* Cells that say no more than the rest of the object does; a list keeps them,
 * since lists with numbers there may become part of it. */
static void drop_idle(Obj *o) {
  uint32_t n = 0;
  if (o->is_list) return;
  for (uint32_t i = 0; i < o->n; i++)
    if (o->cells[i].value.kind != ABS_ANY || o->rest != REST_ANY)
      o->cells[n++] = o->cells[i];
  o->n = n;
}

typedef struct Walk {
  uint32_t *order; /* objects met */
  uint32_t *place; /* object -> its place there, plus one */
  uint8_t *whole;  /* object -> all of it is met, not only a list's last node */
  uint32_t n;
} Walk;

static void meet(Walk *walk, uint32_t object, AbsEnd end) {
  assert(object < PROTO_SELF);
  walk->whole[object] |= end == ENDS_FIRST;
  if (walk->place[object]) return;
  walk->order[walk->n++] = object;
  walk->place[object] = walk->n;
}

/* A global that nobody has written to yet need not be mentioned. */
static bool is_written(const Obj *o) {
  return o->kind == OBJ_GLOBAL && (o->n > 0 || o->rest != REST_INITIAL);
}

static void meet_target(void *context, Abs *value, uint32_t owner, int64_t at) {
  (void)owner;
  (void)at;
  meet(context, value->object, (AbsEnd)value->end);
}

static void walk_all(Walk *walk, State *s) {
  uint32_t done = 0;
  for (uint32_t i = 0; i < s->n_regs; i++)
    if (s->regs[i].value.kind == ABS_POINTER)
      meet(walk, s->regs[i].value.object, (AbsEnd)s->regs[i].value.end);
  for (;;) {
    uint32_t least = UINT32_MAX, which = 0; /* the next global */
    for (; done < walk->n; done++)
      object_pointers(s, walk->order[done], meet_target, walk);
    for (uint32_t i = 0; i < s->n_objects; i++)
      if (!walk->place[i] && is_written(&s->objects[i]) &&
          s->objects[i].global.id < least) {
        least = s->objects[i].global.id;
        which = i;
      }
    if (least == UINT32_MAX) return;
    meet(walk, which, ENDS_FIRST);
  }
}

static void renumber(void *context, Abs *value, uint32_t owner, int64_t at) {
  const Walk *walk = context;
  (void)owner;
  (void)at;
  assert(walk->place[value->object] > 0);
  value->object = walk->place[value->object] - 1;
}

void state_collect(Shape *w, State *s, uint32_t block) {
  drop_dead(w, s, block);
  for (uint32_t i = 0; i < s->n_objects; i++) drop_idle(&s->objects[i]);
  Walk walk = {.order = ARENA_ARRAY(&w->arena, uint32_t, s->n_objects + 1),
               .place = ARENA_ARRAY(&w->arena, uint32_t, s->n_objects + 1),
               .whole = ARENA_ARRAY(&w->arena, uint8_t, s->n_objects + 1)};
  walk_all(&walk, s);
  for (uint32_t i = 0; i < s->n_objects; i++) {
    const Obj *o = &s->objects[i];
    bool met = obj_is_met(o, walk.place[i] > 0, walk.whole[i]);
    s->lost |= !met && o->kind == OBJ_HEAP && !o->is_dead;
  }
  Obj *objects = ARENA_ARRAY(&w->arena, Obj, walk.n + 1);
  for (uint32_t i = 0; i < walk.n; i++) objects[i] = s->objects[walk.order[i]];
  s->objects = objects;
  s->n_objects = s->cap_objects = walk.n;
  state_pointers(s, renumber, &walk);
}

/* ---- variables move with their objects ---- */

typedef struct Moves {
  Vec(Holder) to;
  Vec(Val) values;
} Moves;

static void move(Shape *w, Moves *moves, Holder from, uint32_t home) {
  assert(from.inst == 0 && from.home != home);
  VEC_PUSH(w->mem, &moves->values, var_load(w, from));
  from.home = home;
  VEC_PUSH(w->mem, &moves->to, from);
}

void state_settle(Shape *w, State *s) {
  Moves moves = {0};
  for (uint32_t i = 0; i < s->n_objects; i++) {
    Obj *o = &s->objects[i];
    if (o->home == i) continue;
    if (o->size.kind == ABS_VAR) move(w, &moves, holder_size(w, o), i);
    for (uint32_t k = 0; k < o->n; k++) {
      const Cell *cell = &o->cells[k];
      if (abs_has_variable(cell->value))
        move(w, &moves, holder_cell(w, o, cell, abs_part(cell->value)), i);
    }
  }
  for (uint32_t i = 0; i < moves.to.n; i++)
    var_store(w, moves.to.at[i], moves.values.at[i]);
  for (uint32_t i = 0; i < s->n_objects; i++) s->objects[i].home = i;
  VEC_DONE(w->mem, &moves.to);
  VEC_DONE(w->mem, &moves.values);
}
