/* SPDX-License-Identifier: MIT
 *
 * Loops split at the cell that is followed.
 *
 * Problem.  With one cell in place of an array (cells.c), a loop nest touches
 * it in one round only.  Before that round the cell holds what it held, behind
 * it what the round left there: an invariant that says so has a case for each
 * loop of the nest, compares every counter with the cell's index, and is hard
 * to find.
 *
 * Idea.  Index set splitting [GFL00]: the rounds before, at and behind the cell
 * become three loops, one after the other.  Then each of them has an invariant
 * without cases, and most of those are equations and bounds, which seeds find.
 *
 * For an index k of the cell, let E1, ..., En be what the loop compares k with
 * (indices of accesses), as functions of the loop's own variables and of what
 * does not change in it.  The loop's blocks are copied twice:
 *
 *     before:  every E < k is tested at the head; if not, go on in `at`
 *     at:      every E > k is tested at the head; if so, go on in `behind`;
 *              if every E < k, an error
 *     behind:  every E > k is tested at the head; if not, an error
 *
 * (the other way round where E falls).  In `before` and `behind` what the tests
 * say is put in the place of the comparisons, so that nothing of the cell is
 * left; with one E it is known in `at`, too, which then has one round.  Inner
 * loops that are left with comparisons are split in turn.
 *
 * All copies do the same, so it does not matter for the verdict which one runs:
 * tests only lead to the copy in which their outcome was put in.  The errors
 * are more of them, which is no loss where only proofs are wanted.
 *
 * For copying, every value that another block uses is kept in a local in
 * memory (spill.c), which pass_memory turns into a value again. */
#include "pass/over/cells_int.h"
#include "pass/pass.h"

enum {
  MOST_SPLITS = 24,    /* of loops, */
  MOST_INSTS = 6000,   /* ... in a function that is not larger */
  MOST_EXPRESSIONS = 4 /* that an index is compared with in one loop */
};

typedef enum Part { PART_BEFORE, PART_AT, PART_BEHIND, N_PARTS } Part;

typedef struct Expressions {
  Val at[MOST_EXPRESSIONS];
  uint32_t n;
} Expressions;

typedef struct Splitter {
  Program *p;
  Function *f;
  const CellsChosen *chosen;
  Map seen;           /* comparisons in loops that are not split again */
  uint32_t *block_of; /* instruction -> its block, or ANALYSIS_NONE */
  uint32_t n_insts;
  uint8_t *inside; /* block -> 1: of the loop at hand */
  const Loop *loop;
  Val k;              /* the index it is split at */
  Expressions what;   /* is compared with it, */
  bool falls;         /* from round to round */
  IndexVec compares;  /* ... by these instructions */
  IndexVec tests;     /* comparisons that were added */
  BlockId top, rest;  /* the loop's head: tests; what was there */
  Val before, behind; /* the tests */
  Vec(Val) to;        /* instruction -> what stands in its place */
} Splitter;

static const Inst *inst_of(const Splitter *s, Val v) {
  return &s->f->insts.at[val_index(v)];
}

/* ---- what is compared with an index ---- */

static bool is_inside(const Splitter *s, Val v) {
  uint32_t b = s->block_of[val_index(v)];
  return b != ANALYSIS_NONE && s->inside[b];
}

static bool is_arithmetic(Op op) {
  return op == OP_SEXT || op == OP_ZEXT || op == OP_TRUNC || op == OP_ADD ||
         op == OP_SUB || op == OP_MUL;
}

/* A function of the variables of the loop's head and of what does not change in
 * it; `varies`: and really one of the former. */
static bool is_expression(const Splitter *s, Val v, bool *varies) {
  if (!val_is_local(v) || !is_inside(s, v)) return true;
  const Inst *inst = inst_of(s, v);
  if (inst->op == OP_PHI) {
    *varies |= s->block_of[val_index(v)] == s->loop->header;
    return s->block_of[val_index(v)] == s->loop->header;
  }
  bool good = is_arithmetic(inst->op);
  for (uint32_t i = 0; i < inst->n_ops && good; i++)
    good = is_expression(s, inst->ops[i], varies);
  return good;
}

static bool is_same(const Splitter *s, Val a, Val b) {
  if (a.id == b.id) return true;
  if (!val_is_local(a) || !val_is_local(b)) return false;
  const Inst *x = inst_of(s, a), *y = inst_of(s, b);
  bool same = is_arithmetic(x->op) && x->op == y->op &&
              x->type.id == y->type.id && x->n_ops == y->n_ops;
  for (uint32_t i = 0; i < x->n_ops && same; i++)
    same = is_same(s, x->ops[i], y->ops[i]);
  return same;
}

static bool is_comparison(const Splitter *s, const Inst *inst) {
  return (inst->op == s->chosen->less || inst->op == OP_EQ) &&
         (inst->ops[0].id == s->k.id || inst->ops[1].id == s->k.id);
}

/* What the comparison compares k with. */
static Val compared(const Splitter *s, const Inst *inst) {
  assert(is_comparison(s, inst));
  return inst->ops[inst->ops[0].id == s->k.id];
}

static bool has_expression(const Splitter *s, Val v) {
  for (uint32_t i = 0; i < s->what.n; i++)
    if (is_same(s, s->what.at[i], v)) return true;
  return false;
}

static void note_comparison(Splitter *s, uint32_t index) {
  const Inst *inst = &s->f->insts.at[index];
  bool varies = false;
  if (!is_comparison(s, inst) || map_find(&s->seen, index)) return;
  Val v = compared(s, inst);
  if (!is_expression(s, v, &varies) || !varies || has_expression(s, v) ||
      s->what.n == MOST_EXPRESSIONS)
    return;
  s->what.at[s->what.n++] = v;
}

static bool find_in_loop(Splitter *s, const Loop *loop) {
  assert(loop->kind == LOOP_NATURAL && loop->n_blocks > 0);
  s->loop = loop;
  memset(s->inside, 0, s->f->blocks.n);
  for (uint32_t i = 0; i < loop->n_blocks; i++) s->inside[loop->blocks[i]] = 1;
  for (uint32_t c = 0; c < s->chosen->n; c++) {
    s->k = s->chosen->index[c];
    s->what.n = 0;
    assert(!val_is_local(s->k) || !is_inside(s, s->k));
    for (uint32_t i = 0; i < loop->n_blocks; i++) {
      const Block *block = &s->f->blocks.at[loop->blocks[i]];
      for (uint32_t j = 0; j < block->insts.n; j++)
        note_comparison(s, block->insts.at[j]);
    }
    if (s->what.n) return true;
  }
  return false;
}

/* ---- does an expression rise or fall? ---- */

static int sign_of_step(const Splitter *s, const Inst *phi) {
  for (uint32_t i = 0; i < phi->n_ops; i++) {
    int64_t by;
    if (!s->inside[phi->blocks[i].id] || !val_is_local(phi->ops[i])) continue;
    const Inst *step = inst_of(s, phi->ops[i]);
    if (step->op == OP_SUB) return -1;
    if (step->op == OP_ADD && prog_const_as_i64(s->p, step->ops[1], &by))
      return by < 0 ? -1 : 1;
  }
  return 1;
}

/* A guess, of 1, -1 or 0; no more depends on it than whether a proof is found.
 */
static int sign_of(const Splitter *s, Val v) {
  int64_t factor;
  if (!val_is_local(v) || !is_inside(s, v)) return 0;
  const Inst *inst = inst_of(s, v);
  if (inst->op == OP_PHI) return sign_of_step(s, inst);
  int first = sign_of(s, inst->ops[0]);
  int second = inst->n_ops > 1 ? sign_of(s, inst->ops[1]) : 0;
  if (inst->op == OP_SUB) second = -second;
  if (inst->op == OP_MUL && prog_const_as_i64(s->p, inst->ops[1], &factor))
    return factor < 0 ? -first : first;
  return first ? first : second;
}

/* ---- the head of the loop: tests ---- */

/* The expression once more, where the edit is. */
static Val again(Splitter *s, Edit *edit, Val v) {
  if (!val_is_local(v) || !is_inside(s, v) || inst_of(s, v)->op == OP_PHI)
    return v;
  Inst inst = *inst_of(s, v);
  Val ops[2];
  require(inst.n_ops <= 2);
  for (uint32_t i = 0; i < inst.n_ops; i++)
    ops[i] = again(s, edit, inst.ops[i]);
  return val_local(
      edit_add(edit, inst.op, inst.type, ops, inst.n_ops, NULL, 0));
}

/* All expressions are below the index, or all are above it. */
static Val all_beside(Splitter *s, Edit *edit, const Val *values, bool below) {
  TypeId bit = prog_type_int(s->p, 1);
  Val all = {0};
  assert(s->what.n > 0);
  for (uint32_t i = 0; i < s->what.n; i++) {
    Val one = edit_op2(edit, s->chosen->less, bit, below ? values[i] : s->k,
                       below ? s->k : values[i]);
    VEC_PUSH(s->p->mem, &s->tests, val_index(one));
    all = val_is_none(all) ? one : edit_op2(edit, OP_AND, bit, all, one);
  }
  return all;
}

/* Cuts the head in two and puts the tests into the first part. */
static void make_tests(Splitter *s) {
  Edit edit;
  Val values[MOST_EXPRESSIONS];
  edit_init(&edit, s->p, s->f);
  s->top = (BlockId){s->loop->header};
  VEC_CLEAR(&s->tests);
  s->falls = sign_of(s, s->what.at[0]) < 0;
  s->rest = edit_block(&edit, "");
  InstList list = edit_open(&edit, s->top);
  uint32_t i = 0;
  for (; s->f->insts.at[list.at[i]].op == OP_PHI; i++)
    edit_keep(&edit, list.at[i]);
  edit_like(&edit, list.at[i]);
  for (uint32_t k = 0; k < s->what.n; k++)
    values[k] = again(s, &edit, s->what.at[k]);
  s->before = all_beside(s, &edit, values, !s->falls);
  s->behind = all_beside(s, &edit, values, s->falls);
  edit_br(&edit, s->rest);
  edit.at = s->rest;
  for (; i < list.n; i++) edit_keep(&edit, list.at[i]);
  edit_close(&edit, &list);
  edit_done(&edit);
}

/* ---- copies ---- */

/* Blocks of the loop, in order, as they are numbered in each part; in the first
 * they are the loop's own. */
typedef struct Parts {
  uint32_t n_blocks; /* before */
  Copy at[N_PARTS];
} Parts;

static void parts_init(Splitter *s, Parts *parts) {
  *parts = (Parts){s->f->blocks.n, {{0}}};
  uint32_t n_insts = s->f->insts.n;
  for (uint32_t p = 0; p < N_PARTS; p++)
    copy_init(&parts->at[p], s->p->mem, parts->n_blocks, n_insts);
  for (uint32_t p = PART_AT; p < N_PARTS; p++)
    copy_blocks(&parts->at[p], s->p, s->f, s->inside);
}

static void parts_done(Splitter *s, Parts *parts) {
  for (uint32_t p = 0; p < N_PARTS; p++) copy_done(&parts->at[p], s->p->mem);
}

static Val value_in(const Parts *parts, Part part, Val v) {
  Val there = parts->at[part].value[val_index(v)];
  return val_is_none(there) ? v : there;
}

/* Another end of a block. */
static void end_with(Splitter *s, BlockId block, Val test, BlockId yes,
                     BlockId no) {
  Edit edit;
  edit_init(&edit, s->p, s->f);
  edit.at = block;
  edit_condbr(&edit, test, yes, no);
  VEC_DONE(s->p->mem, &edit.last);
}

/* Replaces the end of the head's first part. */
static void branch(Splitter *s, const Parts *parts, Part part, Val test,
                   uint32_t yes, uint32_t no) {
  BlockId top = {parts->at[part].block[s->top.id]};
  (void)VEC_POP(&s->f->blocks.at[top.id].insts);
  end_with(s, top, value_in(parts, part, test), (BlockId){yes}, (BlockId){no});
}

static uint32_t error_block(Splitter *s) {
  Edit edit;
  edit_init(&edit, s->p, s->f);
  edit.at = edit_block(&edit, "");
  uint32_t made = edit.at.id;
  require(s->p->errors.n > 0);
  edit_error(&edit, s->p->errors.at[0].property, "a loop comes back to a cell");
  VEC_DONE(s->p->mem, &edit.last);
  return made;
}

/* Between the first and the last expression; what is before both is behind. */
static uint32_t between(Splitter *s, const Parts *parts, uint32_t rest) {
  BlockId made = prog_add_block(s->p, s->f, "");
  end_with(s, made, value_in(parts, PART_AT, s->before),
           (BlockId){error_block(s)}, (BlockId){rest});
  return made.id;
}

static void link_parts(Splitter *s, const Parts *parts) {
  uint32_t top[N_PARTS], rest[N_PARTS];
  for (uint32_t p = 0; p < N_PARTS; p++) {
    top[p] = parts->at[p].block[s->top.id];
    rest[p] = parts->at[p].block[s->rest.id];
  }
  branch(s, parts, PART_BEFORE, s->before, rest[PART_BEFORE], top[PART_AT]);
  if (s->what.n > 1) rest[PART_AT] = between(s, parts, rest[PART_AT]);
  branch(s, parts, PART_AT, s->behind, top[PART_BEHIND], rest[PART_AT]);
  branch(s, parts, PART_BEHIND, s->behind, rest[PART_BEHIND], error_block(s));
  if (s->what.n > 1) return;
  for (uint32_t b = 0; b < parts->n_blocks; b++) { /* one round */
    if (!s->inside[b]) continue;
    const Block *block = &s->f->blocks.at[parts->at[PART_AT].block[b]];
    Inst *end = &s->f->insts.at[VEC_LAST(&block->insts)];
    for (uint32_t k = 0; k < end->n_blocks; k++)
      if (end->blocks[k].id == top[PART_AT])
        end->blocks[k].id = top[PART_BEHIND];
  }
}

/* What the tests say is put in. */
static void put_in(Splitter *s, const Parts *parts) {
  assert(s->compares.n > 0 && s->tests.n >= 2 * s->what.n);
  while (s->to.n < s->f->insts.n) VEC_PUSH(s->p->mem, &s->to, ((Val){0}));
  for (uint32_t i = 0; i < s->compares.n; i++) {
    uint32_t index = s->compares.at[i];
    const Inst *inst = &s->f->insts.at[index];
    bool is_equal = inst->op == OP_EQ;
    bool is_below = inst->ops[1].id == s->k.id; /* E < k */
    TypeId bit = prog_type_int(s->p, 1);
    for (uint32_t p = 0; p < N_PARTS; p++) {
      Val self = value_in(parts, (Part)p, val_local(index));
      uint64_t holds =
          p == PART_AT
              ? is_equal
              : !is_equal && is_below == ((p == PART_BEFORE) != s->falls);
      if (p == PART_AT && s->what.n > 1)
        map_put(&s->seen, val_index(self), 1);
      else
        s->to.at[val_index(self)] = prog_const_u64(s->p, bit, holds);
    }
  }
  for (uint32_t i = 0; i < s->tests.n; i++)
    for (uint32_t p = 0; p < N_PARTS; p++) {
      Val self = value_in(parts, (Part)p, val_local(s->tests.at[i]));
      map_put(&s->seen, val_index(self), 1);
    }
  pass_replace_values(s->f, s->to.at);
}

/* ---- one loop ---- */

static void find_compares(Splitter *s) {
  VEC_CLEAR(&s->compares);
  for (uint32_t i = 0; i < s->loop->n_blocks; i++) {
    const Block *block = &s->f->blocks.at[s->loop->blocks[i]];
    for (uint32_t j = 0; j < block->insts.n; j++) {
      const Inst *inst = &s->f->insts.at[block->insts.at[j]];
      if (is_comparison(s, inst) && has_expression(s, compared(s, inst)) &&
          !map_find(&s->seen, block->insts.at[j]))
        VEC_PUSH(s->p->mem, &s->compares, block->insts.at[j]);
    }
  }
}

static void look_at_blocks(Splitter *s) {
  s->n_insts = s->f->insts.n;
  s->block_of = MEM_ARRAY(s->p->mem, uint32_t, s->n_insts);
  s->inside = MEM_ARRAY(s->p->mem, uint8_t, s->f->blocks.n + 1);
  for (uint32_t i = 0; i < s->n_insts; i++) s->block_of[i] = ANALYSIS_NONE;
  for (uint32_t b = 0; b < s->f->blocks.n; b++)
    for (uint32_t i = 0; i < s->f->blocks.at[b].insts.n; i++)
      s->block_of[s->f->blocks.at[b].insts.at[i]] = b;
}

static void split_loop(Splitter *s) {
  Parts parts;
  find_compares(s);
  require(s->what.n > 0 && s->compares.n >= s->what.n);
  make_tests(s);
  s->inside[s->rest.id] = 1;
  spill_values(s->p, s->f);
  parts_init(s, &parts);
  link_parts(s, &parts);
  put_in(s, &parts);
  parts_done(s, &parts);
  flow_remove_unreachable(s->p, s->f);
}

/* The outermost loop that can be. */
static bool split_one(Splitter *s) {
  Cfg *cfg = prog_cfg_new(s->p->mem, s->f);
  LoopForest *loops = prog_loops_new(cfg);
  uint32_t n_blocks = s->f->blocks.n;
  bool found = false;
  look_at_blocks(s);
  for (uint32_t l = 0; l < loops->loops.n && !found; l++) {
    const Loop *loop = &loops->loops.at[l];
    found = loop->kind == LOOP_NATURAL && find_in_loop(s, loop);
  }
  if (found) split_loop(s);
  MEM_FREE_ARRAY(s->p->mem, s->block_of, s->n_insts);
  MEM_FREE_ARRAY(s->p->mem, s->inside, n_blocks + 1);
  VEC_CLEAR(&s->to);
  prog_loops_free(loops);
  prog_cfg_free(cfg);
  return found;
}

uint32_t pass_split(Program *program, const CellsChosen *chosen) {
  Splitter s = {.p = program, .chosen = chosen};
  uint32_t n = 0;
  require(!chosen->n || chosen->less == OP_SLT || chosen->less == OP_ULT);
  map_init(&s.seen, program->mem);
  while (n < MOST_SPLITS) {
    s.f = prog_func(program, program->entry);
    if (prog_func_size(s.f) > MOST_INSTS || !split_one(&s)) break;
    pass_memory(program);
    pass_clean(program);
    n++;
  }
  map_done(&s.seen);
  VEC_DONE(program->mem, &s.compares);
  VEC_DONE(program->mem, &s.tests);
  VEC_DONE(program->mem, &s.to);
  return n;
}
