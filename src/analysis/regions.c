/* SPDX-License-Identifier: MIT
 *
 * Regions: classes of memory accesses that cannot touch each other's bytes.
 *
 * Problem.  The encoder wants as many small memories as possible, and plain
 * variables where an access can mean one place only.
 *
 * Idea.  Points-to has done the work: a cell of a node is exactly a class of
 * accesses that may overlap.  What is left is to join the cells that one
 * MEMCPY, MEMSET or HAVOC touches together (each instruction has one region),
 * to number the classes in the order of their first access, and to say what
 * each is:
 *
 *   scalar  one cell, of one object that exists once and is alone in its node,
 *           always accessed as a whole through pointers that are sure to point
 *           there (or are null, and then not followed);
 *   cells   cells of one size, never cut, and met when a range is gone over in
 *           steps of that size;
 *   bytes   the rest.
 *
 * Invariant (prog_regions_validate): every memory instruction but FREE has a
 * region; two cells share bytes only inside one region.  Near-linear. */
#include "analysis/points.h"

/* A class: a cell or a span of a root node, or a range that no other access
 * touches. */
typedef struct Class {
  uint32_t parent;   /* union-find */
  uint32_t region;   /* of the root; 0: no access */
  uint32_t node;     /* root node */
  int64_t lo, hi;    /* the cell */
  uint8_t is_cell;   /* not a span */
  uint8_t mixed;     /* cell: see Interval */
  uint32_t n_cells;  /* root: of the class */
  uint8_t cut;       /* root: a range or span does not respect the cells */
  uint8_t ranged;    /* root: touched by a range instruction */
  uint8_t unsure;    /* root: through a pointer that may be anything */
  uint8_t different; /* root: cells of several sizes, or mixed */
} Class;

struct Regions {
  Mem *mem;
  const Program *program;
  const PointsTo *points;
  Arena names;
  Vec(Region) table; /* [0] unused */
  uint32_t *start;   /* function -> its instructions' first place in `of` */
  RegionId *of;      /* the region of every instruction, or none */
  uint32_t n_funcs, n_insts;
  uint32_t *first; /* node -> class of its cell 0; spans follow the cells */
  uint32_t n_nodes;
  Vec(Class) classes;
  Map lone;        /* func << 32 | inst of a range that is its own class */
  Rows nodes;      /* region -> its nodes */
  IndexVec scalar; /* region -> class of its one cell, or NONE */
};

static uint32_t root_of(Regions *r, uint32_t c) {
  assert(c < r->classes.n);
  Class *classes = r->classes.at;
  while (classes[c].parent != c) {
    classes[c].parent = classes[classes[c].parent].parent;
    c = classes[c].parent;
  }
  return c;
}

/* The lower number stays, so that runs are alike. */
static uint32_t unite(Regions *r, uint32_t a, uint32_t b) {
  a = root_of(r, a);
  b = root_of(r, b);
  if (a == b) return a;
  if (b < a) {
    uint32_t swap = a;
    a = b;
    b = swap;
  }
  Class *into = &r->classes.at[a], *from = &r->classes.at[b];
  from->parent = a;
  if (into->n_cells && from->n_cells &&
      into->hi - into->lo != from->hi - from->lo)
    into->different = 1;
  if (!into->n_cells && from->n_cells) { /* a span takes the cells' measure */
    into->lo = from->lo;
    into->hi = from->hi;
  }
  into->n_cells += from->n_cells;
  into->cut |= from->cut;
  into->ranged |= from->ranged;
  into->unsure |= from->unsure;
  into->different |= from->different;
  return a;
}

static void add_class(Regions *r, uint32_t node, const Interval *interval,
                      uint8_t is_cell) {
  Class class = {.parent = r->classes.n,
                 .node = node,
                 .lo = interval->lo,
                 .hi = interval->hi,
                 .is_cell = is_cell,
                 .mixed = interval->mixed,
                 .n_cells = is_cell,
                 .cut = interval->torn,
                 .ranged = !is_cell,
                 .different = is_cell && interval->mixed};
  VEC_PUSH(r->mem, &r->classes, class);
}

static void add_classes(Regions *r) {
  const PointsTo *p = r->points;
  for (uint32_t n = 1; n < p->nodes.n; n++) {
    const Node *node = &p->nodes.at[n];
    r->first[n] = r->classes.n;
    for (uint32_t c = 0; c < node->cells.n; c++)
      add_class(r, n, &node->cells.at[c], 1);
    for (uint32_t s = 0; s < node->spans.n; s++)
      add_class(r, n, &node->spans.at[s], 0);
    for (uint32_t c = 0; c < node->cells.n; c++) {
      Interval *span = points_interval(&node->spans, node->cells.at[c].lo);
      if (!span) continue;
      uint32_t s = (uint32_t)(span - node->spans.at);
      unite(r, r->first[n] + c, r->first[n] + node->cells.n + s);
    }
  }
}

/* The class of the cell with byte `offset` of the root node, or NONE. */
static uint32_t class_at(const Regions *r, Ref at) {
  const Node *node = &r->points->nodes.at[at.node];
  assert(node->parent == at.node);
  Interval *cell = points_interval(&node->cells, at.offset);
  if (!cell) return ANALYSIS_NONE;
  return r->first[at.node] + (uint32_t)(cell - node->cells.at);
}

/* ---- ranges ---- */

/* Does a cell start when the range is cut into pieces of its size? */
static bool is_aligned(const Node *node, const Interval *cell, int64_t lo,
                       int64_t bytes) {
  int64_t size = cell->hi - cell->lo;
  if ((cell->lo - lo) % size) return false;
  return node->stride == 0 || bytes <= node->stride || node->stride % size == 0;
}

/* Does a range that starts at `lo` respect the cell? */
static bool covers(const Node *node, const Interval *cell, int64_t lo,
                   const RangeInst *range) {
  int64_t bytes = range->bytes;
  if (!is_aligned(node, cell, lo, bytes)) return false;
  if (bytes == POINTS_OPEN) return range->unit % (cell->hi - cell->lo) == 0;
  if (node->stride == 0) return lo <= cell->lo && cell->hi - lo <= bytes;
  if (bytes % node->stride == 0) /* whole rounds, from outside the cell */
    return lo <= cell->lo || lo >= cell->hi;
  return lo <= cell->lo && cell->hi - lo <= bytes && bytes <= node->stride;
}

static uint32_t unite_maybe(Regions *r, uint32_t class, uint32_t more) {
  return class == ANALYSIS_NONE ? more : unite(r, class, more);
}

/* Joins all intervals in the range with `class` (or NONE). */
static uint32_t unite_range(Regions *r, Ref at, const RangeInst *range,
                            uint32_t class) {
  at = points_find(r->points, at);
  const Node *node = &r->points->nodes.at[at.node];
  int64_t lo, hi;
  if (range->bytes == 0) return class;
  bool round = points_fit(node, at.offset, range->bytes, &lo, &hi);
  uint32_t n = node->cells.n;
  for (uint32_t c = 0; c < n; c++) {
    const Interval *cell = &node->cells.at[c];
    if (cell->hi <= lo || cell->lo >= hi) continue;
    class = unite_maybe(r, class, r->first[at.node] + c);
    if (!covers(node, cell, round ? at.offset : lo, range))
      r->classes.at[root_of(r, class)].cut = 1;
  }
  for (uint32_t s = 0; s < node->spans.n; s++) {
    const Interval *span = &node->spans.at[s];
    if (span->hi > lo && span->lo < hi)
      class = unite_maybe(r, class, r->first[at.node] + n + s);
  }
  return class;
}

static uint32_t class_of_range(Regions *r, FuncId f, uint32_t i,
                               const Inst *inst) {
  const RangeInst *range = points_range(r->points, f, i);
  Ref to = points_address(r->points, f, inst->ops[0]);
  uint32_t class = unite_range(r, to, range, ANALYSIS_NONE);
  if (inst->op == OP_MEMCPY)
    class = unite_range(r, points_address(r->points, f, inst->ops[1]), range,
                        class);
  if (class == ANALYSIS_NONE) {
    uint64_t *lone = map_find(&r->lone, row_pair(f.id, i));
    class = lone ? (uint32_t)*lone : r->classes.n;
    if (!lone) {
      map_put(&r->lone, row_pair(f.id, i), class);
      add_class(r, points_find(r->points, to).node,
                &(Interval){.lo = 0, .hi = 1}, 0);
    }
  }
  class = root_of(r, class);
  r->classes.at[class].ranged = 1;
  return class;
}

/* ---- accesses ---- */

static bool is_range(Op op) {
  return op == OP_MEMCPY || op == OP_MEMSET || op == OP_HAVOC;
}

static void note_pointer(Regions *r, uint32_t class, FuncId f, Val pointer) {
  if (points_flags(r->points, f, pointer) ||
      points_ref(r->points, f, pointer).node == 0)
    r->classes.at[root_of(r, class)].unsure = 1;
}

/* The class an instruction accesses, or NONE. */
static uint32_t class_of(Regions *r, FuncId f, uint32_t i, const Inst *inst) {
  if (is_range(inst->op)) return class_of_range(r, f, i, inst);
  if (inst->op != OP_LOAD && inst->op != OP_STORE && inst->op != OP_FREE)
    return ANALYSIS_NONE;
  Val pointer = inst->ops[inst->op == OP_STORE];
  Ref at = points_find(r->points, points_address(r->points, f, pointer));
  uint32_t class = class_at(r, at);
  assert(class != ANALYSIS_NONE || inst->op == OP_FREE);
  return class == ANALYSIS_NONE ? class : root_of(r, class);
}

typedef void AccessStep(Regions *r, FuncId f, uint32_t i, const Inst *inst);

static void for_accesses(Regions *r, AccessStep *step) {
  for (uint32_t id = 1; id < r->program->funcs.n; id++) {
    const Function *f = prog_func(r->program, (FuncId){id});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        uint32_t i = f->blocks.at[b].insts.at[k];
        if (prog_op_has(f->insts.at[i].op, 'M'))
          step(r, (FuncId){id}, i, &f->insts.at[i]);
      }
  }
}

/* First walk: joins, and what is reached through uncertain pointers. */
static void join_access(Regions *r, FuncId f, uint32_t i, const Inst *inst) {
  uint32_t class = class_of(r, f, i, inst);
  if (class == ANALYSIS_NONE || inst->op == OP_FREE) return;
  note_pointer(r, class, f, inst->ops[inst->op == OP_STORE]);
  if (inst->op == OP_MEMCPY) note_pointer(r, class, f, inst->ops[1]);
}

/* ---- what a class is ---- */

/* The one object of a class with one cell, if the cell is a variable. */
static uint32_t scalar_object(const Regions *r, const Class *class) {
  const PointsTo *p = r->points;
  const Node *node = &p->nodes.at[class->node];
  if (class->n_cells != 1 || class->ranged || class->unsure ||
      class->different || class->cut)
    return ANALYSIS_NONE;
  if (node->stride || node->bits & (NODE_UNKNOWN | NODE_PRIVATE))
    return ANALYSIS_NONE;
  uint32_t o = node->first;
  if (o == ANALYSIS_NONE || p->next_object[o] != ANALYSIS_NONE)
    return ANALYSIS_NONE;
  const MemObject *object = &p->objects.at[o];
  if (object->count != OBJECT_ONCE || object->kind == OBJECT_FUNC ||
      object->kind == OBJECT_VA_AREA)
    return ANALYSIS_NONE;
  int64_t start = points_find(p, p->homes.at[o]).offset;
  if (class->lo < start || class->hi - start > (int64_t)object->size)
    return ANALYSIS_NONE; /* outside, or the size is not known */
  return o;
}

static void name_object(const Regions *r, uint32_t o, Text *out) {
  const Program *program = r->program;
  const MemObject *object = &r->points->objects.at[o];
  switch (object->kind) {
  case OBJECT_UNKNOWN: text_add(out, "unknown"); return;
  case OBJECT_GLOBAL:
    text_add(out, prog_global(program, object->global)->name);
    return;
  case OBJECT_FUNC:
    text_add(out, prog_func(program, object->func)->name);
    return;
  case OBJECT_VA_AREA:
    text_printf(out, "arguments of %s", prog_func(program, object->func)->name);
    return;
  case OBJECT_ALLOCA:
  case OBJECT_ALLOC: break;
  }
  const Inst *inst = &prog_func(program, object->func)->insts.at[object->inst];
  if (inst->name != UINT32_MAX)
    text_add(out, names_text(&program->names, inst->name));
  else {
    text_add(out, object->kind == OBJECT_ALLOCA ? "local@" : "heap@");
    prog_print_loc(out, program, inst->loc);
  }
}

static const char *name_class(Regions *r, const Class *class) {
  const PointsTo *p = r->points;
  const Node *node = &p->nodes.at[class->node];
  Text name;
  text_init(&name, r->mem);
  if (node->first == ANALYSIS_NONE)
    text_add(&name, "nothing");
  else {
    name_object(r, node->first, &name);
    int64_t offset =
        class->lo - points_find(p, p->homes.at[node->first]).offset;
    if (node->stride)
      offset = (offset % node->stride + node->stride) % node->stride;
    if (offset) text_printf(&name, "%+lld", (long long)offset);
    if (node->stride) text_printf(&name, "%%%lld", (long long)node->stride);
    if (node->first != node->last) text_add(&name, "...");
  }
  const char *kept = arena_strdup(&r->names, text_get(&name));
  text_done(&name);
  return kept;
}

static void add_region(Regions *r, uint32_t root) {
  Class *class = &r->classes.at[root];
  assert(class->parent == root && class->region == 0 && class->lo < class->hi);
  Region region = {.kind = REGION_BYTES, .cell_bits = 8};
  int64_t bytes = class->hi - class->lo;
  bool scalar = scalar_object(r, class) != ANALYSIS_NONE;
  if (class->n_cells && !class->different && !class->cut && bytes <= 1 << 20) {
    region.kind = scalar ? REGION_SCALAR : REGION_CELLS;
    region.cell_bits = (uint32_t)bytes * 8;
  }
  const Node *node = &r->points->nodes.at[class->node];
  bool known = !class->unsure && !(node->bits & (NODE_UNKNOWN | NODE_PRIVATE));
  region.targets = known ? REGION_KNOWN : REGION_UNKNOWN;
  region.name = name_class(r, class);
  class->region = r->table.n;
  VEC_PUSH(r->mem, &r->table, region);
  VEC_PUSH(r->mem, &r->scalar,
           region.kind == REGION_SCALAR ? root : ANALYSIS_NONE);
}

static RegionId *place_of(const Regions *r, FuncId f, uint32_t inst) {
  require(f.id < r->n_funcs && r->start[f.id] + inst < r->start[f.id + 1]);
  return &r->of[r->start[f.id] + inst];
}

/* Second walk: numbers. */
static void number_access(Regions *r, FuncId f, uint32_t i, const Inst *inst) {
  if (inst->op == OP_FREE) return;
  uint32_t class = class_of(r, f, i, inst);
  if (class == ANALYSIS_NONE) return;
  if (r->classes.at[class].region == 0) add_region(r, class);
  *place_of(r, f, i) = (RegionId){r->classes.at[class].region};
}

/* Third walk: FREEs, which touch no contents. */
static void number_free(Regions *r, FuncId f, uint32_t i, const Inst *inst) {
  if (inst->op != OP_FREE) return;
  uint32_t class = class_of(r, f, i, inst);
  if (class != ANALYSIS_NONE)
    *place_of(r, f, i) = (RegionId){r->classes.at[class].region};
}

static void add_node_rows(Regions *r) {
  PairVec pairs = {0};
  for (uint32_t c = 0; c < r->classes.n; c++) {
    uint32_t region = r->classes.at[root_of(r, c)].region;
    r->classes.at[c].region = region;
    if (region)
      VEC_PUSH(r->mem, &pairs, row_pair(region, r->classes.at[c].node));
  }
  r->nodes = prog_rows_from(r->mem, r->table.n, &pairs);
  VEC_DONE(r->mem, &pairs);
}

static void number_insts(Regions *r) {
  r->n_funcs = r->program->funcs.n;
  r->start = MEM_ARRAY(r->mem, uint32_t, r->n_funcs + 1);
  for (uint32_t f = 1; f < r->n_funcs; f++)
    r->start[f + 1] = r->start[f] + r->program->funcs.at[f].insts.n;
  r->n_insts = r->start[r->n_funcs];
  r->of = MEM_ARRAY(r->mem, RegionId, r->n_insts);
}

Regions *prog_regions_new(const Program *program, const PointsTo *points) {
  require(points->program == program);
  Regions *r = MEM_NEW(program->mem, Regions);
  r->mem = program->mem;
  r->program = program;
  r->points = points;
  r->n_nodes = points->nodes.n;
  r->first = MEM_ARRAY(r->mem, uint32_t, r->n_nodes);
  arena_init(&r->names, r->mem);
  map_init(&r->lone, r->mem);
  number_insts(r);
  add_classes(r);
  for_accesses(r, join_access);
  VEC_PUSH(r->mem, &r->table, ((Region){.name = ""}));
  VEC_PUSH(r->mem, &r->scalar, ANALYSIS_NONE);
  for_accesses(r, number_access);
  for_accesses(r, number_free);
  add_node_rows(r);
#ifndef NDEBUG
  prog_regions_validate(r);
#endif
  return r;
}

void prog_regions_free(Regions *r) {
  MEM_FREE_ARRAY(r->mem, r->first, r->n_nodes);
  MEM_FREE_ARRAY(r->mem, r->start, r->n_funcs + 1);
  MEM_FREE_ARRAY(r->mem, r->of, r->n_insts);
  VEC_DONE(r->mem, &r->table);
  arena_done(&r->names);
  VEC_DONE(r->mem, &r->classes);
  map_done(&r->lone);
  VEC_DONE(r->mem, &r->scalar);
  prog_rows_free(r->mem, &r->nodes);
  MEM_DELETE(r->mem, r);
}

void prog_regions_store(const Regions *r, Program *program) {
  require(program == r->program);
  VEC_CLEAR(&program->regions);
  for (uint32_t i = 0; i < r->table.n; i++) {
    Region region = r->table.at[i];
    region.name = arena_strdup(&program->arena, region.name);
    VEC_PUSH(program->mem, &program->regions, region);
  }
  for (uint32_t id = 1; id < r->n_funcs; id++) {
    Function *f = &program->funcs.at[id];
    require(f->insts.n == r->start[id + 1] - r->start[id]);
    for (uint32_t i = 0; i < f->insts.n; i++)
      f->insts.at[i].region = r->of[r->start[id] + i];
  }
}

/* ---- queries ---- */

uint32_t prog_n_regions(const Regions *r) {
  return r->table.n;
}

const Region *prog_region(const Regions *r, RegionId region) {
  require(region.id && region.id < r->table.n);
  return &r->table.at[region.id];
}

RegionId prog_region_of(const Regions *r, FuncId func, uint32_t inst) {
  return *place_of(r, prog_rolled(r->program, func),
                   prog_rolled_inst(r->program, func, inst));
}

static void add_sorted(Mem *mem, IndexVec *vec, uint32_t start, uint32_t x) {
  uint32_t at = vec->n;
  while (at > start && vec->at[at - 1] > x) at--;
  if (at > start && vec->at[at - 1] == x) return;
  VEC_PUSH(mem, vec, x);
  memmove(vec->at + at + 1, vec->at + at, (vec->n - 1 - at) * sizeof *vec->at);
  vec->at[at] = x;
}

void prog_region_objects(const Regions *r, RegionId region, IndexVec *objects) {
  require(region.id && region.id < r->nodes.n);
  uint32_t start = objects->n;
  for (uint32_t i = 0; i < rows_size(&r->nodes, region.id); i++) {
    const Node *node = &r->points->nodes.at[rows_get(&r->nodes, region.id)[i]];
    for (uint32_t o = node->first; o != ANALYSIS_NONE;
         o = r->points->next_object[o])
      add_sorted(r->mem, objects, start, o);
  }
}

uint32_t prog_region_scalar(const Regions *r, RegionId region,
                            uint64_t *offset) {
  require(region.id && region.id < r->scalar.n);
  require(r->scalar.at[region.id] != ANALYSIS_NONE);
  const Class *class = &r->classes.at[r->scalar.at[region.id]];
  uint32_t object = r->points->nodes.at[class->node].first;
  int64_t start = points_find(r->points, r->points->homes.at[object]).offset;
  *offset = (uint64_t)(class->lo - start);
  return object;
}

RegionId prog_region_at(const Regions *r, uint32_t object, uint64_t offset,
                        uint64_t size) {
  require(object < r->points->objects.n && size > 0);
  Ref home = r->points->homes.at[object];
  home.offset += (int64_t)offset;
  Ref at = points_find(r->points, home);
  const Node *node = &r->points->nodes.at[at.node];
  int64_t lo, hi;
  points_fit(node, at.offset, (int64_t)size, &lo, &hi);
  for (uint32_t c = 0; c < node->cells.n; c++)
    if (node->cells.at[c].hi > lo && node->cells.at[c].lo < hi)
      return (RegionId){r->classes.at[r->first[at.node] + c].region};
  uint32_t spans = r->first[at.node] + node->cells.n; /* only copied */
  for (uint32_t s = 0; s < node->spans.n; s++)
    if (node->spans.at[s].hi > lo && node->spans.at[s].lo < hi)
      return (RegionId){r->classes.at[spans + s].region};
  return (RegionId){0};
}

static void validate_access(Regions *r, FuncId f, uint32_t i,
                            const Inst *inst) {
  RegionId region = *place_of(r, f, i);
  require(region.id < r->table.n);
  if (is_range(inst->op) || inst->op == OP_LOAD || inst->op == OP_STORE)
    require(region.id != 0);
}

void prog_regions_validate(const Regions *regions) {
  Regions copy = *regions;
  for_accesses(&copy, validate_access);
  for (uint32_t c = 0; c < regions->classes.n; c++) {
    const Class *class = &regions->classes.at[c];
    require(class->parent <= c);
    require(class->region == regions->classes.at[class->parent].region);
  }
}

RegionStats prog_region_stats(const Program *program) {
  RegionStats stats = {0};
  for (uint32_t i = 1; i < program->regions.n; i++) {
    const Region *region = &program->regions.at[i];
    stats.scalars += region->kind == REGION_SCALAR;
    stats.cells += region->kind == REGION_CELLS;
    stats.bytes += region->kind == REGION_BYTES;
    stats.unknown += region->targets == REGION_UNKNOWN;
  }
  for (uint32_t f = 1; f < program->funcs.n; f++) {
    const Function *function = &program->funcs.at[f];
    for (uint32_t b = 0; b < function->blocks.n; b++)
      for (uint32_t k = 0; k < function->blocks.at[b].insts.n; k++)
        stats.accesses +=
            function->insts.at[function->blocks.at[b].insts.at[k]].region.id !=
            0;
  }
  return stats;
}
