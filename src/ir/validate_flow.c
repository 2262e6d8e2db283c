/* SPDX-License-Identifier: MIT
 *
 * Validation of control flow: predecessors, order, dominators. */
#include "ir/validate_int.h"

/* The terminator of a block, NULL when it is empty. */
static const Inst *block_end(const Function *f, uint32_t b) {
  return f->blocks.at[b].insts.n ? prog_terminator(f, (BlockId){b}) : NULL;
}

void validate_find_preds(Validator *v) {
  const Function *f = v->f;
  uint32_t n = f->blocks.n, total = 0;
  v->first = ARENA_ARRAY(&v->scratch, uint32_t, n + 2);
  for (uint32_t b = 0; b < n; b++) {
    const Inst *end = block_end(f, b);
    for (uint32_t i = 0; end && i < end->n_blocks; i++, total++)
      v->first[end->blocks[i].id + 2]++;
  }
  v->preds = ARENA_ARRAY(&v->scratch, uint32_t, total + 1);
  for (uint32_t b = 2; b < n + 2; b++) v->first[b] += v->first[b - 1];
  for (uint32_t b = 0; b < n; b++) {
    const Inst *end = block_end(f, b);
    for (uint32_t i = 0; end && i < end->n_blocks; i++)
      v->preds[v->first[end->blocks[i].id + 1]++] = b;
  }
  assert(v->first[n] == total);
}

/* Reverse postorder by depth-first search with its own stack. */
void validate_find_order(Validator *v) {
  const Function *f = v->f;
  uint32_t n = f->blocks.n, depth = 0, left = n;
  uint32_t *stack = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *next = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *list = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  v->order = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  for (uint32_t b = 0; b < n; b++) v->order[b] = UINT32_MAX;
  stack[depth++] = 0;
  v->order[0] = 0;
  while (depth) {
    uint32_t b = stack[depth - 1];
    const Inst *end = block_end(f, b);
    if (end && next[b] < end->n_blocks) {
      uint32_t to = end->blocks[next[b]++].id;
      if (v->order[to] == UINT32_MAX) v->order[to] = 0, stack[depth++] = to;
    } else {
      list[--left] = b;
      depth--;
    }
  }
  v->rpo = list + left;
  v->n_rpo = n - left;
  assert(v->n_rpo > 0 && v->rpo[0] == 0);
  for (uint32_t i = 0; i < v->n_rpo; i++) v->order[v->rpo[i]] = i;
}

static uint32_t intersect(const Validator *v, uint32_t a, uint32_t b) {
  while (a != b) {
    assert(v->idom[a] != UINT32_MAX && v->idom[b] != UINT32_MAX);
    while (v->order[a] > v->order[b]) a = v->idom[a];
    while (v->order[b] > v->order[a]) b = v->idom[b];
  }
  return a;
}

void validate_find_dominators(Validator *v) {
  uint32_t n = v->f->blocks.n;
  v->idom = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  for (uint32_t b = 0; b < n; b++) v->idom[b] = UINT32_MAX;
  v->idom[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < v->n_rpo; i++) {
      uint32_t b = v->rpo[i], best = UINT32_MAX;
      for (uint32_t k = v->first[b]; k < v->first[b + 1]; k++) {
        uint32_t pred = v->preds[k];
        if (v->order[pred] == UINT32_MAX || v->idom[pred] == UINT32_MAX)
          continue;
        best = best == UINT32_MAX ? pred : intersect(v, pred, best);
      }
      assert(best != UINT32_MAX); /* the order has a predecessor before b */
      if (v->idom[b] != best) v->idom[b] = best, changed = true;
    }
  }
}

/* Numbers on the dominator tree without walking it: subtree sizes bottom-up,
 * then each child takes the next free interval of its parent, top-down. */
void validate_number_dominators(Validator *v) {
  uint32_t n = v->f->blocks.n;
  v->pre = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  v->post = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *size = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *next = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  for (uint32_t i = v->n_rpo; i-- > 1;)
    size[v->idom[v->rpo[i]]] += ++size[v->rpo[i]];
  v->post[0] = v->n_rpo;
  next[0] = 1;
  for (uint32_t i = 1; i < v->n_rpo; i++) {
    uint32_t b = v->rpo[i], up = v->idom[b];
    v->pre[b] = next[up];
    v->post[b] = next[up] += size[b];
    next[b] = v->pre[b] + 1;
    assert(v->pre[up] < v->pre[b] && v->post[b] <= v->post[up]);
  }
}

bool validate_block_dominates(const Validator *v, uint32_t a, uint32_t b) {
  assert(v->order[a] != UINT32_MAX && v->order[b] != UINT32_MAX);
  return v->pre[a] <= v->pre[b] && v->post[b] <= v->post[a];
}
