/* SPDX-License-Identifier: MIT
 *
 * Is a solution of points-to closed under calls (points.c)?  Arguments are
 * copied to the parameters of every function that may be called, results back;
 * what a function without a body is given has escaped. */
#include "audit/audit_int.h"

/* Is it known at the variable arguments of the callee? */
static void check_variable(Audit *a, FuncId f, Val val, FuncId callee) {
  const uint64_t *area =
      map_find(&a->points->inst_object, row_pair(callee.id, 0));
  audit_need(a, area != NULL, "variable arguments have no place");
  if (!area) return;
  Place at = audit_home(a, (uint32_t)*area), value = audit_value(a, f, val);
  const Interval *span =
      audit_around(&audit_node(a, at)->spans, audit_bytes(a, at, POINTS_OPEN));
  audit_need(a, span != NULL, "variable arguments have no place");
  if (!span) return;
  unsigned known = span->flags | audit_initial(a, at);
  audit_need(a, (audit_flags(a, f, val) & ~known) == 0,
             "a variable argument is taken for known");
  audit_need(a, !value.root || audit_same(value, audit_place(a, span->link)),
             "a variable argument leads elsewhere");
}

static void check_arguments(Audit *a, FuncId f, const Inst *inst,
                            FuncId callee) {
  const Function *g = prog_func(a->program, callee);
  const Function *in = prog_func(a->program, f);
  for (uint32_t k = 1; k < inst->n_ops; k++) {
    Val argument = inst->ops[k];
    if (!audit_may_hold(a, prog_val_type(a->program, in, argument))) continue;
    if (k <= g->n_params)
      audit_copied(a, callee, k, f, argument);
    else if (g->arity == FUNC_VARIADIC)
      check_variable(a, f, argument, callee);
  }
}

/* Value 0 of a function is its result. */
static void check_result(Audit *a, FuncId f, uint32_t i, const Inst *inst,
                         FuncId callee) {
  const PointsTo *p = a->points;
  if (!prog_func(a->program, callee)->ret.id || !audit_may_hold(a, inst->type))
    return;
  uint32_t result = p->base[callee.id], value = p->base[f.id] + i;
  Place from = audit_place(a, p->refs[result]);
  audit_need(a, (p->flags[result] & ~p->flags[value]) == 0,
             "a result is taken for known");
  audit_need(a, !from.root || audit_same(audit_place(a, p->refs[value]), from),
             "a result leads elsewhere");
}

/* A function that the solution does not see. */
static void check_outside(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  for (uint32_t k = 1; k < inst->n_ops; k++) {
    Place argument = audit_value(a, f, inst->ops[k]);
    audit_need(
        a, !audit_carries(a, argument) || audit_is_unknown(a, argument),
        "what is told to a function without a body is taken for private");
  }
  audit_need(a,
             !inst->type.id ||
                 a->points->flags[a->points->base[f.id] + i] & FLOW_WILD,
             "what a function without a body gives is taken for known");
}

/* One target, which the call was bound to; true if it is not seen. */
static bool check_target(Audit *a, FuncId f, uint32_t i, const Inst *inst,
                         FuncId callee) {
  assert(callee.id && callee.id < a->program->funcs.n);
  a->called[callee.id] = 1;
  audit_need(a, a->bound[callee.id] == a->n_calls, "a call misses a target");
  if (prog_func(a->program, callee)->state != FUNC_DEFINED) return true;
  check_arguments(a, f, inst, callee);
  check_result(a, f, i, inst, callee);
  return false;
}

/* Marks those that the call was bound to, of which users read. */
static void mark_bound(Audit *a, FuncId f, uint32_t i) {
  const uint64_t *index = map_find(&a->points->call_of, row_pair(f.id, i));
  const CallInst *call = index ? &a->points->calls.at[*index] : NULL;
  a->n_calls++;
  for (uint32_t k = 0; call && k < call->bound.n; k++)
    a->bound[call->bound.at[k]] = a->n_calls;
}

static bool check_pointed(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  Place callee = audit_value(a, f, inst->ops[0]);
  const Function *in = prog_func(a->program, f);
  bool outside = !callee.root || audit_is_unknown(a, callee), any = false;
  bool is_wild = audit_flags(a, f, inst->ops[0]) & FLOW_WILD;
  for (uint32_t g = callee.root ? a->first[callee.root] : 0; g;
       g = a->next[g]) {
    any = true;
    outside |= check_target(a, f, i, inst, (FuncId){g});
  }
  if (!callee.root || !(is_wild || audit_is_unknown(a, callee)))
    return outside || !any;
  for (uint32_t g = 1; g < a->program->funcs.n; g++) {
    if (!a->taken[g] || !prog_call_fits(a->program, in, inst, (FuncId){g}))
      continue;
    outside |= check_target(a, f, i, inst, (FuncId){g});
  }
  return outside || !any;
}

void audit_call(Audit *a, FuncId f, uint32_t i, const Inst *inst) {
  FuncId direct = prog_callee(a->program, inst);
  mark_bound(a, f, i);
  bool outside = direct.id ? check_target(a, f, i, inst, direct)
                           : check_pointed(a, f, i, inst);
  if (outside) check_outside(a, f, i, inst);
}
