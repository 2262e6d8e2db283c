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
 * A memcpy of known length that covers whole cells copies cell by cell; others
 * make a *span*, whose cells share one link.
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
 * target.  Whatever is stored there, or passed to a function without a body,
 * joins it, too: it has escaped.  An *indeterminate* value was read where
 * nothing was written: it points to what else may be stored there (or a
 * private object); only if there is nothing, to the unknown.
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
#include "program/analysis_int.h"

enum { UNKNOWN = 1 };
enum { SMALL_NUMBER = 4096, CELLS_MOST = 512 };

/* ---- nodes: union-find with shifts ---- */

static Ref fresh_node(PointsTo *p) {
  uint32_t id = p->nodes.n;
  VEC_PUSH(
      p->mem, &p->nodes,
      ((Node){.parent = id, .first = ANALYSIS_NONE, .last = ANALYSIS_NONE}));
  return (Ref){.node = id};
}

static int64_t modulo(int64_t a, int64_t stride) {
  int64_t rest = a % stride;
  return rest < 0 ? rest + stride : rest;
}

/* Offsets wrap as addresses do. */
static int64_t wrapping_add(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

Ref points_find(const PointsTo *p, Ref ref) {
  if (ref.node == 0) return ref;
  Node *nodes = p->nodes.at;
  uint32_t root = ref.node;
  int64_t shift = 0;
  while (nodes[root].parent != root) {
    shift = wrapping_add(shift, nodes[root].shift);
    root = nodes[root].parent;
  }
  int64_t left = shift; /* compress the way */
  for (uint32_t n = ref.node; n != root;) {
    uint32_t above = nodes[n].parent;
    int64_t step = nodes[n].shift;
    nodes[n].parent = root;
    nodes[n].shift = left;
    left = wrapping_add(left, -step);
    n = above;
  }
  ref.node = root;
  ref.offset = wrapping_add(ref.offset, shift);
  if (nodes[root].stride) ref.offset = modulo(ref.offset, nodes[root].stride);
  return ref;
}

static void join(PointsTo *p, Ref a, Ref b) {
  if (a.node == 0 || b.node == 0) return;
  VEC_PUSH(p->mem, &p->work, ((RefPair){a, b, JOIN_EXACT}));
}

static void join_nodes(PointsTo *p, Ref a, Ref b) {
  assert(a.node && b.node);
  VEC_PUSH(p->mem, &p->work, ((RefPair){a, b, JOIN_NODES}));
}

static bool carries(const PointsTo *p, Ref ref) {
  if (ref.node == 0) return false;
  const Node *node = &p->nodes.at[points_find(p, ref).node];
  return node->first != ANALYSIS_NONE || node->bits & NODE_UNKNOWN;
}

/* ---- intervals ---- */

/* First interval that ends after `at`. */
static uint32_t first_after(const IntervalVec *vec, int64_t at) {
  uint32_t low = 0, high = vec->n;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (vec->at[mid].hi > at)
      high = mid;
    else
      low = mid + 1;
  }
  return low;
}

Interval *points_interval(const IntervalVec *vec, int64_t at) {
  uint32_t i = first_after(vec, at);
  return i < vec->n && vec->at[i].lo <= at ? &vec->at[i] : NULL;
}

bool points_fit(const Node *node, int64_t offset, int64_t bytes, int64_t *lo,
                int64_t *hi) {
  assert(bytes > 0);
  *lo = offset;
  if (node->stride == 0) {
    bool ends = bytes != POINTS_OPEN && offset < POINTS_OPEN - bytes;
    *hi = ends ? offset + bytes : POINTS_OPEN;
    return false;
  }
  *lo = modulo(offset, node->stride);
  if (bytes <= node->stride && *lo <= node->stride - bytes) {
    *hi = *lo + bytes;
    return false;
  }
  *lo = 0;
  *hi = node->stride;
  return true;
}

/* `into` takes over what `from` knows. */
static void absorb(PointsTo *p, Interval *into, const Interval *from) {
  if (into->lo != from->lo || into->hi != from->hi) into->mixed = 1;
  into->mixed |= from->mixed;
  into->flags |= from->flags;
  if (from->lo < into->lo) into->lo = from->lo;
  if (from->hi > into->hi) into->hi = from->hi;
  if (into->link.node == 0)
    into->link = from->link;
  else
    join(p, into->link, from->link);
}

/* Adds the interval, grown together with those it overlaps; its index. */
static uint32_t put_interval(PointsTo *p, IntervalVec *vec, Interval add) {
  assert(add.lo < add.hi);
  uint32_t from = first_after(vec, add.lo), to = from;
  for (; to < vec->n && vec->at[to].lo < add.hi; to++)
    absorb(p, &add, &vec->at[to]);
  bool same = to == from + 1 && vec->at[from].lo == add.lo &&
              vec->at[from].hi == add.hi && vec->at[from].mixed == add.mixed;
  if (!same) p->state = POINTS_CHANGED;
  if (to == from) {
    VEC_PUSH(p->mem, vec, add);
    memmove(vec->at + from + 1, vec->at + from,
            (vec->n - 1 - from) * sizeof *vec->at);
  } else {
    memmove(vec->at + from + 1, vec->at + to, (vec->n - to) * sizeof *vec->at);
    vec->n -= to - from - 1;
  }
  vec->at[from] = add;
  return from;
}

/* Grows the span at `index` until no cell sticks out of it, and takes over the
 * contents of the cells inside. */
static void settle_span(PointsTo *p, Node *node, uint32_t index) {
  for (;;) {
    Interval span = node->spans.at[index];
    uint32_t i = first_after(&node->cells, span.lo);
    bool grown = false;
    for (; i < node->cells.n && node->cells.at[i].lo < span.hi; i++) {
      Interval *cell = &node->cells.at[i];
      grown |= cell->lo < span.lo || cell->hi > span.hi;
      absorb(p, &span, cell);
      cell->link = (Ref){0};
      cell->flags = 0;
    }
    span.mixed = 1;
    if (!grown) {
      node->spans.at[index] = span;
      return;
    }
    node->spans.n--;
    memmove(node->spans.at + index, node->spans.at + index + 1,
            (node->spans.n - index) * sizeof span);
    index = put_interval(p, &node->spans, span);
  }
}

static void put_span(PointsTo *p, Node *node, Interval span) {
  settle_span(p, node, put_interval(p, &node->spans, span));
}

static void put_cell(PointsTo *p, Node *node, Interval cell) {
  uint32_t index = put_interval(p, &node->cells, cell);
  cell = node->cells.at[index];
  uint32_t s = first_after(&node->spans, cell.lo);
  if (s < node->spans.n && node->spans.at[s].lo < cell.hi) {
    node->cells.at[index].link = (Ref){0};
    node->cells.at[index].flags = 0;
    put_span(p, node, cell);
  }
}

enum Coarseness { CELL, SPAN };

/* Puts an interval of other coordinates (shift) into the root's. */
static void put_shifted(PointsTo *p, Node *node, Interval add, int64_t shift,
                        enum Coarseness coarseness) {
  uint64_t width = (uint64_t)add.hi - (uint64_t)add.lo;
  bool open = add.hi == POINTS_OPEN || width >= POINTS_OPEN;
  int64_t bytes = open ? POINTS_OPEN : (int64_t)width;
  int64_t lo, hi;
  bool round = points_fit(node, wrapping_add(add.lo, shift), bytes, &lo, &hi);
  add.lo = lo;
  add.hi = hi;
  add.mixed |= round;
  if (coarseness == CELL)
    put_cell(p, node, add);
  else
    put_span(p, node, add);
}

static void put_all(PointsTo *p, Node *node, IntervalVec *cells,
                    IntervalVec *spans, int64_t shift) {
  for (uint32_t i = 0; i < cells->n; i++)
    put_shifted(p, node, cells->at[i], shift, CELL);
  for (uint32_t i = 0; i < spans->n; i++)
    put_shifted(p, node, spans->at[i], shift, SPAN);
  VEC_DONE(p->mem, cells);
  VEC_DONE(p->mem, spans);
}

static int64_t gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Offsets of the root count modulo `stride` from now on. */
static void restride(PointsTo *p, uint32_t root, int64_t stride) {
  Node *node = &p->nodes.at[root];
  if (stride == INT64_MIN) stride = 1;
  if (stride < 0) stride = -stride;
  stride = gcd(stride, node->stride);
  if (stride == node->stride) return;
  assert(stride > 0);
  node->stride = stride;
  p->state = POINTS_CHANGED;
  IntervalVec cells = node->cells, spans = node->spans;
  node->cells = (IntervalVec){0};
  node->spans = (IntervalVec){0};
  put_all(p, node, &cells, &spans, 0);
}

/* One node of two roots; offsets of b + shift are offsets of a. */
static void merge(PointsTo *p, uint32_t a, uint32_t b, int64_t shift) {
  Node *into = &p->nodes.at[a], *from = &p->nodes.at[b];
  if (into->cells.n + into->spans.n < from->cells.n + from->spans.n) {
    merge(p, b, a, wrapping_add(0, (int64_t)(0 - (uint64_t)shift)));
    return;
  }
  p->state = POINTS_CHANGED;
  if (from->stride) restride(p, a, from->stride);
  from->parent = a;
  from->shift = shift;
  into->bits |= from->bits;
  if (from->first != ANALYSIS_NONE) {
    if (into->first == ANALYSIS_NONE)
      into->first = from->first;
    else
      p->next_object[into->last] = from->first;
    into->last = from->last;
  }
  put_all(p, into, &from->cells, &from->spans, shift);
}

static void drain(PointsTo *p) {
  while (p->work.n) {
    RefPair pair = VEC_POP(&p->work);
    Ref a = points_find(p, pair.a), b = points_find(p, pair.b);
    bool exact = pair.how == JOIN_EXACT;
    if (a.node != b.node)
      merge(p, a.node, b.node,
            exact ? wrapping_add(a.offset, (int64_t)(0 - (uint64_t)b.offset))
                  : 0);
    else if (exact && a.offset != b.offset)
      restride(p, a.node, (int64_t)((uint64_t)a.offset - (uint64_t)b.offset));
  }
}

/* ---- contents of memory ---- */

/* Adds a cell of that many bytes at the place. */
static void access_cell(PointsTo *p, Ref at, int64_t bytes) {
  at = points_find(p, at);
  Interval cell = {.lo = at.offset,
                   .hi = at.offset < POINTS_OPEN - bytes ? at.offset + bytes
                                                         : POINTS_OPEN};
  if (cell.lo == cell.hi) cell.lo--;
  put_shifted(p, &p->nodes.at[at.node], cell, 0, CELL);
}

static void access_span(PointsTo *p, Ref at, int64_t bytes) {
  at = points_find(p, at);
  Interval span = {.lo = at.offset, .hi = POINTS_OPEN};
  if (bytes < POINTS_OPEN && at.offset < POINTS_OPEN - bytes)
    span.hi = at.offset + bytes;
  if (span.lo == span.hi) span.lo--;
  put_shifted(p, &p->nodes.at[at.node], span, 0, SPAN);
}

/* The cell of an access that was added before. */
static Interval *cell_at(const PointsTo *p, Ref at, int64_t bytes) {
  at = points_find(p, at);
  const Node *node = &p->nodes.at[at.node];
  int64_t lo, hi;
  points_fit(node, at.offset, bytes, &lo, &hi);
  Interval *cell = points_interval(&node->cells, lo);
  assert(cell && cell->hi >= hi);
  return cell;
}

/* Who holds link and flags of the cell: itself, or the span around it. */
static Interval *holder(const PointsTo *p, Ref at, Interval *cell) {
  const Node *node = &p->nodes.at[points_find(p, at).node];
  Interval *span = points_interval(&node->spans, cell->lo);
  return span ? span : cell;
}

static Interval *span_at(const PointsTo *p, Ref at, int64_t bytes) {
  at = points_find(p, at);
  const Node *node = &p->nodes.at[at.node];
  int64_t lo, hi;
  points_fit(node, at.offset, bytes, &lo, &hi);
  Interval *span = points_interval(&node->spans, lo);
  assert(span && span->hi >= hi);
  return span;
}

static Ref link_of(PointsTo *p, Interval *interval) {
  if (interval->link.node == 0) interval->link = fresh_node(p);
  return interval->link;
}

/* What reading the node may give beside what was written. */
static unsigned initial_flags(const PointsTo *p, Ref at) {
  const Node *node = &p->nodes.at[points_find(p, at).node];
  unsigned flags = 0;
  if (node->bits & NODE_FRESH) flags |= FLOW_INDETERMINATE;
  if (node->bits & NODE_UNKNOWN)
    flags |= FLOW_WILD | FLOW_FUZZY | FLOW_INDETERMINATE;
  return flags;
}

static void add_flags(PointsTo *p, uint8_t *to, unsigned flags) {
  if ((*to | flags) == *to) return;
  *to = (uint8_t)(*to | flags);
  p->state = POINTS_CHANGED;
}

/* ---- values ---- */

static uint32_t value_number(const PointsTo *p, FuncId f, uint32_t inst) {
  return p->base[f.id] + inst;
}

Ref points_ref(const PointsTo *p, FuncId f, Val val) {
  if (val_is_none(val)) return (Ref){0};
  if (val_is_local(val)) return p->refs[value_number(p, f, val_index(val))];
  const Const *c = prog_const(p->program, val);
  if (c->kind == CONST_BITS) return (Ref){0};
  if (c->kind == CONST_FUNC) return p->homes.at[p->func_object[c->func.id]];
  Ref home = p->homes.at[p->global_object[c->global.id]];
  home.offset = wrapping_add(home.offset, c->offset);
  return home;
}

Ref points_address(const PointsTo *p, FuncId f, Val val) {
  Ref ref = points_ref(p, f, val);
  return ref.node ? ref : (Ref){.node = UNKNOWN};
}

/* The same, but a local value without a place gets one. */
static Ref make_ref(PointsTo *p, FuncId f, Val val) {
  if (!val_is_local(val)) return points_ref(p, f, val);
  uint32_t number = value_number(p, f, val_index(val));
  if (p->refs[number].node == 0) {
    Ref made = fresh_node(p);
    p->refs[number] = made;
  }
  return p->refs[number];
}

static Ref make_address(PointsTo *p, FuncId f, Val val) {
  Ref ref = make_ref(p, f, val);
  return ref.node ? ref : (Ref){.node = UNKNOWN};
}

/* Value `number` is a copy of what is at `ref`. */
static void tie(PointsTo *p, uint32_t number, Ref ref) {
  if (ref.node == 0) return;
  if (p->refs[number].node == 0)
    p->refs[number] = ref;
  else
    join(p, p->refs[number], ref);
}

static uint32_t bits_of(const PointsTo *p, TypeId type) {
  return prog_type(p->program, type)->bits;
}

/* May a value of the type hold (a piece of) a pointer? */
static bool may_carry(const PointsTo *p, TypeId type) {
  return type.id != 0 && bits_of(p, type) != 1;
}

static bool is_small(const BvWord *words, uint32_t bits) {
  BvWord top = words[(bits - 1) / 64];
  BvWord fill = (top >> ((bits - 1) % 64)) & 1 ? ~(BvWord)0 : 0;
  for (uint32_t i = 1; i < BV_WORDS(bits); i++) {
    BvWord high = words[i];
    if (bits % 64 && i == BV_WORDS(bits) - 1) high |= fill << (bits % 64);
    if (high != fill) return false;
  }
  BvWord low = words[0];
  if (bits < 64) low |= fill << bits;
  int64_t value = (int64_t)low;
  return value > -SMALL_NUMBER && value < SMALL_NUMBER;
}

unsigned points_flags(const PointsTo *p, FuncId f, Val val) {
  if (val_is_none(val)) return 0;
  if (val_is_local(val)) return p->flags[value_number(p, f, val_index(val))];
  const Const *c = prog_const(p->program, val);
  if (c->kind != CONST_BITS) return 0;
  uint32_t bits = bits_of(p, c->type);
  if (bits < p->program->pointer_bits || is_small(c->words, bits)) return 0;
  return FLOW_WILD;
}

/* ---- objects ---- */

static uint32_t add_object(PointsTo *p, MemObject object) {
  Ref home = fresh_node(p);
  uint32_t id = p->objects.n;
  p->nodes.at[home.node].first = p->nodes.at[home.node].last = id;
  if (object.kind == OBJECT_ALLOCA || object.kind == OBJECT_ALLOC)
    p->nodes.at[home.node].bits |= NODE_FRESH;
  VEC_PUSH(p->mem, &p->objects, object);
  VEC_PUSH(p->mem, &p->homes, home);
  if (object.inst)
    map_put(&p->inst_object, row_pair(object.func.id, object.inst), id);
  return id;
}

static uint64_t constant_size(const PointsTo *p, const Inst *inst) {
  uint64_t count = 1;
  if (inst->op == OP_VA_AREA) return 0;
  if (inst->n_ops && !prog_const_as_u64(p->program, inst->ops[0], &count))
    return 0;
  return inst->op == OP_ALLOC ? count : count * (uint64_t)inst->imm;
}

static void add_inst_objects(PointsTo *p, FuncId id) {
  const Function *f = prog_func(p->program, id);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      uint32_t i = f->blocks.at[b].insts.at[k];
      const Inst *inst = &f->insts.at[i];
      MemObject object = {.func = id, .inst = i};
      if (inst->op == OP_ALLOCA)
        object.kind = OBJECT_ALLOCA;
      else if (inst->op == OP_ALLOC)
        object.kind = OBJECT_ALLOC;
      else
        continue;
      object.size = constant_size(p, inst);
      add_object(p, object);
    }
}

static void add_objects(PointsTo *p) {
  const Program *program = p->program;
  add_object(p, (MemObject){.kind = OBJECT_UNKNOWN, .escape = OBJECT_ESCAPED});
  assert(p->homes.at[0].node == UNKNOWN);
  p->global_object = MEM_ARRAY(p->mem, uint32_t, program->globals.n);
  p->func_object = MEM_ARRAY(p->mem, uint32_t, program->funcs.n);
  for (uint32_t g = 1; g < program->globals.n; g++)
    p->global_object[g] =
        add_object(p, (MemObject){.kind = OBJECT_GLOBAL,
                                  .global = {g},
                                  .size = program->globals.at[g].size});
  for (uint32_t f = 1; f < program->funcs.n; f++)
    p->func_object[f] =
        add_object(p, (MemObject){.kind = OBJECT_FUNC, .func = {f}});
  for (uint32_t f = 1; f < program->funcs.n; f++) {
    add_inst_objects(p, (FuncId){f});
    if (program->funcs.at[f].arity != FUNC_VARIADIC) continue;
    uint32_t area =
        add_object(p, (MemObject){.kind = OBJECT_VA_AREA, .func = {f}});
    map_put(&p->inst_object, row_pair(f, 0), area);
    access_span(p, p->homes.at[area], POINTS_OPEN);
  }
  p->n_chain = p->objects.n;
  p->next_object = MEM_ARRAY(p->mem, uint32_t, p->n_chain);
  for (uint32_t o = 0; o < p->n_chain; o++) p->next_object[o] = ANALYSIS_NONE;
}

/* The unknown: one cell, whose contents point to it again. */
static void init_unknown(PointsTo *p) {
  Ref unknown = {.node = UNKNOWN};
  p->nodes.at[UNKNOWN].bits |= NODE_UNKNOWN;
  restride(p, UNKNOWN, 1);
  access_cell(p, unknown, 1);
  Interval *cell = cell_at(p, unknown, 1);
  cell->link = unknown;
  cell->mixed = 1;
}

static void init_globals(PointsTo *p) {
  const Program *program = p->program;
  uint32_t bytes = program->pointer_bits / 8;
  for (uint32_t g = 1; g < program->globals.n; g++) {
    const Global *global = &program->globals.at[g];
    Ref home = p->homes.at[p->global_object[g]];
    if (global->state == GLOBAL_EXTERNAL)
      join_nodes(p, (Ref){.node = UNKNOWN}, home);
    for (uint32_t r = 0; r < global->n_relocs; r++) {
      const Reloc *reloc = &global->relocs[r];
      Ref at = home, to;
      at.offset = wrapping_add(at.offset, (int64_t)reloc->offset);
      if (reloc->func.id)
        to = p->homes.at[p->func_object[reloc->func.id]];
      else {
        to = p->homes.at[p->global_object[reloc->global.id]];
        to.offset = wrapping_add(to.offset, reloc->addend);
      }
      access_cell(p, at, bytes);
      Ref link = link_of(p, holder(p, at, cell_at(p, at, bytes)));
      join(p, link, to);
      drain(p);
    }
  }
  drain(p);
}

/* ---- constraints of one instruction, once ---- */

static int64_t access_bytes(const PointsTo *p, TypeId type) {
  return (int64_t)prog_store_size(p->program, type);
}

static void collect_copy(PointsTo *p, FuncId f, uint32_t i, const Inst *inst,
                         uint32_t first) {
  if (!may_carry(p, inst->type)) return;
  for (uint32_t k = first; k < inst->n_ops; k++)
    tie(p, value_number(p, f, i), make_ref(p, f, inst->ops[k]));
}

/* Casts keep the pointer when both sides have room for it. */
static bool keeps_pointer(const PointsTo *p, FuncId f, const Inst *inst) {
  uint32_t room = p->program->pointer_bits;
  const Function *function = prog_func(p->program, f);
  return bits_of(p, inst->type) >= room &&
         prog_val_bits(p->program, function, inst->ops[0]) >= room;
}

static bool constant_index(const PointsTo *p, const Inst *gep, int64_t *bytes) {
  int64_t index = 0;
  if (gep->n_ops == 2 && !prog_const_as_i64(p->program, gep->ops[1], &index))
    return false;
  *bytes = wrapping_add(gep->imm,
                        (int64_t)((uint64_t)index * (uint64_t)gep->stride));
  return true;
}

static void collect_gep(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  Ref base = make_ref(p, f, inst->ops[0]);
  if (base.node == 0) return; /* a plain number, or an index that carries */
  int64_t bytes = inst->imm;
  if (!constant_index(p, inst, &bytes)) {
    bytes = inst->imm;
    if (inst->stride) restride(p, points_find(p, base).node, inst->stride);
  }
  base.offset = wrapping_add(base.offset, bytes);
  tie(p, value_number(p, f, i), base);
}

static void collect_load(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  Ref at = make_address(p, f, inst->ops[0]);
  int64_t bytes = access_bytes(p, inst->type);
  access_cell(p, at, bytes);
  drain(p);
  if (!may_carry(p, inst->type)) return;
  tie(p, value_number(p, f, i),
      link_of(p, holder(p, at, cell_at(p, at, bytes))));
}

static TypeId type_of(const PointsTo *p, FuncId f, Val val) {
  return prog_val_type(p->program, prog_func(p->program, f), val);
}

static void collect_store(PointsTo *p, FuncId f, const Inst *inst) {
  Ref at = make_address(p, f, inst->ops[1]);
  TypeId type = type_of(p, f, inst->ops[0]);
  int64_t bytes = access_bytes(p, type);
  access_cell(p, at, bytes);
  drain(p);
  if (!may_carry(p, type)) return;
  Ref value = make_ref(p, f, inst->ops[0]);
  if (value.node == 0) return;
  join(p, link_of(p, holder(p, at, cell_at(p, at, bytes))), value);
}

/* From now on the range is one span (on both sides of a MEMCPY). */
static void make_span(PointsTo *p, RangeInst *range) {
  const Inst *inst = &prog_func(p->program, range->func)->insts.at[range->inst];
  range->mode = RANGE_SPAN;
  p->state = POINTS_CHANGED;
  Ref to = make_address(p, range->func, inst->ops[0]);
  access_span(p, to, range->bytes);
  drain(p);
  if (inst->op != OP_MEMCPY) return;
  Ref from = make_address(p, range->func, inst->ops[1]);
  access_span(p, from, range->bytes);
  drain(p);
  Ref to_link = link_of(p, span_at(p, to, range->bytes));
  join(p, to_link, link_of(p, span_at(p, from, range->bytes)));
  drain(p);
}

static void collect_range(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  RangeInst range = {f, i, POINTS_OPEN, RANGE_CELLS};
  uint32_t length = inst->op == OP_HAVOC ? 1 : 2;
  uint64_t bytes;
  if (inst->n_ops > length &&
      prog_const_as_u64(p->program, inst->ops[length], &bytes) &&
      bytes < POINTS_OPEN)
    range.bytes = (int64_t)bytes;
  map_put(&p->range_of, row_pair(f.id, i), p->ranges.n);
  VEC_PUSH(p->mem, &p->ranges, range);
  make_address(p, f, inst->ops[0]);
  if (inst->op == OP_MEMCPY) make_address(p, f, inst->ops[1]);
  if (range.bytes == POINTS_OPEN && inst->op == OP_MEMCPY)
    make_span(p, &VEC_LAST(&p->ranges));
}

static void collect_call(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  make_ref(p, f, inst->ops[0]);
  map_put(&p->call_of, row_pair(f.id, i), p->calls.n);
  VEC_PUSH(p->mem, &p->calls, ((CallInst){.func = f, .inst = i}));
}

static void collect(PointsTo *p, FuncId f, uint32_t i) {
  const Inst *inst = &prog_func(p->program, f)->insts.at[i];
  switch ((int)inst->op) {
  case OP_PHI: collect_copy(p, f, i, inst, 0); break;
  case OP_SELECT: collect_copy(p, f, i, inst, 1); break;
  case OP_BITCAST:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT:
    if (keeps_pointer(p, f, inst)) collect_copy(p, f, i, inst, 0);
    break;
  case OP_GEP: collect_gep(p, f, i, inst); break;
  case OP_ALLOCA:
  case OP_ALLOC:
    tie(p, value_number(p, f, i), p->homes.at[prog_points_of_inst(p, f, i)]);
    break;
  case OP_VA_AREA:
    if (map_find(&p->inst_object, row_pair(f.id, 0)))
      tie(p, value_number(p, f, i),
          p->homes.at[map_get(&p->inst_object, row_pair(f.id, 0), 0)]);
    break;
  case OP_LOAD: collect_load(p, f, i, inst); break;
  case OP_STORE: collect_store(p, f, inst); break;
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: collect_range(p, f, i, inst); break;
  case OP_CALL: collect_call(p, f, i, inst); break;
  case OP_RET:
    if (inst->n_ops && may_carry(p, type_of(p, f, inst->ops[0])))
      tie(p, value_number(p, f, 0), make_ref(p, f, inst->ops[0]));
    break;
  default: break;
  }
  drain(p);
}

/* ---- calls ---- */

static void escape(PointsTo *p, FuncId f, Val val) {
  Ref ref = points_ref(p, f, val);
  if (!carries(p, ref)) return;
  if (points_find(p, ref).node == points_find(p, (Ref){.node = UNKNOWN}).node)
    return;
  join_nodes(p, ref, (Ref){.node = UNKNOWN});
}

static void flow_external(PointsTo *p, const CallInst *call, const Inst *inst) {
  for (uint32_t k = 1; k < inst->n_ops; k++)
    escape(p, call->func, inst->ops[k]);
  if (inst->type.id)
    add_flags(p, &p->flags[value_number(p, call->func, call->inst)], FLOW_WILD);
}

/* Arguments to parameters, result to result: once. */
static void bind(PointsTo *p, const CallInst *call, FuncId callee) {
  const Inst *inst = &prog_func(p->program, call->func)->insts.at[call->inst];
  const Function *g = prog_func(p->program, callee);
  if (g->state != FUNC_DEFINED) return;
  for (uint32_t k = 1; k < inst->n_ops; k++) {
    if (!may_carry(p, type_of(p, call->func, inst->ops[k]))) continue;
    Ref argument = make_ref(p, call->func, inst->ops[k]);
    if (k <= g->n_params)
      tie(p, value_number(p, callee, k), argument);
    else if (g->arity == FUNC_VARIADIC && argument.node) {
      Ref area =
          p->homes.at[map_get(&p->inst_object, row_pair(callee.id, 0), 0)];
      join(p, link_of(p, span_at(p, area, POINTS_OPEN)), argument);
    }
  }
  if (inst->type.id && g->ret.id && may_carry(p, inst->type)) {
    uint32_t result = value_number(p, callee, 0);
    if (p->refs[result].node == 0) {
      Ref made = fresh_node(p);
      p->refs[result] = made;
    }
    tie(p, value_number(p, call->func, call->inst), p->refs[result]);
  }
  drain(p);
}

static bool is_bound(const CallInst *call, uint32_t func) {
  for (uint32_t i = 0; i < call->bound.n; i++)
    if (call->bound.at[i] == func) return true;
  return false;
}

/* Binds the functions that the callee operand has come to point to. */
static void bind_new(PointsTo *p, uint32_t index) {
  const CallInst *call = &p->calls.at[index];
  const Inst *inst = &prog_func(p->program, call->func)->insts.at[call->inst];
  Ref callee = points_ref(p, call->func, inst->ops[0]);
  if (callee.node == 0) return;
  IndexVec found = {0};
  const Node *node = &p->nodes.at[points_find(p, callee).node];
  for (uint32_t o = node->first; o != ANALYSIS_NONE; o = p->next_object[o]) {
    if (p->objects.at[o].kind != OBJECT_FUNC) continue;
    if (val_is_const(inst->ops[0]) &&
        !val_same(inst->ops[0],
                  prog_const_func(p->program, p->objects.at[o].func)))
      continue; /* a direct call reaches its callee only */
    if (!is_bound(call, p->objects.at[o].func.id))
      VEC_PUSH(p->mem, &found, p->objects.at[o].func.id);
  }
  for (uint32_t k = 0; k < found.n; k++) {
    VEC_PUSH(p->mem, &p->calls.at[index].bound, found.at[k]);
    p->state = POINTS_CHANGED;
    bind(p, &p->calls.at[index], (FuncId){found.at[k]});
  }
  VEC_DONE(p->mem, &found);
}

/* ---- flow of flags, and what depends on them ---- */

static void flow_arithmetic(PointsTo *p, FuncId f, uint32_t i, const Inst *inst,
                            uint32_t first) {
  uint32_t number = value_number(p, f, i);
  for (uint32_t k = first; k < inst->n_ops; k++) {
    if (!val_is_local(inst->ops[k]) &&
        !carries(p, points_ref(p, f, inst->ops[k])))
      continue;
    unsigned flags = points_flags(p, f, inst->ops[k]);
    Ref from = points_ref(p, f, inst->ops[k]);
    if (carries(p, from)) {
      flags |= FLOW_FUZZY;
      if (p->refs[number].node == 0) {
        p->refs[number] = from;
        p->state = POINTS_CHANGED;
      } else if (points_find(p, p->refs[number]).node !=
                 points_find(p, from).node)
        join_nodes(p, p->refs[number], from);
    }
    add_flags(p, &p->flags[number], flags);
  }
}

static void flow_copy(PointsTo *p, FuncId f, uint32_t i, const Inst *inst,
                      uint32_t first, uint32_t end) {
  for (uint32_t k = first; k < end; k++)
    add_flags(p, &p->flags[value_number(p, f, i)],
              points_flags(p, f, inst->ops[k]));
}

static void flow_gep(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  flow_copy(p, f, i, inst, 0, 1);
  if (inst->n_ops == 2 && carries(p, points_ref(p, f, inst->ops[1])))
    flow_arithmetic(p, f, i, inst, 0);
  else if (inst->n_ops == 2 && points_ref(p, f, inst->ops[0]).node == 0)
    add_flags(p, &p->flags[value_number(p, f, i)],
              points_flags(p, f, inst->ops[1]));
}

static void flow_load(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  uint32_t number = value_number(p, f, i);
  if (!may_carry(p, inst->type)) return;
  Ref at = points_address(p, f, inst->ops[0]);
  int64_t bytes = access_bytes(p, inst->type);
  Interval *cell = cell_at(p, at, bytes);
  unsigned flags = holder(p, at, cell)->flags | initial_flags(p, at);
  bool piece = bytes * 8 < p->program->pointer_bits || cell->mixed;
  if (piece && carries(p, p->refs[number])) flags |= FLOW_FUZZY;
  add_flags(p, &p->flags[number], flags);
}

static void flow_store(PointsTo *p, FuncId f, const Inst *inst) {
  TypeId type = type_of(p, f, inst->ops[0]);
  if (!may_carry(p, type)) return;
  Ref at = points_address(p, f, inst->ops[1]);
  Interval *cell = cell_at(p, at, access_bytes(p, type));
  add_flags(p, &holder(p, at, cell)->flags, points_flags(p, f, inst->ops[0]));
}

static void flow_call(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  uint32_t index = (uint32_t)map_get(&p->call_of, row_pair(f.id, i), 0);
  bind_new(p, index);
  const CallInst *call = &p->calls.at[index];
  Ref callee = points_ref(p, f, inst->ops[0]);
  bool direct = val_is_const(inst->ops[0]) && call->bound.n == 1;
  if (!direct && (callee.node == 0 || initial_flags(p, callee) & FLOW_WILD ||
                  call->bound.n == 0))
    flow_external(p, call, inst);
  for (uint32_t b = 0; b < call->bound.n; b++) {
    FuncId id = {call->bound.at[b]};
    const Function *g = prog_func(p->program, id);
    if (g->state != FUNC_DEFINED) {
      flow_external(p, call, inst);
      continue;
    }
    for (uint32_t k = 1; k < inst->n_ops; k++) {
      uint8_t *to = NULL;
      if (k <= g->n_params)
        to = &p->flags[value_number(p, id, k)];
      else if (g->arity == FUNC_VARIADIC)
        to = &span_at(
                  p,
                  p->homes.at[map_get(&p->inst_object, row_pair(id.id, 0), 0)],
                  POINTS_OPEN)
                  ->flags;
      if (to) add_flags(p, to, points_flags(p, f, inst->ops[k]));
    }
    if (inst->type.id)
      add_flags(p, &p->flags[value_number(p, f, i)],
                p->flags[value_number(p, id, 0)]);
  }
}

/* ---- ranges, cell by cell ---- */

bool points_cells(const PointsTo *p, Ref at, int64_t bytes, IndexVec *out) {
  at = points_find(p, at);
  const Node *node = &p->nodes.at[at.node];
  int64_t lo, hi;
  if (points_fit(node, at.offset, bytes, &lo, &hi)) return false;
  uint32_t s = first_after(&node->spans, lo);
  if (s < node->spans.n && node->spans.at[s].lo < hi) return false;
  for (uint32_t c = first_after(&node->cells, lo);
       c < node->cells.n && node->cells.at[c].lo < hi; c++) {
    if (node->cells.at[c].lo < lo || node->cells.at[c].hi > hi) return false;
    VEC_PUSH(p->mem, out, c);
  }
  return out->n <= CELLS_MOST;
}

/* Every cell of `from` gets its twin in `to`; contents flow to the twin if
 * `forward`, links are shared anyway.  True: cells were added. */
static bool copy_cells(PointsTo *p, Ref from, Ref to, const IndexVec *cells,
                       bool forward) {
  uint32_t before = p->nodes.at[points_find(p, to).node].cells.n;
  Ref a = points_find(p, from);
  for (uint32_t i = 0; i < cells->n; i++) {
    Interval cell = p->nodes.at[a.node].cells.at[cells->at[i]];
    Ref source = {cell.lo, a.node}, twin = to;
    twin.offset = wrapping_add(to.offset, cell.lo - a.offset);
    int64_t bytes = cell.hi - cell.lo;
    access_cell(p, twin, bytes);
    if (p->nodes.at[points_find(p, twin).node].cells.n != before) return true;
    Interval *other = holder(p, twin, cell_at(p, twin, bytes));
    Interval *self = holder(p, source, cell_at(p, source, bytes));
    if (forward) {
      add_flags(p, &other->flags, self->flags | initial_flags(p, from));
      if (cell.mixed && carries(p, self->link))
        add_flags(p, &other->flags, FLOW_FUZZY);
    }
    Ref link = link_of(p, other);
    self = holder(p, source, cell_at(p, source, bytes));
    if (points_find(p, link_of(p, self)).node != points_find(p, link).node ||
        points_find(p, self->link).offset != points_find(p, link).offset) {
      join(p, link, self->link);
      return true;
    }
  }
  return false;
}

/* One step for a MEMCPY of known length; repeated until nothing happens. */
static void flow_copy_range(PointsTo *p, RangeInst *range, const Inst *inst) {
  for (bool more = true; more && range->mode == RANGE_CELLS;) {
    IndexVec target = {0}, source = {0};
    Ref to = points_find(p, points_address(p, range->func, inst->ops[0]));
    Ref from = points_find(p, points_address(p, range->func, inst->ops[1]));
    more = false;
    if (to.node == from.node || !points_cells(p, to, range->bytes, &target) ||
        !points_cells(p, from, range->bytes, &source))
      make_span(p, range);
    else
      more = copy_cells(p, from, to, &source, true) ||
             copy_cells(p, to, from, &target, false);
    if (more) p->state = POINTS_CHANGED;
    drain(p);
    VEC_DONE(p->mem, &target);
    VEC_DONE(p->mem, &source);
  }
}

/* The intervals of the range get the flags; those it cuts become fuzzy. */
static void flag_intervals(PointsTo *p, IntervalVec *vec, int64_t lo,
                           int64_t hi, unsigned flags) {
  for (uint32_t i = first_after(vec, lo); i < vec->n && vec->at[i].lo < hi;
       i++) {
    bool cut = vec->at[i].lo < lo || vec->at[i].hi > hi;
    add_flags(p, &vec->at[i].flags, cut ? flags | FLOW_FUZZY : flags);
  }
}

/* What a MEMSET or HAVOC writes: numbers, unless the byte is a piece of a
 * pointer.  Cells need not share their link for that. */
static void flow_fill_range(PointsTo *p, RangeInst *range, const Inst *inst) {
  FuncId f = range->func;
  unsigned flags = FLOW_WILD;
  if (inst->op == OP_MEMSET) {
    flags = points_flags(p, f, inst->ops[1]);
    bool piece = carries(p, points_ref(p, f, inst->ops[1]));
    if (piece && range->mode == RANGE_CELLS) make_span(p, range);
  }
  Ref to = points_find(p, points_address(p, f, inst->ops[0]));
  Node *node = &p->nodes.at[to.node];
  int64_t lo, hi;
  points_fit(node, to.offset, range->bytes, &lo, &hi);
  flag_intervals(p, &node->cells, lo, hi, flags);
  flag_intervals(p, &node->spans, lo, hi, flags);
  if (range->mode == RANGE_CELLS) return;
  Interval *span = span_at(p, to, range->bytes);
  Ref value = points_ref(p, f, inst->ops[1]);
  add_flags(p, &span->flags, FLOW_FUZZY);
  if (points_find(p, value).node != points_find(p, link_of(p, span)).node)
    join_nodes(p, span->link, value);
}

static void flow_range(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  uint32_t index = (uint32_t)map_get(&p->range_of, row_pair(f.id, i), 0);
  RangeInst *range = &p->ranges.at[index];
  if (range->bytes == 0) return;
  if (inst->op != OP_MEMCPY) {
    flow_fill_range(p, range, inst);
    return;
  }
  flow_copy_range(p, range, inst);
  if (range->mode == RANGE_CELLS) return;
  Ref to = points_address(p, f, inst->ops[0]);
  Ref from = points_address(p, f, inst->ops[1]);
  unsigned flags =
      span_at(p, from, range->bytes)->flags | initial_flags(p, from);
  add_flags(p, &span_at(p, to, range->bytes)->flags, flags);
}

/* ---- the fixpoint ---- */

static unsigned input_flags(int64_t kind) {
  return kind == INPUT_UNINIT || kind == INPUT_UNDEF ? FLOW_INDETERMINATE
                                                     : FLOW_WILD;
}

static void flow(PointsTo *p, FuncId f, uint32_t i) {
  const Inst *inst = &prog_func(p->program, f)->insts.at[i];
  switch ((int)inst->op) {
  case OP_NONDET:
    if (may_carry(p, inst->type))
      add_flags(p, &p->flags[value_number(p, f, i)], input_flags(inst->imm));
    break;
  case OP_PHI: flow_copy(p, f, i, inst, 0, inst->n_ops); break;
  case OP_SELECT: flow_copy(p, f, i, inst, 1, 3); break;
  case OP_BITCAST:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT:
    if (keeps_pointer(p, f, inst))
      flow_copy(p, f, i, inst, 0, 1);
    else
      flow_arithmetic(p, f, i, inst, 0);
    break;
  case OP_GEP: flow_gep(p, f, i, inst); break;
  case OP_LOAD: flow_load(p, f, i, inst); break;
  case OP_STORE: flow_store(p, f, inst); break;
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: flow_range(p, f, i, inst); break;
  case OP_CALL: flow_call(p, f, i, inst); break;
  case OP_RET:
    if (inst->n_ops)
      add_flags(p, &p->flags[value_number(p, f, 0)],
                points_flags(p, f, inst->ops[0]));
    break;
  default:
    if (prog_op_has(inst->op, 'R') && !prog_op_has(inst->op, 'M') &&
        may_carry(p, inst->type))
      flow_arithmetic(p, f, i, inst, 0);
  }
  drain(p);
}

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
  Ref unknown = {.node = UNKNOWN};
  if (points_find(p, ref).node == points_find(p, unknown).node) return;
  join_nodes(p, ref, unknown);
  drain(p);
}

/* What using the value as an address entails. */
static void use_address(PointsTo *p, FuncId f, Val val) {
  unsigned flags = points_flags(p, f, val);
  Ref ref = points_ref(p, f, val);
  if (ref.node == 0) return;
  if (flags & FLOW_WILD) meet_unknown(p, ref);
  if (flags & FLOW_FUZZY) restride(p, points_find(p, ref).node, 1);
  drain(p);
}

static void use_without_target(PointsTo *p, FuncId f, Val val) {
  Ref ref = points_ref(p, f, val);
  if (ref.node && !carries(p, ref)) meet_unknown(p, ref);
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

static void use(PointsTo *p, FuncId f, uint32_t i) {
  const Inst *inst = &prog_func(p->program, f)->insts.at[i];
  uint32_t first, n = address_operands(inst, &first);
  for (uint32_t k = 0; k < n; k++) use_address(p, f, inst->ops[first + k]);
}

static void use_target(PointsTo *p, FuncId f, uint32_t i) {
  const Inst *inst = &prog_func(p->program, f)->insts.at[i];
  uint32_t first, n = address_operands(inst, &first);
  for (uint32_t k = 0; k < n; k++)
    use_without_target(p, f, inst->ops[first + k]);
}

static void solve(PointsTo *p) {
  for_all_insts(p, collect);
  do {
    p->state = POINTS_STABLE;
    for_all_insts(p, flow);
    if (p->state == POINTS_CHANGED) continue;
    for_all_insts(p, use);
    if (p->state == POINTS_CHANGED) continue;
    for_all_insts(p, use_target);
  } while (p->state == POINTS_CHANGED);
}

/* Parameters of the entry come from outside. */
static void init_entry(PointsTo *p) {
  FuncId entry = p->program->entry;
  if (entry.id == 0) return;
  const Function *f = prog_func(p->program, entry);
  for (uint32_t i = 1; i <= f->n_params; i++)
    p->flags[value_number(p, entry, i)] |= FLOW_WILD;
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

/* ---- life and queries ---- */

static void record_premises(Program *program) {
  prog_ledger(program, LEDGER_PREMISE, (LocId){0},
              "memory accesses stay inside the object their pointer was made "
              "from; objects do not overlap");
  prog_ledger(program, LEDGER_PREMISE, (LocId){0},
              "the address of an object that does not escape is not guessed; "
              "an uninitialised pointer points to what may be stored in its "
              "place or to an object of its own");
}

PointsTo *prog_points_new(Program *program) {
  PointsTo *p = MEM_NEW(program->mem, PointsTo);
  p->mem = program->mem;
  p->program = program;
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
  map_init(&p->inst_object, p->mem);
  map_init(&p->range_of, p->mem);
  map_init(&p->call_of, p->mem);
  VEC_PUSH(p->mem, &p->nodes, ((Node){0}));
  add_objects(p);
  init_unknown(p);
  init_globals(p);
  init_entry(p);
  solve(p);
  find_unique(p);
  record_premises(program);
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
  MEM_FREE_ARRAY(mem, p->base, p->program->funcs.n);
  MEM_FREE_ARRAY(mem, p->refs, p->n_values);
  MEM_FREE_ARRAY(mem, p->flags, p->n_values);
  MEM_FREE_ARRAY(mem, p->next_object, p->n_chain);
  MEM_FREE_ARRAY(mem, p->global_object, p->program->globals.n);
  MEM_FREE_ARRAY(mem, p->func_object, p->program->funcs.n);
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
  require(global.id && global.id < p->program->globals.n);
  return p->global_object[global.id];
}

uint32_t prog_points_of_func(const PointsTo *p, FuncId func) {
  require(func.id && func.id < p->program->funcs.n);
  return p->func_object[func.id];
}

uint32_t prog_points_of_inst(const PointsTo *p, FuncId f, uint32_t inst) {
  uint64_t *object = map_find(&p->inst_object, row_pair(f.id, inst));
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

unsigned prog_points_targets(const PointsTo *p, FuncId f, Val val,
                             IndexVec *objects) {
  Ref ref = points_find(p, points_ref(p, f, val));
  unsigned flow_bits = points_flags(p, f, val), flags = 0;
  if (flow_bits & FLOW_INDETERMINATE) flags |= POINTS_INDETERMINATE;
  if (flow_bits & FLOW_WILD) flags |= POINTS_UNKNOWN;
  if (ref.node == 0) return flags;
  const Node *node = &p->nodes.at[ref.node];
  if (node->bits & NODE_UNKNOWN) flags |= POINTS_UNKNOWN;
  uint32_t start = objects->n;
  for (uint32_t o = node->first; o != ANALYSIS_NONE; o = p->next_object[o])
    VEC_PUSH(p->mem, objects, o);
  sort_indices(objects, start);
  return flags;
}

/* Leaves out functions that do not fit the call, if any fits: calling the
 * others is undefined (C11 6.5.2.2p9). */
static void keep_fitting(const PointsTo *p, FuncId f, const Inst *call,
                         IndexVec *funcs, uint32_t start) {
  const Function *in = prog_func(p->program, f);
  uint32_t kept = start;
  for (uint32_t i = start; i < funcs->n; i++)
    if (prog_call_fits(p->program, in, call, (FuncId){funcs->at[i]})) kept++;
  if (kept == start) return;
  kept = start;
  for (uint32_t i = start; i < funcs->n; i++)
    if (prog_call_fits(p->program, in, call, (FuncId){funcs->at[i]}))
      funcs->at[kept++] = funcs->at[i];
  funcs->n = kept;
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
  keep_fitting(p, f, text, funcs, start);
  Ref callee = points_find(p, points_ref(p, f, text->ops[0]));
  if (callee.node == 0 || funcs->n == start) return POINTS_UNKNOWN;
  bool unknown = p->nodes.at[callee.node].bits & NODE_UNKNOWN ||
                 points_flags(p, f, text->ops[0]) & FLOW_WILD;
  return unknown ? POINTS_UNKNOWN : 0;
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
  for (uint32_t o = 0; o < p->objects.n; o++) {
    bool found = false;
    const Node *node = &p->nodes.at[points_find(p, p->homes.at[o]).node];
    for (uint32_t k = node->first; k != ANALYSIS_NONE; k = p->next_object[k])
      found |= k == o;
    require(found);
  }
}
