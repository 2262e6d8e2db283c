/* SPDX-License-Identifier: MIT
 *
 * What a violation rests on: the variables that its assignment chooses, as they
 * are told, and what of that is a state that was assumed. */
#include "scan/sites/sites_int.h"

/* That a pointer is not NULL is no choice; what the library finds in a text, or
 * remembers from before, is as much an input as what it reads.  What a loop
 * leaves (does a search find something?) is as the data that it walks along. */
unsigned sites_rests_on(Session *session, const EncLeaf *leaf) {
  if (leaf->is_pointer && struct_value(session->engine, leaf->var).bits)
    return 0;
  if (leaf->kind == ENC_LEAF_PARAM) return SITE_ON_PARAM;
  if (leaf->is_supposed) return SITE_ON_MEMORY;
  if ((leaf->kind == ENC_LEAF_CONTEXT ||
       (leaf->kind == ENC_LEAF_LOOP && !leaf->is_exact)) &&
      !sites_library_call(session, leaf))
    return SITE_ON_MEMORY;
  return leaf->kind == ENC_LEAF_OBJECT || leaf->is_exact ? 0 : SITE_ON_INPUT;
}

/* Of a variable that the bad value itself is made of: is it a state that was
 * assumed?  Who may call the function with anything decides its parameters, but
 * is not expected to pass numbers so large that sums of them go round, nor a
 * NULL for which only macros look, which are written for all their uses; what
 * functions that nobody knows leave in memory is a state as well. */
static unsigned faults_on(Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  unsigned on = sites_rests_on(session, leaf);
  bool is_left = leaf->kind == ENC_LEAF_INDIRECT ||
                 (leaf->kind == ENC_LEAF_EXTERN && leaf->is_memory);
  bool is_anybodys =
      sites_is_anybodys(s, session->func) &&
      sites_about(session, session->check) != PROPERTY_NO_OVERFLOW;
  if (on & SITE_ON_PARAM)
    return is_anybodys && !(leaf->is_pointer &&
                            sites_is_tested_by_macro(session, leaf))
               ? 0
               : SITE_FAULT_ON_PARAM;
  if (on & SITE_ON_MEMORY || (on && is_left))
    return s->options.memory == SITE_MEMORY_ANY ? 0 : SITE_FAULT_ON_MEMORY;
  return on && (leaf->is_pointer || sites_is_scanned(s->program, leaf) ||
                sites_is_any_number(session, leaf))
             ? SITE_FAULT_ON_INPUT
             : 0;
}

/* The pointer that is NULL, or else the last thing chosen. */
static bool is_better_culprit(Session *session, const EncLeaf *leaf) {
  TermValue value = struct_value(session->engine, leaf->var);
  return sort_kind(value.sort) == SORT_BV && sort_width(value.sort) <= 64 &&
         value.bits == 0 && (leaf->is_pointer || leaf->is_checked);
}

/* Is it memory that a function of the library is the first to read?  The
 * characters of a text are many, and have no name. */
static bool is_librarys_reading(const Session *session, const EncLeaf *leaf) {
  FuncId reader = prog_loc_get(session->sites->program, leaf->loc)->func;
  return leaf->kind == ENC_LEAF_CONTEXT && reader.id &&
         sites_is_library(session->sites, reader);
}

static bool is_told(const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_PARAM || leaf->kind == ENC_LEAF_CONTEXT ||
         leaf->kind == ENC_LEAF_INPUT || leaf->kind == ENC_LEAF_UNINIT ||
         leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT;
}

/* Who reads a finding wants to know first what the check itself compares, and
 * last that pointers lead somewhere. */
typedef enum ValueRank { RANK_COMPARED, RANK_CHOSEN, RANK_POINTS } ValueRank;

static ValueRank rank_of(Session *session, Term var, const TermList *compared) {
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  uint32_t call = sites_library_call(session, leaf);
  Term told = call ? enc_exec_activation(session->exec, call)->result : var;
  if (call && told.id && struct_value(session->engine, told).bits == 0)
    return RANK_COMPARED; /* the library fails */
  for (uint32_t i = 0; i < compared->n; i++)
    if (term_same(compared->at[i], var)) return RANK_COMPARED;
  return leaf->is_pointer && struct_value(session->engine, var).bits
             ? RANK_POINTS
             : RANK_CHOSEN;
}

/* Values of one rank keep their order. */
static void sort_told(Session *session, uint32_t activation, EncCheck check,
                      SiteTolds *told) {
  Mem *mem = session->sites->mem;
  TermList compared = {0};
  SiteTolds sorted = {0};
  sites_check_parts(session, activation, check, &compared, SITE_PARTS_INPUTS);
  for (ValueRank rank = RANK_COMPARED; rank <= RANK_POINTS; rank++)
    for (uint32_t i = 0; i < told->n; i++)
      if (rank_of(session, told->at[i].var, &compared) == rank)
        VEC_PUSH(mem, &sorted, told->at[i]);
  assert(sorted.n == told->n);
  VEC_DONE(mem, told);
  *told = sorted;
  VEC_DONE(term_store_mem(session->store), &compared);
}

static bool is_same_told(const SiteTold *a, const SiteTold *b) {
  return a->value.loc.id == b->value.loc.id && a->activation == b->activation &&
         a->inst == b->inst && strcmp(a->value.name, b->value.name) == 0;
}

/* Nothing that was told before, or that is not known. */
static void add_told(Session *session, SiteTolds *told, SiteTold one) {
  if (!one.value.value) return;
  for (uint32_t i = 0; i < told->n; i++)
    if (one.inst && is_same_told(&told->at[i], &one)) return;
  VEC_PUSH(session->sites->mem, told, one);
}

static void show_values(Session *session, uint32_t activation, EncCheck check,
                        SiteTolds *told, SiteResult *result) {
  const TermList *support = struct_support(session->engine);
  result->rests_on = 0;
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && leaf->kind == ENC_LEAF_LOOP && leaf->is_exact)
      add_told(session, told, sites_told(session, leaf));
    if (!leaf || !is_told(leaf)) continue;
    bool is_hidden = is_librarys_reading(session, leaf);
    uint32_t call = sites_library_call(session, leaf);
    if (!is_hidden) add_told(session, told, sites_told(session, leaf));
    if (call && leaf->is_memory && !leaf->is_length)
      add_told(session, told, sites_filled_told(session, leaf, call));
    result->rests_on |= sites_rests_on(session, leaf);
    if (is_hidden) continue;
    if (!result->culprit.id || is_better_culprit(session, leaf))
      result->culprit = call ? sites_call_place(session, call) : leaf->loc;
  }
  sort_told(session, activation, check, told);
}

/* The call gave the NULL that the fault is about: that is told first. */
static void show_library_null(Session *session, const EncLeaf *leaf,
                              uint32_t call, SiteTolds *told,
                              SiteResult *result) {
  require(call != 0 && result->status == SITE_VIOLATED);
  SiteTold null = sites_library_told(session, leaf, call);
  result->culprit = null.value.loc;
  uint32_t n = told->n;
  add_told(session, told, null);
  if (told->n == n) return;
  memmove(told->at + 1, told->at, sizeof *told->at * n);
  told->at[0] = null;
}

/* A search that finds nothing tells of the text it was given: if that is one
 * that was there at entry, its contents are assumed. */
static unsigned searches_on(Session *session, uint32_t call) {
  const Sites *s = session->sites;
  const TermList *support = struct_support(session->engine);
  FuncId func = enc_exec_activation(session->exec, call)->func;
  if (!results_is_search(s, func) || sites_is_anybodys(s, session->func))
    return 0;
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && leaf->is_memory && is_librarys_reading(session, leaf))
      return SITE_FAULT_ON_MEMORY;
  }
  return 0;
}

/* How much room there is where the library writes: a size that was assumed? */
static unsigned room_on(Session *session, uint32_t activation, EncCheck check) {
  Term to = sites_subject_term(session, activation, check);
  Term object = to.id ? sites_object_of(session, to) : TERM_NONE;
  Term size = object.id ? enc_exec_behind(session->exec, object) : TERM_NONE;
  TermList vars = {0};
  unsigned on = 0;
  if (size.id) term_vars(session->store, size, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, vars.at[i]);
    if (leaf && sites_is_in_support(session, vars.at[i]))
      on |= faults_on(session, leaf) &
            (SITE_FAULT_ON_PARAM | SITE_FAULT_ON_MEMORY);
  }
  VEC_DONE(term_store_mem(session->store), &vars);
  return on;
}

/* Is it a NULL of which only the program's other calls tell that there is such
 * a thing? */
static bool is_habit(Session *session, EncCheck check, const EncLeaf *leaf) {
  return sites_about(session, check) == PROPERTY_NULL_DEREF &&
         leaf->kind == ENC_LEAF_EXTERN && leaf->is_pointer &&
         !leaf->is_memory && leaf->func.id &&
         !struct_value(session->engine, leaf->var).bits &&
         !results_is_documented(session->sites, leaf->func);
}

/* What the bad value itself is made of. */
static void show_fault(Session *session, uint32_t activation, EncCheck check,
                       SiteTolds *told, SiteResult *result) {
  TermList parts = {0};
  if (!sites_is_about_life(session, check))
    sites_check_parts(session, activation, check, &parts, SITE_PARTS_CHOSEN);
  for (uint32_t i = 0; i < parts.n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    Term meaning = struct_meaning(session->engine, parts.at[i]);
    if (leaf && meaning.id && !struct_value(session->engine, meaning).bits) {
      uint32_t call = sites_outermost_call(session, leaf->activation);
      result->rests_on |= SITE_FAULT_ON_INPUT | searches_on(session, call);
      show_library_null(session, leaf, call, told, result);
    } else if (leaf && !meaning.id &&
               sites_is_in_support(session, parts.at[i])) {
      result->rests_on |= faults_on(session, leaf);
      if (is_habit(session, check, leaf)) {
        result->rests_on |= SITE_ON_HABIT;
        result->giver = leaf->func;
      }
    }
  }
  if (sites_is_too_long(session, check) ||
      (sites_is_told_by_library(session, check) &&
       !(result->rests_on & SITE_ON_MEMORY)))
    result->rests_on |= SITE_FAULT_ON_INPUT;
  if (sites_is_told_by_library(session, check))
    result->rests_on |= room_on(session, activation, check);
  if (sites_is_supposed(session)) result->rests_on |= SITE_FAULT_ON_MEMORY;
  result->rests_on |=
      sites_fault_on_way(session, check, &parts, result->rests_on) |
      sites_constant_on(session, activation, check);
  VEC_DONE(term_store_mem(session->store), &parts);
}

void sites_ground(Session *session, uint32_t activation, EncCheck check,
                  SiteTolds *told, SiteResult *result) {
  require(result->status == SITE_VIOLATED && told->n == 0);
  show_values(session, activation, check, told, result);
  show_fault(session, activation, check, told, result);
}
