/* SPDX-License-Identifier: MIT
 *
 * NULLs that are not believed (belief.c).
 *
 * - A pointer from memory, or given by a function without a body, that is NULL
 *   where it is used and compared with NULL only later (`if (p->data) free`
 *   behind a loop up to `p->size`): something else shows that it is none.
 *
 * - A NULL from a function of the program whose callers do not look for it
 *   (results.c).
 *
 * - A NULL in volatile memory for which the function never looks, and in memory
 *   that was never written: `uninit` tells of that.
 *
 * - A NULL that is computed from the address of an object, or from another
 *   pointer that is none. */
#include "scan/sites/sites_int.h"

bool sites_leads(const Session *session, uint32_t from, uint32_t to) {
  Mem *mem = session->sites->mem;
  const Function *f = prog_func(session->sites->program, session->func);
  assert(from < f->blocks.n && to < f->blocks.n);
  uint8_t *seen = MEM_ARRAY(mem, uint8_t, f->blocks.n);
  IndexVec todo = {0};
  VEC_PUSH(mem, &todo, from);
  while (todo.n && !seen[to]) {
    uint32_t b = VEC_POP(&todo);
    if (seen[b]) continue;
    seen[b] = 1;
    const Inst *end = prog_terminator(f, (BlockId){b});
    for (uint32_t i = 0; i < end->n_blocks; i++)
      VEC_PUSH(mem, &todo, end->blocks[i].id);
  }
  bool found = seen[to];
  VEC_DONE(mem, &todo);
  MEM_FREE_ARRAY(mem, seen, f->blocks.n);
  return found;
}

/* Is the pointer from outside, and compared with NULL only behind the block?
 * Where every way to the comparison leads past the block, nothing else can show
 * that it is none: who looks then should have looked before.  Of what a loop
 * leaves that is not said: it may be what was looked at before the loop. */
static bool is_late(const Session *session, const EncLeaf *leaf,
                    uint32_t block) {
  switch ((int)leaf->kind) {
  case ENC_LEAF_LOOP:
    return !enc_exec_is_before(session->exec, leaf->tested_in, block);
  case ENC_LEAF_CONTEXT:
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT:
    return !enc_exec_is_before(session->exec, block, leaf->tested_in) &&
           !sites_leads(session, leaf->tested_in, block);
  default: return false;
  }
}

/* A pointer from outside that is NULL here and compared with NULL only later
 * in the function, or none: then something else shows that it is none. */
static Term find_late_test(Session *session, uint32_t activation,
                           EncCheck check) {
  const TermList *support = struct_sure_support(session->engine);
  uint32_t block = sites_block_in_root(session, activation, check);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && leaf->is_pointer && leaf->is_tested &&
        is_late(session, leaf, block) &&
        struct_value(session->engine, support->at[i]).bits == 0)
      return support->at[i];
  }
  return TERM_NONE;
}

/* Is the part of a check, in the assignment, one that is looked for? */
typedef bool IsPart(Session *session, const EncLeaf *leaf);

/* A part of a check about NULL, or none. */
static Term find_part(Session *session, uint32_t activation, EncCheck check,
                      SiteParts wanted, IsPart *is_it) {
  if (sites_about(session, check) != PROPERTY_NULL_DEREF) return TERM_NONE;
  TermList parts = {0};
  Term found = TERM_NONE;
  sites_check_parts(session, activation, check, &parts, wanted);
  for (uint32_t i = 0; i < parts.n && !found.id; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    if (leaf && is_it(session, leaf)) found = parts.at[i];
  }
  VEC_DONE(term_store_mem(session->store), &parts);
  return found;
}

/* Is there a call or a store at the place, too?  Then it is that of a macro,
 * which is written for all its uses. */
static bool is_in_macro(const Program *p, const Function *f, uint32_t test) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if ((inst->op == OP_CALL || inst->op == OP_STORE) &&
          !(inst->flags & INST_MODEL) &&
          sites_is_same_place(p, inst->loc, f->insts.at[test].loc))
        return true;
    }
  return false;
}

bool sites_is_tested_by_macro(const Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  bool is_tested = false;
  require(leaf->kind == ENC_LEAF_PARAM);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    uint32_t side;
    Val v = results_tested_in(p, f, b, &side);
    if (!val_same(v, val_local(leaf->inst))) continue;
    is_tested = true;
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (!is_in_macro(p, f, val_index(end->ops[0]))) return false;
  }
  return is_tested;
}

/* The result of a call, NULL, whose function is trusted? */
static bool is_trusted(Session *session, const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_RESULT &&
         struct_value(session->engine, leaf->var).bits == 0 &&
         results_are_trusted(session->sites, leaf->func);
}

/* A pointer in volatile memory that is NULL though the function never looks: as
 * little to be believed as in any other memory; or none. */
static Term find_volatile(Session *session) {
  const TermList *support = struct_sure_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && leaf->is_pointer && !leaf->is_tested &&
        sites_is_volatile(session, leaf) &&
        struct_value(session->engine, support->at[i]).bits == 0)
      return support->at[i];
  }
  return TERM_NONE;
}

/* A pointer that was never written, NULL?  `uninit` tells of those that are to
 * be believed: a loop that goes round as often as another one writes all that
 * it reads. */
static bool is_unwritten(Session *session, const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_UNINIT &&
         struct_value(session->engine, leaf->var).bits == 0;
}

Term sites_exclude_null(Session *session, uint32_t activation, EncCheck check,
                        Term *formula) {
  TermStore *store = session->store;
  Term found = find_late_test(session, activation, check);
  if (!found.id)
    found =
        find_part(session, activation, check, SITE_PARTS_RESULTS, is_trusted);
  if (!found.id) found = find_volatile(session);
  if (!found.id)
    found =
        find_part(session, activation, check, SITE_PARTS_INPUTS, is_unwritten);
  if (!found.id) return found;
  assert(term_is_var(store, found));
  Term zero = term_u64(store, 0, term_width(store, found));
  *formula = term_and(store, *formula, term_not(term_eq(store, found, zero)));
  return found;
}

/* Is it an address, which is none of its own?  A pointer that is not NULL
 * itself is no NULL a distance away, either. */
static bool is_needed_address(Session *session, const EncLeaf *leaf) {
  bool is_address =
      leaf->kind == ENC_LEAF_OBJECT ||
      (leaf->is_pointer && struct_value(session->engine, leaf->var).bits != 0);
  return is_address && sites_is_in_support(session, leaf->var);
}

Term sites_rounded(Session *session, uint32_t activation, EncCheck check) {
  return find_part(session, activation, check, SITE_PARTS_CHOSEN,
                   is_needed_address);
}
