/* SPDX-License-Identifier: MIT
 *
 * Comparisons with short texts, without loops.
 *
 * The model of strcmp goes round until its texts differ or end, and what a loop
 * leaves is open: a way that `strcmp(argument, "-v") == 0` leads to could not
 * be shown, nor what is only done there be proved.  Where one of the texts is a
 * constant, or as many characters as a constant says are compared, it takes no
 * loop to say what the comparison gives: the model's __cutpoint_rough_few has
 * every character by itself, up to FEW_CHARACTERS.  Calls of the program that
 * fit go to a copy of the model that calls it. */
#include "scan/sites/sites_int.h"

#include "ir/format.h"

#define FEW_SUFFIX "#few"
#define FEW_MODEL  PROG_ROUGH "_few"

enum { FEW_CHARACTERS = 32 };

/* Models whose callers look at nothing but the sign. */
static const struct Row {
  const char *name;
  bool has_most; /* their third argument */
  bool any_case;
} rows[] = {{"__cutpoint_sign_strcmp", false, false},
            {"__cutpoint_sign_strncmp", true, false},
            {"__cutpoint_sign_strcasecmp", false, true},
            {"__cutpoint_sign_strncasecmp", true, true}};

enum { ROWS = sizeof rows / sizeof *rows };

static bool is_short(const Program *p, Val text) {
  const char *literal = prog_literal(p, text);
  assert(!val_is_none(text));
  return literal && strlen(literal) < FEW_CHARACTERS;
}

static bool fits(const Program *p, const struct Row *row, const Inst *call) {
  uint64_t most;
  assert(call->n_ops >= 3);
  if (is_short(p, call->ops[1]) || is_short(p, call->ops[2])) return true;
  return row->has_most && prog_const_as_u64(p, call->ops[3], &most) &&
         most <= FEW_CHARACTERS;
}

/* A function like the model that calls the one for few characters. */
static FuncId make_copy(Program *p, FuncId model, FuncId few,
                        const struct Row *row) {
  const Function *from = prog_func(p, model);
  assert(from->origin == FUNC_MODEL && from->state == FUNC_DEFINED);
  const char *name = arena_printf(&p->arena, "%s" FEW_SUFFIX, from->name);
  FuncId id =
      prog_add_function(p, name, from->ret, from->params, from->n_params);
  from = prog_func(p, model);
  Function *to = prog_func(p, id);
  const Function *called = prog_func(p, few);
  require(called->n_params == 4 && to->n_params == 2u + row->has_most);
  to->arity = from->arity;
  to->state = FUNC_DEFINED;
  to->origin = FUNC_MODEL;
  to->copy_of = model;
  to->loc = from->loc;
  Val most = row->has_most
                 ? prog_param(2)
                 : prog_const_u64(p, called->params[2], FEW_CHARACTERS);
  Val ops[] = {prog_const_func(p, few), prog_param(0), prog_param(1), most,
               prog_const_u64(p, called->params[3], row->any_case)};
  BlockId block = prog_add_block(p, to, "");
  uint32_t call = prog_append(p, to, block, OP_CALL, to->ret, ops, 5, NULL, 0);
  Val result = val_local(call);
  prog_append(p, to, block, OP_RET, (TypeId){0}, &result, 1, NULL, 0);
  return id;
}

void few_settle(Program *p) {
  FuncId few = prog_find_function(p, FEW_MODEL), copies[ROWS] = {{0}};
  uint32_t n = p->funcs.n;
  if (!few.id || prog_func(p, few)->state != FUNC_DEFINED) return;
  for (uint32_t k = 0; k < ROWS; k++) {
    FuncId model = prog_find_function(p, rows[k].name);
    if (!model.id || prog_func(p, model)->state != FUNC_DEFINED) continue;
    for (uint32_t f = 1; f < n; f++) {
      if (prog_func(p, (FuncId){f})->origin != FUNC_USER) continue;
      for (uint32_t i = 1; i < prog_func(p, (FuncId){f})->insts.n; i++) {
        const Inst *call = &prog_func(p, (FuncId){f})->insts.at[i];
        if (call->op != OP_CALL || prog_callee(p, call).id != model.id ||
            !fits(p, &rows[k], call))
          continue;
        if (!copies[k].id) copies[k] = make_copy(p, model, few, &rows[k]);
        prog_func(p, (FuncId){f})->insts.at[i].ops[0] =
            prog_const_func(p, copies[k]);
      }
    }
  }
}
