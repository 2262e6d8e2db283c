/* SPDX-License-Identifier: MIT
 *
 * What is known of an arbitrary iteration of a loop that is forgotten.
 *
 * Every PHI of the loop's head becomes a variable, with an axiom:
 *
 * - a pointer that only moves by address arithmetic is not NULL unless it was;
 * - a number is in the range that interval analysis gives for it
 *   (analysis/ranges.h);
 * - counters go in step: where each round adds a constant to a PHI, and 1 or -1
 *   to another, the first is its start plus a multiple of what the other has
 *   moved.  The other must not wrap, which its range shows, if it is narrower
 *   than the first.
 *
 * So `for (i = 0; i < 5; i++) *p++ = 1` stays inside of five elements without
 * going round. */
#include "encode/function/exec_int.h"

enum { COUNTERS_MOST = 16 };

/* A PHI to which each round adds the same. */
typedef struct Counter {
  uint32_t phi;
  uint32_t leaf; /* index */
  Term start, now;
  int64_t step;
} Counter;

typedef struct Counters {
  Counter at[COUNTERS_MOST];
  uint32_t n;
} Counters;

/* ---- pointers ---- */

/* Does the pointer only move by address arithmetic from one iteration to the
 * next? */
static bool moves_only(Run *run, uint32_t phi, const Loop *loop) {
  const Function *f = run->f;
  const Inst *inst = &f->insts.at[phi];
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    if (!enc_is_in_loop(run->body, loop, inst->blocks[i].id)) continue;
    Val v = prog_address_root(f, inst->ops[i]);
    if (!val_is_local(v) || val_index(v) != phi) return false;
  }
  return true;
}

static Term pointer_axiom(Run *run, const Loop *loop, uint32_t phi, Term start,
                          Term now) {
  if (!moves_only(run, phi, loop)) return term_true();
  map_put(&run->x->start_of, now.id, start.id);
  return term_implies(run->x->enc.store, enc_is_null(run->x, now),
                      enc_is_null(run->x, start));
}

/* ---- numbers ---- */

static Range range_of(Run *run, uint32_t phi, uint32_t block) {
  Body *body = enc_body(run->x->facts, run->func);
  if (!body->ranges)
    body->ranges =
        prog_ranges_new(run->x->facts->mem, run->x->enc.program, run->func);
  return prog_range_at(body->ranges, val_local(phi), (BlockId){block});
}

static Term range_axiom(Run *run, uint32_t phi, uint32_t block, Term now) {
  TermStore *store = run->x->enc.store;
  uint32_t bits = exec_type_bits(run, run->f->insts.at[phi].type);
  Range r = range_of(run, phi, block);
  if (range_is_empty(r)) return term_true();
  Term low = term_u64(store, r.umin, bits),
       high = term_u64(store, r.umax, bits);
  Term least = term_i64(store, r.smin, bits);
  Term most = term_i64(store, r.smax, bits);
  Term inside = term_and(store, term_not(term_ult(store, now, low)),
                         term_not(term_ult(store, high, now)));
  return term_and(store, inside,
                  term_and(store, term_not(term_slt(store, now, least)),
                           term_not(term_slt(store, most, now))));
}

/* ---- counters ---- */

/* What the instruction adds to the PHI. */
static bool adds(const Run *run, uint32_t phi, Val v, int64_t *step) {
  const Program *p = run->x->enc.program;
  if (!val_is_local(v)) return false;
  const Inst *inst = &run->f->insts.at[val_index(v)];
  if (inst->op == OP_GEP)
    return val_same(inst->ops[0], val_local(phi)) &&
           prog_gep_constant(p, inst, step);
  bool is_sub = inst->op == OP_SUB;
  if (inst->op != OP_ADD && !is_sub) return false;
  if (!val_same(inst->ops[0], val_local(phi)) ||
      !prog_const_as_i64(p, inst->ops[1], step) || *step == INT64_MIN)
    return false;
  if (is_sub) *step = -*step;
  return true;
}

static bool is_counter(Run *run, const Loop *loop, uint32_t phi,
                       int64_t *step) {
  const Inst *inst = &run->f->insts.at[phi];
  bool found = false;
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    int64_t one;
    if (!enc_is_in_loop(run->body, loop, inst->blocks[i].id)) continue;
    if (!adds(run, phi, inst->ops[i], &one) || (found && one != *step))
      return false;
    *step = one;
    found = true;
  }
  return found;
}

static void add_counter(Run *run, const Loop *loop, Counters *counters,
                        Counter counter) {
  const Type *type =
      prog_type(run->x->enc.program, run->f->insts.at[counter.phi].type);
  if (counters->n == COUNTERS_MOST ||
      (type->kind != TYPE_INT && type->kind != TYPE_PTR) || type->bits > 64 ||
      !is_counter(run, loop, counter.phi, &counter.step))
    return;
  counters->at[counters->n++] = counter;
}

typedef enum Widening { WIDEN_NOT, WIDEN_SIGNED, WIDEN_UNSIGNED } Widening;

/* How the counter, which moves by one, can be widened: its range shows that it
 * has not wrapped. */
static Widening widening(Run *run, const Counter *c, uint32_t block) {
  assert(c->step == 1 || c->step == -1);
  uint32_t bits = exec_type_bits(run, run->f->insts.at[c->phi].type);
  int64_t most = bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1;
  uint64_t all = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
  Range r = range_of(run, c->phi, block);
  if (range_is_empty(r)) return WIDEN_NOT;
  if (c->step == 1 ? r.smax < most : r.smin > -most - 1) return WIDEN_SIGNED;
  if (c->step == 1 ? r.umax < all : r.umin > 0) return WIDEN_UNSIGNED;
  return WIDEN_NOT;
}

static Term widen(TermStore *store, Term t, uint32_t width, Widening how) {
  assert(width > 0 && width <= 64);
  uint32_t bits = term_width(store, t);
  if (bits > width) return term_extract(store, t, width - 1, 0);
  if (bits == width) return t;
  return how == WIDEN_SIGNED ? term_sext(store, t, width)
                             : term_zext(store, t, width);
}

/* a == its start + (how far b has moved) * step, as b moves by one a round. */
static void relate(Run *run, uint32_t block, const Counter *a, const Counter *b,
                   Widening how) {
  assert(a->phi != b->phi);
  TermStore *store = run->x->enc.store;
  uint32_t width = term_width(store, a->now);
  if (how == WIDEN_NOT && width > term_width(store, b->now)) return;
  Term moved = term_sub(store, widen(store, b->now, width, how),
                        widen(store, b->start, width, how));
  int64_t factor = (int64_t)((uint64_t)a->step * (uint64_t)b->step);
  Term where = term_add(store, a->start,
                        term_mul(store, moved, term_i64(store, factor, width)));
  Term *axiom = &run->x->leaves.at[a->leaf].axiom;
  *axiom = term_and(
      store, *axiom,
      term_implies(store, run->guards[block], term_eq(store, a->now, where)));
}

static void relate_all(Run *run, const Counters *counters, uint32_t block) {
  const Counter *by = NULL;
  Widening how = WIDEN_NOT;
  for (uint32_t i = 0; i < counters->n && how == WIDEN_NOT; i++) {
    const Counter *c = &counters->at[i];
    const Type *type =
        prog_type(run->x->enc.program, run->f->insts.at[c->phi].type);
    if (type->kind != TYPE_INT || (c->step != 1 && c->step != -1)) continue;
    by = c;
    how = widening(run, c, block);
  }
  for (uint32_t i = 0; by && i < counters->n; i++)
    if (&counters->at[i] != by) relate(run, block, &counters->at[i], by, how);
}

/* ---- the head of a loop ---- */

void exec_forget_phis(Run *run, uint32_t block, const Term *starts,
                      uint32_t n) {
  require(block < run->f->blocks.n);
  const Block *b = &run->f->blocks.at[block];
  const Loop *loop = enc_loop_at(run->body, block);
  Counters counters = {.n = 0};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t phi = b->insts.at[i];
    const Type *type =
        prog_type(run->x->enc.program, run->f->insts.at[phi].type);
    Term now = exec_leaf(run, ENC_LEAF_LOOP, phi);
    uint32_t leaf = run->x->leaves.n - 1;
    Term axiom = term_true();
    if (loop && type->kind == TYPE_PTR)
      axiom = pointer_axiom(run, loop, phi, starts[i], now);
    else if (loop && type->kind == TYPE_INT && type->bits <= 64)
      axiom = range_axiom(run, phi, block, now);
    run->x->leaves.at[leaf].axiom = axiom;
    exec_define(run, phi, now);
    Counter counter = {
        .phi = phi, .leaf = leaf, .start = starts[i], .now = now};
    if (loop && loop->kind == LOOP_NATURAL && loop->header == block)
      add_counter(run, loop, &counters, counter);
  }
  relate_all(run, &counters, block);
}
