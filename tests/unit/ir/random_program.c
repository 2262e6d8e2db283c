/* SPDX-License-Identifier: MIT
 *
 * Programs are made statement by statement along their structure.  `pool`
 * holds the 32-bit values that dominate the current point; leaving a nested
 * part cuts it back. */
#include "unit/ir/random_program.h"

enum { N_FUNCS = 5, N_CELLS = 8, N_TABLE = 4 };

typedef struct Gen {
  Program *p;
  Rng rng;
  FuncId funcs[N_FUNCS]; /* [0] main; others (i32, i32) -> i32 */
  GlobalId cells, table;
  bool clear; /* locals start as zero */
  TypeId i1, i8, i32, i64, ptr;
  /* the function being made */
  uint32_t self;
  Function *f;
  BlockId at;
  Vec(Val) pool;
  Val local; /* an array of N_CELLS */
  int left;  /* statements it may still have */
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return rng_below(&g->rng, n);
}

static Val number(Gen *g, int64_t value) {
  return prog_const_i64(g->p, g->i32, value);
}

static Val pick(Gen *g) {
  static const int64_t some[] = {0, 1, 2, 3, 7, -1, 100, INT32_MIN, INT32_MAX};
  if (g->pool.n == 0 || below(g, 4) == 0) return number(g, some[below(g, 9)]);
  uint32_t recent = g->pool.n > 8 && below(g, 2) ? g->pool.n - 8 : 0;
  return g->pool.at[recent + below(g, g->pool.n - recent)];
}

static uint32_t add(Gen *g, Op op, TypeId type, const Val *ops, uint32_t n_ops,
                    const BlockId *blocks, uint32_t n_blocks) {
  return prog_append(g->p, g->f, g->at, op, type, ops, n_ops, blocks, n_blocks);
}

static Val op2(Gen *g, Op op, TypeId type, Val a, Val b) {
  return val_local(add(g, op, type, (Val[]){a, b}, 2, NULL, 0));
}

static Val op1(Gen *g, Op op, TypeId type, Val a) {
  return val_local(add(g, op, type, &a, 1, NULL, 0));
}

static void keep(Gen *g, Val v) {
  VEC_PUSH(g->p->mem, &g->pool, v);
}

static BlockId block(Gen *g) {
  return prog_add_block(g->p, g->f, "");
}

static void br(Gen *g, BlockId to) {
  add(g, OP_BR, (TypeId){0}, NULL, 0, &to, 1);
}

static void condbr(Gen *g, Val cond, BlockId yes, BlockId no) {
  add(g, OP_CONDBR, (TypeId){0}, &cond, 1, (BlockId[]){yes, no}, 2);
}

static Val condition(Gen *g);

/* ---- statements ---- */

static void arithmetic(Gen *g) {
  static const Op ops[] = {OP_ADD, OP_SUB,  OP_MUL,  OP_AND, OP_OR,
                           OP_XOR, OP_SDIV, OP_UREM, OP_ADD, OP_SUB};
  Op op = ops[below(g, 10)];
  Val a = pick(g), b = pick(g);
  if (op == OP_SDIV || op == OP_UREM)
    b = below(g, 6) ? op2(g, OP_OR, g->i32, b, number(g, 1)) : b;
  keep(g, op2(g, op, g->i32, a, b));
}

static void shift_or_cast(Gen *g) {
  Val a = pick(g);
  if (below(g, 2)) {
    Val n = number(g, below(g, 32));
    keep(g, op2(g, (Op)(OP_SHL + below(g, 3)), g->i32, a, n));
    return;
  }
  Val narrow = op1(g, OP_TRUNC, g->i8, a);
  Val wide = op1(g, below(g, 2) ? OP_SEXT : OP_ZEXT, g->i64, narrow);
  wide = op2(g, OP_ADD, g->i64, wide, wide);
  keep(g, op1(g, OP_TRUNC, g->i32, wide));
}

static void input(Gen *g) {
  uint32_t i = add(g, OP_NONDET, g->i32, NULL, 0, NULL, 0);
  g->f->insts.at[i].imm = INPUT_NONDET;
  g->f->insts.at[i].name = names_add(&g->p->names, "input");
  g->f->insts.at[i].site = prog_new_site(g->p);
  keep(g, val_local(i));
}

static Val cell(Gen *g) {
  Val base = below(g, 2) ? g->local : prog_const_global(g->p, g->cells, 0);
  if (below(g, 2)) {
    Val place = op1(g, OP_GEP, g->ptr, base);
    g->f->insts.at[val_index(place)].imm = 4 * below(g, N_CELLS);
    return place;
  }
  Val index = op2(g, OP_AND, g->i32, pick(g), number(g, N_CELLS - 1));
  Val place = op2(g, OP_GEP, g->ptr, base, index);
  g->f->insts.at[val_index(place)].stride = 4;
  return place;
}

/* A comparison, of a cell's contents as often as not, that is sometimes true.
 */
static Val condition(Gen *g) {
  Val a = below(g, 2) ? op1(g, OP_LOAD, g->i32, cell(g)) : pick(g);
  Val b = pick(g);
  if (below(g, 3))
    a = op2(g, OP_AND, g->i32, a, number(g, 3)), b = number(g, below(g, 4));
  return op2(g, (Op)(OP_EQ + below(g, 6)), g->i1, a, b);
}

static void access(Gen *g) {
  Val place = cell(g);
  if (below(g, 2))
    add(g, OP_STORE, (TypeId){0}, (Val[]){pick(g), place}, 2, NULL, 0);
  else
    keep(g, op1(g, OP_LOAD, g->i32, place));
}

static void select_value(Gen *g) {
  Val cond = condition(g), yes = pick(g), no = pick(g);
  Val ops[3] = {cond, yes, no};
  keep(g, val_local(add(g, OP_SELECT, g->i32, ops, 3, NULL, 0)));
}

static void call(Gen *g, Val callee, Val first) {
  Val ops[3] = {callee, first, pick(g)};
  uint32_t i = add(g, OP_CALL, g->i32, ops, 3, NULL, 0);
  g->f->insts.at[i].site = prog_new_site(g->p);
  keep(g, val_local(i));
}

static void call_statement(Gen *g) {
  if (g->self + 1 >= N_FUNCS) return;
  if (g->self + 2 < N_FUNCS && below(g, 3) == 0) { /* through the table */
    Val index = op2(g, OP_AND, g->i32, pick(g), number(g, N_TABLE - 1));
    Val place =
        op2(g, OP_GEP, g->ptr, prog_const_global(g->p, g->table, 0), index);
    g->f->insts.at[val_index(place)].stride = 8;
    Val target = op1(g, OP_LOAD, g->ptr, place);
    call(g, target, pick(g));
    return;
  }
  uint32_t target = g->self + 1 + below(g, N_FUNCS - g->self - 1);
  call(g, prog_const_func(g->p, g->funcs[target]), pick(g));
}

/* if (0 < (n & 3)) self((n & 3) - 1, ...): ends after three levels. */
static void recursive_call(Gen *g) {
  if (g->self == 0) return;
  Val n = op2(g, OP_AND, g->i32, prog_param(0), number(g, 3));
  Val more = op2(g, OP_SLT, g->i1, number(g, 0), n);
  BlockId yes = block(g), join = block(g);
  condbr(g, more, yes, join);
  uint32_t mark = g->pool.n;
  g->at = yes;
  call(g, prog_const_func(g->p, g->funcs[g->self]),
       op2(g, OP_SUB, g->i32, n, number(g, 1)));
  br(g, join);
  g->pool.n = mark;
  g->at = join;
}

/* if (condition) end here. */
static void maybe_end(Gen *g) {
  BlockId end = block(g), go_on = block(g);
  condbr(g, condition(g), end, go_on);
  g->at = end;
  uint32_t kind = below(g, 12);
  Op op = kind == 0 ? OP_UNSUPPORTED : kind <= 4 ? OP_STOP : OP_ERROR;
  uint32_t i = add(g, op, (TypeId){0}, NULL, 0, NULL, 0);
  if (op == OP_ERROR)
    g->f->insts.at[i].imm =
        prog_add_error(g->p, "unreach-call", "random", (LocId){0});
  else
    g->f->insts.at[i].name = names_add(&g->p->names, "random");
  g->at = go_on;
}

static void assume(Gen *g) {
  Val cond = op2(g, OP_NE, g->i1, pick(g), number(g, 2));
  add(g, OP_ASSUME, (TypeId){0}, &cond, 1, NULL, 0);
}

/* ---- nested statements, without recursion: a stack of open ones ---- */

typedef enum FrameKind { FRAME_IF, FRAME_LOOP, FRAME_SWITCH } FrameKind;

typedef struct Frame {
  FrameKind kind;
  uint32_t mark; /* pool outside */
  uint32_t arm;  /* current arm, [0..n_arms[ */
  uint32_t n_arms;
  BlockId arms[3]; /* IF, SWITCH: first blocks */
  BlockId join;
  Val values[4]; /* at the join, one for each edge */
  BlockId from[4];
  uint32_t phis[2]; /* LOOP: counter, other */
  BlockId header;
  Val step; /* LOOP: added to the counter */
} Frame;

static Frame open_branch(Gen *g, FrameKind kind) {
  Frame frame = {
      .kind = kind, .mark = g->pool.n, .n_arms = kind == FRAME_IF ? 2 : 3};
  for (uint32_t k = 0; k < frame.n_arms; k++) frame.arms[k] = block(g);
  frame.join = block(g);
  if (kind == FRAME_IF) {
    condbr(g, condition(g), frame.arms[0], frame.arms[1]);
  } else {
    Val ops[4] = {op2(g, OP_AND, g->i32, pick(g), number(g, 3)), number(g, 0),
                  number(g, 1), number(g, 2)};
    BlockId to[4] = {frame.arms[0], frame.arms[1], frame.arms[2],
                     frame.arms[below(g, 2)]};
    add(g, OP_SWITCH, (TypeId){0}, ops, 4, to, 4);
  }
  g->at = frame.arms[0];
  return frame;
}

static Frame open_loop(Gen *g) {
  Frame frame = {.kind = FRAME_LOOP, .mark = g->pool.n};
  Val start = number(g, 0), other = pick(g);
  Val bound = below(g, 2) ? number(g, 1 + below(g, 4))
                          : op2(g, OP_AND, g->i32, pick(g), number(g, 3));
  frame.step = number(g, below(g, 12) ? 1 : below(g, 2) ? 0 : 2);
  BlockId before = g->at, body = block(g);
  frame.header = block(g);
  frame.join = block(g);
  br(g, frame.header);
  g->at = frame.header;
  frame.phis[0] = add(g, OP_PHI, g->i32, (Val[]){start, start}, 2,
                      (BlockId[]){before, before}, 2);
  frame.phis[1] = add(g, OP_PHI, g->i32, (Val[]){other, other}, 2,
                      (BlockId[]){before, before}, 2);
  keep(g, val_local(frame.phis[0]));
  keep(g, val_local(frame.phis[1]));
  Op test = below(g, 3) ? OP_SLT : below(g, 2) ? OP_NE : OP_SLE;
  Val cond = op2(g, test, g->i1, val_local(frame.phis[0]), bound);
  condbr(g, cond, body, frame.join);
  g->at = body;
  return frame;
}

static void close_loop(Gen *g, Frame *frame) {
  Val next = op2(g, OP_ADD, g->i32, val_local(frame->phis[0]), frame->step);
  Val others[2] = {next, pick(g)};
  for (int k = 0; k < 2; k++) {
    Inst *phi = &g->f->insts.at[frame->phis[k]];
    phi->ops[1] = others[k];
    phi->blocks[1] = g->at;
  }
  br(g, frame->header);
  g->at = frame->join;
  g->pool.n = frame->mark;
  keep(g, val_local(frame->phis[0]));
  keep(g, val_local(frame->phis[1]));
}

/* True when the statement is complete. */
static bool close_arm(Gen *g, Frame *frame) {
  if (frame->kind == FRAME_LOOP) return close_loop(g, frame), true;
  frame->values[frame->arm] = pick(g);
  frame->from[frame->arm] = g->at;
  br(g, frame->join);
  g->pool.n = frame->mark;
  if (++frame->arm < frame->n_arms) {
    g->at = frame->arms[frame->arm];
    return false;
  }
  g->at = frame->join;
  keep(g, val_local(add(g, OP_PHI, g->i32, frame->values, frame->n_arms,
                        frame->from, frame->n_arms)));
  return true;
}

static void simple_statement(Gen *g) {
  switch (below(g, 14)) {
  case 0:
  case 1: input(g); break;
  case 2:
  case 3:
  case 4: access(g); break;
  case 5: shift_or_cast(g); break;
  case 6: select_value(g); break;
  case 7: call_statement(g); break;
  case 8: maybe_end(g); break;
  case 9:
    if (below(g, 5) == 0) assume(g);
    break;
  case 10:
    if (below(g, 2) == 0) recursive_call(g);
    break;
  default: arithmetic(g); break;
  }
}

static void body(Gen *g) {
  Frame stack[4];
  uint32_t depth = 0;
  while (g->left > 0 || depth > 0) {
    g->left--;
    uint32_t what = below(g, 10);
    if (g->left <= 0 || (depth && what < 2)) {
      if (!depth) break;
      if (close_arm(g, &stack[depth - 1])) depth--;
    } else if (depth < 4 && what == 2) {
      stack[depth++] = open_branch(g, below(g, 3) ? FRAME_IF : FRAME_SWITCH);
    } else if (depth < 3 && what == 3) {
      stack[depth++] = open_loop(g);
    } else {
      simple_statement(g);
    }
  }
}

static void function(Gen *g, uint32_t which) {
  g->self = which;
  g->f = prog_func(g->p, g->funcs[which]);
  g->f->state = FUNC_DEFINED;
  g->at = block(g);
  g->left = which == 0 ? 60 : 16;
  VEC_CLEAR(&g->pool);
  for (uint32_t i = 0; i < g->f->n_params; i++) keep(g, prog_param(i));
  uint32_t a = add(g, OP_ALLOCA, g->ptr, NULL, 0, NULL, 0);
  g->f->insts.at[a].imm = 4 * N_CELLS;
  g->f->insts.at[a].aux = prog_type_array(g->p, g->i32, N_CELLS);
  g->f->insts.at[a].site = prog_new_site(g->p);
  g->local = val_local(a);
  if (g->clear)
    add(g, OP_MEMSET, (TypeId){0},
        (Val[]){g->local, prog_const_u64(g->p, g->i8, 0),
                prog_const_u64(g->p, g->i64, 4 * N_CELLS)},
        3, NULL, 0);
  body(g);
  Val result = pick(g);
  add(g, OP_RET, (TypeId){0}, &result, 1, NULL, 0);
}

static void globals(Gen *g) {
  Program *p = g->p;
  g->cells = prog_add_global(p, "cells", prog_type_array(p, g->i32, N_CELLS));
  g->table = prog_add_global(p, "table", prog_type_array(p, g->ptr, N_TABLE));
  Global *table = prog_global(p, g->table);
  table->n_relocs = N_TABLE;
  table->relocs = ARENA_ARRAY(&p->arena, Reloc, N_TABLE);
  for (uint32_t i = 0; i < N_TABLE; i++)
    table->relocs[i] =
        (Reloc){.offset = 8 * i, .func = g->funcs[N_FUNCS - 1 - below(g, 2)]};
}

Program *random_program(Mem *mem, uint64_t seed) {
  Program *p = prog_new(mem, 64);
  Gen g = {.p = p, .rng = {hash_mix(seed, 17)}, .clear = seed % 2 == 1};
  g.i1 = prog_type_int(p, 1);
  g.i8 = prog_type_int(p, 8);
  g.i32 = prog_type_int(p, 32);
  g.i64 = prog_type_int(p, 64);
  g.ptr = prog_type_ptr(p);
  TypeId params[2] = {g.i32, g.i32};
  for (uint32_t i = 0; i < N_FUNCS; i++) {
    char name[8];
    snprintf(name, sizeof name, i ? "f%u" : "main", i);
    g.funcs[i] = prog_add_function(p, name, g.i32, params, i ? 2 : 0);
  }
  p->entry = g.funcs[0];
  globals(&g);
  for (uint32_t i = 0; i < N_FUNCS; i++) function(&g, i);
  VEC_DONE(mem, &g.pool);
  return p;
}
