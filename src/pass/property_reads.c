/* SPDX-License-Identifier: MIT
 *
 * Library functions that read what their models do not: where they may read
 * outside of an object, no proof is claimed. */
#include "analysis/analysis.h"
#include "pass/pass_int.h"
#include "pass/pass.h"
#include "pass/edit.h"

/* FILE * is the library's own business. */
static bool is_stream(const Function *f, uint32_t param) {
  static const struct {
    const char *name;
    uint32_t param;
  } rows[] = {
      {"fprintf", 0},  {"vfprintf", 0}, {"__fprintf_chk", 0}, {"fputs", 1},
      {"fflush", 0},   {"fclose", 0},   {"putc", 1},          {"fputc", 1},
      {"_IO_putc", 1}, {"fwrite", 3},   {"getc", 0},          {"fgetc", 0},
      {"feof", 0},     {"ferror", 0},   {"ungetc", 1},        {"fgets", 2},
      {"fread", 3},    {"_IO_getc", 0}, {"fgetws", 2}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].param == param && strcmp(rows[i].name, f->name) == 0)
      return true;
  return false;
}

/* A string that nobody can have changed, or no pointer to anything. */
static bool is_text(const Program *p, Val v) {
  if (!val_is_const(v)) return false;
  const Const *c = prog_const(p, v);
  if (c->kind != CONST_GLOBAL) return true;
  const Global *text = prog_global(p, c->global);
  return text->kind == GLOBAL_CONSTANT && c->offset >= 0 &&
         (uint64_t)c->offset < text->size &&
         (!text->init || text->init[text->size - 1] == 0);
}

void memory_note_reads(const MemoryGuards *g, const Inst *call) {
  Program *p = g->edit->program;
  FuncId func = prog_callee(p, call);
  if (!func.id || g->edit->f->origin == FUNC_MODEL) return;
  const Function *callee = prog_func(p, func);
  bool counts =
      strcmp(callee->name, "fwrite") == 0 || strcmp(callee->name, "write") == 0;
  if (callee->origin != FUNC_MODEL) return;
  for (uint32_t k = 1; k < call->n_ops; k++) {
    TypeId type = prog_val_type(p, g->edit->f, call->ops[k]);
    bool seen =
        k <= callee->n_params &&
        (flow_is_used(callee, prog_param(k - 1)) || is_stream(callee, k - 1));
    if (prog_type(p, type)->kind != TYPE_PTR || seen ||
        (!counts && is_text(p, call->ops[k])))
      continue;
    prog_ledger(p, LEDGER_UNDER, call->loc, "what %s() reads is not looked at",
                callee->name);
    return;
  }
}
