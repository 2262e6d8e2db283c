/* SPDX-License-Identifier: MIT
 *
 * Sums over arrays (cells.c).
 *
 * Problem.  A loop adds up the cells of an array, another one takes them off
 * again, or adds up the same cells in another order.  No cell says anything
 * about the result.
 *
 * Idea.  Ghost variables follow sums.  For an array with a loop that adds its
 * cells to a variable, let m(a[k]) be what is added (the cell, cast), and n the
 * bound of the loop:
 *
 *     total   the sum of m(a[k]) for 0 <= k < n,
 *     part    for each such loop, the sum of m(a[k]) for 0 <= k < seen.
 *
 * A store a[i] = x changes the total by m(x) - m(a[i]) if i < n, and a part in
 * the same way if i < seen.  Where the loop is entered, part and seen begin
 * anew; a load in it at the index `seen` adds its value to the part and one to
 * `seen`.  All this is true of any run, whatever its loops do: what a loop
 * looks like only decides what is followed.  So wherever seen = n, part =
 * total: that is assumed at the head of the loop.  The rest is equations
 * between variables, which engines find.
 *
 * A new object has any total; a global that is zero has zero. */
#include "analysis/ranges.h"
#include "pass/over/cells_int.h"
#include "pass/pass.h"

typedef struct Finder {
  Cells *c;
  Cfg *cfg;
  DomTree *doms;
  LoopForest *loops;
  Ranges *ranges;
  uint32_t *block_of; /* instruction -> its block */
  uint32_t *place_of; /* ... and its place among all */
} Finder;

static Inst *inst_at(const Cells *c, uint32_t index) {
  return &c->f->insts.at[index];
}

static bool is_cast(Op op) {
  return op == OP_SEXT || op == OP_ZEXT || op == OP_TRUNC;
}

/* ---- finding ---- */

/* The value that casts were applied to, outermost first. */
static Val peel(const Cells *c, Val v, CellCasts *casts) {
  casts->n = 0;
  while (val_is_local(v) && is_cast(inst_at(c, val_index(v))->op)) {
    const Inst *inst = inst_at(c, val_index(v));
    if (casts->n == CELLS_CASTS) return (Val){0};
    casts->at[casts->n++] = (CellCast){inst->op, inst->type};
    v = inst->ops[0];
  }
  return v;
}

static bool same_casts(const CellCasts *a, const CellCasts *b) {
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->at[i].op != b->at[i].op || a->at[i].type.id != b->at[i].type.id)
      return false;
  return true;
}

/* Is it a value of the round: a phi at the loop's head? */
static bool is_phi_of(const Finder *w, Val v, uint32_t header) {
  return val_is_local(v) && inst_at(w->c, val_index(v))->op == OP_PHI &&
         w->block_of[val_index(v)] == header;
}

/* Is the one executed on every way to the other? */
static bool is_before(const Finder *w, uint32_t one, uint32_t other) {
  if (w->block_of[one] == w->block_of[other])
    return w->place_of[one] < w->place_of[other];
  return prog_dominates(w->doms, w->block_of[one], w->block_of[other]);
}

/* May the bound be negative where the array is made?  What guards the loop says
 * nothing about that place. */
static bool may_be_negative(const Finder *w, const Array *array,
                            const CellBound *bound) {
  uint32_t block = array->global.id ? 0 : w->block_of[array->root];
  bool negative =
      prog_range_at(w->ranges, bound->value, (BlockId){block}).smin < 0;
  for (uint32_t i = bound->casts.n; i-- > 0;)
    negative = bound->casts.at[i].op == OP_TRUNC ||
               (negative && bound->casts.at[i].op == OP_SEXT);
  return negative && bound->is_signed;
}

/* The bound that the loop's head compares a phi with: what is compared, without
 * its casts, is there when the array is made. */
static bool find_bound(const Finder *w, const Array *array, uint32_t header,
                       CellBound *bound) {
  const Cells *c = w->c;
  const Inst *end = prog_terminator(c->f, (BlockId){header});
  if (end->op != OP_CONDBR || !val_is_local(end->ops[0])) return false;
  const Inst *test = inst_at(c, val_index(end->ops[0]));
  if (test->op != OP_SLT && test->op != OP_ULT && test->op != OP_NE)
    return false;
  CellCasts unused;
  if (!is_phi_of(w, peel(c, test->ops[0], &unused), header)) return false;
  bound->value = peel(c, test->ops[1], &bound->casts);
  bound->type = prog_val_type(c->program, c->f, test->ops[1]);
  bound->is_signed = test->op != OP_ULT;
  uint32_t bits = prog_val_bits(c->program, c->f, test->ops[1]);
  if (val_is_none(bound->value) || bits > c->program->pointer_bits)
    return false;
  if (val_is_local(bound->value) &&
      (array->global.id || !is_before(w, val_index(bound->value), array->root)))
    return false;
  TypeId type = prog_val_type(c->program, c->f, bound->value);
  if (prog_type(c->program, type)->kind != TYPE_INT ||
      prog_type(c->program, type)->bits > 64)
    return false;
  bound->may_be_negative = may_be_negative(w, array, bound);
  return true;
}

static bool same_bound(const CellBound *a, const CellBound *b) {
  return val_same(a->value, b->value) && same_casts(&a->casts, &b->casts) &&
         a->type.id == b->type.id && a->is_signed == b->is_signed;
}

/* Blocks that lead to the head from outside: those that it does not
 * dominate. */
static bool find_entries(const Finder *w, CellScan *scan) {
  for (uint32_t b = 0; b < w->c->f->blocks.n; b++) {
    const Inst *end = prog_terminator(w->c->f, (BlockId){b});
    for (uint32_t k = 0; k < end->n_blocks; k++) {
      if (end->blocks[k].id != scan->header ||
          prog_dominates(w->doms, scan->header, b))
        continue;
      if (scan->n_entries == CELLS_ENTRIES) return false;
      scan->entries[scan->n_entries++] = b;
    }
  }
  return true;
}

/* A part that the load belongs to, unless the array has other sums. */
static void add_scan(const Finder *w, uint32_t load, const CellCasts *casts,
                     TypeId type, uint32_t header) {
  Array *array = &w->c->arrays[inst_at(w->c, load)->region.id];
  CellSum *sum = &array->sum;
  CellBound bound = {0};
  if (array->n_dims > 1 || !find_bound(w, array, header, &bound)) return;
  if (!sum->n_scans)
    *sum = (CellSum){.casts = *casts, .type = type, .bound = bound};
  if (!same_casts(&sum->casts, casts) || sum->type.id != type.id ||
      !same_bound(&sum->bound, &bound) || sum->n_scans == CELLS_SCANS)
    return;
  for (uint32_t i = 0; i < sum->n_scans; i++)
    if (sum->scans[i].load == load) return;
  CellScan scan = {.load = load, .header = header};
  if (find_entries(w, &scan)) sum->scans[sum->n_scans++] = scan;
}

/* acc + m(a[i]) or acc - m(a[i]), where acc is a value of the round. */
static void look_at_sum(const Finder *w, uint32_t index, uint32_t block) {
  const Cells *c = w->c;
  const Inst *inst = inst_at(c, index);
  uint32_t loop = w->loops->loop_of[block];
  if ((inst->op != OP_ADD && inst->op != OP_SUB) || loop == ANALYSIS_NONE)
    return;
  uint32_t header = w->loops->loops.at[loop].header;
  for (uint32_t k = inst->op == OP_SUB; k < 2; k++) {
    CellCasts casts;
    Val load = peel(c, inst->ops[k], &casts);
    if (!val_is_local(load) || !is_phi_of(w, inst->ops[1 - k], header))
      continue;
    uint32_t at = val_index(load);
    if (inst_at(c, at)->op == OP_LOAD && cells_is_good(c, inst_at(c, at)) &&
        w->loops->loop_of[w->block_of[at]] == loop)
      add_scan(w, at, &casts, inst->type, header);
  }
}

uint32_t cells_sums_find(Cells *c) {
  Finder w = {.c = c, .cfg = prog_cfg_new(c->mem, c->f)};
  uint32_t n = c->f->insts.n, found = 0;
  w.doms = prog_dominators(w.cfg);
  w.loops = prog_loops_new(w.cfg);
  w.ranges = prog_ranges_new(c->mem, c->program, c->id);
  w.block_of = MEM_ARRAY(c->mem, uint32_t, n);
  w.place_of = MEM_ARRAY(c->mem, uint32_t, n);
  for (uint32_t b = 0; b < c->f->blocks.n; b++)
    for (uint32_t i = 0; i < c->f->blocks.at[b].insts.n; i++) {
      w.block_of[c->f->blocks.at[b].insts.at[i]] = b;
      w.place_of[c->f->blocks.at[b].insts.at[i]] = i;
    }
  for (uint32_t b = 0; b < c->f->blocks.n; b++)
    for (uint32_t i = 0; i < c->f->blocks.at[b].insts.n; i++)
      look_at_sum(&w, c->f->blocks.at[b].insts.at[i], b);
  for (uint32_t r = 1; r < c->n_regions; r++)
    found += c->arrays[r].sum.n_scans > 0;
  MEM_FREE_ARRAY(c->mem, w.block_of, n);
  MEM_FREE_ARRAY(c->mem, w.place_of, n);
  prog_ranges_free(w.ranges);
  prog_loops_free(w.loops);
  prog_dom_free(w.doms);
  prog_cfg_free(w.cfg);
  return found;
}

/* ---- ghosts ---- */

static Val apply(Cells *c, const CellCasts *casts, Val v) {
  for (uint32_t i = casts->n; i-- > 0;)
    v = edit_op1(&c->edit, casts->at[i].op, casts->at[i].type, v);
  return v;
}

static Val zero(Cells *c, TypeId type) {
  return prog_const_u64(c->program, type, 0);
}

/* A counter as an index. */
static Val as_index(Cells *c, const CellSum *sum, Val counter) {
  uint32_t bits = prog_type(c->program, sum->bound.type)->bits;
  uint32_t wanted = prog_type(c->program, c->index_type)->bits;
  assert(bits <= wanted);
  if (bits == wanted) return counter;
  return edit_op1(&c->edit, sum->bound.is_signed ? OP_SEXT : OP_ZEXT,
                  c->index_type, counter);
}

static Val load_counter(Cells *c, const CellSum *sum, Val from) {
  return edit_load(&c->edit, sum->bound.type, from);
}

static void restart(Cells *c, const CellSum *sum, const CellScan *scan) {
  edit_store(&c->edit, zero(c, sum->type), scan->part);
  edit_store(&c->edit, zero(c, sum->bound.type), scan->seen);
}

/* Nothing is below a negative bound. */
static void begin_total(Cells *c, const CellSum *sum, Val total) {
  const CellBound *bound = &sum->bound;
  Val end = apply(c, &bound->casts, bound->value);
  if (bound->may_be_negative) {
    Val none = zero(c, bound->type);
    Val negative = edit_op2(&c->edit, OP_SLT, c->bool_type, end, none);
    end = edit_select(&c->edit, bound->type, negative, none, end);
  }
  edit_store(&c->edit, total, sum->total);
  edit_store(&c->edit, end, sum->end);
  for (uint32_t i = 0; i < sum->n_scans; i++) restart(c, sum, &sum->scans[i]);
}

void cells_sum_begin(Cells *c, Array *array) {
  CellSum *sum = &array->sum;
  if (!sum->n_scans) return;
  sum->total = edit_variable(&c->edit, sum->type);
  sum->end = edit_variable(&c->edit, sum->bound.type);
  for (uint32_t i = 0; i < sum->n_scans; i++) {
    sum->scans[i].part = edit_variable(&c->edit, sum->type);
    sum->scans[i].seen = edit_variable(&c->edit, sum->bound.type);
    restart(c, sum, &sum->scans[i]);
  }
  edit_store(&c->edit, zero(c, sum->type), sum->total);
  edit_store(&c->edit, zero(c, sum->bound.type), sum->end);
  if (!array->global.id) return;
  const Global *global = prog_global(c->program, array->global);
  bool is_zero = !global->init && !global->n_relocs;
  begin_total(c, sum,
              is_zero ? zero(c, sum->type)
                      : edit_nondet(&c->edit, sum->type, INPUT_UNDEF, "sum"));
}

void cells_sum_renew(Cells *c, const Array *array) {
  if (array->sum.n_scans)
    begin_total(c, &array->sum,
                edit_nondet(&c->edit, array->sum.type, INPUT_UNDEF, "sum"));
}

/* Adds `change` to the sum in `to` where i is below the counter in `end`. */
static void change_sum(Cells *c, const CellSum *sum, Val to, Val i, Val end,
                       Val change) {
  Val before = edit_load(&c->edit, sum->type, to);
  Val after = edit_op2(&c->edit, OP_ADD, sum->type, before, change);
  Val inside = edit_op2(&c->edit, OP_ULT, c->bool_type, i,
                        as_index(c, sum, load_counter(c, sum, end)));
  edit_store(&c->edit, edit_select(&c->edit, sum->type, inside, after, before),
             to);
}

void cells_sum_store(Cells *c, const Array *array, Val i, Val old, Val value) {
  const CellSum *sum = &array->sum;
  assert(sum->n_scans > 0);
  Val change =
      edit_op2(&c->edit, OP_SUB, sum->type, apply(c, &sum->casts, value),
               apply(c, &sum->casts, old));
  change_sum(c, sum, sum->total, i, sum->end, change);
  for (uint32_t k = 0; k < sum->n_scans; k++)
    change_sum(c, sum, sum->scans[k].part, i, sum->scans[k].seen, change);
}

/* One more cell is seen, if it is the next one below the end. */
static void see(Cells *c, const CellSum *sum, const CellScan *scan, Val i,
                Val value) {
  Val seen = load_counter(c, sum, scan->seen);
  Val part = edit_load(&c->edit, sum->type, scan->part);
  Val is_next =
      edit_op2(&c->edit, OP_EQ, c->bool_type, i, as_index(c, sum, seen));
  Val is_left = edit_op2(&c->edit, OP_NE, c->bool_type, seen,
                         load_counter(c, sum, sum->end));
  Val counts = edit_op2(&c->edit, OP_AND, c->bool_type, is_next, is_left);
  Val more =
      edit_op2(&c->edit, OP_ADD, sum->type, part, apply(c, &sum->casts, value));
  Val one = edit_op2(&c->edit, OP_ADD, sum->bound.type, seen,
                     prog_const_u64(c->program, sum->bound.type, 1));
  edit_store(&c->edit,
             edit_select(&c->edit, sum->bound.type, counts, one, seen),
             scan->seen);
  edit_store(&c->edit, edit_select(&c->edit, sum->type, counts, more, part),
             scan->part);
}

void cells_sum_load(Cells *c, uint32_t load, const Array *array, Val i,
                    Val value) {
  const CellSum *sum = &array->sum;
  for (uint32_t k = 0; k < sum->n_scans; k++)
    if (sum->scans[k].load == load) see(c, sum, &sum->scans[k], i, value);
}

/* 0 <= seen <= end, and seen = end implies part = total. */
static void assume_truth(Cells *c, const CellSum *sum, const CellScan *scan) {
  Val seen = load_counter(c, sum, scan->seen);
  Val end = load_counter(c, sum, sum->end);
  Op order = sum->bound.is_signed ? OP_SLE : OP_ULE;
  Val none = zero(c, sum->bound.type);
  edit_assume(&c->edit, edit_op2(&c->edit, order, c->bool_type, none, seen));
  edit_assume(&c->edit, edit_op2(&c->edit, order, c->bool_type, seen, end));
  Val not_all = edit_op2(&c->edit, OP_NE, c->bool_type, seen, end);
  Val same = edit_op2(&c->edit, OP_EQ, c->bool_type,
                      edit_load(&c->edit, sum->type, scan->part),
                      edit_load(&c->edit, sum->type, sum->total));
  edit_assume(&c->edit, edit_op2(&c->edit, OP_OR, c->bool_type, not_all, same));
}

void cells_sums_end_block(Cells *c, uint32_t block) {
  for (uint32_t r = 1; r < c->n_regions; r++) {
    const CellSum *sum = &c->arrays[r].sum;
    if (c->arrays[r].state != ARRAY_GOOD) continue;
    for (uint32_t k = 0; k < sum->n_scans; k++) {
      const CellScan *scan = &sum->scans[k];
      if (scan->header == block) assume_truth(c, sum, scan);
      for (uint32_t e = 0; e < scan->n_entries; e++)
        if (scan->entries[e] == block) restart(c, sum, scan);
    }
  }
}
