/* SPDX-License-Identifier: MIT
 *
 * Points-to, the graph: nodes under union-find with shifts, and the intervals
 * of bytes that accesses touch.  points.c explains the idea.
 *
 * Joins are asked for, then done by points_drain one at a time: a join may
 * move intervals, so no pointer to an interval outlives a drain. */
#include "analysis/points_int.h"
#include "num/integer.h"

/* ---- nodes: union-find with shifts ---- */

Ref points_fresh_node(PointsTo *p) {
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
int64_t points_wrapping_add(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

Ref points_find(const PointsTo *p, Ref ref) {
  if (ref.node == 0) return ref;
  assert(ref.node < p->nodes.n);
  Node *nodes = p->nodes.at;
  uint32_t root = ref.node;
  int64_t shift = 0;
  while (nodes[root].parent != root) {
    shift = points_wrapping_add(shift, nodes[root].shift);
    root = nodes[root].parent;
  }
  int64_t left = shift; /* compress the way */
  for (uint32_t n = ref.node; n != root;) {
    uint32_t above = nodes[n].parent;
    int64_t step = nodes[n].shift;
    nodes[n].parent = root;
    nodes[n].shift = left;
    left = points_wrapping_add(left, -step);
    n = above;
  }
  ref.node = root;
  ref.offset = points_wrapping_add(ref.offset, shift);
  if (nodes[root].stride) ref.offset = modulo(ref.offset, nodes[root].stride);
  return ref;
}

void points_join(PointsTo *p, Ref a, Ref b) {
  if (a.node == 0 || b.node == 0) return;
  VEC_PUSH(p->mem, &p->work, ((RefPair){a, b, JOIN_EXACT}));
}

void points_join_nodes(PointsTo *p, Ref a, Ref b) {
  assert(a.node && b.node);
  VEC_PUSH(p->mem, &p->work, ((RefPair){a, b, JOIN_NODES}));
}

bool points_carries(const PointsTo *p, Ref ref) {
  if (ref.node == 0) return false;
  const Node *node = &p->nodes.at[points_find(p, ref).node];
  return node->first != ANALYSIS_NONE ||
         node->bits & (NODE_UNKNOWN | NODE_PRIVATE);
}

/* ---- intervals ---- */

/* First interval that ends after `at`. */
uint32_t points_first_after(const IntervalVec *vec, int64_t at) {
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
  uint32_t i = points_first_after(vec, at);
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
  into->torn |= from->torn;
  into->flags |= from->flags;
  if (from->lo < into->lo) into->lo = from->lo;
  if (from->hi > into->hi) into->hi = from->hi;
  if (into->link.node == 0)
    into->link = from->link;
  else
    points_join(p, into->link, from->link);
}

/* Adds the interval, grown together with those it overlaps; its index. */
static uint32_t put_interval(PointsTo *p, IntervalVec *vec, Interval add) {
  assert(add.lo < add.hi);
  uint32_t from = points_first_after(vec, add.lo), to = from;
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
  assert(from == 0 || vec->at[from - 1].hi <= add.lo);
  assert(from + 1 == vec->n || add.hi <= vec->at[from + 1].lo);
  return from;
}

/* Grows the span at `index` until no cell sticks out of it, and takes over the
 * contents of the cells inside. */
static void settle_span(PointsTo *p, Node *node, uint32_t index) {
  for (;;) {
    Interval span = node->spans.at[index];
    uint32_t i = points_first_after(&node->cells, span.lo);
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
  uint32_t s = points_first_after(&node->spans, cell.lo);
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
  bool round =
      points_fit(node, points_wrapping_add(add.lo, shift), bytes, &lo, &hi);
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

/* Offsets of the root count modulo `stride` from now on. */
void points_restride(PointsTo *p, uint32_t root, int64_t stride) {
  Node *node = &p->nodes.at[root];
  assert(node->parent == root);
  if (stride == INT64_MIN) stride = 1;
  stride = (int64_t)integer_gcd(stride, node->stride);
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
  assert(a != b && into->parent == a && from->parent == b);
  if (into->cells.n + into->spans.n < from->cells.n + from->spans.n) {
    merge(p, b, a, points_wrapping_add(0, (int64_t)(0 - (uint64_t)shift)));
    return;
  }
  p->state = POINTS_CHANGED;
  if (from->stride) points_restride(p, a, from->stride);
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
  assert((into->first == ANALYSIS_NONE) == (into->last == ANALYSIS_NONE));
  put_all(p, into, &from->cells, &from->spans, shift);
}

void points_drain(PointsTo *p) {
  while (p->work.n) {
    RefPair pair = VEC_POP(&p->work);
    Ref a = points_find(p, pair.a), b = points_find(p, pair.b);
    assert(a.node && b.node);
    bool exact = pair.how == JOIN_EXACT;
    if (a.node != b.node)
      merge(p, a.node, b.node,
            exact ? points_wrapping_add(a.offset,
                                        (int64_t)(0 - (uint64_t)b.offset))
                  : 0);
    else if (exact && a.offset != b.offset)
      points_restride(p, a.node,
                      (int64_t)((uint64_t)a.offset - (uint64_t)b.offset));
  }
}

/* ---- contents of memory ---- */

/* Adds a cell of that many bytes at the place. */
void points_access_cell(PointsTo *p, Ref at, int64_t bytes) {
  assert(at.node && bytes > 0);
  at = points_find(p, at);
  Interval cell = {.lo = at.offset,
                   .hi = at.offset < POINTS_OPEN - bytes ? at.offset + bytes
                                                         : POINTS_OPEN};
  if (cell.lo == cell.hi) cell.lo--;
  put_shifted(p, &p->nodes.at[at.node], cell, 0, CELL);
}

void points_access_span(PointsTo *p, Ref at, int64_t bytes) {
  assert(at.node && bytes > 0);
  at = points_find(p, at);
  Interval span = {.lo = at.offset, .hi = POINTS_OPEN};
  if (bytes < POINTS_OPEN && at.offset < POINTS_OPEN - bytes)
    span.hi = at.offset + bytes;
  if (span.lo == span.hi) span.lo--;
  put_shifted(p, &p->nodes.at[at.node], span, 0, SPAN);
}

/* The cell of an access that was added before. */
Interval *points_cell_at(const PointsTo *p, Ref at, int64_t bytes) {
  at = points_find(p, at);
  const Node *node = &p->nodes.at[at.node];
  int64_t lo, hi;
  points_fit(node, at.offset, bytes, &lo, &hi);
  Interval *cell = points_interval(&node->cells, lo);
  assert(cell && cell->hi >= hi);
  return cell;
}

/* Who holds link and flags of the cell: itself, or the span around it. */
Interval *points_holder(const PointsTo *p, Ref at, Interval *cell) {
  const Node *node = &p->nodes.at[points_find(p, at).node];
  Interval *span = points_interval(&node->spans, cell->lo);
  return span ? span : cell;
}

Interval *points_span_at(const PointsTo *p, Ref at, int64_t bytes) {
  at = points_find(p, at);
  const Node *node = &p->nodes.at[at.node];
  int64_t lo, hi;
  points_fit(node, at.offset, bytes, &lo, &hi);
  Interval *span = points_interval(&node->spans, lo);
  assert(span && span->hi >= hi);
  return span;
}

Ref points_link_of(PointsTo *p, Interval *interval) {
  if (interval->link.node == 0) interval->link = points_fresh_node(p);
  return interval->link;
}

/* What reading the node may give beside what was written. */
unsigned points_initial_flags(const PointsTo *p, Ref at) {
  const Node *node = &p->nodes.at[points_find(p, at).node];
  unsigned flags = 0;
  if (node->bits & (NODE_FRESH | NODE_PRIVATE)) flags |= FLOW_INDETERMINATE;
  if (node->bits & NODE_UNKNOWN)
    flags |= FLOW_WILD | FLOW_FUZZY | FLOW_INDETERMINATE;
  return flags;
}

void points_add_flags(PointsTo *p, uint8_t *to, unsigned flags) {
  assert(flags <= (FLOW_WILD | FLOW_INDETERMINATE | FLOW_FUZZY));
  if ((*to | flags) == *to) return;
  *to = (uint8_t)(*to | flags);
  p->state = POINTS_CHANGED;
}
