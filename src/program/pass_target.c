/* SPDX-License-Identifier: MIT
 *
 * Errors at one place only.  Used to look for the violation that a witness
 * tells: what is left are some of the runs of the program, so that nothing
 * follows when no error is found. */
#include "program/pass_int.h"

static bool is_within(const Program *p, LocId loc, const PropertyTarget *t) {
  const SrcLoc *at = prog_loc_get(p, loc);
  if (!prog_is_file(p, at->file, t->file)) return false;
  bool is_behind = at->line > t->first_line ||
                   (at->line == t->first_line && at->col >= t->first_col);
  bool is_before = at->line < t->last_line ||
                   (at->line == t->last_line && at->col <= t->last_col);
  return is_behind && is_before;
}

/* The run goes on into the error only when the counter has the value. */
static void assume_count(Edit *edit, GlobalId counter, uint32_t count) {
  Program *p = edit->program;
  TypeId word = prog_type_int(p, 32);
  Val address = prog_const_global(p, counter, 0);
  Val value = edit_op1(edit, OP_LOAD, word, address);
  Val holds = edit_op2(edit, OP_EQ, prog_type_int(p, 1), value,
                       prog_const_u64(p, word, count));
  edit_add(edit, OP_ASSUME, (TypeId){0}, &holds, 1, NULL, 0);
}

static void select_in_block(Edit *edit, BlockId block, GlobalId counter,
                            const PropertyTarget *target) {
  Program *p = edit->program;
  InstList list = edit_open(edit, block);
  for (uint32_t i = 0; i < list.n; i++) {
    Inst *inst = &edit->f->insts.at[list.at[i]];
    if (inst->op == OP_ERROR && !is_within(p, inst->loc, target)) {
      inst->op = OP_STOP;
      inst->imm = 0;
      inst->name = names_add(&p->names, "abort");
    } else if (inst->op == OP_ERROR) {
      edit_like(edit, list.at[i]);
      assume_count(edit, counter, target->count);
    }
    edit_keep(edit, list.at[i]);
  }
  edit_close(edit, &list);
}

static GlobalId find_counter(const Program *p, const char *name) {
  for (uint32_t g = 1; g < p->globals.n; g++)
    if (strcmp(p->globals.at[g].name, name) == 0) return (GlobalId){g};
  return (GlobalId){0};
}

void target_select_errors(Program *program, const PropertyTarget *target) {
  GlobalId counter = find_counter(program, target->counter);
  require(counter.id);
  for (uint32_t f = 1; f < program->funcs.n; f++) {
    if (program->funcs.at[f].state != FUNC_DEFINED) continue;
    Edit edit;
    edit_init(&edit, program, &program->funcs.at[f]);
    for (uint32_t b = 0, n = edit.f->blocks.n; b < n; b++)
      select_in_block(&edit, (BlockId){b}, counter, target);
    edit_done(&edit);
  }
}
