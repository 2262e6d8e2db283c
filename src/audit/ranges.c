/* SPDX-License-Identifier: MIT
 *
 * Is a solution of points-to closed under MEMCPY, MEMSET and HAVOC (points.c)?
 *
 * A range is taken in one of two ways.  As a span, both sides of a MEMCPY have
 * one interval around all its bytes, which says the same for all of them.  Cell
 * by cell, no cell is cut, no span is met, and each cell on one side has a twin
 * on the other: at the same distance from the start of the range, of the same
 * size, with the same link.  That holds from both sides, for bytes which only
 * one of them accesses otherwise may come from a third place or go there. Where
 * a side counts modulo a stride, the other does so, too, and the bytes are
 * whole rounds; or they are less than one round. */
#include "audit/audit_int.h"

typedef struct Side {
  Place at;
  Bytes bytes;
  const Node *node;
} Side;

static Side side_of(const Audit *a, Place at, int64_t bytes) {
  return (Side){at, audit_bytes(a, at, bytes), audit_node(a, at)};
}

/* ---- as spans ---- */

static const Interval *need_span(Audit *a, const Side *side) {
  const Interval *span = audit_around(&side->node->spans, side->bytes);
  audit_need(a, span != NULL, "a copy is in no span");
  return span;
}

static void check_spans(Audit *a, const Side *to, const Side *from) {
  const Interval *target = need_span(a, to), *source = need_span(a, from);
  if (!target || !source) return;
  unsigned copied = source->flags | audit_initial(a, from->at);
  unsigned known = target->flags | audit_initial(a, to->at);
  audit_need(a, (copied & ~known) == 0, "copied bytes are taken for known");
  audit_need(a,
             source->link.node && audit_same(audit_place(a, source->link),
                                             audit_place(a, target->link)),
             "copied bytes lead elsewhere");
}

/* ---- cell by cell ---- */

/* Are the bytes of both sides whole rounds of one stride? */
static bool are_rounds(const Side *to, const Side *from, int64_t bytes) {
  int64_t stride = to->node->stride;
  return stride && stride == from->node->stride && bytes % stride == 0;
}

/* Is the cell left whole by the range? */
static bool is_whole(const Side *side, const Interval *cell, bool rounds) {
  if (rounds) return side->at.offset <= cell->lo || side->at.offset >= cell->hi;
  return audit_within(cell, side->bytes);
}

/* The twin of the cell, or NULL. */
static const Interval *twin_of(const Audit *a, const Side *side,
                               const Side *other, const Interval *cell) {
  int64_t distance = (int64_t)((uint64_t)cell->lo - (uint64_t)side->at.offset);
  Place at = audit_step(a, other->at, distance);
  Bytes bytes = audit_bytes(a, at, cell->hi - cell->lo);
  const Interval *twin = audit_around(&other->node->cells, bytes);
  bool alike =
      twin && !bytes.whole && twin->lo == bytes.lo && twin->hi == bytes.hi;
  return alike ? twin : NULL;
}

/* The cells of one side have twins on the other. */
static void check_twins(Audit *a, const Side *side, const Side *other,
                        bool rounds) {
  const IntervalVec *cells = &side->node->cells;
  for (uint32_t c = audit_first(cells, side->bytes);
       audit_reaches(cells, c, side->bytes); c++) {
    const Interval *cell = &cells->at[c];
    const Interval *twin = twin_of(a, side, other, cell);
    audit_need(a, is_whole(side, cell, rounds), "a copy cuts a cell");
    audit_need(a, twin != NULL, "a copied cell has no twin");
    if (!twin) return;
    audit_need(a,
               cell->link.node && audit_same(audit_place(a, cell->link),
                                             audit_place(a, twin->link)),
               "a copied cell leads elsewhere");
  }
}

/* What flows from each cell to its twin. */
static void check_flags(Audit *a, const Side *from, const Side *to) {
  const IntervalVec *cells = &from->node->cells;
  for (uint32_t c = audit_first(cells, from->bytes);
       audit_reaches(cells, c, from->bytes); c++) {
    const Interval *cell = &cells->at[c];
    const Interval *twin = twin_of(a, from, to, cell);
    unsigned flags = cell->flags | audit_initial(a, from->at);
    if (cell->mixed && audit_carries(a, audit_place(a, cell->link)))
      flags |= FLOW_FUZZY;
    if (!twin) return;
    unsigned known = twin->flags | audit_initial(a, to->at);
    audit_need(a, (flags & ~known) == 0, "a copied cell is taken for known");
  }
}

static bool meets_span(const Side *side) {
  const IntervalVec *spans = &side->node->spans;
  return audit_reaches(spans, audit_first(spans, side->bytes), side->bytes);
}

static void check_cells(Audit *a, const Side *to, const Side *from,
                        int64_t bytes) {
  bool rounds = to->bytes.whole || from->bytes.whole;
  bool shifts =
      to->at.root == from->at.root && to->at.offset != from->at.offset;
  audit_need(a,
             bytes != POINTS_OPEN && !shifts &&
                 (!rounds || are_rounds(to, from, bytes)),
             "a copy is taken cell by cell");
  audit_need(a, !meets_span(to) && !meets_span(from),
             "a copy is taken cell by cell where a span is");
  Side all_to = *to, all_from = *from;
  if (rounds) {
    all_to.bytes = (Bytes){0, to->node->stride, true};
    all_from.bytes = (Bytes){0, from->node->stride, true};
  }
  check_twins(a, &all_from, &all_to, rounds);
  check_twins(a, &all_to, &all_from, rounds);
  check_flags(a, &all_from, &all_to);
}

/* ---- fills ---- */

/* Whoever holds bytes of the range has the flags; what it cuts is fuzzy. */
static void check_filled(Audit *a, const Side *to, const IntervalVec *intervals,
                         unsigned flags) {
  for (uint32_t i = audit_first(intervals, to->bytes);
       audit_reaches(intervals, i, to->bytes); i++) {
    const Interval *interval = &intervals->at[i];
    const Interval *holder = audit_holder(a, to->at, interval);
    unsigned needs = flags, has = holder->flags | audit_initial(a, to->at);
    if (!audit_within(interval, to->bytes)) needs |= FLOW_FUZZY;
    audit_need(a, (needs & ~has) == 0, "what was filled is taken for known");
  }
}

static void check_fill(Audit *a, FuncId f, const Inst *inst, const Side *to,
                       bool is_span) {
  Val byte = inst->op == OP_MEMSET ? inst->ops[1] : (Val){0};
  unsigned flags = inst->op == OP_MEMSET ? audit_flags(a, f, byte) : FLOW_WILD;
  Place value = audit_value(a, f, byte);
  bool carries = audit_carries(a, value);
  check_filled(a, to, &to->node->cells, flags);
  check_filled(a, to, &to->node->spans, flags);
  audit_need(a, is_span || !carries, "pieces of a pointer are lost");
  if (!is_span || !carries) return;
  const Interval *span = need_span(a, to);
  if (!span) return;
  unsigned known = span->flags | audit_initial(a, to->at);
  audit_need(
      a, known & FLOW_FUZZY && audit_place(a, span->link).root == value.root,
      "pieces of a pointer lead elsewhere");
}

/* ---- all ---- */

void audit_range(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  const uint64_t *index = map_find(&a->points->range_of, row_pair(f.id, i));
  audit_need(a, index != NULL, "a range is missing");
  if (!index) return;
  bool is_span = a->points->ranges.at[*index].mode == RANGE_SPAN;
  int64_t bytes = audit_length(a, inst);
  audit_need(a, a->points->ranges.at[*index].bytes == bytes,
             "a range has another length");
  if (bytes == 0) return;
  Side to = side_of(a, audit_address(a, f, inst->ops[0]), bytes);
  if (inst->op != OP_MEMCPY) {
    check_fill(a, f, inst, &to, is_span);
    return;
  }
  Side from = side_of(a, audit_address(a, f, inst->ops[1]), bytes);
  if (is_span)
    check_spans(a, &to, &from);
  else
    check_cells(a, &to, &from, bytes);
}
