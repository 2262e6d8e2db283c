/* SPDX-License-Identifier: MIT
 *
 * What callers know.
 *
 * Whether a check can fail may depend on parameters, on what they point to, on
 * globals, or on the object a pointer leads to.  The calls in the program say
 * more: the check is asked again in the context of each, and, where that still
 * depends on what the caller was given, in the context of the caller's callers,
 * LEVELS_MOST levels up.  If no call leads to a failure the check holds, under
 * the premise that there are no other calls; so not for a function whose
 * address is taken, which calls through pointers may reach.
 *
 * Cost: a caller is executed once for all checks of a function; at most
 * ASKED_MOST contexts for each check. */
#include "scan/sites/sites_int.h"

enum { LEVELS_MOST = 4, ASKED_MOST = 16 };

/* The calls that lead from a root to the function with the check. */
typedef struct Chain {
  FuncId caller[LEVELS_MOST]; /* the nearest first; the last is the root */
  uint32_t call[LEVELS_MOST]; /* instruction of the caller */
  uint32_t n;
} Chain;

typedef struct Asking {
  Callers *callers;
  FuncId func; /* with the check */
  uint32_t error, block;
  Budget *budget;
  uint32_t left; /* contexts */
} Asking;

/* ---- the callers' executions ---- */

void callers_init(Callers *c, Sites *sites) {
  *c = (Callers){.sites = sites};
}

void callers_done(Callers *c) {
  for (uint32_t i = 0; i < c->n; i++) sites_close(&c->sessions[i]);
}

static Session *session_of(Callers *c, FuncId caller, Budget *budget) {
  assert(caller.id > 0 && c->n <= CALLERS_KEPT);
  for (uint32_t i = 0; i < c->n; i++)
    if (c->sessions[i].func.id == caller.id) return &c->sessions[i];
  if (c->n == CALLERS_KEPT) {
    callers_done(c);
    c->n = 0;
  }
  sites_open(&c->sessions[c->n], c->sites, caller, ENC_LOOPS_FORGET,
             ENC_LIVES_ASKED);
  if (budget) budget_count(budget, sites_open_work(&c->sessions[c->n]));
  return &c->sessions[c->n++];
}

/* Calls of the function in the program; more than `most`: stops counting. */
static uint32_t find_calls(Sites *s, FuncId func, FuncId *callers,
                           uint32_t *calls, uint32_t most) {
  const CallGraph *graph = enc_facts_calls(s->facts);
  sites_use(s, func, SITE_USED_CALLERS);
  const uint32_t *rows = rows_get(&graph->callers, func.id);
  uint32_t n = 0;
  for (uint32_t i = 0; i < rows_size(&graph->callers, func.id); i++) {
    const Function *f = prog_func(s->program, (FuncId){rows[i]});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        uint32_t number = f->blocks.at[b].insts.at[k];
        const Inst *inst = &f->insts.at[number];
        if (inst->op != OP_CALL || prog_callee(s->program, inst).id != func.id)
          continue;
        if (n == most) return n + 1;
        callers[n] = (FuncId){rows[i]};
        calls[n++] = number;
      }
  }
  assert(n <= most);
  return n;
}

/* ---- one context ---- */

/* Does the violation rest on what only callers know: a parameter that is NULL
 * or a number, or what memory holds at entry? */
static bool rests_on_entry(Session *session) {
  const TermList *support = struct_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf) continue;
    if (leaf->kind == ENC_LEAF_CONTEXT || leaf->is_supposed) return true;
    if (leaf->kind == ENC_LEAF_PARAM &&
        (!leaf->is_pointer ||
         struct_value(session->engine, support->at[i]).bits == 0))
      return true;
  }
  return false;
}

bool callers_know(Session *session, const SiteResult *result) {
  switch (result->cause) {
  case SITE_CAUSE_OVERLAP:
  case SITE_CAUSE_OBJECT:
  case SITE_CAUSE_VARIABLE:
  case SITE_CAUSE_PARAM: return result->status == SITE_UNKNOWN;
  case SITE_CAUSE_NONE:
    return result->status == SITE_VIOLATED && rests_on_entry(session);
  case SITE_CAUSE_LOOP:
  case SITE_CAUSE_RECURSION:
  case SITE_CAUSE_EXTERN:
  case SITE_CAUSE_ALIAS:
  case SITE_CAUSE_MEMORY:
  case SITE_CAUSE_FLOAT:
  case SITE_CAUSE_UNSUPPORTED:
  case SITE_CAUSE_BUDGET:
  case SITE_CAUSE_RUN:
  case SITE_CAUSE_FAILURE:
  case SITE_CAUSE_COUNT: return false;
  }
  unreachable_case();
}

/* The check as it is reached from the root of the chain. */
static SiteResult check_in(Asking *a, Session *session, const Chain *chain) {
  assert(chain->n >= 1 && chain->n <= LEVELS_MOST);
  SiteResult result = {.func = a->func,
                       .root = session->func,
                       .error = a->error,
                       .status = SITE_UNKNOWN,
                       .reason = "a call that cannot be followed",
                       .presumes = "",
                       .cause = SITE_CAUSE_RECURSION};
  uint32_t act = 0;
  for (uint32_t i = chain->n; i-- > 0;) {
    act = enc_exec_find_call(session->exec, act, chain->call[i]);
    if (act == UINT32_MAX) { /* the call is never reached */
      sites_set_proved(&result);
      return result;
    }
    if (!enc_exec_run(session->exec, act)) return result;
  }
  EncCheck check = {.condition = term_false(), .block = a->block};
  Term formula = term_false();
  const EncActivation *made = enc_exec_activation(session->exec, act);
  for (uint32_t i = 0; i < made->checks.n; i++) {
    if (made->checks.at[i].block != a->block) continue;
    check = made->checks.at[i];
    formula = enc_exec_condition(session->exec, act, i);
    break;
  }
  sites_ask(session, act, check, formula, a->budget, &result);
  return result;
}

/* ---- all contexts ---- */

static bool ask_above(Asking *a, FuncId root, const Chain *chain,
                      SiteResult *result);

/* A failure that is believed is taken back only by a proof. */
static void go_up(Asking *a, FuncId root, const Chain *chain,
                  SiteResult *result) {
  SiteResult above = *result;
  bool is_told = ask_above(a, root, chain, &above);
  if (is_told &&
      (above.status != SITE_UNKNOWN || result->status != SITE_VIOLATED))
    *result = above;
  result->seconds = above.seconds;
}

/* A NULL that a caller was given, and for which it does not look, is no more
 * likely in the caller than in the function itself. */
static SiteResult doubt(Session *session, SiteResult result) {
  if (result.status != SITE_VIOLATED ||
      sites_params(session->sites, session->func) == SITE_PARAMS_ANY)
    return result;
  StructAnswer answer = {.open = sites_unshown(session)};
  if (answer.open.id) sites_set_unknown(session, &answer, &result);
  return result;
}

/* Whether every call of the root was looked at, and none leads to a failure:
 * then the result is `proved`.  Otherwise it is that of a call that fails, or
 * of one that is not known. */
static bool ask_above(Asking *a, FuncId root, const Chain *chain,
                      SiteResult *result) {
  Sites *s = a->callers->sites;
  FuncId callers[SITE_CALLERS_MOST];
  uint32_t calls[SITE_CALLERS_MOST], unknown = 0;
  uint32_t n = find_calls(s, root, callers, calls, SITE_CALLERS_MOST);
  bool is_complete = n > 0 && n <= SITE_CALLERS_MOST && !s->is_taken[root.id];
  if (chain->n == LEVELS_MOST || n > SITE_CALLERS_MOST) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!a->left) return false;
    a->left--;
    Chain longer = *chain;
    longer.caller[longer.n] = callers[i];
    longer.call[longer.n++] = calls[i];
    Session *session = session_of(a->callers, callers[i], a->budget);
    SiteResult one = check_in(a, session, &longer);
    SiteResult doubted = doubt(session, one);
    if (callers_know(session, &one) &&
        sites_params(s, callers[i]) == SITE_PARAMS_PRESUMED)
      go_up(a, callers[i], &longer, &one);
    if (one.status == SITE_VIOLATED && one.root.id == callers[i].id)
      one = doubted;
    one.seconds += result->seconds;
    result->seconds = one.seconds;
    if (one.status == SITE_VIOLATED) {
      *result = one;
      return true;
    }
    if (one.status != SITE_PROVED && !unknown++ && is_complete) *result = one;
  }
  if (unknown || !is_complete) return unknown > 0 && is_complete;
  sites_set_proved(result);
  return true;
}

bool callers_ask(Callers *callers, FuncId func, uint32_t block, Budget *budget,
                 SiteResult *result) {
  require(func.id > 0 && result->error < callers->sites->program->errors.n);
  Asking a = {.callers = callers,
              .func = func,
              .error = result->error,
              .block = block,
              .budget = budget,
              .left = ASKED_MOST};
  Chain none = {.n = 0};
  SiteResult asked = *result;
  bool is_told = ask_above(&a, func, &none, &asked);
  result->seconds = asked.seconds;
  /* What memory holds is told by a caller, or stays as it was.  And a caller
   * that does not know takes nothing back. */
  if (is_told && asked.status == SITE_UNKNOWN &&
      (result->status == SITE_VIOLATED || result->cause == SITE_CAUSE_VARIABLE))
    return result->status != SITE_VIOLATED;
  if (is_told) *result = asked;
  return is_told;
}
