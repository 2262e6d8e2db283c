/* SPDX-License-Identifier: MIT
 *
 * Large bounds become parameters.
 *
 * Problem.  `for (i = 0; i < 100000; i++)` has to be run through before
 * anything behind it can happen.  An engine that learns from short executions
 * first learns for each of the first thousands that they end inside the loop.
 *
 * Idea.  Few programs are right only because a bound is 100000.  Replace it by
 * a number n that is chosen at the start, from 1 to 100000, and never changed:
 * short executions then show what happens behind the loop, and facts are found
 * in terms of n.  The program as it was is one of the choices, so this adds
 * executions and loses none.
 *
 * What is a bound: a constant of at least MIN_BOUND that a value is compared
 * with for order.  Where constants differ by at most NEAR, like size and size -
 * 1, they are one parameter plus the difference; parameters keep the order of
 * the constants they stand for.  A constant that is about a small multiple of
 * one before it, like the size of an array that is filled two cells at a time,
 * is that multiple of its parameter.  Once a constant is a parameter, it is so
 * in every comparison and phi.  Constants of different widths have nothing to
 * do with each other here. */
#include "pass/pass.h"
#include "pass/over/over.h"
#include "pass/edit.h"

enum { MIN_BOUND = 16, NEAR = 4, MOST_BOUNDS = 6, MOST_FACTOR = 8 };

typedef struct Bound {
  TypeId type;
  uint64_t low, high; /* the constants it stands for */
  Op order;           /* OP_SLE or OP_ULE: how it is compared */
  Val value;          /* of the smallest */
} Bound;

typedef struct Bounds {
  Program *program;
  Function *f;
  Edit edit;
  Vec(Bound) list; /* by type, then ascending */
} Bounds;

static bool is_order(Op op) {
  return op == OP_ULT || op == OP_ULE || op == OP_SLT || op == OP_SLE;
}

static bool is_replaced(Op op) {
  return is_order(op) || op == OP_EQ || op == OP_NE || op == OP_PHI;
}

/* Is it a positive number, far from where its type wraps around? */
static bool is_large(const Program *program, Val val, TypeId *type,
                     uint64_t *value) {
  if (!val_is_const(val) || !prog_const_as_u64(program, val, value))
    return false;
  *type = prog_const(program, val)->type;
  const Type *t = prog_type(program, *type);
  if (t->kind != TYPE_INT || t->bits < 16 || t->bits > 64) return false;
  uint64_t end = (uint64_t)1 << (t->bits - 1);
  return *value >= MIN_BOUND && *value < end - MIN_BOUND;
}

/* ---- finding ---- */

static void insert(Bounds *b, uint32_t at, Bound bound) {
  assert(at <= b->list.n);
  VEC_PUSH(b->program->mem, &b->list, bound);
  for (uint32_t i = b->list.n - 1; i > at; i--)
    b->list.at[i] = b->list.at[i - 1];
  b->list.at[at] = bound;
}

static bool comes_before(const Bound *a, const Bound *b) {
  return a->type.id != b->type.id ? a->type.id < b->type.id : a->low < b->low;
}

static void add_bound(Bounds *b, Bound bound) {
  uint32_t at = 0;
  while (at < b->list.n && comes_before(&b->list.at[at], &bound)) at++;
  if (at < b->list.n && !comes_before(&bound, &b->list.at[at])) return;
  insert(b, at, bound);
}

/* Neighbours become one. */
static void join_near(Bounds *b) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->list.n; i++) {
    Bound *last = n ? &b->list.at[n - 1] : NULL;
    const Bound *next = &b->list.at[i];
    assert(!last || comes_before(last, next));
    if (last && last->type.id == next->type.id &&
        next->low - last->high <= NEAR)
      last->high = next->high;
    else
      b->list.at[n++] = *next;
  }
  b->list.n = n;
}

/* The next large constant that is compared for order, from instruction `*i` of
 * block `*k` on. */
static bool next_bound(const Program *program, uint32_t *k, uint32_t *i,
                       Bound *found) {
  const Function *f = prog_func(program, program->entry);
  for (; *k < f->blocks.n; ++*k, *i = 0)
    while (*i < f->blocks.at[*k].insts.n) {
      const Inst *inst = &f->insts.at[f->blocks.at[*k].insts.at[(*i)++]];
      for (uint32_t o = 0; is_order(inst->op) && o < inst->n_ops; o++)
        if (is_large(program, inst->ops[o], &found->type, &found->low)) {
          bool is_signed = inst->op == OP_SLT || inst->op == OP_SLE;
          found->high = found->low;
          found->order = is_signed ? OP_SLE : OP_ULE;
          return true;
        }
    }
  return false;
}

static void find(Bounds *b) {
  uint32_t k = 0, i = 0;
  Bound bound;
  while (next_bound(b->program, &k, &i, &bound)) add_bound(b, bound);
  join_near(b);
}

bool parameters_occur(const Program *program) {
  uint32_t k = 0, i = 0;
  Bound bound;
  return next_bound(program, &k, &i, &bound);
}

/* The parameter that a constant belongs to, or NULL. */
static const Bound *bound_of(const Bounds *b, TypeId type, uint64_t value) {
  for (uint32_t i = 0; i < b->list.n; i++) {
    const Bound *bound = &b->list.at[i];
    if (bound->type.id == type.id && value + NEAR >= bound->low &&
        value <= bound->high + NEAR)
      return bound;
  }
  return NULL;
}

/* ---- replacing ---- */

static void assume(Bounds *b, Op order, Val small, Val large) {
  TypeId bit = prog_type_int(b->program, 1);
  Val holds = edit_op2(&b->edit, order, bit, small, large);
  edit_add(&b->edit, OP_ASSUME, (TypeId){0}, &holds, 1, NULL, 0);
}

/* value + difference, for a constant of the parameter. */
static Val shifted(Bounds *b, const Bound *bound, int64_t difference) {
  if (difference == 0) return bound->value;
  return edit_op2(&b->edit, OP_ADD, bound->type, bound->value,
                  prog_const_i64(b->program, bound->type, difference));
}

/* A multiple of a parameter before it, if the constants are like that; else
 * any number. */
static Val related_or_any(Bounds *b, uint32_t i) {
  const Bound *bound = &b->list.at[i];
  for (uint32_t k = 0; k < i; k++) {
    const Bound *small = &b->list.at[k];
    if (small->type.id != bound->type.id) continue;
    assert(small->low >= MIN_BOUND && !val_is_none(small->value));
    uint64_t factor = bound->low / small->low;
    uint64_t rest = bound->low % small->low;
    if (factor < 2 || factor > MOST_FACTOR || rest > NEAR) continue;
    Val scaled = edit_op2(&b->edit, OP_MUL, bound->type, small->value,
                          prog_const_u64(b->program, bound->type, factor));
    return edit_op2(&b->edit, OP_ADD, bound->type, scaled,
                    prog_const_u64(b->program, bound->type, rest));
  }
  return edit_nondet(&b->edit, bound->type, INPUT_UNDEF, "bound");
}

static void choose(Bounds *b, uint32_t i) {
  Bound *bound = &b->list.at[i];
  const Bound *before = i ? bound - 1 : NULL;
  if (before && before->type.id != bound->type.id) before = NULL;
  bound->value = related_or_any(b, i);
  Val from = prog_const_u64(b->program, bound->type, 1);
  if (before)
    from = shifted(b, before, (int64_t)(before->high - before->low + 1));
  assume(b, bound->order, from, bound->value);
  assume(b, bound->order, bound->value,
         prog_const_u64(b->program, bound->type, bound->low));
  prog_ledger(b->program, LEDGER_OVER, (LocId){0},
              "the bound %llu is replaced by any number from 1 on up to it",
              (unsigned long long)bound->low);
}

/* One ADD for each constant and parameter, at the start. */
typedef struct Made {
  Val constant, value;
} Made;
typedef Vec(Made) MadeVec;

static Val value_for(Bounds *b, MadeVec *made, Val constant) {
  TypeId type;
  uint64_t value;
  if (!is_large(b->program, constant, &type, &value)) return constant;
  const Bound *bound = bound_of(b, type, value);
  if (!bound) return constant;
  for (uint32_t i = 0; i < made->n; i++)
    if (val_same(made->at[i].constant, constant)) return made->at[i].value;
  Val now = shifted(b, bound, (int64_t)(value - bound->low));
  VEC_PUSH(b->program->mem, made, ((Made){constant, now}));
  return now;
}

static void replace(Bounds *b, MadeVec *made, uint32_t index) {
  if (!is_replaced(b->f->insts.at[index].op)) return;
  for (uint32_t o = 0; o < b->f->insts.at[index].n_ops; o++) {
    Val now = value_for(b, made, b->f->insts.at[index].ops[o]);
    b->f->insts.at[index].ops[o] = now;
  }
}

/* The parameters stand in front of everything else. */
static void rewrite(Bounds *b) {
  MadeVec made = {0};
  edit_init(&b->edit, b->program, b->f);
  InstList first = edit_open(&b->edit, (BlockId){0});
  for (uint32_t i = 0; i < b->list.n; i++) choose(b, i);
  for (uint32_t i = 0; i < first.n; i++) replace(b, &made, first.at[i]);
  for (uint32_t k = 1; k < b->f->blocks.n; k++)
    for (uint32_t i = 0; i < b->f->blocks.at[k].insts.n; i++)
      replace(b, &made, b->f->blocks.at[k].insts.at[i]);
  for (uint32_t i = 0; i < first.n; i++) edit_keep(&b->edit, first.at[i]);
  edit_close(&b->edit, &first);
  edit_done(&b->edit);
  VEC_DONE(b->program->mem, &made);
}

uint32_t pass_parameters(Program *program) {
  Bounds b = {.program = program, .f = prog_func(program, program->entry)};
  find(&b);
  uint32_t n = b.list.n;
  if (n > MOST_BOUNDS) n = 0;
  if (n) rewrite(&b);
  VEC_DONE(program->mem, &b.list);
  return n;
}
