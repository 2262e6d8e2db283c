/* SPDX-License-Identifier: MIT
 *
 * Which regions are arrays whose cells can be followed (cells.c), and how their
 * indices are counted.
 *
 * Those of cells of one type that is no pointer, where every access is a LOAD
 * or STORE in the entry function whose address is one and the same global,
 * ALLOCA or ALLOC plus constants and scaled values.  The words in front of an
 * object, which the passes of pass/memory use, are no cells of it.
 *
 * An index is counted in elements: the distance of elements is the greatest one
 * that all addresses of the region keep, so a field of structs in an array is
 * an array, too.  Where values are scaled differently, as in a[i][j], the array
 * has dimensions: the scales, each a multiple of the next.  An index is then a
 * tuple, and equal tuples are equal addresses as long as the inner numbers stay
 * below the extents of their dimensions.  Where that is doubtful, as in a walk
 * over a[0][j] through all rows, there is one dimension. */
#include "analysis/ranges.h"
#include "num/integer.h"
#include "pass/over/cells_int.h"
#include "pass/pass.h"
#include "pass/pass_int.h"

enum { MOST_ARRAYS = 64 };

/* ---- addresses ---- */

/* Looks through products with constants: i * 3 in steps of 4 is i in steps of
 * 12, modulo 2^(pointer width). */
static void look_through(const Cells *c, AddressTerm *term) {
  int64_t factor, stride;
  while (val_is_local(term->index)) {
    const Inst *inst = &c->f->insts.at[val_index(term->index)];
    if (inst->op != OP_MUL || prog_val_bits(c->program, c->f, term->index) !=
                                  c->program->pointer_bits)
      return;
    uint32_t k = val_is_const(inst->ops[0]) ? 0 : 1;
    if (!prog_const_as_i64(c->program, inst->ops[k], &factor) || factor <= 0 ||
        __builtin_mul_overflow(term->stride, factor, &stride))
      return;
    *term = (AddressTerm){inst->ops[1 - k], stride, term->array};
  }
}

bool cells_place(const Cells *c, Val pointer, Place *out) {
  Address a = prog_address(c->program, c->f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(c->program, &a);
  for (uint32_t i = 0; i < a.n_terms; i++) look_through(c, &a.terms[i]);
  *out = (Place){.global = a.global, .address = a};
  if (!prog_address_offset(&a, &out->imm)) return false;
  for (uint32_t i = 0; i < a.n_terms; i++)
    if (a.terms[i].stride == INT64_MIN) return false;
  if (val_is_const(a.root)) return a.global.id != 0;
  out->root = val_index(a.root);
  return cells_is_root(c->f->insts.at[out->root].op);
}

static int64_t magnitude(int64_t stride) {
  assert(stride != INT64_MIN);
  return stride < 0 ? -stride : stride;
}

uint32_t cells_dim(const Array *array, int64_t stride) {
  uint32_t dim = 0;
  assert(array->n_dims > 0);
  while (dim + 1 < array->n_dims && stride % array->stride[dim] != 0) dim++;
  assert(stride % array->stride[dim] == 0);
  return dim;
}

void cells_constant_index(const Array *array, int64_t imm,
                          int64_t index[CELLS_DIMS]) {
  for (uint32_t d = 0; d < array->n_dims; d++) {
    index[d] = (int64_t)integer_floor_div(imm, array->stride[d]);
    imm -= index[d] * array->stride[d];
  }
}

int64_t cells_extent(const Array *array, uint32_t dim) {
  assert(dim > 0 && dim < array->n_dims);
  return array->stride[dim - 1] / array->stride[dim];
}

/* Bytes of the array's object; 0 when not constant. */
static Integer exact_size(const Cells *c, const Array *array) {
  if (array->global.id) return prog_global(c->program, array->global)->size;
  const Inst *root = &c->f->insts.at[array->root];
  uint64_t count = 1;
  if (root->n_ops && !prog_const_as_u64(c->program, root->ops[0], &count))
    return 0;
  return (Integer)count * (root->op == OP_ALLOCA ? root->imm : 1);
}

static Integer most_bytes(const Cells *c) {
  return ((Integer)1 << (c->program->pointer_bits - 1)) - 1;
}

uint64_t cells_object_size(const Cells *c, const Array *array) {
  Integer size = exact_size(c, array);
  return size <= most_bytes(c) ? (uint64_t)size : 0;
}

int64_t cells_elements(const Cells *c, const Array *array) {
  require(array->stride[0] > 0);
  return (int64_t)cells_object_size(c, array) / array->stride[0];
}

bool cells_is_too_large(const Cells *c, const Array *array) {
  return exact_size(c, array) > most_bytes(c);
}

/* ---- which regions ---- */

static TypeId accessed_type(const Cells *c, const Inst *inst) {
  return inst->op == OP_LOAD ? inst->type
                             : prog_val_type(c->program, c->f, inst->ops[0]);
}

static bool is_cell_type(const Cells *c, TypeId type, uint32_t bits) {
  const Type *t = prog_type(c->program, type);
  return (t->kind == TYPE_INT || t->kind == TYPE_FLOAT) && t->bits == bits;
}

static void add_distance(Array *array, int64_t bytes) {
  array->step = (int64_t)integer_gcd(array->step, bytes);
}

/* Strides are kept from the largest to the smallest; too many are not. */
static void add_stride(Array *array, int64_t stride) {
  stride = magnitude(stride);
  uint32_t d = 0;
  add_distance(array, stride);
  while (d < array->n_dims && array->stride[d] > stride) d++;
  if (!stride || array->n_dims == CELLS_DIMS ||
      (d < array->n_dims && array->stride[d] == stride))
    return;
  memmove(&array->stride[d + 1], &array->stride[d],
          (array->n_dims - d) * sizeof *array->stride);
  array->stride[d] = stride;
  array->n_dims++;
}

static void add_access(Cells *c, uint32_t index) {
  const Inst *inst = &c->f->insts.at[index];
  Array *array = &c->arrays[inst->region.id];
  const Region *region = &c->program->regions.at[inst->region.id];
  TypeId type = accessed_type(c, inst);
  Place place;
  if (array->state == ARRAY_BAD) return;
  bool good = region->kind == REGION_CELLS && region->targets == REGION_KNOWN &&
              !(inst->flags & INST_VOLATILE) &&
              is_cell_type(c, type, region->cell_bits) &&
              cells_place(c, cells_address(inst), &place);
  if (good && array->state == ARRAY_UNSEEN)
    *array = (Array){.state = ARRAY_GOOD,
                     .global = place.global,
                     .root = place.root,
                     .type = type,
                     .imm = place.imm,
                     .loc = inst->loc};
  if (!good || array->global.id != place.global.id ||
      array->root != place.root || array->type.id != type.id) {
    array->state = ARRAY_BAD;
    return;
  }
  int64_t apart = 0;
  if (__builtin_sub_overflow(place.imm, array->imm, &apart) ||
      apart == INT64_MIN) {
    array->state = ARRAY_BAD;
    return;
  }
  const Address *address = &place.address;
  if (address->n_terms == 0 && place.imm < 0) array->state = ARRAY_BAD;
  array->is_indexed |= address->n_terms > 0;
  add_distance(array, apart);
  for (uint32_t i = 0; i < address->n_terms; i++)
    add_stride(array, address->terms[i].stride);
}

static void look_at(Cells *c, FuncId id, uint32_t index) {
  const Inst *inst = &prog_func(c->program, id)->insts.at[index];
  if (!inst->region.id) return;
  require(inst->region.id < c->n_regions); /* regions are not stale */
  if (id.id == c->id.id && cells_is_access(inst->op))
    add_access(c, index);
  else if (inst->op != OP_FREE)
    c->arrays[inst->region.id].state = ARRAY_BAD;
}

/* One dimension only. */
static void flatten(Array *array) {
  assert(array->step > 0);
  array->stride[0] = array->step;
  array->n_dims = 1;
}

/* The last dimension is that of the elements. */
static void make_dims(Array *array) {
  uint32_t n = array->n_dims;
  if (n == 0 || array->stride[n - 1] != array->step) n++;
  if (n > CELLS_DIMS) {
    flatten(array);
    return;
  }
  array->stride[n - 1] = array->step;
  array->n_dims = n;
  for (uint32_t d = 1; d < n; d++)
    if (array->stride[d - 1] % array->stride[d] != 0) {
      flatten(array);
      return;
    }
}

static void finish_array(Cells *c, Array *array) {
  int64_t bytes = (int64_t)prog_store_size(c->program, array->type);
  if (array->step == 0) array->step = bytes;
  make_dims(array);
  bool external =
      array->global.id &&
      prog_global(c->program, array->global)->state == GLOBAL_EXTERNAL;
  if (array->step < bytes || array->step > INT32_MAX || external ||
      c->n_arrays == MOST_ARRAYS)
    array->state = ARRAY_BAD;
  else
    c->n_arrays++;
}

/* ---- what is known of indices ---- */

static IntegerRange range_of(const Cells *c, const Ranges *known, Val index,
                             BlockId block) {
  if (prog_val_bits(c->program, c->f, index) > 64)
    return prog_index_range(c->program, c->f, index);
  Range range = prog_range_at(known, index, block);
  return range_is_empty(range) ? (IntegerRange){1, 0}
                               : (IntegerRange){range.smin, range.smax};
}

/* Can the address be another one without wrapping? */
static bool may_wrap(const Cells *c, const Ranges *known,
                     const Address *address, BlockId block) {
  IntegerRange ranges[ADDRESS_MOST_TERMS];
  for (uint32_t i = 0; i < address->n_terms; i++)
    ranges[i] = range_of(c, known, address->terms[i].index, block);
  return prog_address_may_wrap(c->program, address, ranges);
}

/* Does nothing bound the index? */
static bool is_free(IntegerRange range) {
  return !range_is_within(range, (IntegerRange){INT32_MIN + 1, INT32_MAX - 2});
}

/* Can the index leave the dimension, of so many elements?  In an inner one
 * constants do not; from the outermost one an index that is free does not, by
 * premise. */
static bool may_leave(const Cells *c, const Ranges *known, const Array *array,
                      const Place *place, uint32_t dim, int64_t extent,
                      BlockId block) {
  int64_t constant[CELLS_DIMS];
  bool is_varied = dim == 0;
  cells_constant_index(array, place->imm, constant);
  IntegerRange sum = {constant[dim], constant[dim]};
  for (uint32_t i = 0; i < place->address.n_terms; i++) {
    const AddressTerm *term = &place->address.terms[i];
    if (cells_dim(array, term->stride) != dim) continue;
    IntegerRange range = range_of(c, known, term->index, block);
    if (range.low > range.high) return false;
    is_varied = true;
    if (dim == 0 && is_free(range)) return false;
    if (!range_is_within(range, (IntegerRange){INT32_MIN, INT32_MAX}))
      return true;
    sum = range_add(sum, range_scale(range, term->stride / array->stride[dim]));
  }
  return is_varied && !range_is_within(sum, (IntegerRange){0, extent - 1});
}

/* Has the access a value in each dimension? */
static bool is_full(const Array *array, const Place *place) {
  uint32_t seen = 0;
  for (uint32_t i = 0; i < place->address.n_terms; i++)
    seen |= 1u << cells_dim(array, place->address.terms[i].stride);
  return seen == (1u << array->n_dims) - 1;
}

static uint8_t unsure_of(const Cells *c, const Ranges *known, Array *array,
                         const Place *place, BlockId block) {
  uint8_t unsure = 0;
  for (uint32_t d = 1; d < array->n_dims; d++)
    if (may_leave(c, known, array, place, d, cells_extent(array, d), block))
      unsure |= (uint8_t)(CELLS_MAY_LEAVE << (d - 1));
  if (unsure && !is_full(array, place)) {
    flatten(array);
    unsure = 0;
  }
  int64_t elements = cells_elements(c, array);
  if (elements && may_leave(c, known, array, place, 0, elements, block))
    unsure |= CELLS_MAY_END;
  /* Where elements have an odd number of bytes, different indices are different
   * addresses also when they wrap. */
  if ((array->stride[0] % 2 == 0 || array->n_dims > 1) &&
      may_wrap(c, known, &place->address, block))
    unsure |= CELLS_MAY_WRAP;
  return unsure;
}

typedef void Visit(Cells *c, uint32_t index, BlockId block, const void *data);

static void visit_accesses(Cells *c, Visit *visit, const void *data) {
  for (uint32_t b = 0; b < c->f->blocks.n; b++)
    for (uint32_t i = 0; i < c->f->blocks.at[b].insts.n; i++) {
      uint32_t index = c->f->blocks.at[b].insts.at[i];
      if (cells_is_good(c, &c->f->insts.at[index]))
        visit(c, index, (BlockId){b}, data);
    }
}

static void note_unsure(Cells *c, uint32_t index, BlockId block,
                        const void *known) {
  const Inst *inst = &c->f->insts.at[index];
  Place place;
  bool good = cells_place(c, cells_address(inst), &place);
  require(good);
  c->unsure[index] =
      unsure_of(c, known, &c->arrays[inst->region.id], &place, block);
}

/* An array may lose its dimensions on the way: then once more. */
static void find_unsure(Cells *c) {
  Ranges *known = prog_ranges_new(c->mem, c->program, c->id);
  c->n_insts = c->f->insts.n;
  c->unsure = MEM_ARRAY(c->mem, uint8_t, c->n_insts);
  for (uint32_t round = 0; round < 2; round++)
    visit_accesses(c, note_unsure, known);
  prog_ranges_free(known);
}

/* ---- how indices are compared ---- */

static void mark_indices(Cells *c, uint32_t index, BlockId block,
                         const void *data) {
  uint8_t *const *marks = data;
  Place place;
  (void)block;
  if (!cells_place(c, cells_address(&c->f->insts.at[index]), &place)) return;
  for (uint32_t k = 0; k < place.address.n_terms; k++) {
    Val term = place.address.terms[k].index;
    if (val_is_local(term)) (*marks)[val_index(term)] = 1;
  }
}

/* As the program compares its indices, so that facts about both fit. */
static Op choose_order(Cells *c) {
  uint8_t *index = MEM_ARRAY(c->mem, uint8_t, c->f->insts.n);
  Op less = OP_SLT;
  visit_accesses(c, mark_indices, &index);
  for (uint32_t b = 0; b < c->f->blocks.n; b++)
    for (uint32_t i = 0; i < c->f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &c->f->insts.at[c->f->blocks.at[b].insts.at[i]];
      if (inst->op != OP_ULT && inst->op != OP_ULE) continue;
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (val_is_local(inst->ops[k]) && index[val_index(inst->ops[k])])
          less = OP_ULT;
    }
  MEM_FREE_ARRAY(c->mem, index, c->f->insts.n);
  return less;
}

/* ---- arrays that are turned ---- */

/* Two accesses in one block, of arrays with as many dimensions. */
typedef struct Meeting {
  Array *base, *other;
  uint32_t straight; /* times that each index was the same in both, */
  uint32_t crossed;  /* ... or the same at another place */
  uint32_t turn[CELLS_DIMS];
} Meeting;

/* The value that counts in each dimension; false: there is not just one. */
static bool counters(const Cells *c, const Array *array, uint32_t access,
                     Val out[CELLS_DIMS]) {
  Place place;
  if (!cells_place(c, cells_address(&c->f->insts.at[access]), &place) ||
      place.address.n_terms != array->n_dims)
    return false;
  memset(out, 0, CELLS_DIMS * sizeof *out);
  for (uint32_t i = 0; i < array->n_dims; i++) {
    const AddressTerm *term = &place.address.terms[i];
    uint32_t d = cells_dim(array, term->stride);
    if (!val_is_none(out[d])) return false;
    out[d] = term->index;
  }
  return true;
}

/* Where the indices of one access are in the other; false: not a permutation
 * or not to be told. */
static bool find_turn(uint32_t n, const Val *base, const Val *other,
                      uint32_t turn[CELLS_DIMS]) {
  uint32_t used = 0;
  assert(n > 1 && n <= CELLS_DIMS);
  for (uint32_t d = 0; d < n; d++) {
    uint32_t e = 0;
    while (e < n && (used >> e & 1 || base[e].id != other[d].id)) e++;
    if (e == n) return false;
    used |= 1u << e;
    turn[d] = e;
  }
  return true;
}

static void meet(const Cells *c, Meeting *m, uint32_t one, uint32_t two) {
  Val base[CELLS_DIMS], other[CELLS_DIMS];
  uint32_t turn[CELLS_DIMS];
  if (!counters(c, m->base, one, base) || !counters(c, m->other, two, other) ||
      !find_turn(m->base->n_dims, base, other, turn))
    return;
  bool straight = true;
  for (uint32_t d = 0; d < m->base->n_dims; d++) straight &= turn[d] == d;
  if (straight)
    m->straight++;
  else if (m->crossed++ == 0)
    memcpy(m->turn, turn, sizeof turn);
}

static void meet_in_block(const Cells *c, const Block *block, Meeting *m) {
  for (uint32_t i = 0; i < block->insts.n; i++)
    for (uint32_t k = 0; k < block->insts.n; k++) {
      const Inst *one = &c->f->insts.at[block->insts.at[i]];
      const Inst *two = &c->f->insts.at[block->insts.at[k]];
      if (cells_is_good(c, one) && cells_is_good(c, two) &&
          &c->arrays[one->region.id] == m->base &&
          &c->arrays[two->region.id] == m->other)
        meet(c, m, block->insts.at[i], block->insts.at[k]);
    }
}

/* An array counts the shared index as the first with its dimensions does, or,
 * where it meets that one crosswise only, turned. */
static void find_turns(Cells *c) {
  Array *base = NULL;
  for (uint32_t r = 1; r < c->n_regions; r++) {
    Array *array = &c->arrays[r];
    for (uint32_t d = 0; d < CELLS_DIMS; d++) array->turn[d] = d;
    if (array->state != ARRAY_GOOD || array->n_dims < 2 ||
        !cells_object_size(c, array))
      continue;
    if (!base) base = array;
    Meeting m = {.base = base, .other = array};
    if (base == array || base->n_dims != array->n_dims) continue;
    for (uint32_t b = 0; b < c->f->blocks.n; b++)
      meet_in_block(c, &c->f->blocks.at[b], &m);
    if (m.crossed && !m.straight) memcpy(array->turn, m.turn, sizeof m.turn);
  }
}

/* ---- sites ---- */

/* First those that store. */
static void add_site(Cells *c, uint32_t index, BlockId block,
                     const void *data) {
  const Op *op = data;
  const Inst *inst = &c->f->insts.at[index];
  Array *array = &c->arrays[inst->region.id];
  (void)block;
  if (inst->op == *op && array->n_sites < CELLS_SITES)
    array->sites[array->n_sites++] = index;
}

static void find_sites(Cells *c) {
  static const Op ops[] = {OP_STORE, OP_LOAD};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    visit_accesses(c, add_site, &ops[i]);
}

void cells_find_arrays(Cells *c) {
  for (uint32_t id = 1; id < c->program->funcs.n; id++) {
    const Function *f = prog_func(c->program, (FuncId){id});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
        look_at(c, (FuncId){id}, f->blocks.at[b].insts.at[i]);
  }
  for (uint32_t r = 1; r < c->n_regions; r++)
    if (c->arrays[r].state == ARRAY_GOOD) finish_array(c, &c->arrays[r]);
}

void cells_find_indices(Cells *c) {
  require(c->n_arrays > 0);
  find_unsure(c);
  find_turns(c);
  c->less = choose_order(c);
  if (c->watch == CELLS_OF_SITES || c->watch == CELLS_SUMS_SITES) find_sites(c);
}

void cells_found_done(Cells *c) {
  if (c->unsure) MEM_FREE_ARRAY(c->mem, c->unsure, c->n_insts);
  MEM_FREE_ARRAY(c->mem, c->arrays, c->n_regions);
}
