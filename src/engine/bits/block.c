/* SPDX-License-Identifier: MIT
 *
 * Obligations: cubes from which an error can be reached, to be blocked.
 *
 * They wait in a queue, the lowest level first.  One that was blocked waits
 * again one level higher, so that a long way to an error is found before the
 * frontier is as far [EMB11]. */
#include "engine/bits/bits_int.h"

/* ---- the queue: a binary heap ---- */

static bool is_before(const Bits *b, uint32_t x, uint32_t y) {
  const BitsObligation *a = &b->obligations.at[x], *c = &b->obligations.at[y];
  if (a->level != c->level) return a->level < c->level;
  if (a->depth != c->depth) return a->depth > c->depth;
  return x > y;
}

static void enqueue(Bits *b, uint32_t obligation) {
  VEC_PUSH(b->mem, &b->queue, obligation);
  uint32_t at = b->queue.n - 1;
  for (; at > 0 && is_before(b, obligation, b->queue.at[(at - 1) / 2]);
       at = (at - 1) / 2)
    b->queue.at[at] = b->queue.at[(at - 1) / 2];
  b->queue.at[at] = obligation;
}

static uint32_t dequeue(Bits *b) {
  assert(b->queue.n > 0);
  uint32_t top = b->queue.at[0], last = VEC_POP(&b->queue), at = 0;
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= b->queue.n) break;
    if (child + 1 < b->queue.n &&
        is_before(b, b->queue.at[child + 1], b->queue.at[child]))
      child++;
    if (!is_before(b, b->queue.at[child], last)) break;
    b->queue.at[at] = b->queue.at[child];
    at = child;
  }
  if (b->queue.n) b->queue.at[at] = last;
  return top;
}

void bits_forget_obligations(Bits *b) {
  for (uint32_t i = 0; i < b->obligations.n; i++)
    VEC_DONE(b->mem, &b->obligations.at[i].cube);
  VEC_CLEAR(&b->obligations);
  VEC_CLEAR(&b->queue);
}

/* ---- executions ---- */

/* The edge from the entry leads into the obligation, or is an error itself. */
static void claim_unsafe(Bits *b, uint32_t first, uint32_t obligation) {
  assert(b->edges[first].source == b->ts->entry.id);
  EngineEdges path = {0};
  VEC_PUSH(b->mem, &path, first);
  for (uint32_t o = obligation; o != BITS_NONE; o = b->obligations.at[o].parent)
    VEC_PUSH(b->mem, &path, b->obligations.at[o].edge);
  SmtResult answer = engine_confirm_path(b->whole, b->options, path.at, path.n,
                                         b->budget, b->result);
  VEC_DONE(b->mem, &path);
  if (answer != SMT_SAT) bits_stop(b, "an execution was not confirmed");
  b->stopped = true;
}

/* ---- obligations ---- */

/* The model of the edge's solver leads into the obligation `to`, or to an error
 * if that is BITS_NONE: so its source is one at that level. */
static void add_before(Bits *b, uint32_t e, uint32_t to, uint32_t level) {
  assert(to == BITS_NONE || to < b->obligations.n);
  const BitsEdge *edge = &b->edges[e];
  if (edge->source == b->ts->entry.id) {
    claim_unsafe(b, e, to);
    return;
  }
  BitsObligation o = {
      .loc = edge->source, .level = level, .edge = e, .parent = to};
  if (to != BITS_NONE) o.depth = b->obligations.at[to].depth + 1;
  bits_lift(b, edge, to == BITS_NONE ? NULL : &b->obligations.at[to].cube,
            &o.cube);
  b->stats->obligations++;
  VEC_PUSH(b->mem, &b->obligations, o);
  enqueue(b, b->obligations.n - 1);
}

static void again_higher(Bits *b, uint32_t o, uint32_t level) {
  if (level > b->n) return;
  b->obligations.at[o].level = level;
  enqueue(b, o);
}

static void block(Bits *b, uint32_t o) {
  BitsObligation at = b->obligations.at[o];
  if (bits_is_blocked(b, at.loc, at.level, &at.cube)) {
    again_higher(b, o, at.level + 1);
    return;
  }
  BitsCube used = {0};
  uint32_t by;
  BitsAnswer answer = bits_ask(b, at.loc, at.level - 1, &at.cube, &used, &by);
  if (answer == BITS_REACHED) {
    enqueue(b, o);
    add_before(b, by, o, at.level - 1);
  } else if (answer == BITS_REFUTED) {
    uint32_t level = bits_learn(b, at.loc, at.level, &used);
    again_higher(b, o, level + 1);
  }
  VEC_DONE(b->mem, &used);
}

void bits_block_errors(Bits *b) {
  for (uint32_t i = 0; i < b->bad_edges.n && !b->stopped; i++) {
    uint32_t e = b->bad_edges.at[i];
    while (bits_ask_edge(b, e, b->n) == BITS_REACHED) {
      add_before(b, e, BITS_NONE, b->n);
      while (b->queue.n && !b->stopped) block(b, dequeue(b));
      bits_forget_obligations(b);
      if (b->stopped) break;
    }
  }
}
