/* SPDX-License-Identifier: MIT
 *
 * Which memory heap.c takes apart, and what it may believe of pointers.
 *
 * The regions taken are those with bytes of an object that one ALLOC makes
 * several of, and those that pointers of unknown origin lead to.  Afterwards
 * what is loaded from them is an input in places, and points-to would no longer
 * see what it points to.  So every region that such a value leads to is taken,
 * too: `tainted` follows the bits of loads and of these ALLOCs through
 * computations and through memory that is left.  What stays is reached by
 * addresses alone that the pass does not touch.
 *
 * A region is a field when all accesses are loads and stores of one type; else
 * it is forgotten.
 *
 * A value is *clean* when it is NULL or was computed from the address of an
 * object by address arithmetic alone, provided that no pointer was read from
 * where nothing was written: the pass makes such reads errors.  This is a
 * greatest fixpoint: all is clean but for what is not. */
#include "pass/over/heap_int.h"
#include "audit/audit.h"
#include "pass/over/over.h"

enum { MOST_CELLS = 1 << 12 };

typedef bool Visit(Heap *h, uint32_t inst);

/* Visits all instructions of the entry until no visit changes anything. */
static void until_stable(Heap *h, Visit *visit) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t b = 0; b < h->f->blocks.n; b++)
      for (uint32_t i = 0; i < h->f->blocks.at[b].insts.n; i++)
        changed |= visit(h, h->f->blocks.at[b].insts.at[i]);
  }
}

/* ---- which regions are taken ---- */

static bool take_region(Heap *h, RegionId region) {
  assert(region.id < h->n_fields);
  if (!region.id || h->fields[region.id].state != FIELD_STAYS) return false;
  h->fields[region.id].state = FIELD_FOLLOWED;
  return true;
}

static bool take_first(Heap *h) {
  bool some = false;
  IndexVec objects = {0};
  for (uint32_t r = 1; r < h->n_fields; r++) {
    VEC_CLEAR(&objects);
    prog_region_objects(h->regions, (RegionId){r}, &objects);
    bool many = false;
    for (uint32_t i = 0; i < objects.n; i++)
      many |= heap_is_many(h, objects.at[i]);
    if (many || h->program->regions.at[r].targets == REGION_UNKNOWN)
      take_region(h, (RegionId){r});
    some |= many;
  }
  VEC_DONE(h->mem, &objects);
  return some;
}

static bool is_tainted(const Heap *h, Val v) {
  return val_is_local(v) && h->tainted[val_index(v)];
}

static bool taint(Heap *h, uint32_t index) {
  if (h->tainted[index]) return false;
  h->tainted[index] = 1;
  return true;
}

/* Memory that is left may hold tainted values: the region of the first such
 * store is taken instead of following them there. */
static bool spread_taint(Heap *h, uint32_t index) {
  const Inst *inst = &h->f->insts.at[index];
  bool some = false;
  for (uint32_t i = 0; i < inst->n_ops; i++)
    some |= is_tainted(h, inst->ops[i]);
  if (inst->op == OP_ALLOC) {
    uint32_t object = prog_points_of_inst(h->points, h->id, index);
    return heap_is_many(h, object) && taint(h, index);
  }
  if (prog_op_has(inst->op, 'M') && inst->op != OP_ALLOCA &&
      inst->op != OP_FREE) {
    bool taken = some && take_region(h, inst->region);
    bool loads = inst->op == OP_LOAD && inst->region.id &&
                 heap_field(h, inst)->state != FIELD_STAYS;
    return (loads && taint(h, index)) || taken;
  }
  return some && inst->type.id && !prog_op_has(inst->op, 'C') &&
         inst->op != OP_FCMP && taint(h, index);
}

/* ---- which of them are fields ---- */

static bool is_scalar(const Heap *h, TypeId type, uint32_t bits) {
  const Type *t = prog_type(h->program, type);
  return (t->kind == TYPE_INT || t->kind == TYPE_FLOAT ||
          t->kind == TYPE_PTR) &&
         t->bits == bits;
}

static TypeId accessed_type(const Heap *h, const Inst *inst) {
  return inst->op == OP_LOAD ? inst->type
                             : prog_val_type(h->program, h->f, inst->ops[0]);
}

static void learn_offset(Heap *h, HeapField *field, const Inst *inst) {
  IndexVec objects = {0};
  prog_points_targets(h->points, h->id, heap_address(inst), &objects);
  for (uint32_t i = 0; i < objects.n && field->place == OFFSET_OPEN; i++)
    if (prog_points_object(h->points, objects.at[i])->kind == OBJECT_ALLOC &&
        prog_points_offset(h->points, h->id, heap_address(inst), objects.at[i],
                           &field->offset))
      field->place = OFFSET_KNOWN;
  VEC_DONE(h->mem, &objects);
}

static bool look_at_access(Heap *h, uint32_t index) {
  const Inst *inst = &h->f->insts.at[index];
  if (!inst->region.id || inst->op == OP_FREE) return false;
  HeapField *field = heap_field(h, inst);
  if (field->state != FIELD_FOLLOWED) return false;
  const Region *region = &h->program->regions.at[inst->region.id];
  TypeId type = heap_is_access(inst->op) ? accessed_type(h, inst) : (TypeId){0};
  if (!type.id || (inst->flags & INST_VOLATILE) ||
      region->kind == REGION_BYTES || !is_scalar(h, type, region->cell_bits) ||
      (field->type.id && field->type.id != type.id)) {
    field->state = FIELD_FORGOTTEN;
    return true;
  }
  if (!field->type.id) field->loc = inst->loc;
  field->type = type;
  field->is_clean = prog_type(h->program, type)->kind == TYPE_PTR;
  if (field->place == OFFSET_OPEN) learn_offset(h, field, inst);
  return false;
}

/* ---- clean values ---- */

static bool is_clean(const Heap *h, Val v) {
  uint64_t number;
  if (val_is_local(v)) return h->clean[val_index(v)];
  if (!val_is_const(v)) return false;
  if (prog_const(h->program, v)->kind == CONST_GLOBAL) return true;
  return prog_const_as_u64(h->program, v, &number) && number == 0;
}

static bool computes_clean(const Heap *h, const Inst *inst) {
  switch ((int)inst->op) {
  case OP_ALLOC:
  case OP_ALLOCA: return true;
  case OP_GEP: return is_clean(h, inst->ops[0]);
  case OP_SELECT: return is_clean(h, inst->ops[1]) && is_clean(h, inst->ops[2]);
  case OP_PHI:
    for (uint32_t i = 0; i < inst->n_ops; i++)
      if (!is_clean(h, inst->ops[i])) return false;
    return true;
  case OP_LOAD:
    return inst->region.id && heap_field(h, inst)->state == FIELD_FOLLOWED &&
           heap_field(h, inst)->is_clean;
  default: return false;
  }
}

static bool spread_dirt(Heap *h, uint32_t index) {
  const Inst *inst = &h->f->insts.at[index];
  bool changed = false;
  if (inst->op == OP_STORE && inst->region.id && !is_clean(h, inst->ops[0])) {
    changed = heap_field(h, inst)->is_clean;
    heap_field(h, inst)->is_clean = false;
  }
  if (h->clean[index] && !computes_clean(h, inst)) {
    h->clean[index] = 0;
    changed = true;
  }
  return changed;
}

/* A function's address is no node of the heap. */
Val heap_initial(const Heap *h, GlobalId id, TypeId type, uint64_t offset) {
  Val value = flow_start_value(h->program, id, offset, type);
  bool is_function =
      val_is_const(value) && prog_const(h->program, value)->kind == CONST_FUNC;
  return is_function ? (Val){0} : value;
}

static bool starts_clean(const Heap *h, uint32_t r, const MemObject *object,
                         uint32_t number) {
  const Global *global = prog_global(h->program, object->global);
  uint64_t bytes = prog_store_size(h->program, h->fields[r].type);
  if (global->state == GLOBAL_EXTERNAL || global->size > MOST_CELLS)
    return false;
  for (uint64_t at = 0; at + bytes <= global->size; at++) {
    if (prog_region_at(h->regions, number, at, bytes).id != r) continue;
    Val value = heap_initial(h, object->global, h->fields[r].type, at);
    if (val_is_none(value) || !is_clean(h, value)) return false;
  }
  return true;
}

/* Which objects have fields; those of globals hold something from the start. */
static void look_at_objects(Heap *h) {
  IndexVec objects = {0};
  for (uint32_t r = 1; r < h->n_fields; r++) {
    HeapField *field = &h->fields[r];
    VEC_CLEAR(&objects);
    prog_region_objects(h->regions, (RegionId){r}, &objects);
    for (uint32_t i = 0; i < objects.n; i++) {
      uint32_t number = objects.at[i];
      const MemObject *object = prog_points_object(h->points, number);
      bool stays = field->state == FIELD_STAYS;
      (stays ? h->stays : h->in_fields)[number] = 1;
      if (!stays && object->kind == OBJECT_GLOBAL && field->is_clean)
        field->is_clean = starts_clean(h, r, object, number);
    }
  }
  VEC_DONE(h->mem, &objects);
}

/* ---- keys ---- */

static bool has_key(const Heap *h, HeapKey key) {
  for (uint32_t i = 0; i < h->keys.n; i++)
    if (h->keys.at[i].object == key.object && h->keys.at[i].shift == key.shift)
      return true;
  return false;
}

/* Can it be followed: one of many on the heap, or one that exists once and can
 * as well be made when the program starts? */
static bool can_follow(const Heap *h, uint32_t number) {
  const MemObject *object = prog_points_object(h->points, number);
  if (object->kind == OBJECT_GLOBAL) return true;
  if (object->kind != OBJECT_ALLOC && object->kind != OBJECT_ALLOCA)
    return false;
  return heap_is_many(h, number) ||
         (object->count == OBJECT_ONCE && object->size > 0 &&
          object->func.id == h->id.id);
}

static uint32_t count_once(const Heap *h) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < h->keys.n; i++)
    n += !heap_is_many(h, h->keys.at[i].object);
  return n;
}

/* The keys of the objects that an access may hit; false: not all are known. */
static bool keys_of(const Heap *h, const Inst *access, HeapKey *keys,
                    uint32_t most, uint32_t *n) {
  const HeapField *field = heap_field(h, access);
  Val pointer = heap_address(access);
  IndexVec objects = {0};
  unsigned flags = prog_points_targets(h->points, h->id, pointer, &objects);
  bool good = !(flags & POINTS_UNKNOWN) && objects.n <= most;
  *n = 0;
  for (uint32_t i = 0; good && i < objects.n; i++) {
    int64_t offset, shift;
    uint32_t object = objects.at[i];
    good = can_follow(h, object) &&
           prog_points_offset(h->points, h->id, pointer, object, &offset) &&
           !__builtin_sub_overflow(offset, field->offset, &shift);
    if (good) keys[(*n)++] = (HeapKey){object, shift};
  }
  VEC_DONE(h->mem, &objects);
  return good;
}

/* Enters the keys of an access; forgets its field where they are not all
 * known. */
static bool settle(Heap *h, uint32_t index) {
  const Inst *inst = &h->f->insts.at[index];
  HeapKey keys[HEAP_KEYS];
  uint32_t n;
  if (!heap_is_access(inst->op) || !inst->region.id ||
      heap_field(h, inst)->state != FIELD_FOLLOWED)
    return false;
  bool good = is_clean(h, heap_address(inst)) &&
              heap_field(h, inst)->place == OFFSET_KNOWN &&
              keys_of(h, inst, keys, HEAP_KEYS, &n) &&
              h->keys.n + n <= HEAP_KEYS;
  uint32_t n_before = h->keys.n;
  for (uint32_t k = 0; good && k < n; k++)
    if (!has_key(h, keys[k])) VEC_PUSH(h->mem, &h->keys, keys[k]);
  if (count_once(h) > HEAP_ONCE) {
    h->keys.n = n_before;
    good = false;
  }
  assert(h->keys.n <= HEAP_KEYS && count_once(h) <= HEAP_ONCE);
  if (!good) heap_field(h, inst)->state = FIELD_FORGOTTEN;
  return !good;
}

static bool settle_all(Heap *h) {
  bool good = true;
  VEC_CLEAR(&h->keys);
  for (uint32_t b = 0; b < h->f->blocks.n; b++)
    for (uint32_t i = 0; i < h->f->blocks.at[b].insts.n; i++)
      good &= !settle(h, h->f->blocks.at[b].insts.at[i]);
  return good;
}

uint32_t heap_offsets(const Heap *h, Val pointer, int64_t *offsets,
                      uint32_t most) {
  IndexVec objects = {0};
  uint32_t n = 0;
  assert(h->clean[val_index(pointer)] && most > 0);
  prog_points_targets(h->points, h->id, pointer, &objects);
  for (uint32_t i = 0; n < most && i < objects.n; i++) {
    int64_t offset;
    uint32_t k = 0;
    if (!heap_is_many(h, objects.at[i]) ||
        !prog_points_offset(h->points, h->id, pointer, objects.at[i], &offset))
      continue;
    while (k < n && offsets[k] != offset) k++;
    if (k == n) offsets[n++] = offset;
  }
  VEC_DONE(h->mem, &objects);
  return n;
}

/* ---- all of it ---- */

/* Calls and lifetimes of objects are not handled here. */
static bool is_foreign(const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      Op op = inst->op;
      if (op == OP_CALL || op == OP_VALID || op == OP_VA_AREA ||
          op == OP_BEGIN || op == OP_END ||
          (heap_is_access(op) && !inst->region.id))
        return true;
    }
  return false;
}

static void count_followed(Heap *h) {
  for (uint32_t r = 1; r < h->n_fields; r++)
    if (h->fields[r].state == FIELD_FOLLOWED) {
      if (h->fields[r].type.id)
        h->n_followed++;
      else
        h->fields[r].state = FIELD_FORGOTTEN; /* nothing accesses it */
    }
}

bool heap_find(Heap *h) {
  if (is_foreign(h->f)) return false;
  h->points = audit_points_new(h->program);
  h->regions = audit_regions_new(h->program, h->points);
  prog_regions_store(h->regions, h->program);
  h->n_fields = h->program->regions.n;
  h->n_values = h->f->insts.n;
  h->n_objects = prog_points_n_objects(h->points);
  h->fields = MEM_ARRAY(h->mem, HeapField, h->n_fields);
  h->tainted = MEM_ARRAY(h->mem, uint8_t, h->n_values);
  h->clean = MEM_ARRAY(h->mem, uint8_t, h->n_values);
  h->in_fields = MEM_ARRAY(h->mem, uint8_t, h->n_objects);
  h->stays = MEM_ARRAY(h->mem, uint8_t, h->n_objects);
  if (!take_first(h)) return false;
  until_stable(h, spread_taint);
  until_stable(h, look_at_access);
  memset(h->clean, 1, h->n_values);
  look_at_objects(h);
  do until_stable(h, spread_dirt);
  while (!settle_all(h));
  count_followed(h);
  return h->n_followed > 0;
}

/* An allocation in a loop. */
bool pass_has_lists(const Program *program) {
  const Function *f = prog_func(program, program->entry);
  Cfg *cfg = prog_cfg_new(program->mem, f);
  LoopForest *loops = prog_loops_new(cfg);
  bool some = false;
  for (uint32_t b = 0; b < f->blocks.n && !some; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      some |= loops->loop_of[b] != ANALYSIS_NONE &&
              f->insts.at[f->blocks.at[b].insts.at[i]].op == OP_ALLOC;
  prog_loops_free(loops);
  prog_cfg_free(cfg);
  return some;
}

void heap_done(Heap *h) {
  VEC_DONE(h->mem, &h->keys);
  if (!h->points) return;
  MEM_FREE_ARRAY(h->mem, h->stays, h->n_objects);
  MEM_FREE_ARRAY(h->mem, h->in_fields, h->n_objects);
  MEM_FREE_ARRAY(h->mem, h->clean, h->n_values);
  MEM_FREE_ARRAY(h->mem, h->tainted, h->n_values);
  MEM_FREE_ARRAY(h->mem, h->fields, h->n_fields);
  prog_regions_free(h->regions);
  prog_points_free(h->points);
}
