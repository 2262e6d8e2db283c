/* SPDX-License-Identifier: MIT
 *
 * One function executed symbolically.
 *
 * Blocks are taken in topological order, back edges left out.  A block is
 * reached when the one that dominates it is, and then one of its edges is
 * taken; both the guards of blocks and the conditions of if-then-elses at joins
 * are relative to the immediate dominator, so that a join after a plain branch
 * costs nothing and conditions stay local.
 *
 * At a loop head (ENC_LOOPS_FORGET) every value and every cell that the loop
 * changes becomes a variable: the state of an arbitrary iteration.  What is
 * known of it is said in an axiom (loops.c).
 *
 * An ERROR ends the path: behind a check, it holds (see exec_goes_on).  For
 * the caller of the function, a path that ends in ERROR counts as returning
 * with any of the possible results, unless what fails ends the program (an
 * assertion): more behaviours, and the callee's checks are asked about
 * elsewhere. */
#include "encode/function/exec_int.h"
#include "ir/property.h"

/* ---- values ---- */

Term enc_operand(EncExec *x, uint32_t activation, Val val) {
  Enc *enc = &x->enc;
  if (val_is_const(val)) {
    const Const *c = prog_const(enc->program, val);
    if (c->kind != CONST_BITS) return enc->address(enc, c);
    return term_const(enc->store, c->words,
                      prog_type(enc->program, c->type)->bits);
  }
  return enc_exec_value(x, activation, val_index(val));
}

Term exec_operand(Run *run, Val val) {
  Term t = enc_operand(run->x, run->activation, val);
  require(t.id);
  return t;
}

void exec_define(Run *run, uint32_t inst, Term value) {
  assert(term_width(run->x->enc.store, value) ==
         exec_type_bits(run, run->f->insts.at[inst].type));
  map_put(&run->x->states.at[run->activation].values, inst, value.id);
}

uint32_t exec_type_bits(const Run *run, TypeId type) {
  return prog_type(run->x->enc.program, type)->bits;
}

bool exec_is_pointer(const Run *run, TypeId type) {
  return type.id && prog_type(run->x->enc.program, type)->kind == TYPE_PTR;
}

Term exec_leaf(Run *run, EncLeafKind kind, uint32_t number) {
  const Inst *inst = &run->f->insts.at[number];
  const Type *type = prog_type(run->x->enc.program, inst->type);
  return enc_new_leaf(run->x,
                      (EncLeaf){.kind = kind,
                                .activation = run->activation,
                                .inst = number,
                                .func = run->func,
                                .loc = inst->loc,
                                .is_pointer = type->kind == TYPE_PTR},
                      sort_bv(type->bits));
}

static bool is_float(const Run *run, TypeId type) {
  return prog_type(run->x->enc.program, type)->kind == TYPE_FLOAT;
}

/* ---- what is known already ---- */

static void learn(Run *run, uint32_t block, Term condition) {
  EncExec *x = run->x;
  if (term_is_true(condition) || term_is_false(condition)) return;
  TermList parts = {0};
  term_conjuncts(x->enc.store, condition, &parts);
  for (uint32_t i = 0; i < parts.n; i++) {
    uint32_t older = (uint32_t)map_get(&run->fact_of, parts.at[i].id, 0);
    VEC_PUSH(x->enc.mem, &run->facts, ((Fact){block, older}));
    map_put(&run->fact_of, parts.at[i].id, run->facts.n);
  }
  VEC_DONE(term_store_mem(x->enc.store), &parts);
}

static bool is_known(const Run *run, uint32_t block, Term literal) {
  uint32_t at = (uint32_t)map_get(&run->fact_of, literal.id, 0);
  for (; at; at = run->facts.at[at - 1].older)
    if (prog_dominates(run->body->dominators, run->facts.at[at - 1].block,
                       block))
      return true;
  return false;
}

/* The condition at the end of a block, as far as that is still open. */
static Term simplify_at(const Run *run, uint32_t block, Term condition) {
  if (is_known(run, block, condition)) return term_true();
  if (is_known(run, block, term_not(condition))) return term_false();
  return condition;
}

/* The end of the block is only reached if the condition holds. */
void exec_require_in(Run *run, uint32_t block, Term condition) {
  run->holds[block] = term_and(run->x->enc.store, run->holds[block], condition);
  learn(run, block, condition);
}

Term exec_edge_condition(Run *run, uint32_t from, uint32_t to) {
  Enc *enc = &run->x->enc;
  TermStore *store = enc->store;
  const Inst *end = prog_terminator(run->f, (BlockId){from});
  if (end->op == OP_BR) return term_true();
  if (exec_goes_on(run, end) && end->blocks[1].id == to) return term_true();
  Term key = exec_operand(run, end->ops[0]), taken = term_false();
  if (end->op == OP_CONDBR) {
    Term yes = simplify_at(run, from, enc_to_bool(enc, key));
    if (end->blocks[0].id == to) taken = term_or(store, taken, yes);
    if (end->blocks[1].id == to) taken = term_or(store, taken, term_not(yes));
    return taken;
  }
  require(end->op == OP_SWITCH);
  bool is_default = end->blocks[0].id == to;
  Term none = term_true();
  for (uint32_t i = 1; i < end->n_blocks; i++) {
    if (!is_default && end->blocks[i].id != to) continue;
    Term hit = term_eq(store, key, exec_operand(run, end->ops[i]));
    if (end->blocks[i].id == to) taken = term_or(store, taken, hit);
    none = term_and(store, none, term_not(hit));
  }
  return is_default ? term_or(store, taken, none) : taken;
}

/* The end of `block` is reached, once the end of `top`, which dominates it,
 * is. */
static Term path_from(Run *run, uint32_t top, uint32_t block) {
  TermStore *store = run->x->enc.store;
  const uint32_t *parent = run->body->dominators->parent;
  assert(prog_dominates(run->body->dominators, top, block));
  Vec(uint32_t) chain = {0};
  for (; block != top; block = parent[block])
    VEC_PUSH(run->x->enc.mem, &chain, block);
  Term path = term_true();
  for (uint32_t i = chain.n; i-- > 0;) {
    path = term_and(store, path, run->reach[chain.at[i]]);
    path = term_and(store, path, run->holds[chain.at[i]]);
  }
  VEC_DONE(run->x->enc.mem, &chain);
  return path;
}

static bool is_reached(const Run *run, uint32_t block) {
  return run->guards[block].id && !term_is_false(run->guards[block]);
}

/* The forward edges that can be taken, with their conditions relative to the
 * end of the immediate dominator; `from` is parallel. */
static void collect_edges(Run *run, uint32_t block, IndexVec *from) {
  const Cfg *cfg = run->body->cfg;
  Mem *mem = run->x->enc.mem;
  uint32_t top = run->body->dominators->parent[block];
  VEC_CLEAR(&run->joined);
  for (uint32_t i = 0; i < rows_size(&cfg->preds, block); i++) {
    uint32_t p = rows_get(&cfg->preds, block)[i];
    if (cfg->position[p] == ANALYSIS_NONE ||
        cfg->position[p] >= cfg->position[block] || !is_reached(run, p))
      continue;
    Term guard = term_and(run->x->enc.store, path_from(run, top, p),
                          exec_edge_condition(run, p, block));
    if (term_is_false(guard)) continue;
    if (exec_has_any_way(run, block))
      guard = term_and(run->x->enc.store, guard, exec_perhaps(run, block));
    VEC_PUSH(mem, from, p);
    VEC_PUSH(mem, &run->joined, ((Joined){guard, run->after[p]}));
  }
}

/* ---- joins and loop heads ---- */

static Val phi_operand(const Inst *phi, uint32_t from) {
  for (uint32_t i = 0; i < phi->n_blocks; i++)
    if (phi->blocks[i].id == from) return phi->ops[i];
  unreachable_case();
}

static Term merge_phi(Run *run, const Inst *phi, const IndexVec *from) {
  Term value = TERM_NONE;
  for (uint32_t i = from->n; i-- > 0;) {
    Term part = exec_operand(run, phi_operand(phi, from->at[i]));
    value = value.id ? term_ite(run->x->enc.store, run->joined.at[i].guard,
                                part, value)
                     : part;
  }
  assert(value.id && from->n == run->joined.n);
  return value;
}

static void enter_phis(Run *run, uint32_t block, const IndexVec *from) {
  const Block *b = &run->f->blocks.at[block];
  bool forget = run->body->cfg->cutpoint[block] &&
                run->x->options.loops == ENC_LOOPS_FORGET;
  Vec(Term) merged = {0};
  uint32_t n = 0;
  for (; n < b->insts.n && run->f->insts.at[b->insts.at[n]].op == OP_PHI; n++)
    VEC_PUSH(run->x->enc.mem, &merged,
             merge_phi(run, &run->f->insts.at[b->insts.at[n]], from));
  if (forget)
    exec_forget_phis(run, block, merged.at, merged.n);
  else
    for (uint32_t i = 0; i < merged.n; i++)
      exec_define(run, b->insts.at[i], merged.at[i]);
  VEC_DONE(run->x->enc.mem, &merged);
}

static uint32_t enter_memory(Run *run, uint32_t block) {
  EncExec *x = run->x;
  if (exec_has_side_entry(run, block)) return exec_forget_memory(run, block);
  uint32_t version = enc_join_versions(x, run->joined.at, run->joined.n);
  if (!run->body->cfg->cutpoint[block] || x->options.loops != ENC_LOOPS_FORGET)
    return version;
  const Block *b = &run->f->blocks.at[block];
  return enc_new_version(
      x, (Version){.kind = VERSION_LOOP,
                   .below = version,
                   .activation = run->activation,
                   .inst = block,
                   .loc = run->f->insts.at[VEC_LAST(&b->insts)].loc});
}

/* ---- instructions ---- */

static bool is_zero(const Run *run, Val val) {
  uint64_t number;
  return val_is_const(val) &&
         prog_const_as_u64(run->x->enc.program, val, &number) && number == 0;
}

/* Is it an instruction of the library's, wherever it was put? */
static bool is_librarys(const Run *run, const Inst *inst) {
  const Program *p = run->x->enc.program;
  FuncId author = prog_loc_get(p, inst->loc)->func;
  return author.id && prog_func(p, author)->origin == FUNC_MODEL;
}

/* What a comparison with this value says about the other operand.  Being equal
 * to a number is no limit. */
static EncTest kind_of_test(const Run *run, uint32_t number, Val with) {
  const Inst *inst = &run->f->insts.at[number];
  int64_t value;
  if (!val_is_const(with)) return ENC_TEST_NONE;
  if (run->body->is_guard[number]) return ENC_TEST_CHECK;
  if (inst->op == OP_EQ || inst->op == OP_NE)
    return is_zero(run, with) && !is_librarys(run, inst) ? ENC_TEST_USER
                                                         : ENC_TEST_NONE;
  if (!prog_const_as_i64(run->x->enc.program, with, &value))
    return ENC_TEST_LIMIT;
  return value >= -1 && value <= 1 ? ENC_TEST_SIGN : ENC_TEST_LIMIT;
}

/* A comparison with zero in the root shows that its author thought of it; one
 * in a check shows nothing, but makes the value compared suspect.  Where loops
 * are left early, one in a callee counts as well: a search that tests its way
 * to the end of a list gives NULL to whoever asked for it. */
static void note_test(Run *run, uint32_t number) {
  const Inst *inst = &run->f->insts.at[number];
  bool is_root = run->activation == 0;
  if (inst->n_ops != 2 || !prog_op_has(inst->op, 'C')) return;
  if (!is_root && run->x->options.loops != ENC_LOOPS_FIRST) return;
  uint32_t block = is_root ? run->body->block_of[number] : UINT32_MAX;
  for (uint32_t i = 0; i < 2; i++) {
    EncTest by = kind_of_test(run, number, inst->ops[1 - i]);
    if (by != ENC_TEST_NONE && (is_root || by == ENC_TEST_USER))
      enc_mark_tested(run->x, exec_operand(run, inst->ops[i]), by, block);
  }
}

static bool touches_floats(const Run *run, const Inst *inst) {
  if (inst->type.id && is_float(run, inst->type)) return true;
  for (uint32_t i = 0; i < inst->n_ops; i++)
    if (is_float(run, prog_val_type(run->x->enc.program, run->f, inst->ops[i])))
      return true;
  return false;
}

/* A comparison of a pointer with NULL: the pointer compared, or none. */
static Val null_test(const Run *run, const Inst *inst) {
  if (inst->op != OP_EQ && inst->op != OP_NE) return (Val){0};
  for (uint32_t i = 0; i < 2; i++)
    if (is_zero(run, inst->ops[1 - i]) &&
        exec_is_pointer(
            run, prog_val_type(run->x->enc.program, run->f, inst->ops[i])))
      return inst->ops[i];
  return (Val){0};
}

/* EQ or NE, by what is known of being equal. */
static void define_equal(Run *run, uint32_t number, Term equal) {
  TermStore *terms = run->x->enc.store;
  if (run->f->insts.at[number].op == OP_NE) equal = term_not(equal);
  exec_define(
      run, number,
      term_ite(terms, equal, term_u64(terms, 1, 1), term_u64(terms, 0, 1)));
  note_test(run, number);
}

/* Does it compare two pointers? */
static bool compares_pointers(const Run *run, const Inst *inst) {
  const Program *p = run->x->enc.program;
  return (inst->op == OP_EQ || inst->op == OP_NE) &&
         exec_is_pointer(run, prog_val_type(p, run->f, inst->ops[0]));
}

/* ... for equality or order, or takes one as a number? */
static bool relates_pointers(const Run *run, const Inst *inst) {
  const Program *p = run->x->enc.program;
  return inst->op == OP_PTRTOINT ||
         (prog_op_has(inst->op, 'C') &&
          exec_is_pointer(run, prog_val_type(p, run->f, inst->ops[0])));
}

static void compute(Run *run, uint32_t block, uint32_t number) {
  const Inst *inst = &run->f->insts.at[number];
  Val tested = null_test(run, inst);
  if (val_is_none(tested) && relates_pointers(run, inst))
    run->x->relates_pointers = true;
  if (compares_pointers(run, inst))
    enc_note_compared(run->x, exec_operand(run, inst->ops[0]),
                      exec_operand(run, inst->ops[1]));
  if (!val_is_none(tested)) {
    define_equal(run, number, enc_is_null(run->x, exec_operand(run, tested)));
  } else if (compares_pointers(run, inst)) {
    define_equal(run, number,
                 exec_are_equal(run, exec_operand(run, inst->ops[0]),
                                exec_operand(run, inst->ops[1])));
  } else if (inst->op == OP_BITCAST) {
    exec_define(run, number, exec_operand(run, inst->ops[0]));
  } else if (inst->op == OP_SELECT) {
    Term cond = enc_to_bool(&run->x->enc, exec_operand(run, inst->ops[0]));
    exec_define(run, number,
                term_ite(run->x->enc.store, cond,
                         exec_operand(run, inst->ops[1]),
                         exec_operand(run, inst->ops[2])));
  } else if (touches_floats(run, inst)) {
    exec_define(run, number, exec_leaf(run, ENC_LEAF_FLOAT, number));
  } else {
    run->frame.values = &run->x->states.at[run->activation].values;
    run->frame.constraint = term_true();
    enc_inst(&run->frame, number);
    exec_require_in(run, block, run->frame.constraint);
    note_test(run, number);
    if (inst->op == OP_GEP)
      enc_add_root(run->x, enc_exec_value(run->x, run->activation, number),
                   exec_operand(run, inst->ops[0]));
  }
}

static void assume(Run *run, uint32_t block, const Inst *inst) {
  TermStore *terms = run->x->enc.store;
  Term cond = enc_to_bool(&run->x->enc, exec_operand(run, inst->ops[0]));
  Term here = term_and(terms, run->guards[block], run->holds[block]);
  run->stops =
      term_or(terms, run->stops, term_and(terms, here, term_not(cond)));
  exec_require_in(run, block, cond);
}

static void execute_inst(Run *run, uint32_t block, uint32_t number) {
  const Inst *inst = &run->f->insts.at[number];
  switch ((int)inst->op) {
  case OP_PHI:
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_BEGIN:
  case OP_END: return;
  case OP_FREE: exec_free(run, number); return;
  case OP_VALID: exec_valid(run, number); return;
  case OP_PARAM:
    assert(inst->imm < run->x->states.at[run->activation].n_args);
    exec_define(run, number,
                run->x->states.at[run->activation].args[inst->imm]);
    return;
  case OP_NONDET: {
    EncLeafKind kind = inst->imm == INPUT_EXTERN   ? ENC_LEAF_EXTERN
                       : inst->imm == INPUT_ASM    ? ENC_LEAF_UNSUPPORTED
                       : inst->imm == INPUT_UNINIT ? ENC_LEAF_UNINIT
                                                   : ENC_LEAF_INPUT;
    exec_define(run, number, exec_leaf(run, kind, number));
    return;
  }
  case OP_VA_AREA:
    exec_define(run, number, exec_leaf(run, ENC_LEAF_UNSUPPORTED, number));
    VEC_LAST(&run->x->leaves).axiom =
        term_not(enc_is_null(run->x, VEC_LAST(&run->x->leaves).var));
    run->x->passes_list |= run->activation != 0;
    return;
  case OP_ASSUME: assume(run, block, inst); return;
  case OP_CALL: exec_call(run, block, number); return;
  case OP_LOAD: exec_load(run, number); return;
  case OP_STORE: exec_store(run, number); return;
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: exec_change_range(run, number); return;
  case OP_ALLOCA:
  case OP_ALLOC: exec_allocate(run, number); return;
  default: compute(run, block, number); return;
  }
}

/* ---- blocks ---- */

/* A call that reaches what is not supported comes back with any result and any
 * memory, which nobody knows. */
static void return_unknown(Run *run, Term here, const Inst *end) {
  assert(end->op == OP_UNSUPPORTED && run->activation != 0);
  EncExec *x = run->x;
  EncLeaf leaf = {.kind = ENC_LEAF_UNSUPPORTED,
                  .activation = run->activation,
                  .func = run->func,
                  .loc = end->loc,
                  .reached = here};
  const Type *type = prog_type(x->enc.program, run->f->ret);
  Term result = TERM_NONE;
  leaf.is_pointer = run->f->ret.id && type->kind == TYPE_PTR;
  if (run->f->ret.id) result = enc_new_leaf(x, leaf, sort_bv(type->bits));
  Version lose = {.kind = VERSION_LOSE,
                  .below = run->version,
                  .bytes = -1,
                  .activation = run->activation,
                  .loc = end->loc,
                  .leaf = ENC_LEAF_UNSUPPORTED};
  VEC_PUSH(x->enc.mem, &run->returned,
           ((Joined){here, enc_new_version(x, lose)}));
  VEC_PUSH(x->enc.mem, &run->results, result);
}

static uint32_t last_before(const Body *body, uint32_t block) {
  const Rows *preds = &body->cfg->preds;
  uint32_t n = rows_size(preds, block);
  uint32_t last = n ? rows_get(preds, block)[0] : block;
  for (uint32_t i = 1; i < n; i++)
    if (rows_get(preds, block)[i] > last) last = rows_get(preds, block)[i];
  return last;
}

static void end_block(Run *run, uint32_t block) {
  Mem *mem = run->x->enc.mem;
  TermStore *terms = run->x->enc.store;
  const Inst *end = prog_terminator(run->f, (BlockId){block});
  Term here = term_and(terms, run->guards[block], run->holds[block]);
  switch ((int)end->op) {
  case OP_ERROR:
    require((uint64_t)end->imm < run->x->enc.program->errors.n);
    VEC_PUSH(mem, &run->x->activations.at[run->activation].checks,
             ((EncCheck){(uint32_t)end->imm, here, block,
                         last_before(run->body, block)}));
    return;
  case OP_RET:
    VEC_PUSH(mem, &run->returned, ((Joined){here, run->version}));
    VEC_PUSH(mem, &run->results,
             end->n_ops ? exec_operand(run, end->ops[0]) : TERM_NONE);
    return;
  case OP_UNSUPPORTED:
    if (run->activation != 0) {
      return_unknown(run, here, end);
      return;
    }
    run->stops = term_or(terms, run->stops, here);
    return;
  case OP_STOP: run->stops = term_or(terms, run->stops, here); return;
  default: return;
  }
}

static void execute_block(Run *run, uint32_t block) {
  TermStore *terms = run->x->enc.store;
  const Block *b = &run->f->blocks.at[block];
  IndexVec from = {0};
  run->holds[block] = term_true();
  if (block == 0) {
    run->reach[0] = run->guards[0] = term_true();
    run->version = run->x->states.at[run->activation].version_in;
  } else {
    uint32_t top = run->body->dominators->parent[block];
    collect_edges(run, block, &from);
    run->reach[block] = exec_way_in(run, block);
    learn(run, block, run->reach[block]);
    run->guards[block] =
        term_and(terms, run->reach[block],
                 term_and(terms, run->guards[top], run->holds[top]));
    if (is_reached(run, block)) run->version = enter_memory(run, block);
  }
  if (is_reached(run, block)) {
    exec_note_head(run, block, run->version);
    if (exec_has_side_entry(run, block))
      exec_forget_starts(run, block);
    else if (block != 0)
      enter_phis(run, block, &from);
    for (uint32_t i = 0; i + 1 < b->insts.n; i++)
      execute_inst(run, block, b->insts.at[i]);
    if (run->body->cfg->cutpoint[block] &&
        run->x->options.loops == ENC_LOOPS_FORGET)
      exec_limit_counters(run, block);
    end_block(run, block);
  }
  run->after[block] = run->version;
  VEC_DONE(run->x->enc.mem, &from);
}

/* ---- the function ---- */

/* Does the execution go on where the check fails?  Not behind an assertion,
 * NULL or a divisor of 0. */
static bool goes_on(const Program *p, const EncCheck *check) {
  assert(check->error < p->errors.n);
  PropertyKind about =
      prog_property_by_name(p->errors.at[check->error].property);
  uint32_t ends = PROPERTY_OWN_ERRORS | 1u << PROPERTY_NULL_DEREF |
                  1u << PROPERTY_NO_DIV_ZERO;
  return about == PROPERTY_COUNT || !(ends >> about & 1);
}

/* What the caller sees. */
static void summarise(Run *run) {
  EncExec *x = run->x;
  EncActivation *act = &x->activations.at[run->activation];
  State *state = &x->states.at[run->activation];
  assert(run->results.n == run->returned.n);
  /* Going round a loop once more is no return: where loops are forgotten, the
   * round that is looked at is the last one. */
  Term any = term_false();
  for (uint32_t i = 0; i < run->returned.n; i++)
    any = term_or(x->enc.store, any, run->returned.at[i].guard);
  for (uint32_t i = 0;
       i < act->checks.n && x->options.loops == ENC_LOOPS_FORGET; i++)
    if (goes_on(x->enc.program, &act->checks.at[i]))
      any = term_or(x->enc.store, any, act->checks.at[i].condition);
  act->returns = term_and(x->enc.store, term_not(run->stops), any);
  act->state = ENC_ACT_EXECUTED;
  state->version_out = state->version_in;
  if (!run->returned.n) return;
  state->version_out = enc_join_versions(x, run->returned.at, run->returned.n);
  for (uint32_t i = run->returned.n; i-- > 0;) {
    Term part = run->results.at[i];
    if (!part.id) continue;
    act->result = act->result.id
                      ? term_ite(x->enc.store, run->returned.at[i].guard, part,
                                 act->result)
                      : part;
  }
}

static void run_done(Run *run) {
  Mem *mem = run->x->enc.mem;
  uint32_t n = run->f->blocks.n;
  MEM_FREE_ARRAY(mem, run->reach, n);
  MEM_FREE_ARRAY(mem, run->holds, n);
  MEM_FREE_ARRAY(mem, run->after, n);
  VEC_DONE(mem, &run->joined);
  VEC_DONE(mem, &run->returned);
  VEC_DONE(mem, &run->results);
  VEC_DONE(mem, &run->frame.inputs);
  VEC_DONE(mem, &run->facts);
  map_done(&run->fact_of);
  map_done(&run->none);
}

void enc_execute(EncExec *x, uint32_t activation) {
  Mem *mem = x->enc.mem;
  require(x->activations.n == x->states.n && activation < x->states.n);
  require(x->activations.at[activation].state == ENC_ACT_NEW);
  Run run = {.x = x,
             .activation = activation,
             .func = x->activations.at[activation].func,
             .stops = term_false()};
  if (activation) x->activations.at[activation].first_leaf = x->leaves.n;
  run.f = prog_func(x->enc.program, run.func);
  run.body = enc_body(x->facts, run.func);
  x->enc.f = (Function *)run.f;
  x->enc.func = run.func;
  map_init(&run.none, mem);
  map_init(&run.fact_of, mem);
  run.frame =
      (Frame){.enc = &x->enc, .source_vars = &run.none, .carried = &run.none};
  uint32_t n = run.f->blocks.n;
  run.reach = MEM_ARRAY(mem, Term, n);
  run.holds = MEM_ARRAY(mem, Term, n);
  run.after = MEM_ARRAY(mem, uint32_t, n);
  run.guards = ARENA_ARRAY(&x->arena, Term, n);
  for (uint32_t i = 0; i < run.f->n_params; i++)
    exec_define(&run, i + 1, x->states.at[activation].args[i]);
  for (uint32_t i = 0; i < run.body->cfg->n_order; i++)
    execute_block(&run, run.body->cfg->order[i]);
  x->activations.at[activation].block_guards = run.guards;
  exec_note_edges(&run);
  summarise(&run);
  run_done(&run);
}
