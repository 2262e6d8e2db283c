/* SPDX-License-Identifier: MIT
 *
 * What loops and calls may have written: see memory.c. */
#include "encode/function/exec_int.h"
#include "ir/address.h"

/* Was the call that gave `result` the one that made `object`, or one around? */
static bool may_be_result(const EncExec *x, const Object *result,
                          const Object *object) {
  if (!result->is_result || !object->is_session) return false;
  uint32_t at = object->maker;
  while (at != 0 && at != result->maker) at = x->activations.at[at].parent;
  return at == result->maker;
}

bool memory_objects_apart(const EncExec *x, const Object *a, const Object *b) {
  return !may_be_result(x, a, b) && !may_be_result(x, b, a);
}

/* What the result of a call that was looked into starts from, or none. */
static Term base_of_result(const EncExec *x, const EncLeaf *leaf) {
  const EncActivation *act = &x->activations.at[leaf->activation];
  bool is_known = leaf->kind == ENC_LEAF_RESULT &&
                  act->state == ENC_ACT_EXECUTED && act->result.id;
  return is_known ? enc_base(x, act->result).base : TERM_NONE;
}

/* Did what this points to exist when the root was entered?  Variable arguments
 * of a call inside are written by nothing that is followed: what may be read
 * from them can be new. */
static bool is_old(const EncExec *x, Term base) {
  for (;;) {
    const EncLeaf *leaf = enc_exec_leaf(x, base);
    Term result = leaf ? base_of_result(x, leaf) : TERM_NONE;
    if (result.id) {
      base = result;
      continue;
    }
    if (!leaf || leaf->kind != ENC_LEAF_CONTEXT)
      return leaf && leaf->kind == ENC_LEAF_PARAM;
    if (!x->passes_list) return true;
    assert(leaf->is_memory && leaf->place < x->places.n);
    Base from = enc_base(x, x->places.at[leaf->place].address);
    const Object *object = from.is_object ? enc_object_of(x, from.base) : NULL;
    if (object && !object->is_result) return !object->is_session;
    base = from.base; /* older than what is read there */
  }
}

bool memory_is_hidden(const EncExec *x, const Object *object, Term base) {
  return object->is_private || (object->is_session && is_old(x, base));
}

bool memory_types_differ(const Version *write, const Place *place) {
  return write->bytes != 1 && place->bytes != 1 && !place->is_piece &&
         (write->bytes != place->bytes ||
          write->is_pointer != place->is_pointer);
}

/* Is the place in an object that only its own name leads to? */
static bool is_private_place(const EncExec *x, const Place *place) {
  Base base = enc_base(x, place->address);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  return object && object->is_private;
}

/* ... and that no callee knows by name? */
static bool is_own_place(const EncExec *x, const Place *place) {
  Base base = enc_base(x, place->address);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  return object && object->is_private && object->is_session;
}

/* Can an access based on `root` hit the place? */
static bool root_hits(EncExec *x, Term root, const Place *place) {
  Base base = enc_base(x, place->address), to = enc_base(x, root);
  if (term_same(to.base, base.base)) return true;
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  const Object *target = to.is_object ? enc_object_of(x, to.base) : NULL;
  if (object && target) return !memory_objects_apart(x, object, target);
  if (object) return !memory_is_hidden(x, object, to.base);
  if (target) return !memory_is_hidden(x, target, base.base);
  return true;
}

static bool has_base(const EncExec *x, Term root, const Place *place) {
  return term_same(enc_base(x, root).base, enc_base(x, place->address).base);
}

bool enc_address_in_loop(EncExec *x, uint32_t activation, const Loop *loop,
                         Val pointer, Base *at) {
  require(loop && activation < x->activations.n);
  const Program *p = x->enc.program;
  FuncId func = x->activations.at[activation].func;
  const Function *f = prog_func(p, func);
  const Body *body = enc_body(x->facts, func);
  Address address = prog_address(p, f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(p, &address);
  if (address.n_terms || address.constant != ADDRESS_OFFSET_EXACT) return false;
  if (val_is_local(address.root)) {
    uint32_t root = val_index(address.root);
    if (f->insts.at[root].op != OP_ALLOCA &&
        enc_is_in_loop(body, loop, body->block_of[root]))
      return false;
  }
  Term root = enc_operand(x, activation, address.root);
  if (!root.id) return false;
  *at = enc_base(x, root);
  at->offset += address.offset;
  return true;
}

/* May a write through this value in the loop hit the place?  It is followed
 * through address arithmetic and choices to what it starts from.  `same_base`:
 * only through what the place itself starts from. */
static bool pointer_hits(EncExec *x, uint32_t activation, const Loop *loop,
                         Val pointer, const Place *place, bool same_base) {
  FuncId func = x->activations.at[activation].func;
  const Function *f = prog_func(x->enc.program, func);
  const Body *body = enc_body(x->facts, func);
  AddressRoots roots = {.n = 0};
  prog_add_root(&roots, f, pointer);
  for (uint32_t i = 0; i < roots.n; i++) {
    Val v = roots.at[i];
    const Inst *inst = val_is_local(v) ? &f->insts.at[val_index(v)] : NULL;
    bool inside =
        inst && enc_is_in_loop(body, loop, body->block_of[val_index(v)]);
    if (inside && (inst->op == OP_PHI || inst->op == OP_SELECT)) {
      for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
        prog_add_root(&roots, f, inst->ops[k]);
      continue;
    }
    Term root = TERM_NONE;
    if (!inst)
      root = enc_operand(x, activation, v);
    else if (!inside || inst->op == OP_ALLOCA)
      root = enc_exec_value(x, activation, val_index(v));
    if (root.id ? (!same_base || has_base(x, root, place)) &&
                      root_hits(x, root, place)
                : !same_base && !is_private_place(x, place))
      return true;
  }
  return roots.overflow;
}

/* ---- what is freed ---- */

/* Are the two apart by what is known of them?  Not to be asked where their
 * bases are the same. */
static bool kinds_apart(EncExec *x, EncKind freed, EncKind other) {
  return x->is_presumed || (x->options.memory == ENC_MEMORY_PRESUMED &&
                            enc_kinds_apart(x->facts, freed, other));
}

/* Is it the object that the pointer to the place was read from? */
static bool is_home(const EncExec *x, Term freed, const Place *place) {
  return place->since.home.id &&
         term_same(enc_base(x, freed).base, place->since.home);
}

bool memory_free_passes(EncExec *x, const Version *freed, const Place *place) {
  Base a = enc_base(x, place->address), b = enc_base(x, freed->address);
  return !term_same(a.base, b.base) &&
         (kinds_apart(x, freed->freed, place->kind) ||
          is_home(x, freed->address, place));
}

Term memory_is_freed(EncExec *x, const Place *place, const Version *freed,
                     Term t, uint32_t depth) {
  TermStore *store = x->enc.store;
  assert(place->region.id == ENC_GHOST);
  if (term_kind(store, t) == TERM_ITE && depth) {
    Term yes =
        memory_is_freed(x, place, freed, term_child(store, t, 1), depth - 1);
    Term no =
        memory_is_freed(x, place, freed, term_child(store, t, 2), depth - 1);
    return term_ite(store, term_child(store, t, 0), yes, no);
  }
  if (term_is_const(store, t)) return term_false(); /* NULL */
  if (term_same(enc_base(x, place->address).base, enc_base(x, t).base))
    return term_true();
  return enc_overlap(x, place->address, t, term_eq(store, place->address, t),
                     freed->loc);
}

/* May a FREE of the pointer, an operand of the loop's instruction, hit the
 * place? */
static bool loop_frees_pointer(EncExec *x, const Version *version,
                               const Loop *loop, Val pointer, EncKind kind,
                               const Place *place) {
  if (!pointer_hits(x, version->activation, loop, pointer, place, false))
    return false;
  FuncId func = x->activations.at[version->activation].func;
  const Function *f = prog_func(x->enc.program, func);
  const Body *body = enc_body(x->facts, func);
  Base base = enc_base(x, place->address);
  Val root = prog_address_root(f, pointer);
  bool changes = val_is_local(root) &&
                 enc_is_in_loop(body, loop, body->block_of[val_index(root)]);
  Term at = changes ? TERM_NONE : enc_operand(x, version->activation, root);
  bool is_same = at.id && term_same(enc_base(x, at).base, base.base);
  return is_same || !kinds_apart(x, kind, place->kind);
}

/* The function that the instruction of the loop calls, by its name or by a
 * pointer that is known here; 0: none. */
static FuncId known_callee(const EncExec *x, uint32_t activation,
                           const Inst *inst) {
  if (inst->op != OP_CALL) return (FuncId){0};
  if (!val_is_local(inst->ops[0])) return prog_callee(x->enc.program, inst);
  Term at = enc_exec_value(x, activation, val_index(inst->ops[0]));
  const Object *object = at.id ? enc_object_of(x, at) : NULL;
  return object ? object->func : (FuncId){0};
}

/* May an instruction of the loop free the place? */
static bool loop_frees(EncExec *x, const Version *version, const Loop *loop,
                       uint32_t number, const Place *place) {
  assert(version->kind == VERSION_LOOP);
  FuncId func = x->activations.at[version->activation].func;
  const Inst *inst = &prog_func(x->enc.program, func)->insts.at[number];
  if (inst->op == OP_FREE)
    return loop_frees_pointer(x, version, loop, inst->ops[0],
                              enc_kind_at(x->facts, func, inst->ops[0], number),
                              place);
  FuncId callee = known_callee(x, version->activation, inst);
  if (!callee.id) return false;
  const FreedSet *set = enc_freed(x->facts, callee);
  for (uint32_t i = 0; i < set->all.n; i++) {
    Freed freed = set->all.at[i];
    uint32_t param = freed.param < inst->n_ops ? freed.param : 0;
    freed = enc_freed_by_call(x->facts, func, number, freed);
    if (param ? loop_frees_pointer(x, version, loop, inst->ops[param],
                                   freed.kind, place)
              : !kinds_apart(x, freed.kind, place->kind))
      return true;
  }
  return set->is_any && !x->is_presumed;
}

/* May the call have freed the place? */
static bool call_frees(EncExec *x, uint32_t activation, const Place *place) {
  assert(place->region.id == ENC_GHOST);
  const EncActivation *act = &x->activations.at[activation];
  const FreedSet *set = enc_freed(x->facts, act->func);
  FuncId caller = x->activations.at[act->parent].func;
  Base base = enc_base(x, place->address);
  if (is_own_place(x, place)) return false;
  for (uint32_t i = 0; i < set->all.n; i++) {
    Freed freed = set->all.at[i];
    EncKind kind = enc_freed_by_call(x->facts, caller, act->call, freed).kind;
    if (freed.param) {
      Term at = x->states.at[activation].args[freed.param - 1];
      if (!root_hits(x, at, place)) continue;
      if (term_same(enc_base(x, at).base, base.base)) return true;
      if (is_home(x, at, place)) continue;
    }
    if (!kinds_apart(x, kind, place->kind)) return true;
  }
  return set->is_any && !x->is_presumed;
}

/* ---- what is written ---- */

/* By its field, by where it is (the same in all rounds), or by its type, as a
 * write outside of loops (memory.c). */
static bool loop_store_hits(EncExec *x, const Version *version,
                            const Loop *loop, const Inst *store,
                            const Place *place) {
  assert(store->op == OP_STORE && loop);
  const Program *p = x->enc.program;
  FuncId func = x->activations.at[version->activation].func;
  TypeId type = prog_val_type(p, prog_func(p, func), store->ops[0]);
  Version write = {.bytes = (int64_t)prog_store_size(p, type),
                   .is_pointer = prog_type(p, type)->kind == TYPE_PTR,
                   .field = {store->aux, (uint32_t)store->imm}};
  Base at, cell = enc_base(x, place->address);
  if (x->options.memory == ENC_MEMORY_PRESUMED &&
      enc_fields_apart(x->facts, write.field, place->field))
    return false;
  if (enc_address_in_loop(x, version->activation, loop, store->ops[1], &at) &&
      at.is_exact && cell.is_exact && term_same(at.base, cell.base))
    return at.offset < cell.offset + (int64_t)place->bytes &&
           cell.offset < at.offset + write.bytes;
  return pointer_hits(
      x, version->activation, loop, store->ops[1], place,
      memory_types_differ(&write, place) &&
          !enc_same_struct(x->facts, write.field, place->field));
}

/* May an instruction of the loop have written the place, or freed it? */
static bool loop_inst_hits(EncExec *x, const Version *version, const Loop *loop,
                           uint32_t number, const Place *place) {
  FuncId func = x->activations.at[version->activation].func;
  const Inst *inst = &prog_func(x->enc.program, func)->insts.at[number];
  bool is_ghost = place->region.id == ENC_GHOST;
  if (enc_call_loses(x->enc.program, inst)) return !is_ghost || !x->is_presumed;
  if (is_ghost) return loop_frees(x, version, loop, number, place);
  if (inst->op == OP_FREE) return false;
  if (!prog_effects_inst_writes(x->facts->effects, func, number, place->region))
    return false;
  if (inst->op == OP_CALL) return !is_own_place(x, place);
  if (inst->op == OP_STORE)
    return loop_store_hits(x, version, loop, inst, place);
  return pointer_hits(x, version->activation, loop, inst->ops[0], place, false);
}

bool memory_loop_hits(EncExec *x, const Version *version, const Place *place) {
  FuncId func = x->activations.at[version->activation].func;
  const Loop *loop = enc_loop_at(enc_body(x->facts, func), version->inst);
  const LoopWrites *writes = enc_loop_writes(x->facts, func, version->inst);
  for (uint32_t i = 0; i < writes->insts.n; i++)
    if (loop_inst_hits(x, version, loop, writes->insts.at[i], place))
      return true;
  return false;
}

bool memory_loop_keeps(EncExec *x, const Version *version, const Place *place,
                       Term *null) {
  require(version->kind == VERSION_LOOP && place->is_pointer);
  FuncId func = x->activations.at[version->activation].func;
  const Function *f = prog_func(x->enc.program, func);
  const Body *body = enc_body(x->facts, func);
  const Loop *loop = enc_loop_at(body, version->inst);
  const LoopWrites *writes = enc_loop_writes(x->facts, func, version->inst);
  if (!loop || loop->header != version->inst) return false;
  EncRounds kept = enc_rounds(x, version->activation, loop, place);
  for (uint32_t i = 0; kept.is_kept && i < writes->insts.n; i++) {
    uint32_t number = writes->insts.at[i];
    const Inst *inst = &f->insts.at[number];
    if (!loop_inst_hits(x, version, loop, number, place)) continue;
    kept.is_kept &= inst->op == OP_STORE;
    if (!kept.is_kept) return false;
    TypeId type = prog_val_type(x->enc.program, f, inst->ops[0]);
    if (prog_type(x->enc.program, type)->kind != TYPE_PTR) return false;
    (void)enc_rounds_keep(&kept, inst->ops[0], body->block_of[number]);
  }
  *null = enc_rounds_null(&kept);
  return kept.is_kept;
}

static bool names_member(const EncExec *x, const Inst *access, EncField name) {
  assert(name.type.id != 0);
  return access->aux.id && (uint32_t)access->imm == name.index &&
         enc_same_struct(x->facts, (EncField){access->aux, 0},
                         (EncField){name.type, 0});
}

/* May the value be what the function has read from the member? */
static bool is_from_member(const EncExec *x, const Function *f, Val value,
                           EncField name) {
  AddressRoots roots = {.n = 0};
  prog_add_root(&roots, f, value);
  for (uint32_t i = 0; i < roots.n; i++) {
    Val v = roots.at[i];
    const Inst *inst = val_is_local(v) ? &f->insts.at[val_index(v)] : NULL;
    if (!inst) continue;
    if (inst->op == OP_LOAD && names_member(x, inst, name)) return true;
    bool chooses = inst->op == OP_PHI || inst->op == OP_SELECT;
    for (uint32_t k = inst->op == OP_SELECT; chooses && k < inst->n_ops; k++)
      prog_add_root(&roots, f, inst->ops[k]);
  }
  return roots.overflow;
}

/* Does the called function free what is in the member that the pointer was read
 * from, and leaves it there? */
bool memory_call_leaves_freed(EncExec *x, const Version *version,
                              const Place *place) {
  const Program *p = x->enc.program;
  FuncId func = x->activations.at[version->activation].func;
  const Function *f = prog_func(p, func);
  EncField name = place->since.name;
  bool is_freed = false;
  if (!name.type.id) return false;
  enc_look_at(x, func);
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    if (inst->op == OP_STORE && names_member(x, inst, name)) return false;
    FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
    bool frees = inst->op == OP_FREE ||
                 (callee.id && enc_freed(x->facts, callee)->all.n);
    for (uint32_t k = inst->op == OP_CALL; frees && k < inst->n_ops; k++)
      is_freed |= is_from_member(x, f, inst->ops[k], name);
  }
  return is_freed;
}

bool memory_call_hits(EncExec *x, const Version *version, const Place *place) {
  FuncId func = x->activations.at[version->activation].func;
  if (place->region.id == ENC_GHOST)
    return call_frees(x, version->activation, place);
  return !is_own_place(x, place) &&
         prog_effects_writes(x->facts->effects, func, place->region);
}

bool memory_lose_hits(EncExec *x, const Version *version, const Place *place) {
  bool is_ghost = place->region.id == ENC_GHOST;
  if (version->is_all) return !is_ghost || !x->is_presumed;
  if (is_ghost) return false;
  if (!version->address.id) return !is_own_place(x, place);
  return memory_relate(x, place, version) != APART;
}
