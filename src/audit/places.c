/* SPDX-License-Identifier: MIT
 *
 * How a solution of points-to is read: places, what is there, who holds what.
 * Nothing of the solver is used but its tables. */
#include "analysis/lengths.h"
#include "audit/audit_int.h"

void audit_fail(Audit *a, const char *what) {
  assert(what && *what);
  if (a->state == AUDIT_FAILED) return;
  a->state = AUDIT_FAILED;
  text_printf(a->why, "%s", what);
  if (!a->func.id) return;
  const Function *f = prog_func(a->program, a->func);
  const Inst *inst = &f->insts.at[a->inst];
  text_printf(a->why, " (%s in '%s', ", prog_op_name(inst->op), f->name);
  prog_print_loc(a->why, a->program, inst->loc);
  text_char(a->why, ')');
}

/* ---- places ---- */

static int64_t added(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* At the root itself. */
static Place canonical(const Audit *a, Place place) {
  int64_t stride = a->points->nodes.at[place.root].stride;
  if (stride) place.offset = (place.offset % stride + stride) % stride;
  return place;
}

Place audit_place(const Audit *a, Ref ref) {
  Place place = {ref.node, ref.offset};
  if (!ref.node) return (Place){0};
  uint32_t steps = 0, n = a->points->nodes.n;
  for (;; steps++) {
    require(place.root < n && steps < n);
    const Node *node = &a->points->nodes.at[place.root];
    if (node->parent == place.root) return canonical(a, place);
    place.offset = added(place.offset, node->shift);
    place.root = node->parent;
  }
}

Place audit_step(const Audit *a, Place place, int64_t bytes) {
  assert(place.root);
  place.offset = added(place.offset, bytes);
  return canonical(a, place);
}

const Node *audit_node(const Audit *a, Place place) {
  assert(place.root && place.root < a->points->nodes.n);
  return &a->points->nodes.at[place.root];
}

Place audit_home(const Audit *a, uint32_t object) {
  require(object < a->points->homes.n);
  return audit_place(a, a->points->homes.at[object]);
}

Place audit_value(const Audit *a, FuncId f, Val val) {
  const PointsTo *p = a->points;
  if (val_is_none(val)) return (Place){0};
  if (val_is_local(val))
    return audit_place(a, p->refs[p->base[f.id] + val_index(val)]);
  const Const *c = prog_const(a->program, val);
  switch (c->kind) {
  case CONST_BITS: return (Place){0};
  case CONST_FUNC: return audit_home(a, p->func_object[c->func.id]);
  case CONST_GLOBAL: break;
  }
  require(c->global.id < p->n_globals);
  return audit_step(a, audit_home(a, p->global_object[c->global.id]),
                    c->offset);
}

/* Object 0 is what is not seen. */
Place audit_address(const Audit *a, FuncId f, Val val) {
  Place place = audit_value(a, f, val);
  return place.root ? place : audit_home(a, 0);
}

/* ---- values ---- */

bool audit_may_hold(const Audit *a, TypeId type) {
  return type.id && prog_type(a->program, type)->bits != 1;
}

/* No object is in the first page or the last. */
static bool is_near_zero(const Const *c, uint32_t bits) {
  enum { PAGE = 4096 };
  uint32_t n = BV_WORDS(bits), used = bits % 64 ? bits % 64 : 64;
  BvWord top = c->words[n - 1] << (64 - used);
  BvWord sign = (int64_t)top < 0 ? ~(BvWord)0 : 0;
  for (uint32_t i = 0; i < n; i++) {
    BvWord word = c->words[i];
    if (i == n - 1 && used < 64) word |= sign << used;
    if (i > 0 && word != sign) return false;
    if (i == 0 && (((int64_t)word < 0 ? ~(BvWord)0 : 0) != sign ||
                   (int64_t)word >= PAGE || (int64_t)word <= -PAGE))
      return false;
  }
  return true;
}

unsigned audit_flags(const Audit *a, FuncId f, Val val) {
  const PointsTo *p = a->points;
  if (val_is_none(val)) return 0;
  if (val_is_local(val)) return p->flags[p->base[f.id] + val_index(val)];
  const Const *c = prog_const(a->program, val);
  if (c->kind != CONST_BITS) return 0;
  uint32_t bits = prog_type(a->program, c->type)->bits;
  bool is_address = bits >= a->program->pointer_bits && !is_near_zero(c, bits);
  return is_address ? FLOW_WILD : 0;
}

bool audit_is_unknown(const Audit *a, Place place) {
  return place.root && place.root == audit_home(a, 0).root;
}

bool audit_carries(const Audit *a, Place place) {
  if (!place.root) return false;
  return a->n_objects[place.root] || audit_is_unknown(a, place) ||
         audit_node(a, place)->bits & NODE_PRIVATE;
}

/* ---- bytes ---- */

Bytes audit_bytes(const Audit *a, Place at, int64_t bytes) {
  assert(at.root && bytes > 0);
  int64_t stride = audit_node(a, at)->stride;
  if (stride) {
    bool fits = bytes <= stride && at.offset <= stride - bytes;
    return fits ? (Bytes){at.offset, at.offset + bytes, false}
                : (Bytes){0, stride, true};
  }
  bool ends = bytes != POINTS_OPEN && at.offset < POINTS_OPEN - bytes;
  return (Bytes){at.offset, ends ? at.offset + bytes : POINTS_OPEN, false};
}

uint32_t audit_first(const IntervalVec *intervals, Bytes bytes) {
  uint32_t low = 0, high = intervals->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (intervals->at[middle].hi <= bytes.lo)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const Interval *audit_around(const IntervalVec *intervals, Bytes bytes) {
  uint32_t first = audit_first(intervals, bytes);
  if (first == intervals->n) return NULL;
  const Interval *found = &intervals->at[first];
  return found->lo <= bytes.lo && bytes.hi <= found->hi ? found : NULL;
}

const Interval *audit_holder(const Audit *a, Place at, const Interval *cell) {
  assert(cell->lo < cell->hi);
  const Interval *span =
      audit_around(&audit_node(a, at)->spans, (Bytes){cell->lo, cell->hi, 0});
  return span ? span : cell;
}

unsigned audit_initial(const Audit *a, Place at) {
  uint8_t bits = audit_node(a, at)->bits;
  if (audit_is_unknown(a, at))
    return FLOW_WILD | FLOW_FUZZY | FLOW_INDETERMINATE;
  return bits & (NODE_FRESH | NODE_PRIVATE) ? FLOW_INDETERMINATE : 0;
}

int64_t audit_length(const Audit *a, const Inst *inst) {
  Val length = prog_length(inst);
  uint64_t bytes;
  if (val_is_none(length) || !prog_const_as_u64(a->program, length, &bytes) ||
      bytes >= POINTS_OPEN)
    return POINTS_OPEN;
  return (int64_t)bytes;
}

/* ---- the tables ---- */

/* A set of intervals is sorted, and no two share a byte. */
static void read_intervals(Audit *a, const Node *node, const IntervalVec *vec) {
  for (uint32_t i = 0; i < vec->n; i++) {
    const Interval *at = &vec->at[i];
    audit_need(a, at->lo < at->hi, "an interval is empty");
    audit_need(a, !i || vec->at[i - 1].hi <= at->lo, "intervals overlap");
    audit_need(a, !node->stride || (at->lo >= 0 && at->hi <= node->stride),
               "an interval sticks out of the stride");
  }
}

/* No cell sticks out of a span. */
static void read_cells(Audit *a, const Node *node) {
  for (uint32_t c = 0, s = 0; c < node->cells.n; c++) {
    const Interval *cell = &node->cells.at[c];
    while (s < node->spans.n && node->spans.at[s].hi <= cell->lo) s++;
    if (s == node->spans.n || node->spans.at[s].lo >= cell->hi) continue;
    const Interval *span = &node->spans.at[s];
    audit_need(a, span->lo <= cell->lo && cell->hi <= span->hi,
               "a cell sticks out of a span");
  }
}

/* The unknown is one byte, and what is stored there is known there. */
static void read_unknown(Audit *a, const Node *node) {
  audit_need(a, node->stride == 1, "the unknown has fields");
  audit_need(a, node->cells.n == 1, "the unknown has no cell");
  for (uint32_t i = 0; i < node->cells.n + node->spans.n; i++) {
    const Interval *held = i < node->cells.n
                               ? &node->cells.at[i]
                               : &node->spans.at[i - node->cells.n];
    held = audit_holder(a, audit_home(a, 0), held);
    audit_need(a, audit_is_unknown(a, audit_place(a, held->link)),
               "what is stored in the unknown is not part of it");
  }
}

static void read_nodes(Audit *a) {
  const PointsTo *p = a->points;
  for (uint32_t n = 1; n < p->nodes.n; n++) {
    const Node *node = &p->nodes.at[n];
    if (node->parent != n) continue;
    read_intervals(a, node, &node->cells);
    read_intervals(a, node, &node->spans);
    read_cells(a, node);
    bool is_unknown = n == audit_home(a, 0).root;
    audit_need(a, is_unknown == ((node->bits & NODE_UNKNOWN) != 0),
               "there are two unknowns");
    if (is_unknown) read_unknown(a, node);
  }
}

static void read_objects(Audit *a) {
  const PointsTo *p = a->points;
  for (uint32_t o = 0; o < p->objects.n; o++) {
    uint32_t root = audit_home(a, o).root;
    a->n_objects[root]++;
    a->object[root] = o;
    if (p->objects.at[o].kind != OBJECT_FUNC) continue;
    uint32_t f = p->objects.at[o].func.id;
    a->next[f] = a->first[root];
    a->first[root] = f;
  }
}

/* The chain of objects of each root is what the homes say. */
static void read_chains(Audit *a) {
  const PointsTo *p = a->points;
  for (uint32_t n = 1; n < p->nodes.n; n++) {
    if (p->nodes.at[n].parent != n) continue;
    uint32_t listed = 0, o = p->nodes.at[n].first;
    for (; o != ANALYSIS_NONE && listed <= a->n_objects[n]; listed++) {
      audit_need(a, audit_home(a, o).root == n,
                 "an object is listed elsewhere");
      o = p->next_object[o];
    }
    audit_need(a, listed == a->n_objects[n], "an object is not listed");
  }
}

void audit_open(Audit *a, const PointsTo *points, Text *why) {
  const Program *program = points->program;
  Mem *mem = program->mem;
  uint32_t n = points->nodes.n, n_funcs = program->funcs.n;
  require(points->work.n == 0 && points->objects.n == points->homes.n);
  *a = (Audit){.program = program, .points = points, .mem = mem, .why = why};
  a->n_objects = MEM_ARRAY(mem, uint32_t, n);
  a->object = MEM_ARRAY(mem, uint32_t, n);
  a->first = MEM_ARRAY(mem, uint32_t, n);
  a->next = MEM_ARRAY(mem, uint32_t, n_funcs);
  a->taken = MEM_ARRAY(mem, uint8_t, n_funcs);
  a->called = MEM_ARRAY(mem, uint8_t, n_funcs);
  a->bound = MEM_ARRAY(mem, uint32_t, n_funcs);
  prog_address_taken(program, a->taken);
  read_objects(a);
  read_nodes(a);
  read_chains(a);
}

void audit_close(Audit *a) {
  uint32_t n = a->points->nodes.n, n_funcs = a->program->funcs.n;
  MEM_FREE_ARRAY(a->mem, a->n_objects, n);
  MEM_FREE_ARRAY(a->mem, a->object, n);
  MEM_FREE_ARRAY(a->mem, a->first, n);
  MEM_FREE_ARRAY(a->mem, a->next, n_funcs);
  MEM_FREE_ARRAY(a->mem, a->taken, n_funcs);
  MEM_FREE_ARRAY(a->mem, a->called, n_funcs);
  MEM_FREE_ARRAY(a->mem, a->bound, n_funcs);
}
