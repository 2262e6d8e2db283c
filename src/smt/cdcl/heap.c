/* SPDX-License-Identifier: MIT
 *
 * Open variables by activity: a binary heap, the most active first. */
#include "smt/cdcl/cdcl_int.h"

static bool is_before(const Cdcl *c, uint32_t a, uint32_t b) {
  double x = c->vars.at[a].activity, y = c->vars.at[b].activity;
  return x > y || (x >= y && a < b);
}

static void put(Cdcl *c, uint32_t at, uint32_t var) {
  c->heap.at[at] = var;
  c->vars.at[var].in_heap = at + 1;
}

static void move_up(Cdcl *c, uint32_t at) {
  assert(at < c->heap.n);
  uint32_t var = c->heap.at[at];
  for (; at > 0 && is_before(c, var, c->heap.at[(at - 1) / 2]);
       at = (at - 1) / 2)
    put(c, at, c->heap.at[(at - 1) / 2]);
  put(c, at, var);
}

static void move_down(Cdcl *c, uint32_t at) {
  assert(at < c->heap.n);
  uint32_t var = c->heap.at[at];
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= c->heap.n) break;
    if (child + 1 < c->heap.n &&
        is_before(c, c->heap.at[child + 1], c->heap.at[child]))
      child++;
    if (!is_before(c, c->heap.at[child], var)) break;
    put(c, at, c->heap.at[child]);
    at = child;
  }
  put(c, at, var);
}

void cdcl_heap_push(Cdcl *c, uint32_t var) {
  assert(var > 0 && var < c->vars.n);
  if (c->vars.at[var].in_heap) return;
  VEC_PUSH(c->mem, &c->heap, var);
  move_up(c, c->heap.n - 1);
}

uint32_t cdcl_heap_pop(Cdcl *c) {
  assert(c->heap.n > 0);
  uint32_t top = c->heap.at[0], last = VEC_POP(&c->heap);
  c->vars.at[top].in_heap = 0;
  if (c->heap.n > 0) {
    c->heap.at[0] = last;
    move_down(c, 0);
  }
  return top;
}

void cdcl_heap_clear(Cdcl *c) {
  for (uint32_t i = 0; i < c->heap.n; i++)
    c->vars.at[c->heap.at[i]].in_heap = 0;
  VEC_CLEAR(&c->heap);
}

void cdcl_bump_var(Cdcl *c, uint32_t var) {
  CdclVar *v = &c->vars.at[var];
  v->activity += c->increment;
  if (v->activity > 1e100) {
    for (uint32_t i = 1; i < c->vars.n; i++) c->vars.at[i].activity *= 1e-100;
    c->increment *= 1e-100;
  }
  if (v->in_heap) move_up(c, v->in_heap - 1);
}
