/* SPDX-License-Identifier: MIT
 *
 * What of a path is worth telling.
 *
 * Problem.  A path has every condition between the entry of the root and the
 * check, hundreds of them where calls were looked into.  Who reads it wants the
 * few that matter.
 *
 * Idea.  The assignment explains the truth of the question: from the root of
 * the formula only those operands are followed that its value depends on
 * (engine/structural/refine.c).  A condition that is met there matters, any
 * other could have been otherwise.  The same walk, begun at what the check
 * compares, meets what the fault itself is made of; the rest of the first is
 * only the way there.  Of the way, the last conditions are kept, and fewer of
 * those that come before the bad value has arisen.
 *
 * A value is told if a condition that is kept depends on it, a call if
 * something is kept inside of it or it leads to the check.  That two pointers
 * of unknown origin are the same is found as an equation among the nodes. */
#include "scan/sites/sites_int.h"

#include <stdlib.h>

enum { FAULT_MOST = 10, BEHIND_MOST = 6, BEFORE_MOST = 3, CONDITIONS_MOST = 8 };

typedef struct Teller {
  Session *session;
  uint32_t activation;
  EncCheck check;
  SiteTales *tales;
  SiteTolds *told;
  Map fault; /* nodes that the fault depends on */
  Map way;   /* ... that the whole does */
  Map kept;  /* ... that the conditions which are kept do */
} Teller;

static bool has_node(const Map *map, Term t) {
  return t.id && map_find(map, term_node(t)) != NULL;
}

/* ... or a part of it, if it is said by several together. */
static bool has_part(const Map *map, const TermStore *store, Term t) {
  if (has_node(map, t)) return true;
  if (!t.id || term_is_var(store, t) || term_kind(store, t) != TERM_AND)
    return false;
  return has_node(map, term_child(store, t, 0)) ||
         has_node(map, term_child(store, t, 1));
}

/* The nodes that what the check compares depends on. */
static void find_fault(Teller *t) {
  Session *session = t->session;
  const EncActivation *act = enc_exec_activation(session->exec, t->activation);
  const Function *f = prog_func(session->sites->program, act->func);
  Val conditions[CONDITIONS_MOST];
  uint32_t n = sites_check_conditions(session->sites->program, f, t->check,
                                      conditions, CONDITIONS_MOST);
  for (uint32_t i = 0; i < n; i++) {
    Term value =
        enc_exec_value(session->exec, t->activation, val_index(conditions[i]));
    if (value.id) struct_depends(session->engine, value, &t->fault);
  }
}

/* Does it free what the check asks about? */
static bool is_free_of(Teller *t, const SiteTale *tale, uint64_t pointer) {
  Sites *s = t->session->sites;
  const EncActivation *act =
      enc_exec_activation(t->session->exec, tale->activation);
  const EncActivation *caller =
      enc_exec_activation(t->session->exec, act->parent);
  SitePointer freed;
  if (tale->step.kind != SITE_STEP_CALL || !pointer ||
      !sites_freed(s, s->original[act->func.id], 0, &freed))
    return false;
  const Inst *call = &prog_func(s->program, caller->func)->insts.at[act->call];
  for (uint32_t i = 1; i < call->n_ops; i++) {
    Term passed = enc_exec_operand(t->session->exec, act->parent, call->ops[i]);
    if (passed.id && !term_is_bool(t->session->store, passed) &&
        sites_number(t->session, passed) == pointer)
      return true;
  }
  return false;
}

/* Is the activation one that the check is in, or above it?  What happens in
 * calls that have come back is no part of the way: what comes of it is asked
 * behind them. */
static bool is_open(const Teller *t, uint32_t activation) {
  for (uint32_t at = t->activation; at != activation;
       at = enc_exec_activation(t->session->exec, at)->parent)
    if (at == 0) return false;
  return true;
}

static SiteWeight weight_of(Teller *t, const SiteTale *tale) {
  assert(tale->step.kind != SITE_STEP_VALUE || tale->told);
  switch (tale->step.kind) {
  case SITE_STEP_ENTER:
  case SITE_STEP_CHECK: return SITE_FOR_FAULT;
  case SITE_STEP_VALUE:
    return has_node(&t->fault, tale->on) && !tale->told->only_points
               ? SITE_FOR_FAULT
               : SITE_FOR_REST;
  case SITE_STEP_BRANCH:
    return has_part(&t->fault, t->session->store, tale->on) ? SITE_FOR_FAULT
           : has_part(&t->way, t->session->store, tale->on) &&
                   is_open(t, tale->activation)
               ? SITE_FOR_WAY
               : SITE_FOR_REST;
  case SITE_STEP_CALL:
  case SITE_STEP_SAME: return SITE_FOR_REST;
  }
  unreachable_case();
}

/* Of the conditions of a weight before a step, the last are kept. */
static void keep_last(Teller *t, SiteWeight weight, uint32_t from, uint32_t to,
                      uint32_t most) {
  assert(from <= to && to <= t->tales->n);
  for (uint32_t i = to; i-- > from;) {
    SiteStep *step = &t->tales->at[i].step;
    if (step->kind != SITE_STEP_BRANCH || step->weight != weight) continue;
    if (most)
      most--;
    else
      step->weight = SITE_FOR_REST;
  }
}

static void weigh_conditions(Teller *t) {
  uint32_t arises = 0;
  for (uint32_t i = 0; i < t->tales->n; i++) {
    SiteTale *tale = &t->tales->at[i];
    tale->step.weight = weight_of(t, tale);
    if (tale->step.kind == SITE_STEP_VALUE &&
        tale->step.weight == SITE_FOR_FAULT)
      arises = i;
  }
  keep_last(t, SITE_FOR_FAULT, 0, t->tales->n, FAULT_MOST);
  keep_last(t, SITE_FOR_WAY, arises, t->tales->n, BEHIND_MOST);
  keep_last(t, SITE_FOR_WAY, 0, arises, BEFORE_MOST);
}

/* Values that conditions which are kept depend on. */
static void weigh_values(Teller *t) {
  for (uint32_t i = 0; i < t->tales->n; i++) {
    const SiteTale *tale = &t->tales->at[i];
    if (tale->step.kind == SITE_STEP_BRANCH && tale->on.id &&
        tale->step.weight != SITE_FOR_REST)
      struct_depends(t->session->engine, tale->on, &t->kept);
  }
  for (uint32_t i = 0; i < t->tales->n; i++) {
    SiteTale *tale = &t->tales->at[i];
    if (tale->step.kind == SITE_STEP_VALUE &&
        tale->step.weight == SITE_FOR_REST && !tale->told->only_points &&
        (tale->told->is_answer || is_open(t, tale->activation)) &&
        has_node(&t->kept, tale->on))
      tale->step.weight = SITE_FOR_WAY;
  }
}

/* The calls that lead to the activation. */
static void raise_calls(Teller *t, uint32_t activation, SiteWeight weight) {
  assert(weight != SITE_FOR_REST);
  for (uint32_t at = activation; at != 0;
       at = enc_exec_activation(t->session->exec, at)->parent)
    for (uint32_t i = 0; i < t->tales->n; i++) {
      SiteTale *tale = &t->tales->at[i];
      if (tale->step.kind == SITE_STEP_CALL && tale->activation == at &&
          tale->step.weight > weight)
        tale->step.weight = weight;
    }
}

static void weigh_calls(Teller *t, uint64_t pointer) {
  bool asks_for_free = sites_is_about_death(t->session, t->check);
  for (uint32_t i = 0; i < t->tales->n; i++) {
    SiteTale *tale = &t->tales->at[i];
    tale->frees = asks_for_free && is_free_of(t, tale, pointer);
    if (tale->frees) tale->step.weight = SITE_FOR_FAULT;
    if (tale->step.weight != SITE_FOR_REST ||
        tale->step.kind == SITE_STEP_CHECK)
      raise_calls(t, tale->activation, tale->step.weight);
  }
}

/* ---- pointers that are the same ---- */

/* The variable that an address is made of by adding constants; or none. */
static Term base_of(const TermStore *store, Term t) {
  while (term_kind(store, t) == TERM_ADD) {
    bool is_right = term_is_const(store, term_child(store, t, 0));
    if (!is_right && !term_is_const(store, term_child(store, t, 1)))
      return TERM_NONE;
    t = term_child(store, t, is_right ? 1 : 0);
  }
  return term_is_var(store, t) ? t : TERM_NONE;
}

static SiteTold *told_of(const Teller *t, Term var) {
  for (uint32_t i = 0; i < t->told->n; i++)
    if (term_same(t->told->at[i].var, var)) return &t->told->at[i];
  return NULL;
}

/* Two pointers of unknown origin that the node says are the same. */
static void tell_same(Teller *t, Term node) {
  assert(t->tales->at[0].step.kind == SITE_STEP_ENTER);
  TermStore *store = t->session->store;
  if (term_is_var(store, node) || term_kind(store, node) != TERM_EQ ||
      !struct_value(t->session->engine, node).bits)
    return;
  Term a = base_of(store, term_child(store, node, 0));
  Term b = base_of(store, term_child(store, node, 1));
  SiteTold *one = a.id ? told_of(t, a) : NULL,
           *two = b.id ? told_of(t, b) : NULL;
  if (!one || !two || one == two || !one->only_points || !two->only_points)
    return;
  for (uint32_t i = 0; i < t->tales->n; i++) {
    const SiteTale *tale = &t->tales->at[i];
    bool is_told = tale->step.kind == SITE_STEP_BRANCH &&
                   term_node(tale->on) == term_node(node);
    is_told |= tale->step.kind == SITE_STEP_SAME && tale->told == one &&
               tale->step.other == &two->value;
    if (is_told) return;
  }
  SiteTale same = t->tales->at[0];
  same.step.kind = SITE_STEP_SAME;
  same.step.value = &one->value;
  same.step.other = &two->value;
  same.told = one;
  same.step.weight = SITE_FOR_FAULT;
  VEC_PUSH(t->session->sites->mem, t->tales, same);
  memmove(t->tales->at + 2, t->tales->at + 1, sizeof same * (t->tales->n - 2));
  t->tales->at[1] = same;
}

static int by_key(const void *a, const void *b) {
  uint64_t x = ((const MapEntry *)a)->key, y = ((const MapEntry *)b)->key;
  return x < y ? -1 : x > y;
}

/* What is not seen in the path itself.  In the order in which terms were made:
 * that of the search for what the fault depends on says nothing. */
static void find_same(Teller *t) {
  Mem *mem = t->session->sites->mem;
  uint32_t n = t->way.n;
  MapEntry *nodes = MEM_ARRAY(mem, MapEntry, n);
  if (n) memcpy(nodes, t->way.entries, n * sizeof *nodes);
  if (n) qsort(nodes, n, sizeof *nodes, by_key);
  for (uint32_t i = 0; i < n; i++)
    tell_same(t, term_of_node((uint32_t)nodes[i].key));
  MEM_FREE_ARRAY(mem, nodes, n);
}

/* ---- flags ---- */

/* Does the instruction lay a mask over the value, other than for its lowest
 * bits?  (Bit-fields are taken out where they are read.) */
static bool lays_mask(const Teller *t, const SiteTale *tale, const Inst *inst) {
  const Session *session = t->session;
  const Program *p = session->sites->program;
  uint64_t mask;
  if (inst->op != OP_AND || inst->loc.id == tale->step.loc.id ||
      !val_is_local(inst->ops[0]) ||
      !prog_const_as_u64(p, inst->ops[1], &mask) || !(mask & (mask + 1)))
    return false;
  Term of =
      enc_exec_value(session->exec, tale->activation, val_index(inst->ops[0]));
  while (of.id && !term_is_var(session->store, of) &&
         term_n_children(session->store, of) == 1)
    of = term_child(session->store, of, 0);
  return term_same(of, tale->on);
}

/* Numbers that masks are laid over are told as such. */
static void tell_flags(Teller *t) {
  for (uint32_t i = 0; i < t->tales->n; i++) {
    const SiteTale *tale = &t->tales->at[i];
    if (tale->step.kind != SITE_STEP_VALUE || tale->told->is_answer) continue;
    assert(term_is_var(t->session->store, tale->on));
    const EncActivation *act =
        enc_exec_activation(t->session->exec, tale->activation);
    const Function *f = prog_func(t->session->sites->program, act->func);
    uint64_t number = sites_number(t->session, tale->on);
    bool is_masked = false;
    for (uint32_t k = 1; k < f->insts.n && number > 9 && !is_masked; k++)
      is_masked = lays_mask(t, tale, &f->insts.at[k]);
    if (is_masked)
      tale->told->value.value = arena_printf(
          &t->session->sites->arena, "0x%llx", (unsigned long long)number);
  }
}

/* ---- together ---- */

/* The values go where the result may point to them. */
static const SiteValue *keep_value(const Teller *t, const SiteValue *kept,
                                   const SiteValue *value) {
  for (uint32_t i = 0; i < t->told->n; i++)
    if (&t->told->at[i].value == value) return &kept[i];
  return NULL;
}

static void pack(Teller *t, SiteResult *result) {
  assert(VEC_LAST(t->tales).step.kind == SITE_STEP_CHECK);
  Arena *arena = &t->session->sites->arena;
  SiteValue *values = ARENA_ARRAY(arena, SiteValue, t->told->n + 1);
  SiteStep *steps = ARENA_ARRAY(arena, SiteStep, t->tales->n);
  for (uint32_t i = 0; i < t->told->n; i++) values[i] = t->told->at[i].value;
  for (uint32_t i = 0; i < t->tales->n; i++) {
    steps[i] = t->tales->at[i].step;
    steps[i].value = keep_value(t, values, steps[i].value);
    steps[i].other = keep_value(t, values, steps[i].other);
  }
  result->subject.from = keep_value(t, values, result->subject.from);
  result->steps = steps;
  result->n_steps = t->tales->n;
}

void sites_tell(Session *session, uint32_t activation, EncCheck check,
                SiteTales *tales, SiteTolds *told, SiteResult *result) {
  require(tales->n > 1 && result->status == SITE_VIOLATED);
  Mem *mem = session->sites->mem;
  Teller t = {.session = session,
              .activation = activation,
              .check = check,
              .tales = tales,
              .told = told};
  map_init(&t.fault, mem);
  map_init(&t.way, mem);
  map_init(&t.kept, mem);
  find_fault(&t);
  struct_depends(session->engine, session->question, &t.way);
  weigh_conditions(&t);
  weigh_values(&t);
  weigh_calls(&t, sites_subject_pointer(session, activation, check));
  find_same(&t);
  tell_flags(&t);
  result->subject = sites_subject(session, activation, check, tales, told);
  pack(&t, result);
  map_done(&t.fault);
  map_done(&t.way);
  map_done(&t.kept);
}
