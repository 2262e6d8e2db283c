/* SPDX-License-Identifier: MIT
 *
 * Functions of program text.  A body is walked twice: first every line gets
 * its instruction number, so that phis can look forward. */
#include "ir/parse_int.h"

/* ---- instructions ---- */

static void read_block_ref(Parser *in, const Function *f) {
  in->at++;
  uint32_t block = ptext_index(in, f->blocks.n, "block");
  VEC_PUSH(in->mem, &in->blocks, (BlockId){block});
}

static Val read_local(Parser *in) {
  in->at++;
  uint64_t label = ptext_u64(in);
  const uint64_t *found = map_find(&in->labels, label);
  if (!found)
    ptext_fail(in, "there is no value %%%llu", (unsigned long long)label);
  return found ? val_local((uint32_t)*found) : (Val){0};
}

static Val read_val(Parser *in) {
  if (*in->at == '%') return read_local(in);
  if (ptext_accept_word(in, "none")) return (Val){0};
  if (*in->at == '@') {
    FuncId func = ptext_func(in);
    return in->failed ? (Val){0} : prog_const_func(in->p, func);
  }
  if (*in->at == '$') {
    GlobalId global = ptext_global(in);
    int64_t offset = ptext_offset(in);
    return in->failed ? (Val){0} : prog_const_global(in->p, global, offset);
  }
  TypeId type = ptext_type(in);
  return in->failed ? (Val){0} : ptext_number(in, type);
}

/* One attribute, if there is one. */
static bool accept_attribute(Parser *in, Inst *inst) {
  ptext_skip_blanks(in);
  if (*in->at == '!')
    inst->loc = ptext_loc(in);
  else if (ptext_accept_word(in, "imm="))
    inst->imm = ptext_i64(in, 0);
  else if (ptext_accept_word(in, "stride="))
    inst->stride = ptext_i64(in, 0);
  else if (ptext_accept_word(in, "aux="))
    inst->aux = ptext_type(in);
  else if (ptext_accept_word(in, "name="))
    inst->name = names_add(&in->p->names, ptext_name(in));
  else if (ptext_accept_word(in, "var="))
    inst->var.id = ptext_index(in, in->counts[ITEM_VAR] + 1, "variable");
  else if (ptext_accept_word(in, "site="))
    inst->site = ptext_u32(in);
  else if (ptext_accept_word(in, "context="))
    inst->context = ptext_index(in, in->counts[ITEM_CONTEXT] + 1, "context");
  else if (ptext_accept_word(in, "region="))
    inst->region.id = ptext_index(in, in->counts[ITEM_REGION] + 1, "region");
  else
    return false;
  return true;
}

static void read_operands(Parser *in, const Function *f, Inst *inst) {
  VEC_CLEAR(&in->ops);
  VEC_CLEAR(&in->blocks);
  while (!ptext_at_end(in)) {
    if (*in->at == ',' || *in->at == '[' || *in->at == ']')
      in->at++;
    else if (in->at[0] == 'b' && ptext_is_digit(in->at[1]))
      read_block_ref(in, f);
    else if (!accept_attribute(in, inst)) {
      Val val = read_val(in);
      VEC_PUSH(in->mem, &in->ops, val);
    }
  }
}

/* "add", "fcmp.olt" */
static void read_op(Parser *in, Inst *inst) {
  const char *name = ptext_name(in);
  char *dot = strchr(name, '.');
  if (dot) *dot = 0;
  inst->op = prog_op_by_name(name);
  const char *(*word)(int64_t) = inst->op == OP_NONDET  ? prog_input_word
                                 : inst->op == OP_FCMP  ? prog_fcmp_word
                                 : inst->op == OP_FMATH ? prog_fmath_word
                                 : inst->op == OP_VALID ? prog_valid_word
                                                        : NULL;
  if (inst->op == OP_COUNT || (dot && !word)) {
    ptext_fail(in, "there is no instruction '%s'", name);
    inst->op = OP_NONE;
    return;
  }
  if (!dot) return;
  while (word(inst->imm) && strcmp(word(inst->imm), dot + 1) != 0) inst->imm++;
  if (!word(inst->imm)) ptext_fail(in, "there is no variant '%s'", dot + 1);
}

static bool accept_flag(Parser *in, Inst *inst) {
  for (int64_t i = 0; prog_flag_word(i); i++)
    if (ptext_accept_word(in, prog_flag_word(i))) {
      inst->flags |= (uint16_t)(1u << i);
      return true;
    }
  return false;
}

static void read_inst(Parser *in, Function *f, BlockId block) {
  Inst inst = {.name = UINT32_MAX};
  bool has_result = ptext_accept(in, '%');
  if (has_result) {
    ptext_u64(in);
    ptext_expect(in, '=');
  }
  read_op(in, &inst);
  while (accept_flag(in, &inst));
  if (has_result) {
    inst.type = ptext_type(in);
    if (!inst.type.id) ptext_fail(in, "a result needs a type");
  }
  read_operands(in, f, &inst);
  if (in->failed) return;
  uint32_t index = prog_append(in->p, f, block, inst.op, inst.type, in->ops.at,
                               in->ops.n, in->blocks.at, in->blocks.n);
  Inst *made = &f->insts.at[index];
  inst.ops = made->ops;
  inst.blocks = made->blocks;
  inst.n_ops = made->n_ops;
  inst.n_blocks = made->n_blocks;
  *made = inst;
}

/* ---- functions ---- */

static bool is_block_line(const char *at) {
  return at[0] == 'b' && ptext_is_digit(at[1]);
}

static void read_block_line(Parser *in, Function *f) {
  in->at++;
  if (ptext_u32(in) != f->blocks.n) ptext_fail(in, "blocks are not in order");
  ptext_skip_blanks(in);
  const char *name = *in->at == ':' ? NULL : ptext_name(in);
  BlockId block = prog_add_block(in->p, f, name);
  ptext_expect(in, ':');
  if (ptext_accept_word(in, "loop"))
    f->blocks.at[block.id].loop = ptext_loc(in);
  if (!ptext_at_end(in)) ptext_fail(in, "something behind the block's name");
}

/* First walk: blocks, and the instruction number of every label. */
static void read_labels(Parser *in, Function *f) {
  uint32_t next = f->insts.n;
  map_done(&in->labels); /* clearing would cost what the largest one did */
  map_init(&in->labels, in->mem);
  for (uint32_t i = 1; i <= f->n_params; i++) map_put(&in->labels, i, i);
  for (; ptext_next_line(in) && *in->at != '}'; ptext_skip_line(in)) {
    if (is_block_line(in->at)) {
      read_block_line(in, f);
      continue;
    }
    if (!f->blocks.n) ptext_fail(in, "an instruction outside of blocks");
    if (ptext_accept(in, '%')) {
      uint64_t label = ptext_u64(in);
      if (map_find(&in->labels, label))
        ptext_fail(in, "%%%llu is defined twice", (unsigned long long)label);
      if (!in->failed) map_put(&in->labels, label, next);
    }
    next++;
  }
}

void ptext_body(Parser *in, const Item *item) {
  assert(item->kind == ITEM_DEFINE && item->id);
  Function *f = &in->p->funcs.at[item->id];
  in->at = item->at;
  in->line = item->line;
  read_labels(in, f);
  if (in->failed) return;
  in->at = item->at;
  in->line = item->line;
  uint32_t block = UINT32_MAX;
  for (; ptext_next_line(in) && *in->at != '}'; ptext_skip_line(in))
    if (is_block_line(in->at))
      block++;
    else
      read_inst(in, f, (BlockId){block});
}

static void read_params(Parser *in, Function *head) {
  VEC_CLEAR(&in->params);
  ptext_expect(in, '(');
  while (!in->failed && !ptext_accept(in, ')')) {
    if (in->params.n) ptext_expect(in, ',');
    TypeId type = ptext_type(in);
    if (!prog_type(in->p, type)->bits)
      ptext_fail(in, "a parameter needs a scalar");
    Inst inst = {
        .op = OP_PARAM, .type = type, .imm = in->params.n, .name = UINT32_MAX};
    VEC_PUSH(in->mem, &in->params, type);
    ptext_expect(in, '%');
    if (ptext_u32(in) != in->params.n)
      ptext_fail(in, "parameters are numbered from %%1");
    while (!in->failed && accept_attribute(in, &inst));
    inst.imm = in->params.n - 1;
    VEC_PUSH(in->mem, &head->insts, inst);
  }
}

/* "define i32 @f(i32 %1) variadic model !3 {", behind the first word */
void ptext_signature(Parser *in, Item *item) {
  assert(item->kind == ITEM_DEFINE || item->kind == ITEM_DECLARE);
  Function head = {0};
  head.ret = ptext_type(in);
  ptext_expect(in, '@');
  char *name = ptext_text(in);
  if (names_find(&in->funcs, name) != UINT32_MAX)
    ptext_fail(in, "@%s is defined twice", name);
  else
    names_add(&in->funcs, name);
  read_params(in, &head);
  if (ptext_accept_word(in, "variadic")) head.arity = FUNC_VARIADIC;
  if (ptext_accept_word(in, "model")) head.origin = FUNC_MODEL;
  if (ptext_accept_word(in, "type=")) head.returns.id = ptext_u32(in);
  head.loc = ptext_loc(in);
  if (item->kind == ITEM_DEFINE) ptext_expect(in, '{');
  if (!ptext_at_end(in)) ptext_fail(in, "something behind the signature");
  FuncId id =
      prog_add_function(in->p, name, head.ret, in->params.at, in->params.n);
  Function *f = prog_func(in->p, id);
  f->arity = head.arity;
  f->origin = head.origin;
  f->loc = head.loc;
  f->returns = head.returns;
  if (item->kind == ITEM_DEFINE) f->state = FUNC_DEFINED;
  for (uint32_t i = 0; i < head.insts.n; i++)
    f->insts.at[1 + i] = head.insts.at[i];
  VEC_DONE(in->mem, &head.insts);
  assert(in->failed || in->funcs.list.n == id.id); /* names find by id - 1 */
  item->id = id.id;
}
