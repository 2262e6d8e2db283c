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
 * constant, and note the last function that returned it. */
#include "scan/sites/sites_int.h"

enum { STEPS_MOST = 64 };

/* Does the function return what it does for what it finds in memory, and for
 * nothing else from outside? */
static bool returns_for_memory(Session *session, FuncId func) {
  const Sites *s = session->sites;
  const TermList *support = struct_sure_support(session->engine);
  unsigned on = 0;
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    FuncId reader = leaf ? prog_loc_get(s->program, leaf->loc)->func : func;
    if (leaf && reader.id && s->original[reader.id].id == func.id)
      on |= sites_rests_on(session, leaf);
  }
  return on & SITE_ON_MEMORY && !(on & SITE_ON_INPUT);
}

unsigned sites_constant_on(Session *session, uint32_t activation,
                           EncCheck check) {
  Sites *s = session->sites;
  TermStore *store = session->store;
  bool is_asked = sites_about(session, check) == PROPERTY_NULL_DEREF &&
                  s->options.memory != SITE_MEMORY_ANY;
  Term t =
      is_asked ? sites_subject_term(session, activation, check) : TERM_NONE;
  FuncId from = {0};
  for (uint32_t left = STEPS_MOST; t.id && left; left--) {
    if (term_is_const(store, t))
      return from.id && returns_for_memory(session, from) ? SITE_FAULT_ON_MEMORY
                                                          : 0;
    const EncLeaf *leaf =
        term_is_var(store, t) ? enc_exec_leaf(session->exec, t) : NULL;
    if (leaf) {
      if (leaf->kind == ENC_LEAF_RESULT && !sites_is_library(s, leaf->func))
        from = s->original[leaf->func.id];
      t = struct_meaning(session->engine, t);
    } else if (term_kind(store, t) == TERM_ITE) {
      Term condition = term_child(store, t, 0);
      bool holds = struct_value(session->engine, condition).bits != 0;
      t = term_child(store, t, holds ? 1 : 2);
    } else {
      break;
    }
  }
  return 0;
}
