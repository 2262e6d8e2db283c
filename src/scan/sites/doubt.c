/* SPDX-License-Identifier: MIT
 *
 * Uses that the function itself doubts.
 *
 *     if (!p) log("there is none");
 *     p->n = 1;
 *
 * Who compares a pointer with NULL, and uses it whatever comes out, is wrong in
 * one of the two places.  Where the way there can be followed that is shown;
 * where calls and loops on it cannot, it is a guess, which needs nothing but
 * the function's own body:
 *
 * - it is the same value that is compared and used, not one that is read again;
 * - from the side on which it is NULL every way leads to the use, but for those
 *   on which the function does not return (a failed check, exit).
 *
 * And who uses what a function gave that may fail for reasons of its own, and
 * never looks at it: no way hangs on whether it did, if nobody else gets to see
 * the value.  That a search finds nothing is a guess (fault.c). */
#include "scan/sites/sites_int.h"

#include "analysis/effects.h"
#include "ir/address.h"

/* The pointer that a check of NULL is about, seen from the block that leads to
 * its error; none: it is about something else. */
static Val checked_pointer(const Program *p, const Function *f,
                           EncCheck check) {
  Val condition[1];
  if (sites_check_conditions(p, f, check, condition, 1) != 1 ||
      !val_is_local(condition[0]))
    return (Val){0};
  const Inst *test = &f->insts.at[val_index(condition[0])];
  uint64_t number;
  if (test->op != OP_EQ || !prog_const_as_u64(p, test->ops[1], &number) ||
      number)
    return (Val){0};
  return prog_address_root(f, test->ops[0]);
}

/* Does a call in the block never come back? */
static bool ends_in(const Session *session, const Function *f, uint32_t block) {
  const Program *p = session->sites->program;
  for (uint32_t i = 0; i < f->blocks.at[block].insts.n; i++) {
    FuncId callee =
        prog_callee(p, &f->insts.at[f->blocks.at[block].insts.at[i]]);
    if (callee.id &&
        enc_facts_function(session->sites->facts, callee) & ENC_CALL_ENDS)
      return true;
  }
  return false;
}

/* Does every way from a block lead to another one, or not out of the function,
 * and never past a third one, in which the value is made anew? */
static bool leads_to(const Session *session, const Function *f, uint32_t from,
                     uint32_t use, uint32_t made) {
  Mem *mem = session->sites->mem;
  uint8_t *seen = MEM_ARRAY(mem, uint8_t, f->blocks.n);
  Vec(uint32_t) todo = {0};
  bool always = true, reached = false;
  VEC_PUSH(mem, &todo, from);
  while (todo.n && always) {
    uint32_t block = VEC_POP(&todo);
    if (seen[block]) continue;
    seen[block] = 1;
    reached |= block == use;
    if (block == use) continue;
    const Inst *end = prog_terminator(f, (BlockId){block});
    always = block != made && end->op != OP_RET;
    if (ends_in(session, f, block)) continue;
    for (uint32_t i = 0; i < end->n_blocks; i++)
      VEC_PUSH(mem, &todo, end->blocks[i].id);
  }
  VEC_DONE(mem, &todo);
  MEM_FREE_ARRAY(mem, seen, f->blocks.n);
  return always && reached;
}

/* Does the instruction but use the pointer, which is its operand `k`? */
static bool is_plain_use(const Session *session, const Function *f,
                         uint32_t block, const Inst *inst, uint32_t k) {
  const Program *p = session->sites->program;
  assert(k < inst->n_ops && block < f->blocks.n);
  switch ((int)inst->op) {
  case OP_LOAD:
  case OP_GEP:
  case OP_VALID:
  case OP_DBG:
  case OP_PTRTOINT: /* a distance to it */
  case OP_MEMSET:
  case OP_MEMCPY: return true;
  case OP_STORE: return k == 1;
  case OP_EQ:
    return prog_effects_is_guard(f, VEC_LAST(&f->blocks.at[block].insts));
  case OP_CALL: {
    FuncId callee = prog_callee(p, inst);
    return callee.id && sites_is_library(session->sites, callee);
  }
  default: return false;
  }
}

/* Is the value compared, kept, or seen by a function that may look at it? */
static bool is_seen(const Session *session, const Function *f, uint32_t value) {
  assert(value > 0 && value < f->insts.n);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 0; k < inst->n_ops; k++) {
        Val root = prog_address_root(f, inst->ops[k]);
        if (val_is_local(root) && val_index(root) == value &&
            !is_plain_use(session, f, b, inst, k))
          return true;
      }
    }
  return false;
}

SiteOpenly sites_never_looked_at(const Session *session, EncCheck check) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  if (sites_about(session, check) != PROPERTY_NULL_DEREF) return OPENLY_NOT;
  Val pointer = checked_pointer(p, f, check);
  if (!val_is_local(pointer)) return OPENLY_NOT;
  uint32_t number = val_index(pointer);
  const Inst *call = &f->insts.at[number];
  FuncId callee = call->op == OP_CALL ? prog_callee(p, call) : (FuncId){0};
  if (!callee.id || is_seen(session, f, number)) return OPENLY_NOT;
  if (results_may_fail(session->sites, callee)) return OPENLY_TOLD;
  bool is_guess = results_is_search(session->sites, callee) &&
                  sites_is_search_guessed(session, number);
  return is_guess ? OPENLY_GUESSED : OPENLY_NOT;
}

bool sites_is_doubted(const Session *session, EncCheck check) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  if (sites_about(session, check) != PROPERTY_NULL_DEREF) return false;
  Val pointer = checked_pointer(p, f, check);
  if (!val_is_local(pointer)) return false;
  uint32_t use = sites_block_in_root(session, 0, check);
  uint32_t made =
      enc_block_of(session->sites->facts, session->func, val_index(pointer));
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    uint32_t side;
    if (val_same(results_tested_in(p, f, b, &side), pointer) &&
        leads_to(session, f, prog_terminator(f, (BlockId){b})->blocks[side].id,
                 use, made))
      return true;
  }
  return false;
}
