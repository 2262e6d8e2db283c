/* SPDX-License-Identifier: MIT
 *
 * Symbolic execution of calls: summaries, arguments, what is not known. */
#include "encode/function/exec_int.h"

static FuncId callee_of(Run *run, const Inst *call) {
  EncExec *x = run->x;
  if (val_is_const(call->ops[0])) return prog_callee(x->enc.program, call);
  const Object *object = enc_object_of(x, exec_operand(run, call->ops[0]));
  return object ? object->func : (FuncId){0};
}

static bool arguments_fit(const Run *run, const Inst *call, const Function *g) {
  const Program *p = run->x->enc.program;
  if (call->n_ops - 1 < g->n_params) return false;
  if (call->n_ops - 1 > g->n_params && g->arity == FUNC_FIXED) return false;
  for (uint32_t i = 0; i < g->n_params; i++)
    if (prog_val_bits(p, run->f, call->ops[i + 1]) !=
        prog_type(p, g->params[i])->bits)
      return false;
  return !call->type.id || (g->ret.id && prog_type(p, g->ret)->bits ==
                                             prog_type(p, call->type)->bits);
}

static uint32_t new_activation(Run *run, uint32_t number, FuncId callee,
                               Term guard) {
  EncExec *x = run->x;
  const Inst *call = &run->f->insts.at[number];
  const Function *g = prog_func(x->enc.program, callee);
  EncActivation act = {.func = callee,
                       .parent = run->activation,
                       .call = number,
                       .depth = x->activations.at[run->activation].depth + 1,
                       .guard = guard};
  State state = {.n_args = g->n_params,
                 .args = ARENA_ARRAY(&x->arena, Term, g->n_params + 1),
                 .version_in = run->version};
  for (uint32_t i = 0; i < g->n_params; i++)
    state.args[i] = exec_operand(run, call->ops[i + 1]);
  map_init(&state.values, x->enc.mem);
  VEC_PUSH(x->enc.mem, &x->activations, act);
  VEC_PUSH(x->enc.mem, &x->states, state);
  uint32_t made = x->activations.n - 1;
  map_put(&x->calls, (uint64_t)run->activation << 32 | number, made);
  return made;
}

static EncLeaf call_leaf(Run *run, EncLeafKind kind, uint32_t number,
                         uint32_t activation) {
  const Inst *call = &run->f->insts.at[number];
  return (EncLeaf){.kind = kind,
                   .activation = activation,
                   .inst = number,
                   .func = run->x->activations.at[activation].func,
                   .loc = call->loc,
                   .is_pointer = kind == ENC_LEAF_RESULT &&
                                 exec_is_pointer(run, call->type)};
}

static void call_known(Run *run, uint32_t block, uint32_t number,
                       FuncId callee) {
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  const Inst *call = &run->f->insts.at[number];
  const Effects *effects = x->facts->effects;
  Term guard = term_and(store, run->guards[block], run->holds[block]);
  uint32_t act = new_activation(run, number, callee, guard);
  if (call->type.id) {
    EncLeaf made = call_leaf(run, ENC_LEAF_RESULT, number, act);
    Term result =
        enc_new_leaf(x, made, sort_bv(exec_type_bits(run, call->type)));
    exec_define(run, number, result);
    if (prog_effects_is_fresh(effects, callee))
      enc_add_object(x, (Object){.var = result,
                                 .born = run->version,
                                 .is_session = true,
                                 .is_result = true,
                                 .maker = act});
  }
  bool is_cut = x->options.loops == ENC_LOOPS_FIRST &&
                x->facts->may_loop[callee.id]; /* going round ends it */
  if (x->facts->never_returns[callee.id]) {
    run->stops = term_or(store, run->stops, guard);
    exec_require_in(run, block, term_false());
  } else if (is_cut || prog_effects_flags(effects, callee) & EFFECT_STOPS) {
    Term returns = enc_new_leaf(
        x, call_leaf(run, ENC_LEAF_RETURNS, number, act), sort_bool());
    run->stops =
        term_or(store, run->stops, term_and(store, guard, term_not(returns)));
    exec_require_in(run, block, returns);
  }
  if (!prog_effects_is_pure(effects, callee) || enc_may_free(x->facts, callee))
    run->version = enc_new_version(x, (Version){.kind = VERSION_CALL,
                                                .below = run->version,
                                                .activation = act,
                                                .inst = number,
                                                .loc = call->loc});
}

/* What the call does to memory is not known. */
static Version lost_by(const Run *run, uint32_t number, EncLeafKind kind) {
  return (Version){.kind = VERSION_LOSE,
                   .below = run->version,
                   .bytes = -1,
                   .activation = run->activation,
                   .inst = number,
                   .loc = run->f->insts.at[number].loc,
                   .leaf = kind};
}

/* Is the operand of a call a text that the function only reads? */
static bool is_only_read(const Function *callee, uint32_t operand) {
  assert(operand > 0);
  return operand <= 32 && callee->only_reads >> (operand - 1) & 1;
}

/* The callee is not known: any result.  A function without a body writes what
 * its arguments point to; a call through a pointer may write anything. */
static void call_unknown(Run *run, uint32_t number, FuncId callee) {
  EncExec *x = run->x;
  const Inst *call = &run->f->insts.at[number];
  bool is_extern =
      callee.id && prog_func(x->enc.program, callee)->state == FUNC_DECLARED;
  EncLeafKind kind = is_extern ? ENC_LEAF_EXTERN : ENC_LEAF_INDIRECT;
  if (call->type.id) {
    Term result = exec_leaf(run, kind, number);
    VEC_LAST(&x->leaves).func = callee;
    exec_define(run, number, result);
  }
  Version lose = lost_by(run, number, kind);
  if (!is_extern) {
    run->version = enc_new_version(x, lose);
    return;
  }
  for (uint32_t i = 1; i < call->n_ops; i++) {
    TypeId type = prog_val_type(x->enc.program, run->f, call->ops[i]);
    if (prog_type(x->enc.program, type)->kind != TYPE_PTR ||
        is_only_read(prog_func(x->enc.program, callee), i))
      continue;
    lose.address = exec_operand(run, call->ops[i]);
    if (term_is_const(x->enc.store, lose.address)) continue;
    lose.below = run->version;
    run->version = enc_new_version(x, lose);
  }
}

bool enc_call_loses(const Program *p, const Inst *call) {
  if (call->op != OP_CALL) return false;
  if (call->flags & INST_LOSES) return true;
  FuncId callee = prog_callee(p, call);
  if (callee.id && prog_func(p, callee)->state == FUNC_DEFINED) return false;
  for (uint32_t i = 1; i < call->n_ops; i++)
    if (val_is_const(call->ops[i]) &&
        prog_const(p, call->ops[i])->kind == CONST_FUNC)
      return true;
  return false;
}

/* What the function has done since, until it came back here, or what it called.
 */
static void lose_all(Run *run, uint32_t number) {
  Version lose = lost_by(run, number, ENC_LEAF_UNSUPPORTED);
  lose.is_all = true;
  run->version = enc_new_version(run->x, lose);
}

void exec_call(Run *run, uint32_t block, uint32_t number) {
  const Inst *inst = &run->f->insts.at[number];
  FuncId callee = callee_of(run, inst);
  const Function *g = callee.id ? prog_func(run->x->enc.program, callee) : NULL;
  if (g && g->state == FUNC_DEFINED && arguments_fit(run, inst, g))
    call_known(run, block, number, callee);
  else
    call_unknown(run, number, callee);
  if (enc_call_loses(run->x->enc.program, inst)) lose_all(run, number);
  enc_note_left(run->x, run->activation, number, run->version);
}
