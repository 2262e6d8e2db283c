/* SPDX-License-Identifier: MIT
 *
 * Arrays as one cell, or two.
 *
 * Problem.  What holds of all cells of a large array, or of one whose size is
 * not known, takes a quantifier to say.  Our invariants have none.
 *
 * Idea.  Follow one cell: an index k, chosen freely at the start and never
 * changed, and what the array holds there [MG16].  A store a[i] = x changes it
 * when i = k; a load a[i] gives it when i = k, and anything otherwise.  What an
 * invariant says about the cell for any k it says about all cells.
 *
 * That alone proves nothing about a check of a[i], since a load of another
 * cell gives anything.  But a run that reaches an error need be found for only
 * one choice of k, and we may say which: the cell *watched*, that of the last
 * load before the error, or of the last store.  A flag remembers whether that
 * access was at k; an error counts only then.  With two cells the second is the
 * last one watched that is not the first.
 *
 * All arrays share the same indices, so that what is copied or compared index
 * by index meets in one k.  An index is counted in elements: the distance
 * (`step`) is the greatest one that all addresses of the region keep, so a
 * field of structs in an array is an array, too.
 *
 * Which regions: those of cells of one type that is no pointer, where every
 * access is a LOAD or STORE in the entry function whose address is one and the
 * same global, ALLOCA or ALLOC plus constants and scaled values.  An ALLOCA in
 * a loop makes a new object each time, and SSA values speak of the newest.
 * Under the premise that accesses stay inside their object, equal indices are
 * equal addresses, and all are below the number of elements.  An access whose
 * address may wrap becomes an error, unless the ranges of values exclude it:
 * more errors are no loss where only proofs are wanted.
 *
 * For each execution that reaches an error there is a choice of new inputs. */
#include "analysis/analysis.h"
#include "analysis/ranges.h"
#include "ir/address.h"
#include "num/integer.h"
#include "pass/over/over.h"
#include "pass/pass.h"
#include "pass/pass_int.h"
#include "pass/edit.h"

enum { MOST_CELLS = 2, MOST_ARRAYS = 64, MOST_INIT = 16 };

/* Where an access goes: a place in an object, plus values times strides. */
typedef struct Place {
  GlobalId global; /* the object: this, or */
  uint32_t root;   /* an ALLOCA or ALLOC */
  int64_t imm;
  Address address; /* its terms count */
} Place;

typedef struct Array {
  enum { ARRAY_UNSEEN, ARRAY_GOOD, ARRAY_BAD } state;
  GlobalId global; /* the object: this, or */
  uint32_t root;   /* an ALLOCA or ALLOC */
  TypeId type;     /* of its cells */
  int64_t imm;     /* of some access */
  uint64_t step;   /* bytes from element to element; 0 before any are known */
  bool is_indexed; /* by something that is no constant */
  LocId loc;
  Val cell[MOST_CELLS]; /* ALLOCAs with the contents at k[i] */
} Array;

typedef struct Cells {
  Program *program;
  Mem *mem;
  FuncId id;
  Function *f;
  CellWatch watch;
  uint32_t n_cells;
  Array *arrays; /* by region */
  uint32_t n_regions, n_arrays;
  Edit edit;
  TypeId index_type, bool_type;
  Op less;           /* OP_SLT or OP_ULT: how indices are compared */
  uint8_t *may_wrap; /* access -> its address may wrap */
  uint32_t n_insts;  /* entries */
  Val k[MOST_CELLS];
  Val flags[MOST_CELLS]; /* ALLOCAs: the last access watched was at k */
  Vec(Val) to;           /* LOAD -> its value now */
} Cells;

/* ---- addresses ---- */

static bool is_root(const Inst *inst) {
  return inst->op == OP_ALLOCA || inst->op == OP_ALLOC;
}

/* Takes the address apart; false when it is something else. */
static bool find_place(const Cells *c, Val pointer, Place *out) {
  Address a = prog_address(c->program, c->f, pointer, ADDRESS_ALL_STEPS);
  *out = (Place){.global = a.global, .address = a};
  if (!prog_address_offset(&a, &out->imm)) return false;
  for (uint32_t i = 0; i < a.n_terms; i++)
    if (a.terms[i].stride == INT64_MIN) return false;
  if (val_is_const(a.root)) return a.global.id != 0;
  out->root = val_index(a.root);
  return is_root(&c->f->insts.at[out->root]);
}

/* ---- which regions ---- */

static bool is_access(Op op) {
  return op == OP_LOAD || op == OP_STORE;
}

static Val address_of(const Inst *inst) {
  return inst->ops[inst->op == OP_STORE];
}

static TypeId accessed_type(const Cells *c, const Inst *inst) {
  return inst->op == OP_LOAD ? inst->type
                             : prog_val_type(c->program, c->f, inst->ops[0]);
}

static bool is_cell_type(const Cells *c, TypeId type, uint32_t bits) {
  const Type *t = prog_type(c->program, type);
  return (t->kind == TYPE_INT || t->kind == TYPE_FLOAT) && t->bits == bits;
}

static void add_access(Cells *c, const Inst *inst) {
  Array *array = &c->arrays[inst->region.id];
  const Region *region = &c->program->regions.at[inst->region.id];
  TypeId type = accessed_type(c, inst);
  Place place;
  if (array->state == ARRAY_BAD) return;
  bool good = region->kind == REGION_CELLS && region->targets == REGION_KNOWN &&
              !(inst->flags & INST_VOLATILE) &&
              is_cell_type(c, type, region->cell_bits) &&
              find_place(c, address_of(inst), &place);
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
  if (__builtin_sub_overflow(place.imm, array->imm, &apart))
    array->state = ARRAY_BAD;
  const Address *address = &place.address;
  array->is_indexed |= address->n_terms > 0;
  Integer step = integer_gcd(array->step, apart);
  for (uint32_t i = 0; i < address->n_terms; i++)
    step = integer_gcd(step, address->terms[i].stride);
  array->step = (uint64_t)step;
}

static void look_at(Cells *c, FuncId id, const Inst *inst) {
  if (!inst->region.id) return;
  require(inst->region.id < c->n_regions); /* regions are not stale */
  if (id.id == c->id.id && is_access(inst->op))
    add_access(c, inst);
  else if (inst->op != OP_FREE)
    c->arrays[inst->region.id].state = ARRAY_BAD;
}

static void find_arrays(Cells *c) {
  for (uint32_t id = 1; id < c->program->funcs.n; id++) {
    const Function *f = prog_func(c->program, (FuncId){id});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
        look_at(c, (FuncId){id}, &f->insts.at[f->blocks.at[b].insts.at[i]]);
  }
  for (uint32_t r = 1; r < c->n_regions; r++) {
    Array *array = &c->arrays[r];
    if (array->state != ARRAY_GOOD) continue;
    uint64_t bytes = prog_store_size(c->program, array->type);
    if (array->step == 0) array->step = bytes;
    bool external =
        array->global.id &&
        prog_global(c->program, array->global)->state == GLOBAL_EXTERNAL;
    if (array->step < bytes || array->step > INT32_MAX || external ||
        c->n_arrays == MOST_ARRAYS)
      array->state = ARRAY_BAD;
    else
      c->n_arrays++;
  }
}

/* Can the address be another one without wrapping, by what is known of its
 * indices in that block? */
static bool address_may_wrap(const Cells *c, const Ranges *known,
                             const Address *address, BlockId block) {
  IntegerRange ranges[ADDRESS_MOST_TERMS];
  for (uint32_t i = 0; i < address->n_terms; i++) {
    Val index = address->terms[i].index;
    ranges[i] = prog_index_range(c->program, c->f, index);
    if (prog_val_bits(c->program, c->f, index) > 64) continue;
    Range range = prog_range_at(known, index, block);
    ranges[i] = range_is_empty(range) ? (IntegerRange){1, 0}
                                      : (IntegerRange){range.smin, range.smax};
  }
  return prog_address_may_wrap(c->program, address, ranges);
}

/* Where elements have an odd number of bytes, different indices are different
 * addresses also when they wrap. */
static void find_wrapping(Cells *c) {
  c->n_insts = c->f->insts.n;
  c->may_wrap = MEM_ARRAY(c->mem, uint8_t, c->n_insts);
  Ranges *known = prog_ranges_new(c->mem, c->program, c->id);
  for (uint32_t b = 0; b < c->f->blocks.n; b++)
    for (uint32_t i = 0; i < c->f->blocks.at[b].insts.n; i++) {
      uint32_t index = c->f->blocks.at[b].insts.at[i];
      const Inst *inst = &c->f->insts.at[index];
      const Array *array = &c->arrays[inst->region.id];
      Place place;
      if (is_access(inst->op) && array->state == ARRAY_GOOD &&
          array->step % 2 == 0 && find_place(c, address_of(inst), &place))
        c->may_wrap[index] =
            address_may_wrap(c, known, &place.address, (BlockId){b});
    }
  prog_ranges_free(known);
}

/* Marks the values that indices are computed from. */
static void mark_indices(const Cells *c, uint8_t *index) {
  for (uint32_t b = 0; b < c->f->blocks.n; b++)
    for (uint32_t i = 0; i < c->f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &c->f->insts.at[c->f->blocks.at[b].insts.at[i]];
      Place place;
      if (!is_access(inst->op) || !find_place(c, address_of(inst), &place))
        continue;
      for (uint32_t k = 0; k < place.address.n_terms; k++) {
        Val term = place.address.terms[k].index;
        if (val_is_local(term)) index[val_index(term)] = 1;
      }
    }
}

/* As the program compares its indices, so that facts about both fit. */
static Op choose_order(const Cells *c) {
  uint8_t *index = MEM_ARRAY(c->mem, uint8_t, c->f->insts.n);
  Op less = OP_SLT;
  mark_indices(c, index);
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

/* ---- the start: indices, contents, flags ---- */

static Val constant(Cells *c, TypeId type, uint64_t value) {
  return prog_const_u64(c->program, type, value);
}

static Val anything(Cells *c, TypeId type) {
  return edit_nondet(&c->edit, type, INPUT_UNDEF, "cell");
}

static void assume(Cells *c, Op op, Val a, Val b) {
  edit_assume(&c->edit, edit_op2(&c->edit, op, c->bool_type, a, b));
}

/* Bytes of the array's object, 0 when not constant. */
static uint64_t object_size(const Cells *c, const Array *array) {
  if (array->global.id) return prog_global(c->program, array->global)->size;
  const Inst *root = &c->f->insts.at[array->root];
  uint64_t size = 0;
  if (root->op == OP_ALLOCA) return root->n_ops ? 0 : (uint64_t)root->imm;
  return prog_const_as_u64(c->program, root->ops[0], &size) ? size : 0;
}

/* The element that an offset in the object lies in. */
static int64_t element_of(const Array *array, int64_t offset) {
  assert(array->step > 0 && array->step <= INT32_MAX);
  int64_t step = (int64_t)array->step, at = offset / step;
  return offset % step < 0 ? at - 1 : at;
}

/* Elements of the largest array; 0 when not known. */
static uint64_t most_elements(const Cells *c) {
  uint64_t most = 0;
  for (uint32_t r = 1; r < c->n_regions; r++) {
    const Array *array = &c->arrays[r];
    if (array->state != ARRAY_GOOD) continue;
    uint64_t size = object_size(c, array);
    if (size == 0) return 0;
    uint64_t n = size / array->step + (size % array->step != 0);
    if (n > most) most = n;
  }
  return most;
}

static bool has_bytes(const Cells *c) {
  for (uint32_t r = 1; r < c->n_regions; r++)
    if (c->arrays[r].state == ARRAY_GOOD && c->arrays[r].step == 1) return true;
  return false;
}

static void choose_indices(Cells *c) {
  uint64_t n = most_elements(c);
  assert(c->n_cells >= 1 && c->n_cells <= MOST_CELLS);
  if (n && n < c->n_cells) n = c->n_cells; /* all must differ */
  for (uint32_t j = 0; j < c->n_cells; j++) {
    c->k[j] = edit_nondet(&c->edit, c->index_type, INPUT_UNDEF, "index");
    if (c->less == OP_SLT && (n || !has_bytes(c)))
      assume(c, OP_SLE, constant(c, c->index_type, 0), c->k[j]);
    if (n && n <= INT32_MAX)
      assume(c, c->less, c->k[j], constant(c, c->index_type, n));
  }
  if (c->n_cells == 2) assume(c, OP_NE, c->k[0], c->k[1]);
}

/* The initial cell of element `e` of a global; false when it is no number. */
static bool initial_cell(Cells *c, const Array *array, uint64_t e, Val *out) {
  const Global *global = prog_global(c->program, array->global);
  uint64_t bytes = prog_store_size(c->program, array->type);
  int64_t first =
      array->imm - element_of(array, array->imm) * (int64_t)array->step;
  uint64_t at = (uint64_t)first + e * array->step;
  BvWord words[4] = {0};
  if (bytes > sizeof words || at + bytes > global->size) return false;
  for (uint32_t i = 0; i < global->n_relocs; i++) {
    uint64_t reloc = global->relocs[i].offset;
    if (reloc < at + bytes && at < reloc + c->program->pointer_bits / 8)
      return false;
  }
  for (uint64_t i = 0; global->init && i < bytes; i++)
    words[i / 8] |= (BvWord)global->init[at + i] << i % 8 * 8;
  *out = prog_const_bits(c->program, array->type, words);
  return true;
}

/* What a global holds at k when the program starts. */
static Val initial_contents(Cells *c, const Array *array, Val k) {
  const Global *global = prog_global(c->program, array->global);
  BvWord zero[4] = {0};
  if (!global->init && !global->n_relocs)
    return prog_const_bits(c->program, array->type, zero);
  uint64_t n = global->size / array->step + 1;
  Val value = anything(c, array->type), cell = {0};
  for (uint64_t e = 0; n <= MOST_INIT && e < n; e++) {
    if (!initial_cell(c, array, e, &cell)) continue;
    Val here = edit_op2(&c->edit, OP_EQ, c->bool_type, k,
                        constant(c, c->index_type, e));
    value = val_local(edit_add(&c->edit, OP_SELECT, array->type,
                               (Val[]){here, cell, value}, 3, NULL, 0));
  }
  return value;
}

static void begin_arrays(Cells *c) {
  for (uint32_t r = 1; r < c->n_regions; r++) {
    Array *array = &c->arrays[r];
    if (array->state != ARRAY_GOOD) continue;
    prog_ledger(c->program, LEDGER_OVER, array->loc,
                "array '%s': %s followed, the others hold anything",
                c->program->regions.at[r].name,
                c->n_cells == 1 ? "one cell is" : "two cells are");
    for (uint32_t j = 0; j < c->n_cells; j++) {
      array->cell[j] = edit_variable(&c->edit, array->type);
      Val value = array->global.id ? initial_contents(c, array, c->k[j])
                                   : anything(c, array->type);
      edit_store(&c->edit, value, array->cell[j]);
    }
  }
}

static void begin(Cells *c) {
  choose_indices(c);
  for (uint32_t j = 0; j < c->n_cells; j++) {
    c->flags[j] = edit_variable(&c->edit, c->bool_type);
    edit_store(&c->edit, constant(c, c->bool_type, 1), c->flags[j]);
  }
  begin_arrays(c);
}

/* ---- accesses ---- */

static Val to_index_type(Cells *c, Val value) {
  uint32_t bits = prog_val_bits(c->program, c->f, value);
  uint32_t wanted = prog_type(c->program, c->index_type)->bits;
  if (bits == wanted) return value;
  return edit_op1(&c->edit, bits < wanted ? OP_SEXT : OP_TRUNC, c->index_type,
                  value);
}

static Val index_of(Cells *c, const Array *array, const Place *place) {
  TypeId type = c->index_type;
  int64_t step = (int64_t)array->step, base = element_of(array, place->imm);
  Val sum = {0};
  for (uint32_t i = 0; i < place->address.n_terms; i++) {
    const AddressTerm *term = &place->address.terms[i];
    Val part = to_index_type(c, term->index);
    assert(term->stride % step == 0);
    int64_t factor = term->stride / step;
    if (factor != 1)
      part = edit_op2(&c->edit, OP_MUL, type, part,
                      prog_const_i64(c->program, type, factor));
    sum = val_is_none(sum) ? part : edit_op2(&c->edit, OP_ADD, type, sum, part);
  }
  Val offset = prog_const_i64(c->program, type, base);
  if (val_is_none(sum)) return offset;
  return base ? edit_op2(&c->edit, OP_ADD, type, sum, offset) : sum;
}

static void demand_flags(Cells *c) {
  for (uint32_t j = 0; j < c->n_cells; j++)
    edit_assume(&c->edit, edit_load(&c->edit, c->bool_type, c->flags[j]));
}

/* Indices that differ are addresses that differ as long as none wraps.  So an
 * access that wraps is one more error. */
static void demand_no_wrap(Cells *c, uint32_t index, const Array *array,
                           Val at) {
  int64_t low = c->program->pointer_bits == 32 ? INT32_MIN : INT64_MIN;
  int64_t step = (int64_t)array->step;
  assert(index < c->n_insts);
  if (!c->may_wrap[index]) return;
  Val wraps = offset_outside(&c->edit, at, low / step, -(low + 1) / step);
  if (val_is_none(wraps)) return;
  BlockId bad = edit_block(&c->edit, ""), good = edit_block(&c->edit, "");
  edit_condbr(&c->edit, wraps, bad, good);
  c->edit.at = bad;
  demand_flags(c);
  require(c->program->errors.n > 0);
  edit_error(&c->edit, c->program->errors.at[0].property, "an address wraps");
  c->edit.at = good;
}

/* Flags for the access at hand. */
static void watch(Cells *c, Val at) {
  Val hit[MOST_CELLS];
  for (uint32_t j = 0; j < c->n_cells; j++)
    hit[j] = edit_op2(&c->edit, OP_EQ, c->bool_type, at, c->k[j]);
  if (c->n_cells == 2) {
    Val before = edit_load(&c->edit, c->bool_type, c->flags[1]);
    Val now = val_local(edit_add(&c->edit, OP_SELECT, c->bool_type,
                                 (Val[]){hit[0], before, hit[1]}, 3, NULL, 0));
    edit_store(&c->edit, now, c->flags[1]);
  }
  edit_store(&c->edit, hit[0], c->flags[0]);
}

/* Goes on in a new block where the index is k; gives the block for the others.
 * Below and above k are two paths, not one: "i < k" is a fact that loops keep,
 * "i != k" is not. */
static BlockId fork(Cells *c, Val at, Val k) {
  BlockId miss = edit_block(&c->edit, ""), rest = edit_block(&c->edit, "");
  BlockId hit = edit_block(&c->edit, "");
  Val below = edit_op2(&c->edit, c->less, c->bool_type, at, k);
  edit_condbr(&c->edit, below, miss, rest);
  c->edit.at = rest;
  Val above = edit_op2(&c->edit, c->less, c->bool_type, k, at);
  edit_condbr(&c->edit, above, miss, hit);
  c->edit.at = hit;
  return miss;
}

static void rewrite_load(Cells *c, uint32_t index, const Array *array, Val at) {
  BlockId from[MOST_CELLS + 1], join;
  Val value[MOST_CELLS + 1];
  uint32_t n = 0;
  while (n < c->n_cells) {
    BlockId miss = fork(c, at, c->k[n]);
    from[n] = c->edit.at;
    value[n] = edit_load(&c->edit, array->type, array->cell[n]);
    n++;
    c->edit.at = miss;
  }
  from[n] = c->edit.at;
  value[n] = anything(c, array->type);
  join = edit_block(&c->edit, "");
  for (uint32_t i = 0; i <= n; i++) {
    c->edit.at = from[i];
    edit_br(&c->edit, join);
  }
  c->edit.at = join;
  c->to.at[index] = val_local(
      edit_add(&c->edit, OP_PHI, array->type, value, n + 1, from, n + 1));
}

static void rewrite_store(Cells *c, Val value, const Array *array, Val at) {
  for (uint32_t j = 0; j < c->n_cells; j++) {
    BlockId after = fork(c, at, c->k[j]);
    edit_store(&c->edit, value, array->cell[j]);
    edit_br(&c->edit, after);
    c->edit.at = after;
  }
}

static void rewrite_access(Cells *c, uint32_t index) {
  Inst inst = c->f->insts.at[index];
  const Array *array = &c->arrays[inst.region.id];
  assert(array->state == ARRAY_GOOD && !val_is_none(array->cell[0]));
  Place place;
  bool good = find_place(c, address_of(&inst), &place);
  require(good);
  edit_like(&c->edit, index);
  Val at = index_of(c, array, &place);
  demand_no_wrap(c, index, array, at);
  Op watched = c->watch == CELLS_LAST_STORED ? OP_STORE : OP_LOAD;
  if (inst.op == watched) watch(c, at);
  if (inst.op == OP_LOAD)
    rewrite_load(c, index, array, at);
  else
    rewrite_store(c, inst.ops[0], array, at);
}

/* ---- the pass ---- */

/* A new object has new contents. */
static void renew(Cells *c, uint32_t root) {
  edit_like(&c->edit, root);
  for (uint32_t r = 1; r < c->n_regions; r++) {
    const Array *array = &c->arrays[r];
    if (array->state != ARRAY_GOOD || array->global.id || array->root != root)
      continue;
    for (uint32_t j = 0; j < c->n_cells; j++)
      edit_store(&c->edit, anything(c, array->type), array->cell[j]);
  }
}

static void rewrite_inst(Cells *c, uint32_t index) {
  Inst inst = c->f->insts.at[index]; /* the list may grow meanwhile */
  if (is_access(inst.op) && inst.region.id &&
      c->arrays[inst.region.id].state == ARRAY_GOOD) {
    rewrite_access(c, index);
    return;
  }
  if (inst.op == OP_ERROR) demand_flags(c);
  bool makes = is_root(&inst);
  edit_keep(&c->edit, index);
  if (makes) renew(c, index);
}

static void rewrite(Cells *c) {
  uint32_t n_blocks = c->f->blocks.n;
  edit_init(&c->edit, c->program, c->f);
  while (c->to.n < c->f->insts.n) VEC_PUSH(c->mem, &c->to, ((Val){0}));
  for (uint32_t b = 0; b < n_blocks; b++) {
    InstList list = edit_open(&c->edit, (BlockId){b});
    if (b == 0) begin(c);
    for (uint32_t i = 0; i < list.n; i++) rewrite_inst(c, list.at[i]);
    edit_close(&c->edit, &list);
  }
  edit_done(&c->edit);
  while (c->to.n < c->f->insts.n) VEC_PUSH(c->mem, &c->to, ((Val){0}));
  pass_replace_values(c->f, c->to.at);
}

static void cells_init(Cells *c, Program *program, CellWatch watch) {
  *c = (Cells){.program = program,
               .mem = program->mem,
               .id = program->entry,
               .f = prog_func(program, program->entry),
               .watch = watch,
               .n_cells = watch == CELLS_TWO_LOADED ? 2 : 1,
               .n_regions = program->regions.n};
  c->arrays = MEM_ARRAY(c->mem, Array, c->n_regions);
  c->index_type = prog_type_int(program, program->pointer_bits);
  c->bool_type = prog_type_int(program, 1);
  find_arrays(c);
}

static void cells_done(Cells *c) {
  VEC_DONE(c->mem, &c->to);
  MEM_FREE_ARRAY(c->mem, c->arrays, c->n_regions);
}

uint32_t pass_cells(Program *program, CellWatch watch) {
  Cells c;
  if (program->regions.n < 2) return 0;
  cells_init(&c, program, watch);
  if (c.n_arrays) {
    c.less = choose_order(&c);
    find_wrapping(&c);
    rewrite(&c);
    MEM_FREE_ARRAY(c.mem, c.may_wrap, c.n_insts);
  }
  cells_done(&c);
  return c.n_arrays;
}

bool pass_has_arrays(Program *program) {
  Cells c;
  bool found = false;
  if (program->regions.n < 2) return false;
  cells_init(&c, program, CELLS_LAST_LOADED);
  for (uint32_t r = 1; r < c.n_regions; r++)
    found |= c.arrays[r].state == ARRAY_GOOD && c.arrays[r].is_indexed;
  cells_done(&c);
  return found;
}
