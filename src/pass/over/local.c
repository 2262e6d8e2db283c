/* SPDX-License-Identifier: MIT
 *
 * Localisation: large programs with small reasons.
 *
 * Problem.  A driver has ten thousand instructions that move bytes, and a
 * lock that is taken and given back.  Whether that is done in turn has nothing
 * to do with the bytes, but each of them is an array in the state, each
 * function of the driver is copied to each place that calls it, and a function
 * that may call itself is followed as far as it goes.
 *
 * Idea.  Leave out what the reason will not need, and see: this is structural
 * abstraction [BH07] of whole programs.
 *   - Memory that is a variable stays a variable (scalarise.c).  All other
 *     memory is forgotten: a load gives anything, a store does nothing.
 *   - A function that may call itself, and from which neither an error nor
 *     anything unsupported can be reached, is not followed: the call gives
 *     anything and changes any of the memory that it may change.  It stays a
 *     call until memory was looked at, with its body, so that points-to sees
 *     what it does.  Memory that such a body touches is never made a variable
 *     (spoil_shared), so it is forgotten anyway; what is a variable no such
 *     body can touch.  That holds for locals whose address was given away, too.
 *   - Loops end and divisions do not trap (pass_slice_over).
 *
 * If that is too coarse, some memory is kept after all: the regions R that the
 * way to a spurious error reads.  What is in R is exact only if whoever looks
 * at the program again (points-to in encode) finds the same targets for every
 * access in R.  So R is closed: the pointers of its accesses may come from
 * values, and from memory in R, but from nothing forgotten; and where R has
 * memory that an unknown pointer may hit, it has all such memory, for an object
 * is hit by unknown pointers if its address was stored there.  A region that a
 * function changes which is not followed cannot be in R.
 *
 * More executions than before, never fewer: for each that reaches an error
 * there is a choice of the new inputs for which the new program reaches it,
 * with the loads' values, and the values that the calls returned.  A call that
 * never returned is no execution that reaches an error.  UNSUPPORTED stays
 * where it was, and where dead objects may be used (pass_dangling): what is
 * not followed has none.
 *
 * An error that is found may still be real: the inputs on the way to it are
 * those of the user's program, and it is run with them (check/attempt.c). */
#include "analysis/analysis.h"
#include "pass/edit.h"
#include "pass/over/local_int.h"
#include "pass/over/over.h"
#include "pass/pass.h"

/* ---- what stays called ---- */

uint32_t pass_local_find(const Program *p, uint8_t *stays) {
  require(p->entry.id);
  uint32_t n = p->funcs.n, found = 0;
  uint8_t *reaches = MEM_ARRAY(p->mem, uint8_t, n);
  CallGraph *calls = prog_calls_new(p, NULL);
  flow_find_goals(p, reaches);
  for (uint32_t f = 1; f < n; f++) {
    stays[f] = f != p->entry.id && p->funcs.at[f].state == FUNC_DEFINED &&
               calls->reachable[f] && calls->recursive[f] && !reaches[f];
    found += stays[f];
  }
  prog_calls_free(calls);
  MEM_FREE_ARRAY(p->mem, reaches, n);
  return found;
}

/* ---- forgetting ---- */

/* Afterwards the instruction is an input of the same type. */
static void make_input(Program *p, Inst *inst, const char *name) {
  assert(inst->type.id && (inst->op == OP_LOAD || inst->op == OP_CALL));
  inst->op = OP_NONDET;
  inst->imm = INPUT_UNDEF;
  inst->flags = 0;
  inst->n_ops = 0;
  inst->stride = 0;
  inst->aux = (TypeId){0};
  inst->name = names_add(&p->names, name);
  inst->site = prog_new_site(p);
}

typedef struct Local {
  Program *p;
  Function *f; /* the entry */
  uint8_t
      *reaches;  /* function -> may reach an error or something unsupported */
  uint8_t *keep; /* region -> is in R */
  uint32_t n_regions;
  LocalStats stats;
} Local;

/* Does it only change memory? */
static bool only_writes(Op op) {
  return prog_op_has(op, 'W') || op == OP_FREE || op == OP_BEGIN ||
         op == OP_END;
}

/* Lives of objects stay as long as any memory does. */
static bool is_kept(const Local *l, const Inst *inst) {
  assert(inst->region.id < l->n_regions);
  if (inst->op == OP_FREE || inst->op == OP_BEGIN || inst->op == OP_END)
    return l->keep[0];
  return inst->region.id && l->keep[inst->region.id];
}

/* Does the instruction stay?  It may be another one afterwards.  A call that
 * was too large to inline, and may reach an error, stays. */
static bool forget(Local *l, Inst *inst) {
  if (only_writes(inst->op)) return is_kept(l, inst);
  if (inst->op == OP_LOAD && !is_kept(l, inst)) {
    make_input(l->p, inst, "memory");
    l->stats.forgotten++;
  }
  if (inst->op != OP_CALL || flow_call_matters(l->p, inst, l->reaches))
    return true;
  if (!inst->type.id) return false;
  make_input(l->p, inst, "result of a function that is not followed");
  return true;
}

static void forget_memory(Local *l) {
  Function *f = l->f;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    Block *block = &f->blocks.at[b];
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->insts.n; i++) {
      uint32_t index = block->insts.at[i];
      if (forget(l, &f->insts.at[index])) block->insts.at[n++] = index;
    }
    block->insts.n = n;
  }
}

/* The bodies of what is not followed. */
static void drop_bodies(Local *l) {
  Program *p = l->p;
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    if (f == p->entry.id || l->reaches[f] ||
        p->funcs.at[f].state != FUNC_DEFINED)
      continue;
    flow_drop_body(p, &p->funcs.at[f]);
    p->funcs.at[f].state = FUNC_DECLARED;
  }
}

/* ---- all of it ---- */

static void tell(Local *l, const uint8_t *stays) {
  Program *p = l->p;
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    if (!stays[f]) continue;
    l->stats.stubs++;
    prog_ledger(p, LEDGER_OVER, p->funcs.at[f].loc,
                "function '%s' is not followed: any result, any change of "
                "what it may change",
                p->funcs.at[f].name);
  }
  if (l->stats.forgotten)
    prog_ledger(p, LEDGER_OVER, (LocId){0},
                "memory that is no variable holds anything");
}

LocalStats pass_local(Program *p, const uint8_t *stays, const IndexVec *kept) {
  require(p->entry.id && stays && !stays[p->entry.id]);
  Local l = {.p = p};
  InlineOptions inlining = INLINE_DEFAULTS;
  inlining.stays = stays;
  pass_inline(p, &inlining);
  pass_clean(p);
  pass_dangling(p, PASS_DEAD_UNJUDGED);
  pass_validity(p);
  pass_clean(p);
  pass_memory(p);
  pass_clean(p);
  l.f = prog_func(p, p->entry);
  l.reaches = MEM_ARRAY(p->mem, uint8_t, p->funcs.n);
  flow_find_goals(p, l.reaches);
  l.n_regions = p->regions.n ? p->regions.n : 1;
  l.keep = MEM_ARRAY(p->mem, uint8_t, l.n_regions);
  if (kept) l.stats.kept = local_close(p, kept, l.keep);
  forget_memory(&l);
  drop_bodies(&l);
  MEM_FREE_ARRAY(p->mem, l.reaches, p->funcs.n);
  MEM_FREE_ARRAY(p->mem, l.keep, l.n_regions);
  tell(&l, stays);
  pass_clean(p);
  pass_slice_over(p);
  pass_clean(p);
  assert(p->regions.n <= l.n_regions);
  pass_check_valid(p, "local", PASS_CHECK_NONE);
  return l.stats;
}
