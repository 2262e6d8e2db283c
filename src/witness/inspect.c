/* SPDX-License-Identifier: MIT
 *
 * Assumptions of a witness are proved before they are used, but that is not
 * enough: where evaluating one ends the run (a division by zero traps) or looks
 * at memory that does not exist (which the premises of a proof exclude), it
 * hides everything behind it from both proofs.  So only instructions are let
 * through that neither trap nor write, and loads of whole variables. */
#include "ir/address.h"
#include "witness/witness.h"

static bool is_on_witness(const Program *p, const Inst *inst,
                          const char *path) {
  return prog_is_file(p, prog_loc_get(p, inst->loc)->file, path);
}

/* The bytes of the object that an address is in, and where in it; false: the
 * address is computed. */
static bool find_object(const Program *p, const Function *f, Val address,
                        int64_t *offset, uint64_t *size) {
  Address a = prog_address(p, f, address, ADDRESS_CONSTANT_STEPS);
  if (!prog_address_offset(&a, offset)) return false;
  if (a.global.id) {
    *size = prog_global(p, a.global)->size;
    return true;
  }
  if (val_is_const(a.root)) return false;
  const Inst *root = &f->insts.at[val_index(a.root)];
  *size = (uint64_t)root->imm;
  return root->op == OP_ALLOCA && root->n_ops == 0;
}

static bool is_whole_load(const Program *p, const Function *f,
                          const Inst *inst) {
  int64_t offset;
  uint64_t size, bytes = prog_type(p, inst->type)->size;
  return find_object(p, f, inst->ops[0], &offset, &size) && offset >= 0 &&
         bytes <= size && (uint64_t)offset <= size - bytes;
}

static bool is_safe_division(const Program *p, const Inst *inst) {
  int64_t divisor;
  return prog_const_as_i64(p, inst->ops[1], &divisor) && divisor != 0 &&
         divisor != -1;
}

static bool is_observer_call(const Program *p, const Inst *inst) {
  if (!val_is_const(inst->ops[0])) return false;
  const Const *callee = prog_const(p, inst->ops[0]);
  return callee->kind == CONST_FUNC &&
         strcmp(prog_func(p, callee->func)->name, WIT_REFUTED) == 0;
}

/* Does it only compute a value, or lead on in the observer? */
static bool is_harmless(Op op) {
  bool is_value = prog_op_has(op, 'R') && !prog_op_has(op, 'S') &&
                  !prog_op_has(op, 'M') && !prog_op_has(op, 'T');
  return is_value || op == OP_BR || op == OP_CONDBR || op == OP_ASSUME ||
         op == OP_ERROR || op == OP_DBG || op == OP_DBG_ADDR;
}

/* What the instruction may do that an observer must not; NULL: nothing. */
static const char *trouble_of(const Program *p, const Function *f,
                              const Inst *inst) {
  Op op = inst->op;
  if (op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM)
    return is_safe_division(p, inst) ? NULL
                                     : "it divides by what may be 0 or -1";
  if (op == OP_LOAD)
    return is_whole_load(p, f, inst)
               ? NULL
               : "it reads through a pointer or an index, which need not be "
                 "valid there";
  if (op == OP_CALL)
    return is_observer_call(p, inst) ? NULL : "it calls a function";
  return is_harmless(op) ? NULL : "it does more than look at values";
}

static void report(Text *problem, const Program *p, const Witness *w,
                   const Inst *inst, const char *trouble) {
  uint32_t line = prog_loc_get(p, inst->loc)->line, found = 0;
  for (uint32_t i = 0; i < w->items.n; i++)
    if (w->items.at[i].line <= line) found = i;
  require(w->items.n > 0);
  text_printf(problem, "%s: ", trouble);
  wit_print_item(problem, w, found);
}

static bool inspect_function(const Program *p, const Function *f,
                             const Witness *w, Text *problem) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      bool is_ours = is_on_witness(p, inst, w->path);
      /* what belongs to an observer stands on the lines of its calls, but for
       * arguments of macros: they are on one line */
      bool is_lost =
          !is_ours && inst->op == OP_CALL && is_observer_call(p, inst);
      if (!is_ours && !is_lost) continue;
      const char *trouble = is_lost ? "it stands in an argument of a macro"
                                    : trouble_of(p, f, inst);
      if (!trouble) continue;
      report(problem, p, w, inst, trouble);
      return false;
    }
  return true;
}

bool wit_inspect(const Program *program, const Witness *witness,
                 Text *problem) {
  require(witness->kind == WIT_CORRECTNESS);
  for (uint32_t f = 1; f < program->funcs.n; f++)
    if (program->funcs.at[f].state == FUNC_DEFINED &&
        !inspect_function(program, &program->funcs.at[f], witness, problem))
      return false;
  return true;
}
