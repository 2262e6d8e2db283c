/* SPDX-License-Identifier: MIT
 *
 * Is an object lost when a function returns?
 *
 * A function that allocates must free the object, or give it away: return it,
 * store it somewhere, hand it to who may keep it.  Objects that are given away
 * on some way are not looked at; of the others only this function and what it
 * calls know the address, so what is not freed when it returns never will be.
 *
 * Each such allocation has a variable of ours: NULL at the entry, the object's
 * address behind the allocation.  Before the return VALID asks whether what it
 * holds is NULL or was freed.  Allocations in loops are left out, because one
 * variable would not hold all of them, and main, after which nothing matters.
 *
 * Who gets a pointer as an argument is looked into some calls deep.  Functions
 * without a body may keep everything.  A pointer that is compared with another
 * one is left out, too: it may be an object that is not on the heap. */
#include "pass/objects/objects_int.h"

enum { DEPTH_MOST = 4 };

/* What becomes of a pointer; a set. */
enum { FATE_RETURNED = 1, FATE_GIVEN_AWAY = 2 };

/* A pointer and all that is computed from it in its function. */
typedef struct Trail {
  const Program *p;
  const Function *f;
  uint8_t *is_on; /* by instruction */
  uint32_t depth; /* calls */
  unsigned fate;
} Trail;

static unsigned find_fate(const Program *p, const Function *f, Val pointer,
                          uint32_t depth);

/* Argument `k` of the call, from 0. */
static unsigned fate_of_argument(const Trail *t, const Inst *call, uint32_t k) {
  FuncId id = prog_callee(t->p, call);
  const Function *callee = id.id ? prog_func(t->p, id) : NULL;
  if (!callee || callee->state != FUNC_DEFINED || k >= callee->n_params ||
      t->depth == DEPTH_MOST)
    return FATE_GIVEN_AWAY;
  return find_fate(t->p, callee, val_local(k + 1), t->depth + 1);
}

/* Compared with another pointer, which then tells whether it is to be freed? */
static bool is_told_apart(const Trail *t, const Inst *inst, uint32_t k) {
  uint64_t number;
  assert(inst->n_ops == 2 && k < 2);
  return !prog_const_as_u64(t->p, inst->ops[1 - k], &number) || number != 0;
}

/* The trail comes to operand k of the instruction; whether it goes on with its
 * result. */
static bool follow(Trail *t, const Inst *inst, uint32_t k) {
  unsigned fate = 0;
  switch ((int)inst->op) {
  case OP_GEP:
  case OP_PHI:
  case OP_SELECT: return true;
  case OP_EQ:
  case OP_NE: fate = is_told_apart(t, inst, k) ? FATE_GIVEN_AWAY : 0; break;
  case OP_LOAD:
  case OP_FREE:
  case OP_VALID:
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: return false;
  case OP_STORE: fate = k == 1 ? 0 : FATE_GIVEN_AWAY; break;
  case OP_RET: fate = FATE_RETURNED; break;
  case OP_CALL:
    fate = k == 0 ? FATE_GIVEN_AWAY : fate_of_argument(t, inst, k - 1);
    t->fate |= fate & FATE_GIVEN_AWAY;
    return fate & FATE_RETURNED;
  default: fate = FATE_GIVEN_AWAY;
  }
  t->fate |= fate;
  return false;
}

static bool is_on_trail(const Trail *t, Val v) {
  return val_is_local(v) && t->is_on[val_index(v)];
}

/* One round over the function; whether the trail became longer. */
static bool extend(Trail *t) {
  bool grew = false;
  for (uint32_t b = 0; b < t->f->blocks.n; b++)
    for (uint32_t i = 0; i < t->f->blocks.at[b].insts.n; i++) {
      uint32_t number = t->f->blocks.at[b].insts.at[i];
      const Inst *inst = &t->f->insts.at[number];
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (is_on_trail(t, inst->ops[k]) && !t->is_on[number] &&
            follow(t, inst, k))
          t->is_on[number] = 1, grew = true;
    }
  return grew;
}

static unsigned find_fate(const Program *p, const Function *f, Val pointer,
                          uint32_t depth) {
  require(val_is_local(pointer) && depth <= DEPTH_MOST);
  Trail t = {.p = p, .f = f, .depth = depth};
  t.is_on = MEM_ARRAY(p->mem, uint8_t, f->insts.n);
  t.is_on[val_index(pointer)] = 1;
  while (!(t.fate & FATE_GIVEN_AWAY) && extend(&t)) {
  }
  MEM_FREE_ARRAY(p->mem, t.is_on, f->insts.n);
  return t.fate;
}

/* ---- guards ---- */

/* Does the instruction make an object that this function alone has to free? */
static bool is_own(const Guarding *g, uint32_t number, uint32_t block) {
  const Function *f = g->edit.f;
  return !g->in_loop[block] && is_owed(g->facts, f, val_local(number)) &&
         find_fate(g->edit.program, f, val_local(number), 0) == 0;
}

void find_own(Guarding *g) {
  const Function *f = g->edit.f;
  if (prog_is_main(f)) return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (is_own(g, f->blocks.at[b].insts.at[i], b)) {
        Own own = {.allocation = f->blocks.at[b].insts.at[i]};
        VEC_PUSH(g->edit.program->mem, &g->own, own);
      }
}

static Val null_pointer(const Guarding *g) {
  Program *p = g->edit.program;
  return prog_const_u64(p, prog_type_ptr(p), 0);
}

void begin_own(Guarding *g) {
  Program *p = g->edit.program;
  for (uint32_t i = 0; i < g->own.n; i++) {
    edit_like(&g->edit, g->own.at[i].allocation);
    g->edit.flags |= INST_MODEL;
    g->own.at[i].variable = edit_variable(&g->edit, prog_type_ptr(p));
    edit_store(&g->edit, null_pointer(g), g->own.at[i].variable);
  }
}

void note_own(Guarding *g, uint32_t number) {
  for (uint32_t i = 0; i < g->own.n; i++)
    if (g->own.at[i].allocation == number)
      edit_store(&g->edit, val_local(number), g->own.at[i].variable);
}

static const char *message(const Guarding *g, const Inst *allocation) {
  Program *p = g->edit.program;
  FuncId callee = prog_callee(p, allocation);
  return arena_printf(&p->arena, "what %s() returned in line %u is lost",
                      prog_func(p, callee)->name,
                      p->locs.at[allocation->loc.id].line);
}

void guard_own(Guarding *g, const Inst *inst) {
  Program *p = g->edit.program;
  if (inst->op != OP_RET) return;
  for (uint32_t i = 0; i < g->own.n; i++) {
    Val held = edit_load(&g->edit, prog_type_ptr(p), g->own.at[i].variable);
    const Inst *allocation = &g->edit.f->insts.at[g->own.at[i].allocation];
    guard_valid(g, VALID_GONE, &held, 1, PASS_LEAK, message(g, allocation));
  }
}
