/* SPDX-License-Identifier: MIT
 *
 * NULLs that go with no bytes.
 *
 * C11 7.24.1p2 forbids `memcpy(NULL, from, 0)`, too, but nothing is accessed.
 * So a violation in which there is something to copy is preferred; where there
 * is none, it is one by the letter. */
#include "scan/sites/sites_int.h"

/* How many bytes the copy or fill has whose pointer the check is about; none:
 * it is about something else, or a constant tells. */
static Term bytes_of(const Session *session, uint32_t activation,
                     EncCheck check) {
  const Program *p = session->sites->program;
  FuncId func = enc_exec_activation(session->exec, activation)->func;
  const Function *f = prog_func(p, func);
  LocId loc = p->errors.at[check.error].loc;
  assert(f->state == FUNC_DEFINED);
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    if ((inst->op == OP_MEMCPY || inst->op == OP_MEMSET) &&
        inst->loc.id == loc.id && val_is_local(inst->ops[2]))
      return enc_exec_value(session->exec, activation, val_index(inst->ops[2]));
  }
  return TERM_NONE;
}

bool sites_prefer_bytes(Session *session, uint32_t activation, EncCheck check,
                        Term *formula, Budget *budget) {
  TermStore *store = session->store;
  session->is_empty = false;
  if (sites_about(session, check) != PROPERTY_NULL_DEREF) return true;
  Term bytes = bytes_of(session, activation, check);
  if (!bytes.id) return true;
  Term zero = term_u64(store, 0, term_width(store, bytes));
  Term more = term_and(store, *formula, term_not(term_eq(store, bytes, zero)));
  StructAnswer answer = sites_can_hold(session, more, budget);
  if (answer.status == STRUCT_POSSIBLE) {
    struct_rest_on(session->engine, session->question);
    *formula = more;
    return true;
  }
  session->is_empty = answer.status == STRUCT_IMPOSSIBLE;
  return sites_find_again(session, *formula);
}
