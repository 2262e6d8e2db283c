/* SPDX-License-Identifier: MIT
 *
 * Where the program stands.
 *
 * A program that reacts goes through the same branches again and again, and
 * what a branch leads to depends on what happened before: whether a lock is
 * held, whether the device was opened.  That is kept in variables which the
 * program itself sets.  So the state is what these hold now: the globals of at
 * most 8 bytes that are stored to and loaded under their own name, and the
 * variables of the entry function, whose loop calls all the others.  Values
 * that are inputs are no part of it.  The state is a sum of hashes, kept up to
 * date with every store. */
#include "concolic/concolic_int.h"

enum { STORED = 1, LOADED = 2 };
enum { OPEN = 0x0FE4 }; /* the value of what is an input */

/* A constant place in a global, as a key; 0: none. */
static uint64_t place_of(const Program *p, Val pointer) {
  if (!val_is_const(pointer)) return 0;
  const Const *c = prog_const(p, pointer);
  if (c->kind != CONST_GLOBAL || c->offset < 0) return 0;
  return (uint64_t)c->global.id << 32 | (uint32_t)c->offset;
}

static void look_at(const Program *p, const Inst *inst, Map *uses) {
  bool stores = inst->op == OP_STORE;
  if ((!stores && inst->op != OP_LOAD) || (inst->flags & INST_MODEL)) return;
  uint64_t place = place_of(p, inst->ops[stores]);
  if (!place) return;
  uint64_t now = map_get(uses, place, 0);
  map_put(uses, place, now | (stores ? STORED : LOADED));
}

void state_find(Shadow *s) {
  require(s->run && !s->is_watching && s->watched.n == 0);
  const Program *p = s->program;
  Map uses;
  map_init(&uses, s->mem);
  for (uint32_t f = 1; f < p->funcs.n; f++)
    for (uint32_t b = 0; b < p->funcs.at[f].blocks.n; b++) {
      const Block *block = &p->funcs.at[f].blocks.at[b];
      for (uint32_t i = 0; i < block->insts.n; i++)
        look_at(p, &p->funcs.at[f].insts.at[block->insts.at[i]], &uses);
    }
  for (uint32_t i = 0; i < uses.n; i++) {
    const MapEntry *e = &uses.entries[i];
    if (e->value != (STORED | LOADED)) continue;
    GlobalId global = {(uint32_t)(e->key >> 32)};
    map_put(&s->watched,
            interp_global_address(s->run, global) + (uint32_t)e->key, 1);
  }
  s->is_watching = true;
  map_done(&uses);
}

/* The part `key` of the state is that now. */
static void set_part(Shadow *s, uint64_t key, uint64_t value) {
  assert(s->is_watching);
  uint64_t hash = hash_mix(hash_mix(0x57, key), value);
  uint64_t *part = map_find(&s->state_parts, key);
  if (part) s->state -= *part;
  map_put(&s->state_parts, key, hash);
  s->state += hash;
}

/* A local of the entry function? */
static bool is_local(const Shadow *s, const InterpPlace *place, Val pointer) {
  const Function *f = prog_func(s->program, place->func);
  return place->depth == 0 && val_is_local(pointer) &&
         f->insts.at[val_index(pointer)].op == OP_ALLOCA;
}

void state_follow(Shadow *s, const InterpPlace *place, uint32_t inst,
                  const BvWord *value) {
  const Inst *at = place->inst;
  ShadowFrame *frame = &s->frames.at[place->depth];
  if (at->op == OP_PHI && place->depth == 0) {
    bool is_int = prog_type(s->program, at->type)->kind == TYPE_INT;
    bool is_open = map_get(&frame->values, inst, 0) != 0;
    if (is_int) set_part(s, inst, is_open ? OPEN : value[0]);
  } else if (at->op == OP_STORE) {
    TypeId type = prog_val_type(s->program, prog_func(s->program, place->func),
                                at->ops[0]);
    TypeKind kind = prog_type(s->program, type)->kind;
    assert(value && s->is_watching);
    if (kind != TYPE_INT && kind != TYPE_PTR) return;
    uint64_t address = interp_value(s->run, place->depth, at->ops[1])[0];
    bool is_open = val_is_local(at->ops[0]) &&
                   map_get(&frame->values, val_index(at->ops[0]), 0) != 0;
    if (!map_find(&s->watched, address) &&
        (kind == TYPE_PTR || !is_local(s, place, at->ops[1])))
      return;
    uint64_t held = kind == TYPE_PTR ? value[0] != 0 : value[0];
    set_part(s, address, is_open ? OPEN : held);
  }
}
