/* SPDX-License-Identifier: MIT
 *
 * What neither our checks nor clang's can see, but its warnings or the text
 * tell of: no proof is claimed of files with it. */
#include "frontend/clang/clang.h"

/* In each of these files: what is before and behind its name. */
static void note_files(Program *program, const FeNames *files,
                       const char *before, const char *behind) {
  for (uint32_t i = 0; i < files->n; i++)
    prog_ledger(program, LEDGER_UNDER, (LocId){0}, "%s %s %s", before,
                files->at[i], behind);
}

/* Arithmetic that clang's checks leave out. */
static void note_unchecked(Program *program, const Function *f) {
  for (uint32_t i = 0; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    if ((inst->flags & INST_UNCHECKED) && f->origin == FUNC_USER)
      prog_ledger(program, LEDGER_UNDER, inst->loc,
                  "overflow of complex integers and vectors is not looked at");
  }
}

void fe_note_unseen_overflows(Program *program, const FeFiles *files) {
  note_files(program, &files->overflowing,
             "an overflow in a constant expression of", "may not be looked at");
  note_files(program, &files->unchecked, "signed shifts and constants in",
             "are not looked at: it was compiled elsewhere");
  note_files(program, &files->other, "overflows in",
             "may not be looked at: it asks for sanitizers or leaves them out");
  for (uint32_t i = 1; i < program->funcs.n; i++)
    note_unchecked(program, &program->funcs.at[i]);
}

void fe_note_unseen_operands(Program *program, const FeFiles *files) {
  note_files(program, &files->undefined, "an operation on constants of",
             "that has no result may not be looked at");
  note_files(program, &files->unchecked, "divisions and shifts of constants in",
             "are not looked at: it was compiled elsewhere");
}

void fe_note_unseen_orders(Program *program, const FeFiles *files) {
  note_files(program, &files->unsequenced, "a variable of",
             "is changed and used in one expression, in an order that C does "
             "not say");
}

void fe_note_unseen_bodies(Program *program, const FeFiles *files) {
  note_files(program, &files->bodiless, "an inline function of",
             "has no definition: some are written by the rule of C99, others "
             "by that of GNU C of 1989");
}

void fe_note_unseen_deaths(Program *program, const FeFiles *files) {
  note_files(program, &files->unmarked,
             "when the value of a comma expression in",
             "dies, of which a member is used, is not looked at");
}
