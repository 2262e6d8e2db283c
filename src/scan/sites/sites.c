/* SPDX-License-Identifier: MIT
 *
 * The check sites of a program, asked about one function at a time.
 *
 * A function is executed symbolically (encode/function.h) with its loops
 * forgotten; each check is a formula over the result, and the structural engine
 * says whether it can hold.  If it can only by what a loop leaves, the function
 * is executed once more with loops left early: fewer behaviours, but real ones,
 * so that a violation found there counts.
 *
 * What a violation may rest on.  A counterexample chooses inputs: parameters,
 * memory at entry, results of functions without a body.  Numbers may be
 * anything.  A pointer (or a divisor) from memory or from outside that the
 * function never compares with zero is not believed to be zero: that is
 * `unknown`, and the reason says so.  Parameters follow SiteParams; a violation
 * that rests on them is asked about again in the context of each call in the
 * program. */
#include "scan/sites/sites_int.h"

#include <stdlib.h>

enum {
  CLAUSES_KEPT = 30000,
  UNROLL_MOST = 20000 /* instructions that a function may grow by */
};

PassResult sites_prepare(Program *program, uint32_t kinds) {
  uint32_t bounds = 1u << PROPERTY_VALID_DEREF;
  Property property = {.kinds = kinds & ~bounds, .entry = "main"};
  PassResult result = pass_property(program, &property);
  if (result.status != PASS_OK) return result;
  if (kinds & bounds) pass_bounds(program);
  for (uint32_t f = 1; f < program->funcs.n; f++)
    if (program->funcs.at[f].state == FUNC_DEFINED)
      pass_clean_function(program, (FuncId){f});
  return result;
}

void sites_unroll(Program *program, uint32_t rounds) {
  pass_unroll_copies(program, rounds, UNROLL_MOST);
}

static void find_copies(Sites *s) {
  const Program *p = s->program;
  Names names; /* of functions; number i is that of function i + 1 */
  s->copy_of = MEM_ARRAY(s->mem, FuncId, p->funcs.n);
  s->original = MEM_ARRAY(s->mem, FuncId, p->funcs.n);
  names_init(&names, s->mem);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    s->original[f] = (FuncId){f};
    const char *suffix = strstr(p->funcs.at[f].name, PASS_COPY_SUFFIX);
    if (!suffix) {
      names_add(&names, p->funcs.at[f].name);
      continue;
    }
    char *name = arena_strndup(&s->arena, p->funcs.at[f].name,
                               (size_t)(suffix - p->funcs.at[f].name));
    uint32_t of = names_find(&names, name);
    require(of != UINT32_MAX); /* functions come before their copies */
    s->original[f] = (FuncId){of + 1};
    s->copy_of[of + 1] = (FuncId){f};
  }
  names_done(&names);
}

static void note_premises(Program *program, const SiteOptions *options) {
  if (options->params == SITE_PARAMS_PRESUMED)
    prog_ledger(program, LEDGER_PREMISE, (LocId){0},
                "a pointer parameter is not NULL unless its function tests it "
                "or a call in the program may pass NULL");
  if (options->memory == SITE_MEMORY_PRESUMED)
    prog_ledger(program, LEDGER_PREMISE, (LocId){0},
                "fields of different structs do not overlap unless one struct "
                "holds the other");
  prog_ledger(program, LEDGER_PREMISE, (LocId){0},
              "a function without a body writes only objects that its "
              "arguments point to");
  prog_ledger(program, LEDGER_PREMISE, (LocId){0},
              "accesses are aligned to their size, stay inside an object and "
              "are at its type (C11 6.5p7)");
  if (options->unroll)
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "loops go round at most %u times (--unroll)", options->unroll);
}

Sites *sites_new(Mem *mem, Program *program, const SiteOptions *options) {
  Sites *s = MEM_NEW(mem, Sites);
  s->mem = mem;
  s->program = program;
  s->options = *options;
  s->facts = enc_facts_new(mem, program);
  arena_init(&s->arena, mem);
  s->used_mark = MEM_ARRAY(mem, uint8_t, program->funcs.n);
  find_copies(s);
  note_premises(program, options);
  return s;
}

void sites_free(Sites *s) {
  Mem *mem = s->mem;
  MEM_FREE_ARRAY(mem, s->used_mark, s->program->funcs.n);
  MEM_FREE_ARRAY(mem, s->copy_of, s->program->funcs.n);
  MEM_FREE_ARRAY(mem, s->original, s->program->funcs.n);
  VEC_DONE(mem, &s->used);
  arena_done(&s->arena);
  enc_facts_free(s->facts);
  MEM_DELETE(mem, s);
}

const Effects *sites_effects(const Sites *s) {
  return enc_facts_effects(s->facts);
}

unsigned sites_global_facts(const Sites *s, GlobalId global) {
  return enc_facts_global(s->facts, global);
}

unsigned sites_struct_facts(const Sites *s, TypeId type) {
  return enc_facts_is_struct_known(s->facts, type) ? 1 : 0;
}

uint32_t sites_count(const Sites *s, FuncId func) {
  const Function *f = prog_func(s->program, func);
  uint32_t n = 0;
  if (f->state != FUNC_DEFINED) return 0;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    n += prog_terminator(f, (BlockId){b})->op == OP_ERROR;
  return n;
}

const FuncId *sites_used(const Sites *s, uint32_t *n) {
  *n = s->used.n;
  return s->used.at;
}

/* ---- one function executed, with its solver ---- */

/* Is zero a value that this pointer or divisor is believed to have? */
static bool may_be_zero(const EncLeaf *leaf) {
  return leaf->is_tested || (!leaf->is_pointer && !leaf->is_checked);
}

static StructLeaf leaf_kind(void *context, Term var) {
  const Session *session = context;
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  if (!leaf) return STRUCT_OPEN;
  switch (leaf->kind) {
  case ENC_LEAF_PARAM:
  case ENC_LEAF_INPUT:
  case ENC_LEAF_UNINIT:
  case ENC_LEAF_OVERLAP:
  case ENC_LEAF_OBJECT: return STRUCT_FREE;
  case ENC_LEAF_CONTEXT:
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT:
    return may_be_zero(leaf) ||
                   session->sites->options.memory == SITE_MEMORY_ANY
               ? STRUCT_FREE
               : STRUCT_NONZERO;
  case ENC_LEAF_RESULT:
  case ENC_LEAF_RETURNS:
  case ENC_LEAF_EFFECT: return STRUCT_SUMMARY;
  case ENC_LEAF_LOOP:
  case ENC_LEAF_LOST:
  case ENC_LEAF_FLOAT:
  case ENC_LEAF_UNSUPPORTED: return STRUCT_OPEN;
  }
  unreachable_case();
}

static Term leaf_axiom(void *context, Term var) {
  Session *session = context;
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  return leaf ? leaf->axiom : term_true();
}

static Term leaf_expand(void *context, Term var) {
  Session *session = context;
  return enc_exec_expand(session->exec, var);
}

static void new_engine(Session *session) {
  Sites *s = session->sites;
  StructGraph graph = {session, leaf_kind, leaf_axiom, leaf_expand};
  StructOptions options = {.expansion = s->options.expansion,
                           .smt = s->options.smt,
                           .patience = s->options.patience};
  session->engine = struct_new(s->mem, session->store, &graph, &options);
}

/* A solver that has grown large is slow for small questions, too. */
static void renew_engine(Session *session) {
  if (struct_stats(session->engine)->clauses < CLAUSES_KEPT) return;
  struct_free(session->engine);
  new_engine(session);
}

static void session_init(Session *session, Sites *s, FuncId func,
                         EncLoops loops) {
  EncExecOptions how = {
      .loops = loops,
      .params = s->options.params == SITE_PARAMS_ANY ? ENC_PARAMS_ANY
                                                     : ENC_PARAMS_PRESUMED,
      .memory = s->options.memory == SITE_MEMORY_ANY ? ENC_MEMORY_ANY
                                                     : ENC_MEMORY_PRESUMED,
      .most_depth = s->options.most_depth};
  *session = (Session){.sites = s, .func = func};
  session->store = term_store_new(s->mem);
  session->exec = enc_exec_new(s->facts, s->mem, session->store, func, &how);
  new_engine(session);
}

static void session_done(Session *session) {
  Sites *s = session->sites;
  uint32_t n = enc_exec_n_activations(session->exec);
  for (uint32_t i = 0; i < n; i++) {
    const EncActivation *act = enc_exec_activation(session->exec, i);
    FuncId func = s->original[act->func.id];
    if (act->state != ENC_ACT_EXECUTED || s->used_mark[func.id]) continue;
    s->used_mark[func.id] = 1;
    VEC_PUSH(s->mem, &s->used, func);
  }
  struct_free(session->engine);
  enc_exec_free(session->exec);
  term_store_free(session->store);
}

/* ---- one check ---- */

static SiteCause cause_of(const EncLeaf *leaf) {
  switch (leaf->kind) {
  case ENC_LEAF_CONTEXT: return SITE_CAUSE_MEMORY;
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT: return SITE_CAUSE_EXTERN;
  case ENC_LEAF_RESULT:
  case ENC_LEAF_RETURNS:
  case ENC_LEAF_EFFECT: return SITE_CAUSE_RECURSION;
  case ENC_LEAF_LOOP: return SITE_CAUSE_LOOP;
  case ENC_LEAF_OVERLAP: return SITE_CAUSE_OVERLAP;
  case ENC_LEAF_LOST: return SITE_CAUSE_ALIAS;
  case ENC_LEAF_FLOAT: return SITE_CAUSE_FLOAT;
  case ENC_LEAF_PARAM: return SITE_CAUSE_PARAM;
  case ENC_LEAF_INPUT:
  case ENC_LEAF_UNINIT:
  case ENC_LEAF_OBJECT:
  case ENC_LEAF_UNSUPPORTED: return SITE_CAUSE_UNSUPPORTED;
  }
  unreachable_case();
}

static const char *reason_of(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  Text text;
  text_init(&text, s->mem);
  text_printf(&text, "depends on %s",
              leaf->closed ? leaf->closed : enc_leaf_text(leaf->kind));
  if (leaf->kind == ENC_LEAF_EXTERN && leaf->func.id)
    text_printf(&text, " '%s'", prog_func(s->program, leaf->func)->name);
  if (leaf->loc.id) {
    text_add(&text, " at ");
    prog_print_loc(&text, s->program, leaf->loc);
  }
  const char *reason = arena_strdup(&s->arena, text_get(&text));
  text_done(&text);
  return reason;
}

static void set_unknown(Session *session, const StructAnswer *answer,
                        SiteResult *result) {
  const EncLeaf *leaf =
      answer->open.id ? enc_exec_leaf(session->exec, answer->open) : NULL;
  result->status = SITE_UNKNOWN;
  result->cause = leaf ? cause_of(leaf) : SITE_CAUSE_BUDGET;
  result->reason = leaf ? reason_of(session, leaf)
                        : arena_strdup(&session->sites->arena, answer->reason);
}

static void add_stats(StructStats *sum, const StructStats *now,
                      const StructStats *before) {
#define X(name, help) sum->name += now->name - before->name;
  STRUCT_STATS(X)
#undef X
}

/* Proofs are solved again by the other back end if that is wanted. */
static void set_proved(Session *session, Term formula, Budget *budget,
                       SiteResult *result) {
  result->status = SITE_PROVED;
  if (!session->sites->options.recheck || term_is_false(formula)) return;
  SmtResult again = struct_recheck(session->engine, formula, budget);
  if (again == SMT_UNSAT) return;
  result->status = SITE_UNKNOWN;
  result->cause = SITE_CAUSE_BUDGET;
  result->reason = again == SMT_UNKNOWN
                       ? "the proof could not be checked again"
                       : "internal error: two solvers disagree";
}

/* The outer limit, tightened by the one per check. */
static Budget budget_for_check(const Sites *s, const Budget *outer) {
  Budget budget = {.tick_limit = s->options.ticks};
  if (s->options.seconds > 0)
    budget.deadline = clock_now() + s->options.seconds;
  if (!outer) return budget;
  budget.interrupt = outer->interrupt;
  if (outer->deadline > 0) budget_end_by(&budget, outer->deadline);
  return budget;
}

/* The way and the values of a violation, and orders for running it. */
static void set_violated(Session *session, uint32_t activation, EncCheck check,
                         Term formula, Budget *budget, SiteResult *result) {
  result->status = SITE_VIOLATED;
  sites_explain(session, activation, check.block, result);
  SiteRunnable how = sites_orders(session, formula, budget, result);
  if (how == SITE_RUNNABLE) {
    sites_explain(session, activation, check.block, result);
    return;
  }
  if (how == SITE_NEEDS_OVERLAP &&
      session->sites->options.memory == SITE_MEMORY_PRESUMED) {
    result->status = SITE_UNKNOWN;
    result->cause = SITE_CAUSE_OVERLAP;
    result->reason = "depends on pointers that happen to lead to the same "
                     "memory";
    result->orders = NULL;
  }
  Budget again = {0}; /* what was found before is looked at once more */
  (void)struct_check(session->engine, formula, &again);
}

/* Asks about one check; explains it if it can fail. */
static void ask(Session *session, uint32_t activation, EncCheck check,
                Term formula, const Budget *outer, SiteResult *result) {
  Budget budget = budget_for_check(session->sites, outer);
  renew_engine(session);
  StructStats before = *struct_stats(session->engine);
  double start = clock_now();
  StructAnswer answer = struct_check(session->engine, formula, &budget);
  if (answer.status == STRUCT_POSSIBLE)
    answer =
        sites_believe(session, activation, check, &formula, &budget, answer);
  result->reason = "";
  result->cause = SITE_CAUSE_NONE;
  if (!term_is_false(formula)) result->by = SITE_BY_SOLVER;
  switch (answer.status) {
  case STRUCT_IMPOSSIBLE: set_proved(session, formula, &budget, result); break;
  case STRUCT_POSSIBLE:
    set_violated(session, activation, check, formula, &budget, result);
    break;
  case STRUCT_UNKNOWN: set_unknown(session, &answer, result); break;
  }
  add_stats(&result->stats, struct_stats(session->engine), &before);
  result->seconds += clock_now() - start;
}

/* ---- all checks of a function ---- */

typedef struct Checker {
  Sites *sites;
  FuncId func;
  Budget *budget;
  Session forgetful; /* loops forgotten */
  Session early;     /* loops left early; made when needed */
  bool has_early;
  EncCheck early_check; /* the one of it that was violated last */
} Checker;

/* The check that a block of the root ends in; unreachable: it cannot fail. */
static EncCheck check_at(const Session *session, uint32_t block) {
  const EncActivation *root = enc_exec_activation(session->exec, 0);
  for (uint32_t i = 0; i < root->checks.n; i++)
    if (root->checks.at[i].block == block) return root->checks.at[i];
  return (EncCheck){.condition = term_false(), .block = block};
}

/* The function, or its copy with loops written out. */
static void open_early(Checker *c) {
  if (c->has_early) return;
  FuncId copy =
      c->sites->options.unroll ? c->sites->copy_of[c->func.id] : (FuncId){0};
  session_init(&c->early, c->sites, copy.id ? copy : c->func, ENC_LOOPS_FIRST);
  c->has_early = true;
}

/* A violation with loops left early is one.  If there is none, nothing follows
 * but that, with loops written out, which have the check several times. */
static void ask_early(Checker *c, uint32_t block, SiteResult *result) {
  open_early(c);
  const EncActivation *root = enc_exec_activation(c->early.exec, 0);
  bool is_copy = c->early.func.id != c->func.id, is_bounded = is_copy;
  for (uint32_t i = 0; i < root->checks.n; i++) {
    EncCheck check = root->checks.at[i];
    if (is_copy ? check.error != result->error : check.block != block) continue;
    SiteResult again = *result;
    again.status = SITE_UNKNOWN;
    ask(&c->early, 0, check, check.condition, c->budget, &again);
    result->stats = again.stats;
    result->seconds = again.seconds;
    is_bounded &= again.status == SITE_PROVED;
    if (again.status != SITE_VIOLATED) continue;
    *result = again;
    c->early_check = check;
    return;
  }
  if (!is_bounded) return;
  result->status = SITE_BOUNDED;
  result->reason = "";
  result->cause = SITE_CAUSE_NONE;
}

/* ---- callers ---- */

enum { CALLERS_MOST = 8 };

/* Does the violation rest on parameters that only callers know: NULL, or a
 * number? */
static bool rests_on_callers(Session *session) {
  const TermList *support = struct_support(session->engine);
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf || leaf->kind != ENC_LEAF_PARAM) continue;
    if (!leaf->is_pointer ||
        struct_value(session->engine, support->at[i]).bits == 0)
      return true;
  }
  return false;
}

/* The check as it is reached through one call. */
static SiteResult check_in_call(Checker *c, FuncId caller, uint32_t call,
                                uint32_t error, uint32_t block) {
  SiteResult result = {.func = c->func,
                       .root = caller,
                       .error = error,
                       .status = SITE_UNKNOWN,
                       .reason = "a call that cannot be followed",
                       .cause = SITE_CAUSE_RECURSION};
  Session session;
  session_init(&session, c->sites, caller, ENC_LOOPS_FORGET);
  uint32_t act = enc_exec_find_call(session.exec, 0, call);
  if (act == UINT32_MAX) {
    result.status = SITE_PROVED; /* the call is never reached */
    result.reason = "";
  } else if (enc_exec_run(session.exec, act)) {
    EncCheck check = {.condition = term_false(), .block = block};
    Term formula = term_false();
    const EncActivation *made = enc_exec_activation(session.exec, act);
    for (uint32_t i = 0; i < made->checks.n; i++) {
      if (made->checks.at[i].block != block) continue;
      check = made->checks.at[i];
      formula = enc_exec_condition(session.exec, act, i);
      break;
    }
    ask(&session, act, check, formula, c->budget, &result);
  }
  session_done(&session);
  return result;
}

/* Calls of the function in the program; more than `most`: stops counting. */
static uint32_t find_calls(const Sites *s, FuncId func, FuncId *callers,
                           uint32_t *calls, uint32_t most) {
  const CallGraph *graph = enc_facts_calls(s->facts);
  const uint32_t *rows = rows_get(&graph->callers, func.id);
  uint32_t n = 0;
  for (uint32_t i = 0; i < rows_size(&graph->callers, func.id); i++) {
    const Function *f = prog_func(s->program, (FuncId){rows[i]});
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        uint32_t number = f->blocks.at[b].insts.at[k];
        const Inst *inst = &f->insts.at[number];
        if (inst->op != OP_CALL || !val_is_const(inst->ops[0])) continue;
        const Const *to = prog_const(s->program, inst->ops[0]);
        if (to->kind != CONST_FUNC || to->func.id != func.id) continue;
        if (n == most) return n + 1;
        callers[n] = (FuncId){rows[i]};
        calls[n++] = number;
      }
  }
  return n;
}

/* Nobody can be asked: a number that the check itself compares is presumed to
 * be as the function needs it, unless the function limits it. */
static void doubt_parameters(Session *session, EncCheck check,
                             SiteResult *result) {
  StructAnswer doubt = {
      .open = sites_doubtful(session, 0, check, 1u << ENC_LEAF_PARAM)};
  if (doubt.open.id) set_unknown(session, &doubt, result);
}

/* A violation that rests on parameters is only one if a call in the program
 * leads to it; with no call, or too many, what is presumed decides. */
static void ask_callers(Checker *c, Session *session, EncCheck check,
                        uint32_t block, SiteResult *result) {
  FuncId callers[CALLERS_MOST];
  uint32_t calls[CALLERS_MOST], unknown = 0;
  uint32_t n = find_calls(c->sites, c->func, callers, calls, CALLERS_MOST);
  if (n == 0 || n > CALLERS_MOST) {
    if (result->status == SITE_VIOLATED)
      doubt_parameters(session, check, result);
    return;
  }
  SiteResult last = *result;
  for (uint32_t i = 0; i < n; i++) {
    SiteResult one =
        check_in_call(c, callers[i], calls[i], result->error, block);
    one.seconds += result->seconds;
    if (one.status == SITE_VIOLATED) {
      *result = one;
      return;
    }
    result->seconds = one.seconds;
    if (one.status == SITE_UNKNOWN && !unknown++) last = one;
  }
  if (unknown) {
    *result = last;
  } else {
    result->reason = "";
    result->cause = SITE_CAUSE_NONE;
    result->status = SITE_PROVED;
    result->by = SITE_BY_SOLVER;
    result->steps = NULL;
    result->values = NULL;
    result->orders = NULL;
    result->n_steps = result->n_values = 0;
  }
}

/* A violation of the function itself; what is presumed may take it back. */
static void presume(Checker *c, Session *session, EncCheck check,
                    uint32_t block, SiteResult *result) {
  if (c->sites->options.params == SITE_PARAMS_ANY) return;
  bool is_violated = result->status == SITE_VIOLATED;
  if (is_violated && !rests_on_callers(session))
    doubt_parameters(session, check, result);
  else if (is_violated || result->cause == SITE_CAUSE_OVERLAP)
    ask_callers(c, session, check, block, result);
}

static SiteResult check_block(Checker *c, uint32_t error, uint32_t block) {
  EncCheck check = check_at(&c->forgetful, block);
  Session *last = &c->forgetful;
  SiteResult result = {.func = c->func, .root = c->func, .error = error};
  ask(last, 0, check, check.condition, c->budget, &result);
  if (result.status == SITE_UNKNOWN && result.cause == SITE_CAUSE_LOOP) {
    c->early_check = check;
    ask_early(c, block, &result);
    last = &c->early;
    check = c->early_check;
  }
  presume(c, last, check, block, &result);
  return result;
}

typedef struct ErrorBlock {
  uint32_t error;
  uint32_t block;
} ErrorBlock;

static int by_error(const void *a, const void *b) {
  const ErrorBlock *x = a, *y = b;
  if (x->error != y->error) return x->error < y->error ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

static ErrorBlock *error_blocks(Sites *s, const Function *f, uint32_t n) {
  ErrorBlock *list = ARENA_ARRAY(&s->arena, ErrorBlock, n + 1);
  uint32_t k = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_ERROR) list[k++] = (ErrorBlock){(uint32_t)end->imm, b};
  }
  require(k == n);
  if (n) qsort(list, n, sizeof *list, by_error);
  return list;
}

static void forget_last(Sites *s) {
  for (uint32_t i = 0; i < s->used.n; i++) s->used_mark[s->used.at[i].id] = 0;
  VEC_CLEAR(&s->used);
  arena_done(&s->arena);
  arena_init(&s->arena, s->mem);
}

void sites_check(Sites *s, FuncId func, uint32_t first, Budget *budget,
                 SiteSink *sink, void *context) {
  uint32_t n = sites_count(s, func);
  forget_last(s);
  if (first >= n) return;
  ErrorBlock *list = error_blocks(s, prog_func(s->program, func), n);
  Checker c = {.sites = s, .func = func, .budget = budget};
  session_init(&c.forgetful, s, func, ENC_LOOPS_FORGET);
  for (uint32_t i = first; i < n; i++) {
    SiteResult result = check_block(&c, list[i].error, list[i].block);
    sink(context, &result);
  }
  session_done(&c.forgetful);
  if (c.has_early) session_done(&c.early);
}
