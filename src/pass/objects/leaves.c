/* SPDX-License-Identifier: MIT
 *
 * Which pointers leave the tree: those that are handed to the library, or to a
 * function without a body, also by way of the program's own functions.
 *
 * A run follows the program's own code.  What `printf` reads, or who else has
 * no body here, it does not see: that a run with freed memory comes to its end
 * says nothing where that has left the tree (`free(p); show(p);`).
 *
 * What a format converts by something else than %s is not read (`%p`). */
#include "pass/objects/objects_int.h"

#include "ir/format.h"

bool is_told_as_number(const Program *p, const Inst *call, uint32_t operand) {
  FuncId callee = prog_callee(p, call);
  uint32_t n_params = callee.id ? prog_func(p, callee)->n_params : UINT32_MAX;
  Format format;
  assert(operand < call->n_ops);
  if (operand <= n_params) return false;
  const char *text = n_params ? prog_literal(p, call->ops[n_params]) : NULL;
  if (!text || !format_parse(&format, FORMAT_PRINT, text, strlen(text)))
    return false;
  uint32_t next = n_params + 1;
  for (uint32_t i = 0; i < format.n; i++) {
    next += format.at[i].width == FORMAT_STAR;
    next += format.at[i].precision == FORMAT_STAR;
    if (next++ == operand) return format.at[i].kind != 's';
  }
  return false;
}

bool leaves_tree(const Facts *facts, const Inst *call, uint32_t operand) {
  const Program *p = facts->program;
  FuncId callee = prog_callee(p, call);
  require(operand > 0 && operand < call->n_ops);
  if (!callee.id) return false;
  const Function *f = prog_func(p, callee);
  if (operand > f->n_params) return !is_told_as_number(p, call, operand);
  if (f->state != FUNC_DEFINED || f->origin == FUNC_MODEL) return true;
  return operand <= 64 && (facts->leaves[callee.id] >> (operand - 1) & 1);
}

/* The parameters that the argument of a call may be; a set. */
static uint64_t params_at(const Function *f, Val argument) {
  AddressRoots roots;
  uint64_t found = 0;
  find_roots(&roots, f, argument);
  for (uint32_t i = 0; i < roots.n; i++) {
    uint32_t param =
        val_is_local(roots.at[i]) ? val_index(roots.at[i]) - 1 : UINT32_MAX;
    if (param < f->n_params && param < 64) found |= (uint64_t)1 << param;
  }
  return found;
}

static bool note_leaving(Facts *facts, uint32_t func) {
  const Function *f = &facts->program->funcs.at[func];
  uint64_t before = facts->leaves[func];
  assert(f->state == FUNC_DEFINED && f->origin == FUNC_USER);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 1; inst->op == OP_CALL && k < inst->n_ops; k++)
        if (leaves_tree(facts, inst, k))
          facts->leaves[func] |= params_at(f, inst->ops[k]);
    }
  return before != facts->leaves[func];
}

void find_leaving(Facts *facts) {
  require(facts->leaves != NULL);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < facts->n; i++) {
      const Function *f = &facts->program->funcs.at[i];
      if (f->state == FUNC_DEFINED && f->origin == FUNC_USER)
        changed |= note_leaving(facts, i);
    }
  }
}
