/* SPDX-License-Identifier: MIT
 *
 * Is a solution of points-to closed?
 *
 * Problem.  Which memory is a variable, which accesses never meet, what a
 * function can change that is not followed: all of it comes from points-to, a
 * fixpoint over nodes that merge, with work lists and tables of what was seen
 * before.  A target that it misses makes a proof of a program that is wrong.
 *
 * Idea.  Finding the solution is hard, checking it is not: it is an invariant
 * of memory, and inductive.  One walk over the program asks of each instruction
 * whether the solution has what the instruction does; whoever found it and how
 * does not matter (a certificate, as proofs have [McConnell, Mehlhorn, Näher,
 * Schweitzer: Certifying algorithms]).  Nothing is computed here but places and
 * intervals of bytes, and nothing is changed.
 *
 * The invariant.  Each object that a run makes belongs to one of the objects of
 * the solution, and that one to one root, at its home.  In every state,
 *   - a value that was computed from the address of an object has the object's
 *     root.  If it is not fuzzy it is as far from the object's home as its
 *     place says, modulo the root's stride.  If an input went into it, it is
 *     wild; if something that was never written did, indeterminate.
 *   - the same holds of what memory has, for the interval of bytes that was
 *     accessed: link and flags are those of its holder.  All accesses to a byte
 *     are in one interval; if they are not the same, it is mixed, and pointers
 *     that are read there are fuzzy.
 *   - the unknown is one root.  All that is stored in it or told to a function
 *     without a body is part of it.
 * An address that is used has a target; if it is wild the unknown is, if it is
 * fuzzy its root has no fields.
 *
 * What it rests on are the premises that points-to has in the ledger (points.c
 * of analysis): accesses stay inside their object, addresses are not guessed,
 * an uninitialised pointer leads to what else may be there or to an object of
 * its own.  An index that wraps around the address space is excluded by the
 * first of them; that points-to allows for some of these (points_wrap.c) is
 * more than is asked here.
 *
 * Cost: linear, aside from calls through pointers, which look at each of their
 * targets. */
#include "audit/audit_int.h"
#include "ir/address.h"

/* ---- values ---- */

static unsigned flags_of(const Audit *a, FuncId f, uint32_t value) {
  return a->points->flags[a->points->base[f.id] + value];
}

static Place place_of(const Audit *a, FuncId f, uint32_t value) {
  return audit_place(a, a->points->refs[a->points->base[f.id] + value]);
}

static void need_flags(Audit *a, unsigned has, unsigned needs) {
  audit_need(a, (needs & FLOW_WILD & ~has) == 0,
             "a value from outside is taken for known");
  audit_need(a, (needs & FLOW_FUZZY & ~has) == 0,
             "a pointer that was computed is taken for exact");
  audit_need(a, (needs & ~has) == 0,
             "a value that was never written is taken for known");
}

void audit_copied(Audit *a, FuncId to, uint32_t value, FuncId from, Val val) {
  Place source = audit_value(a, from, val);
  need_flags(a, flags_of(a, to, value), audit_flags(a, from, val));
  audit_need(a, !source.root || audit_same(place_of(a, to, value), source),
             "a copy leads elsewhere");
}

static void check_copies(Audit *a, FuncId f, uint32_t i, const Inst *inst,
                         uint32_t first) {
  if (!audit_may_hold(a, inst->type)) return;
  for (uint32_t k = first; k < inst->n_ops; k++)
    audit_copied(a, f, i, f, inst->ops[k]);
}

/* Whatever is computed: it leads where the operands lead, at no known offset.
 * Numbers of the program are no addresses when something is computed. */
static void check_computed(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  if (!audit_may_hold(a, inst->type)) return;
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    Place source = audit_value(a, f, inst->ops[k]);
    bool carries = audit_carries(a, source);
    unsigned flags = carries ? FLOW_FUZZY : 0;
    if (carries || val_is_local(inst->ops[k]))
      flags |= audit_flags(a, f, inst->ops[k]);
    need_flags(a, flags_of(a, f, i), flags);
    audit_need(a, !carries || place_of(a, f, i).root == source.root,
               "what was computed from an address leads elsewhere");
  }
}

static void check_cast(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  uint32_t room = a->program->pointer_bits;
  const Function *in = prog_func(a->program, f);
  bool keeps = prog_type(a->program, inst->type)->bits >= room &&
               prog_val_bits(a->program, in, inst->ops[0]) >= room;
  if (keeps)
    check_copies(a, f, i, inst, 0);
  else
    check_computed(a, f, i, inst);
}

/* How far the step goes if its index is 0; the root counts so that the index
 * does not matter. */
static int64_t step_bytes(Audit *a, const Inst *gep, Place base) {
  int64_t bytes = gep->imm, stride = audit_node(a, base)->stride;
  if (prog_gep_constant(a->program, gep, &bytes)) return bytes;
  audit_need(a, !gep->stride || (stride && gep->stride % stride == 0),
             "an index leads to another field");
  return gep->imm;
}

static void check_gep(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  Place base = audit_value(a, f, inst->ops[0]);
  Val index = inst->n_ops == 2 ? inst->ops[1] : (Val){0};
  need_flags(a, flags_of(a, f, i), audit_flags(a, f, inst->ops[0]));
  if (audit_carries(a, audit_value(a, f, index)))
    check_computed(a, f, i, inst);
  else if (!base.root)
    need_flags(a, flags_of(a, f, i), audit_flags(a, f, index));
  if (!base.root) return;
  Place to = audit_step(a, base, step_bytes(a, inst, base));
  audit_need(a, audit_same(place_of(a, f, i), to), "a step leads elsewhere");
}

/* One from outside may be equal to one of the program. */
static void check_comparison(Audit *a, FuncId f, const Inst *inst) {
  for (uint32_t k = 0; k < 2; k++) {
    Place outer = audit_value(a, f, inst->ops[k]);
    Place inner = audit_value(a, f, inst->ops[1 - k]);
    bool is_wild = audit_flags(a, f, inst->ops[k]) & FLOW_WILD;
    audit_need(a,
               !outer.root || !is_wild || !audit_carries(a, inner) ||
                   audit_same(outer, inner),
               "an address from outside that may be equal leads elsewhere");
  }
}

static void check_input(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  bool is_unwritten = inst->imm == INPUT_UNINIT || inst->imm == INPUT_UNDEF;
  if (audit_may_hold(a, inst->type))
    need_flags(a, flags_of(a, f, i),
               is_unwritten ? FLOW_INDETERMINATE : FLOW_WILD);
}

/* ---- accesses ---- */

static void check_address(Audit *a, FuncId f, Val val) {
  Place place = audit_value(a, f, val);
  unsigned flags = audit_flags(a, f, val);
  if (!place.root) return; /* the unknown */
  audit_need(a, audit_carries(a, place), "an address leads nowhere");
  audit_need(a, !(flags & FLOW_WILD) || audit_is_unknown(a, place),
             "an address from outside leads to known memory alone");
  audit_need(a, !(flags & FLOW_FUZZY) || audit_node(a, place)->stride == 1,
             "an address that was computed leads to one field");
}

/* The cell that an access of so many bytes is in; NULL: there is none. */
static const Interval *accessed(Audit *a, Place at, int64_t bytes) {
  Bytes touched = audit_bytes(a, at, bytes);
  const Interval *cell = audit_around(&audit_node(a, at)->cells, touched);
  audit_need(a, cell != NULL, "an access is in no cell");
  if (!cell) return NULL;
  bool alike =
      !touched.whole && cell->lo == touched.lo && cell->hi == touched.hi;
  audit_need(a, alike || cell->mixed, "accesses are taken for alike");
  return cell;
}

static void check_load(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  Place at = audit_address(a, f, inst->ops[0]), value = place_of(a, f, i);
  int64_t bytes = (int64_t)prog_store_size(a->program, inst->type);
  const Interval *cell = accessed(a, at, bytes);
  if (!cell || !audit_may_hold(a, inst->type)) return;
  const Interval *holder = audit_holder(a, at, cell);
  unsigned flags = holder->flags | audit_initial(a, at);
  bool is_piece = bytes * 8 < a->program->pointer_bits || cell->mixed;
  if (is_piece && audit_carries(a, value)) flags |= FLOW_FUZZY;
  need_flags(a, flags_of(a, f, i), flags);
  audit_need(
      a, holder->link.node && audit_same(value, audit_place(a, holder->link)),
      "a load leads elsewhere");
}

static void check_store(Audit *a, FuncId f, const Inst *inst) {
  const Function *in = prog_func(a->program, f);
  TypeId type = prog_val_type(a->program, in, inst->ops[0]);
  Place at = audit_address(a, f, inst->ops[1]);
  Place value = audit_value(a, f, inst->ops[0]);
  const Interval *cell =
      accessed(a, at, (int64_t)prog_store_size(a->program, type));
  if (!cell || !audit_may_hold(a, type)) return;
  const Interval *holder = audit_holder(a, at, cell);
  need_flags(a, holder->flags | audit_initial(a, at),
             audit_flags(a, f, inst->ops[0]));
  audit_need(a, !value.root || audit_same(value, audit_place(a, holder->link)),
             "what is stored is not known there");
}

/* ---- objects ---- */

static void check_made(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  const uint64_t *number = map_find(&a->points->inst_object, row_pair(f.id, i));
  audit_need(a, number != NULL, "an object is not listed");
  if (!number) return;
  const MemObject *object = prog_points_object(a->points, (uint32_t)*number);
  ObjectKind kind = inst->op == OP_ALLOCA ? OBJECT_ALLOCA : OBJECT_ALLOC;
  Place home = audit_home(a, (uint32_t)*number);
  audit_need(
      a, object->kind == kind && object->func.id == f.id && object->inst == i,
      "an object is taken for another");
  uint64_t count = 1, size = inst->op == OP_ALLOCA ? (uint64_t)inst->imm : 1;
  bool is_sized =
      !inst->n_ops || prog_const_as_u64(a->program, inst->ops[0], &count);
  audit_need(a, !object->size || (is_sized && object->size == count * size),
             "an object has another size");
  audit_need(a, audit_same(place_of(a, f, i), home), "an object is elsewhere");
  audit_need(a, audit_initial(a, home) & FLOW_INDETERMINATE,
             "an object starts with known contents");
  audit_need(a,
             kind == OBJECT_ALLOCA || a->program->heap == PROG_HEAP_SEEN ||
                 audit_is_unknown(a, home),
             "an object on the heap is seen");
}

static void check_va_area(Audit *a, FuncId f, uint32_t i) {
  const uint64_t *number = map_find(&a->points->inst_object, row_pair(f.id, 0));
  if (!number) return; /* no variable arguments */
  audit_need(a, audit_same(place_of(a, f, i), audit_home(a, (uint32_t)*number)),
             "variable arguments are elsewhere");
}

static void check_initialiser(Audit *a, Place home, const Reloc *reloc) {
  const PointsTo *p = a->points;
  Place at = audit_step(a, home, (int64_t)reloc->offset);
  const Interval *cell = accessed(a, at, a->program->pointer_bits / 8);
  if (!cell) return;
  Place to =
      reloc->func.id
          ? audit_home(a, p->func_object[reloc->func.id])
          : audit_step(a, audit_home(a, p->global_object[reloc->global.id]),
                       reloc->addend);
  Place link = audit_place(a, audit_holder(a, at, cell)->link);
  audit_need(a, audit_same(link, to), "an initial pointer leads elsewhere");
}

static void check_globals(Audit *a) {
  const PointsTo *p = a->points;
  audit_need(a, p->n_globals == a->program->globals.n, "a global is missing");
  for (uint32_t g = 1; g < a->program->globals.n; g++) {
    const Global *global = &a->program->globals.at[g];
    const MemObject *object = prog_points_object(p, p->global_object[g]);
    Place home = audit_home(a, p->global_object[g]);
    audit_need(a,
               object->kind == OBJECT_GLOBAL && object->global.id == g &&
                   object->size == global->size,
               "a global is taken for another");
    bool is_outside =
        global->state == GLOBAL_EXTERNAL || global->kind == GLOBAL_OUTSIDE;
    audit_need(a, !is_outside || audit_is_unknown(a, home),
               "a global from outside is taken for known");
    for (uint32_t r = 0; r < global->n_relocs; r++)
      check_initialiser(a, home, &global->relocs[r]);
  }
  for (uint32_t f = 1; f < a->program->funcs.n; f++) {
    const MemObject *object = prog_points_object(p, p->func_object[f]);
    audit_need(a, object->kind == OBJECT_FUNC && object->func.id == f,
               "a function is taken for another");
  }
}

/* ---- objects that exist once ---- */

/* Is it made at most once: by the entry, which is not called, in no loop? */
static bool is_made_once(const Audit *a, const LoopForest *loops,
                         const uint32_t *block_of, const MemObject *object) {
  FuncId entry = a->program->entry;
  if (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_FUNC) return true;
  if (object->kind != OBJECT_ALLOCA && object->kind != OBJECT_ALLOC)
    return false;
  return loops && object->func.id == entry.id && !a->called[entry.id] &&
         loops->loop_of[block_of[object->inst]] == ANALYSIS_NONE;
}

static void check_counts(Audit *a, const LoopForest *loops,
                         const uint32_t *block_of) {
  const PointsTo *p = a->points;
  for (uint32_t o = 0; o < p->objects.n; o++) {
    const MemObject *object = &p->objects.at[o];
    audit_need(a,
               object->count == OBJECT_MANY ||
                   is_made_once(a, loops, block_of, object),
               "an object that may exist twice is taken for one");
    audit_need(a,
               object->escape == OBJECT_ESCAPED ||
                   !audit_is_unknown(a, audit_home(a, o)),
               "an object that has escaped is taken for private");
  }
}

static void check_lives(Audit *a) {
  FuncId entry = a->program->entry;
  const Function *f = entry.id ? prog_func(a->program, entry) : NULL;
  if (!f || f->blocks.n == 0) {
    check_counts(a, NULL, NULL);
    return;
  }
  uint32_t n = f->insts.n;
  uint32_t *block_of = MEM_ARRAY(a->mem, uint32_t, n);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++)
      block_of[f->blocks.at[b].insts.at[k]] = b;
  Cfg *cfg = prog_cfg_new(a->mem, f);
  LoopForest *loops = prog_loops_new(cfg);
  check_counts(a, loops, block_of);
  prog_loops_free(loops);
  prog_cfg_free(cfg);
  MEM_FREE_ARRAY(a->mem, block_of, n);
}

/* ---- instructions ---- */

static void check_return(Audit *a, FuncId f, const Inst *inst) {
  if (!inst->n_ops) return;
  const Function *in = prog_func(a->program, f);
  if (audit_may_hold(a, prog_val_type(a->program, in, inst->ops[0])))
    audit_copied(a, f, 0, f, inst->ops[0]); /* value 0 is the result */
}

static void check_inst(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  switch (inst->op) {
  case OP_NONDET: check_input(a, f, i, inst); return;
  case OP_PHI: check_copies(a, f, i, inst, 0); return;
  case OP_SELECT: check_copies(a, f, i, inst, 1); return;
  case OP_BITCAST:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT: check_cast(a, f, i, inst); return;
  case OP_GEP: check_gep(a, f, i, inst); return;
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: check_comparison(a, f, inst); return;
  case OP_ALLOCA:
  case OP_ALLOC: check_made(a, f, i, inst); return;
  case OP_VA_AREA: check_va_area(a, f, i); return;
  case OP_LOAD:
    check_address(a, f, inst->ops[0]);
    check_load(a, f, i, inst);
    return;
  case OP_STORE:
    check_address(a, f, inst->ops[1]);
    check_store(a, f, inst);
    return;
  case OP_MEMCPY:
    check_address(a, f, inst->ops[0]);
    check_address(a, f, inst->ops[1]);
    audit_range(a, f, i, inst);
    return;
  case OP_MEMSET:
  case OP_HAVOC:
    check_address(a, f, inst->ops[0]);
    audit_range(a, f, i, inst);
    return;
  case OP_FREE: check_address(a, f, inst->ops[0]); return;
  case OP_CALL:
    check_address(a, f, inst->ops[0]);
    audit_call(a, f, i, inst);
    return;
  case OP_RET: check_return(a, f, inst); return;
  case OP_BEGIN:
  case OP_END:
  case OP_VALID:
  case OP_ASSUME:
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_BR:
  case OP_CONDBR:
  case OP_SWITCH:
  case OP_STOP:
  case OP_ERROR:
  case OP_UNSUPPORTED: return;
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM:
  case OP_FNEG:
  case OP_FCMP:
  case OP_FMATH:
  case OP_FPTRUNC:
  case OP_FPEXT:
  case OP_FPTOUI:
  case OP_FPTOSI:
  case OP_UITOFP:
  case OP_SITOFP: check_computed(a, f, i, inst); return;
  case OP_NONE:
  case OP_PARAM:
  case OP_COUNT: audit_fail(a, "an instruction is not understood");
  }
}

static void check_function(Audit *a, FuncId id) {
  const Function *f = prog_func(a->program, id);
  a->func = id;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      a->inst = f->blocks.at[b].insts.at[k];
      check_inst(a, id, a->inst, &f->insts.at[a->inst]);
    }
  a->func = (FuncId){0};
}

/* What the entry is given comes from outside. */
static void check_entry(Audit *a) {
  FuncId entry = a->program->entry;
  if (!entry.id) return;
  for (uint32_t i = 1; i <= prog_func(a->program, entry)->n_params; i++)
    need_flags(a, flags_of(a, entry, i), FLOW_WILD);
}

bool audit_points(const PointsTo *points, Text *why) {
  Audit a;
  audit_open(&a, points, why);
  check_globals(&a);
  check_entry(&a);
  for (uint32_t f = 1; f < points->program->funcs.n; f++)
    check_function(&a, (FuncId){f});
  check_lives(&a);
  bool holds = a.state == AUDIT_HOLDS;
  audit_close(&a);
  return holds;
}
