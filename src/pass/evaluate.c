/* SPDX-License-Identifier: MIT
 *
 * Calls whose result is a constant.
 *
 * Recursion on constants, as in fib(25), unrolls to very many instructions, but
 * is executed quickly.  A function is pure when it and all that it calls
 * neither touch memory nor ask for inputs; called with constants it does the
 * same each time, so what the interpreter returns is what the call returns.  A
 * run that ends in another way (an error, a trap, out of fuel) says nothing:
 * the call stays as it is. */
#include "pass/evaluate.h"

#include "interp/interp.h"
#include "pass/edit.h"

enum { CALL_STEPS = 20000000, ALL_STEPS = 50000000, MOST_ARGUMENTS = 16 };

struct Evaluator {
  Program *program;
  uint8_t *is_pure;
  uint32_t n_funcs;
  uint64_t steps_left;
};

/* ---- purity ---- */

static bool op_is_pure(const Inst *inst) {
  if (prog_op_has(inst->op, 'M') && inst->op != OP_CALL) return false;
  return inst->op != OP_NONDET && inst->op != OP_VA_AREA;
}

/* As far as its own instructions say. */
static bool looks_pure(const Program *p, const Function *f) {
  if (f->state != FUNC_DEFINED || f->arity != FUNC_FIXED ||
      f->n_params > MOST_ARGUMENTS)
    return false;
  for (uint32_t i = 0; i < f->n_params; i++)
    if (prog_type(p, f->params[i])->kind != TYPE_INT ||
        prog_type(p, f->params[i])->bits > 64)
      return false;
  const Type *ret = prog_type(p, f->ret);
  if (ret->kind != TYPE_INT || ret->bits > 64) return false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++)
      if (!op_is_pure(&f->insts.at[f->blocks.at[b].insts.at[k]])) return false;
  return true;
}

static bool calls_pure_only(const Evaluator *ev, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
      if (inst->op == OP_CALL &&
          !ev->is_pure[prog_callee(ev->program, inst).id])
        return false;
    }
  return true;
}

static void find_pure(Evaluator *ev) {
  Program *p = ev->program;
  for (uint32_t f = 1; f < ev->n_funcs; f++)
    ev->is_pure[f] = looks_pure(p, &p->funcs.at[f]);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 1; f < ev->n_funcs; f++)
      if (ev->is_pure[f] && !calls_pure_only(ev, &p->funcs.at[f])) {
        ev->is_pure[f] = 0;
        changed = true;
      }
  }
}

Evaluator *evaluator_new(Program *program) {
  Evaluator *ev = MEM_NEW(program->mem, Evaluator);
  *ev = (Evaluator){
      .program = program, .n_funcs = program->funcs.n, .steps_left = ALL_STEPS};
  ev->is_pure = MEM_ARRAY(program->mem, uint8_t, ev->n_funcs);
  find_pure(ev);
  return ev;
}

void evaluator_free(Evaluator *ev) {
  Mem *mem = ev->program->mem;
  MEM_FREE_ARRAY(mem, ev->is_pure, ev->n_funcs);
  MEM_DELETE(mem, ev);
}

/* ---- calls ---- */

static bool read_arguments(const Program *p, const Inst *call,
                           uint64_t values[MOST_ARGUMENTS], uint32_t n) {
  if (call->n_ops - 1 < n) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!prog_const_as_u64(p, call->ops[1 + i], &values[i])) return false;
  return true;
}

bool evaluator_call(Evaluator *ev, const Inst *call, Val *result) {
  Program *p = ev->program;
  FuncId func = prog_callee(p, call);
  uint64_t values[MOST_ARGUMENTS];
  if (func.id >= ev->n_funcs || !ev->is_pure[func.id] || !ev->steps_left)
    return false;
  const Function *f = prog_func(p, func);
  assert(f->n_params <= MOST_ARGUMENTS && f->arity == FUNC_FIXED);
  if (call->type.id != f->ret.id ||
      !read_arguments(p, call, values, f->n_params))
    return false;
  uint64_t most = ev->steps_left < CALL_STEPS ? ev->steps_left : CALL_STEPS;
  FuncId entry = p->entry;
  p->entry = func;
  Interp *run = interp_new(p->mem, p, (InterpOptions){.max_steps = most});
  InterpList list = {values, f->n_params, 0};
  InterpResult end = interp_run(run, interp_list(&list));
  bool good = end.end == INTERP_RETURNED && end.bits > 0;
  if (good) *result = prog_const_bits(p, f->ret, end.value);
  ev->steps_left -= end.steps < ev->steps_left ? end.steps : ev->steps_left;
  interp_free(run);
  p->entry = entry;
  return good;
}
