/* SPDX-License-Identifier: MIT
 *
 * Are regions what they are said to be?
 *
 * By the solution of points-to, which is closed (points.c): each access touches
 * intervals of a root.  Two accesses that touch one interval are in one region;
 * so there is at most one region for each interval, which is all that has to be
 * asked.  Then the kind: a scalar region has one cell of one object that exists
 * once, and its accesses can go nowhere else; a region of cells has accesses of
 * one size, which are the cells, and ranges that respect them; one whose
 * targets are known is not met by pointers of unknown origin.
 *
 * Bytes that only ranges touch belong to no interval: no load sees them. */
#include "analysis/lengths.h"
#include "audit/audit_int.h"

typedef struct RegionAudit {
  Audit audit;
  const Regions *regions;
  uint32_t *first; /* root -> number of its first cell; spans follow */
  uint32_t n_first;
  uint32_t *region_of; /* interval -> region, or 0 */
  uint32_t n_intervals;
} RegionAudit;

/* One side of an access. */
typedef struct Touch {
  FuncId func;
  Val pointer;
  Place at;
  int64_t bytes; /* POINTS_OPEN: not known, */
  int64_t unit;  /* ... but a multiple of this */
  bool is_range;
} Touch;

/* ---- one region for each interval ---- */

static void number_intervals(RegionAudit *r) {
  const PointsTo *p = r->audit.points;
  r->n_first = p->nodes.n;
  r->first = MEM_ARRAY(r->audit.mem, uint32_t, r->n_first);
  for (uint32_t n = 1; n < p->nodes.n; n++) {
    r->first[n] = r->n_intervals;
    if (p->nodes.at[n].parent == n)
      r->n_intervals += p->nodes.at[n].cells.n + p->nodes.at[n].spans.n;
  }
  r->region_of = MEM_ARRAY(r->audit.mem, uint32_t, r->n_intervals + 1);
}

/* The number of who holds the interval. */
static uint32_t number_of(const RegionAudit *r, Place at,
                          const Interval *interval) {
  const Node *node = audit_node(&r->audit, at);
  const Interval *holder = audit_holder(&r->audit, at, interval);
  bool is_cell =
      holder >= node->cells.at && holder < node->cells.at + node->cells.n;
  return r->first[at.root] +
         (uint32_t)(is_cell ? holder - node->cells.at
                            : node->cells.n + (holder - node->spans.at));
}

static void put_region(RegionAudit *r, const Touch *touch, uint32_t region) {
  const Node *node = audit_node(&r->audit, touch->at);
  Bytes bytes = audit_bytes(&r->audit, touch->at, touch->bytes);
  for (int spans = 0; spans < 2; spans++) {
    const IntervalVec *intervals = spans ? &node->spans : &node->cells;
    for (uint32_t i = audit_first(intervals, bytes);
         audit_reaches(intervals, i, bytes); i++) {
      uint32_t number = number_of(r, touch->at, &intervals->at[i]);
      assert(number < r->n_intervals);
      uint32_t *known = &r->region_of[number];
      audit_need(&r->audit, !*known || *known == region,
                 "accesses that may meet are in two regions");
      *known = region;
    }
  }
}

/* ---- kinds ---- */

static bool is_sure(const RegionAudit *r, const Touch *touch) {
  const Audit *a = &r->audit;
  return !audit_flags(a, touch->func, touch->pointer) &&
         audit_value(a, touch->func, touch->pointer).root &&
         !audit_is_unknown(a, touch->at) &&
         !(audit_node(a, touch->at)->bits & NODE_PRIVATE);
}

static void check_scalar(RegionAudit *r, const Touch *touch, RegionId region) {
  Audit *a = &r->audit;
  const Node *node = audit_node(a, touch->at);
  Bytes bytes = audit_bytes(a, touch->at, touch->bytes);
  const Interval *cell = audit_around(&node->cells, bytes);
  uint64_t offset;
  uint32_t o = prog_region_scalar(r->regions, region, &offset);
  const MemObject *object = prog_points_object(a->points, o);
  Place home = audit_home(a, o);
  audit_need(a, is_sure(r, touch) && !touch->is_range && cell,
             "a variable is accessed through a pointer that is not sure");
  if (!cell) return;
  audit_need(a,
             a->n_objects[touch->at.root] == 1 &&
                 a->object[touch->at.root] == o && !node->stride,
             "a variable is not alone");
  audit_need(a,
             cell->lo == bytes.lo && cell->hi == bytes.hi && !cell->mixed &&
                 cell == audit_holder(a, touch->at, cell),
             "a variable is accessed in pieces");
  audit_need(a,
             cell->lo == home.offset + (int64_t)offset &&
                 offset + (uint64_t)touch->bytes <= object->size,
             "a variable lies elsewhere");
  audit_need(a,
             object->count == OBJECT_ONCE && (object->kind == OBJECT_GLOBAL ||
                                              object->kind == OBJECT_ALLOCA ||
                                              object->kind == OBJECT_ALLOC),
             "a variable may exist twice");
}

/* Does a range leave every cell of that size whole, and meet it in step? */
static bool is_in_step(const RegionAudit *r, const Touch *touch,
                       const Interval *cell) {
  int64_t size = cell->hi - cell->lo;
  int64_t stride = audit_node(&r->audit, touch->at)->stride;
  Bytes bytes = audit_bytes(&r->audit, touch->at, touch->bytes);
  if ((cell->lo - touch->at.offset) % size) return false;
  if (touch->bytes == POINTS_OPEN)
    return touch->unit % size == 0 && (!stride || stride % size == 0);
  if (!bytes.whole) return audit_within(cell, bytes);
  return touch->bytes % stride == 0 &&
         (touch->bytes == stride || stride % size == 0) &&
         (touch->at.offset <= cell->lo || touch->at.offset >= cell->hi);
}

static void check_cells(RegionAudit *r, const Touch *touch, int64_t size) {
  Audit *a = &r->audit;
  const IntervalVec *cells = &audit_node(a, touch->at)->cells;
  Bytes bytes = audit_bytes(a, touch->at, touch->bytes);
  for (uint32_t i = audit_first(cells, bytes); audit_reaches(cells, i, bytes);
       i++) {
    const Interval *cell = &cells->at[i];
    audit_need(a, cell->hi - cell->lo == size && !cell->mixed,
               "cells of a region have several sizes");
    bool is_whole =
        touch->is_range ? is_in_step(r, touch, cell) : touch->bytes == size;
    audit_need(a, is_whole, "a cell of a region is cut");
  }
}

static void check_touch(RegionAudit *r, const Touch *touch, RegionId id) {
  const Region *region = prog_region(r->regions, id);
  put_region(r, touch, id.id);
  audit_need(&r->audit, region->targets == REGION_UNKNOWN || is_sure(r, touch),
             "a region that unknown pointers meet is taken for known");
  if (region->kind == REGION_BYTES) return;
  if (region->kind == REGION_SCALAR) check_scalar(r, touch, id);
  check_cells(r, touch, region->cell_bits / 8);
}

/* ---- accesses ---- */

static Touch touch_of(const RegionAudit *r, FuncId f, const Inst *inst,
                      uint32_t operand) {
  const Audit *a = &r->audit;
  const Function *in = prog_func(a->program, f);
  Touch touch = {.func = f, .pointer = inst->ops[operand], .unit = 1};
  touch.at = audit_address(a, f, touch.pointer);
  TypeId type = inst->op == OP_STORE
                    ? prog_val_type(a->program, in, inst->ops[0])
                    : inst->type;
  touch.is_range = inst->op != OP_LOAD && inst->op != OP_STORE;
  if (!touch.is_range) {
    touch.bytes = (int64_t)prog_store_size(a->program, type);
    return touch;
  }
  Val length = prog_length(inst);
  touch.bytes = audit_length(a, inst);
  if (!val_is_none(length)) touch.unit = prog_divisor(a->program, in, length);
  return touch;
}

static void check_access(RegionAudit *r, FuncId f, uint32_t i,
                         const Inst *inst) {
  bool is_access = inst->op == OP_LOAD || prog_op_has(inst->op, 'W');
  if (!is_access) return;
  RegionId region = prog_region_of(r->regions, f, i);
  audit_need(&r->audit, region.id != 0, "an access has no region");
  if (!region.id) return;
  Touch to = touch_of(r, f, inst, inst->op == OP_STORE);
  if (to.bytes == 0) return;
  check_touch(r, &to, region);
  if (inst->op != OP_MEMCPY) return;
  Touch from = touch_of(r, f, inst, 1);
  check_touch(r, &from, region);
}

static void check_accesses(RegionAudit *r) {
  const Program *program = r->audit.program;
  for (uint32_t id = 1; id < program->funcs.n; id++) {
    const Function *f = &program->funcs.at[id];
    r->audit.func = (FuncId){id};
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        r->audit.inst = f->blocks.at[b].insts.at[k];
        check_access(r, (FuncId){id}, r->audit.inst,
                     &f->insts.at[r->audit.inst]);
      }
  }
  r->audit.func = (FuncId){0};
}

bool audit_regions(const PointsTo *points, const Regions *regions, Text *why) {
  RegionAudit r = {.regions = regions};
  audit_open(&r.audit, points, why);
  number_intervals(&r);
  check_accesses(&r);
  bool holds = r.audit.state == AUDIT_HOLDS;
  MEM_FREE_ARRAY(r.audit.mem, r.first, r.n_first);
  MEM_FREE_ARRAY(r.audit.mem, r.region_of, r.n_intervals + 1);
  audit_close(&r.audit);
  return holds;
}

/* A check is over that began at that time. */
static void audited(Program *program, double began, bool holds, Text *why) {
  program->audited += clock_cpu() - began;
  if (!holds)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "what pointers lead to is not certain: %s", text_get(why));
  text_done(why);
}

PointsTo *audit_points_new(Program *program) {
  const char *reasons[POINTS_MOST_PREMISES];
  uint32_t n = prog_points_premises(program, reasons);
  for (uint32_t i = 0; i < n; i++)
    prog_ledger(program, LEDGER_MODEL, (LocId){0}, "%s", reasons[i]);
  PointsTo *points = prog_points_new(program);
  double began = clock_cpu();
  Text why;
  text_init(&why, program->mem);
  audited(program, began, audit_points(points, &why), &why);
  return points;
}

Regions *audit_regions_new(Program *program, const PointsTo *points) {
  require(points->program == program);
  Regions *regions = prog_regions_new(program, points);
  double began = clock_cpu();
  Text why;
  text_init(&why, program->mem);
  audited(program, began, audit_regions(points, regions, &why), &why);
  return regions;
}
