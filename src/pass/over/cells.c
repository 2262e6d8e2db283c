/* SPDX-License-Identifier: MIT
 *
 * Arrays as single cells.
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
 * by index meets in one k.  In an array with dimensions (cells_find.c) an index
 * is a tuple.  Where indices change places, as when a matrix is turned, an
 * array may count k's numbers in another order: for whichever access is
 * watched, one k fits.
 *
 * Cells can also be followed without a choice: for each place in the program
 * that accesses the array, the cell that was accessed there last.  Its index is
 * a variable then.  A text that ends with the zero stored behind it, or a cell
 * computed from its neighbour, needs no more.
 *
 * An ALLOCA in a loop makes a new object each time, and SSA values speak of the
 * newest.  Under the premise that accesses stay inside their object, equal
 * indices are equal addresses, and all are below the number of elements.  An
 * access whose address may wrap becomes an error, and so does one that may
 * leave an inner dimension, unless the ranges of values exclude it, or the
 * whole array, if their bounds allow it: more errors are no loss where only
 * proofs are wanted.  An object that is too large for its addresses is one that
 * no run gets: there wrapping is not looked at.
 *
 * For each execution that reaches an error there is a choice of new inputs. */
#include "pass/over/cells_int.h"
#include "pass/pass.h"
#include "pass/pass_int.h"

enum { MOST_INIT = 16 };

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

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* What is known of the indices of some arrays together. */
typedef struct Space {
  uint64_t extents[CELLS_DIMS]; /* [0]: 0 when not known */
  uint32_t n_dims;
  bool has_bytes;
  bool is_open; /* the size of an array is not known */
} Space;

static void add_to_space(const Cells *c, const Array *array, Space *space) {
  uint64_t size = cells_object_size(c, array);
  uint64_t stride = (uint64_t)array->stride[0];
  uint64_t n = size / stride + (size % stride != 0);
  space->has_bytes |= array->step == 1;
  space->is_open |= size == 0;
  space->n_dims = (uint32_t)larger(space->n_dims, array->n_dims);
  for (uint32_t d = 0; d < array->n_dims; d++) {
    uint64_t *extent = &space->extents[array->turn[d]];
    *extent = larger(*extent, d ? (uint64_t)cells_extent(array, d) : n);
  }
}

static CellIndex choose_index(Cells *c, const Space *space) {
  CellIndex k = {0};
  for (uint32_t d = 0; d < space->n_dims; d++) {
    uint64_t n = d == 0 && space->is_open ? 0 : space->extents[d];
    if (n && d == 0) n = larger(n, c->n_chosen); /* all must differ */
    k.at[d] = edit_nondet(&c->edit, c->index_type, INPUT_UNDEF, "index");
    if (c->less == OP_SLT && (n || !space->has_bytes))
      assume(c, OP_SLE, constant(c, c->index_type, 0), k.at[d]);
    if (n && n <= INT32_MAX)
      assume(c, c->less, k.at[d], constant(c, c->index_type, n));
  }
  return k;
}

/* The tuples are equal. */
static Val is_same(Cells *c, uint32_t n_dims, const CellIndex *a,
                   const CellIndex *b) {
  Val all = {0};
  assert(n_dims > 0 && n_dims <= CELLS_DIMS);
  for (uint32_t d = 0; d < n_dims; d++) {
    Val same = edit_op2(&c->edit, OP_EQ, c->bool_type, a->at[d], b->at[d]);
    all = val_is_none(all)
              ? same
              : edit_op2(&c->edit, OP_AND, c->bool_type, all, same);
  }
  return all;
}

static Val new_flag(Cells *c) {
  Val flag = edit_variable(&c->edit, c->bool_type);
  edit_store(&c->edit, constant(c, c->bool_type, 1), flag);
  return flag;
}

static void choose_shared(Cells *c) {
  Space space = {0};
  assert(c->n_chosen <= CELLS_CHOSEN);
  for (uint32_t r = 1; r < c->n_regions; r++)
    if (c->arrays[r].state == ARRAY_GOOD)
      add_to_space(c, &c->arrays[r], &space);
  for (uint32_t j = 0; j < c->n_chosen; j++) {
    c->chosen[j] = choose_index(c, &space);
    c->flags[j] = new_flag(c);
  }
  if (c->n_chosen < 2) return;
  Val same = is_same(c, space.n_dims, &c->chosen[0], &c->chosen[1]);
  assume(c, OP_EQ, same, constant(c, c->bool_type, 0));
}

/* The initial cell of element `e` of a global; false when it is no number. */
static bool initial_cell(Cells *c, const Array *array, uint64_t e, Val *out) {
  const Global *global = prog_global(c->program, array->global);
  uint64_t bytes = prog_store_size(c->program, array->type);
  int64_t index[CELLS_DIMS];
  assert(array->n_dims == 1);
  cells_constant_index(array, array->imm, index);
  uint64_t first = (uint64_t)(array->imm - index[0] * array->step);
  uint64_t at = first + e * (uint64_t)array->step;
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

/* What a global holds at an index when the program starts. */
static Val initial_contents(Cells *c, const Array *array,
                            const CellIndex *index) {
  const Global *global = prog_global(c->program, array->global);
  BvWord zero[4] = {0};
  if (!global->init && !global->n_relocs)
    return prog_const_bits(c->program, array->type, zero);
  Val value = anything(c, array->type), cell = {0};
  uint64_t n = global->size / (uint64_t)array->step + 1;
  if (array->n_dims > 1 || n > MOST_INIT) return value;
  for (uint64_t e = 0; e < n; e++) {
    if (!initial_cell(c, array, e, &cell)) continue;
    CellIndex at = {{constant(c, c->index_type, e)}};
    value = edit_select(&c->edit, array->type, is_same(c, 1, index, &at), cell,
                        value);
  }
  return value;
}

static void begin_cell(Cells *c, Array *array, uint32_t site,
                       const CellIndex *index) {
  require(array->n_cells < CELLS_MOST);
  Cell *cell = &array->cells[array->n_cells++];
  *cell = (Cell){.site = site, .index = *index};
  cell->contents = edit_variable(&c->edit, array->type);
  edit_store(&c->edit,
             array->global.id ? initial_contents(c, array, index)
                              : anything(c, array->type),
             cell->contents);
  for (uint32_t d = 0; site && d < array->n_dims; d++) {
    cell->index.at[d] = edit_variable(&c->edit, c->index_type);
    edit_store(&c->edit, index->at[d], cell->index.at[d]);
  }
}

/* The shared index as the array counts it. */
static CellIndex turned(const Array *array, const CellIndex *k) {
  CellIndex own = {0};
  for (uint32_t d = 0; d < array->n_dims; d++)
    own.at[d] = k->at[array->turn[d]];
  return own;
}

static void begin_array(Cells *c, Array *array, const char *name) {
  CellIndex zero = {0};
  for (uint32_t d = 0; d < array->n_dims; d++)
    zero.at[d] = constant(c, c->index_type, 0);
  for (uint32_t j = 0; j < c->n_chosen; j++) {
    CellIndex own = turned(array, &c->chosen[j]);
    begin_cell(c, array, 0, &own);
  }
  for (uint32_t i = 0; i < array->n_sites; i++)
    begin_cell(c, array, array->sites[i], &zero);
  cells_sum_begin(c, array);
  prog_ledger(c->program, LEDGER_OVER, array->loc,
              "array '%s': %s followed, the others hold anything", name,
              array->n_cells == 1 ? "one cell is" : "some cells are");
  if (cells_is_too_large(c, array))
    prog_ledger(c->program, LEDGER_MODEL, array->loc,
                "array '%s' fits into memory", name);
}

static void begin(Cells *c) {
  choose_shared(c);
  for (uint32_t r = 1; r < c->n_regions; r++)
    if (c->arrays[r].state == ARRAY_GOOD)
      begin_array(c, &c->arrays[r], c->program->regions.at[r].name);
}

/* ---- accesses ---- */

static Val to_index_type(Cells *c, Val value) {
  uint32_t bits = prog_val_bits(c->program, c->f, value);
  uint32_t wanted = prog_type(c->program, c->index_type)->bits;
  if (bits == wanted) return value;
  return edit_op1(&c->edit, bits < wanted ? OP_SEXT : OP_TRUNC, c->index_type,
                  value);
}

/* The sum, where none is 0. */
static Val plus(Cells *c, Val sum, Val part) {
  if (val_is_none(sum)) return part;
  return edit_op2(&c->edit, OP_ADD, c->index_type, sum, part);
}

static CellIndex index_of(Cells *c, const Array *array, const Place *place) {
  CellIndex sum = {0};
  int64_t base[CELLS_DIMS];
  for (uint32_t i = 0; i < place->address.n_terms; i++) {
    const AddressTerm *term = &place->address.terms[i];
    uint32_t d = cells_dim(array, term->stride);
    int64_t factor = term->stride / array->stride[d];
    Val part = to_index_type(c, term->index);
    if (factor != 1)
      part = edit_op2(&c->edit, OP_MUL, c->index_type, part,
                      prog_const_i64(c->program, c->index_type, factor));
    sum.at[d] = plus(c, sum.at[d], part);
  }
  cells_constant_index(array, place->imm, base);
  for (uint32_t d = 0; d < array->n_dims; d++)
    if (base[d] || val_is_none(sum.at[d]))
      sum.at[d] = plus(c, sum.at[d],
                       prog_const_i64(c->program, c->index_type, base[d]));
  return sum;
}

/* An error counts where the accesses watched were at the cells chosen. */
static void demand_flags(Cells *c) {
  for (uint32_t j = 0; j < c->n_chosen; j++)
    edit_assume(&c->edit, edit_load(&c->edit, c->bool_type, c->flags[j]));
}

/* One more error, where the condition (or none) holds. */
static void forbid(Cells *c, Val cond, const char *message) {
  if (val_is_none(cond)) return;
  BlockId bad = edit_block(&c->edit, ""), good = edit_block(&c->edit, "");
  edit_condbr(&c->edit, cond, bad, good);
  c->edit.at = bad;
  demand_flags(c);
  require(c->program->errors.n > 0);
  edit_error(&c->edit, c->program->errors.at[0].property, message);
  c->edit.at = good;
}

/* Indices that differ are addresses that differ as long as none wraps and the
 * inner ones stay in their dimensions. */
static void demand_proper(Cells *c, uint32_t index, const Array *array,
                          const CellIndex *at) {
  int64_t low = c->program->pointer_bits == 32 ? INT32_MIN : INT64_MIN;
  int64_t stride = array->stride[0];
  assert(index < c->n_insts);
  if (c->unsure[index] & CELLS_MAY_WRAP && !cells_is_too_large(c, array))
    forbid(c,
           offset_outside(&c->edit, at->at[0], low / stride,
                          -(low + 1) / stride - (array->n_dims > 1)),
           "an address wraps");
  if (c->unsure[index] & CELLS_MAY_END)
    forbid(c,
           offset_outside(&c->edit, at->at[0], 0, cells_elements(c, array) - 1),
           "an index leaves its array");
  for (uint32_t d = 1; d < array->n_dims; d++) {
    if (!(c->unsure[index] & CELLS_MAY_LEAVE << (d - 1))) continue;
    Val last =
        prog_const_i64(c->program, c->index_type, cells_extent(array, d) - 1);
    forbid(c, edit_op2(&c->edit, OP_ULT, c->bool_type, last, at->at[d]),
           "an index leaves its dimension");
  }
}

/* Flags for the access at hand. */
static void watch(Cells *c, const Array *array, const CellIndex *at) {
  Val hit[CELLS_CHOSEN];
  const Val *flags = c->flags;
  for (uint32_t j = 0; j < c->n_chosen; j++)
    hit[j] = is_same(c, array->n_dims, at, &array->cells[j].index);
  if (c->n_chosen == 2) {
    Val before = edit_load(&c->edit, c->bool_type, flags[1]);
    edit_store(&c->edit,
               edit_select(&c->edit, c->bool_type, hit[0], before, hit[1]),
               flags[1]);
  }
  if (c->n_chosen) edit_store(&c->edit, hit[0], flags[0]);
}

/* Goes on in a new block where the index is k; gives the block for the others.
 * Below and above k are two paths, not one: "i < k" is a fact that loops keep,
 * "i != k" is not. */
static BlockId fork(Cells *c, const Array *array, const CellIndex *at,
                    const CellIndex *k) {
  BlockId miss = edit_block(&c->edit, "");
  for (uint32_t d = 0; d < array->n_dims; d++) {
    BlockId rest = edit_block(&c->edit, ""), hit = edit_block(&c->edit, "");
    Val below = edit_op2(&c->edit, c->less, c->bool_type, at->at[d], k->at[d]);
    edit_condbr(&c->edit, below, miss, rest);
    c->edit.at = rest;
    Val above = edit_op2(&c->edit, c->less, c->bool_type, k->at[d], at->at[d]);
    edit_condbr(&c->edit, above, miss, hit);
    c->edit.at = hit;
  }
  return miss;
}

/* ---- cells of sites ---- */

static CellIndex site_index(Cells *c, const Array *array, const Cell *cell) {
  CellIndex index = {0};
  assert(cell->site);
  for (uint32_t d = 0; d < array->n_dims; d++)
    index.at[d] = edit_load(&c->edit, c->index_type, cell->index.at[d]);
  return index;
}

/* What the cells of sites say about a load; else the value given. */
static Val load_sites(Cells *c, const Array *array, const CellIndex *at,
                      Val value) {
  for (uint32_t j = c->n_chosen; j < array->n_cells; j++) {
    const Cell *cell = &array->cells[j];
    CellIndex index = site_index(c, array, cell);
    Val hit = is_same(c, array->n_dims, at, &index);
    Val contents = edit_load(&c->edit, array->type, cell->contents);
    value = edit_select(&c->edit, array->type, hit, contents, value);
  }
  return value;
}

static void store_sites(Cells *c, const Array *array, const CellIndex *at,
                        Val value) {
  for (uint32_t j = c->n_chosen; j < array->n_cells; j++) {
    const Cell *cell = &array->cells[j];
    CellIndex index = site_index(c, array, cell);
    Val hit = is_same(c, array->n_dims, at, &index);
    Val before = edit_load(&c->edit, array->type, cell->contents);
    edit_store(&c->edit, edit_select(&c->edit, array->type, hit, value, before),
               cell->contents);
  }
}

/* The access is the last one at its site. */
static void move_site(Cells *c, uint32_t site, const Array *array,
                      const CellIndex *at, Val value) {
  for (uint32_t j = c->n_chosen; j < array->n_cells; j++) {
    const Cell *cell = &array->cells[j];
    if (cell->site != site) continue;
    edit_store(&c->edit, value, cell->contents);
    for (uint32_t d = 0; d < array->n_dims; d++)
      edit_store(&c->edit, at->at[d], cell->index.at[d]);
  }
}

static Val rewrite_load(Cells *c, const Array *array, const CellIndex *at) {
  BlockId from[CELLS_CHOSEN + 1], join;
  Val value[CELLS_CHOSEN + 1];
  uint32_t n = 0;
  while (n < c->n_chosen) {
    BlockId miss = fork(c, array, at, &array->cells[n].index);
    from[n] = c->edit.at;
    value[n] = edit_load(&c->edit, array->type, array->cells[n].contents);
    n++;
    c->edit.at = miss;
  }
  Val other = load_sites(c, array, at, anything(c, array->type));
  if (n == 0) return other;
  from[n] = c->edit.at;
  value[n] = other;
  join = edit_block(&c->edit, "");
  for (uint32_t i = 0; i <= n; i++) {
    c->edit.at = from[i];
    edit_br(&c->edit, join);
  }
  c->edit.at = join;
  return val_local(
      edit_add(&c->edit, OP_PHI, array->type, value, n + 1, from, n + 1));
}

static void rewrite_store(Cells *c, Val value, const Array *array,
                          const CellIndex *at) {
  for (uint32_t j = 0; j < c->n_chosen; j++) {
    BlockId after = fork(c, array, at, &array->cells[j].index);
    edit_store(&c->edit, value, array->cells[j].contents);
    edit_br(&c->edit, after);
    c->edit.at = after;
  }
  store_sites(c, array, at, value);
}

static void rewrite_access(Cells *c, uint32_t index) {
  Inst inst = c->f->insts.at[index];
  const Array *array = &c->arrays[inst.region.id];
  assert(array->state == ARRAY_GOOD && array->n_cells <= CELLS_MOST);
  Place place;
  bool good = cells_place(c, cells_address(&inst), &place);
  require(good);
  edit_like(&c->edit, index);
  CellIndex at = index_of(c, array, &place);
  demand_proper(c, index, array, &at);
  Op watched = c->watch == CELLS_LAST_STORED ? OP_STORE : OP_LOAD;
  if (inst.op == watched) watch(c, array, &at);
  Val value = inst.ops[0];
  if (inst.op == OP_LOAD) {
    c->to.at[index] = value = rewrite_load(c, array, &at);
    cells_sum_load(c, index, array, at.at[0], value);
  } else {
    if (array->sum.n_scans) {
      Val old = load_sites(c, array, &at, anything(c, array->type));
      cells_sum_store(c, array, at.at[0], old, value);
    }
    rewrite_store(c, value, array, &at);
  }
  move_site(c, index, array, &at, value);
}

/* ---- the pass ---- */

/* A local of variable length has no more bytes than addresses tell apart: no
 * run gets more. */
static void suppose_room(Cells *c, uint32_t root, const char *name) {
  const Inst *inst = &c->f->insts.at[root];
  LocId loc = inst->loc;
  if (inst->op != OP_ALLOCA || !inst->n_ops || val_is_const(inst->ops[0]) ||
      inst->imm <= 0)
    return;
  TypeId type = prog_val_type(c->program, c->f, inst->ops[0]);
  uint32_t bits = prog_type(c->program, type)->bits;
  int64_t most = c->program->pointer_bits == 32 ? INT32_MAX : INT64_MAX;
  uint64_t count = (uint64_t)(most / inst->imm);
  if (bits < 64 && count >> bits) return;
  Val fits = edit_op2(&c->edit, OP_ULE, c->bool_type, inst->ops[0],
                      constant(c, type, count));
  edit_assume(&c->edit, fits);
  prog_ledger(c->program, LEDGER_MODEL, loc, "array '%s' fits into memory",
              name);
}

/* A new object has new contents. */
static void renew(Cells *c, uint32_t root) {
  edit_like(&c->edit, root);
  for (uint32_t r = 1; r < c->n_regions; r++) {
    const Array *array = &c->arrays[r];
    if (array->state != ARRAY_GOOD || array->global.id || array->root != root)
      continue;
    suppose_room(c, root, c->program->regions.at[r].name);
    for (uint32_t j = 0; j < array->n_cells; j++)
      edit_store(&c->edit, anything(c, array->type), array->cells[j].contents);
    cells_sum_renew(c, array);
  }
}

static void rewrite_inst(Cells *c, uint32_t index) {
  Inst inst = c->f->insts.at[index]; /* the list may grow meanwhile */
  if (cells_is_good(c, &inst)) {
    rewrite_access(c, index);
    return;
  }
  if (inst.op == OP_ERROR) demand_flags(c);
  bool makes = cells_is_root(inst.op);
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
    for (uint32_t i = 0; i < list.n; i++) {
      if (i + 1 == list.n) cells_sums_end_block(c, b);
      rewrite_inst(c, list.at[i]);
    }
    edit_close(&c->edit, &list);
  }
  edit_done(&c->edit);
  while (c->to.n < c->f->insts.n) VEC_PUSH(c->mem, &c->to, ((Val){0}));
  pass_replace_values(c->f, c->to.at);
}

static uint32_t n_chosen(CellWatch watch) {
  if (watch == CELLS_TWO_LOADED) return 2;
  return watch < CELLS_OF_SITES ? 1 : 0;
}

static void cells_init(Cells *c, Program *program, CellWatch watch) {
  *c = (Cells){.program = program,
               .mem = program->mem,
               .id = program->entry,
               .f = prog_func(program, program->entry),
               .watch = watch,
               .n_chosen = n_chosen(watch),
               .n_regions = program->regions.n};
  c->arrays = MEM_ARRAY(c->mem, Array, c->n_regions);
  c->index_type = prog_type_int(program, program->pointer_bits);
  c->bool_type = prog_type_int(program, 1);
  cells_find_arrays(c);
}

static bool is_of_use(Cells *c) {
  if (c->watch >= CELLS_SUMS && c->n_arrays) return cells_sums_find(c) > 0;
  return c->n_arrays > 0;
}

static void tell_chosen(const Cells *c, CellsChosen *chosen) {
  chosen->less = c->less;
  for (uint32_t j = 0; j < c->n_chosen; j++)
    for (uint32_t d = 0; d < CELLS_DIMS; d++)
      if (!val_is_none(c->chosen[j].at[d]))
        chosen->index[chosen->n++] = c->chosen[j].at[d];
}

uint32_t pass_cells(Program *program, CellWatch watch, CellsChosen *chosen) {
  Cells c;
  *chosen = (CellsChosen){.n = 0};
  if (program->regions.n < 2) return 0;
  cells_init(&c, program, watch);
  uint32_t n = is_of_use(&c) ? c.n_arrays : 0;
  if (n) {
    cells_find_indices(&c);
    rewrite(&c);
    tell_chosen(&c, chosen);
    VEC_DONE(c.mem, &c.to);
  }
  cells_found_done(&c);
  return n;
}

bool pass_has_arrays(Program *program) {
  Cells c;
  bool found = false;
  if (program->regions.n < 2) return false;
  cells_init(&c, program, CELLS_LAST_LOADED);
  for (uint32_t r = 1; r < c.n_regions; r++)
    found |= c.arrays[r].state == ARRAY_GOOD && c.arrays[r].is_indexed;
  cells_found_done(&c);
  return found;
}
