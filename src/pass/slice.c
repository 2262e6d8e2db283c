/* SPDX-License-Identifier: MIT
 *
 * Slicing: keep what can influence whether an ERROR or UNSUPPORTED is reached.
 *
 * 1. Cut.  A block from which neither can be reached becomes STOP: a path that
 *    comes here ends, which is all that matters about it.  What remains of
 *    exit and abort are branches to STOP, and these are control dependences
 *    like any other.
 * 2. Mark, backwards from the errors.  A marked instruction marks its
 *    operands and its block; a block marks the branches it is control
 *    dependent on [Ferrante, Ottenstein, Warren 1987]; a PHI marks its
 *    predecessors, because it depends on which edge was taken; a LOAD marks
 *    the writes to its region.  Always marked: assumptions, inputs that are
 *    counted with their copies, divisions that may trap, calls that are left,
 * results of functions that are still called, and branches from which a run may
 * go round for ever without coming to their post-dominator: an endless loop
 * keeps what follows from being reached.
 * 3. Rebuild.  An unmarked branch becomes a jump to its immediate
 *    post-dominator.  That block has no marked PHI: its predecessors between
 *    would be marked, and with them the branch.  If it has no such block
 *    (only behind a call that may reach an error itself), no error follows,
 *    for one that does not post-dominate the branch would mark it: STOP.
 *
 * Termination: a loop counts if each iteration tests a counter that moves by
 * an odd constant.  Modulo 2^w such a counter takes every value, so the loop
 * ends if some value does not pass the test, whatever wraps.
 *
 * For proofs alone (pass_slice_over) no loop need be kept because it may be
 * endless, and no division because it may trap: what follows them is then
 * reached more often, never less.
 *
 * Memory without regions (Inst.region none) is one region.  The marks of all
 * functions are found together, as regions are shared.  Linear in the program
 * plus its control dependences. */
#include "pass/pass.h"
#include "pass/edit.h"
#include "analysis/analysis.h"

typedef struct Part { /* what is known of one function */
  Function *f;
  Cfg *cfg;
  DomTree *post;
  Rows control;
  uint32_t n_insts;
  uint32_t *home;      /* inst -> block */
  uint8_t *live;       /* inst is marked */
  uint8_t *block_live; /* block is marked */
} Part;

typedef struct Mark {
  uint32_t func;
  uint32_t inst;
} Mark;

typedef struct Slice {
  Program *p;
  Part *parts; /* [0..funcs.n[; f NULL: no body */
  Vec(Mark) work;
  Vec(Mark) writes;     /* instructions that write memory */
  uint8_t *region_read; /* [0..regions.n[: writes to it are marked */
  uint32_t n_regions;
  bool all_goes_on; /* no loop is endless, nothing traps: more behaviours */
} Slice;

/* ---- 1. cut ---- */

static bool block_is_goal(const Program *p, const Function *f, uint32_t b,
                          bool is_entry, const uint8_t *matters) {
  Op end = flow_terminator(f, b)->op;
  if (flow_is_goal(end) || (end == OP_RET && !is_entry)) return true;
  for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
    if (flow_call_matters(p, &f->insts.at[f->blocks.at[b].insts.at[i]],
                          matters))
      return true;
  return false;
}

static void make_stop(Program *p, Function *f, uint32_t b) {
  Block *block = &f->blocks.at[b];
  LocId loc = {0};
  uint32_t context = 0;
  for (uint32_t i = 0; i < block->insts.n && !loc.id; i++) {
    loc = f->insts.at[block->insts.at[i]].loc;
    context = f->insts.at[block->insts.at[i]].context;
  }
  block->insts.n = 0;
  uint32_t stop =
      prog_append(p, f, (BlockId){b}, OP_STOP, (TypeId){0}, NULL, 0, NULL, 0);
  f->insts.at[stop].name = names_add(&p->names, "cannot reach an error");
  f->insts.at[stop].loc = loc;
  f->insts.at[stop].context = context;
}

static void cut_function(Program *p, FuncId func, const uint8_t *matters) {
  Function *f = prog_func(p, func);
  Mem *mem = p->mem;
  flow_remove_unreachable(p, f);
  Cfg *cfg = prog_cfg_new(mem, f);
  uint32_t n = f->blocks.n;
  uint8_t *reaches = MEM_ARRAY(mem, uint8_t, n);
  Vec(uint32_t) work = {0};
  for (uint32_t b = 0; b < n; b++)
    if (block_is_goal(p, f, b, func.id == p->entry.id, matters)) {
      reaches[b] = 1;
      VEC_PUSH(mem, &work, b);
    }
  while (work.n) {
    uint32_t b = VEC_POP(&work);
    for (uint32_t k = 0; k < rows_size(&cfg->preds, b); k++) {
      uint32_t from = rows_get(&cfg->preds, b)[k];
      if (reaches[from]) continue;
      reaches[from] = 1;
      VEC_PUSH(mem, &work, from);
    }
  }
  for (uint32_t b = 0; b < n; b++)
    if (!reaches[b]) make_stop(p, f, b);
  VEC_DONE(mem, &work);
  MEM_FREE_ARRAY(mem, reaches, n);
  prog_cfg_free(cfg);
  flow_remove_unreachable(p, f);
}

/* ---- loops that end ---- */

static bool in_loop(const Loop *loop, const Cfg *cfg, uint32_t block) {
  uint32_t low = 0, high = loop->n_blocks;
  while (low < high) { /* sorted by `order` */
    uint32_t mid = low + (high - low) / 2;
    if (cfg->position[loop->blocks[mid]] < cfg->position[block])
      low = mid + 1;
    else
      high = mid;
  }
  return low < loop->n_blocks && loop->blocks[low] == block;
}

static bool is_invariant(const Part *part, const Loop *loop, Val v) {
  if (!val_is_local(v) || part->f->insts.at[val_index(v)].op == OP_PARAM)
    return true;
  return !in_loop(loop, part->cfg, part->home[val_index(v)]);
}

/* `v` is phi + odd constant, for a PHI of the header. */
static bool is_step(const Slice *s, const Part *part, Val v, uint32_t phi) {
  if (!val_is_local(v)) return false;
  const Inst *add = &part->f->insts.at[val_index(v)];
  uint64_t step;
  if (add->op != OP_ADD) return false;
  for (int k = 0; k < 2; k++)
    if (val_same(add->ops[k], val_local(phi)) &&
        prog_const_as_u64(s->p, add->ops[1 - k], &step))
      return (step & 1) != 0;
  return false;
}

/* A PHI of the header that every way round the loop moves by the same odd
 * constant. */
static bool is_counter_phi(const Slice *s, const Part *part, const Loop *loop,
                           uint32_t phi) {
  const Inst *inst = &part->f->insts.at[phi];
  Val next = {0};
  if (inst->op != OP_PHI || part->home[phi] != loop->header) return false;
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    if (!in_loop(loop, part->cfg, inst->blocks[k].id)) continue;
    if (!is_step(s, part, inst->ops[k], phi)) return false;
    if (!val_is_none(next) && !val_same(next, inst->ops[k])) return false;
    next = inst->ops[k];
  }
  return !val_is_none(next);
}

static bool is_counter(const Slice *s, const Part *part, const Loop *loop,
                       Val v) {
  if (!val_is_local(v)) return false;
  if (is_counter_phi(s, part, loop, val_index(v))) return true;
  const Inst *add = &part->f->insts.at[val_index(v)];
  if (add->op != OP_ADD) return false;
  for (int k = 0; k < 2; k++)
    if (val_is_local(add->ops[k]) && val_is_const(add->ops[1 - k]) &&
        is_counter_phi(s, part, loop, val_index(add->ops[k])))
      return true;
  return false;
}

/* Is the constant the smallest or the greatest number of its type, as `op`
 * reads it? */
static bool is_extreme(const Slice *s, Val v, Op op) {
  if (!val_is_const(v)) return true; /* it might be */
  const Const *c = prog_const(s->p, v);
  if (c->kind != CONST_BITS) return true;
  uint32_t bits = prog_type(s->p, c->type)->bits;
  if (op == OP_ULE)
    return bv_is_zero(c->words, bits) || bv_is_ones(c->words, bits);
  for (uint32_t k = 0; k + 1 < bits; k++)
    if (bv_bit(c->words, k) == bv_bit(c->words, bits - 1)) return false;
  return true;
}

/* The loop goes on while `cond` is `wanted`; does some value of the counter
 * fail that test? */
static bool test_fails_once(const Slice *s, const Part *part, const Loop *loop,
                            Val cond, bool wanted) {
  if (!val_is_local(cond)) return false;
  const Inst *cmp = &part->f->insts.at[val_index(cond)];
  if (cmp->op < OP_EQ || cmp->op > OP_SLE) return false;
  Val a = cmp->ops[0], b = cmp->ops[1];
  bool left = is_counter(s, part, loop, a) && is_invariant(part, loop, b);
  bool right = is_counter(s, part, loop, b) && is_invariant(part, loop, a);
  if (!left && !right) return false;
  if (cmp->op == OP_EQ || cmp->op == OP_NE) return true;
  bool strict = cmp->op == OP_ULT || cmp->op == OP_SLT;
  if (strict == wanted) return true; /* i < n, or not i <= n */
  Op reading = cmp->op == OP_ULT || cmp->op == OP_ULE ? OP_ULE : OP_SLE;
  return !is_extreme(s, left ? b : a, reading);
}

static bool ends_here(const Slice *s, const Part *part, const Loop *loop,
                      uint32_t block) {
  const Inst *end = flow_terminator(part->f, block);
  if (end->op != OP_CONDBR) return false;
  bool yes = in_loop(loop, part->cfg, end->blocks[0].id);
  bool no = in_loop(loop, part->cfg, end->blocks[1].id);
  return yes != no && test_fails_once(s, part, loop, end->ops[0], yes);
}

/* Is `block` passed in every iteration? */
static bool on_every_way(const Part *part, const DomTree *dom, const Loop *loop,
                         uint32_t block) {
  const Rows *preds = &part->cfg->preds;
  for (uint32_t k = 0; k < rows_size(preds, loop->header); k++) {
    uint32_t from = rows_get(preds, loop->header)[k];
    if (in_loop(loop, part->cfg, from) && !prog_dominates(dom, block, from))
      return false;
  }
  return true;
}

static bool loop_ends(const Slice *s, const Part *part, const DomTree *dom,
                      const Loop *loop) {
  if (loop->kind != LOOP_NATURAL) return false;
  for (uint32_t k = 0; k < loop->n_blocks; k++)
    if (ends_here(s, part, loop, loop->blocks[k]) &&
        on_every_way(part, dom, loop, loop->blocks[k]))
      return true;
  return false;
}

/* ---- 2. mark ---- */

static void mark(Slice *s, uint32_t func, uint32_t inst) {
  Part *part = &s->parts[func];
  assert(part->f && inst != 0 && inst < part->n_insts);
  if (part->live[inst]) return;
  part->live[inst] = 1;
  VEC_PUSH(s->p->mem, &s->work, ((Mark){func, inst}));
}

static void mark_block(Slice *s, uint32_t func, uint32_t block) {
  Part *part = &s->parts[func];
  if (part->block_live[block]) return;
  part->block_live[block] = 1;
  for (uint32_t k = 0; k < rows_size(&part->control, block); k++) {
    uint32_t on = rows_get(&part->control, block)[k];
    mark(s, func, VEC_LAST(&part->f->blocks.at[on].insts));
  }
}

static bool writes_memory(Op op) {
  return prog_op_has(op, 'W') || op == OP_FREE;
}

/* Marks the writes that may be read in `region`; 0 is any. */
static void mark_region(Slice *s, RegionId region) {
  require(region.id < s->n_regions); /* regions are not stale */
  if (s->region_read[region.id] || s->region_read[0]) return;
  s->region_read[region.id] = 1;
  for (uint32_t k = 0; k < s->writes.n; k++) {
    Mark w = s->writes.at[k];
    uint32_t to = s->parts[w.func].f->insts.at[w.inst].region.id;
    if (!region.id || !to || to == region.id) mark(s, w.func, w.inst);
  }
}

static void spread(Slice *s, Mark m) {
  Part *part = &s->parts[m.func];
  const Inst *inst = &part->f->insts.at[m.inst];
  if (inst->op == OP_PARAM) return;
  mark_block(s, m.func, part->home[m.inst]);
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (val_is_local(inst->ops[k])) mark(s, m.func, val_index(inst->ops[k]));
  if (inst->op == OP_PHI)
    for (uint32_t k = 0; k < inst->n_blocks; k++)
      mark_block(s, m.func, inst->blocks[k].id);
  if (inst->op == OP_LOAD || inst->op == OP_MEMCPY)
    mark_region(s, inst->region);
  if (inst->op == OP_CALL && !prog_callee(s->p, inst).id)
    mark_region(s, (RegionId){0});
}

static bool is_root(const Slice *s, uint32_t func, const Inst *inst) {
  if (flow_is_goal(inst->op) || inst->op == OP_ASSUME || inst->op == OP_CALL ||
      inst->flags & INST_COUNTED)
    return true;
  if (!s->all_goes_on && flow_may_trap(s->p, inst)) return true;
  return inst->op == OP_RET && func != s->p->entry.id;
}

/* ---- branches on which an endless run depends ---- */

enum { MOST_BLOCKS = 4000 };

typedef struct Search {
  const Part *part;
  const Loop *loop;
  uint32_t avoid;
  uint32_t *seen; /* [0..n_blocks[: number of the last search that came here */
  uint32_t number;
  IndexVec work;
} Search;

static void search_from(Mem *mem, Search *q, uint32_t block) {
  const Rows *succs = &q->part->cfg->succs;
  for (uint32_t k = 0; k < rows_size(succs, block); k++) {
    uint32_t to = rows_get(succs, block)[k];
    if (to == q->avoid || q->seen[to] == q->number) continue;
    if (!in_loop(q->loop, q->part->cfg, to)) continue;
    q->seen[to] = q->number;
    VEC_PUSH(mem, &q->work, to);
  }
}

/* Is there a way of at least one edge inside the loop, without `avoid`?  A
 * search that gets long answers yes, which only keeps more. */
static bool leads_to(Mem *mem, Search *q, uint32_t from, uint32_t to) {
  q->number++;
  VEC_CLEAR(&q->work);
  search_from(mem, q, from);
  for (uint32_t at = 0; at < q->work.n; at++) {
    if (q->work.at[at] == to || at > MOST_BLOCKS) return true;
    search_from(mem, q, q->work.at[at]);
  }
  return false;
}

/* Can a run go round in the loop (not only in an inner one), passing `block`
 * again and again and `avoid` never? */
static bool may_circle(Mem *mem, Search *q, uint32_t block) {
  if (q->avoid >= q->part->cfg->n_blocks ||
      !in_loop(q->loop, q->part->cfg, q->avoid))
    return true;
  uint32_t header = q->loop->header;
  if (q->loop->kind == LOOP_IRREDUCIBLE || header == block)
    return leads_to(mem, q, block, block);
  return header != q->avoid && leads_to(mem, q, block, header) &&
         leads_to(mem, q, header, block);
}

/* Marks the branches of loops that may not end, from which a run may go round
 * for ever without coming to the immediate post-dominator.  Every cycle has
 * one: else the chain of post-dominators would stay in the cycle. */
static void mark_branches(Slice *s, uint32_t func, const LoopForest *forest,
                          const uint8_t *ends) {
  Mem *mem = s->p->mem;
  Part *part = &s->parts[func];
  uint32_t n = part->cfg->n_blocks;
  Search q = {.part = part, .seen = MEM_ARRAY(mem, uint32_t, n)};
  for (uint32_t b = 0; b < n; b++) {
    if (rows_size(&part->cfg->succs, b) < 2) continue;
    q.avoid = part->post->parent[b];
    uint32_t k = forest->loop_of[b];
    for (; k != ANALYSIS_NONE; k = forest->loops.at[k].parent) {
      q.loop = &forest->loops.at[k];
      if (ends[k] || !may_circle(mem, &q, b)) continue;
      mark(s, func, VEC_LAST(&part->f->blocks.at[b].insts));
      break;
    }
  }
  VEC_DONE(mem, &q.work);
  MEM_FREE_ARRAY(mem, q.seen, n);
}

static void mark_loops(Slice *s, uint32_t func) {
  Mem *mem = s->p->mem;
  Part *part = &s->parts[func];
  LoopForest *forest = prog_loops_new(part->cfg);
  DomTree *dom = prog_dominators(part->cfg);
  uint32_t n = forest->loops.n;
  uint8_t *ends = MEM_ARRAY(mem, uint8_t, n);
  for (uint32_t k = 0; k < n; k++)
    ends[k] = loop_ends(s, part, dom, &forest->loops.at[k]);
  mark_branches(s, func, forest, ends);
  MEM_FREE_ARRAY(mem, ends, n);
  prog_dom_free(dom);
  prog_loops_free(forest);
}

static void mark_roots(Slice *s, uint32_t func) {
  const Function *f = s->parts[func].f;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t index = f->blocks.at[b].insts.at[i];
      if (is_root(s, func, &f->insts.at[index])) mark(s, func, index);
      if (writes_memory(f->insts.at[index].op))
        VEC_PUSH(s->p->mem, &s->writes, ((Mark){func, index}));
    }
  if (!s->all_goes_on) mark_loops(s, func);
}

/* ---- 3. rebuild ---- */

static bool kept(const Part *part, uint32_t index) {
  const Inst *inst = &part->f->insts.at[index];
  if (prog_op_has(inst->op, 'T') || part->live[index]) return true;
  if (inst->op != OP_DBG && inst->op != OP_DBG_ADDR) return false;
  return !val_is_local(inst->ops[0]) || part->live[val_index(inst->ops[0])];
}

/* Where nothing that follows matters (the entry's RET too), the path ends. */
static void skip_branch(Program *p, Inst *end, uint32_t to, uint32_t n_blocks) {
  assert(end->n_blocks > 1 || end->op == OP_RET);
  end->n_ops = 0;
  if (to < n_blocks) {
    end->op = OP_BR;
    end->n_blocks = 1;
    end->blocks[0].id = to;
  } else {
    end->op = OP_STOP;
    end->n_blocks = 0;
    end->name = names_add(&p->names, "cannot reach an error");
  }
}

static void rebuild(Slice *s, uint32_t func) {
  Part *part = &s->parts[func];
  Function *f = part->f;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    Block *block = &f->blocks.at[b];
    uint32_t n = 0, last = VEC_LAST(&block->insts);
    Inst *end = &f->insts.at[last];
    bool skipped = end->n_blocks > 1 || end->op == OP_RET;
    if (skipped && !part->live[last])
      skip_branch(s->p, end, part->post->parent[b], f->blocks.n);
    for (uint32_t i = 0; i < block->insts.n; i++)
      if (kept(part, block->insts.at[i]))
        block->insts.at[n++] = block->insts.at[i];
    block->insts.n = n;
  }
  flow_remove_unreachable(s->p, f);
  flow_fix_phis(s->p, f);
}

/* ---- all of it ---- */

static void part_init(Slice *s, uint32_t func) {
  Mem *mem = s->p->mem;
  Part *part = &s->parts[func];
  Function *f = part->f = &s->p->funcs.at[func];
  part->cfg = prog_cfg_new(mem, f);
  part->post = prog_post_dominators(part->cfg);
  part->control = prog_control_dependence(part->cfg, part->post);
  part->n_insts = f->insts.n;
  part->home = MEM_ARRAY(mem, uint32_t, f->insts.n);
  part->live = MEM_ARRAY(mem, uint8_t, f->insts.n);
  part->block_live = MEM_ARRAY(mem, uint8_t, f->blocks.n);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      part->home[f->blocks.at[b].insts.at[i]] = b;
}

static void part_done(Slice *s, Part *part) {
  Mem *mem = s->p->mem;
  MEM_FREE_ARRAY(mem, part->home, part->n_insts);
  MEM_FREE_ARRAY(mem, part->live, part->n_insts);
  MEM_FREE_ARRAY(mem, part->block_live, part->cfg->n_blocks);
  prog_rows_free(mem, &part->control);
  prog_dom_free(part->post);
  prog_cfg_free(part->cfg);
}

static void slice_marked(Slice *s, uint32_t n) {
  for (uint32_t f = 1; f < n; f++)
    if (s->p->funcs.at[f].state == FUNC_DEFINED) part_init(s, f);
  for (uint32_t f = 1; f < n; f++)
    if (s->parts[f].f) mark_roots(s, f);
  while (s->work.n) spread(s, VEC_POP(&s->work));
  for (uint32_t f = 1; f < n; f++) {
    if (!s->parts[f].f) continue;
    rebuild(s, f);
    part_done(s, &s->parts[f]);
  }
}

void flow_mark_ending(Program *p, FuncId func, uint8_t *header) {
  require(prog_func(p, func)->state == FUNC_DEFINED);
  Mem *mem = p->mem;
  Slice s = {.p = p};
  s.parts = MEM_ARRAY(mem, Part, p->funcs.n);
  part_init(&s, func.id);
  Part *part = &s.parts[func.id];
  LoopForest *forest = prog_loops_new(part->cfg);
  DomTree *dom = prog_dominators(part->cfg);
  for (uint32_t k = 0; k < forest->loops.n; k++)
    if (loop_ends(&s, part, dom, &forest->loops.at[k]))
      header[forest->loops.at[k].header] = 1;
  prog_dom_free(dom);
  prog_loops_free(forest);
  part_done(&s, part);
  MEM_FREE_ARRAY(mem, s.parts, p->funcs.n);
}

static void slice(Program *p, bool all_goes_on) {
  Mem *mem = p->mem;
  uint32_t n = p->funcs.n;
  uint8_t *matters = MEM_ARRAY(mem, uint8_t, n);
  flow_find_goals(p, matters);
  for (uint32_t f = 1; f < n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED)
      cut_function(p, (FuncId){f}, matters);
  MEM_FREE_ARRAY(mem, matters, n);
  Slice s = {.p = p,
             .n_regions = p->regions.n ? p->regions.n : 1,
             .all_goes_on = all_goes_on};
  s.parts = MEM_ARRAY(mem, Part, n);
  s.region_read = MEM_ARRAY(mem, uint8_t, s.n_regions);
  slice_marked(&s, n);
  MEM_FREE_ARRAY(mem, s.parts, n);
  MEM_FREE_ARRAY(mem, s.region_read, s.n_regions);
  VEC_DONE(mem, &s.work);
  VEC_DONE(mem, &s.writes);
}

void pass_slice(Program *p) {
  slice(p, false);
}

void pass_slice_over(Program *p) {
  slice(p, true);
}
