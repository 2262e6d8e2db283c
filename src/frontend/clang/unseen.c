/* SPDX-License-Identifier: MIT
 *
 * What neither our checks nor clang's can see, but its warnings or the text
 * tell of: no proof is claimed of files with it. */
#include "frontend/clang/clang.h"

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
  for (uint32_t i = 0; i < files->overflowing.n; i++)
    prog_ledger(
        program, LEDGER_UNDER, (LocId){0},
        "an overflow in a constant expression of %s may not be looked at",
        files->overflowing.at[i]);
  for (uint32_t i = 0; i < files->unchecked.n; i++)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "signed shifts and constants in %s are not looked at: it was "
                "compiled elsewhere",
                files->unchecked.at[i]);
  for (uint32_t i = 1; i < program->funcs.n; i++)
    note_unchecked(program, &program->funcs.at[i]);
}

void fe_note_unseen_operands(Program *program, const FeFiles *files) {
  for (uint32_t i = 0; i < files->undefined.n; i++)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "an operation on constants of %s that has no result may not "
                "be looked at",
                files->undefined.at[i]);
  for (uint32_t i = 0; i < files->unchecked.n; i++)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "divisions and shifts of constants in %s are not looked at: "
                "it was compiled elsewhere",
                files->unchecked.at[i]);
}

void fe_note_unseen_orders(Program *program, const FeFiles *files) {
  for (uint32_t i = 0; i < files->unsequenced.n; i++)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "a variable of %s is changed and used in one expression, in an "
                "order that C does not say",
                files->unsequenced.at[i]);
}

void fe_note_unseen_bodies(Program *program, const FeFiles *files) {
  for (uint32_t i = 0; i < files->bodiless.n; i++)
    prog_ledger(
        program, LEDGER_UNDER, (LocId){0},
        "an inline function of %s has no definition: some are written by the "
        "rule of C99, others by that of GNU C of 1989",
        files->bodiless.at[i]);
}

void fe_note_unseen_deaths(Program *program, const FeFiles *files) {
  for (uint32_t i = 0; i < files->unmarked.n; i++)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "when the value of a comma expression in %s dies, of which a "
                "member is used, is not looked at",
                files->unmarked.at[i]);
}
