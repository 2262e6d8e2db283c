/* SPDX-License-Identifier: MIT
 *
 * The heads of loops that are forgotten, as steps of a system.
 *
 * What the variables of a head (ENC_LEAF_LOOP) stand for is its state in an
 * arbitrary round.  The body was executed once from there, so that each edge
 * back to the head tells what the next round begins with, in terms of this
 * one; and each edge from outside what the first round begins with.  Whoever
 * shows that something holds on the edges from outside, and on those from
 * inside if it held at the head, knows it of all rounds: proofs by induction
 * over exactly what questions about the function are made of.
 *
 * A term is the same in all rounds, and known when the first begins, if its
 * variables were made before the head was entered.  Some are made later, when
 * memory is read that was there before: a cell whose address is the same in
 * all rounds, and which is the same variable when it is read before the loop.
 * In a call that was looked into later than its caller was executed, what the
 * caller has made since the call is not known. */
#include "encode/function/exec_int.h"

static const Loop *loop_of(const EncExec *x, const EncHead *head) {
  const Body *body =
      enc_body(x->facts, x->activations.at[head->activation].func);
  return enc_loop_at(body, head->block);
}

void exec_note_head(Run *run, uint32_t block, uint32_t version) {
  EncExec *x = run->x;
  const Loop *loop = enc_loop_at(run->body, block);
  if (x->options.loops != ENC_LOOPS_FORGET || !run->body->cfg->cutpoint[block])
    return;
  if (!loop || loop->kind != LOOP_NATURAL || loop->header != block ||
      exec_has_side_entry(run, block))
    return;
  assert(x->versions.at[version].kind == VERSION_LOOP);
  VEC_PUSH(x->enc.mem, &x->heads,
           ((EncHead){.activation = run->activation,
                      .block = block,
                      .guard = run->guards[block],
                      .first_leaf = x->leaves.n,
                      .version = version}));
}

static void note_edge(Run *run, uint32_t from, uint32_t to) {
  TermStore *store = run->x->enc.store;
  Term guard = run->guards[from];
  if (run->body->cfg->position[from] == ANALYSIS_NONE || !guard.id ||
      term_is_false(guard))
    return;
  guard = term_and(store, guard, run->holds[from]);
  guard = term_and(store, guard, exec_edge_condition(run, from, to));
  if (term_is_false(guard)) return;
  const Loop *loop = enc_loop_at(run->body, to);
  VEC_PUSH(run->x->enc.mem, &run->x->edges,
           ((EncEdge){.from = from,
                      .position = run->body->cfg->position[from],
                      .guard = guard,
                      .version = run->after[from],
                      .is_back = enc_is_in_loop(run->body, loop, from)}));
}

void exec_note_edges(Run *run) {
  EncExec *x = run->x;
  const Rows *preds = &run->body->cfg->preds;
  for (uint32_t i = 0; i < x->heads.n; i++) {
    uint32_t to = x->heads.at[i].block;
    if (x->heads.at[i].activation != run->activation) continue;
    x->heads.at[i].first_edge = x->edges.n;
    for (uint32_t k = 0; k < rows_size(preds, to); k++)
      note_edge(run, rows_get(preds, to)[k], to);
    x->heads.at[i].n_edges = x->edges.n - x->heads.at[i].first_edge;
  }
}

uint32_t enc_exec_n_heads(const EncExec *x) {
  return x->heads.n;
}

EncHead enc_exec_head(const EncExec *x, uint32_t head) {
  require(head < x->heads.n);
  return x->heads.at[head];
}

EncEdge enc_exec_edge(const EncExec *x, const EncHead *head, uint32_t edge) {
  require(edge < head->n_edges);
  return x->edges.at[head->first_edge + edge];
}

Term enc_head_seen(EncExec *x, const EncHead *head, Term guard) {
  for (uint32_t at = head->activation; at != 0;
       at = x->activations.at[at].parent)
    guard = term_and(x->enc.store, x->activations.at[at].guard, guard);
  return guard;
}

uint32_t enc_head_position(const EncExec *x, const EncHead *head) {
  const Body *body =
      enc_body(x->facts, x->activations.at[head->activation].func);
  return body->cfg->position[head->block];
}

bool enc_head_is_inside(const EncExec *x, const EncHead *head,
                        const EncHead *other) {
  const Body *body =
      enc_body(x->facts, x->activations.at[head->activation].func);
  return head->activation == other->activation &&
         enc_is_in_loop(body, loop_of(x, other), head->block);
}

uint32_t enc_leaf_head(const EncExec *x, const EncLeaf *leaf) {
  if (leaf->kind != ENC_LEAF_LOOP || term_is_bool(x->enc.store, leaf->var))
    return UINT32_MAX;
  const Body *body =
      enc_body(x->facts, x->activations.at[leaf->activation].func);
  uint32_t block = leaf->is_memory ? leaf->inst : body->block_of[leaf->inst];
  for (uint32_t i = 0; i < x->heads.n; i++)
    if (x->heads.at[i].activation == leaf->activation &&
        x->heads.at[i].block == block)
      return i;
  return UINT32_MAX;
}

/* ---- what is the same in all rounds ---- */

/* Was the variable made before the head was entered, by its own activation or
 * by a caller before the call? */
static bool is_older(const EncExec *x, const EncHead *head, uint32_t leaf) {
  uint32_t at = head->activation, before = head->first_leaf;
  while (leaf < x->activations.at[at].first_leaf) {
    before = x->activations.at[at].leaves_before;
    at = x->activations.at[at].parent;
  }
  return leaf < before;
}

typedef struct Kept {
  EncExec *x;
  const EncHead *head;
  TermWalk walk;
} Kept;

static bool is_var_fixed(Kept *k, Term var) {
  EncExec *x = k->x;
  const EncLeaf *leaf = enc_exec_leaf(x, var);
  Term more = TERM_NONE;
  if (!leaf) return false;
  if (is_older(x, k->head, (uint32_t)(leaf - x->leaves.at))) return true;
  if (exec_is_same_in_rounds(x, leaf, &more)) {
    if (more.id) term_walk_push(&k->walk, more);
    return true;
  }
  if (!leaf->is_memory) return false;
  Place place = x->places.at[leaf->place];
  term_walk_push(&k->walk, place.address);
  return leaf->kind != ENC_LEAF_UNINIT &&
         term_same(enc_read(x, x->versions.at[k->head->version].below, place),
                   var);
}

bool enc_head_keeps(EncExec *x, const EncHead *head, Term t) {
  Kept k = {.x = x, .head = head};
  bool is_kept = true;
  term_walk_init(&k.walk, x->enc.store);
  term_walk_push(&k.walk, t);
  for (Term at; is_kept && (at = term_walk_next(&k.walk)).id;)
    if (term_is_var(x->enc.store, at)) is_kept = is_var_fixed(&k, at);
  term_walk_done(&k.walk);
  return is_kept;
}

static bool is_same(const EncHead *a, const EncHead *b) {
  return a->activation == b->activation && a->block == b->block;
}

bool enc_head_has(EncExec *x, const EncHead *head, const EncLeaf *leaf) {
  uint32_t number = enc_leaf_head(x, leaf);
  if (number == UINT32_MAX || !is_same(&x->heads.at[number], head))
    return false;
  return !leaf->is_memory ||
         enc_head_keeps(x, head, x->places.at[leaf->place].address);
}

/* ---- states ---- */

Term enc_head_value(EncExec *x, const EncHead *head, uint32_t edge, Term var) {
  EncEdge e = enc_exec_edge(x, head, edge);
  const EncLeaf *leaf = enc_exec_leaf(x, var);
  require(leaf && leaf->kind == ENC_LEAF_LOOP);
  if (leaf->is_memory) return enc_read(x, e.version, x->places.at[leaf->place]);
  const Function *f = prog_func(x->enc.program, leaf->func);
  const Inst *phi = &f->insts.at[leaf->inst];
  assert(phi->op == OP_PHI && leaf->activation == head->activation);
  for (uint32_t i = 0; i < phi->n_blocks; i++)
    if (phi->blocks[i].id == e.from)
      return enc_operand(x, head->activation, phi->ops[i]);
  unreachable_case();
}

void enc_exec_learn(EncExec *x, Term var, Term fact) {
  const uint64_t *index = map_find(&x->leaf_of, term_node(var));
  require(index && term_is_bool(x->enc.store, fact));
  Term *axiom = &x->leaves.at[*index].axiom;
  *axiom = term_and(x->enc.store, *axiom, fact);
}

/* ---- what the loop compares ---- */

static bool compares(Op op) {
  return op == OP_EQ || op == OP_NE || op == OP_SLT || op == OP_SLE ||
         op == OP_ULT || op == OP_ULE;
}

uint32_t enc_head_compared(EncExec *x, const EncHead *head, EncCompared *out,
                           uint32_t most) {
  const EncActivation *act = &x->activations.at[head->activation];
  const Function *f = prog_func(x->enc.program, act->func);
  const Loop *loop = loop_of(x, head);
  uint32_t n = 0;
  for (uint32_t b = 0; b < loop->n_blocks; b++) {
    const Block *block = &f->blocks.at[loop->blocks[b]];
    for (uint32_t i = 0; i < block->insts.n && n < most; i++) {
      const Inst *inst = &f->insts.at[block->insts.at[i]];
      if (!compares(inst->op)) continue;
      Term left = enc_operand(x, head->activation, inst->ops[0]);
      Term right = enc_operand(x, head->activation, inst->ops[1]);
      bool is_signed = inst->op == OP_SLT || inst->op == OP_SLE;
      if (left.id && right.id) out[n++] = (EncCompared){left, right, is_signed};
    }
  }
  return n;
}
