/* SPDX-License-Identifier: MIT
 *
 * What is known of an arbitrary iteration of a loop that is forgotten.
 *
 * Every PHI of the loop's head becomes a variable, with an axiom:
 *
 * - a pointer that the loop does not make NULL (rounds.c) is not NULL unless it
 *   was;
 * - a number is in the range that interval analysis gives for it
 *   (analysis/ranges.h);
 * - counters go in step: where each round adds a constant to a PHI, and 1 or -1
 *   to another, the first is its start plus a multiple of what the other has
 *   moved.  The other must not wrap, which its range shows, if it is narrower
 *   than the first;
 * - a counter by one that decides at the head whether the loop goes on,
 * compared with what the loop does not change, is at its start, or on the way
 * from there to the end: the comparison held one step before.  It takes all of
 *   these values, and so is no unknown: what goes wrong in the hundredth round,
 *   or behind it, is a violation (EncLeaf.is_exact).  That nothing else leaves
 *   the loop before is believed: a search may find nothing.
 *
 * So `for (i = 0; i < 5; i++) *p++ = 1` stays inside of five elements without
 * going round. */
#include "encode/function/exec_int.h"

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

/* The PHIs are the first `n` instructions of the head, with these values
 * before. */
static Term pointer_axiom(Run *run, const Loop *loop, uint32_t block,
                          uint32_t i, const Term *starts, uint32_t n,
                          Term now) {
  EncExec *x = run->x;
  const Block *head = &run->f->blocks.at[block];
  uint32_t phi = head->insts.at[i];
  EncRounds kept = enc_rounds(x, run->activation, loop, NULL);
  if (moves_only(run, phi, loop)) {
    map_put(&x->start_of, now.id, starts[i].id);
    return term_implies(x->enc.store, enc_is_null(x, now),
                        enc_is_null(x, starts[i]));
  }
  if (loop->header != block || !enc_rounds_keep(&kept, val_local(phi), block))
    return term_true();
  Term null = enc_rounds_null(&kept);
  for (uint32_t k = 0; k < kept.phis.n; k++)
    for (uint32_t j = 0; j < n; j++)
      if (head->insts.at[j] == val_index(kept.phis.at[k]))
        null = term_or(x->enc.store, null, enc_is_null(x, starts[j]));
  return term_implies(x->enc.store, enc_is_null(x, now), null);
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

/* a == its start + (how far b has moved) * step, as b moves by one a round;
 * false: that is not known. */
static bool relate(Run *run, uint32_t block, const Counter *a, const Counter *b,
                   Widening how) {
  assert(a->phi != b->phi);
  TermStore *store = run->x->enc.store;
  uint32_t width = term_width(store, a->now);
  if (how == WIDEN_NOT && width > term_width(store, b->now)) return false;
  Term moved = term_sub(store, widen(store, b->now, width, how),
                        widen(store, b->start, width, how));
  int64_t factor = (int64_t)((uint64_t)a->step * (uint64_t)b->step);
  Term where = term_add(store, a->start,
                        term_mul(store, moved, term_i64(store, factor, width)));
  Term *axiom = &run->x->leaves.at[a->leaf].axiom;
  *axiom = term_and(
      store, *axiom,
      term_implies(store, run->guards[block], term_eq(store, a->now, where)));
  return true;
}

static void relate_all(Run *run, Counters *counters, uint32_t block) {
  Counter *by = NULL;
  Widening how = WIDEN_NOT;
  for (uint32_t i = 0; i < counters->n && how == WIDEN_NOT; i++) {
    Counter *c = &counters->at[i];
    const Type *type =
        prog_type(run->x->enc.program, run->f->insts.at[c->phi].type);
    if (type->kind != TYPE_INT || (c->step != 1 && c->step != -1)) continue;
    by = c;
    how = widening(run, c, block);
  }
  if (!by) return;
  by->is_in_step = true;
  counters->by = by;
  for (uint32_t i = 0; i < counters->n; i++)
    if (&counters->at[i] != by)
      counters->at[i].is_in_step =
          relate(run, block, &counters->at[i], by, how);
}

/* ---- how far they go ---- */

bool exec_is_same_in_rounds(const EncExec *x, const EncLeaf *leaf, Term *more) {
  assert(leaf != NULL);
  *more = TERM_NONE;
  if (leaf->kind == ENC_LEAF_PARAM) return true;
  if (leaf->kind == ENC_LEAF_CONTEXT && leaf->is_memory)
    *more = x->places.at[leaf->place].address;
  EncObject object = leaf->kind == ENC_LEAF_OBJECT
                         ? enc_exec_object(x, leaf->var)
                         : (EncObject){{0}, {0}};
  return more->id || object.global.id || object.func.id;
}

/* Does the loop leave the term as it is? */
static bool is_kept(const Run *run, Term t) {
  assert(t.id && run->counters.first <= run->x->leaves.n);
  const EncExec *x = run->x;
  bool is_kept = true;
  TermWalk walk;
  term_walk_init(&walk, x->enc.store);
  term_walk_push(&walk, t);
  for (Term at; is_kept && (at = term_walk_next(&walk)).id;) {
    if (!term_is_var(x->enc.store, at)) continue;
    const EncLeaf *leaf = enc_exec_leaf(x, at);
    Term more = TERM_NONE;
    is_kept = leaf && (leaf - x->leaves.at < (ptrdiff_t)run->counters.first ||
                       exec_is_same_in_rounds(x, leaf, &more));
    if (more.id) term_walk_push(&walk, more);
  }
  term_walk_done(&walk);
  return is_kept;
}

/* What decides at the head whether the loop goes on. */
typedef struct Decision {
  Term stays; /* it goes on */
  Term end;   /* what the counter is compared with */
  const Counter *counter;
  bool is_strict;   /* the loop goes on while the counter is below the end, or
                       above: not at it */
  bool is_equality; /* ... while it is not there */
  bool is_signed, is_widened;
} Decision;

/* The counter by one that the value is, widened or not; NULL: none. */
static const Counter *counter_of(const Run *run, Val v, Decision *d) {
  assert(run->counters.n <= COUNTERS_MOST);
  const Inst *inst = val_is_local(v) ? &run->f->insts.at[val_index(v)] : NULL;
  d->is_widened = inst && (inst->op == OP_SEXT || inst->op == OP_ZEXT);
  if (d->is_widened) d->is_signed = inst->op == OP_SEXT;
  if (d->is_widened) v = inst->ops[0];
  for (uint32_t i = 0; i < run->counters.n; i++) {
    const Counter *c = &run->counters.at[i];
    const Type *type =
        prog_type(run->x->enc.program, run->f->insts.at[c->phi].type);
    if (val_is_local(v) && val_index(v) == c->phi && type->kind == TYPE_INT &&
        (c->step == 1 || c->step == -1))
      return c;
  }
  return NULL;
}

/* One operand of the comparison is the counter, and the loop goes on before it
 * is where it moves to. */
static bool decides(Run *run, const Inst *by, uint32_t k, bool goes_on,
                    Decision *d) {
  assert(k < by->n_ops && by->n_ops == 2);
  bool is_less = by->op == OP_SLT || by->op == OP_ULT;
  bool is_order = is_less || by->op == OP_SLE || by->op == OP_ULE;
  d->is_equality = by->op == (goes_on ? OP_NE : OP_EQ);
  d->is_signed = by->op == OP_SLT || by->op == OP_SLE;
  d->counter = counter_of(run, by->ops[k], d);
  if (!d->counter || !(is_order || (d->is_equality && !d->is_widened)))
    return false;
  bool is_below = (k == 0) == goes_on;
  d->is_strict = is_less == goes_on;
  d->end = exec_operand(run, by->ops[1 - k]);
  return (d->is_equality || is_below == (d->counter->step > 0)) &&
         is_kept(run, d->end);
}

static bool find_decision(Run *run, const Loop *loop, Decision *d) {
  assert(loop->kind == LOOP_NATURAL);
  const Inst *end = prog_terminator(run->f, (BlockId){loop->header});
  if (end->op != OP_CONDBR || !val_is_local(end->ops[0])) return false;
  bool goes_on = enc_is_in_loop(run->body, loop, end->blocks[0].id);
  const Inst *by = &run->f->insts.at[val_index(end->ops[0])];
  if (goes_on == enc_is_in_loop(run->body, loop, end->blocks[1].id) ||
      by->n_ops != 2)
    return false;
  /* A check of the index is no end of the loop. */
  BlockId left = end->blocks[goes_on ? 1 : 0];
  if (prog_terminator(run->f, left)->op == OP_ERROR) return false;
  d->stays = enc_to_bool(&run->x->enc, exec_operand(run, end->ops[0]));
  if (!goes_on) d->stays = term_not(d->stays);
  return decides(run, by, 0, goes_on, d) || decides(run, by, 1, goes_on, d);
}

/* The condition with another value of the counter. */
static Term at_value(Run *run, Term condition, const Counter *c, Term value) {
  assert(term_is_bool(run->x->enc.store, condition) && value.id);
  Map map;
  map_init(&map, run->x->enc.mem);
  map_put(&map, c->now.id, value.id);
  Term there = term_substitute(run->x->enc.store, &map, condition);
  map_done(&map);
  return there;
}

/* The most, or least, number of a type. */
static Term last_number(TermStore *store, uint32_t bits, bool is_signed,
                        bool is_up) {
  uint64_t all = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
  uint64_t top = (uint64_t)1 << (bits - 1);
  return term_u64(store,
                  is_signed ? (is_up ? all - top : top)
                  : is_up   ? all
                            : 0,
                  bits);
}

/* The counter is at its start, or on its way.  It does not wrap before a strict
 * comparison ends the loop, nor before another one with a number that is not
 * the last of its type; with that the loop never ends, and the counter takes
 * every value. */
static Term on_its_way(Run *run, uint32_t block, const Decision *d) {
  assert(d->counter && (d->counter->step == 1 || d->counter->step == -1));
  TermStore *store = run->x->enc.store;
  const Counter *c = d->counter;
  bool is_up = c->step > 0;
  Term low = is_up ? c->start : c->now, high = is_up ? c->now : c->start;
  if (d->is_equality) { /* not further than the end is from the start */
    Term all = is_up ? term_sub(store, d->end, c->start)
                     : term_sub(store, c->start, d->end);
    return term_not(term_ult(store, all, term_sub(store, high, low)));
  }
  Widening shown = d->is_signed ? WIDEN_SIGNED : WIDEN_UNSIGNED;
  bool is_shown = widening(run, c, block) == shown;
  uint32_t bits = term_width(store, c->now);
  if (!is_shown && (d->is_widened || bits > 64)) return TERM_NONE;
  Term wraps = is_shown || d->is_strict
                   ? term_false()
                   : term_eq(store, d->end,
                             last_number(store, bits, d->is_signed, is_up));
  Term before = term_sub(store, c->now, term_i64(store, c->step, bits));
  Term moved =
      d->is_signed ? term_slt(store, low, high) : term_ult(store, low, high);
  moved = term_and(store, moved, at_value(run, d->stays, c, before));
  moved = term_and(store, moved, at_value(run, d->stays, c, c->start));
  moved = term_or(store, term_eq(store, c->now, c->start), moved);
  return term_or(store, moved, wraps);
}

/* It takes all these values; those in step with it do as well, if it tells how
 * far they have moved. */
static void mark_exact(Run *run, const Decision *d) {
  const TermStore *store = run->x->enc.store;
  const Counter *c = d->counter, *by = run->counters.by;
  bool tells = by && c->is_in_step &&
               term_width(store, c->now) >= term_width(store, by->now);
  for (uint32_t i = 0; i < run->counters.n; i++) {
    const Counter *other = &run->counters.at[i];
    if (other != c && !(tells && other->is_in_step)) continue;
    run->x->leaves.at[other->leaf].is_exact = true;
    run->x->leaves.at[other->leaf].start = other->start;
    run->x->leaves.at[other->leaf].limit = d->end;
  }
}

void exec_limit_counters(Run *run, uint32_t block) {
  require(block < run->f->blocks.n);
  const Loop *loop = enc_loop_at(run->body, block);
  TermStore *store = run->x->enc.store;
  Decision d;
  if (!loop || loop->kind != LOOP_NATURAL || loop->header != block ||
      !run->counters.n || !find_decision(run, loop, &d))
    return;
  Term way = on_its_way(run, block, &d);
  if (!way.id) return;
  Term *axiom = &run->x->leaves.at[d.counter->leaf].axiom;
  *axiom =
      term_and(store, *axiom, term_implies(store, run->guards[block], way));
  mark_exact(run, &d);
}

/* ---- parts with several entries ---- */

/* Does an edge lead back to the block from where it has not been?  That is so
 * in loops that are entered elsewhere, too (by goto): what leads forward to the
 * block tells neither whether it is reached, nor from where. */
bool exec_has_side_entry(const Run *run, uint32_t block) {
  const Cfg *cfg = run->body->cfg;
  if (!cfg->cutpoint[block] || run->x->options.loops != ENC_LOOPS_FORGET)
    return false;
  for (uint32_t i = 0; i < rows_size(&cfg->preds, block); i++) {
    uint32_t p = rows_get(&cfg->preds, block)[i];
    if (cfg->position[p] != ANALYSIS_NONE &&
        cfg->position[p] >= cfg->position[block] &&
        !prog_dominates(run->body->dominators, block, p))
      return true;
  }
  return false;
}

/* Do ways meet in the block that lead round such a loop, or into it?  Which of
 * them was taken last, their conditions do not tell. */
bool exec_has_any_way(const Run *run, uint32_t block) {
  const LoopForest *forest = run->body->loops;
  uint32_t at = forest->loop_of[block];
  if (run->x->options.loops != ENC_LOOPS_FORGET ||
      rows_size(&run->body->cfg->preds, block) < 2)
    return false;
  while (at != ANALYSIS_NONE && forest->loops.at[at].kind == LOOP_NATURAL)
    at = forest->loops.at[at].parent;
  return at != ANALYSIS_NONE;
}

Term exec_perhaps(Run *run, uint32_t block) {
  uint32_t inst = run->f->blocks.at[block].insts.at[0];
  EncLeaf leaf = {.kind = ENC_LEAF_LOOP,
                  .activation = run->activation,
                  .inst = inst,
                  .func = run->func,
                  .loc = run->f->insts.at[inst].loc};
  return enc_new_leaf(run->x, leaf, sort_bool());
}

/* That the block is reached, once the end of its immediate dominator is. */
Term exec_way_in(Run *run, uint32_t block) {
  TermStore *store = run->x->enc.store;
  Term any = term_false();
  if (exec_has_side_entry(run, block)) return exec_perhaps(run, block);
  for (uint32_t i = 0; i < run->joined.n; i++)
    any = term_or(store, any, run->joined.at[i].guard);
  return any;
}

/* Memory may be anything there ... */
uint32_t exec_forget_memory(Run *run, uint32_t block) {
  assert(exec_has_side_entry(run, block));
  const Block *b = &run->f->blocks.at[block];
  return enc_new_version(
      run->x, (Version){.kind = VERSION_LOSE,
                        .below = run->x->states.at[run->activation].version_in,
                        .bytes = -1,
                        .activation = run->activation,
                        .inst = VEC_LAST(&b->insts),
                        .loc = run->f->insts.at[VEC_LAST(&b->insts)].loc,
                        .leaf = ENC_LEAF_LOST,
                        .is_all = true});
}

/* ... and so may variables. */
void exec_forget_starts(Run *run, uint32_t block) {
  assert(exec_has_side_entry(run, block));
  const Block *b = &run->f->blocks.at[block];
  run->counters = (Counters){.first = run->x->leaves.n};
  for (uint32_t i = 0; i < b->insts.n; i++) {
    uint32_t phi = b->insts.at[i];
    if (run->f->insts.at[phi].op != OP_PHI) return;
    exec_define(run, phi, exec_leaf(run, ENC_LEAF_LOOP, phi));
  }
}

/* ---- the head of a loop ---- */

void exec_forget_phis(Run *run, uint32_t block, const Term *starts,
                      uint32_t n) {
  require(block < run->f->blocks.n);
  const Block *b = &run->f->blocks.at[block];
  const Loop *loop = enc_loop_at(run->body, block);
  Counters *counters = &run->counters;
  *counters = (Counters){.first = run->x->leaves.n};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t phi = b->insts.at[i];
    const Type *type =
        prog_type(run->x->enc.program, run->f->insts.at[phi].type);
    Term now = exec_leaf(run, ENC_LEAF_LOOP, phi);
    uint32_t leaf = run->x->leaves.n - 1;
    Term axiom = term_true();
    if (loop && type->kind == TYPE_PTR)
      axiom = pointer_axiom(run, loop, block, i, starts, n, now);
    else if (loop && type->kind == TYPE_INT && type->bits <= 64)
      axiom = range_axiom(run, phi, block, now);
    run->x->leaves.at[leaf].axiom = axiom;
    exec_define(run, phi, now);
    Counter counter = {
        .phi = phi, .leaf = leaf, .start = starts[i], .now = now};
    if (loop && loop->kind == LOOP_NATURAL && loop->header == block)
      add_counter(run, loop, counters, counter);
  }
  relate_all(run, counters, block);
}
