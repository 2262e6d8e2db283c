/* SPDX-License-Identifier: MIT
 *
 * Points-to, what is repeated to the fixpoint: flags (wild, fuzzy,
 * indeterminate) flow forward through instructions and memory, and ranges are
 * copied cell by cell.  points.c explains the idea. */
#include "analysis/points_int.h"

enum { CELLS_MOST = 512 };

/* ---- flow of flags, and what depends on them ---- */

static void flow_arithmetic(PointsTo *p, FuncId f, uint32_t i, const Inst *inst,
                            uint32_t first) {
  uint32_t number = points_value_number(p, f, i);
  for (uint32_t k = first; k < inst->n_ops; k++) {
    if (!val_is_local(inst->ops[k]) &&
        !points_carries(p, points_ref(p, f, inst->ops[k])))
      continue;
    unsigned flags = points_flags(p, f, inst->ops[k]);
    Ref from = points_ref(p, f, inst->ops[k]);
    if (points_carries(p, from)) {
      flags |= FLOW_FUZZY;
      if (p->refs[number].node == 0) {
        p->refs[number] = from;
        p->state = POINTS_CHANGED;
      } else if (points_find(p, p->refs[number]).node !=
                 points_find(p, from).node)
        points_join_nodes(p, p->refs[number], from);
    }
    points_add_flags(p, &p->flags[number], flags);
  }
}

static void flow_copy(PointsTo *p, FuncId f, uint32_t i, const Inst *inst,
                      uint32_t first, uint32_t end) {
  for (uint32_t k = first; k < end; k++)
    points_add_flags(p, &p->flags[points_value_number(p, f, i)],
                     points_flags(p, f, inst->ops[k]));
}

static void flow_gep(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  flow_copy(p, f, i, inst, 0, 1);
  if (inst->n_ops == 2 && points_carries(p, points_ref(p, f, inst->ops[1])))
    flow_arithmetic(p, f, i, inst, 0);
  else if (inst->n_ops == 2 && points_ref(p, f, inst->ops[0]).node == 0)
    points_add_flags(p, &p->flags[points_value_number(p, f, i)],
                     points_flags(p, f, inst->ops[1]));
}

/* A pointer from outside that is compared with one of the program may be equal
 * to it, or lead into the same object. */
static void flow_comparison(PointsTo *p, FuncId f, const Inst *inst) {
  for (uint32_t k = 0; k < 2; k++) {
    Ref outer = points_ref(p, f, inst->ops[k]);
    Ref inner = points_ref(p, f, inst->ops[1 - k]);
    if (outer.node && points_flags(p, f, inst->ops[k]) & FLOW_WILD &&
        points_carries(p, inner))
      points_join(p, outer, inner);
  }
}

static void flow_load(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  uint32_t number = points_value_number(p, f, i);
  if (!points_may_carry(p, inst->type)) return;
  Ref at = points_address(p, f, inst->ops[0]);
  int64_t bytes = points_access_bytes(p, inst->type);
  Interval *cell = points_cell_at(p, at, bytes);
  unsigned flags =
      points_holder(p, at, cell)->flags | points_initial_flags(p, at);
  bool piece = bytes * 8 < p->program->pointer_bits || cell->mixed;
  if (piece && points_carries(p, p->refs[number])) flags |= FLOW_FUZZY;
  points_add_flags(p, &p->flags[number], flags);
}

static void flow_store(PointsTo *p, FuncId f, const Inst *inst) {
  TypeId type = points_type_of(p, f, inst->ops[0]);
  if (!points_may_carry(p, type)) return;
  Ref at = points_address(p, f, inst->ops[1]);
  Interval *cell = points_cell_at(p, at, points_access_bytes(p, type));
  points_add_flags(p, &points_holder(p, at, cell)->flags,
                   points_flags(p, f, inst->ops[0]));
}

/* Flags of the arguments to a callee's parameters. */
static void flow_arguments(PointsTo *p, FuncId f, const Inst *inst,
                           FuncId callee) {
  const Function *g = prog_func(p->program, callee);
  for (uint32_t k = 1; k < inst->n_ops; k++) {
    uint8_t *to = NULL;
    if (k <= g->n_params)
      to = &p->flags[points_value_number(p, callee, k)];
    else if (g->arity == FUNC_VARIADIC)
      to =
          &points_span_at(
               p,
               p->homes.at[map_get(&p->inst_object, row_pair(callee.id, 0), 0)],
               POINTS_OPEN)
               ->flags;
    if (to) points_add_flags(p, to, points_flags(p, f, inst->ops[k]));
  }
}

/* From which callee on the arguments' flags have not been given yet: from the
 * first, if they changed. */
static uint32_t first_to_give(PointsTo *p, FuncId f, const Inst *inst,
                              CallInst *call) {
  uint64_t flags = 0;
  for (uint32_t k = 1; k < inst->n_ops; k++)
    flags = hash_mix(flags, points_flags(p, f, inst->ops[k]));
  uint32_t first = call->given == flags ? call->n_given : 0;
  assert(first <= call->bound.n);
  call->given = flags;
  call->n_given = call->bound.n;
  return first;
}

static void flow_call(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  assert(map_find(&p->call_of, row_pair(f.id, i)));
  uint32_t index = (uint32_t)map_get(&p->call_of, row_pair(f.id, i), 0);
  points_bind_new(p, index);
  CallInst *call = &p->calls.at[index];
  Ref callee = points_ref(p, f, inst->ops[0]);
  bool direct = val_is_const(inst->ops[0]) && call->bound.n == 1;
  bool external = !direct && (callee.node == 0 ||
                              points_initial_flags(p, callee) & FLOW_WILD ||
                              call->bound.n == 0);
  uint32_t first = first_to_give(p, f, inst, call);
  for (uint32_t b = 0; b < call->bound.n; b++) {
    FuncId id = {call->bound.at[b]};
    if (prog_func(p->program, id)->state != FUNC_DEFINED) {
      external = true;
      continue;
    }
    if (b >= first) flow_arguments(p, f, inst, id);
    if (inst->type.id)
      points_add_flags(p, &p->flags[points_value_number(p, f, i)],
                       p->flags[points_value_number(p, id, 0)]);
  }
  if (external) points_flow_external(p, call, inst);
}

/* ---- ranges, cell by cell ---- */

bool points_cells(const PointsTo *p, Ref at, int64_t bytes, IndexVec *out) {
  at = points_find(p, at);
  const Node *node = &p->nodes.at[at.node];
  int64_t lo, hi;
  if (points_fit(node, at.offset, bytes, &lo, &hi)) return false;
  uint32_t s = points_first_after(&node->spans, lo);
  if (s < node->spans.n && node->spans.at[s].lo < hi) return false;
  for (uint32_t c = points_first_after(&node->cells, lo);
       c < node->cells.n && node->cells.at[c].lo < hi; c++) {
    if (node->cells.at[c].lo < lo || node->cells.at[c].hi > hi) return false;
    VEC_PUSH(p->mem, out, c);
  }
  return out->n <= CELLS_MOST;
}

bool points_rounds(const PointsTo *p, Ref at, int64_t bytes, IndexVec *out) {
  at = points_find(p, at);
  const Node *node = &p->nodes.at[at.node];
  if (!node->stride || bytes == POINTS_OPEN || bytes % node->stride ||
      node->spans.n || node->cells.n > CELLS_MOST)
    return false;
  for (uint32_t c = 0; c < node->cells.n; c++) {
    const Interval *cell = &node->cells.at[c];
    if (cell->lo < at.offset && at.offset < cell->hi) return false;
    VEC_PUSH(p->mem, out, c);
  }
  return true;
}

static bool is_rounds(int64_t bytes, int64_t stride) {
  return stride == 0 || bytes % stride == 0;
}

/* Both nodes count modulo the same stride from now on, and the range is whole
 * rounds of it.  False: there is no such stride. */
static bool share_stride(PointsTo *p, Ref to, Ref from, int64_t bytes) {
  int64_t a = p->nodes.at[to.node].stride, b = p->nodes.at[from.node].stride;
  assert(bytes > 0 && bytes != POINTS_OPEN);
  if ((!a && !b) || !is_rounds(bytes, a) || !is_rounds(bytes, b)) return false;
  if (b) points_restride(p, to.node, b);
  if (a) points_restride(p, from.node, a);
  return true;
}

/* The cells on both sides of a MEMCPY of known length, if it cuts none: all
 * the bytes are apart, or they are whole rounds of a common stride.  Elements
 * of one array have the same cells. */
static bool cells_to_copy(PointsTo *p, Ref to, Ref from, int64_t bytes,
                          IndexVec *target, IndexVec *source) {
  if (to.node == from.node && to.offset != from.offset) return false;
  if (points_cells(p, to, bytes, target) &&
      points_cells(p, from, bytes, source))
    return true;
  VEC_CLEAR(target);
  VEC_CLEAR(source);
  return share_stride(p, to, from, bytes) &&
         points_rounds(p, to, bytes, target) &&
         points_rounds(p, from, bytes, source);
}

/* Every cell of `from` gets its twin in `to`; contents flow to the twin if
 * `forward`, links are shared anyway.  True: cells were added. */
static bool copy_cells(PointsTo *p, Ref from, Ref to, const IndexVec *cells,
                       bool forward) {
  uint32_t before = p->nodes.at[points_find(p, to).node].cells.n;
  Ref a = points_find(p, from);
  for (uint32_t i = 0; i < cells->n; i++) {
    assert(cells->at[i] < p->nodes.at[a.node].cells.n);
    Interval cell = p->nodes.at[a.node].cells.at[cells->at[i]];
    Ref source = {cell.lo, a.node}, twin = to;
    twin.offset = points_wrapping_add(to.offset, cell.lo - a.offset);
    int64_t bytes = cell.hi - cell.lo;
    points_access_cell(p, twin, bytes);
    if (p->nodes.at[points_find(p, twin).node].cells.n != before) return true;
    Interval *other = points_holder(p, twin, points_cell_at(p, twin, bytes));
    Interval *self = points_holder(p, source, points_cell_at(p, source, bytes));
    if (forward) {
      points_add_flags(p, &other->flags,
                       self->flags | points_initial_flags(p, from));
      if (cell.mixed && points_carries(p, self->link))
        points_add_flags(p, &other->flags, FLOW_FUZZY);
    }
    Ref link = points_link_of(p, other);
    self = points_holder(p, source, points_cell_at(p, source, bytes));
    if (points_find(p, points_link_of(p, self)).node !=
            points_find(p, link).node ||
        points_find(p, self->link).offset != points_find(p, link).offset) {
      points_join(p, link, self->link);
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
    if (!cells_to_copy(p, to, from, range->bytes, &target, &source))
      points_make_span(p, range);
    else
      more = copy_cells(p, from, to, &source, true) ||
             copy_cells(p, to, from, &target, false);
    if (more) p->state = POINTS_CHANGED;
    points_drain(p);
    VEC_DONE(p->mem, &target);
    VEC_DONE(p->mem, &source);
  }
}

/* The intervals of the range get the flags; those it cuts become fuzzy. */
static void flag_intervals(PointsTo *p, IntervalVec *vec, int64_t lo,
                           int64_t hi, unsigned flags) {
  for (uint32_t i = points_first_after(vec, lo);
       i < vec->n && vec->at[i].lo < hi; i++) {
    bool cut = vec->at[i].lo < lo || vec->at[i].hi > hi;
    points_add_flags(p, &vec->at[i].flags, cut ? flags | FLOW_FUZZY : flags);
  }
}

/* What a MEMSET or HAVOC writes: numbers, unless the byte is a piece of a
 * pointer.  Cells need not share their link for that. */
static void flow_fill_range(PointsTo *p, RangeInst *range, const Inst *inst) {
  FuncId f = range->func;
  unsigned flags = FLOW_WILD;
  if (inst->op == OP_MEMSET) {
    flags = points_flags(p, f, inst->ops[1]);
    bool piece = points_carries(p, points_ref(p, f, inst->ops[1]));
    if (piece && range->mode == RANGE_CELLS) points_make_span(p, range);
  }
  Ref to = points_find(p, points_address(p, f, inst->ops[0]));
  Node *node = &p->nodes.at[to.node];
  int64_t lo, hi;
  points_fit(node, to.offset, range->bytes, &lo, &hi);
  flag_intervals(p, &node->cells, lo, hi, flags);
  flag_intervals(p, &node->spans, lo, hi, flags);
  if (range->mode == RANGE_CELLS) return;
  Interval *span = points_span_at(p, to, range->bytes);
  Ref value = points_ref(p, f, inst->ops[1]);
  points_add_flags(p, &span->flags, FLOW_FUZZY);
  if (points_find(p, value).node !=
      points_find(p, points_link_of(p, span)).node)
    points_join_nodes(p, span->link, value);
}

static void flow_range(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  assert(map_find(&p->range_of, row_pair(f.id, i)));
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
  unsigned flags = points_span_at(p, from, range->bytes)->flags |
                   points_initial_flags(p, from);
  points_add_flags(p, &points_span_at(p, to, range->bytes)->flags, flags);
}

static unsigned input_flags(int64_t kind) {
  return kind == INPUT_UNINIT || kind == INPUT_UNDEF ? FLOW_INDETERMINATE
                                                     : FLOW_WILD;
}

void points_flow(PointsTo *p, FuncId f, uint32_t i) {
  const Inst *inst = &prog_func(p->program, f)->insts.at[i];
  switch ((int)inst->op) {
  case OP_NONDET:
    if (points_may_carry(p, inst->type))
      points_add_flags(p, &p->flags[points_value_number(p, f, i)],
                       input_flags(inst->imm));
    break;
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: flow_comparison(p, f, inst); break;
  case OP_PHI: flow_copy(p, f, i, inst, 0, inst->n_ops); break;
  case OP_SELECT: flow_copy(p, f, i, inst, 1, 3); break;
  case OP_BITCAST:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT:
    if (points_keeps_pointer(p, f, inst))
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
      points_add_flags(p, &p->flags[points_value_number(p, f, 0)],
                       points_flags(p, f, inst->ops[0]));
    break;
  default:
    if (prog_op_has(inst->op, 'R') && !prog_op_has(inst->op, 'M') &&
        points_may_carry(p, inst->type))
      flow_arithmetic(p, f, i, inst, 0);
  }
  points_drain(p);
}
