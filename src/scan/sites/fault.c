/* SPDX-License-Identifier: MIT
 *
 * Faults that are told though what loops leave is not known.
 *
 * What the library gives, and how much it writes, is told by its description:
 * no state of the program has to be assumed for these.  Others are guesses: a
 * search that finds nothing, an index that grows with the data (growth.c), a
 * NULL for which the function looks and goes on, or that it sets before a loop
 * and for which it never looks. */
#include "scan/sites/sites_int.h"

#include "ir/address.h"
#include "pass/objects/objects.h"

/* Does the violation just found rest on the length of a text, or of one that
 * nobody knows? */
static bool rests_on_text(const Session *session, bool is_supposed) {
  const TermList *support = struct_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && leaf->is_length && (leaf->is_supposed || !is_supposed))
      return true;
  }
  return false;
}

bool sites_rests_on_length(const Session *session) {
  return rests_on_text(session, false);
}

bool sites_is_supposed(const Session *session) {
  return rests_on_text(session, true);
}

/* Does the check ask about room for a text, so that its length is compared
 * though no operand tells it? */
static bool is_about_text(const Session *session, EncCheck check) {
  enum { VALUES_MOST = 8 };
  const Program *p = session->sites->program;
  const Function *f = prog_func(
      p, enc_exec_activation(session->exec, session->activation)->func);
  Val values[VALUES_MOST];
  uint32_t n = sites_check_conditions(p, f, check, values, VALUES_MOST);
  for (uint32_t i = 0; i < n; i++) {
    const Inst *inst = &f->insts.at[val_index(values[i])];
    if (inst->op == OP_VALID && inst->imm != VALID_ACCESS &&
        inst->imm != VALID_MEMBER)
      return true;
  }
  return false;
}

/* A text of which the object is made that is accessed only makes it larger:
 * the length has to be what the access is about. */
bool sites_is_too_long(Session *session, EncCheck check) {
  const ErrorSite *error = &session->sites->program->errors.at[check.error];
  TermList parts = {0};
  bool is_compared = false;
  if (prog_property_by_name(error->property) != PROPERTY_VALID_DEREF ||
      !sites_rests_on_length(session))
    return false;
  if (is_about_text(session, check)) return true;
  sites_check_parts(session, session->activation, check, &parts,
                    SITE_PARTS_INPUTS);
  for (uint32_t i = 0; i < parts.n && !is_compared; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    is_compared = leaf && leaf->is_length;
  }
  VEC_DONE(term_store_mem(session->store), &parts);
  return is_compared;
}

bool sites_is_told_by_library(const Session *session, EncCheck check) {
  static const char *const told[] = {PASS_PRINTS, PASS_MAY_APPEND,
                                     PASS_IN_PART};
  const ErrorSite *error = &session->sites->program->errors.at[check.error];
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    if (strcmp(told[i], error->message) == 0) return true;
  return false;
}

/* The function of the library that gave the value of the leaf; none: it is from
 * elsewhere.  `call`: the instruction of the root, or 0. */
static FuncId giver(const Session *session, const EncLeaf *leaf,
                    uint32_t *call) {
  FuncId func = {0};
  *call = 0;
  if (leaf->kind == ENC_LEAF_EXTERN && !leaf->is_memory) {
    func = leaf->func;
    if (leaf->activation == 0) *call = leaf->inst;
  }
  if (leaf->kind == ENC_LEAF_RESULT) {
    uint32_t number = sites_outermost_call(session, leaf->activation);
    if (!number) return func;
    const EncActivation *act = enc_exec_activation(session->exec, number);
    func = act->func;
    if (act->parent == 0) *call = act->call;
  }
  return func.id && sites_is_library(session->sites, func) ? func : (FuncId){0};
}

/* Does a function between the root and the activation that gave the value
 * compare it with NULL?  It knows what to do then, and tells its caller. */
static bool is_looked_at_below(const Session *session, uint32_t number) {
  const Program *p = session->sites->program;
  bool is_looked_at = false;
  while (number && !is_looked_at) {
    const EncActivation *act = enc_exec_activation(session->exec, number);
    if (!act->parent) break;
    FuncId by = enc_exec_activation(session->exec, act->parent)->func;
    const Function *f = prog_func(p, by);
    uint8_t *tested = MEM_ARRAY(session->sites->mem, uint8_t, f->insts.n);
    results_find_tested(p, f, tested);
    is_looked_at = tested[act->call] != 0;
    MEM_FREE_ARRAY(session->sites->mem, tested, f->insts.n);
    number = act->parent;
  }
  return is_looked_at;
}

/* The character that the call searches; false: it is no constant. */
static bool searched(const Session *session, uint32_t call, uint64_t *c) {
  const Program *p = session->sites->program;
  const Inst *inst = &prog_func(p, session->func)->insts.at[call];
  assert(c != NULL);
  return call && inst->op == OP_CALL && inst->n_ops > 2 &&
         prog_const_as_u64(p, inst->ops[2], c) && *c;
}

/* Does the function look at the character elsewhere, or search it? */
static bool is_character_known(const Session *session, uint32_t call,
                               uint64_t c) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  for (uint32_t number = 1; number < f->insts.n; number++) {
    const Inst *inst = &f->insts.at[number];
    bool looks = inst->op == OP_EQ || inst->op == OP_NE ||
                 inst->op == OP_SWITCH || inst->op == OP_CALL;
    if (!looks || number == call || inst->flags & INST_MODEL) continue;
    for (uint32_t i = 0; i < inst->n_ops; i++) {
      uint64_t value;
      if (prog_const_as_u64(p, inst->ops[i], &value) && value == c) return true;
    }
  }
  return false;
}

bool sites_is_search_guessed(const Session *session, uint32_t call) {
  uint64_t c;
  return searched(session, call, &c) && !is_character_known(session, call, c);
}

/* A NULL of the library.  Told is one that it gives for reasons of its own
 * (no memory, no file), if the function never looks: then no way hangs on it;
 * and one for which it looks only behind the use.  That a search finds nothing
 * is a guess, unless the function shows that it knows what is searched. */
static SiteOpenly is_own_null(Session *session, const EncLeaf *leaf) {
  uint32_t call;
  if (!leaf->is_pointer || struct_value(session->engine, leaf->var).bits)
    return OPENLY_NOT;
  FuncId func = giver(session, leaf, &call);
  uint32_t made = sites_outermost_call(session, leaf->activation);
  if (!func.id || is_looked_at_below(session, made)) return OPENLY_NOT;
  if (leaf->is_tested)
    return enc_exec_is_before(session->exec, session->block, leaf->tested_in)
               ? OPENLY_TOLD
               : OPENLY_NOT;
  if (!results_is_search(session->sites, func)) return OPENLY_TOLD;
  return sites_is_search_guessed(session, call) ? OPENLY_GUESSED : OPENLY_NOT;
}

/* A variable of a loop of the function under check, which is no memory? */
static bool is_of_own_loop(const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_LOOP && !leaf->is_memory &&
         leaf->activation == 0;
}

/* Is the pointer one that a loop leaves, NULL, for which the function has
 * looked, and goes on with?  Nothing else that this loop leaves may decide the
 * way: it might tell that something was found. */
static bool is_passed_on(const Session *session, const EncLeaf *leaf) {
  if (!is_of_own_loop(leaf) || !leaf->is_pointer ||
      struct_value(session->engine, leaf->var).bits)
    return false;
  if (!leaf->is_tested ||
      !enc_exec_is_before(session->exec, leaf->tested_in, session->block))
    return false;
  const TermList *support = struct_sure_support(session->engine);
  EncFacts *facts = session->sites->facts;
  uint32_t loop = enc_block_of(facts, session->func, leaf->inst);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *other = enc_exec_leaf(session->exec, support->at[i]);
    if (other && other != leaf && is_of_own_loop(other) && !other->is_exact &&
        enc_block_of(facts, session->func, other->inst) == loop)
      return false;
  }
  return true;
}

/* May a round leave the variable of the loop as it was? */
static bool may_stay(const Function *f, uint32_t variable) {
  const Inst *phi = &f->insts.at[variable];
  AddressRoots roots = {.n = 0};
  for (uint32_t i = 0; i < phi->n_ops; i++)
    prog_add_root(&roots, f, phi->ops[i]);
  for (uint32_t i = 0; i < roots.n; i++) {
    if (!val_is_local(roots.at[i])) continue;
    const Inst *inst = &f->insts.at[val_index(roots.at[i])];
    if (val_index(roots.at[i]) == variable) return true;
    if (inst->op != OP_PHI && inst->op != OP_SELECT) continue;
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
      prog_add_root(&roots, f, inst->ops[k]);
  }
  return false;
}

/* Is the pointer one that a loop leaves as it was before, NULL, since a round
 * need not set it, and for which the function never looks? */
static bool is_left_null(const Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  if (!is_of_own_loop(leaf) || !leaf->is_pointer || leaf->is_tested ||
      struct_value(session->engine, leaf->var).bits)
    return false;
  const Inst *phi = &f->insts.at[leaf->inst];
  bool was_null = false;
  for (uint32_t i = 0; phi->op == OP_PHI && i < phi->n_ops; i++) {
    uint64_t number;
    was_null |= prog_const_as_u64(p, phi->ops[i], &number) && !number;
  }
  return was_null && may_stay(f, leaf->inst);
}

/* Is it a NULL that a function of the program returns as a constant (what it
 * searches is not there), for which the root never looks?  Not of one whose
 * callers hardly ever look. */
static bool is_not_found(Session *session, uint32_t activation,
                         EncCheck check) {
  const EncLeaf *result = sites_constant_result(session, activation, check);
  return result && !result->is_tested &&
         enc_exec_activation(session->exec, result->activation)->parent == 0 &&
         !results_are_trusted(session->sites, result->func);
}

/* Is it a NULL that a function of the program returns, for which most of its
 * callers look, but this one never does, nor who calls it for this one? */
static bool is_overlooked(const Session *session, const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_RESULT && leaf->is_pointer &&
         !leaf->is_tested && leaf->func.id &&
         !struct_value(session->engine, leaf->var).bits &&
         !sites_is_library(session->sites, leaf->func) &&
         results_are_looked_at(session->sites, leaf->func) &&
         !is_looked_at_below(session, leaf->activation);
}

/* Of checks that are about something else than NULL only failures of the
 * library matter. */
static SiteOpenly is_open_null(Session *session, const EncLeaf *leaf) {
  SiteOpenly openly = is_own_null(session, leaf);
  if (sites_about(session, session->check) != PROPERTY_NULL_DEREF)
    return openly == OPENLY_TOLD && !leaf->is_tested ? OPENLY_TOLD : OPENLY_NOT;
  return openly || !(is_passed_on(session, leaf) || is_left_null(session, leaf))
             ? openly
             : OPENLY_GUESSED;
}

/* The best reason that one of the parts of the check gives. */
static SiteOpenly parts_openly(Session *session, uint32_t activation,
                               EncCheck check) {
  TermList parts = {0};
  SiteOpenly openly = OPENLY_NOT;
  sites_check_parts(session, activation, check, &parts, SITE_PARTS_CHOSEN);
  for (uint32_t i = 0; i < parts.n && openly != OPENLY_TOLD; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    SiteOpenly one = leaf ? is_open_null(session, leaf) : OPENLY_NOT;
    if (one) openly = one;
  }
  VEC_DONE(term_store_mem(session->store), &parts);
  return openly;
}

/* Is one of the results of calls that it is about overlooked? */
static bool some_overlooked(Session *session, uint32_t activation,
                            EncCheck check) {
  TermList parts = {0};
  bool found = false;
  if (sites_about(session, check) != PROPERTY_NULL_DEREF) return false;
  sites_check_parts(session, activation, check, &parts, SITE_PARTS_RESULTS);
  for (uint32_t i = 0; i < parts.n && !found; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    found = leaf && is_overlooked(session, leaf);
  }
  VEC_DONE(term_store_mem(session->store), &parts);
  return found;
}

SiteOpenly sites_fails_openly(Session *session, uint32_t activation,
                              EncCheck check) {
  if (session->stance) return session->stance;
  if (sites_is_too_long(session, check)) return OPENLY_TOLD;
  if (sites_is_about_life(session, check)) return OPENLY_NOT;
  if (some_overlooked(session, activation, check)) return OPENLY_TOLD;
  SiteOpenly openly = parts_openly(session, activation, check);
  if (!openly && (is_not_found(session, activation, check) ||
                  sites_outgrows(session, activation, check)))
    openly = OPENLY_GUESSED;
  return openly;
}
