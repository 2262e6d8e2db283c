/* SPDX-License-Identifier: MIT
 *
 * Does the program expect that malloc fails?
 *
 * Many programs do not care: their machine has memory enough, or they ask by
 * way of a function that ends them.  To show them every use of what malloc gave
 * would help nobody.  Others look at every result, and free what they have on
 * the way out: there a use without a look is a mistake, and so is what gets
 * lost on these ways, which nobody ever tests.
 *
 * So: if at least half of the calls of a function that allocates compare the
 * result with NULL, in the functions by which a program asks for memory, all of
 * its calls may fail.  Otherwise none does, which is a premise: they go to a
 * copy that never fails.
 *
 * A function that hands the result on without a look leaves that to its
 * callers: then it is their calls that count.  One that passes it to a function
 * that compares its parameter with NULL has looked. */
#include "scan/sites/sites_int.h"

#include "ir/address.h"

enum { WRAPPERS_MOST = 4 /* one in another */ };
#define SURE_SUFFIX "#sure"

/* A call whose result the caller hands on. */
typedef struct HandedOn {
  FuncId callee, by;
} HandedOn;

typedef struct Heap {
  Program *p;
  uint32_t n;           /* functions before copies were made */
  uint8_t *may_fail;    /* by function: the library's, that allocate */
  uint64_t *looks;      /* ... at which parameters it looks, or who it calls */
  SiteResults *results; /* by function: calls that are not handed on */
  Vec(HandedOn) handed_on;
} Heap;

static bool is_failure(const Program *p, const Inst *inst) {
  return inst->op == OP_NONDET && inst->name != UINT32_MAX &&
         strcmp(names_text(&p->names, inst->name), PROG_FAILURE) == 0;
}

/* Does it ask whether there is memory, or call who does? */
static bool asks(const Heap *h, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      FuncId callee = prog_callee(h->p, inst);
      if (is_failure(h->p, inst) || (callee.id && h->may_fail[callee.id]))
        return true;
    }
  return false;
}

static void find_allocators(Heap *h) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 1; f < h->p->funcs.n; f++) {
      const Function *function = &h->p->funcs.at[f];
      if (h->may_fail[f] || function->state != FUNC_DEFINED ||
          function->origin != FUNC_MODEL || !asks(h, function))
        continue;
      h->may_fail[f] = 1;
      changed = true;
    }
  }
}

/* By instruction: does the function return it? */
static void find_returned(const Function *f, uint8_t *returned) {
  AddressRoots roots = {.n = 0};
  assert(f->state == FUNC_DEFINED);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_RET && end->n_ops) prog_add_root(&roots, f, end->ops[0]);
  }
  for (uint32_t i = 0; i < roots.n; i++) {
    if (!val_is_local(roots.at[i])) continue;
    const Inst *inst = &f->insts.at[val_index(roots.at[i])];
    returned[val_index(roots.at[i])] = 1;
    if (inst->op != OP_PHI && inst->op != OP_SELECT) continue;
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
      prog_add_root(&roots, f, inst->ops[k]);
  }
}

static void count_calls(Heap *h, const Function *f) {
  assert(f->state == FUNC_DEFINED && f->origin == FUNC_USER);
  uint8_t *tested = MEM_ARRAY(h->p->mem, uint8_t, f->insts.n);
  uint8_t *returned = MEM_ARRAY(h->p->mem, uint8_t, f->insts.n);
  FuncId self = {(uint32_t)(f - h->p->funcs.at)};
  results_find_looks(h->p, h->looks, f, tested);
  find_returned(f, returned);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t number = f->blocks.at[b].insts.at[i];
      const Inst *inst = &f->insts.at[number];
      FuncId callee = prog_callee(h->p, inst);
      if (!callee.id || !inst->type.id ||
          prog_type(h->p, inst->type)->kind != TYPE_PTR)
        continue;
      if (returned[number] && !tested[number]) {
        HandedOn call = {callee, self};
        VEC_PUSH(h->p->mem, &h->handed_on, call);
        continue;
      }
      h->results[callee.id].calls++;
      h->results[callee.id].tests += tested[number];
    }
  MEM_FREE_ARRAY(h->p->mem, tested, f->insts.n);
  MEM_FREE_ARRAY(h->p->mem, returned, f->insts.n);
}

/* Calls of a function, also by way of those that hand its result on.  One that
 * nobody calls is left to others. */
static SiteResults all_calls(const Heap *h, FuncId func, uint32_t depth) {
  assert(func.id > 0 && func.id < h->n);
  SiteResults sum = h->results[func.id];
  for (uint32_t i = 0; depth && i < h->handed_on.n; i++) {
    if (h->handed_on.at[i].callee.id != func.id) continue;
    SiteResults more = all_calls(h, h->handed_on.at[i].by, depth - 1);
    sum.calls += more.calls;
    sum.tests += more.tests;
  }
  return sum;
}

/* It answers no from now on. */
static void never_fail(Program *p, FuncId func) {
  Function *f = prog_func(p, func);
  assert(f->origin == FUNC_MODEL);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (!is_failure(p, inst)) continue;
      inst->ops = ARENA_ARRAY(&p->arena, Val, 2);
      inst->ops[0] = inst->ops[1] = prog_const_u64(p, inst->type, 0);
      inst->n_ops = 2;
      inst->op = OP_ADD;
      inst->imm = 0;
    }
  pass_clean_function(p, func);
}

static bool is_expected(SiteResults r) {
  assert(r.tests <= r.calls);
  return r.tests > 0 && r.tests * 2 >= r.calls;
}

static bool is_failing(const Heap *h, uint32_t func) {
  assert(func > 0 && func < h->n);
  return h->may_fail[func] &&
         is_expected(all_calls(h, (FuncId){func}, WRAPPERS_MOST));
}

/* Calls of functions that nobody expects to fail go to copies. */
static void make_sure(Heap *h) {
  FuncId *sure = MEM_ARRAY(h->p->mem, FuncId, h->n);
  for (uint32_t f = 1; f < h->n; f++)
    if (h->may_fail[f])
      sure[f] = pass_copy_function(h->p, (FuncId){f}, SURE_SUFFIX);
  for (uint32_t f = 1; f < h->n; f++) {
    if (!sure[f].id) continue;
    pass_redirect_calls(h->p, prog_func(h->p, sure[f]), sure, h->n);
    never_fail(h->p, sure[f]);
  }
  for (uint32_t f = 1; f < h->n; f++)
    if (is_failing(h, f)) sure[f] = (FuncId){0};
  for (uint32_t f = 1; f < h->n; f++)
    if (h->p->funcs.at[f].state == FUNC_DEFINED && !h->may_fail[f])
      pass_redirect_calls(h->p, prog_func(h->p, (FuncId){f}), sure, h->n);
  MEM_FREE_ARRAY(h->p->mem, sure, h->n);
}

void heap_settle(Program *p) {
  Heap h = {.p = p, .n = p->funcs.n};
  require(h.n > 0);
  h.may_fail = MEM_ARRAY(p->mem, uint8_t, h.n);
  h.results = MEM_ARRAY(p->mem, SiteResults, h.n);
  h.looks = results_looking(p);
  find_allocators(&h);
  bool any = false;
  for (uint32_t f = 1; f < h.n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED &&
        p->funcs.at[f].origin == FUNC_USER)
      count_calls(&h, &p->funcs.at[f]);
  for (uint32_t f = 1; f < h.n; f++) any |= is_failing(&h, f);
  if (any) make_sure(&h);
  for (uint32_t f = 1; f < h.n && !any; f++)
    if (h.may_fail[f]) never_fail(p, (FuncId){f});
  MEM_FREE_ARRAY(p->mem, h.may_fail, h.n);
  MEM_FREE_ARRAY(p->mem, h.looks, h.n);
  MEM_FREE_ARRAY(p->mem, h.results, h.n);
  VEC_DONE(p->mem, &h.handed_on);
}
