/* SPDX-License-Identifier: MIT
 *
 * Library functions that read what their models do not: where they may read
 * outside of an object, no proof is claimed. */
#include "analysis/analysis.h"
#include "pass/pass_int.h"
#include "pass/pass.h"
#include "pass/edit.h"

/* A string that nobody can have changed. */
static bool is_text(const Program *p, Val v) {
  if (!val_is_const(v)) return false;
  const Const *c = prog_const(p, v);
  if (c->kind != CONST_GLOBAL) return false;
  const Global *text = prog_global(p, c->global);
  return text->kind == GLOBAL_CONSTANT && c->offset >= 0 &&
         (uint64_t)c->offset < text->size &&
         (!text->init || text->init[text->size - 1] == 0);
}

/* Whose pointers that the model does not use may be NULL. */
static bool takes_null(const char *function) {
  return strcmp(function, "perror") == 0 || strcmp(function, "freopen") == 0;
}

static bool is_null(const Program *p, Val v) {
  return val_is_const(v) && prog_const(p, v)->kind != CONST_GLOBAL;
}

/* Does the model look at all that the argument leads to? */
static bool is_seen(const MemoryGuards *g, const Function *model,
                    const Inst *call, uint32_t k) {
  require(model->origin == FUNC_MODEL && k < call->n_ops);
  TypeId type = prog_val_type(g->edit->program, g->edit->f, call->ops[k]);
  if (k <= model->n_params && flow_is_used(model, prog_param(k - 1)))
    return true;
  return prog_type(g->edit->program, type)->kind != TYPE_PTR ||
         is_text(g->edit->program, call->ops[k]) ||
         (is_null(g->edit->program, call->ops[k]) && takes_null(model->name));
}

/* printf and its like, with a format that is not known or that the arguments do
 * not fit: the others are calls of models of each conversion
 * (frontend/library/print.c). */
static bool is_by_format(const Function *model) {
  return model->arity == FUNC_VARIADIC && model->n_params > 0 &&
         !flow_is_used(model, prog_param(model->n_params - 1));
}

void memory_note_reads(const MemoryGuards *g, const Inst *call) {
  Program *p = g->edit->program;
  FuncId func = prog_callee(p, call);
  if (!func.id || g->edit->f->origin == FUNC_MODEL) return;
  const Function *callee = prog_func(p, func);
  if (callee->origin != FUNC_MODEL) return;
  bool all = !is_by_format(callee);
  for (uint32_t k = 1; k < call->n_ops; k++) all &= is_seen(g, callee, call, k);
  if (!all)
    prog_ledger(p, LEDGER_UNDER, call->loc, "what %s() reads is not looked at",
                callee->name);
}
