/* SPDX-License-Identifier: MIT
 *
 * Points-to: which objects may a value point into, at which offset?
 *
 * Problem.  Memory is to be split into regions that cannot alias, for whole
 * programs, in near-linear time; C lets pointers travel through integers,
 * unions and byte copies, and nothing of that may be missed.
 *
 * Idea.  Steensgaard's unification [Ste96] over nodes with offsets, as in
 * data-structure analysis [LLA07].  A *node* is a set of objects; a value has
 * one *place*: node and byte offset.  A copy unifies the places of both sides:
 * nodes become one, shifted against each other so that the offsets agree; two
 * different offsets of one node can only agree modulo their distance, so the
 * node gets a *stride*, and all its offsets count modulo that (1: the node is
 * one cell).  The same happens at an index times a stride.  A node's *cells*
 * are the byte intervals that accesses touch; overlapping ones grow together.
 * Each cell has one link: the place that pointers stored there point to.
 * A memcpy of known length that covers whole cells copies cell by cell, where
 * one side counts modulo a stride in whole rounds of it; others make a *span*,
 * whose cells share one link.
 *
 * Integers.  Any value but i1 may hold a pointer or a piece of one.  Copies are
 * as above.  The result of arithmetic points where those operands point that
 * point anywhere, at an unknown offset: it is *fuzzy*.  So are loads of pieces
 * and loads from cells with overlapping accesses.  An access through a fuzzy
 * value gives its node the stride 1.  Fuzziness flows forward only (not by
 * unification): pointer subtraction does not hurt the array.
 *
 * The unknown.  Node 1 stands for what we do not see.  A *wild* value comes
 * from an input, an external function or a number in the program; used as an
 * address, it is unified with the unknown.  So is every address without any
 * target.  Called, it is any function whose address is taken; compared with an
 * address of ours, it may be that one.  Whatever is stored there, or passed to
 * a function without a body, joins it, too: it has escaped.  An *indeterminate*
 * value was read where nothing was written: it points to what else may be
 * stored there or to a private object.  If there is nothing else, its node is
 * *private*: of objects that only such pointers lead to, fresh like those of
 * malloc, with fields of their own.  So a driver's request of unknown origin is
 * kept apart from what has escaped.
 *
 * Premises (in the ledger): accesses stay inside the object that the pointer
 * was made from; an address is learnt only by computing from its bits, not by
 * branching on them; a number that is neither an input nor larger than a page
 * is not the address of an object.
 *
 * Invariants: cells and spans are sorted and disjoint; no cell sticks out of a
 * span; every access's bytes lie in one cell of its node; at the end no flow
 * step changes anything.
 *
 * Cost: nodes and cells only ever merge; a round over the instructions follows
 * each burst of merging, a handful in practice. */
#include "analysis/points.h"
#include "analysis/points_int.h"
#include "ir/property.h"

/* ---- the fixpoint ---- */

/* Address operands of an instruction: their indices. */
static uint32_t address_operands(const Inst *inst, uint32_t *first) {
  switch ((int)inst->op) {
  case OP_LOAD:
  case OP_MEMSET:
  case OP_HAVOC:
  case OP_FREE:
  case OP_CALL: *first = 0; return 1;
  case OP_MEMCPY: *first = 0; return 2;
  case OP_STORE: *first = 1; return 1;
  default: *first = 0; return 0;
  }
}

static void meet_unknown(PointsTo *p, Ref ref) {
  Ref unknown = {.node = UNKNOWN_NODE};
  if (points_find(p, ref).node == points_find(p, unknown).node) return;
  points_join_nodes(p, ref, unknown);
  points_drain(p);
}

/* The node is of objects that only uninitialised pointers lead to. */
static void make_private(PointsTo *p, Ref ref) {
  p->nodes.at[points_find(p, ref).node].bits |= NODE_PRIVATE;
  p->state = POINTS_CHANGED;
}

/* What using the value as an address entails. */
static void use_address(PointsTo *p, FuncId f, Val val) {
  unsigned flags = points_flags(p, f, val);
  Ref ref = points_ref(p, f, val);
  if (ref.node == 0) return;
  if (flags & FLOW_WILD) meet_unknown(p, ref);
  if (flags & FLOW_FUZZY) points_restride(p, points_find(p, ref).node, 1);
  points_drain(p);
}

/* An address without any target, in two steps: what comes from an object that
 * has just become private is indeterminate, too. */
static void use_indeterminate(PointsTo *p, FuncId f, Val val) {
  Ref ref = points_ref(p, f, val);
  if (ref.node && !points_carries(p, ref) &&
      points_flags(p, f, val) & FLOW_INDETERMINATE)
    make_private(p, ref);
}

static void use_without_target(PointsTo *p, FuncId f, Val val) {
  Ref ref = points_ref(p, f, val);
  if (ref.node && !points_carries(p, ref)) meet_unknown(p, ref);
}

typedef void InstStep(PointsTo *p, FuncId f, uint32_t inst);

static void for_all_insts(PointsTo *p, InstStep *step) {
  for (uint32_t id = 1; id < p->program->funcs.n; id++) {
    const Function *f = prog_func(p->program, (FuncId){id});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++)
        step(p, (FuncId){id}, f->blocks.at[b].insts.at[k]);
  }
}

typedef void AddressStep(PointsTo *p, FuncId f, Val val);

static void for_addresses(PointsTo *p, FuncId f, uint32_t i,
                          AddressStep *step) {
  const Inst *inst = &prog_func(p->program, f)->insts.at[i];
  uint32_t first, n = address_operands(inst, &first);
  for (uint32_t k = 0; k < n; k++) step(p, f, inst->ops[first + k]);
}

static void use(PointsTo *p, FuncId f, uint32_t i) {
  for_addresses(p, f, i, use_address);
}

static void use_private(PointsTo *p, FuncId f, uint32_t i) {
  for_addresses(p, f, i, use_indeterminate);
}

static void use_target(PointsTo *p, FuncId f, uint32_t i) {
  for_addresses(p, f, i, use_without_target);
}

static void solve(PointsTo *p) {
  for_all_insts(p, points_collect);
  for (uint32_t f = 1; f < p->program->funcs.n; f++)
    if (p->program->funcs.at[f].state == FUNC_DEFINED)
      points_widen_wrapping(p, (FuncId){f});
  do {
    p->state = POINTS_STABLE;
    for_all_insts(p, points_flow);
    if (p->state == POINTS_CHANGED) continue;
    for_all_insts(p, use);
    if (p->state == POINTS_CHANGED) continue;
    for_all_insts(p, use_private);
    if (p->state == POINTS_CHANGED) continue;
    for_all_insts(p, use_target);
  } while (p->state == POINTS_CHANGED);
  assert(p->work.n == 0);
}

/* Parameters of the entry come from outside. */
static void init_entry(PointsTo *p) {
  FuncId entry = p->program->entry;
  if (entry.id == 0) return;
  const Function *f = prog_func(p->program, entry);
  for (uint32_t i = 1; i <= f->n_params; i++)
    p->flags[points_value_number(p, entry, i)] |= FLOW_WILD;
}

/* ---- objects that exist once ---- */

static void find_unique(PointsTo *p) {
  CallGraph *calls = prog_calls_new(p->program, p);
  FuncId entry = p->program->entry;
  for (uint32_t o = 1; o < p->objects.n; o++) {
    MemObject *object = &p->objects.at[o];
    if (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_FUNC)
      object->count = OBJECT_ONCE;
    Ref home = points_find(p, p->homes.at[o]);
    if (p->nodes.at[home.node].bits & NODE_UNKNOWN)
      object->escape = OBJECT_ESCAPED;
  }
  bool once = entry.id && prog_func(p->program, entry)->blocks.n > 0 &&
              rows_size(&calls->callers, entry.id) == 0;
  prog_calls_free(calls);
  if (!once) return;
  const Function *f = prog_func(p->program, entry);
  Cfg *cfg = prog_cfg_new(p->mem, f);
  LoopForest *loops = prog_loops_new(cfg);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      uint64_t *object = map_find(
          &p->inst_object, row_pair(entry.id, f->blocks.at[b].insts.at[k]));
      if (object && loops->loop_of[b] == ANALYSIS_NONE)
        p->objects.at[*object].count = OBJECT_ONCE;
    }
  prog_loops_free(loops);
  prog_cfg_free(cfg);
}

/* ---- making, freeing, queries ---- */

/* The first access that is not valid ends the run where this is an error. */
static bool checks_accesses(const Program *program) {
  const char *name = prog_property_name(PROPERTY_VALID_DEREF);
  for (uint32_t i = 0; i < program->errors.n; i++)
    if (strcmp(program->errors.at[i].property, name) == 0) return true;
  return false;
}

uint32_t prog_points_premises(const Program *program,
                              const char *reasons[POINTS_MOST_PREMISES]) {
  uint32_t n = 0;
  if (!checks_accesses(program))
    reasons[n++] = "memory accesses stay inside the object their pointer was "
                   "made from; objects do not overlap";
  reasons[n++] = "the address of an object that does not escape is not "
                 "guessed; an uninitialised pointer points to what may be "
                 "stored in its place or to an object of its own";
  return n;
}

PointsTo *prog_points_new(const Program *program) {
  require(program->entry.id < program->funcs.n);
  PointsTo *p = MEM_NEW(program->mem, PointsTo);
  p->mem = program->mem;
  p->program = program;
  p->n_funcs = program->funcs.n;
  p->base = MEM_ARRAY(p->mem, uint32_t, program->funcs.n);
  for (uint32_t f = 1; f < program->funcs.n; f++) {
    p->base[f] = p->n_values;
    uint32_t n = program->funcs.at[f].insts.n;
    p->n_values += n > 1 + program->funcs.at[f].n_params
                       ? n
                       : 1 + program->funcs.at[f].n_params;
  }
  p->refs = MEM_ARRAY(p->mem, Ref, p->n_values);
  p->flags = MEM_ARRAY(p->mem, uint8_t, p->n_values);
  p->stamps = MEM_ARRAY(p->mem, uint32_t, program->funcs.n);
  p->taken = MEM_ARRAY(p->mem, uint8_t, program->funcs.n);
  prog_address_taken(program, p->taken);
  map_init(&p->inst_object, p->mem);
  map_init(&p->range_of, p->mem);
  map_init(&p->call_of, p->mem);
  VEC_PUSH(p->mem, &p->nodes, ((Node){0}));
  points_add_objects(p);
  points_init_unknown(p);
  points_init_globals(p);
  init_entry(p);
  solve(p);
  find_unique(p);
#ifndef NDEBUG
  prog_points_validate(p);
#endif
  return p;
}

void prog_points_free(PointsTo *p) {
  Mem *mem = p->mem;
  for (uint32_t n = 0; n < p->nodes.n; n++) {
    VEC_DONE(mem, &p->nodes.at[n].cells);
    VEC_DONE(mem, &p->nodes.at[n].spans);
  }
  for (uint32_t c = 0; c < p->calls.n; c++)
    VEC_DONE(mem, &p->calls.at[c].bound);
  MEM_FREE_ARRAY(mem, p->base, p->n_funcs);
  MEM_FREE_ARRAY(mem, p->refs, p->n_values);
  MEM_FREE_ARRAY(mem, p->flags, p->n_values);
  MEM_FREE_ARRAY(mem, p->stamps, p->n_funcs);
  MEM_FREE_ARRAY(mem, p->taken, p->n_funcs);
  MEM_FREE_ARRAY(mem, p->next_object, p->n_chain);
  MEM_FREE_ARRAY(mem, p->global_object, p->n_globals);
  MEM_FREE_ARRAY(mem, p->func_object, p->n_funcs);
  map_done(&p->inst_object);
  map_done(&p->range_of);
  map_done(&p->call_of);
  VEC_DONE(mem, &p->nodes);
  VEC_DONE(mem, &p->objects);
  VEC_DONE(mem, &p->homes);
  VEC_DONE(mem, &p->work);
  VEC_DONE(mem, &p->ranges);
  VEC_DONE(mem, &p->calls);
  MEM_DELETE(mem, p);
}

uint32_t prog_points_n_objects(const PointsTo *p) {
  return p->objects.n;
}

const MemObject *prog_points_object(const PointsTo *p, uint32_t object) {
  require(object < p->objects.n);
  return &p->objects.at[object];
}

uint32_t prog_points_of_global(const PointsTo *p, GlobalId global) {
  require(global.id && global.id < p->n_globals);
  return p->global_object[global.id];
}

uint32_t prog_points_of_inst(const PointsTo *p, FuncId f, uint32_t inst) {
  const uint64_t *object = map_find(
      &p->inst_object, row_pair(prog_rolled(p->program, f).id,
                                prog_rolled_inst(p->program, f, inst)));
  require(object != NULL);
  return (uint32_t)*object;
}

/* Sorts the entries from `start` on. */
static void sort_indices(IndexVec *vec, uint32_t start) {
  uint32_t n = vec->n - start;
  if (n < 2) return;
  uint32_t *at = vec->at + start;
  for (uint32_t gap = n / 2; gap; gap /= 2)
    for (uint32_t i = gap; i < n; i++) {
      uint32_t moved = at[i], k = i;
      for (; k >= gap && at[k - gap] > moved; k -= gap) at[k] = at[k - gap];
      at[k] = moved;
    }
}

unsigned prog_points_flags(const PointsTo *p, FuncId f, Val val) {
  Ref ref = points_find(p, points_ref(p, f, val));
  unsigned flow_bits = points_flags(p, f, val), flags = 0;
  assert(ref.node < p->nodes.n);
  if (flow_bits & FLOW_INDETERMINATE) flags |= POINTS_INDETERMINATE;
  if (flow_bits & FLOW_WILD) flags |= POINTS_UNKNOWN;
  if (ref.node && p->nodes.at[ref.node].bits & NODE_UNKNOWN)
    flags |= POINTS_UNKNOWN;
  return flags;
}

bool prog_points_leads_to(const PointsTo *p, FuncId f, Val val,
                          uint32_t object) {
  require(object < p->homes.n);
  uint32_t node = points_find(p, points_ref(p, f, val)).node;
  return node && node == points_find(p, p->homes.at[object]).node;
}

unsigned prog_points_targets(const PointsTo *p, FuncId f, Val val,
                             IndexVec *objects) {
  Ref ref = points_find(p, points_ref(p, f, val));
  unsigned flags = prog_points_flags(p, f, val);
  if (ref.node == 0) return flags;
  const Node *node = &p->nodes.at[ref.node];
  uint32_t start = objects->n;
  for (uint32_t o = node->first; o != ANALYSIS_NONE; o = p->next_object[o])
    VEC_PUSH(p->mem, objects, o);
  sort_indices(objects, start);
  return flags;
}

uint32_t prog_points_private(const PointsTo *p, FuncId f, Val val) {
  Ref ref = points_find(p, points_ref(p, f, val));
  const Node *node = &p->nodes.at[ref.node];
  bool alone = node->bits & NODE_PRIVATE && !(node->bits & NODE_UNKNOWN) &&
               node->first == ANALYSIS_NONE;
  return ref.node && alone ? ref.node : 0;
}

bool prog_points_offset(const PointsTo *p, FuncId f, Val val, uint32_t object,
                        int64_t *offset) {
  require(object < p->homes.n);
  Ref ref = points_find(p, points_ref(p, f, val));
  Ref home = points_find(p, p->homes.at[object]);
  if (ref.node == 0 || ref.node != home.node) return false;
  const Node *node = &p->nodes.at[ref.node];
  if (node->stride || node->bits & NODE_UNKNOWN ||
      points_flags(p, f, val) & FLOW_FUZZY)
    return false;
  *offset = (int64_t)((uint64_t)ref.offset - (uint64_t)home.offset);
  return true;
}

/* Leaves out functions that do not fit the call, if any fits: calling the
 * others is undefined (C11 6.5.2.2p9).  Whether there were such. */
static bool keep_fitting(const PointsTo *p, FuncId f, const Inst *call,
                         IndexVec *funcs, uint32_t start) {
  const Function *in = prog_func(p->program, f);
  uint32_t kept = start;
  for (uint32_t i = start; i < funcs->n; i++)
    if (prog_call_fits(p->program, in, call, (FuncId){funcs->at[i]})) kept++;
  if (kept == start || kept == funcs->n) return false;
  kept = start;
  for (uint32_t i = start; i < funcs->n; i++)
    if (prog_call_fits(p->program, in, call, (FuncId){funcs->at[i]}))
      funcs->at[kept++] = funcs->at[i];
  assert(kept < funcs->n);
  funcs->n = kept;
  return true;
}

unsigned prog_points_callees(const PointsTo *p, FuncId f, uint32_t inst,
                             IndexVec *funcs) {
  uint64_t *index = map_find(&p->call_of, row_pair(f.id, inst));
  require(index != NULL);
  const CallInst *call = &p->calls.at[*index];
  const Inst *text = &prog_func(p->program, f)->insts.at[inst];
  uint32_t start = funcs->n;
  for (uint32_t i = 0; i < call->bound.n; i++)
    VEC_PUSH(p->mem, funcs, call->bound.at[i]);
  sort_indices(funcs, start);
  if (val_is_const(text->ops[0]) && call->bound.n) return 0;
  unsigned flags = keep_fitting(p, f, text, funcs, start) ? POINTS_MISFIT : 0;
  if (points_is_outside(p, f, text->ops[0])) flags |= POINTS_UNKNOWN;
  return flags;
}

const RangeInst *points_range(const PointsTo *p, FuncId f, uint32_t inst) {
  uint64_t *index = map_find(&p->range_of, row_pair(f.id, inst));
  require(index != NULL);
  return &p->ranges.at[*index];
}

static void validate_intervals(const Node *node, const IntervalVec *vec) {
  for (uint32_t i = 0; i < vec->n; i++) {
    require(vec->at[i].lo < vec->at[i].hi);
    if (i) require(vec->at[i - 1].hi <= vec->at[i].lo);
    if (node->stride)
      require(vec->at[i].lo >= 0 && vec->at[i].hi <= node->stride);
  }
}

/* Every object is in the list of its node, and in no other. */
static void validate_homes(const PointsTo *p) {
  uint32_t listed = 0;
  for (uint32_t n = 1; n < p->nodes.n; n++) {
    const Node *node = &p->nodes.at[n];
    if (node->parent != n) continue;
    for (uint32_t o = node->first; o != ANALYSIS_NONE; o = p->next_object[o]) {
      require(points_find(p, p->homes.at[o]).node == n);
      require(listed++ < p->objects.n);
    }
  }
  require(listed == p->objects.n);
}

void prog_points_validate(const PointsTo *p) {
  require(p->work.n == 0);
  for (uint32_t n = 1; n < p->nodes.n; n++) {
    const Node *node = &p->nodes.at[n];
    if (node->parent != n) {
      require(node->cells.n == 0 && node->spans.n == 0);
      continue;
    }
    validate_intervals(node, &node->cells);
    validate_intervals(node, &node->spans);
    for (uint32_t c = 0; c < node->cells.n; c++) {
      const Interval *cell = &node->cells.at[c];
      const Interval *span = points_interval(&node->spans, cell->lo);
      if (span) require(cell->hi <= span->hi);
    }
  }
  validate_homes(p);
}
