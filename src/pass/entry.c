/* SPDX-License-Identifier: MIT
 *
 * Where the program starts: an entry without parameters.
 *
 * A main that looks at its arguments is called by a library model that makes
 * them (models/start.c).  Otherwise, or where any memory will do for them, the
 * parameters of the entry are inputs.  Of main a premise is recorded: argv has
 * the program's name at least, as Linux sees to it since 5.18 (C11 5.1.2.2.1p2
 * grants argc >= 0 only), and no system passes 2^18 arguments or more
 * (models/start.c has the same bounds).
 *
 * The parameters turn into inputs in place, unless the program itself calls
 * the entry or takes its address: then a function of our own calls it. */
#include "pass/pass.h"
#include "pass/edit.h"

static bool names_function(const Program *p, Val v, FuncId func) {
  if (!val_is_const(v)) return false;
  const Const *c = prog_const(p, v);
  return c->kind == CONST_FUNC && c->func.id == func.id;
}

static bool is_named(const Program *p, FuncId func) {
  for (uint32_t g = 1; g < p->globals.n; g++)
    for (uint32_t r = 0; r < p->globals.at[g].n_relocs; r++)
      if (p->globals.at[g].relocs[r].func.id == func.id) return true;
  for (uint32_t i = 1; i < p->funcs.n; i++) {
    const Function *f = &p->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
        for (uint32_t o = 0; o < inst->n_ops; o++)
          if (names_function(p, inst->ops[o], func)) return true;
      }
  }
  return false;
}

/* What is granted about the first parameter of main: less 1, seen as an
 * unsigned number, it is below the bound. */
static void assume_argument(Edit *edit, Val v) {
  Program *p = edit->program;
  TypeId type = prog_val_type(p, edit->f, v), i1 = prog_type_int(p, 1);
  if (prog_type(p, type)->kind != TYPE_INT) return;
  if (prog_val_bits(p, edit->f, v) <= PROG_ARGUMENTS_LOG2) return;
  uint64_t most = (UINT64_C(1) << PROG_ARGUMENTS_LOG2) - 1;
  Val others = edit_op2(edit, OP_SUB, type, v, prog_const_u64(p, type, 1));
  Val holds = edit_op2(edit, OP_ULT, i1, others, prog_const_u64(p, type, most));
  edit_add(edit, OP_ASSUME, (TypeId){0}, &holds, 1, NULL, 0);
  prog_ledger(p, LEDGER_PREMISE, edit->loc,
              "main is called with 1 <= argc < 2^%d", PROG_ARGUMENTS_LOG2);
}

/* PARAM i becomes an input at the same index. */
static void params_in_place(Program *p, Function *f, bool is_main) {
  assert(f->arity == FUNC_FIXED && f->blocks.n > 0);
  Edit edit;
  edit_init(&edit, p, f);
  InstList list = edit_open(&edit, (BlockId){0});
  edit.loc = f->loc;
  for (uint32_t i = 0; i < f->n_params; i++) {
    Inst *inst = &f->insts.at[1 + i];
    inst->op = OP_NONDET;
    inst->imm = INPUT_EXTERN;
    inst->name = names_add(&p->names, f->name);
    inst->site = prog_new_site(p);
    inst->loc = f->loc;
    edit_keep(&edit, 1 + i);
    if (is_main && i == 0) assume_argument(&edit, prog_param(i));
  }
  for (uint32_t i = 0; i < list.n; i++) edit_keep(&edit, list.at[i]);
  edit_close(&edit, &list);
  edit_done(&edit);
  f->n_params = 0;
}

static FuncId make_start(Program *p, FuncId func, bool is_main) {
  const char *name =
      arena_printf(&p->arena, "%s.start", prog_func(p, func)->name);
  FuncId start = prog_add_function(p, name, prog_func(p, func)->ret, NULL, 0);
  const Function *callee = prog_func(p, func);
  Function *f = prog_func(p, start);
  f->state = FUNC_DEFINED;
  Edit edit;
  edit_init(&edit, p, f);
  edit.at = edit_block(&edit, "entry");
  edit.loc = f->loc = callee->loc;
  uint32_t n = callee->n_params;
  Val *ops = MEM_ARRAY(p->mem, Val, n + 1);
  ops[0] = prog_const_func(p, func);
  for (uint32_t i = 0; i < n; i++) {
    ops[1 + i] =
        edit_nondet(&edit, callee->params[i], INPUT_EXTERN, callee->name);
    if (is_main && i == 0) assume_argument(&edit, ops[1 + i]);
  }
  uint32_t call = edit_add(&edit, OP_CALL, callee->ret, ops, n + 1, NULL, 0);
  f->insts.at[call].site = prog_new_site(p);
  Val result = val_local(call);
  edit_add(&edit, OP_RET, (TypeId){0}, &result, callee->ret.id ? 1 : 0, NULL,
           0);
  MEM_FREE_ARRAY(p->mem, ops, n + 1);
  edit_done(&edit);
  return start;
}

static bool looks_at_vectors(const Function *f) {
  for (uint32_t i = 1; i < f->n_params; i++)
    if (flow_is_used(f, prog_param(i))) return true;
  return false;
}

static FuncId find_start(Program *p, const char *name,
                         PassArguments arguments) {
  return arguments == PASS_ARGUMENTS_ANY ? prog_find_function(p, name)
                                         : prog_find_entry(p, name);
}

/* What is granted or given up about the arguments of main. */
static PassResult note_arguments(Program *p, const Function *f,
                                 PassArguments arguments) {
  if (strcmp(f->name, PROG_START) == 0)
    prog_ledger(p, LEDGER_PREMISE, (LocId){0},
                "main gets argc >= 1 strings of its own in argv, fewer than "
                "2^%d and each of less than 128 KiB, and NULL behind them",
                PROG_ARGUMENTS_LOG2);
  else if (arguments == PASS_ARGUMENTS_ANY)
    prog_ledger(p, LEDGER_OVER, f->loc, "argv may point to any memory");
  else if (looks_at_vectors(f))
    return (PassResult){PASS_UNSUPPORTED,
                        "main has other parameters than argc, argv, envp"};
  return (PassResult){PASS_OK, ""};
}

/* A function that is not main has callers that are not seen. */
static void note_callers(Program *p, const Function *f) {
  bool has_pointer = false;
  for (uint32_t i = 0; i < f->n_params; i++)
    has_pointer |= prog_type(p, f->params[i])->kind == TYPE_PTR;
  prog_ledger(p, LEDGER_PREMISE, f->loc,
              "the program starts in %s: variables have their first values%s",
              f->name,
              has_pointer ? ", and what it is given leads to no variable of "
                            "the program"
                          : "");
}

PassResult pass_entry(Program *p, const Property *property,
                      PassArguments arguments) {
  const char *name = property->entry ? property->entry : "main";
  FuncId func = find_start(p, name, arguments);
  if (!func.id || prog_func(p, func)->state != FUNC_DEFINED)
    return (PassResult){
        PASS_UNSUPPORTED,
        arena_printf(&p->arena, "no function '%s' to start from", name)};
  p->entry = func;
  bool is_main = strcmp(name, "main") == 0;
  Function *f = prog_func(p, func);
  PassResult noted = {PASS_OK, ""};
  if (is_main)
    noted = note_arguments(p, f, arguments);
  else
    note_callers(p, f);
  if (noted.status != PASS_OK || (f->n_params == 0 && f->arity == FUNC_FIXED))
    return noted;
  if (f->arity == FUNC_VARIADIC || is_named(p, func))
    p->entry = make_start(p, func, is_main);
  else
    params_in_place(p, f, is_main);
  assert(prog_func(p, p->entry)->n_params == 0);
  return noted;
}
