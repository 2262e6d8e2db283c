/* SPDX-License-Identifier: MIT
 *
 * What the program would have to hold for a run to go elsewhere.
 *
 * Problem.  `if (dev->in && dev->out)` behind a loop that set both, one in each
 * round: no input stands in the condition, so there is no fork; what counts is
 * which stores were executed before.  Forks at the branches around them lead to
 * no new edge once each was taken alone.
 *
 * Idea.  A condition that no input decides came from memory that the program
 * wrote.  If its other side was never taken by any run, that memory matters:
 * from the next run on it is part of the state of the program's control
 * (state.c), so that forks count as new which lead to the same edges with
 * other contents of it.
 *
 * Which memory a value came from goes along with it: the address of one load,
 * through arithmetic, calls and returns.  Addresses differ between runs that
 * allocate differently: then something else is watched, which costs time and
 * nothing else. */
#include "concolic/concolic_int.h"

enum { MOST_WANTED = 1000 };

void wanted_init(Wanted *w, Mem *mem) {
  *w = (Wanted){.mem = mem};
  map_init(&w->sides, mem);
  map_init(&w->cells, mem);
}

void wanted_done(Wanted *w) {
  VEC_DONE(w->mem, &w->found);
  map_done(&w->sides);
  map_done(&w->cells);
}

void wanted_start(Wanted *w, Map *watched) {
  require(w->mem && w->found.n <= w->cells.n);
  for (uint32_t i = 0; i < w->found.n; i++) map_put(watched, w->found.at[i], 1);
  VEC_CLEAR(&w->found);
  w->returned = 0;
}

static uint64_t source_of(const ShadowFrame *frame, Val val) {
  return val_is_local(val) ? map_get(&frame->sources, val_index(val), 0) : 0;
}

static uint64_t first_source(const ShadowFrame *frame, const Inst *at) {
  for (uint32_t i = 0; i < at->n_ops; i++) {
    uint64_t source = source_of(frame, at->ops[i]);
    if (source) return source;
  }
  return 0;
}

static void set_source(ShadowFrame *frame, uint32_t inst, uint64_t source) {
  assert(inst > 0);
  uint64_t *known = map_find(&frame->sources, inst);
  if (known)
    *known = source;
  else if (source)
    map_put(&frame->sources, inst, source);
}

void wanted_call(const Inst *call, const ShadowFrame *caller,
                 ShadowFrame *frame, uint32_t n_params) {
  assert(call->op == OP_CALL);
  map_clear(&frame->sources);
  for (uint32_t i = 1; i < call->n_ops && i <= n_params; i++)
    set_source(frame, i, source_of(caller, call->ops[i]));
}

static void want(Wanted *w, uint64_t address) {
  if (!address || w->cells.n >= MOST_WANTED || map_find(&w->cells, address))
    return;
  map_put(&w->cells, address, 1);
  VEC_PUSH(w->mem, &w->found, address);
  assert(w->found.n <= w->cells.n);
}

/* The side is taken now; is the other one known?  Else what decided it is
 * wanted: of a comparison, both sides. */
static void decide(Wanted *w, const Function *f, const ShadowFrame *frame,
                   const Inst *at, uint64_t branch, bool is_first,
                   bool is_forked) {
  uint64_t side = is_first ? 1 : 2;
  uint64_t known = map_get(&w->sides, branch, 0) | side;
  map_put(&w->sides, branch, known);
  if (is_forked || known == 3 || !val_is_local(at->ops[0])) return;
  const Inst *made = &f->insts.at[val_index(at->ops[0])];
  assert(at->op == OP_CONDBR && val_index(at->ops[0]) < f->insts.n);
  want(w, source_of(frame, at->ops[0]));
  for (uint32_t i = 0; i < made->n_ops && made->op != OP_CALL; i++)
    want(w, source_of(frame, made->ops[i]));
}

void wanted_follow(Shadow *s, const InterpPlace *place, uint32_t inst,
                   const BvWord *value) {
  Wanted *w = &s->wanted;
  const Inst *at = place->inst;
  assert(place->depth < s->n_frames && inst < UINT32_MAX);
  ShadowFrame *frame = &s->frames.at[place->depth];
  const Function *f = prog_func(s->program, place->func);
  switch ((int)at->op) {
  case OP_LOAD:
    set_source(frame, inst, interp_value(s->run, place->depth, at->ops[0])[0]);
    break;
  case OP_CALL:
    set_source(frame, inst, w->returned);
    w->returned = 0;
    break;
  case OP_RET: w->returned = first_source(frame, at); break;
  case OP_CONDBR: {
    bool is_forked = val_is_local(at->ops[0]) &&
                     map_get(&frame->values, val_index(at->ops[0]), 0) != 0;
    decide(w, f, frame, at, hash_mix(place->func.id, inst), value[0] != 0,
           is_forked);
    break;
  }
  default:
    if (at->type.id) set_source(frame, inst, first_source(frame, at));
  }
}
