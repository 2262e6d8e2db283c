/* SPDX-License-Identifier: MIT
 *
 * Globals that keep what they start with.
 *
 * Problem.  A driver has switches that nobody turns: a flag that is zero and
 * is set to zero again, a level of debugging, a mode of another build.  What
 * stands behind them is called, inlined and resolved before memory is looked
 * at, and a call through a pointer that nobody ever set leads everywhere:
 * such a program recurs where it never does.
 *
 * Idea.  A global whose address is used in loads and stores alone, at constant
 * places, and of which each store writes what stood there at the start, holds
 * that at all times: its loads are constants.  Only functions count that
 * something reachable names.  What is behind a branch that is decided now is
 * dropped, with the stores there, so it is looked again while that helps.
 * Exact, as far as no access leaves its object (see scalarise.c for the same).
 *
 * Every function is cleaned here, once in place of once for each copy. */
#include "pass/edit.h"
#include "pass/pass.h"

typedef struct Settled {
  Program *p;
  uint8_t *changes; /* global -> it may, or its address is given away */
  uint8_t *named;   /* function -> something reachable names it */
  IndexVec to_do;   /* functions whose bodies are to be looked at */
} Settled;

static void name_function(Settled *s, FuncId func) {
  if (!func.id || s->named[func.id]) return;
  s->named[func.id] = 1;
  VEC_PUSH(s->p->mem, &s->to_do, func.id);
}

static bool is_candidate(const Global *global) {
  return global->state == GLOBAL_DEFINED && global->kind == GLOBAL_VARIABLE;
}

/* A constant operand that is the address of a global; or NULL. */
static const Const *place_of(const Program *p, Val v) {
  if (!val_is_const(v)) return NULL;
  const Const *c = prog_const(p, v);
  return c->kind == CONST_GLOBAL ? c : NULL;
}

/* What stands at the place of an access when the program starts; or none. */
static Val start_at(Program *p, const Const *place, TypeId type) {
  if (place->offset < 0) return (Val){0};
  return flow_start_value(p, place->global, (uint64_t)place->offset, type);
}

static bool keeps_start(Settled *s, const Function *f, const Inst *inst,
                        uint32_t operand) {
  if (inst->op == OP_DBG_ADDR || inst->op == OP_DBG) return true;
  if (inst->flags & INST_VOLATILE) return false;
  if (inst->op == OP_LOAD) return true;
  if (inst->op != OP_STORE || operand != 1) return false;
  Val start = start_at(s->p, place_of(s->p, inst->ops[1]),
                       prog_val_type(s->p, f, inst->ops[0]));
  return !val_is_none(start) && val_same(start, inst->ops[0]);
}

static void look_at_inst(Settled *s, const Function *f, const Inst *inst) {
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    if (!val_is_const(inst->ops[k])) continue;
    Const c = *prog_const(s->p, inst->ops[k]); /* constants may be added */
    if (c.kind == CONST_FUNC) name_function(s, c.func);
    if (c.kind == CONST_GLOBAL && !s->changes[c.global.id] &&
        !keeps_start(s, f, inst, k))
      s->changes[c.global.id] = 1;
  }
}

static void look_at_globals(Settled *s) {
  for (uint32_t g = 1; g < s->p->globals.n; g++) {
    const Global *global = &s->p->globals.at[g];
    if (!is_candidate(global)) s->changes[g] = 1;
    for (uint32_t r = 0; r < global->n_relocs; r++) {
      name_function(s, global->relocs[r].func);
      s->changes[global->relocs[r].global.id] = 1;
    }
  }
}

static void find_changes(Settled *s) {
  look_at_globals(s);
  name_function(s, s->p->entry);
  while (s->to_do.n) {
    const Function *f = prog_func(s->p, (FuncId){VEC_POP(&s->to_do)});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
        look_at_inst(s, f, &f->insts.at[f->blocks.at[b].insts.at[i]]);
  }
}

/* How many loads are constants now. */
static uint32_t replace_loads(const Settled *s, Function *f) {
  uint32_t n = 0, n_insts = f->insts.n;
  Val *to = MEM_ARRAY(s->p->mem, Val, n_insts);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t index = f->blocks.at[b].insts.at[i];
      const Inst *inst = &f->insts.at[index];
      const Const *at =
          inst->op == OP_LOAD ? place_of(s->p, inst->ops[0]) : NULL;
      if (!at || s->changes[at->global.id]) continue;
      to[index] = start_at(s->p, at, inst->type);
      n += !val_is_none(to[index]);
    }
  if (n) pass_replace_values(f, to);
  MEM_FREE_ARRAY(s->p->mem, to, n_insts);
  return n;
}

static uint32_t settle(Program *p) {
  uint32_t n_globals = p->globals.n, n_funcs = p->funcs.n, replaced = 0;
  Settled s = {.p = p,
               .changes = MEM_ARRAY(p->mem, uint8_t, n_globals + 1),
               .named = MEM_ARRAY(p->mem, uint8_t, n_funcs)};
  find_changes(&s);
  for (uint32_t f = 1; f < n_funcs; f++)
    if (s.named[f]) replaced += replace_loads(&s, &p->funcs.at[f]);
  MEM_FREE_ARRAY(p->mem, s.changes, n_globals + 1);
  MEM_FREE_ARRAY(p->mem, s.named, n_funcs);
  VEC_DONE(p->mem, &s.to_do);
  return replaced;
}

uint32_t pass_settled(Program *p) {
  enum { MOST_ROUNDS = 4 };
  require(p->entry.id);
  uint32_t replaced = 0;
  for (uint32_t i = 0, n = 1; n && i < MOST_ROUNDS; i++) {
    n = settle(p);
    replaced += n;
    if (n || i == 0) pass_clean(p);
  }
  return replaced;
}
