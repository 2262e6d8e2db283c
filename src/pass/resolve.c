/* SPDX-License-Identifier: MIT
 *
 * Calls made direct and type-correct.
 *
 * A call through a pointer becomes a chain of comparisons with the functions
 * it may reach (points-to analysis), each leading to a direct call; the
 * results meet in a PHI that takes the place of the call, so no use changes.
 * When the pointer may also hold an address we do not know, the chain ends in
 * a call of an unknown function: any result, no other effect, recorded as a
 * premise.  Otherwise the last comparison is left out: a pointer that holds
 * none of its possible values is no behaviour of C.  Where accesses are the
 * property, that is what is asked, so the chain ends in UNSUPPORTED there.
 *
 * A pointer out of unknown memory may be any function whose address is taken
 * somewhere.  Calling one of another type is undefined (C11 6.5.2.2p9), so
 * those are left out, and the ledger names them: followed, they make programs
 * recursive that are not.  The memory properties keep them.
 *
 * Calls that disagree with the callee's signature (old-style declarations,
 * casts of function pointers) do what the x86 calling conventions do to
 * integers and pointers: the low bits arrive, bits the caller did not write
 * are unknown, extra arguments are ignored, missing ones are unknown.  What
 * travels differently (floats against integers, values of several words)
 * ends in UNSUPPORTED, on that branch alone. */
#include "pass/pass.h"
#include "pass/edit.h"
#include "pass/pass_int.h"
#include "analysis/analysis.h"
#include "audit/audit.h"

typedef struct Swap {
  uint32_t inst; /* this result */
  Val by;        /* is now this value */
} Swap;

typedef struct Resolver {
  Edit edit;
  FuncId func;
  const PointsTo *points;
  PassStrangers strangers;
  Vec(Swap) swaps;
  Vec(Val) args;
  IndexVec targets;
} Resolver;

/* ---- adapting values ---- */

static bool is_word(const Program *p, TypeId type) {
  const Type *t = prog_type(p, type);
  return (t->kind == TYPE_INT || t->kind == TYPE_PTR) &&
         t->bits <= p->pointer_bits;
}

static bool can_adapt(const Program *p, TypeId from, TypeId to) {
  if (from.id == to.id) return true;
  if (is_word(p, from) && is_word(p, to)) return true;
  const Type *a = prog_type(p, from), *b = prog_type(p, to);
  return a->kind == b->kind && a->bits == b->bits && a->bits > 0;
}

/* The low bits of v, the rest unknown. */
static Val widen(Edit *edit, Val v, TypeId to) {
  Program *p = edit->program;
  uint32_t from_bits = prog_val_bits(p, edit->f, v);
  Val high = edit_nondet(edit, to, INPUT_UNDEF, "upper bits of an argument");
  Val shift = prog_const_u64(p, to, from_bits);
  Val upper = edit_op2(edit, OP_SHL, to, high, shift);
  Val low = edit_op1(edit, OP_ZEXT, to, v);
  return edit_op2(edit, OP_OR, to, upper, low);
}

static Val adapt(Edit *edit, Val v, TypeId to) {
  Program *p = edit->program;
  TypeId from = prog_val_type(p, edit->f, v);
  if (from.id == to.id) return v;
  require(can_adapt(p, from, to));
  uint32_t bits = prog_type(p, to)->bits;
  TypeId as_int = prog_type_int(p, bits);
  if (prog_type(p, from)->kind == TYPE_PTR)
    v = edit_op1(edit, OP_PTRTOINT, as_int, v);
  else if (prog_val_bits(p, edit->f, v) > bits)
    v = edit_op1(edit, OP_TRUNC, as_int, v);
  else if (prog_val_bits(p, edit->f, v) < bits)
    v = widen(edit, v, as_int);
  if (prog_type(p, to)->kind == TYPE_PTR)
    v = edit_op1(edit, OP_INTTOPTR, to, v);
  return v;
}

static bool call_can_adapt(const Program *p, const Function *f,
                           const Inst *call, const Function *callee) {
  for (uint32_t i = 0; i < callee->n_params && i + 1 < call->n_ops; i++)
    if (!can_adapt(p, prog_val_type(p, f, call->ops[i + 1]), callee->params[i]))
      return false;
  return !call->type.id || !callee->ret.id ||
         can_adapt(p, callee->ret, call->type);
}

static bool call_agrees(const Program *p, const Function *f, const Inst *call,
                        const Function *callee) {
  uint32_t given = call->n_ops - 1;
  if (given < callee->n_params) return false;
  if (given > callee->n_params && callee->arity == FUNC_FIXED) return false;
  for (uint32_t i = 0; i < callee->n_params; i++)
    if (prog_val_type(p, f, call->ops[i + 1]).id != callee->params[i].id)
      return false;
  return call->type.id == callee->ret.id;
}

/* ---- one direct call ---- */

static void collect_args(Resolver *r, const Inst *call, FuncId target) {
  Edit *edit = &r->edit;
  Program *p = edit->program;
  const Function *callee = prog_func(p, target);
  VEC_CLEAR(&r->args);
  VEC_PUSH(p->mem, &r->args, prog_const_func(p, target));
  for (uint32_t i = 0; i < callee->n_params; i++) {
    Val v = i + 1 < call->n_ops
                ? adapt(edit, call->ops[i + 1], callee->params[i])
                : edit_nondet(edit, callee->params[i], INPUT_UNDEF,
                              "missing argument");
    VEC_PUSH(p->mem, &r->args, v);
  }
  for (uint32_t i = callee->n_params + 1;
       i < call->n_ops && callee->arity == FUNC_VARIADIC; i++)
    VEC_PUSH(p->mem, &r->args, call->ops[i]);
}

/* Appends a call of `target`, which can be adapted; gives its result as the
 * original call's type (none when void). */
static Val direct_call(Resolver *r, const Inst *call, FuncId target) {
  Edit *edit = &r->edit;
  const Function *callee = prog_func(edit->program, target);
  collect_args(r, call, target);
  uint32_t index =
      edit_add(edit, OP_CALL, callee->ret, r->args.at, r->args.n, NULL, 0);
  edit->f->insts.at[index].site = call->site;
  if (!call->type.id) return (Val){0};
  if (!callee->ret.id)
    return edit_nondet(edit, call->type, INPUT_UNDEF, "result of a void call");
  return adapt(edit, val_local(index), call->type);
}

static void unsupported_call(Resolver *r, FuncId target) {
  const char *name = prog_func(r->edit.program, target)->name;
  edit_named(&r->edit, OP_UNSUPPORTED,
             arena_printf(&r->edit.program->arena,
                          "call of '%s' with other types than it has", name));
}

static void swap_result(Resolver *r, uint32_t inst, Val by) {
  if (!val_is_none(by))
    VEC_PUSH(r->edit.program->mem, &r->swaps, ((Swap){inst, by}));
}

static void resolve_direct(Resolver *r, uint32_t index, FuncId target) {
  Edit *edit = &r->edit;
  Inst call = edit->f->insts.at[index];
  const Function *callee = prog_func(edit->program, target);
  bool declared = callee->state == FUNC_DECLARED;
  if (declared || call_agrees(edit->program, edit->f, &call, callee)) {
    edit_keep(edit, index);
  } else if (call_can_adapt(edit->program, edit->f, &call, callee)) {
    swap_result(r, index, direct_call(r, &call, target));
  } else {
    unsupported_call(r, target);
    edit->at = edit_block(edit, "");
    edit_keep(edit, index); /* unreachable */
  }
}

/* ---- calls through pointers ---- */

typedef struct Join {
  BlockId block;
  Vec(Val) values;
  Vec(BlockId) from;
} Join;

static void join_from(Resolver *r, Join *join, Val value) {
  Mem *mem = r->edit.program->mem;
  if (!val_is_none(value)) VEC_PUSH(mem, &join->values, value);
  VEC_PUSH(mem, &join->from, r->edit.at);
  edit_br(&r->edit, join->block);
}

static void unknown_call(Resolver *r, const Inst *call, Join *join) {
  Edit *edit = &r->edit;
  prog_ledger(edit->program, LEDGER_PREMISE, call->loc,
              "a call through a pointer may reach an unknown function: any "
              "result, no effect; of this program it reaches only functions "
              "whose address is taken");
  pass_tell(edit->program, edit->f, edit->at, call);
  Val result = {0};
  if (call->type.id) {
    result = edit_nondet(edit, call->type, INPUT_EXTERN, "unknown function");
    edit->f->insts.at[val_index(result)].site = call->site; /* a run asks so */
  }
  join_from(r, join, result);
}

static void call_target(Resolver *r, const Inst *call, FuncId target,
                        Join *join) {
  Program *p = r->edit.program;
  if (call_can_adapt(p, r->edit.f, call, prog_func(p, target)))
    join_from(r, join, direct_call(r, call, target));
  else
    unsupported_call(r, target);
}

/* Leaves out the targets whose type is not the call's. */
static void leave_strangers_out(Resolver *r, const Inst *call) {
  enum { MOST_NAMES = 4 };
  Program *p = r->edit.program;
  Text names;
  text_init(&names, p->mem);
  uint32_t n = 0, left_out = 0;
  for (uint32_t t = 0; t < r->targets.n; t++) {
    FuncId target = {r->targets.at[t]};
    if (prog_call_fits(p, r->edit.f, call, target)) {
      r->targets.at[n++] = target.id;
      continue;
    }
    if (left_out++ < MOST_NAMES)
      text_printf(&names, "%s%s", left_out > 1 ? ", " : "",
                  prog_func(p, target)->name);
  }
  r->targets.n = n;
  if (left_out > MOST_NAMES)
    text_printf(&names, " and %u more", left_out - MOST_NAMES);
  if (left_out)
    prog_ledger(p, LEDGER_PREMISE, call->loc,
                "a call through a pointer from unknown memory reaches no "
                "function of another type: %s",
                text_get(&names));
  text_done(&names);
}

static void resolve_indirect(Resolver *r, uint32_t index) {
  Edit *edit = &r->edit;
  Program *p = edit->program;
  Inst call = edit->f->insts.at[index];
  assert(r->points);
  VEC_CLEAR(&r->targets);
  unsigned flags = prog_points_callees(r->points, r->func, index, &r->targets);
  if (flags & POINTS_UNKNOWN && r->strangers == PASS_STRANGERS_LEFT_OUT)
    leave_strangers_out(r, &call);
  if (flags & POINTS_MISFIT)
    prog_ledger(p, LEDGER_PREMISE, call.loc,
                "a call through a pointer reaches no function of another type");
  bool is_unknown = flags & POINTS_UNKNOWN;
  bool strict = !is_unknown && r->strangers == PASS_STRANGERS_STAY;
  bool open = is_unknown || r->targets.n == 0 || strict;
  Join join = {.block = edit_block(edit, "")};
  BlockId first = edit_block(edit, ""); /* a PHI cannot name an opened block */
  edit_br(edit, first);
  edit->at = first;
  for (uint32_t t = 0; t < r->targets.n; t++) {
    FuncId target = {r->targets.at[t]};
    BlockId next = {0};
    if (open || t + 1 < r->targets.n) {
      BlockId here = edit_block(edit, "");
      next = edit_block(edit, "");
      Val same = edit_op2(edit, OP_EQ, prog_type_int(p, 1), call.ops[0],
                          prog_const_func(p, target));
      edit_condbr(edit, same, here, next);
      edit->at = here;
    }
    call_target(r, &call, target, &join);
    edit->at = next;
  }
  if (strict)
    edit_named(edit, OP_UNSUPPORTED, "call of what may be no function");
  else if (open)
    unknown_call(r, &call, &join);
  edit->at = join.block;
  assert(!call.type.id || join.values.n == join.from.n);
  if (call.type.id)
    swap_result(
        r, index,
        val_local(edit_add(edit, OP_PHI, call.type, join.values.at,
                           join.values.n, join.from.at, join.values.n)));
  VEC_DONE(p->mem, &join.values);
  VEC_DONE(p->mem, &join.from);
}

/* ---- all calls ---- */

static void resolve_block(Resolver *r, BlockId block) {
  InstList list = edit_open(&r->edit, block);
  for (uint32_t i = 0; i < list.n; i++) {
    const Inst *inst = &r->edit.f->insts.at[list.at[i]];
    if (inst->op != OP_CALL) {
      edit_keep(&r->edit, list.at[i]);
      continue;
    }
    edit_like(&r->edit, list.at[i]);
    FuncId target = prog_callee(r->edit.program, inst);
    if (target.id)
      resolve_direct(r, list.at[i], target);
    else
      resolve_indirect(r, list.at[i]);
  }
  edit_close(&r->edit, &list);
}

static void resolve_function(Program *p, FuncId func, const PointsTo *points,
                             PassStrangers strangers) {
  Function *f = prog_func(p, func);
  Resolver r = {.func = func, .points = points, .strangers = strangers};
  edit_init(&r.edit, p, f);
  for (uint32_t b = 0, n = f->blocks.n; b < n; b++)
    resolve_block(&r, (BlockId){b});
  uint32_t n = f->insts.n;
  Val *to = MEM_ARRAY(p->mem, Val, n);
  for (uint32_t i = 0; i < r.swaps.n; i++)
    to[r.swaps.at[i].inst] = r.swaps.at[i].by;
  if (r.swaps.n) pass_replace_values(f, to);
  MEM_FREE_ARRAY(p->mem, to, n);
  edit_done(&r.edit);
  VEC_DONE(p->mem, &r.swaps);
  VEC_DONE(p->mem, &r.args);
  VEC_DONE(p->mem, &r.targets);
}

static bool needs_points(const Program *p, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_CALL && !prog_callee(p, inst).id) return true;
    }
  return false;
}

void pass_resolve_calls(Program *p, PassStrangers strangers) {
  bool indirect = false;
  for (uint32_t f = 1; f < p->funcs.n; f++)
    indirect |= needs_points(p, &p->funcs.at[f]);
  PointsTo *points = indirect ? audit_points_new(p) : NULL;
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED)
      resolve_function(p, (FuncId){f}, points, strangers);
  if (points) prog_points_free(points);
}
