/* SPDX-License-Identifier: MIT
 *
 * Comparisons with short texts, without loops.
 *
 * The model of strcmp goes round until its texts differ or end, and what a loop
 * leaves is open: a way that `strcmp(argument, "-v") == 0` leads to could not
 * be shown, nor what is only done there be proved.  Where one of the texts is a
 * constant, or as many characters as a constant says are compared, it takes no
 * loop to say what the comparison gives.  Calls of the program that fit go to
 * a function that is made here and has every character by itself; it returns
 * where two differ or both are the end, so that no pointer is ever one of
 * several.  Nothing of it is in the models: programs that are checked as a
 * whole would have to fold it away for each call. */
#include "scan/sites/sites_int.h"

#include "ir/format.h"

#define FEW_SUFFIX "#few"

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

/* ---- the function ---- */

typedef struct Maker {
  Program *p;
  Function *f;
  BlockId at;    /* where instructions go */
  TypeId number; /* that it returns, and compares */
} Maker;

static Val make(Maker *m, Op op, TypeId type, const Val *ops, uint32_t n) {
  uint32_t made = prog_append(m->p, m->f, m->at, op, type, ops, n, NULL, 0);
  m->f->insts.at[made].loc = m->f->loc;
  return val_local(made);
}

static Val constant(Maker *m, int64_t value) {
  return prog_const_i64(m->p, m->number, value);
}

static Val make_two(Maker *m, Op op, Val a, Val b) {
  TypeId truth = prog_type_int(m->p, 1);
  return make(m, op, prog_op_has(op, 'C') ? truth : m->number, (Val[]){a, b},
              2);
}

static Val choose(Maker *m, Val condition, Val yes, Val no) {
  return make(m, OP_SELECT, m->number, (Val[]){condition, yes, no}, 3);
}

/* The character at the index, as a number without a sign. */
static Val character(Maker *m, uint32_t text, uint32_t index, bool any_case) {
  Val pointer = prog_param(text);
  Val at = make(m, OP_GEP, prog_type_ptr(m->p), &pointer, 1);
  m->f->insts.at[val_index(at)].imm = index;
  Val byte = make(m, OP_LOAD, prog_type_int(m->p, 8), &at, 1);
  Val c = make(m, OP_ZEXT, m->number, &byte, 1);
  if (!any_case) return c;
  Val in_alphabet = make_two(m, OP_SUB, c, constant(m, 'A'));
  Val is_upper = make_two(m, OP_ULT, in_alphabet, constant(m, 26));
  return choose(m, is_upper, make_two(m, OP_ADD, c, constant(m, 32)), c);
}

static void give(Maker *m, Val value) {
  (void)make(m, OP_RET, (TypeId){0}, &value, 1);
}

/* If it is so, goes on in a block that is returned; if not, behind it. */
static BlockId branch(Maker *m, Val condition) {
  BlockId yes = prog_add_block(m->p, m->f, ""),
          no = prog_add_block(m->p, m->f, "");
  uint32_t made = prog_append(m->p, m->f, m->at, OP_CONDBR, (TypeId){0},
                              &condition, 1, (BlockId[]){yes, no}, 2);
  m->f->insts.at[made].loc = m->f->loc;
  m->at = no;
  return yes;
}

static void compare(Maker *m, const struct Row *row, uint32_t index) {
  if (row->has_most) {
    TypeId size = m->f->params[2];
    Val is_past =
        make_two(m, OP_ULE, prog_param(2), prog_const_u64(m->p, size, index));
    Maker end = *m;
    end.at = branch(m, is_past);
    give(&end, constant(m, 0));
  }
  Val x = character(m, 0, index, row->any_case);
  Val y = character(m, 1, index, row->any_case);
  Val differ = make_two(m, OP_NE, x, y);
  Maker end = *m;
  end.at = branch(m, differ);
  Val is_less = make_two(&end, OP_ULT, x, y);
  give(&end, choose(&end, is_less, constant(m, -1), constant(m, 1)));
  end.at = branch(m, make_two(m, OP_EQ, x, constant(m, 0)));
  give(&end, constant(m, 0));
}

static FuncId make_few(Program *p, FuncId model, const struct Row *row) {
  const Function *from = prog_func(p, model);
  const char *name = arena_printf(&p->arena, "%s" FEW_SUFFIX, from->name);
  FuncId id =
      prog_add_function(p, name, from->ret, from->params, from->n_params);
  from = prog_func(p, model);
  Function *to = prog_func(p, id);
  require(to->n_params == 2u + row->has_most);
  to->arity = from->arity;
  to->state = FUNC_DEFINED;
  to->origin = FUNC_MODEL;
  to->copy_of = model;
  to->loc = from->loc;
  Maker m = {p, to, prog_add_block(p, to, ""), to->ret};
  for (uint32_t i = 0; i < FEW_CHARACTERS; i++) compare(&m, row, i);
  give(&m, constant(&m, 0)); /* nobody comes here */
  return id;
}

/* ---- the calls ---- */

static bool is_short(const Program *p, Val text) {
  const char *literal = prog_literal(p, text);
  assert(!val_is_none(text));
  return literal && strlen(literal) < FEW_CHARACTERS;
}

static bool fits(const Program *p, const struct Row *row, const Inst *call) {
  uint64_t most;
  require(call->n_ops == 3u + row->has_most);
  if (is_short(p, call->ops[1]) || is_short(p, call->ops[2])) return true;
  return row->has_most && prog_const_as_u64(p, call->ops[3], &most) &&
         most < FEW_CHARACTERS;
}

/* The model, if the program's functions may go to a copy of it; or none. */
static FuncId find_model(const Program *p, const struct Row *row) {
  FuncId model = prog_find_function(p, row->name);
  bool is_ours = model.id && prog_func(p, model)->state == FUNC_DEFINED &&
                 prog_func(p, model)->origin == FUNC_MODEL;
  return is_ours ? model : (FuncId){0};
}

void few_settle(Program *p) {
  uint32_t n = p->funcs.n;
  for (uint32_t k = 0; k < ROWS; k++) {
    FuncId model = find_model(p, &rows[k]), few = {0};
    for (uint32_t f = 1; model.id && f < n; f++) {
      if (prog_func(p, (FuncId){f})->origin != FUNC_USER) continue;
      for (uint32_t i = 1; i < prog_func(p, (FuncId){f})->insts.n; i++) {
        const Inst *call = &prog_func(p, (FuncId){f})->insts.at[i];
        if (call->op != OP_CALL || prog_callee(p, call).id != model.id ||
            !fits(p, &rows[k], call))
          continue;
        if (!few.id) few = make_few(p, model, &rows[k]);
        prog_func(p, (FuncId){f})->insts.at[i].ops[0] = prog_const_func(p, few);
      }
    }
  }
}
