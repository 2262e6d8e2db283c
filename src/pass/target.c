/* SPDX-License-Identifier: MIT
 *
 * Errors at one place only.  Used to look for the violation that a witness
 * describes: what is left are some of the runs of the program, so nothing
 * follows when no error is found. */
#include "pass/edit.h"
#include "pass/pass_int.h"

static bool is_within(const Program *p, LocId loc, const PropertyTarget *t) {
  const SrcLoc *at = prog_loc_get(p, loc);
  if (!prog_is_file(p, at->file, t->file)) return false;
  bool is_behind = at->line > t->first_line ||
                   (at->line == t->first_line && at->col >= t->first_col);
  bool is_before = at->line < t->last_line ||
                   (at->line == t->last_line && at->col <= t->last_col);
  return is_behind && is_before;
}

typedef struct Selection {
  const PropertyTarget *target;
  Val counter, flag; /* addresses */
  Edit edit;
} Selection;

/* The run goes on only where the variable has the value. */
static void assume_value(Edit *edit, Val address, uint32_t wanted) {
  Program *p = edit->program;
  TypeId word = prog_type_int(p, 32);
  Val value = edit_load(edit, word, address);
  Val holds = edit_op2(edit, OP_EQ, prog_type_int(p, 1), value,
                       prog_const_u64(p, word, wanted));
  edit_assume(edit, holds);
}

static void set_flag(Selection *s, uint32_t value) {
  Program *p = s->edit.program;
  Val number = prog_const_u64(p, prog_type_int(p, 32), value);
  edit_store(&s->edit, number, s->flag);
}

/* Errors in a library function are those of the statement that calls it. */
static void select_error(Selection *s, uint32_t index) {
  Program *p = s->edit.program;
  Inst *inst = &s->edit.f->insts.at[index];
  bool is_model = s->edit.f->origin == FUNC_MODEL;
  if (is_model || is_within(p, inst->loc, s->target)) {
    edit_like(&s->edit, index);
    if (is_model) assume_value(&s->edit, s->flag, 1);
    assume_value(&s->edit, s->counter, s->target->count);
    return;
  }
  inst->op = OP_STOP;
  inst->imm = 0;
  inst->name = names_add(&p->names, "abort");
}

static bool calls_library(const Selection *s, const Inst *inst) {
  const Program *p = s->edit.program;
  if (inst->op != OP_CALL || s->edit.f->origin == FUNC_MODEL ||
      !is_within(p, inst->loc, s->target))
    return false;
  FuncId callee = prog_callee(p, inst);
  return callee.id && prog_func(p, callee)->origin == FUNC_MODEL;
}

static void select_in_block(Selection *s, BlockId block) {
  InstList list = edit_open(&s->edit, block);
  for (uint32_t i = 0; i < list.n; i++) {
    const Inst *inst = &s->edit.f->insts.at[list.at[i]];
    bool is_call = calls_library(s, inst);
    if (inst->op == OP_ERROR) select_error(s, list.at[i]);
    edit_like(&s->edit, list.at[i]);
    if (is_call) set_flag(s, 1);
    edit_keep(&s->edit, list.at[i]);
    if (is_call) set_flag(s, 0);
  }
  edit_close(&s->edit, &list);
}

static Val find_variable(Program *p, const char *name) {
  GlobalId global = prog_find_global(p, name);
  require(global.id != 0); /* the front end has put it there */
  return prog_const_global(p, global, 0);
}

void target_select_errors(Program *program, const PropertyTarget *target) {
  Selection s = {.target = target,
                 .counter = find_variable(program, target->counter),
                 .flag = find_variable(program, target->flag)};
  for (uint32_t f = 1; f < program->funcs.n; f++) {
    if (program->funcs.at[f].state != FUNC_DEFINED) continue;
    edit_init(&s.edit, program, &program->funcs.at[f]);
    for (uint32_t b = 0, n = s.edit.f->blocks.n; b < n; b++)
      select_in_block(&s, (BlockId){b});
    edit_done(&s.edit);
  }
}
