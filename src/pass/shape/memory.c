/* SPDX-License-Identifier: MIT
 *
 * Objects and accesses.
 *
 * A load finds the cell that was stored to, or puts constant bytes together;
 * anything else gives any value.  A store whose offset is not known makes the
 * whole object unknown; one that may leave its object ends the run in
 * UNSUPPORTED, for it may change others. */
#include "pass/shape/shape_int.h"

enum { MOST_BYTES = 64, MOST_CELLS = 600 };

/* ---- bytes ---- */

static bool overlaps(const Cell *cell, int64_t at, uint64_t bytes) {
  return cell->at < at + (int64_t)bytes && at < cell->at + cell->bytes;
}

static bool initial_byte(const Shape *w, GlobalId id, int64_t at,
                         uint8_t *byte) {
  assert(id.id > 0);
  const Global *global = prog_global(w->p, id);
  if (at < 0 || (uint64_t)at >= global->size) return false;
  for (uint32_t i = 0; i < global->n_relocs; i++)
    if ((uint64_t)at >= global->relocs[i].offset &&
        (uint64_t)at < global->relocs[i].offset + w->p->pointer_bits / 8)
      return false;
  *byte = global->init ? global->init[at] : 0;
  return true;
}

static bool known_byte(const Shape *w, const Obj *o, int64_t at,
                       uint8_t *byte) {
  for (uint32_t k = 0; k < o->n; k++) {
    const Cell *cell = &o->cells[k];
    if (!overlaps(cell, at, 1)) continue;
    if (cell->value.kind != ABS_CONST) return false;
    const Const *c = prog_const(w->p, abs_val(cell->value));
    uint32_t bits = prog_type(w->p, c->type)->bits;
    if (c->kind != CONST_BITS || bits % 8) return false;
    uint64_t bit = (uint64_t)(at - cell->at) * 8;
    *byte = (uint8_t)(c->words[bit / 64] >> bit % 64);
    return true;
  }
  *byte = 0;
  if (o->rest == REST_INITIAL) return initial_byte(w, o->global, at, byte);
  return o->rest == REST_ZERO;
}

/* A pointer that the global holds from the start. */
static bool initial_pointer(Shape *w, State *s, uint32_t object, int64_t at,
                            Abs *out) {
  assert(object < s->n_objects);
  const Obj *o = &s->objects[object];
  if (o->rest != REST_INITIAL) return false;
  const Global *global = prog_global(w->p, o->global);
  for (uint32_t k = 0; k < o->n; k++)
    if (overlaps(&o->cells[k], at, w->p->pointer_bits / 8)) return false;
  for (uint32_t i = 0; i < global->n_relocs; i++) {
    const Reloc *reloc = &global->relocs[i];
    if ((int64_t)reloc->offset != at) continue;
    if (!reloc->global.id) {
      *out = abs_const(prog_const_func(w->p, reloc->func));
      return reloc->addend == 0;
    }
    int64_t addend = reloc->addend;
    *out = abs_pointer(state_global(w, s, reloc->global), addend);
    return true;
  }
  return false;
}

/* A constant from known bytes; none: some are not. */
static Val known_value(const Shape *w, const Obj *o, int64_t at, TypeId type) {
  uint64_t bytes = prog_store_size(w->p, type);
  BvWord words[4] = {0};
  uint32_t bits = prog_type(w->p, type)->bits;
  if (bytes > sizeof words || bits != bytes * 8) return (Val){0};
  for (uint64_t i = 0; i < bytes; i++) {
    uint8_t byte;
    if (!known_byte(w, o, at + (int64_t)i, &byte)) return (Val){0};
    words[i / 8] |= (BvWord)byte << i % 8 * 8;
  }
  return prog_const_bits(w->p, type, words);
}

/* ---- changes ---- */

/* No cell is left in the range; what sticks out of it is unknown. */
static void clear(Shape *w, Obj *o, int64_t at, uint64_t bytes) {
  assert(!o->is_list);
  for (uint32_t k = 0; k < o->n;) {
    Cell cell = o->cells[k];
    if (!overlaps(&cell, at, bytes)) {
      k++;
      continue;
    }
    obj_remove(o, k);
    Cell left = cell, right = cell;
    left.value = right.value = abs_any();
    left.bytes = at > cell.at ? (uint32_t)(at - cell.at) : 0;
    int64_t end = at + (int64_t)bytes, cell_end = cell.at + cell.bytes;
    right.at = end;
    right.bytes = cell_end > end ? (uint32_t)(cell_end - end) : 0;
    if (left.bytes) obj_put(w, o, left);
    if (right.bytes) obj_put(w, o, right);
    if (left.bytes || right.bytes) k = 0;
  }
}

static void forget_all(Obj *o) {
  o->n = 0;
  o->rest = REST_ANY;
}

static void put(Shape *w, Obj *o, int64_t at, TypeId type, Abs value) {
  assert(!o->is_dead && !o->is_list);
  clear(w, o, at, prog_store_size(w->p, type));
  Cell cell = {at, (uint32_t)prog_store_size(w->p, type), type, value};
  obj_put(w, o, cell);
  if (o->n > MOST_CELLS) w->gave_up = true;
}

/* The range is unknown, or each byte the same constant. */
static void fill(Shape *w, Obj *o, int64_t at, uint64_t bytes, Abs byte) {
  assert(!o->is_dead && !o->is_list);
  int64_t size, value = -1;
  bool all =
      shape_const(w, o->size, &size) && at == 0 && bytes == (uint64_t)size;
  bool known = shape_const(w, byte, &value);
  if (all && (!known || value == 0)) {
    o->n = 0;
    o->rest = known ? REST_ZERO : REST_ANY;
    return;
  }
  clear(w, o, at, bytes);
  TypeId type = prog_type_int(w->p, 8);
  if (known && bytes <= MOST_BYTES) {
    for (uint64_t i = 0; i < bytes; i++) put(w, o, at + (int64_t)i, type, byte);
    return;
  }
  Cell cell = {at, (uint32_t)bytes, type, abs_any()};
  if (bytes) obj_put(w, o, cell);
}

/* ---- bounds ---- */

/* Do `bytes` at `offset` lie in the object?  A constant, if that is known. */
Val memory_inside(Shape *w, const Obj *o, Val offset, Val bytes) {
  int64_t at, n, size;
  if (prog_const_as_i64(w->p, offset, &at) &&
      prog_const_as_i64(w->p, bytes, &n) && shape_const(w, o->size, &size))
    return shape_bit(w, at >= 0 && n >= 0 && at <= size && n <= size - at);
  Val end = shape_size(w, o);
  Val rest = edit_op2(&w->edit, OP_SUB, w->word, end, offset);
  Val starts = edit_op2(&w->edit, OP_ULE, w->bit, offset, end);
  Val ends = edit_op2(&w->edit, OP_ULE, w->bit, bytes, rest);
  return edit_op2(&w->edit, OP_AND, w->bit, starts, ends);
}

static bool is_bit(const Shape *w, Val v, uint64_t bit) {
  uint64_t value;
  return val_is_const(v) && prog_const_as_u64(w->p, v, &value) && value == bit;
}

void shape_unsupported(Shape *w, const char *what) {
  edit_named(&w->edit, OP_UNSUPPORTED, what);
}

/* The run goes on only where the condition holds.  False: nowhere. */
static bool go_on_if(Shape *w, Val good) {
  static const char what[] = "access outside of an object";
  if (is_bit(w, good, 1)) return true;
  if (is_bit(w, good, 0)) {
    shape_unsupported(w, what);
    return false;
  }
  BlockId inside = edit_block(&w->edit, ""), outside = edit_block(&w->edit, "");
  edit_condbr(&w->edit, good, inside, outside);
  w->edit.at = outside;
  shape_unsupported(w, what);
  w->edit.at = inside;
  return true;
}

/* ---- loads and stores ---- */

/* Where an operand leads to, if it can be accessed. */
typedef struct Place {
  Abs pointer;
  bool is_live; /* an object, not a list */
} Place;

/* False: the list that it leads to was opened; start again. */
static bool find_place(Shape *w, State *s, Val operand, Item here, Place *out) {
  *out = (Place){.pointer = shape_abs(w, s, operand)};
  if (out->pointer.kind != ABS_POINTER) return true;
  const Obj *o = &s->objects[out->pointer.object];
  if (o->is_list) {
    list_open(w, s, here, out->pointer.object, out->pointer.end);
    return false;
  }
  out->is_live = !o->is_dead;
  return true;
}

/* What a cell holds becomes the result; unknown contents are chosen now. */
static void load_cell(Shape *w, State *s, uint32_t result, Obj *o, Cell *cell) {
  assert(result > 0 && !o->is_list && !o->is_dead);
  if (cell->value.kind == ABS_ANY && cell->type.id != w->pointer.id) {
    var_store(w, holder_cell(w, o, cell, PART_VALUE),
              shape_nondet(w, cell->type));
    cell->value = abs_var();
  }
  if (abs_has_variable(cell->value)) {
    Part part = abs_part(cell->value);
    var_store(w, holder_reg(w, result, part),
              var_load(w, holder_cell(w, o, cell, part)));
  }
  state_set(w, s, result, cell->value);
}

static bool is_counter(const Shape *w, const Obj *o) {
  return o->kind == OBJ_GLOBAL && w->counter.id &&
         o->global.id == w->counter.id;
}

/* An object is counted right behind its ALLOC.  If there was none, nobody
 * wanted its address, and an earlier pass has left it out; so it has if several
 * are counted at once. */
static void count(const Shape *w, State *s, const Inst *store) {
  const Inst *sum = val_is_local(store->ops[0])
                        ? &w->f->insts.at[val_index(store->ops[0])]
                        : NULL;
  if (sum && sum->op == OP_SUB) return; /* one is freed, or NULL */
  int64_t by = 1;
  bool is_one = !sum || (sum->op == OP_ADD &&
                         prog_const_as_i64(w->p, sum->ops[1], &by) && by == 1);
  if (by < 0) return;
  s->lost |= !s->is_made || !is_one;
  s->is_made = false;
}

/* Is a heap object live?  What the program counts is known here. */
static bool has_heap(const State *s) {
  bool some = s->lost;
  for (uint32_t i = 0; i < s->n_objects; i++)
    some |= s->objects[i].kind == OBJ_HEAP && !s->objects[i].is_dead;
  return some;
}

static Step load(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_LOAD);
  Place place;
  uint32_t result = shape_number_of(w, here);
  TypeId type = inst->type;
  if (!find_place(w, s, inst->ops[0], here, &place)) return STEP_END;
  Abs at = place.pointer, first;
  if (!place.is_live || at.floats) {
    shape_set_any(w, s, result);
    return STEP_NEXT;
  }
  Obj *o = &s->objects[at.object];
  if (is_counter(w, o)) {
    shape_set(w, s, result, prog_const_u64(w->p, type, has_heap(s)));
    return STEP_NEXT;
  }
  uint32_t bytes = (uint32_t)prog_store_size(w->p, type);
  Cell *cell = obj_cell(o, at.offset, bytes);
  if (cell && (cell->type.id == type.id || cell->value.kind == ABS_POINTER)) {
    load_cell(w, s, result, o, cell);
    return STEP_NEXT;
  }
  Val known = known_value(w, o, at.offset, type);
  if (!val_is_none(known)) {
    shape_set(w, s, result, known);
    return STEP_NEXT;
  }
  if (type.id == w->pointer.id &&
      initial_pointer(w, s, at.object, at.offset, &first)) {
    state_set(w, s, result, first);
    return STEP_NEXT;
  }
  shape_set_any(w, s, result);
  o = &s->objects[at.object];
  if (!cell && type.id != w->pointer.id && o->rest == REST_ANY) {
    bool is_new = true; /* the same the next time, if nothing is there */
    for (uint32_t k = 0; k < o->n; k++)
      is_new &= !overlaps(&o->cells[k], at.offset, bytes);
    Cell made = {at.offset, bytes, type, abs_var()};
    if (is_new) {
      obj_put(w, o, made);
      var_store(w, holder_cell(w, o, &made, PART_VALUE),
                var_load(w, holder_reg(w, result, PART_VALUE)));
    }
  }
  return STEP_NEXT;
}

Val memory_word(Shape *w, State *s, Val operand) {
  Val v = shape_use(w, s, operand);
  uint32_t bits = prog_val_bits(w->p, w->f, v), want = w->p->pointer_bits;
  if (bits == want) return v;
  return edit_op1(&w->edit, bits < want ? OP_ZEXT : OP_TRUNC, w->word, v);
}

/* A live object that may be written to, with room for so many bytes; else the
 * run ends. */
static bool may_write(Shape *w, State *s, Val operand, Val bytes, Item here,
                      Place *out) {
  if (!find_place(w, s, operand, here, out)) return false;
  Obj *o = out->is_live ? &s->objects[out->pointer.object] : NULL;
  if (!o || (o->kind == OBJ_GLOBAL &&
             prog_global(w->p, o->global)->kind != GLOBAL_VARIABLE)) {
    shape_unsupported(w, "access outside of all objects");
    return false;
  }
  return go_on_if(w, memory_inside(w, o, shape_offset(w, s, operand), bytes));
}

static Step store(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_STORE);
  Place place;
  TypeId type = prog_val_type(w->p, w->f, inst->ops[0]);
  Val bytes = shape_number(w, (int64_t)prog_store_size(w->p, type));
  Abs value = shape_abs(w, s, inst->ops[0]);
  if (!may_write(w, s, inst->ops[1], bytes, here, &place)) return STEP_END;
  Obj *o = &s->objects[place.pointer.object];
  if (is_counter(w, o)) {
    count(w, s, inst);
    return STEP_NEXT;
  }
  if (place.pointer.floats) {
    forget_all(o);
    return STEP_NEXT;
  }
  int64_t size;
  if (inst->aux.id && shape_const(w, o->size, &size) &&
      prog_type(w->p, inst->aux)->size == (uint64_t)size)
    o->type = inst->aux;
  put(w, o, place.pointer.offset, type, value);
  if (abs_has_variable(value)) {
    Cell cell = {.at = place.pointer.offset, .type = type};
    Part part = abs_part(value);
    var_store(w, holder_cell(w, o, &cell, part),
              var_load(w, holder_reg(w, val_index(inst->ops[0]), part)));
  }
  return STEP_NEXT;
}

/* ---- ranges ---- */

static Step set_range(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_MEMSET || inst->op == OP_HAVOC);
  Place place;
  bool is_havoc = inst->op == OP_HAVOC;
  Abs byte = is_havoc ? abs_any() : shape_abs(w, s, inst->ops[1]);
  uint32_t length = is_havoc ? 1 : 2;
  int64_t n;
  bool to_end = inst->n_ops <= length;
  Val bytes =
      to_end ? shape_number(w, 0) : memory_word(w, s, inst->ops[length]);
  if (!may_write(w, s, inst->ops[0], bytes, here, &place)) return STEP_END;
  Obj *o = &s->objects[place.pointer.object];
  bool known = !to_end && !place.pointer.floats && val_is_const(bytes) &&
               prog_const_as_i64(w->p, bytes, &n) && n >= 0;
  if (known && byte.kind != ABS_VAR)
    fill(w, o, place.pointer.offset, (uint64_t)n, byte);
  else
    forget_all(o);
  return STEP_NEXT;
}

/* Cells that lie in the source go along. */
static void copy_cells(Shape *w, State *s, Abs to, Abs from, uint64_t n) {
  assert(!to.floats && !from.floats);
  const Obj *source = &s->objects[from.object];
  Vec(Cell) cells = {0};
  Vec(Val) values = {0};
  bool is_zero = source->rest == REST_ZERO;
  for (uint32_t k = 0; k < source->n; k++) {
    Cell cell = source->cells[k];
    bool inside = cell.at >= from.offset &&
                  cell.at + cell.bytes <= from.offset + (int64_t)n;
    if (!inside && overlaps(&cell, from.offset, n)) is_zero = false;
    if (!inside) continue;
    Val value = {0};
    if (abs_has_variable(cell.value))
      value = var_load(w, holder_cell(w, source, &cell, abs_part(cell.value)));
    cell.at += to.offset - from.offset;
    VEC_PUSH(w->mem, &cells, cell);
    VEC_PUSH(w->mem, &values, value);
  }
  TypeId byte = prog_type_int(w->p, 8);
  if (source->rest == REST_INITIAL && n <= MOST_BYTES)
    for (uint64_t i = 0; i < n; i++) {
      uint8_t known;
      bool covered = false;
      for (uint32_t k = 0; k < source->n; k++)
        covered |= overlaps(&source->cells[k], from.offset + (int64_t)i, 1);
      if (covered || !known_byte(w, source, from.offset + (int64_t)i, &known))
        continue;
      Cell cell = {to.offset + (int64_t)i, 1, byte,
                   abs_const(prog_const_u64(w->p, byte, known))};
      VEC_PUSH(w->mem, &cells, cell);
      VEC_PUSH(w->mem, &values, ((Val){0}));
    }
  Obj *target = &s->objects[to.object];
  fill(w, target, to.offset, n,
       is_zero ? abs_const(prog_const_u64(w->p, byte, 0)) : abs_any());
  for (uint32_t k = 0; k < cells.n; k++) {
    clear(w, target, cells.at[k].at, cells.at[k].bytes);
    obj_put(w, target, cells.at[k]);
    if (!val_is_none(values.at[k]))
      var_store(
          w, holder_cell(w, target, &cells.at[k], abs_part(cells.at[k].value)),
          values.at[k]);
  }
  if (target->n > MOST_CELLS) w->gave_up = true;
  VEC_DONE(w->mem, &cells);
  VEC_DONE(w->mem, &values);
}

static Step copy_range(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_MEMCPY && inst->n_ops == 3);
  Place to, from;
  int64_t n;
  Val bytes = memory_word(w, s, inst->ops[2]);
  if (!find_place(w, s, inst->ops[1], here, &from)) return STEP_END;
  if (!may_write(w, s, inst->ops[0], bytes, here, &to)) return STEP_END;
  bool known = val_is_const(bytes) && prog_const_as_i64(w->p, bytes, &n) &&
               n >= 0 && !to.pointer.floats;
  if (known && from.is_live && !from.pointer.floats)
    copy_cells(w, s, to.pointer, from.pointer, (uint64_t)n);
  else
    forget_all(&s->objects[to.pointer.object]);
  return STEP_NEXT;
}

/* ---- objects come and go ---- */

static Step make(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_ALLOC || inst->op == OP_ALLOCA);
  uint32_t result = shape_number_of(w, here);
  bool is_heap = inst->op == OP_ALLOC;
  if (inst->flags & INST_MOVES) {
    shape_unsupported(w, "an object that moves");
    return STEP_END;
  }
  Obj object = {.kind = is_heap ? OBJ_HEAP : OBJ_LOCAL};
  Val size = is_heap       ? memory_word(w, s, inst->ops[0])
             : inst->n_ops ? memory_word(w, s, inst->ops[0])
                           : shape_number(w, 1);
  if (!is_heap) {
    int64_t count;
    if (val_is_const(size) && prog_const_as_i64(w->p, size, &count))
      size = shape_number(w, count * inst->imm);
    else
      size =
          edit_op2(&w->edit, OP_MUL, w->word, size, shape_number(w, inst->imm));
  }
  object.size = val_is_const(size) ? abs_const(size) : abs_var();
  uint32_t number = state_add(w, s, object);
  if (!val_is_const(size))
    var_store(w, holder_size(w, &s->objects[number]), size);
  if (is_heap)
    prog_ledger(w->p, LEDGER_PREMISE, inst->loc,
                "memory suffices for all objects");
  s->is_made |= is_heap;
  state_set(w, s, result, abs_pointer(number, 0));
  return STEP_NEXT;
}

static Step release(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_FREE);
  Place place;
  int64_t address;
  if (shape_const(w, shape_abs(w, s, inst->ops[0]), &address) && address == 0)
    return STEP_NEXT;
  if (!find_place(w, s, inst->ops[0], here, &place)) return STEP_END;
  Obj *o = place.is_live ? &s->objects[place.pointer.object] : NULL;
  if (!o || o->kind != OBJ_HEAP || place.pointer.floats ||
      place.pointer.offset != 0) {
    shape_unsupported(w, "free of what is no live heap object");
    return STEP_END;
  }
  forget_all(o);
  o->is_dead = true;
  return STEP_NEXT;
}

/* A pointer to an earlier life of a local does not lead to a later one. */
static Step begin_life(Shape *w, State *s, const Inst *inst) {
  Abs local = shape_abs(w, s, inst->ops[0]);
  require(local.kind == ABS_POINTER && val_is_local(inst->ops[0]));
  Obj *o = &s->objects[local.object], again = *o;
  if (o->has_begun) {
    o->is_dead = true;
    forget_all(o);
    again.cells = NULL;
    again.n = again.cap = 0;
    again.is_dead = false;
    local.object = state_add(w, s, again);
    state_set(w, s, val_index(inst->ops[0]), local);
    o = &s->objects[local.object];
  }
  forget_all(o);
  o->has_begun = true;
  o->is_dead = false;
  return STEP_NEXT;
}

static Step end_life(Shape *w, State *s, const Inst *inst) {
  Abs local = shape_abs(w, s, inst->ops[0]);
  require(local.kind == ABS_POINTER);
  forget_all(&s->objects[local.object]);
  s->objects[local.object].is_dead = true;
  return STEP_NEXT;
}

Step memory_step(Shape *w, State *s, const Inst *inst, Item here) {
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC: return make(w, s, inst, here);
  case OP_FREE: return release(w, s, inst, here);
  case OP_BEGIN: return begin_life(w, s, inst);
  case OP_END: return end_life(w, s, inst);
  case OP_VALID: return valid_step(w, s, inst, here);
  case OP_LOAD: return load(w, s, inst, here);
  case OP_STORE: return store(w, s, inst, here);
  case OP_MEMSET:
  case OP_HAVOC: return set_range(w, s, inst, here);
  default: require(inst->op == OP_MEMCPY); return copy_range(w, s, inst, here);
  }
}
