/* SPDX-License-Identifier: MIT
 *
 * Which classes of pointers may lead into objects of which others.
 *
 * Problem.  Copies of a pointer are in one class, but two kinds of copies are
 * not joined: a pointer into the middle of an object, and what is passed to a
 * parameter that goes nowhere (kept.c).  Such a parameter is often declared to
 * lead to a struct of its own, as `read_head((struct head *)text)`.  If the
 * whole is freed, what the parameter leads to is gone.
 *
 * Idea.  Every copy that was not joined is an edge of a graph.  A class may be
 * inside of another if a way leads there from it through values of no class; or
 * if its struct is a member of the other's.  Where no step was taken it is the
 * same object, freed by either name: those edges lead back, too.  Pairs that
 * follow from pairs are added until there are no more, or too many: then all
 * may be.
 *
 * A struct whose pointers become such to another one, not its member, is the
 * head of a block, or another name for it: what is declared says nothing of
 * what is freed with it (freed.c).
 *
 * Cost: a search from each class that has such edges. */
#include "encode/function/copies/copies_int.h"

#include <stdlib.h>

typedef struct Inside {
  Copies *c;
  const uint32_t *classes; /* by node */
  Vec(uint64_t) edges;     /* from << 32 | to, in order */
  uint32_t *seen;          /* node -> whose search was there */
  IndexVec todo;
} Inside;

/* ---- copies that are not joined ---- */

static void add_edge(Copies *c, uint32_t from, uint32_t to) {
  assert(from < c->parent.n && to < c->parent.n);
  if (!from || !to || from == to) return;
  VEC_PUSH(c->facts->mem, &c->flows, (uint64_t)from << 32 | to);
  VEC_PUSH(c->facts->mem, &c->casts, (uint64_t)from << 32 | to);
  VEC_PUSH(c->facts->mem, &c->backs, (uint64_t)to << 32 | from);
}

/* The value, or the object that it leads into the middle of, becomes another.
 * If that may be one of several, those who made it so know which one by its
 * type. */
static void flow(Copies *c, FuncId func, Val v, uint32_t to, bool is_choice) {
  assert(to && to < c->parent.n);
  Val root = prog_address_root(prog_func(c->facts->program, func), v);
  if (!val_is_local(root)) return;
  uint32_t from = c->base[func.id] + val_index(root);
  bool is_start = val_same(v, root);
  if (is_start && !is_choice) {
    add_edge(c, from, to);
    return;
  }
  VEC_PUSH(c->facts->mem, &c->flows, (uint64_t)from << 32 | to);
  if (is_start)
    VEC_PUSH(c->facts->mem, &c->backs, (uint64_t)to << 32 | from);
  else
    VEC_PUSH(c->facts->mem, &c->casts, (uint64_t)from << 32 | to);
}

/* Who has no body may give back what it was given; or later, by another call,
 * as a text if it is no struct. */
static void flow_outside(Copies *c, FuncId func, uint32_t number, Val v) {
  const Function *f = prog_func(c->facts->program, func);
  Val root = prog_address_root(f, v);
  if (!val_is_local(root)) return;
  if (copies_is_pointer(c, f->insts.at[number].type))
    flow(c, func, v, c->base[func.id] + number, false);
  uint32_t from = c->base[func.id] + val_index(root);
  if (!c->struct_of.at[copies_find(c, from)]) flow(c, func, v, TEXTS, true);
}

/* One argument of a call that may be of this function, alone or of several. */
static void flow_into(Copies *c, FuncId func, uint32_t number, uint32_t operand,
                      FuncId callee, bool is_choice) {
  const Program *p = c->facts->program;
  const Inst *call = &prog_func(p, func)->insts.at[number];
  const Function *g = prog_func(p, callee);
  Val v = call->ops[operand];
  if (g->origin == FUNC_MODEL) { /* it may give back what it was given */
    if (copies_is_pointer(c, call->type) && !copies_is_fresh(c, callee))
      flow(c, func, v, c->base[func.id] + number, false);
  } else if (g->state != FUNC_DEFINED) {
    flow_outside(c, func, number, v);
  } else if (operand > g->n_params) {
    flow(c, func, v, copies_contents(c, LIST), false);
  } else {
    flow(c, func, v, c->base[callee.id] + operand, is_choice);
  }
}

static void flow_into_call(Copies *c, FuncId func, uint32_t number) {
  const Program *p = c->facts->program;
  const Inst *call = &prog_func(p, func)->insts.at[number];
  IndexVec callees = {0};
  prog_call_targets(c->facts->calls, p, c->facts->points, func, number,
                    &callees);
  for (uint32_t k = 0; k < callees.n; k++)
    for (uint32_t i = 1; i < call->n_ops; i++)
      flow_into(c, func, number, i, (FuncId){callees.at[k]}, callees.n > 1);
  for (uint32_t i = 1; i < call->n_ops && !callees.n; i++)
    flow_outside(c, func, number, call->ops[i]);
  VEC_DONE(p->mem, &callees);
}

/* Through a variable of the function. */
static void flow_through(Copies *c, FuncId func, uint32_t number) {
  const Function *f = prog_func(c->facts->program, func);
  const Inst *inst = &f->insts.at[number];
  bool is_store = inst->op == OP_STORE;
  Val address = inst->ops[is_store], root = prog_address_root(f, address);
  Val value = is_store ? inst->ops[0] : val_local(number);
  if (!val_is_local(root) || f->insts.at[val_index(root)].op != OP_ALLOCA ||
      !copies_may_be_pointer(c, func, value))
    return;
  uint32_t slot = copies_accessed(c, func, inst, address);
  if (is_store)
    flow(c, func, value, slot, false);
  else
    add_edge(c, slot, c->base[func.id] + number);
}

void copies_flow(Copies *c, FuncId func, uint32_t number) {
  const Inst *inst = &prog_func(c->facts->program, func)->insts.at[number];
  uint32_t node = c->base[func.id] + number;
  if (copies_is_pointer(c, inst->type))
    c->type_of[node] = enc_agreed_type(c->facts, func, val_local(number)).id;
  if (inst->op == OP_CALL) flow_into_call(c, func, number);
  if (inst->op == OP_STORE || inst->op == OP_LOAD)
    flow_through(c, func, number);
  if (inst->op == OP_PHI || inst->op == OP_SELECT)
    for (uint32_t i = copies_first(inst); i < copies_end(inst); i++)
      flow(c, func, inst->ops[i], node, false);
}

/* ---- structs in structs ---- */

/* What starts where a struct does is freed by either name. */
static void add_first(Copies *c, uint32_t type, const IndexVec *held) {
  EncFacts *facts = c->facts;
  const Program *p = facts->program;
  TypeId at = {type};
  for (;;) {
    const Type *t = prog_type(p, at);
    bool is_struct = t->kind == TYPE_STRUCT && t->n_fields > 0;
    if (!is_struct && t->kind != TYPE_ARRAY) return;
    at = is_struct ? t->fields[0].type : t->elem;
    if (prog_type(p, at)->kind != TYPE_STRUCT) continue;
    uint32_t class = facts->structs.class_of[at.id];
    if (class)
      VEC_PUSH(facts->mem, &c->inside,
               (uint64_t)(c->first_struct + class) << 32 |
                   (c->first_struct + type));
    for (uint32_t i = 0; i < held->n && !class; i++) /* a union */
      VEC_PUSH(facts->mem, &c->inside,
               (uint64_t)(c->first_struct + held->at[i]) << 32 |
                   (c->first_struct + type));
  }
}

static void add_held(Copies *c) {
  EncFacts *facts = c->facts;
  const EncStructs *s = &facts->structs;
  IndexVec held = {0};
  for (uint32_t t = 1; t < s->n; t++) {
    if (s->class_of[t] != t) continue;
    uint64_t whole = (uint64_t)(c->first_struct + t) << 32;
    VEC_CLEAR(&held);
    bool is_known = enc_structs_in(facts, (TypeId){t}, &held);
    for (uint32_t i = 0; i < held.n; i++)
      VEC_PUSH(facts->mem, &c->inside, whole | (c->first_struct + held.at[i]));
    if (!is_known) VEC_PUSH(facts->mem, &c->inside, whole | OUTSIDE);
    add_first(c, t, &held);
  }
  VEC_DONE(facts->mem, &held);
}

/* ---- searches ---- */

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort_edges(Inside *in) {
  if (in->edges.n)
    qsort(in->edges.at, in->edges.n, sizeof *in->edges.at, by_number);
}

/* From each value to what it is copied to. */
static void take_edges(Inside *in) {
  Copies *c = in->c;
  for (uint32_t i = 0; i < c->casts.n; i++)
    VEC_PUSH(c->facts->mem, &in->edges, c->casts.at[i]);
  sort_edges(in);
}

/* Edges between what stands for classes. */
static void join_edges(Inside *in, const uint64_t *edges, uint32_t n) {
  Copies *c = in->c;
  VEC_CLEAR(&in->edges);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t from = copies_find(c, (uint32_t)(edges[i] >> 32));
    uint32_t to = copies_find(c, (uint32_t)edges[i]);
    if (from != to)
      VEC_PUSH(c->facts->mem, &in->edges, (uint64_t)from << 32 | to);
  }
  sort_edges(in);
  memset(in->seen, 0, sizeof *in->seen * c->parent.n);
}

/* The first edge from the node, or behind. */
static uint32_t first_edge(const Inside *in, uint32_t node) {
  uint32_t low = 0, high = in->edges.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (in->edges.at[middle] >> 32 < node)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* ---- heads of blocks ---- */

/* The struct that the value, or what is stored in the slot, is declared to lead
 * to; 0: none, UINT32_MAX: several. */
static uint32_t type_of(Copies *c, uint32_t node) {
  return node < c->first_struct ? c->type_of[node]
                                : c->struct_of.at[copies_find(c, node)];
}

static bool is_kept(const Copies *c, uint32_t node) {
  return node < c->first_struct && c->is_kept[node] & (RETURNED | KEPT);
}

/* Does a pointer to the struct become one to another, that is not a member, by
 * way of values which are declared to lead to none?  Not by way of those that
 * are kept: a container of all kinds gives back what was put in. */
static bool becomes_another(Inside *in, uint32_t type, uint32_t from) {
  EncFacts *facts = in->c->facts;
  bool found = false;
  VEC_PUSH(facts->mem, &in->todo, from);
  while (in->todo.n) {
    uint32_t node = VEC_POP(&in->todo);
    for (uint32_t e = first_edge(in, node);
         e < in->edges.n && in->edges.at[e] >> 32 == node; e++) {
      uint32_t to = (uint32_t)in->edges.at[e], other = type_of(in->c, to);
      if (other)
        found |= other == UINT32_MAX ||
                 enc_structs_apart(facts, (TypeId){type}, (TypeId){other});
      if (other || in->seen[to] == type || is_kept(in->c, to)) continue;
      in->seen[to] = type;
      VEC_PUSH(facts->mem, &in->todo, to);
    }
  }
  return found;
}

/* Parameters are in no block. */
static void type_params(Copies *c) {
  const Program *p = c->facts->program;
  for (uint32_t id = 1; id < c->facts->n_funcs; id++) {
    const Function *f = &p->funcs.at[id];
    if (f->state != FUNC_DEFINED || f->origin == FUNC_MODEL) continue;
    for (uint32_t i = 1; i <= f->n_params; i++)
      if (copies_is_pointer(c, f->params[i - 1]))
        c->type_of[c->base[id] + i] =
            enc_agreed_type(c->facts, (FuncId){id}, val_local(i)).id;
    enc_trim_bodies(c->facts);
  }
}

static void find_headers(Inside *in) {
  EncStructs *s = &in->c->facts->structs;
  for (uint32_t i = 0; i < in->c->rooms.n; i++) {
    uint64_t room = in->c->rooms.at[i];
    if (in->c->struct_of.at[copies_find(in->c, (uint32_t)room)])
      s->is_header[room >> 32] = 1; /* a struct is made of the characters */
  }
  type_params(in->c);
  take_edges(in);
  for (uint32_t e = 0; e < in->edges.n; e++) {
    uint32_t from = (uint32_t)(in->edges.at[e] >> 32);
    uint32_t type = type_of(in->c, from);
    if (!type || from >= in->c->first_struct ||
        (e && in->edges.at[e - 1] >> 32 == from))
      continue;
    if (becomes_another(in, type, from)) s->is_header[s->class_of[type]] = 1;
  }
}

/* ---- classes ---- */

/* What pointers of the class flow into, through values of no class. */
static void search(Inside *in, uint32_t class) {
  assert(class && in->classes[class] == class);
  Copies *c = in->c;
  uint32_t outside = copies_find(c, OUTSIDE);
  VEC_PUSH(c->facts->mem, &in->todo, class);
  while (in->todo.n) {
    uint32_t node = VEC_POP(&in->todo);
    for (uint32_t e = first_edge(in, node);
         e < in->edges.n && in->edges.at[e] >> 32 == node; e++) {
      uint32_t to = (uint32_t)in->edges.at[e];
      if (in->seen[to] == class || to == outside || to == class) continue;
      in->seen[to] = class;
      if (in->classes[to])
        VEC_PUSH(c->facts->mem, &c->inside, (uint64_t)class << 32 | to);
      else
        VEC_PUSH(c->facts->mem, &in->todo, to);
    }
  }
}

/* From each class with an edge; in order, so that each comes once. */
static void search_all(Inside *in) {
  uint32_t last = 0;
  for (uint32_t e = 0; e < in->edges.n; e++) {
    uint32_t from = (uint32_t)(in->edges.at[e] >> 32);
    if (from == last || !in->classes[from]) continue;
    last = from;
    search(in, from);
  }
}

/* ---- pairs ---- */

typedef Vec(uint64_t) Pairs;

static void add_pair(EncFacts *facts, Pairs *pairs, uint64_t pair) {
  if (map_find(&facts->inside, pair)) return;
  map_put(&facts->inside, pair, 1);
  VEC_PUSH(facts->mem, pairs, pair);
}

/* Pairs of classes, and pairs that follow; of OUTSIDE: anything. */
static void close_pairs(Inside *in) {
  EncFacts *facts = in->c->facts;
  Pairs pairs = {0};
  for (uint32_t i = 0; i < in->c->inside.n; i++) {
    uint32_t whole = in->classes[in->c->inside.at[i] >> 32];
    uint32_t node = (uint32_t)in->c->inside.at[i], part = in->classes[node];
    if (whole && (part || node == OUTSIDE) && whole != part)
      add_pair(facts, &pairs, (uint64_t)whole << 32 | part);
  }
  uint32_t own = pairs.n;
  for (uint32_t i = 0; i < pairs.n && pairs.n < PAIRS_MOST; i++)
    for (uint32_t k = 0; k < own; k++)
      if ((uint32_t)pairs.at[i] == (uint32_t)(pairs.at[k] >> 32))
        add_pair(facts, &pairs,
                 (pairs.at[i] & ~(uint64_t)UINT32_MAX) | (uint32_t)pairs.at[k]);
  facts->is_inside_any = pairs.n >= PAIRS_MOST;
  VEC_DONE(facts->mem, &pairs);
}

void copies_find_inside(Copies *c, const uint32_t *classes) {
  assert(c->first_struct < c->parent.n);
  Inside in = {.c = c, .classes = classes};
  Mem *mem = c->facts->mem;
  in.seen = MEM_ARRAY(mem, uint32_t, c->parent.n);
  find_headers(&in);
  join_edges(&in, c->flows.at, c->flows.n);
  search_all(&in);
  join_edges(&in, c->backs.at, c->backs.n);
  search_all(&in);
  add_held(c);
  close_pairs(&in);
  MEM_FREE_ARRAY(mem, in.seen, c->parent.n);
  VEC_DONE(mem, &in.edges);
  VEC_DONE(mem, &in.todo);
}

bool enc_facts_inside(const EncFacts *facts, uint32_t whole, uint32_t part) {
  return facts->is_inside_any ||
         map_find(&facts->inside, (uint64_t)whole << 32 | part) != NULL ||
         map_find(&facts->inside, (uint64_t)whole << 32) != NULL;
}
