/* SPDX-License-Identifier: MIT
 *
 * Is a Program what program.h says it is?
 *
 * Three rounds per function, each one walk over its blocks:
 *   1. shape: listed instructions exist and are listed once, phis come first,
 *      the terminator comes last, targets exist;
 *   2. flow: predecessors, reachability, dominator tree;
 *   3. meaning: operands, types and tables of each instruction; phis against
 *      predecessors; definitions dominate uses.
 * A function that fails round 1 is not looked at further.
 *
 * Dominators: the iteration of Cooper, Harvey and Kennedy over reverse
 * postorder, then entry and exit numbers on the tree, so that "a dominates b"
 * is two comparisons.  Near-linear on the graphs of real programs; a walk with
 * its own stack everywhere, because depth is the user's.
 *
 * Decisions: code that cannot be reached must be well-typed, but its uses need
 * no dominating definition (as in LLVM).  A block may be empty only when
 * nothing leads to it.  A phi names the set of predecessors; where an edge is
 * doubled (a switch) its block may stand several times, with one value.
 * Nothing leads to the entry block.  A call may disagree with its callee's
 * signature, as C programs do; the interpreter says what that means. */
#include "ir/validate_int.h"

void validate_problem(Validator *v, const char *format, ...) {
  assert(v->inst == 0 || (v->f && v->inst < v->f->insts.n));
  if (v->n_problems++ >= MOST_PROBLEMS) return;
  if (v->f) text_printf(v->out, "@%s: ", v->f->name);
  if (v->inst) {
    const Inst *inst = &v->f->insts.at[v->inst];
    text_printf(v->out, "%%%u %s: ", v->inst,
                inst->op < OP_COUNT ? prog_op_name(inst->op) : "?");
  }
  char line[256];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  text_printf(v->out, "%s\n", line);
}

/* ---- round 1: shape ---- */

static uint32_t want_blocks(const Inst *inst) {
  if (inst->op == OP_BR) return 1;
  if (inst->op == OP_CONDBR) return 2;
  if (inst->op == OP_PHI || inst->op == OP_SWITCH) return inst->n_ops;
  return 0;
}

static void check_inst_shape(Validator *v, const Inst *inst) {
  if (inst->op >= OP_COUNT || inst->op == OP_NONE || inst->op == OP_PARAM) {
    validate_problem(v, "op %d cannot stand in a block", (int)inst->op);
    return;
  }
  int most = prog_op_most(inst->op);
  if ((int64_t)inst->n_ops < prog_op_fewest(inst->op) ||
      (most >= 0 && (int64_t)inst->n_ops > most))
    validate_problem(v, "has %u operands", inst->n_ops);
  if (inst->n_blocks != want_blocks(inst))
    validate_problem(v, "has %u blocks", inst->n_blocks);
  for (uint32_t i = 0; i < inst->n_blocks; i++) {
    uint32_t target = inst->blocks[i].id;
    if (target >= v->f->blocks.n)
      validate_problem(v, "no block b%u", target);
    else if (prog_op_has(inst->op, 'T') && target == 0)
      validate_problem(v, "leads to the entry block");
    else if (prog_op_has(inst->op, 'T') && !v->f->blocks.at[target].insts.n)
      validate_problem(v, "leads to the empty block b%u", target);
  }
}

static void check_block_shape(Validator *v, uint32_t b) {
  const Block *block = &v->f->blocks.at[b];
  bool phis_may_come = true;
  if (block->name != UINT32_MAX && block->name >= v->p->names.list.n)
    validate_problem(v, "b%u: no name %u", b, block->name);
  if (block->loop.id >= v->p->locs.n)
    validate_problem(v, "b%u: no position %u", b, block->loop.id);
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t index = block->insts.at[i];
    v->inst = 0;
    if (!index || index >= v->f->insts.n) {
      validate_problem(v, "b%u lists no instruction %u", b, index);
      continue;
    }
    const Inst *inst = &v->f->insts.at[index];
    v->inst = index;
    if (v->home[index]) validate_problem(v, "is listed twice");
    v->home[index] = b + 1;
    v->position[index] = i;
    check_inst_shape(v, inst);
    if (inst->op >= OP_COUNT) continue;
    if (inst->op == OP_PHI && !phis_may_come)
      validate_problem(v, "is not first");
    phis_may_come = phis_may_come && inst->op == OP_PHI;
    bool last = i + 1 == block->insts.n;
    if (prog_op_has(inst->op, 'T') != last)
      validate_problem(v,
                       last ? "b%u does not end in a terminator"
                            : "stands before the end of b%u",
                       b);
  }
  v->inst = 0;
}

static void check_params(Validator *v) {
  const Program *p = v->p;
  const Function *f = v->f;
  if (f->insts.n < 1 + f->n_params) {
    validate_problem(v, "parameters are missing");
    return;
  }
  for (uint32_t i = 0; i < f->n_params; i++) {
    const Inst *inst = &f->insts.at[1 + i];
    v->home[1 + i] = 1;
    if (inst->op != OP_PARAM || inst->imm != i || inst->n_ops ||
        inst->type.id != f->params[i].id)
      validate_problem(v, "parameter %u is not what the signature says", i);
    if (f->params[i].id >= p->types.n || !p->types.at[f->params[i].id].bits)
      validate_problem(v, "parameter %u has no scalar type", i);
  }
}

/* ---- round 3: meaning ---- */

static const Type *type_of(const Validator *v, Val val) {
  return prog_type(v->p, prog_val_type(v->p, v->f, val));
}

/* The operand exists and, where code is reachable, is defined before its use
 * at `position` of `block`. */
static bool check_operand(Validator *v, Val val, uint32_t block,
                          uint32_t position) {
  assert(block < v->f->blocks.n); /* by round 1 */
  uint32_t index = val_index(val);
  if (val_is_none(val)) return validate_problem(v, "operand is none"), false;
  if (val_is_const(val)) {
    if (index < v->p->consts.n) return true;
    return validate_problem(v, "no constant %u", index), false;
  }
  if (index >= v->f->insts.n || !v->home[index])
    return validate_problem(v, "uses %%%u, which no block lists", index), false;
  if (!v->f->insts.at[index].type.id)
    return validate_problem(v, "uses %%%u, which has no result", index), false;
  if (index <= v->f->n_params || v->order[block] == UINT32_MAX) return true;
  uint32_t home = v->home[index] - 1;
  bool before = home == block ? v->position[index] < position
                              : v->order[home] != UINT32_MAX &&
                                    validate_block_dominates(v, home, block);
  if (!before) validate_problem(v, "%%%u does not dominate its use", index);
  return true;
}

static bool check_operands(Validator *v, const Inst *inst, uint32_t block,
                           uint32_t position) {
  bool good = true;
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    if (inst->op == OP_PHI) /* used at the end of the predecessor */
      good &= check_operand(v, inst->ops[i], inst->blocks[i].id, UINT32_MAX);
    else
      good &= check_operand(v, inst->ops[i], block, position);
  }
  return good;
}

static void check_phi(Validator *v, const Inst *phi, uint32_t block) {
  uint32_t named = 0, wanted = 0;
  assert(phi->n_blocks == phi->n_ops); /* by round 1 */
  for (uint32_t i = 0; i < phi->n_blocks; i++) {
    uint32_t from = phi->blocks[i].id;
    if (v->stamp[from] != v->inst) {
      v->stamp[from] = v->inst;
      v->stamp_val[from] = phi->ops[i];
      named++;
    } else if (!val_same(v->stamp_val[from], phi->ops[i])) {
      validate_problem(v, "b%u comes with two values", from);
    }
  }
  for (uint32_t k = v->first[block]; k < v->first[block + 1]; k++) {
    uint32_t pred = v->preds[k];
    if (k > v->first[block] && v->preds[k - 1] == pred) continue;
    wanted++;
    if (v->stamp[pred] != v->inst)
      validate_problem(v, "has no value for predecessor b%u", pred);
  }
  if (named > wanted)
    validate_problem(v, "names a block that is no predecessor");
}

static void check_switch(Validator *v, const Inst *inst) {
  v->n_switches++;
  for (uint32_t i = 1; i < inst->n_ops; i++) {
    if (!val_is_const(inst->ops[i]) ||
        prog_const(v->p, inst->ops[i])->kind != CONST_BITS) {
      validate_problem(v, "case %u is no number", i);
      continue;
    }
    if (prog_val_type(v->p, v->f, inst->ops[i]).id !=
        prog_val_type(v->p, v->f, inst->ops[0]).id)
      validate_problem(v, "case %u has another type", i);
    uint32_t *stamp = &v->case_stamp[val_index(inst->ops[i])];
    if (*stamp == v->n_switches) validate_problem(v, "case %u stands twice", i);
    *stamp = v->n_switches;
  }
}

/* A type against one of the letters of PROG_OPS. */
static bool letter_fits(const Validator *v, char letter, TypeId id,
                        const Inst *inst) {
  const Type *type = prog_type(v->p, id);
  switch (letter) {
  case 'i': return type->kind == TYPE_INT;
  case 'f': return type->kind == TYPE_FLOAT;
  case 'p': return type->kind == TYPE_PTR;
  case 's': return type->bits > 0;
  case 'b': return type->kind == TYPE_INT && type->bits == 1;
  case 'c': return type->kind == TYPE_INT && type->bits == 8;
  case 'n': return type->kind == TYPE_INT || type->kind == TYPE_PTR;
  case 't': return type->kind == TYPE_INT || type->kind == TYPE_FLOAT;
  case '=': return id.id == inst->type.id;
  case '1': return id.id == prog_val_type(v->p, v->f, inst->ops[0]).id;
  case 'v': return id.id == 0;
  default: return true;
  }
}

static void check_types_of(Validator *v, const Inst *inst) {
  const char *letter = prog_op_types(inst->op);
  assert(*letter != '.' || inst->op == OP_CALL);
  if (!letter_fits(v, *letter, inst->type, inst))
    validate_problem(v, "has a result of the wrong type");
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    if (letter[1]) letter++;
    if (!letter_fits(v, *letter, prog_val_type(v->p, v->f, inst->ops[i]), inst))
      validate_problem(v, "operand %u has the wrong type", i);
  }
}

/* Rules that relate widths, which the letters cannot say. */
static void check_widths(Validator *v, const Inst *inst) {
  uint32_t to = prog_type(v->p, inst->type)->bits;
  uint32_t from = inst->n_ops ? type_of(v, inst->ops[0])->bits : 0;
  bool good = true;
  if (inst->op == OP_TRUNC || inst->op == OP_FPTRUNC) good = to < from;
  if (inst->op == OP_ZEXT || inst->op == OP_SEXT || inst->op == OP_FPEXT)
    good = to > from;
  if (inst->op == OP_BITCAST) good = to == from;
  if (!good) validate_problem(v, "from %u to %u bits", from, to);
}

static uint32_t fmath_operands(int64_t math) {
  if (math == FMATH_FMA) return 3;
  if (math == FMATH_COPYSIGN || math == FMATH_FMIN || math == FMATH_FMAX)
    return 2;
  return 1;
}

static uint32_t valid_operands(ValidKind kind) {
  switch (kind) {
  case VALID_ACCESS:
  case VALID_MEMBER:
  case VALID_WRITE: return 3;
  case VALID_FREE:
  case VALID_HEAP:
  case VALID_LIVE: return 1;
  case VALID_GONE:
  case VALID_INIT:
  case VALID_COPY:
  case VALID_WORD:
  case VALID_PRINTED: /* and more */
  case VALID_APPEND:
  case VALID_WIDE_COPY:
  case VALID_WIDE_APPEND: return 2;
  case VALID_AT_RETURN:
  case VALID_AT_EXIT: return 0;
  }
  unreachable_case();
}

static void check_imm(Validator *v, const Inst *inst) {
  bool good = true;
  if (inst->op == OP_NONDET) good = prog_input_word(inst->imm) != NULL;
  if (inst->op == OP_FCMP) good = prog_fcmp_word(inst->imm) != NULL;
  if (inst->op == OP_ALLOCA) good = inst->imm >= 0;
  if (inst->op == OP_UNSUPPORTED)
    good = inst->imm >= 0 && inst->imm <= UNSUPPORTED_RECURSION;
  if (inst->op == OP_ERROR)
    good = inst->imm >= 0 && inst->imm < (int64_t)v->p->errors.n;
  if (inst->op == OP_VALID)
    good = prog_valid_word(inst->imm) &&
           (inst->n_ops == valid_operands((ValidKind)inst->imm) ||
            ((inst->imm == VALID_APPEND || inst->imm == VALID_WIDE_APPEND) &&
             inst->n_ops == 3) ||
            (inst->imm == VALID_PRINTED && inst->n_ops > 2));
  if (inst->op == OP_FMATH)
    good =
        prog_fmath_word(inst->imm) && inst->n_ops == fmath_operands(inst->imm);
  if (!good)
    validate_problem(v, "imm=%lld is out of range", (long long)inst->imm);
}

static void check_indices(Validator *v, const Inst *inst) {
  const Program *p = v->p;
  bool has_site = inst->op == OP_NONDET || inst->op == OP_CALL ||
                  inst->op == OP_ALLOC || inst->op == OP_ALLOCA ||
                  inst->op == OP_HAVOC;
  bool has_var = inst->op == OP_DBG || inst->op == OP_DBG_ADDR;
  if (inst->name != UINT32_MAX && inst->name >= p->names.list.n)
    validate_problem(v, "no name %u", inst->name);
  if (inst->var.id >= p->vars.n || has_var != (inst->var.id != 0))
    validate_problem(v, "variable %u", inst->var.id);
  if (inst->site > p->n_sites || has_site != (inst->site != 0))
    validate_problem(v, "site %u", inst->site);
  if (inst->context >= p->contexts.n)
    validate_problem(v, "no context %u", inst->context);
  if (inst->region.id && inst->region.id >= p->regions.n)
    validate_problem(v, "no region %u", inst->region.id);
  if (inst->aux.id >= p->types.n)
    validate_problem(v, "no type %u", inst->aux.id);
  validate_check_loc(v, inst->loc, "instruction");
}

static void check_inst(Validator *v, uint32_t block, uint32_t position) {
  const Inst *inst = &v->f->insts.at[v->inst];
  check_indices(v, inst);
  if (inst->type.id >= v->p->types.n) {
    validate_problem(v, "no type %u", inst->type.id);
    return;
  }
  if (!check_operands(v, inst, block, position)) return;
  check_types_of(v, inst);
  check_widths(v, inst);
  check_imm(v, inst);
  if (inst->op == OP_PHI) check_phi(v, inst, block);
  if (inst->op == OP_SWITCH) check_switch(v, inst);
  if (inst->op == OP_VA_AREA && v->f->arity != FUNC_VARIADIC)
    validate_problem(v, "the function is not variadic");
  if (inst->op == OP_CALL && inst->type.id &&
      !prog_type(v->p, inst->type)->bits)
    validate_problem(v, "result is no scalar");
  if (inst->op == OP_RET &&
      (inst->n_ops ? prog_val_type(v->p, v->f, inst->ops[0]).id : 0) !=
          v->f->ret.id)
    validate_problem(v, "is not of the function's type");
}

/* ---- functions ---- */

/* Types must be in range before anything asks for an operand's type. */
static bool check_result_types(Validator *v) {
  for (uint32_t i = 0; i < v->f->insts.n; i++)
    if (v->home[i] && v->f->insts.at[i].type.id >= v->p->types.n)
      return validate_problem(v, "%%%u: no type %u", i,
                              v->f->insts.at[i].type.id),
             false;
  return true;
}

static void check_body(Validator *v) {
  const Function *f = v->f;
  validate_find_preds(v);
  validate_find_order(v);
  validate_find_dominators(v);
  validate_number_dominators(v);
  v->stamp = ARENA_ARRAY(&v->scratch, uint32_t, f->blocks.n);
  v->stamp_val = ARENA_ARRAY(&v->scratch, Val, f->blocks.n);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      v->inst = f->blocks.at[b].insts.at[i];
      check_inst(v, b, i);
    }
  v->inst = 0;
}

static void check_function(Validator *v, const Function *f) {
  v->f = f;
  uint32_t before = v->n_problems;
  ArenaMark mark = arena_mark(&v->scratch);
  v->home = ARENA_ARRAY(&v->scratch, uint32_t, f->insts.n + 1);
  v->position = ARENA_ARRAY(&v->scratch, uint32_t, f->insts.n + 1);
  validate_check_loc(v, f->loc, "function");
  if (f->ret.id >= v->p->types.n ||
      (f->ret.id && !v->p->types.at[f->ret.id].bits))
    validate_problem(v, "has a result that is no scalar");
  if (f->state == FUNC_DEFINED && (!f->blocks.n || !f->blocks.at[0].insts.n))
    validate_problem(v, "has no entry block");
  if (f->state == FUNC_DECLARED && f->blocks.n)
    validate_problem(v, "is declared but has blocks");
  check_params(v);
  for (uint32_t b = 0; b < f->blocks.n; b++) check_block_shape(v, b);
  v->inst = 0;
  if (v->n_problems == before && f->state == FUNC_DEFINED &&
      check_result_types(v))
    check_body(v);
  v->inst = 0;
  v->f = NULL;
  arena_release(&v->scratch, mark);
}

/* Names of functions, and those of globals, are unique: the text refers by
 * name. */
static void check_names(Validator *v) {
  Names funcs, globals;
  names_init(&funcs, v->p->mem);
  names_init(&globals, v->p->mem);
  for (uint32_t i = 1; i < v->p->funcs.n; i++) {
    const char *name = v->p->funcs.at[i].name;
    if (names_find(&funcs, name) != UINT32_MAX)
      validate_problem(v, "@%s: name used twice", name);
    names_add(&funcs, name);
  }
  for (uint32_t i = 1; i < v->p->globals.n; i++) {
    const char *name = v->p->globals.at[i].name;
    if (names_find(&globals, name) != UINT32_MAX)
      validate_problem(v, "$%s: name used twice", name);
    names_add(&globals, name);
  }
  names_done(&funcs);
  names_done(&globals);
}

bool prog_validate(const Program *p, Text *problems) {
  Validator v = {.p = p, .out = problems};
  arena_init(&v.scratch, p->mem);
  validate_check_types(&v);
  validate_check_consts(&v);
  validate_check_globals(&v);
  validate_check_source(&v);
  validate_check_verdict_tables(&v);
  check_names(&v);
  uint32_t n_consts = p->consts.n;
  v.case_stamp = MEM_ARRAY(p->mem, uint32_t, n_consts);
  if (!v.n_problems)
    for (uint32_t i = 1; i < p->funcs.n; i++)
      check_function(&v, &p->funcs.at[i]);
  MEM_FREE_ARRAY(p->mem, v.case_stamp, n_consts);
  arena_done(&v.scratch);
  if (v.n_problems > MOST_PROBLEMS)
    text_printf(problems, "and %u more\n", v.n_problems - MOST_PROBLEMS);
  return v.n_problems == 0;
}
