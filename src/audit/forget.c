/* SPDX-License-Identifier: MIT
 *
 * Does a program without some of its memory have all behaviours of the program
 * with it?
 *
 * Two steps of localisation (pass/over/local.c) leave memory out; each is
 * compared with what was there before, access by access.
 *
 * Variables.  Where accesses of a region became values, all of them did, in all
 * functions, also those that are not followed; and the region was a scalar one.
 * So there is no other way to that memory (regions.c has shown it).
 *
 * Forgetting.  The two programs go in step, block by block.  An instruction is
 * there as it was, or
 *   - it gives anything: a load, a choice, a call; an allocation where the heap
 *     is not seen;
 *   - it is not there: it changed a region that nothing reads any more, or the
 *     life of an object where nothing reads memory; or it was a call.
 * A call that is gone leads to defined functions or to such as do nothing
 * (pass/externs.c), none of them has an ERROR or an UNSUPPORTED, and what they
 * write nothing reads any more.  What is new says where an object can be, of a
 * value that was an allocation; nothing else may end a run.  Then every run of
 * the program before is one of the program after, in which the new inputs are
 * what was read, and what the calls gave.
 */
#include "audit/audit_int.h"

/* ---- variables ---- */

/* Accesses of each region, in code that is reached. */
static void count_accesses(const Program *p, uint32_t *n_accesses) {
  for (uint32_t id = 1; id < p->funcs.n; id++) {
    const Function *f = &p->funcs.at[id];
    if (f->blocks.n == 0) continue;
    Cfg *cfg = prog_cfg_new(p->mem, f);
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
        bool is_access = inst->op == OP_LOAD || prog_op_has(inst->op, 'W');
        if (is_access && prog_cfg_reachable(cfg, (BlockId){b}))
          n_accesses[inst->region.id]++;
      }
    prog_cfg_free(cfg);
  }
}

AuditAccesses audit_accesses(const Program *p) {
  AuditAccesses accesses = {.n_regions = p->regions.n};
  accesses.n = MEM_ARRAY(p->mem, uint32_t, accesses.n_regions);
  count_accesses(p, accesses.n);
  return accesses;
}

void audit_promoted(Program *p, AuditAccesses *before) {
  require(before->n_regions == p->regions.n);
  uint32_t *after = MEM_ARRAY(p->mem, uint32_t, before->n_regions);
  count_accesses(p, after);
  for (uint32_t r = 1; r < before->n_regions; r++) {
    if (after[r] == before->n[r]) continue;
    if (after[r] == 0 && p->regions.at[r].kind == REGION_SCALAR) continue;
    prog_ledger(p, LEDGER_UNDER, (LocId){0},
                "memory that became a variable is accessed otherwise: '%s'",
                p->regions.at[r].name);
  }
  MEM_FREE_ARRAY(p->mem, after, before->n_regions);
  MEM_FREE_ARRAY(p->mem, before->n, before->n_regions);
  *before = (AuditAccesses){0};
}

/* ---- before ---- */

struct AuditForget {
  Mem *mem;
  Vec(Inst) insts; /* of the entry, as they were */
  Rows blocks;     /* block -> instructions, as they were */
  Rows callees;    /* function -> functions, */
  Rows writes;     /* ... regions that it changes itself */
  uint8_t *goal;   /* function -> it has an error itself, or something that is
                      not supported, or calls nobody knows what */
  uint32_t n_funcs, n_regions;
  /* While it is compared: */
  const Program *p;
  const Function *f;
  uint8_t *read; /* region -> is read by what is left */
  bool reads;    /* any is */
  uint8_t *seen; /* function -> was looked at */
  IndexVec work; /* functions to look at */
  const char *problem;
  uint32_t at;
};

static void fail(AuditForget *a, uint32_t inst, const char *problem) {
  if (a->problem) return;
  a->problem = problem;
  a->at = inst;
}

/* What a function does by itself. */
static void note_effects(AuditForget *a, const Program *p, uint32_t func,
                         PairVec *callees, PairVec *writes) {
  const Function *f = &p->funcs.at[func];
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
      uint32_t callee = prog_callee(p, inst).id;
      if (inst->op == OP_ERROR || inst->op == OP_UNSUPPORTED ||
          (inst->op == OP_CALL && !callee))
        a->goal[func] = 1;
      if (callee) VEC_PUSH(a->mem, callees, row_pair(func, callee));
      if (prog_op_has(inst->op, 'W'))
        VEC_PUSH(a->mem, writes, row_pair(func, inst->region.id));
    }
}

static void copy_blocks(AuditForget *a, const Function *f) {
  PairVec pairs = {0};
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++)
      VEC_PUSH(a->mem, &pairs, row_pair(b, f->blocks.at[b].insts.at[k]));
  a->blocks = prog_rows_from(a->mem, f->blocks.n, &pairs);
  VEC_DONE(a->mem, &pairs);
  for (uint32_t i = 0; i < f->insts.n; i++)
    VEC_PUSH(a->mem, &a->insts, f->insts.at[i]);
}

AuditForget *audit_forget_new(const Program *p) {
  require(p->entry.id && p->regions.n);
  AuditForget *a = MEM_NEW(p->mem, AuditForget);
  a->mem = p->mem;
  a->n_funcs = p->funcs.n;
  a->n_regions = p->regions.n;
  a->goal = MEM_ARRAY(a->mem, uint8_t, a->n_funcs);
  a->seen = MEM_ARRAY(a->mem, uint8_t, a->n_funcs);
  a->read = MEM_ARRAY(a->mem, uint8_t, a->n_regions);
  PairVec callees = {0}, writes = {0};
  for (uint32_t f = 1; f < a->n_funcs; f++)
    note_effects(a, p, f, &callees, &writes);
  a->callees = prog_rows_from(a->mem, a->n_funcs, &callees);
  a->writes = prog_rows_from(a->mem, a->n_funcs, &writes);
  VEC_DONE(a->mem, &callees);
  VEC_DONE(a->mem, &writes);
  copy_blocks(a, prog_func(p, p->entry));
  return a;
}

/* ---- one instruction ---- */

static void note_reads(AuditForget *a) {
  for (uint32_t b = 0; b < a->f->blocks.n; b++)
    for (uint32_t k = 0; k < a->f->blocks.at[b].insts.n; k++) {
      const Inst *inst = &a->f->insts.at[a->f->blocks.at[b].insts.at[k]];
      if (inst->op != OP_LOAD && inst->op != OP_MEMCPY && inst->op != OP_VALID)
        continue;
      a->read[inst->region.id] = 1;
      a->reads = true;
    }
}

/* Does what is left see that the region was changed? */
static bool is_seen(const AuditForget *a, uint32_t region) {
  assert(region < a->n_regions);
  return region ? a->read[region] : a->reads;
}

static void look_at(AuditForget *a, uint32_t func) {
  if (a->seen[func]) return;
  a->seen[func] = 1;
  VEC_PUSH(a->mem, &a->work, func);
}

/* The call does nothing that is seen, nor does what it calls. */
static void check_call(AuditForget *a, uint32_t i, const Inst *was) {
  uint32_t callee = prog_callee(a->p, was).id;
  if (!callee) fail(a, i, "a call of nobody knows what is left out");
  if (callee) look_at(a, callee);
  while (a->work.n) {
    uint32_t f = VEC_POP(&a->work);
    if (a->goal[f]) fail(a, i, "a call that may lead to an error is left out");
    for (uint32_t k = 0; k < rows_size(&a->writes, f); k++)
      if (is_seen(a, rows_get(&a->writes, f)[k]))
        fail(a, i, "a call that changes what is read is left out");
    for (uint32_t k = 0; k < rows_size(&a->callees, f); k++)
      look_at(a, rows_get(&a->callees, f)[k]);
  }
}

static void check_gone(AuditForget *a, uint32_t i) {
  const Inst *was = &a->insts.at[i];
  switch ((int)was->op) {
  case OP_STORE:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC:
    if (is_seen(a, was->region.id))
      fail(a, i, "a write to memory that is read is left out");
    return;
  case OP_FREE:
  case OP_BEGIN:
  case OP_END:
    if (a->reads) fail(a, i, "the life of memory that is read is left out");
    return;
  case OP_CALL:
    check_call(a, i, was);
    if (was->type.id) fail(a, i, "a result is left out");
    return;
  default: fail(a, i, "an instruction is left out");
  }
}

static bool is_same(const Inst *a, const Inst *b) {
  return a->op == b->op && a->flags == b->flags && a->type.id == b->type.id &&
         a->imm == b->imm && a->stride == b->stride && a->n_ops == b->n_ops &&
         a->n_blocks == b->n_blocks && a->region.id == b->region.id &&
         (a->n_ops == 0 ||
          memcmp(a->ops, b->ops, a->n_ops * sizeof *a->ops) == 0) &&
         (a->n_blocks == 0 ||
          memcmp(a->blocks, b->blocks, a->n_blocks * sizeof *a->blocks) == 0);
}

static void check_left(AuditForget *a, uint32_t i) {
  const Inst *was = &a->insts.at[i], *is = &a->f->insts.at[i];
  if (is_same(was, is)) return;
  if (is->op != OP_NONDET || is->n_ops || is->type.id != was->type.id ||
      is->flags & INST_COUNTED) {
    fail(a, i, "an instruction has become another one");
    return;
  }
  switch ((int)was->op) {
  case OP_LOAD:
  case OP_SELECT: return;
  case OP_CALL: check_call(a, i, was); return;
  case OP_ALLOC:
    if (a->p->heap == PROG_HEAP_SEEN)
      fail(a, i, "an object is left out where the heap is seen");
    return;
  default: fail(a, i, "an instruction has become an input");
  }
}

/* ---- what is new ---- */

/* The value that a new instruction makes with that operation, or NULL. */
static const Inst *made_by(const AuditForget *a, Val val, Op op) {
  if (!val_is_local(val) || val_index(val) < a->insts.n) return NULL;
  const Inst *inst = &a->f->insts.at[val_index(val)];
  return inst->op == op ? inst : NULL;
}

/* Says the assumption: an allocation is neither in the first page nor in the
 * last?  address - PAGE < 2^width - 2 * PAGE */
static bool is_about_object(const AuditForget *a, const Inst *assume) {
  enum { PAGE = 4096 };
  uint64_t first, room;
  const Inst *less = made_by(a, assume->ops[0], OP_ULT);
  const Inst *from = less ? made_by(a, less->ops[0], OP_SUB) : NULL;
  const Inst *at = from ? made_by(a, from->ops[0], OP_PTRTOINT) : NULL;
  if (!at || !val_is_local(at->ops[0]) || val_index(at->ops[0]) >= a->insts.n)
    return false;
  uint32_t bits = prog_val_bits(a->p, a->f, less->ops[0]);
  uint64_t top = bits < 64 ? (uint64_t)1 << bits : 0;
  return a->insts.at[val_index(at->ops[0])].op == OP_ALLOC &&
         a->p->heap == PROG_HEAP_OUTSIDE && bits == a->p->pointer_bits &&
         prog_const_as_u64(a->p, from->ops[1], &first) && first == PAGE &&
         prog_const_as_u64(a->p, less->ops[1], &room) &&
         room == top - 2 * (uint64_t)PAGE;
}

static void check_new(AuditForget *a, uint32_t i) {
  const Inst *inst = &a->f->insts.at[i];
  switch ((int)inst->op) {
  case OP_PTRTOINT:
  case OP_SUB:
  case OP_ULT: return;
  case OP_ASSUME:
    if (!is_about_object(a, inst)) fail(a, i, "something new is assumed");
    return;
  default: fail(a, i, "there is a new instruction");
  }
}

/* ---- in step ---- */

static void check_block(AuditForget *a, uint32_t b) {
  const Block *block = &a->f->blocks.at[b];
  const uint32_t *was = rows_get(&a->blocks, b);
  uint32_t n = rows_size(&a->blocks, b), k = 0;
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t inst = block->insts.at[i];
    if (inst >= a->insts.n) {
      check_new(a, inst);
      continue;
    }
    while (k < n && was[k] != inst) check_gone(a, was[k++]);
    if (k == n) {
      fail(a, inst, "instructions have another order");
      return;
    }
    check_left(a, inst);
    k++;
  }
  while (k < n) check_gone(a, was[k++]);
}

void audit_forget_done(AuditForget *a, Program *p) {
  require(a->n_funcs == p->funcs.n && a->n_regions == p->regions.n);
  double began = clock_cpu();
  Mem *mem = a->mem;
  a->p = p;
  a->f = prog_func(p, p->entry);
  note_reads(a);
  if (a->f->blocks.n != a->blocks.n) fail(a, 0, "there are other blocks");
  for (uint32_t b = 0; !a->problem && b < a->blocks.n; b++) check_block(a, b);
  if (a->problem)
    prog_ledger(p, LEDGER_UNDER, a->at ? a->f->insts.at[a->at].loc : (LocId){0},
                "memory was forgotten that matters: %s", a->problem);
  VEC_DONE(mem, &a->insts);
  prog_rows_free(mem, &a->blocks);
  prog_rows_free(mem, &a->callees);
  prog_rows_free(mem, &a->writes);
  VEC_DONE(mem, &a->work);
  MEM_FREE_ARRAY(mem, a->goal, a->n_funcs);
  MEM_FREE_ARRAY(mem, a->seen, a->n_funcs);
  MEM_FREE_ARRAY(mem, a->read, a->n_regions);
  MEM_DELETE(mem, a);
  p->audited += clock_cpu() - began;
}
