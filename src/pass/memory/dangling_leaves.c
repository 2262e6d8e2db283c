/* SPDX-License-Identifier: MIT
 *
 * Whose address leaves a function: see dangling_called.c.
 *
 * Problem.  A driver has thousands of locals whose address is taken, nearly all
 * of them to have a result put there.  Points-to, which is quick and coarse,
 * says that each pointer which is read from unknown memory may be to any of
 * them.
 *
 * Idea.  What is read from memory was stored there before, and what is returned
 * was computed.  So in each function values are followed forwards from its
 * parameters and its locals, one bit of a mask for each: a STORE of such a
 * value keeps it, a RET gives it back, a call does what the callee does with
 * that parameter.  A local that is neither kept nor given back is known to
 * nobody when it is dead.  A parameter that is not given back has nothing to do
 * with the result.
 *
 * From below: nothing leaves until it is seen to.  What is called without being
 * known keeps all and gives it back. */
#include "pass/memory/dangling_int.h"

enum { MOST_SOURCES = 64 }; /* the last bit is for the rest, too */

struct DanglingLeaves {
  const Program *p;
  uint64_t **from; /* function -> value -> sources; NULL: not looked at */
  uint64_t *kept;  /* function -> sources that are stored */
  uint64_t *back;  /* ... that are returned */
};

static uint64_t sources_of(const DanglingLeaves *l, uint32_t f, Val v) {
  assert(l->from[f]);
  return val_is_local(v) ? l->from[f][val_index(v)] : 0;
}

/* True: something is new. */
static bool add_sources(uint64_t *to, uint64_t sources) {
  bool is_new = sources & ~*to;
  *to |= sources;
  return is_new;
}

/* What the callee does with that operand; one more than it has parameters for
 * is in memory. */
static bool param_leaves(const DanglingLeaves *l, uint32_t callee,
                         const uint64_t *which, uint32_t operand) {
  assert(operand > 0);
  if (!l->from[callee] || operand > l->p->funcs.at[callee].n_params)
    return true;
  return which[callee] & l->from[callee][operand];
}

static bool spread_call(DanglingLeaves *l, uint32_t f, uint32_t number,
                        const Inst *inst) {
  uint32_t callee = prog_callee(l->p, inst).id;
  bool more = false;
  assert(inst->op == OP_CALL && callee < l->p->funcs.n);
  for (uint32_t k = 1; k < inst->n_ops; k++) {
    uint64_t sources = sources_of(l, f, inst->ops[k]);
    if (param_leaves(l, callee, l->kept, k))
      more |= add_sources(&l->kept[f], sources);
    if (inst->type.id && param_leaves(l, callee, l->back, k))
      more |= add_sources(&l->from[f][number], sources);
  }
  return more;
}

static bool spread_inst(DanglingLeaves *l, uint32_t f, uint32_t number,
                        const Inst *inst) {
  uint64_t sources = 0;
  switch ((int)inst->op) {
  case OP_PARAM:
  case OP_ALLOCA:
  case OP_ALLOC:
  case OP_LOAD: return false;
  case OP_CALL: return spread_call(l, f, number, inst);
  case OP_STORE:
    return add_sources(&l->kept[f], sources_of(l, f, inst->ops[0]));
  case OP_MEMSET:
    return add_sources(&l->kept[f], sources_of(l, f, inst->ops[1]));
  case OP_RET:
    return inst->n_ops &&
           add_sources(&l->back[f], sources_of(l, f, inst->ops[0]));
  default: break;
  }
  for (uint32_t k = 0; k < inst->n_ops; k++)
    sources |= sources_of(l, f, inst->ops[k]);
  return inst->type.id && add_sources(&l->from[f][number], sources);
}

static bool spread(DanglingLeaves *l, uint32_t f) {
  const Function *func = &l->p->funcs.at[f];
  bool more = false;
  for (uint32_t b = 0; b < func->blocks.n; b++)
    for (uint32_t i = 0; i < func->blocks.at[b].insts.n; i++) {
      uint32_t number = func->blocks.at[b].insts.at[i];
      more |= spread_inst(l, f, number, &func->insts.at[number]);
    }
  return more;
}

/* Each parameter and each local is a source. */
static void number_sources(DanglingLeaves *l, uint32_t f) {
  const Function *func = &l->p->funcs.at[f];
  uint32_t n = 0;
  l->from[f] = MEM_ARRAY(l->p->mem, uint64_t, func->insts.n);
  for (uint32_t i = 1; i < func->insts.n; i++) {
    Op op = func->insts.at[i].op;
    if (i > func->n_params && op != OP_ALLOCA) continue;
    l->from[f][i] = (uint64_t)1 << n;
    if (n + 1 < MOST_SOURCES) n++;
  }
}

bool dangling_param_returns(const DanglingLeaves *l, FuncId f, uint32_t param) {
  return param_leaves(l, f.id, l->back, param);
}

bool dangling_local_leaves(const DanglingLeaves *l, FuncId f, uint32_t local) {
  require(l->from[f.id] && prog_func(l->p, f)->insts.at[local].op == OP_ALLOCA);
  return (l->kept[f.id] | l->back[f.id]) & l->from[f.id][local];
}

DanglingLeaves *dangling_leaves_new(const Program *p) {
  DanglingLeaves *l = mem_zalloc(p->mem, sizeof *l);
  uint32_t n = p->funcs.n;
  l->p = p;
  l->from = MEM_ARRAY(p->mem, uint64_t *, n);
  l->kept = MEM_ARRAY(p->mem, uint64_t, n);
  l->back = MEM_ARRAY(p->mem, uint64_t, n);
  for (uint32_t f = 1; f < n; f++)
    if (f != p->entry.id && p->funcs.at[f].state == FUNC_DEFINED &&
        p->funcs.at[f].blocks.n)
      number_sources(l, f);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 1; f < n; f++)
      while (l->from[f] && spread(l, f)) more = true;
  }
  return l;
}

void dangling_leaves_free(DanglingLeaves *l) {
  const Program *p = l->p;
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (l->from[f]) MEM_FREE_ARRAY(p->mem, l->from[f], p->funcs.at[f].insts.n);
  MEM_FREE_ARRAY(p->mem, l->from, p->funcs.n);
  MEM_FREE_ARRAY(p->mem, l->kept, p->funcs.n);
  MEM_FREE_ARRAY(p->mem, l->back, p->funcs.n);
  mem_free(p->mem, l, sizeof *l);
}
