/* SPDX-License-Identifier: MIT
 *
 * Faults that come from the library: what it gives, and how much it writes, by
 * its description.  No state of the program has to be assumed for these. */
#include "scan/sites/sites_int.h"

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

bool sites_is_too_long(const Session *session, EncCheck check) {
  const ErrorSite *error = &session->sites->program->errors.at[check.error];
  return prog_property_by_name(error->property) == PROPERTY_VALID_DEREF &&
         sites_rests_on_length(session);
}

bool sites_is_told_by_library(const Session *session, EncCheck check) {
  static const char *const told[] = {PASS_PRINTS, PASS_MAY_APPEND,
                                     PASS_IN_PART};
  const ErrorSite *error = &session->sites->program->errors.at[check.error];
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    if (strcmp(told[i], error->message) == 0) return true;
  return false;
}

/* A NULL of the library that it gives for reasons of its own (a search finds
 * nothing for what was searched), and for which the function never looks: then
 * no way hangs on it. */
static bool is_own_null(Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  FuncId func = {0};
  if (leaf->kind == ENC_LEAF_EXTERN && !leaf->is_memory) func = leaf->func;
  if (leaf->kind == ENC_LEAF_RESULT) {
    uint32_t call = sites_outermost_call(session, leaf->activation);
    if (call) func = enc_exec_activation(session->exec, call)->func;
  }
  return func.id && leaf->is_pointer && !leaf->is_tested &&
         sites_is_library(s, func) &&
         !struct_value(session->engine, leaf->var).bits &&
         !results_is_search(s, func);
}

bool sites_fails_by_library(Session *session, uint32_t activation,
                            EncCheck check) {
  TermList parts = {0};
  bool found = false;
  if (!sites_is_about_life(session, check))
    sites_check_parts(session, activation, check, &parts, SITE_PARTS_CHOSEN);
  for (uint32_t i = 0; i < parts.n && !found; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    found = leaf && is_own_null(session, leaf);
  }
  VEC_DONE(term_store_mem(session->store), &parts);
  return found || sites_is_too_long(session, check);
}
