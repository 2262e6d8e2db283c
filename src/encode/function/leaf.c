/* SPDX-License-Identifier: MIT
 *
 * The variables of function formulas: what each stands for, and its term once
 * it is expanded.  Also how an EncExec is made and freed. */
#include "encode/function/function_int.h"

enum { DEPTH_MOST = 24 }; /* calls inside calls, by default */

const char *enc_leaf_text(EncLeafKind kind) {
  static const char *const texts[] = {
#define X(name, text) text,
      ENC_LEAVES(X)
#undef X
  };
  require((size_t)kind < sizeof texts / sizeof *texts);
  return texts[kind];
}

/* ---- making leaves ---- */

static const char *kind_prefix(EncLeafKind kind) {
  static const char *const names[] = {
#define X(name, text) #name,
      ENC_LEAVES(X)
#undef X
  };
  return names[kind];
}

Term enc_new_leaf(EncExec *x, EncLeaf leaf, Sort sort) {
  leaf.var = term_fresh(x->enc.store, kind_prefix(leaf.kind), sort);
  if (!leaf.axiom.id) leaf.axiom = term_true();
  map_put(&x->leaf_of, term_node(leaf.var), x->leaves.n);
  VEC_PUSH(x->enc.mem, &x->leaves, leaf);
  return leaf.var;
}

/* ---- NULL ---- */

static Term equals_zero(EncExec *x, Term t) {
  TermStore *store = x->enc.store;
  return term_eq(store, t, term_u64(store, 0, term_width(store, t)));
}

/* Roots are older than what is made of them, so that chains end. */
void enc_add_root(EncExec *x, Term address, Term root) {
  assert(term_width(x->enc.store, address) == term_width(x->enc.store, root));
  if (term_node(address) <= term_node(root) ||
      term_is_const(x->enc.store, address) || map_find(&x->root_of, address.id))
    return;
  map_put(&x->root_of, address.id, root.id);
}

static Term known_null(const EncExec *x, Term t) {
  return (Term){(uint32_t)map_get(&x->null_of, t.id, 0)};
}

/* One step for the topmost question: answered, or its parts are asked for. */
static Term null_step(EncExec *x, Term t) {
  TermStore *store = x->enc.store;
  const Object *object = term_is_var(store, t) ? enc_object_of(x, t) : NULL;
  if (object && object->is_weak) return equals_zero(x, t);
  if (object && !object->is_result) return term_false();
  Term root = {(uint32_t)map_get(&x->root_of, t.id, 0)};
  if (root.id) {
    Term null = known_null(x, root);
    if (!null.id) VEC_PUSH(x->enc.mem, &x->null_todo, root);
    return null;
  }
  if (term_kind(store, t) != TERM_ITE) return equals_zero(x, t);
  Term yes = term_child(store, t, 1), no = term_child(store, t, 2);
  Term if_yes = known_null(x, yes), if_no = known_null(x, no);
  if (!if_yes.id) VEC_PUSH(x->enc.mem, &x->null_todo, yes);
  if (!if_no.id) VEC_PUSH(x->enc.mem, &x->null_todo, no);
  return if_yes.id && if_no.id
             ? term_ite(store, term_child(store, t, 0), if_yes, if_no)
             : TERM_NONE;
}

Term enc_is_null(EncExec *x, Term address) {
  uint32_t bottom = x->null_todo.n;
  VEC_PUSH(x->enc.mem, &x->null_todo, address);
  while (x->null_todo.n > bottom) {
    Term t = VEC_LAST(&x->null_todo);
    Term null = known_null(x, t);
    if (!null.id) null = null_step(x, t);
    if (!null.id) continue;
    assert(term_is_bool(x->enc.store, null));
    map_put(&x->null_of, t.id, null.id);
    x->null_todo.n--;
  }
  return known_null(x, address);
}

void enc_add_object(EncExec *x, Object object) {
  assert(!map_find(&x->object_of, term_node(object.var)));
  map_put(&x->object_of, term_node(object.var), x->objects.n);
  VEC_PUSH(x->enc.mem, &x->objects, object);
}

/* The address just behind an object is above all that are inside of it (C11
 * 6.5.8p5), so it does not wrap.  Of a size that is no constant this says
 * nothing: there may be no room for so much, and the way on which the
 * allocation fails must stay open. */
static Term ends_in_memory(EncExec *x, const Object *object) {
  TermStore *store = x->enc.store;
  Term size = enc_object_size(x, object);
  int64_t bytes;
  if (!size.id || !term_const_i64(store, size, &bytes) || bytes < 0)
    return term_true();
  Term last = term_i64(store, -1 - bytes, x->enc.program->pointer_bits);
  return term_not(term_ult(store, last, object->var));
}

Term enc_new_object(EncExec *x, EncLeaf leaf, Object object) {
  leaf.kind = ENC_LEAF_OBJECT;
  leaf.is_pointer = true;
  Sort sort = sort_bv(x->enc.program->pointer_bits);
  object.var = enc_new_leaf(x, leaf, sort);
  Term axiom = ends_in_memory(x, &object);
  if (!object.is_weak)
    axiom = term_and(x->enc.store, axiom, term_not(equals_zero(x, object.var)));
  VEC_LAST(&x->leaves).axiom = axiom;
  enc_add_object(x, object);
  return object.var;
}

Term enc_global_address(EncExec *x, GlobalId global) {
  const uint64_t *known = map_find(&x->globals, global.id);
  if (known) return (Term){(uint32_t)*known};
  Object object = {.born = UINT32_MAX,
                   .is_private = !x->facts->global_leaks[global.id],
                   .is_weak = prog_global(x->enc.program, global)->is_weak,
                   .global = global};
  EncLeaf leaf = {.loc = prog_global(x->enc.program, global)->loc};
  Term var = enc_new_object(x, leaf, object);
  map_put(&x->globals, global.id, var.id);
  return var;
}

Term enc_global_plus(EncExec *x, GlobalId global, int64_t offset) {
  TermStore *store = x->enc.store;
  Term start = enc_global_address(x, global);
  Term address = term_add(
      store, start, term_i64(store, offset, x->enc.program->pointer_bits));
  enc_add_root(x, address, start);
  return address;
}

/* Functions are objects, too: not NULL, and never written. */
Term enc_function_address(EncExec *x, FuncId func) {
  const uint64_t *known = map_find(&x->functions, func.id);
  if (known) return (Term){(uint32_t)*known};
  const Function *f = prog_func(x->enc.program, func);
  EncLeaf leaf = {.loc = f->loc, .func = func};
  Object object = {.born = UINT32_MAX, .func = func, .is_weak = f->is_weak};
  Term var = enc_new_object(x, leaf, object);
  map_put(&x->functions, func.id, var.id);
  return var;
}

const Object *enc_object_of(const EncExec *x, Term var) {
  const uint64_t *index = map_find(&x->object_of, term_node(var));
  return index ? &x->objects.at[*index] : NULL;
}

const EncLeaf *enc_exec_leaf(const EncExec *x, Term var) {
  const uint64_t *index = map_find(&x->leaf_of, term_node(var));
  return index ? &x->leaves.at[*index] : NULL;
}

uint32_t enc_exec_n_leaves(const EncExec *x) {
  return x->leaves.n;
}

const EncLeaf *enc_exec_leaf_at(const EncExec *x, uint32_t number) {
  require(number < x->leaves.n);
  return &x->leaves.at[number];
}

Term enc_exec_null(EncExec *x, Term pointer) {
  return enc_is_null(x, pointer);
}

static void mark_limit(EncLeaf *leaf, uint32_t block) {
  for (uint32_t i = 0; i < leaf->n_limits; i++)
    if (leaf->limits[i] == block) return;
  if (leaf->n_limits < ENC_LIMITS_MOST) leaf->limits[leaf->n_limits++] = block;
}

/* What is tested: the value without its extensions; where it was moved on some
 * ways (`if (...) p = q + 1; if (p)`), what it is on the others. */
static Term tested_part(const TermStore *store, Term value, EncTest by) {
  for (;;) {
    TermKind kind = term_kind(store, value);
    bool chooses = kind == TERM_ITE && by == ENC_TEST_USER;
    bool moved[3] = {false};
    for (uint32_t k = 1; chooses && k < 3; k++)
      moved[k] = term_kind(store, term_child(store, value, k)) == TERM_ADD;
    if (kind == TERM_ZEXT || kind == TERM_SEXT)
      value = term_child(store, value, 0);
    else if (moved[1] != moved[2])
      value = term_child(store, value, moved[1] ? 2 : 1);
    else
      return value;
  }
}

void enc_mark_tested(EncExec *x, Term value, EncTest by, uint32_t block) {
  value = tested_part(x->enc.store, value, by);
  const uint64_t *index = map_find(&x->leaf_of, term_node(value));
  if (!index) return;
  EncLeaf *leaf = &x->leaves.at[*index];
  if (by == ENC_TEST_CHECK) leaf->is_checked = true;
  if (by == ENC_TEST_LIMIT) mark_limit(leaf, block);
  if (by == ENC_TEST_SIGN) leaf->has_sign = true;
  if (by != ENC_TEST_USER) return;
  if (!leaf->is_tested) leaf->tested_in = block == UINT32_MAX ? 0 : block;
  leaf->is_tested = true;
}

/* ---- looking into calls ---- */

/* Why a call cannot be looked into; NULL: it can. */
static const char *closed_because(EncExec *x, uint32_t activation) {
  const EncActivation *act = &x->activations.at[activation];
  uint32_t most = x->options.most_depth ? x->options.most_depth : DEPTH_MOST;
  if (act->state == ENC_ACT_EXECUTED) return NULL;
  if (x->most_terms && term_store_n_nodes(x->enc.store) > x->most_terms) {
    x->is_over = true;
    return "calls that are too large";
  }
  if (act->depth > most) return "calls too deep inside each other";
  for (uint32_t at = act->parent, last = activation; at != last;
       last = at, at = x->activations.at[at].parent)
    if (x->activations.at[at].func.id == act->func.id)
      return "a recursive call";
  /* A function of the library frees nothing behind such a construct. */
  if (x->facts->has_unsupported[prog_rolled(x->enc.program, act->func).id] &&
      !prog_is_library(x->enc.program, act->func))
    return "a function with a construct that is not supported";
  return NULL;
}

void enc_exec_limit(EncExec *x, uint32_t most_terms) {
  x->most_terms = most_terms;
}

void enc_look_at(EncExec *x, FuncId func) {
  assert(func.id != 0);
  for (uint32_t i = 0; i < x->looked_at.n; i++)
    if (x->looked_at.at[i].id == func.id) return;
  VEC_PUSH(x->enc.mem, &x->looked_at, func);
}

const FuncId *enc_exec_looked_at(const EncExec *x, uint32_t *n) {
  *n = x->looked_at.n;
  return x->looked_at.at;
}

bool enc_exec_is_over(const EncExec *x) {
  return x->is_over;
}

bool enc_exec_run(EncExec *x, uint32_t activation) {
  require(activation < x->activations.n);
  if (closed_because(x, activation)) return false;
  if (x->activations.at[activation].state == ENC_ACT_NEW)
    enc_execute(x, activation);
  return true;
}

static Term meaning_of(EncExec *x, EncLeaf leaf) {
  const EncActivation *act = &x->activations.at[leaf.activation];
  Sort sort = term_sort(x->enc.store, leaf.var);
  if (leaf.kind == ENC_LEAF_RETURNS) return act->returns;
  if (leaf.kind == ENC_LEAF_EFFECT)
    return enc_read(x, x->states.at[leaf.activation].version_out,
                    x->places.at[leaf.place]);
  /* A function that never returns: its result is never used. */
  return act->result.id ? act->result
                        : term_u64(x->enc.store, 0, sort_width(sort));
}

/* The root compares the result with NULL, and so what the function returns: one
 * of these variables. */
static void mark_returned(EncExec *x, const EncLeaf *result, Term value) {
  assert(result->is_pointer && result->is_tested);
  const TermStore *store = x->enc.store;
  if (term_kind(store, value) == TERM_ITE) {
    mark_returned(x, result, term_child(store, value, 1));
    mark_returned(x, result, term_child(store, value, 2));
  } else if (term_is_var(store, value)) {
    enc_mark_tested(x, value, ENC_TEST_USER, result->tested_in);
  }
}

Term enc_expand(EncExec *x, Term var) {
  const uint64_t *found = map_find(&x->leaf_of, term_node(var));
  require(found);
  uint32_t index = (uint32_t)*found;
  EncLeaf leaf = x->leaves.at[index];
  require(leaf.kind == ENC_LEAF_RESULT || leaf.kind == ENC_LEAF_RETURNS ||
          leaf.kind == ENC_LEAF_EFFECT);
  const char *closed = closed_because(x, leaf.activation);
  if (closed) {
    x->leaves.at[index].closed = closed;
    return TERM_NONE;
  }
  if (!enc_exec_run(x, leaf.activation)) return TERM_NONE;
  Term meaning = meaning_of(x, leaf);
  assert(sort_same(term_sort(x->enc.store, meaning),
                   term_sort(x->enc.store, var)));
  if (leaf.is_pointer && leaf.is_tested && leaf.kind == ENC_LEAF_RESULT)
    mark_returned(x, &leaf, meaning);
  if (leaf.is_pointer)
    x->leaves.at[index].axiom = term_iff(x->enc.store, equals_zero(x, leaf.var),
                                         enc_is_null(x, meaning));
  return meaning;
}

Term enc_exec_expand(EncExec *x, Term var) {
  x->looks_left = ENC_LOOKS_MOST;
  return enc_expand(x, var);
}

/* ---- reading the execution ---- */

uint32_t enc_exec_n_activations(const EncExec *x) {
  return x->activations.n;
}

const EncActivation *enc_exec_activation(const EncExec *x, uint32_t index) {
  require(index < x->activations.n);
  return &x->activations.at[index];
}

uint32_t enc_exec_find_call(const EncExec *x, uint32_t activation,
                            uint32_t inst) {
  require(activation < x->activations.n);
  return (uint32_t)map_get(&x->calls, (uint64_t)activation << 32 | inst,
                           UINT32_MAX);
}

Term enc_exec_condition(EncExec *x, uint32_t activation, uint32_t check) {
  require(activation < x->activations.n);
  const EncActivation *act = &x->activations.at[activation];
  require(act->state == ENC_ACT_EXECUTED && check < act->checks.n);
  Term condition = act->checks.at[check].condition;
  for (uint32_t at = activation; at != 0; at = x->activations.at[at].parent)
    condition = term_and(x->enc.store, x->activations.at[at].guard, condition);
  return condition;
}

bool enc_exec_is_before(const EncExec *x, uint32_t block, uint32_t other) {
  const Body *body = enc_body(x->facts, x->activations.at[0].func);
  return prog_dominates(body->dominators, block, other);
}

bool enc_exec_is_limited(const EncExec *x, const EncLeaf *leaf,
                         uint32_t block) {
  const Body *body = enc_body(x->facts, x->activations.at[0].func);
  for (uint32_t i = 0; i < leaf->n_limits; i++)
    if (prog_dominates(body->dominators, leaf->limits[i], block)) return true;
  return false;
}

/* The head of the loop that the variable is from. */
static uint32_t head_of(const EncExec *x, const EncLeaf *leaf) {
  assert(leaf->kind == ENC_LEAF_LOOP);
  FuncId func = x->activations.at[leaf->activation].func;
  return leaf->is_memory ? leaf->inst
                         : enc_body(x->facts, func)->block_of[leaf->inst];
}

Term enc_exec_reached(const EncExec *x, const EncLeaf *leaf, uint32_t block) {
  require(leaf->activation < x->activations.n);
  if (leaf->kind != ENC_LEAF_LOOP) return leaf->reached;
  const EncActivation *act = &x->activations.at[leaf->activation];
  if (act->state != ENC_ACT_EXECUTED || term_is_bool(x->enc.store, leaf->var))
    return TERM_NONE;
  uint32_t head = head_of(x, leaf);
  if (leaf->activation != 0 || enc_exec_is_before(x, head, block))
    return TERM_NONE;
  return act->block_guards[head];
}

Term enc_exec_value(const EncExec *x, uint32_t activation, uint32_t inst) {
  require(activation < x->states.n);
  const State *state = &x->states.at[activation];
  return (Term){(uint32_t)map_get(&state->values, inst, 0)};
}

Term enc_exec_operand(EncExec *x, uint32_t activation, Val val) {
  return enc_operand(x, activation, val);
}

EncCell enc_exec_cell(const EncExec *x, const EncLeaf *leaf) {
  require(leaf->place < x->places.n);
  const Place *place = &x->places.at[leaf->place];
  return (EncCell){place->address, place->bytes, place->field.type,
                   place->field.index};
}

bool enc_exec_relates_pointers(const EncExec *x) {
  return x->relates_pointers;
}

Term enc_exec_behind(const EncExec *x, Term var) {
  const Object *object = enc_object_of(x, var);
  if (!object) return TERM_NONE;
  return object->is_result ? x->activations.at[object->maker].result
                           : object->size;
}

EncObject enc_exec_object(const EncExec *x, Term var) {
  const Object *object = enc_object_of(x, var);
  require(object);
  return (EncObject){object->global, object->func};
}

/* ---- life ---- */

static Term address_hook(Enc *enc, const Const *constant) {
  EncExec *x = (EncExec *)(void *)enc;
  if (constant->kind == CONST_FUNC)
    return enc_function_address(x, constant->func);
  return enc_global_plus(x, constant->global, constant->offset);
}

static void make_root(EncExec *x, FuncId root) {
  const Function *f = prog_func(x->enc.program, root);
  State state = {.n_args = f->n_params,
                 .args = ARENA_ARRAY(&x->arena, Term, f->n_params + 1)};
  for (uint32_t i = 0; i < f->n_params; i++) {
    const Type *type = prog_type(x->enc.program, f->params[i]);
    EncLeaf leaf = {.kind = ENC_LEAF_PARAM,
                    .inst = i + 1,
                    .func = root,
                    .loc = f->loc,
                    .is_pointer = type->kind == TYPE_PTR};
    Term var = enc_new_leaf(x, leaf, sort_bv(type->bits));
    if (leaf.is_pointer && x->options.params == ENC_PARAMS_PRESUMED &&
        prog_effects_param_null(x->facts->effects, root, i) == EFFECT_NOT_NULL)
      VEC_LAST(&x->leaves).axiom = term_not(equals_zero(x, var));
    state.args[i] = var;
  }
  map_init(&state.values, x->enc.mem);
  state.version_in = enc_new_version(x, (Version){.kind = VERSION_ENTRY});
  VEC_PUSH(x->enc.mem, &x->activations,
           ((EncActivation){.func = root, .guard = term_true()}));
  VEC_PUSH(x->enc.mem, &x->states, state);
}

EncExec *enc_exec_new(EncFacts *facts, Mem *mem, TermStore *store, FuncId root,
                      const EncExecOptions *options) {
  EncExec *x = MEM_NEW(mem, EncExec);
  enc_trim_bodies(facts);
  x->enc = (Enc){.mem = mem,
                 .store = store,
                 .program = facts->program,
                 .address = address_hook};
  x->facts = facts;
  x->options = *options;
  arena_init(&x->arena, mem);
  map_init(&x->leaf_of, mem);
  map_init(&x->object_of, mem);
  map_init(&x->globals, mem);
  map_init(&x->functions, mem);
  map_init(&x->place_index, mem);
  map_init(&x->root_of, mem);
  map_init(&x->start_of, mem);
  map_init(&x->null_of, mem);
  map_init(&x->compared, mem);
  map_init(&x->overlap_of, mem);
  map_init(&x->meeting_of, mem);
  map_init(&x->entry_of, mem);
  map_init(&x->memo, mem);
  map_init(&x->calls, mem);
  map_init(&x->left, mem);
  make_root(x, root);
  enc_execute(x, 0);
  return x;
}

void enc_exec_free(EncExec *x) {
  Mem *mem = x->enc.mem;
  for (uint32_t i = 0; i < x->activations.n; i++) {
    VEC_DONE(mem, &x->activations.at[i].checks);
    map_done(&x->states.at[i].values);
  }
  VEC_DONE(mem, &x->activations);
  VEC_DONE(mem, &x->states);
  VEC_DONE(mem, &x->heads);
  VEC_DONE(mem, &x->edges);
  VEC_DONE(mem, &x->leaves);
  VEC_DONE(mem, &x->objects);
  VEC_DONE(mem, &x->versions);
  VEC_DONE(mem, &x->joins);
  VEC_DONE(mem, &x->places);
  VEC_DONE(mem, &x->place_next);
  VEC_DONE(mem, &x->stack);
  map_done(&x->leaf_of);
  map_done(&x->object_of);
  map_done(&x->globals);
  map_done(&x->functions);
  map_done(&x->place_index);
  map_done(&x->root_of);
  map_done(&x->start_of);
  map_done(&x->null_of);
  VEC_DONE(mem, &x->null_todo);
  map_done(&x->compared);
  map_done(&x->overlap_of);
  map_done(&x->meeting_of);
  VEC_DONE(x->enc.mem, &x->overlaps);
  VEC_DONE(x->enc.mem, &x->meetings);
  VEC_DONE(x->enc.mem, &x->texts);
  map_done(&x->entry_of);
  map_done(&x->memo);
  map_done(&x->calls);
  map_done(&x->left);
  VEC_DONE(mem, &x->looked_at);
  arena_done(&x->arena);
  MEM_DELETE(mem, x);
}
