/* SPDX-License-Identifier: MIT
 *
 * Points-to, what is said once: the values' places, the objects with their
 * initial contents, the constraints of each instruction that hold whatever
 * flows, and the binding of calls.  points.c explains the idea. */
#include "analysis/points_int.h"
#include "analysis/lengths.h"
#include "ir/address.h"

enum { SMALL_NUMBER = 4096 };

/* ---- values ---- */

uint32_t points_value_number(const PointsTo *p, FuncId f, uint32_t inst) {
  assert(f.id != 0 && p->base[f.id] + inst < p->n_values);
  return p->base[f.id] + inst;
}

Ref points_ref(const PointsTo *p, FuncId f, Val val) {
  if (val_is_none(val)) return (Ref){0};
  if (val_is_local(val))
    return p->refs[points_value_number(p, f, val_index(val))];
  const Const *c = prog_const(p->program, val);
  if (c->kind == CONST_BITS) return (Ref){0};
  if (c->kind == CONST_FUNC) return p->homes.at[p->func_object[c->func.id]];
  assert(c->global.id < p->n_globals);
  Ref home = p->homes.at[p->global_object[c->global.id]];
  home.offset = points_wrapping_add(home.offset, c->offset);
  return home;
}

Ref points_address(const PointsTo *p, FuncId f, Val val) {
  Ref ref = points_ref(p, f, val);
  return ref.node ? ref : (Ref){.node = UNKNOWN_NODE};
}

/* The same, but a local value without a place gets one. */
static Ref make_ref(PointsTo *p, FuncId f, Val val) {
  if (!val_is_local(val)) return points_ref(p, f, val);
  uint32_t number = points_value_number(p, f, val_index(val));
  if (p->refs[number].node == 0) {
    Ref made = points_fresh_node(p);
    p->refs[number] = made;
  }
  return p->refs[number];
}

static Ref make_address(PointsTo *p, FuncId f, Val val) {
  Ref ref = make_ref(p, f, val);
  return ref.node ? ref : (Ref){.node = UNKNOWN_NODE};
}

/* Value `number` is a copy of what is at `ref`. */
static void tie(PointsTo *p, uint32_t number, Ref ref) {
  if (ref.node == 0) return;
  if (p->refs[number].node == 0)
    p->refs[number] = ref;
  else
    points_join(p, p->refs[number], ref);
}

static uint32_t bits_of(const PointsTo *p, TypeId type) {
  return prog_type(p->program, type)->bits;
}

/* May a value of the type hold (a piece of) a pointer? */
bool points_may_carry(const PointsTo *p, TypeId type) {
  return type.id != 0 && bits_of(p, type) != 1;
}

static bool is_small(const BvWord *words, uint32_t bits) {
  assert(bits > 0);
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
  if (val_is_local(val))
    return p->flags[points_value_number(p, f, val_index(val))];
  const Const *c = prog_const(p->program, val);
  if (c->kind != CONST_BITS) return 0;
  uint32_t bits = bits_of(p, c->type);
  if (bits < p->program->pointer_bits || is_small(c->words, bits)) return 0;
  return FLOW_WILD;
}

/* ---- objects ---- */

static uint32_t add_object(PointsTo *p, MemObject object) {
  assert(!p->next_object); /* chains are made when all objects are known */
  Ref home = points_fresh_node(p);
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

void points_add_objects(PointsTo *p) {
  const Program *program = p->program;
  add_object(p, (MemObject){.kind = OBJECT_UNKNOWN, .escape = OBJECT_ESCAPED});
  assert(p->homes.at[0].node == UNKNOWN_NODE);
  p->n_globals = program->globals.n;
  p->global_object = MEM_ARRAY(p->mem, uint32_t, p->n_globals);
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
    points_access_span(p, p->homes.at[area], POINTS_OPEN);
    points_span_at(p, p->homes.at[area], POINTS_OPEN)->torn = 1;
  }
  p->n_chain = p->objects.n;
  p->next_object = MEM_ARRAY(p->mem, uint32_t, p->n_chain);
  for (uint32_t o = 0; o < p->n_chain; o++) p->next_object[o] = ANALYSIS_NONE;
}

/* Where the heap is not seen, its objects are part of the unknown. */
static void init_heap(PointsTo *p) {
  if (p->program->heap == PROG_HEAP_SEEN) return;
  for (uint32_t o = 0; o < p->objects.n; o++)
    if (p->objects.at[o].kind == OBJECT_ALLOC)
      points_join_nodes(p, (Ref){.node = UNKNOWN_NODE}, p->homes.at[o]);
}

/* The unknown: one cell, whose contents point to it again. */
void points_init_unknown(PointsTo *p) {
  Ref unknown = {.node = UNKNOWN_NODE};
  p->nodes.at[UNKNOWN_NODE].bits |= NODE_UNKNOWN;
  points_restride(p, UNKNOWN_NODE, 1);
  points_access_cell(p, unknown, 1);
  Interval *cell = points_cell_at(p, unknown, 1);
  cell->link = unknown;
  cell->mixed = 1;
  init_heap(p);
  points_drain(p);
}

void points_init_globals(PointsTo *p) {
  const Program *program = p->program;
  uint32_t bytes = program->pointer_bits / 8;
  for (uint32_t g = 1; g < program->globals.n; g++) {
    const Global *global = &program->globals.at[g];
    Ref home = p->homes.at[p->global_object[g]];
    if (global->state == GLOBAL_EXTERNAL || global->kind == GLOBAL_OUTSIDE)
      points_join_nodes(p, (Ref){.node = UNKNOWN_NODE}, home);
    for (uint32_t r = 0; r < global->n_relocs; r++) {
      const Reloc *reloc = &global->relocs[r];
      Ref at = home, to;
      at.offset = points_wrapping_add(at.offset, (int64_t)reloc->offset);
      if (reloc->func.id)
        to = p->homes.at[p->func_object[reloc->func.id]];
      else {
        to = p->homes.at[p->global_object[reloc->global.id]];
        to.offset = points_wrapping_add(to.offset, reloc->addend);
      }
      points_access_cell(p, at, bytes);
      Ref link =
          points_link_of(p, points_holder(p, at, points_cell_at(p, at, bytes)));
      points_join(p, link, to);
      points_drain(p);
    }
  }
  points_drain(p);
}

/* ---- constraints of one instruction, once ---- */

int64_t points_access_bytes(const PointsTo *p, TypeId type) {
  return (int64_t)prog_store_size(p->program, type);
}

static void collect_copy(PointsTo *p, FuncId f, uint32_t i, const Inst *inst,
                         uint32_t first) {
  if (!points_may_carry(p, inst->type)) return;
  for (uint32_t k = first; k < inst->n_ops; k++)
    tie(p, points_value_number(p, f, i), make_ref(p, f, inst->ops[k]));
}

/* Casts keep the pointer when both sides have room for it. */
bool points_keeps_pointer(const PointsTo *p, FuncId f, const Inst *inst) {
  uint32_t room = p->program->pointer_bits;
  const Function *function = prog_func(p->program, f);
  return bits_of(p, inst->type) >= room &&
         prog_val_bits(p->program, function, inst->ops[0]) >= room;
}

static void collect_gep(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  Ref base = make_ref(p, f, inst->ops[0]);
  if (base.node == 0) return; /* a plain number, or an index that carries */
  int64_t bytes = inst->imm;
  if (!prog_gep_constant(p->program, inst, &bytes)) {
    bytes = inst->imm;
    if (inst->stride)
      points_restride(p, points_find(p, base).node, inst->stride);
  }
  base.offset = points_wrapping_add(base.offset, bytes);
  tie(p, points_value_number(p, f, i), base);
}

static void collect_load(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  Ref at = make_address(p, f, inst->ops[0]);
  int64_t bytes = points_access_bytes(p, inst->type);
  points_access_cell(p, at, bytes);
  points_drain(p);
  if (!points_may_carry(p, inst->type)) return;
  tie(p, points_value_number(p, f, i),
      points_link_of(p, points_holder(p, at, points_cell_at(p, at, bytes))));
}

TypeId points_type_of(const PointsTo *p, FuncId f, Val val) {
  return prog_val_type(p->program, prog_func(p->program, f), val);
}

static void collect_store(PointsTo *p, FuncId f, const Inst *inst) {
  Ref at = make_address(p, f, inst->ops[1]);
  TypeId type = points_type_of(p, f, inst->ops[0]);
  int64_t bytes = points_access_bytes(p, type);
  points_access_cell(p, at, bytes);
  points_drain(p);
  if (!points_may_carry(p, type)) return;
  Ref value = make_ref(p, f, inst->ops[0]);
  if (value.node == 0) return;
  points_join(
      p, points_link_of(p, points_holder(p, at, points_cell_at(p, at, bytes))),
      value);
}

/* From now on the range is one span (on both sides of a MEMCPY). */
void points_make_span(PointsTo *p, RangeInst *range) {
  const Inst *inst = &prog_func(p->program, range->func)->insts.at[range->inst];
  assert(range->mode == RANGE_CELLS);
  range->mode = RANGE_SPAN;
  p->state = POINTS_CHANGED;
  Ref to = make_address(p, range->func, inst->ops[0]);
  points_access_span(p, to, range->bytes);
  points_drain(p);
  if (inst->op != OP_MEMCPY) return;
  Ref from = make_address(p, range->func, inst->ops[1]);
  points_access_span(p, from, range->bytes);
  points_drain(p);
  Ref to_link = points_link_of(p, points_span_at(p, to, range->bytes));
  points_join(p, to_link,
              points_link_of(p, points_span_at(p, from, range->bytes)));
  points_drain(p);
}

static void collect_range(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  RangeInst range = {f, i, POINTS_OPEN, 1, RANGE_CELLS};
  Val length = prog_length(inst);
  uint64_t bytes;
  if (!val_is_none(length))
    range.unit = prog_divisor(p->program, prog_func(p->program, f), length);
  if (!val_is_none(length) && prog_const_as_u64(p->program, length, &bytes) &&
      bytes < POINTS_OPEN)
    range.bytes = (int64_t)bytes;
  map_put(&p->range_of, row_pair(f.id, i), p->ranges.n);
  VEC_PUSH(p->mem, &p->ranges, range);
  make_address(p, f, inst->ops[0]);
  if (inst->op == OP_MEMCPY) make_address(p, f, inst->ops[1]);
  if (range.bytes == POINTS_OPEN && inst->op == OP_MEMCPY)
    points_make_span(p, &VEC_LAST(&p->ranges));
}

static void collect_call(PointsTo *p, FuncId f, uint32_t i, const Inst *inst) {
  make_ref(p, f, inst->ops[0]);
  map_put(&p->call_of, row_pair(f.id, i), p->calls.n);
  VEC_PUSH(p->mem, &p->calls, ((CallInst){.func = f, .inst = i}));
}

void points_collect(PointsTo *p, FuncId f, uint32_t i) {
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
    if (points_keeps_pointer(p, f, inst)) collect_copy(p, f, i, inst, 0);
    break;
  case OP_GEP: collect_gep(p, f, i, inst); break;
  case OP_ALLOCA:
  case OP_ALLOC:
    tie(p, points_value_number(p, f, i),
        p->homes.at[prog_points_of_inst(p, f, i)]);
    break;
  case OP_VA_AREA:
    if (map_find(&p->inst_object, row_pair(f.id, 0)))
      tie(p, points_value_number(p, f, i),
          p->homes.at[map_get(&p->inst_object, row_pair(f.id, 0), 0)]);
    break;
  case OP_LOAD: collect_load(p, f, i, inst); break;
  case OP_STORE: collect_store(p, f, inst); break;
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: collect_range(p, f, i, inst); break;
  case OP_CALL: collect_call(p, f, i, inst); break;
  case OP_RET:
    if (inst->n_ops && points_may_carry(p, points_type_of(p, f, inst->ops[0])))
      tie(p, points_value_number(p, f, 0), make_ref(p, f, inst->ops[0]));
    break;
  default: break;
  }
  points_drain(p);
}

/* ---- calls ---- */

bool points_is_outside(const PointsTo *p, FuncId f, Val val) {
  Ref ref = points_find(p, points_ref(p, f, val));
  return points_flags(p, f, val) & FLOW_WILD ||
         (ref.node && p->nodes.at[ref.node].bits & NODE_UNKNOWN);
}

/* Code outside the program knows the value from now on. */
static void escape(PointsTo *p, FuncId f, Val val) {
  Ref ref = points_ref(p, f, val);
  if (!points_carries(p, ref)) return;
  if (points_find(p, ref).node ==
      points_find(p, (Ref){.node = UNKNOWN_NODE}).node)
    return;
  points_join_nodes(p, ref, (Ref){.node = UNKNOWN_NODE});
}

void points_flow_external(PointsTo *p, const CallInst *call, const Inst *inst) {
  for (uint32_t k = 1; k < inst->n_ops; k++)
    escape(p, call->func, inst->ops[k]);
  if (inst->type.id)
    points_add_flags(p,
                     &p->flags[points_value_number(p, call->func, call->inst)],
                     FLOW_WILD);
}

/* Arguments to parameters, result to result: once. */
static void bind(PointsTo *p, const CallInst *call, FuncId callee) {
  const Inst *inst = &prog_func(p->program, call->func)->insts.at[call->inst];
  const Function *g = prog_func(p->program, callee);
  if (g->state != FUNC_DEFINED) return;
  for (uint32_t k = 1; k < inst->n_ops; k++) {
    if (!points_may_carry(p, points_type_of(p, call->func, inst->ops[k])))
      continue;
    Ref argument = make_ref(p, call->func, inst->ops[k]);
    if (k <= g->n_params)
      tie(p, points_value_number(p, callee, k), argument);
    else if (g->arity == FUNC_VARIADIC && argument.node) {
      assert(map_find(&p->inst_object, row_pair(callee.id, 0)));
      Ref area =
          p->homes.at[map_get(&p->inst_object, row_pair(callee.id, 0), 0)];
      points_join(p, points_link_of(p, points_span_at(p, area, POINTS_OPEN)),
                  argument);
    }
  }
  if (inst->type.id && g->ret.id && points_may_carry(p, inst->type)) {
    uint32_t result = points_value_number(p, callee, 0);
    if (p->refs[result].node == 0) {
      Ref made = points_fresh_node(p);
      p->refs[result] = made;
    }
    tie(p, points_value_number(p, call->func, call->inst), p->refs[result]);
  }
  points_drain(p);
}

static void find_function(PointsTo *p, uint32_t func, IndexVec *found) {
  if (p->stamps[func] == p->stamp) return;
  p->stamps[func] = p->stamp;
  VEC_PUSH(p->mem, found, func);
}

/* Functions that the callee operand points to and that are not bound yet.  What
 * is outside may know every function whose address is taken. */
static void find_unbound(PointsTo *p, CallInst *call, Ref callee,
                         IndexVec *found) {
  uint32_t root = points_find(p, callee).node;
  const Node *node = &p->nodes.at[root];
  const Function *in = prog_func(p->program, call->func);
  const Inst *inst = &in->insts.at[call->inst];
  bool offers =
      !call->is_offered && points_is_outside(p, call->func, inst->ops[0]);
  bool same = call->seen_node == root && call->seen_last == node->last;
  if (same && !offers) return;
  call->seen_node = root;
  call->seen_last = node->last;
  call->is_offered |= offers;
  p->stamp++;
  for (uint32_t i = 0; i < call->bound.n; i++)
    p->stamps[call->bound.at[i]] = p->stamp;
  for (uint32_t o = node->first; o != ANALYSIS_NONE; o = p->next_object[o])
    if (p->objects.at[o].kind == OBJECT_FUNC)
      find_function(p, p->objects.at[o].func.id, found);
  for (uint32_t g = 1; offers && g < p->program->funcs.n; g++)
    if (p->taken[g] && prog_call_fits(p->program, in, inst, (FuncId){g}))
      find_function(p, g, found);
}

/* Binds the functions that the callee operand has come to point to; a direct
 * call reaches its callee only. */
void points_bind_new(PointsTo *p, uint32_t index) {
  const CallInst *call = &p->calls.at[index];
  const Inst *inst = &prog_func(p->program, call->func)->insts.at[call->inst];
  Ref callee = points_ref(p, call->func, inst->ops[0]);
  if (callee.node == 0) return;
  const Const *direct =
      val_is_const(inst->ops[0]) ? prog_const(p->program, inst->ops[0]) : NULL;
  IndexVec found = {0};
  if (!direct)
    find_unbound(p, &p->calls.at[index], callee, &found);
  else if (direct->kind == CONST_FUNC && call->bound.n == 0)
    VEC_PUSH(p->mem, &found, direct->func.id);
  for (uint32_t k = 0; k < found.n; k++) {
    VEC_PUSH(p->mem, &p->calls.at[index].bound, found.at[k]);
    p->state = POINTS_CHANGED;
    bind(p, &p->calls.at[index], (FuncId){found.at[k]});
  }
  VEC_DONE(p->mem, &found);
}
