/* SPDX-License-Identifier: MIT
 *
 * Which counterexamples are believed.
 *
 * A function by itself knows nothing of the states in which it is called; a
 * solver chooses the one that breaks it.  Some kinds of choices are nearly
 * always impossible, and nobody would read a list of findings that rests on
 * them:
 *
 * - Pointers of unknown origin that lead to the same memory, though the program
 *   never compares them.  We ask again with these overlaps excluded, until the
 *   violation needs none, or cannot do without.
 * - Life behind an element's own pointer to the place where it hangs
 *   (`*e->prev = e->next; free(e)`) that is presumed to lead elsewhere.
 * - A number found in memory, or given by a function without a body, that the
 *   check itself compares (a divisor, a shift amount, an index, what an
 *   assertion says) and the function limits nowhere.  What such numbers can be
 *   is an invariant of the program's state that we do not know.  A number that
 *   only decides a branch on the way is believed.  Where sums and products are
 *   asked about, no limit from below makes a large one credible.
 *
 * - Some NULLs (nulls.c).
 *
 * - A member of a struct, a global or a parameter that has a value which
 *   nothing in the program gives it (encode/function/usual.c).
 *
 * - A NULL parameter for which the function does not look, though no call could
 *   be shown to pass it (check.c, callers.c).
 *
 * Proofs do not rest on this; what is not believed is `unknown`. */
#include "scan/sites/sites_int.h"

enum { ROUNDS_MOST = 100, STEPS_MOST = 100 };

/* ---- what is not believed ---- */

uint32_t sites_block_in_root(const Session *session, uint32_t activation,
                             EncCheck check) {
  const EncExec *exec = session->exec;
  assert(activation < enc_exec_n_activations(exec));
  if (activation == 0) return check.before;
  const EncActivation *act = enc_exec_activation(exec, activation);
  while (act->parent != 0) act = enc_exec_activation(exec, act->parent);
  FuncId root = enc_exec_activation(exec, 0)->func;
  return enc_block_of(session->sites->facts, root, act->call);
}

bool sites_is_in_support(const Session *session, Term var) {
  assert(var.id != 0);
  const TermList *support = struct_sure_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++)
    if (term_same(support->at[i], var)) return true;
  return false;
}

bool sites_is_volatile(const Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  if (leaf->kind != ENC_LEAF_INPUT || leaf->is_memory) return false;
  return prog_func(p, leaf->func)->insts.at[leaf->inst].op == OP_LOAD;
}

PropertyKind sites_about(const Session *session, EncCheck check) {
  require(check.error < session->sites->program->errors.n);
  const ErrorSite *error = &session->sites->program->errors.at[check.error];
  return strcmp(error->property, PASS_NULL_ARGUMENT) == 0
             ? PROPERTY_NULL_DEREF
             : prog_property_by_name(error->property);
}

bool sites_is_about_life(const Session *session, EncCheck check) {
  PropertyKind about = sites_about(session, check);
  return about == PROPERTY_VALID_FREE || about == PROPERTY_VALID_INIT ||
         about == PROPERTY_COUNT;
}

bool sites_is_about_death(const Session *session, EncCheck check) {
  PropertyKind about = sites_about(session, check);
  return about == PROPERTY_VALID_FREE || about == PROPERTY_COUNT;
}

/* Does the library choose it (does a file open, is there more to read?), or is
 * it the first to read it (the characters of a string)? */
static bool is_librarys(const Session *session, const EncLeaf *leaf) {
  FuncId where = enc_exec_activation(session->exec, leaf->activation)->func;
  FuncId reader = prog_loc_get(session->sites->program, leaf->loc)->func;
  if (leaf->is_memory && reader.id) where = reader;
  return sites_is_library(session->sites, where);
}

/* Does the root itself read it? */
static bool is_read_by_root(const Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  FuncId reader = prog_loc_get(s->program, leaf->loc)->func;
  return leaf->activation == 0 && leaf->is_memory && reader.id &&
         s->original[reader.id].id == s->original[session->func.id].id;
}

/* Does the instruction, if it uses the value, but hand it on? */
static bool hands_on(const Program *p, const Inst *inst, uint32_t value) {
  assert(value > 0 && inst->op != OP_NONE);
  FuncId author = prog_loc_get(p, inst->loc)->func;
  if (inst->op == OP_CALL || inst->op == OP_SEXT || inst->op == OP_ZEXT ||
      inst->op == OP_DBG ||
      (author.id && prog_func(p, author)->origin == FUNC_MODEL))
    return true;
  for (uint32_t i = 0; i < inst->n_ops; i++)
    if (val_is_local(inst->ops[i]) && val_index(inst->ops[i]) == value)
      return false;
  return true;
}

/* Is it a parameter that the root hands on, unseen, though it has calls in the
 * tree, which do not show what it is? */
static bool is_passed_unseen(const Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  const Function *f = prog_func(s->program, session->func);
  assert(leaf->kind == ENC_LEAF_PARAM);
  if (!s->results[s->original[session->func.id].id].calls) return false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (!hands_on(s->program, &f->insts.at[f->blocks.at[b].insts.at[i]],
                    leaf->inst))
        return false;
  return true;
}

/* Is it what a function without a body answers while an object is being made,
 * by a call that gives a pointer?  That decides whether there is one to lose,
 * and not whether it was given back. */
static bool is_in_making(const Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  const char *property = p->errors.at[session->check.error].property;
  if (strcmp(property, PASS_LEAK) != 0 || leaf->kind != ENC_LEAF_EXTERN ||
      leaf->is_memory || !leaf->activation)
    return false;
  const EncActivation *act =
      enc_exec_activation(session->exec, leaf->activation);
  assert(leaf->var.id != 0 && act->func.id != 0);
  while (act->parent) act = enc_exec_activation(session->exec, act->parent);
  TypeId given = prog_func(p, session->func)->insts.at[act->call].type;
  return given.id && prog_type(p, given)->kind == TYPE_PTR;
}

/* A number from outside that decides whether something was freed, in a callee,
 * while the root never looks at it (a count of references, say); or none. */
static Term find_unseen(Session *session, uint32_t kinds, uint32_t block) {
  const TermList *support = struct_sure_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && (kinds >> leaf->kind & 1) &&
        (leaf->kind != ENC_LEAF_PARAM || is_passed_unseen(session, leaf)) &&
        !leaf->is_pointer && !leaf->is_tested && !leaf->has_sign &&
        !is_in_making(session, leaf) && !is_librarys(session, leaf) &&
        !is_read_by_root(session, leaf) &&
        !enc_exec_is_limited(session->exec, leaf, block))
      return support->at[i];
  }
  return TERM_NONE;
}

/* Is it what a call of the library answers?  Its model says what that can be:
 * `read` fills all of the room, or fails. */
static bool is_librarys_answer(const Session *session, const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_EXTERN && !leaf->is_memory &&
         (is_librarys(session, leaf) ||
          sites_is_library(session->sites, leaf->func));
}

/* Was it settled that the fault is there for any small value of it? */
static bool is_settled(const Session *session, Term var) {
  for (uint32_t i = 0; i < session->n_small; i++)
    if (term_same(session->small[i], var)) return true;
  return false;
}

/* May it be what the check needs: does the library answer it, or does the
 * function look at it? */
static bool is_credible(const Session *session, const EncLeaf *leaf,
                        PropertyKind about, uint32_t block) {
  return is_librarys_answer(session, leaf) ||
         enc_exec_is_limited(session->exec, leaf, block) ||
         (leaf->is_pointer && about == PROPERTY_NULL_DEREF) ||
         ((leaf->is_tested || leaf->has_sign) && about == PROPERTY_NO_DIV_ZERO);
}

Term sites_unlimited(Session *session, uint32_t activation, EncCheck check,
                     uint32_t kinds) {
  PropertyKind about = sites_about(session, check);
  uint32_t block = sites_block_in_root(session, activation, check);
  if (sites_is_about_life(session, check))
    return find_unseen(session, kinds, block);
  TermList parts = {0};
  Term found = TERM_NONE;
  bool is_sum = about == PROPERTY_NO_OVERFLOW;
  sites_check_parts(session, activation, check, &parts, SITE_PARTS_INPUTS);
  for (uint32_t i = 0; i < parts.n && !found.id; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    if (!leaf || is_settled(session, parts.at[i]) ||
        (is_sum ? sites_is_any_number(session, leaf)
                : is_credible(session, leaf, about, block)))
      continue;
    if (((kinds >> leaf->kind & 1) || sites_is_volatile(session, leaf) ||
         (is_sum && leaf->kind == ENC_LEAF_INPUT)) &&
        sites_is_in_support(session, parts.at[i]))
      found = parts.at[i];
  }
  VEC_DONE(term_store_mem(session->store), &parts);
  assert(!found.id || term_is_var(session->store, found));
  return found;
}

/* A number that is not limited is not believed to be whatever the fault needs;
 * but some faults need no certain one: `a = malloc(n); … a[n] = 0`, or
 * `memcpy(a, from, n)` where `a` is NULL. */
bool sites_fails_for_any(Session *session, EncCheck check, Term formula,
                         Term var, Budget *budget) {
  static const uint64_t numbers[] = {2, 3, 5, 8};
  TermStore *store = session->store;
  PropertyKind about = sites_about(session, check);
  assert(term_is_var(store, var));
  if ((about != PROPERTY_VALID_DEREF && about != PROPERTY_NULL_DEREF) ||
      term_is_bool(store, var) || enc_exec_leaf(session->exec, var)->is_pointer)
    return false;
  bool always = true;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers && always; i++) {
    Term is_so = term_eq(store, var,
                         term_u64(store, numbers[i], term_width(store, var)));
    Term rest = term_and(store, formula, is_so);
    always = sites_can_hold(session, rest, budget).status == STRUCT_POSSIBLE;
  }
  /* with what was found last, or as before */
  if (always)
    struct_rest_on(session->engine, session->question);
  else
    (void)sites_find_again(session, formula);
  return always;
}

/* Is it a parameter that only calls by pointers pass, one of which may pass
 * NULL? */
static bool is_passed_by_pointer(const Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  FuncId func = s->original[session->func.id];
  assert(leaf->kind == ENC_LEAF_PARAM && leaf->inst > 0);
  return s->is_taken[func.id] && !s->results[func.id].calls &&
         prog_effects_param_null(sites_effects(s), func, leaf->inst - 1) ==
             EFFECT_PASSED;
}

Term sites_unshown(Session *session) {
  const TermList *support = struct_sure_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && leaf->kind == ENC_LEAF_PARAM && leaf->is_pointer &&
        !leaf->is_tested && !is_passed_by_pointer(session, leaf) &&
        struct_value(session->engine, support->at[i]).bits == 0)
      return support->at[i];
  }
  return TERM_NONE;
}

/* What is added to the address, if that is a constant; `rest`: what to. */
static bool is_step(const TermStore *store, Term t, Term *rest,
                    int64_t *offset) {
  int64_t value;
  if (term_kind(store, t) != TERM_ADD) return false;
  for (uint32_t k = 0; k < 2; k++) {
    Term step = term_child(store, t, k);
    if (!term_is_const(store, step) || !term_const_i64(store, step, &value))
      continue;
    *offset = (int64_t)((uint64_t)*offset + (uint64_t)value);
    *rest = term_child(store, t, 1 - k);
    return true;
  }
  return false;
}

/* The variable of memory at entry that an address is made of by a step, or
 * NULL. */
static const EncLeaf *found_in_memory(Session *session, Term address) {
  int64_t offset = 0;
  while (is_step(session->store, address, &address, &offset)) continue;
  const EncLeaf *leaf = term_is_var(session->store, address)
                            ? enc_exec_leaf(session->exec, address)
                            : NULL;
  bool is_found = leaf && leaf->kind == ENC_LEAF_CONTEXT && leaf->is_memory;
  return is_found ? leaf : NULL;
}

/* Is what was written a place that the element knows which hangs at the place
 * that is read: `*place` is the element, and `b` a pointer in it? */
static bool is_way_back(Session *session, Term place, Term b) {
  assert(place.id && b.id);
  const EncLeaf *kept = found_in_memory(session, b);
  if (!kept || !term_same(kept->var, b)) return false;
  Term home = enc_exec_cell(session->exec, kept).address;
  const EncLeaf *element = found_in_memory(session, home);
  return element &&
         term_same(enc_exec_cell(session->exec, element).address, place);
}

/* An overlap that is no chance. */
static bool is_meant(Session *session, Term overlap) {
  uint32_t n;
  const EncMeeting *at = enc_exec_overlaps(session->exec, &n);
  for (uint32_t i = 0; i < n; i++)
    if (term_same(at[i].same, overlap))
      return is_way_back(session, at[i].a, at[i].b);
  return false;
}

/* Takes the overlaps that the assignment needs out of the formula; gives one
 * of them, or none. */
static Term exclude_overlaps(Session *session, Term *formula) {
  assert(term_is_bool(session->store, *formula));
  const TermList *support = struct_sure_support(session->engine);
  Term found = TERM_NONE;
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf || leaf->kind != ENC_LEAF_OVERLAP) continue;
    if (!struct_value(session->engine, support->at[i]).bits ||
        is_meant(session, support->at[i]))
      continue;
    found = support->at[i];
    *formula = term_and(session->store, *formula, term_not(found));
  }
  return found;
}

/* The term in the assignment: choices are made, results of calls followed, also
 * in what an index is added to. */
static Term chosen_now(Session *session, Term t, uint32_t *left) {
  assert(t.id != 0 && *left <= STEPS_MOST);
  TermStore *store = session->store;
  for (; *left; --*left) {
    Term next =
        term_is_var(store, t) ? struct_meaning(session->engine, t) : TERM_NONE;
    if (!next.id && term_kind(store, t) == TERM_ITE) {
      Term cond = term_child(store, t, 0);
      bool holds = struct_value(session->engine, cond).bits != 0;
      next = term_child(store, t, holds ? 1 : 2);
    }
    if (!next.id) break;
    t = next;
  }
  TermKind kind = term_kind(store, t);
  if (!*left || (kind != TERM_ADD && kind != TERM_MUL)) return t;
  --*left;
  Term a = chosen_now(session, term_child(store, t, 0), left);
  Term b = chosen_now(session, term_child(store, t, 1), left);
  return kind == TERM_ADD ? term_add(store, a, b) : term_mul(store, a, b);
}

static bool is_supported(const Session *session, Term t) {
  assert(t.id != 0);
  if (term_kind(session->store, t) != TERM_ADD)
    return sites_is_in_support(session, t);
  return is_supported(session, term_child(session->store, t, 0)) ||
         is_supported(session, term_child(session->store, t, 1));
}

/* What the address is in the assignment; TERM_NONE: the violation does not rest
 * on it. */
static Term address_now(Session *session, Term t) {
  uint32_t left = STEPS_MOST;
  t = chosen_now(session, t, &left);
  return is_supported(session, t) ? t : TERM_NONE;
}

/* The same for addresses of which it was not known where they come from. */
static Term exclude_meetings(Session *session, Term *formula) {
  uint32_t n;
  Term found = TERM_NONE;
  (void)enc_exec_meetings(session->exec, &n);
  for (uint32_t i = 0; i < n; i++) {
    EncMeeting at = enc_exec_meetings(session->exec, &n)[i];
    if (!struct_value(session->engine, at.same).bits) continue;
    Term a = address_now(session, at.a), b = address_now(session, at.b);
    Term var = a.id && b.id ? enc_exec_overlap(session->exec, a, b) : TERM_NONE;
    if (!var.id) continue;
    found = var;
    *formula = term_and(session->store, *formula, term_not(var));
  }
  return found;
}

/* Elements that are unlinked are gone from where they hung; gives a variable
 * which says so, or none: they are, or it does not matter. */
static Term unlink_elements(Session *session, Term *formula) {
  uint32_t n;
  Term found = TERM_NONE;
  (void)enc_exec_overlaps(session->exec, &n);
  for (uint32_t i = 0; i < n; i++) {
    EncMeeting at = enc_exec_overlaps(session->exec, &n)[i];
    if (struct_value(session->engine, at.same).bits ||
        !sites_is_in_support(session, at.same) ||
        !is_way_back(session, at.a, at.b))
      continue;
    found = at.same;
    *formula = term_and(session->store, *formula, found);
  }
  return found;
}

/* Takes states at entry that are not usual out of the formula, also those in
 * which calls return; gives a variable of such, or none. */
static Term exclude_unusual(Session *session, Term *formula) {
  const TermList *support = struct_support(session->engine);
  Term found = TERM_NONE, usual = term_true();
  for (uint32_t i = 0; i < support->n && !found.id; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf || sites_is_looked_at(session, leaf)) continue;
    usual = term_and(session->store, enc_exec_usual(session->exec, leaf),
                     enc_exec_few(session->exec, leaf));
    if (!term_is_true(usual) && !struct_value(session->engine, usual).bits)
      found = support->at[i];
  }
  if (found.id) *formula = term_and(session->store, *formula, usual);
  return found;
}

/* ---- what is believed, but not much ---- */

bool sites_is_any_number(Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  if (sites_about(session, session->check) != PROPERTY_NO_OVERFLOW ||
      leaf->is_length || leaf->is_pointer)
    return false;
  bool is_told = is_librarys_answer(session, leaf) ||
                 (leaf->kind == ENC_LEAF_INPUT && is_librarys(session, leaf));
  uint32_t call = sites_library_call(session, leaf);
  FuncId where =
      call ? enc_exec_activation(session->exec, call)->func : leaf->func;
  return (is_told && (leaf->is_memory ? results_are_data(s, where)
                                      : results_are_numbers(s, where))) ||
         sites_is_scanned(s->program, leaf);
}

/* A number of the support that is far, as a term that says it is not; or
 * none.  Is it one that somebody may choose? */
static Term find_far(Session *session, bool *is_chosen) {
  const Sites *s = session->sites;
  const TermList *support = struct_sure_support(session->engine);
  bool is_anybodys = sites_is_anybodys(s, session->func);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf || sites_is_any_number(session, leaf)) continue;
    *is_chosen = leaf->kind == ENC_LEAF_PARAM && is_anybodys;
    Term near = enc_exec_is_near(session->exec, leaf);
    if (!term_is_true(near) && !struct_value(session->engine, near).bits)
      return near;
  }
  return TERM_NONE;
}

bool sites_come_near(Session *session, Term *formula, Budget *budget) {
  require(term_is_bool(session->store, *formula));
  Term closer = *formula;
  session->is_far = false;
  for (uint32_t round = 0; round < ROUNDS_MOST; round++) {
    bool is_chosen = false;
    Term near = find_far(session, &is_chosen);
    if (!near.id) {
      *formula = closer;
      return true;
    }
    closer = term_and(session->store, closer, near);
    StructAnswer answer = sites_can_hold(session, closer, budget);
    if (answer.status == STRUCT_POSSIBLE) {
      struct_rest_on(session->engine, session->question);
      continue;
    }
    session->is_far =
        !is_chosen && (answer.status == STRUCT_IMPOSSIBLE ||
                       (answer.status == STRUCT_UNKNOWN && answer.open.id));
    break;
  }
  return sites_find_again(session, *formula);
}

bool sites_always_fails(Session *session, uint32_t activation, EncCheck check,
                        Budget *budget) {
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  PropertyKind about = sites_about(session, check);
  /* Loops that are left early would leave out ways on which it holds. */
  if (session->loops != ENC_LOOPS_FORGET ||
      (about != PROPERTY_NULL_DEREF && about != PROPERTY_NO_DIV_ZERO &&
       about != PROPERTY_VALID_DEREF))
    return false;
  Term here = act->block_guards[check.before];
  if (check.before == check.block || !here.id || term_is_true(here))
    return false;
  Term passes = term_and(session->store, here, term_not(check.condition));
  return sites_can_hold(session, passes, budget).status == STRUCT_IMPOSSIBLE;
}

/* A number that is not limited, and that the fault needs to be no small one; or
 * none.  Each that may be any is small from then on, so that another one cannot
 * make up for it. */
static Term settle_unlimited(Session *session, EncCheck check, uint32_t kinds,
                             Term *formula, Budget *budget) {
  enum { SMALL_MOST = 8 };
  TermStore *store = session->store;
  assert(session->n_small == 0);
  for (;;) {
    Term var = sites_unlimited(session, session->activation, check, kinds);
    if (!var.id || session->n_small == SITE_SMALL_MOST ||
        !sites_fails_for_any(session, check, *formula, var, budget))
      return var;
    Term most = term_u64(store, SMALL_MOST, term_width(store, var));
    *formula = term_and(store, *formula, term_not(term_ult(store, most, var)));
    StructAnswer answer = sites_can_hold(session, *formula, budget);
    if (answer.status != STRUCT_POSSIBLE) return var;
    struct_rest_on(session->engine, session->question);
    session->small[session->n_small++] = var;
  }
}

StructAnswer sites_believe(Session *session, uint32_t activation,
                           EncCheck check, Term *formula, Budget *budget,
                           StructAnswer answer) {
  require(answer.status == STRUCT_POSSIBLE);
  if (session->sites->options.memory == SITE_MEMORY_ANY) return answer;
  for (uint32_t round = 0; answer.status == STRUCT_POSSIBLE; round++) {
    Term unlikely = exclude_overlaps(session, formula);
    if (!unlikely.id) unlikely = exclude_meetings(session, formula);
    if (!unlikely.id && sites_is_about_death(session, check))
      unlikely = unlink_elements(session, formula);
    if (!unlikely.id) unlikely = exclude_unusual(session, formula);
    if (!unlikely.id)
      unlikely = sites_exclude_null(session, activation, check, formula);
    if (!unlikely.id) break;
    if (round == ROUNDS_MOST)
      return (StructAnswer){.status = STRUCT_UNKNOWN, .open = unlikely};
    answer = sites_solve(session, formula, budget);
    if (answer.status == STRUCT_IMPOSSIBLE)
      return (StructAnswer){.status = STRUCT_UNKNOWN, .open = unlikely};
  }
  if (answer.status != STRUCT_POSSIBLE || session->stance)
    return answer; /* it fails for any number, or for one that is supposed */
  uint32_t kinds =
      1u << ENC_LEAF_CONTEXT | 1u << ENC_LEAF_EXTERN | 1u << ENC_LEAF_INDIRECT;
  if (activation != 0 &&
      sites_params(session->sites, session->func) == SITE_PARAMS_PRESUMED)
    kinds |= 1u << ENC_LEAF_PARAM; /* a caller that was asked */
  Term unlikely = settle_unlimited(session, check, kinds, formula, budget);
  if (!unlikely.id && !session->n_small)
    unlikely = sites_rounded(session, activation, check);
  if (!unlikely.id) return answer;
  return (StructAnswer){.status = STRUCT_UNKNOWN, .open = unlikely};
}
