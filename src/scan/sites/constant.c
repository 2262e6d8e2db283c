/* SPDX-License-Identifier: MIT
 *
 * A NULL that is a constant of the program, and yet there only because of a
 * state that was assumed.
 *
 * Problem.  The bad value of most findings is a variable, which tells by itself
 * where it comes from (grounds.c).  A constant tells nothing: `p = NULL` with
 * a way from there to `*p` is as good a finding as there is.  But where a
 * function of the tree returns it (`if (i >= list->n) return NULL;`), and what
 * makes it do so is found in memory at entry, it says as little as a NULL that
 * is found there: whether the list is ever as short as that, the callers know.
 * If the function asked somebody else as well, whose answer is an input, it may
 * fail for that.
 *
 * Idea.  Follow the value through what the violation chooses down to the
 * constant, and note the last function that returned it.  What it does so for
 * is what chose the constant there, and what it is the first to read. */
#include "scan/sites/sites_int.h"

enum { STEPS_MOST = 64, TERMS_MOST = 2000 };

/* What the function is the first to read, of what the violation rests on. */
static unsigned reads_on(Session *session, FuncId func) {
  const Sites *s = session->sites;
  const TermList *support = struct_sure_support(session->engine);
  unsigned on = 0;
  assert(func.id && func.id < s->n_funcs);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    FuncId reader = leaf ? prog_loc_get(s->program, leaf->loc)->func : func;
    if (leaf && struct_meaning(session->engine, support->at[i]).id)
      continue; /* what a call gives that was looked into */
    if (leaf && reader.id && s->original[reader.id].id == func.id)
      on |= sites_rests_on(session, leaf);
  }
  return on;
}

/* What the condition is made of, of what the violation rests on. */
static unsigned chosen_on(Session *session, Term condition) {
  TermStore *store = session->store;
  Mem *mem = term_store_mem(store);
  TermList todo = {0};
  Map seen;
  unsigned on = 0;
  assert(term_is_bool(store, condition));
  map_init(&seen, mem);
  VEC_PUSH(mem, &todo, term_positive(condition));
  for (uint32_t left = TERMS_MOST; todo.n && left; left--) {
    Term t = VEC_POP(&todo);
    if (map_find(&seen, t.id)) continue;
    map_put(&seen, t.id, 1);
    const EncLeaf *leaf =
        term_is_var(store, t) ? enc_exec_leaf(session->exec, t) : NULL;
    Term meaning = leaf ? struct_meaning(session->engine, t) : TERM_NONE;
    if (meaning.id)
      VEC_PUSH(mem, &todo, term_positive(meaning));
    else if (leaf && sites_is_in_support(session, t))
      on |= sites_rests_on(session, leaf);
    for (uint32_t i = 0; i < term_n_children(store, t); i++)
      VEC_PUSH(mem, &todo, term_positive(term_child(store, t, i)));
  }
  VEC_DONE(mem, &todo);
  map_done(&seen);
  return on;
}

/* Follows the value down to a constant; false: it comes to something else.
 * `first`: the first result of a call on the way, and `on`: what the last
 * function that returned it does so for. */
static bool follow(Session *session, Term t, const EncLeaf **first,
                   unsigned *on) {
  Sites *s = session->sites;
  TermStore *store = session->store;
  FuncId from = {0};
  *on = 0;
  for (uint32_t left = STEPS_MOST; t.id && left; left--) {
    if (term_is_const(store, t)) {
      if (from.id) *on |= reads_on(session, from);
      return true;
    }
    const EncLeaf *leaf =
        term_is_var(store, t) ? enc_exec_leaf(session->exec, t) : NULL;
    if (leaf) {
      if (leaf->kind == ENC_LEAF_RESULT && !sites_is_library(s, leaf->func)) {
        from = s->original[leaf->func.id];
        if (!*first) *first = leaf;
        *on = 0;
      }
      t = struct_meaning(session->engine, t);
    } else if (term_kind(store, t) == TERM_ITE) {
      Term condition = term_child(store, t, 0);
      bool holds = struct_value(session->engine, condition).bits != 0;
      t = term_child(store, t, holds ? 1 : 2);
      if (from.id && term_is_const(store, t))
        *on |= chosen_on(session, condition);
    } else {
      break;
    }
  }
  return false;
}

static Term asked_about(Session *session, uint32_t activation, EncCheck check) {
  return sites_about(session, check) == PROPERTY_NULL_DEREF
             ? sites_subject_term(session, activation, check)
             : TERM_NONE;
}

unsigned sites_constant_on(Session *session, uint32_t activation,
                           EncCheck check) {
  const EncLeaf *first = NULL;
  unsigned on;
  Term t = asked_about(session, activation, check);
  if (session->sites->options.memory == SITE_MEMORY_ANY || !t.id ||
      !follow(session, t, &first, &on))
    return 0;
  return on & SITE_ON_MEMORY && !(on & SITE_ON_INPUT) ? SITE_FAULT_ON_MEMORY
                                                      : 0;
}

const EncLeaf *sites_constant_result(Session *session, uint32_t activation,
                                     EncCheck check) {
  const EncLeaf *first = NULL;
  unsigned on;
  Term t = asked_about(session, activation, check);
  return t.id && follow(session, t, &first, &on) ? first : NULL;
}
