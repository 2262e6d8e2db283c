/* SPDX-License-Identifier: MIT
 *
 * Faults that are made of what decides the way there: an index that counts, and
 * what an assertion says. */
#include "scan/sites/sites_int.h"

/* Is it a variable, or what a call with constants gives? */
static bool is_constant_object(const Inst *root) {
  bool is_constant = root->op == OP_ALLOCA || root->op == OP_CALL;
  for (uint32_t i = 0; i < root->n_ops; i++)
    is_constant &= val_is_const(root->ops[i]);
  return is_constant;
}

/* ... and is the place in it a constant of the source, too? */
static bool is_constant_place(const Function *f, const Inst *inst) {
  assert(inst->op != OP_NONE);
  if (inst->op != OP_VALID || inst->n_ops < 2 || !val_is_const(inst->ops[1]))
    return false;
  return !val_is_local(inst->ops[0]) ||
         is_constant_object(&f->insts.at[val_index(inst->ops[0])]);
}

/* Loops that are left early make constants of what they count: the index, or
 * the size of what was allocated. */
static bool is_counted(const Session *session, uint32_t activation,
                       EncCheck check) {
  enum { VALUES_MOST = 8 };
  const Program *p = session->sites->program;
  const Function *f =
      prog_func(p, enc_exec_activation(session->exec, activation)->func);
  Val values[VALUES_MOST];
  if (session->loops != ENC_LOOPS_FIRST) return false;
  uint32_t n = sites_check_conditions(p, f, check, values, VALUES_MOST);
  for (uint32_t i = 0; i < n; i++)
    if (is_constant_place(f, &f->insts.at[val_index(values[i])])) return false;
  return n > 0; /* none: the condition is a constant itself */
}

/* Is a number among the parts?  Which object it is matters to no count. */
static bool has_number(const Session *session, const TermList *parts) {
  for (uint32_t i = 0; i < parts->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts->at[i]);
    if (!leaf || !leaf->is_pointer) return true;
  }
  return false;
}

/* An index that counts the rounds of a loop is a number by itself; how many
 * rounds there are is what it is made of. */
static unsigned counts_on(Session *session, EncCheck check,
                          const TermList *parts, unsigned on) {
  const Sites *s = session->sites;
  const ErrorSite *error = &s->program->errors.at[check.error];
  bool is_unrolled = s->original[session->func.id].id != session->func.id;
  bool is_anybodys = sites_is_anybodys(s, session->func);
  if (is_unrolled ? parts->n > 0
                  : has_number(session, parts) ||
                        !is_counted(session, session->activation, check))
    return 0;
  if (prog_property_by_name(error->property) != PROPERTY_VALID_DEREF) return 0;
  return (on & SITE_ON_MEMORY ? SITE_FAULT_ON_MEMORY : 0) |
         (on & SITE_ON_PARAM && !is_anybodys ? SITE_FAULT_ON_PARAM : 0);
}

/* Does the variable tell whether a call of the library went well? */
static bool is_success(const Session *session, const EncLeaf *leaf) {
  uint32_t call = sites_outermost_call(session, leaf->activation);
  FuncId func = call ? enc_exec_activation(session->exec, call)->func
                : leaf->kind == ENC_LEAF_EXTERN && !leaf->is_memory
                    ? leaf->func
                    : (FuncId){0};
  return func.id && !results_is_computed(session->sites, func);
}

/* The variable, if it is chosen: calls that were looked into are what they
 * give. */
static const EncLeaf *chosen_leaf(Session *session, Term var) {
  assert(term_is_var(session->store, var));
  return struct_meaning(session->engine, var).id
             ? NULL
             : enc_exec_leaf(session->exec, var);
}

/* Is there one among the parts on which the violation rests? */
static bool has_choice(Session *session, const TermList *parts) {
  for (uint32_t i = 0; i < parts->n; i++) {
    const EncLeaf *leaf = chosen_leaf(session, parts->at[i]);
    if (leaf && sites_is_in_support(session, parts->at[i]) &&
        sites_rests_on(session, leaf))
      return true;
  }
  return false;
}

/* Is it a NULL with which the library says that a call failed? */
static bool is_failure(Session *session, const EncLeaf *leaf) {
  uint32_t call = sites_library_call(session, leaf);
  if (!call || !is_success(session, leaf)) return false;
  const EncActivation *act = enc_exec_activation(session->exec, call);
  const Function *f = prog_func(session->sites->program, act->func);
  return f->ret.id &&
         prog_type(session->sites->program, f->ret)->kind == TYPE_PTR &&
         act->result.id && !struct_value(session->engine, act->result).bits;
}

static bool has_failure(Session *session, const TermList *parts) {
  for (uint32_t i = 0; i < parts->n; i++) {
    const EncLeaf *leaf = chosen_leaf(session, parts->at[i]);
    if (leaf && sites_is_in_support(session, parts->at[i]) &&
        is_failure(session, leaf))
      return true;
  }
  return false;
}

/* An assertion says what the program expects of its state.  That it is not so
 * tells little if all there is to say so is a state that was assumed; and who
 * asserts that a call of the library goes well, or nothing behind one that does
 * not, wants to end there. */
static unsigned says_on(Session *session, EncCheck check, const TermList *parts,
                        unsigned on) {
  const Sites *s = session->sites;
  const ErrorSite *error = &s->program->errors.at[check.error];
  if (!(PROPERTY_OWN_ERRORS >> prog_property_by_name(error->property) & 1))
    return 0;
  if (!has_choice(session, parts)) parts = struct_support(session->engine);
  if (has_failure(session, parts)) return SITE_ON_PURPOSE;
  for (uint32_t i = 0; i < parts->n; i++) {
    const EncLeaf *leaf = chosen_leaf(session, parts->at[i]);
    bool is_input = leaf && leaf->kind != ENC_LEAF_UNINIT &&
                    leaf->kind != ENC_LEAF_OVERLAP &&
                    sites_rests_on(session, leaf) == SITE_ON_INPUT;
    if (is_input && is_success(session, leaf)) return SITE_ON_PURPOSE;
    if (is_input && sites_is_in_support(session, parts->at[i])) return 0;
  }
  return (on & SITE_ON_MEMORY ? SITE_FAULT_ON_MEMORY : 0) |
         (on & SITE_ON_PARAM && !sites_is_anybodys(s, session->func)
              ? SITE_FAULT_ON_PARAM
              : 0);
}

unsigned sites_fault_on_way(Session *session, EncCheck check,
                            const TermList *parts, unsigned on) {
  assert(on <= SITE_ON_ALL);
  return counts_on(session, check, parts, on) |
         says_on(session, check, parts, on);
}
