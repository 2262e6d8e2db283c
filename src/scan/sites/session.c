/* SPDX-License-Identifier: MIT
 *
 * One function executed symbolically, with the solver that is asked about it;
 * and one check asked. */
#include "scan/sites/sites_int.h"

/* A solver is made anew when it has more clauses than this, and than GROWTH
 * times those of its first question. */
enum { CLAUSES_KEPT = 30000, GROWTH = 3 };

/* Most questions are asked once, so that making them counts. */
enum { GATES_A_TICK = 8, LITERALS_A_TICK = 32 };

/* How often a zero that is not believed is taken out of a question, and what
 * asking again may take in all: another way that is to be had is found with a
 * hundredth of a second's work. */
enum { ZEROS_MOST = 16, AGAIN_WORK = SITE_WORK_A_SECOND / 25 };

/* What is told of a violation and has to be looked into: so many conditions,
 * with so much work. */
enum { SETTLED_MOST = 32, SETTLE_WORK = SITE_WORK_A_SECOND / 4 };

bool sites_is_looked_at(const Session *session, const EncLeaf *leaf) {
  if (leaf->kind != ENC_LEAF_CONTEXT || !leaf->is_pointer || !leaf->is_memory)
    return false;
  Term home = enc_exec_cell(session->exec, leaf).address;
  const EncLeaf *base = term_is_var(session->store, home)
                            ? enc_exec_leaf(session->exec, home)
                            : NULL;
  if (!base || base->kind != ENC_LEAF_OBJECT) return false;
  GlobalId global = enc_exec_object(session->exec, home).global;
  return global.id && results_global_is_null(session->sites, global);
}

/* Is it a member of a struct for whose NULL most functions look? */
static bool is_member_looked_at(const Session *session, const EncLeaf *leaf) {
  if (leaf->kind != ENC_LEAF_CONTEXT || !leaf->is_pointer || !leaf->is_memory)
    return false;
  EncCell cell = enc_exec_cell(session->exec, leaf);
  return cell.type.id &&
         results_member_is_null(session->sites, cell.type, cell.member);
}

/* Is zero a value that this pointer or divisor is believed to have? */
static bool may_be_zero(const Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  if (leaf->is_tested || (!leaf->is_pointer && !leaf->is_checked) ||
      sites_is_looked_at(session, leaf) || is_member_looked_at(session, leaf))
    return true;
  if (leaf->kind != ENC_LEAF_EXTERN || leaf->is_memory || !leaf->func.id)
    return false;
  return sites_is_library(s, leaf->func) ||
         (leaf->is_pointer && results_may_be_null(s, leaf->func));
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
    return may_be_zero(session, leaf) ||
                   session->sites->options.memory == SITE_MEMORY_ANY
               ? STRUCT_FREE
               : STRUCT_NONZERO;
  case ENC_LEAF_RETURNS: return STRUCT_LIKELY;
  case ENC_LEAF_RESULT:
  case ENC_LEAF_EFFECT: return STRUCT_SUMMARY;
  case ENC_LEAF_LOOP:
    /* Who compares a pointer with NULL expects that it is, on some way. */
    if (leaf->is_exact || (leaf->is_pointer && leaf->is_tested))
      return STRUCT_FREE;
    /* fallthrough */
  case ENC_LEAF_LOST:
  case ENC_LEAF_FLOAT:
  case ENC_LEAF_SIZE:
  case ENC_LEAF_UNSUPPORTED:
    /* Is an access valid?  That it is, is believed behind it. */
    return term_is_bool(session->store, var) ? STRUCT_NONZERO : STRUCT_OPEN;
  }
  unreachable_case();
}

static Term leaf_axiom(void *context, Term var) {
  Session *session = context;
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  return leaf ? leaf->axiom : term_true();
}

/* Looking into a call makes terms, which is work as well. */
static Term leaf_expand(void *context, Term var) {
  Session *session = context;
  uint32_t before = term_store_n_nodes(session->store);
  Term meaning = enc_exec_expand(session->exec, var);
  uint32_t made = term_store_n_nodes(session->store) - before;
  if (session->budget) budget_count(session->budget, made / SITE_TERMS_A_TICK);
  return meaning;
}

uint64_t sites_open_work(const Session *session) {
  return term_store_n_nodes(session->store) / SITE_TERMS_A_TICK;
}

Struct *sites_new_engine(Session *session, uint32_t most_expansions,
                         uint32_t patience) {
  Sites *s = session->sites;
  StructGraph graph = {session, leaf_kind, leaf_axiom, leaf_expand};
  StructOptions options = {.expansion = s->options.expansion,
                           .backend = &smt_justify,
                           .smt = s->options.smt,
                           .most_expansions = most_expansions,
                           .patience = patience};
  options.smt.is_quick = true;
  options.smt.gates_a_tick = GATES_A_TICK;
  options.smt.literals_a_tick = LITERALS_A_TICK;
  return struct_new(s->mem, session->store, &graph, &options);
}

static void new_engine(Session *session) {
  session->engine = sites_new_engine(session, 0, session->patience);
  session->first_clauses = 0;
}

void sites_renew(Session *session) {
  struct_free(session->engine);
  new_engine(session);
}

/* A solver that has grown large is slow for small questions, too; but where
 * each question is large by itself, making it anew costs more. */
static void renew_engine(Session *session) {
  assert(session->engine != NULL);
  uint64_t clauses = struct_stats(session->engine)->clauses;
  if (!session->first_clauses) session->first_clauses = clauses;
  if (clauses < CLAUSES_KEPT || clauses < GROWTH * session->first_clauses)
    return;
  sites_renew(session);
}

void sites_hurry(Session *session, uint32_t patience) {
  require(patience > 0);
  if (session->patience <= patience) return;
  session->patience = patience;
  struct_set_patience(session->engine, patience);
}

void sites_open(Session *session, Sites *s, FuncId func, EncLoops loops,
                EncLives lives) {
  require(func.id > 0 && prog_func(s->program, func)->state == FUNC_DEFINED);
  EncExecOptions how = {
      .loops = loops,
      .lives = lives,
      .params = sites_params(s, func) == SITE_PARAMS_ANY ? ENC_PARAMS_ANY
                                                         : ENC_PARAMS_PRESUMED,
      .memory = s->options.memory == SITE_MEMORY_ANY ? ENC_MEMORY_ANY
                                                     : ENC_MEMORY_PRESUMED,
      .trusts = s->options.memory == SITE_MEMORY_TRUSTED};
  *session = (Session){.sites = s,
                       .func = func,
                       .loops = loops,
                       .patience = s->options.patience};
  session->store = term_store_new(s->mem);
  map_init(&session->tried, s->mem);
  session->exec = enc_exec_new(s->facts, s->mem, session->store, func, &how);
  new_engine(session);
}

/* Every body that was executed, or looked at. */
static void note_uses(const Session *session) {
  uint32_t n;
  const FuncId *looked_at = enc_exec_looked_at(session->exec, &n);
  sites_use(session->sites, session->func,
            SITE_USED_BODY | SITE_USED_ENTRY | SITE_USED_LAYOUT);
  for (uint32_t i = 0; i < enc_exec_n_activations(session->exec); i++) {
    const EncActivation *act = enc_exec_activation(session->exec, i);
    if (act->state == ENC_ACT_EXECUTED)
      sites_use(session->sites, act->func, SITE_USED_BODY);
  }
  for (uint32_t i = 0; i < n; i++)
    sites_use(session->sites, looked_at[i], SITE_USED_BODY);
}

void sites_close(Session *session) {
  note_uses(session);
  VEC_DONE(term_store_mem(session->store), &session->open);
  struct_free(session->engine);
  map_done(&session->tried);
  enc_exec_free(session->exec);
  term_store_free(session->store);
}

/* ---- one check ---- */

Term sites_home(Session *session, const EncLeaf *leaf) {
  const TermStore *store = session->store;
  Term t = enc_exec_cell(session->exec, leaf).address;
  while (term_kind(store, t) == TERM_ADD) {
    bool is_right = term_is_const(store, term_child(store, t, 0));
    t = term_child(store, t, is_right ? 1 : 0);
  }
  return t;
}

static void add_stats(StructStats *sum, const StructStats *now,
                      const StructStats *before) {
#define X(name, help) sum->name += now->name - before->name;
  STRUCT_STATS(X)
#undef X
}

/* The outer limit, tightened by the one per check. */
static Budget budget_for_check(const Sites *s, const Budget *outer) {
  Budget none = {0};
  if (!outer) outer = &none;
  return s->options.work ? budget_part(outer, s->options.work) : *outer;
}

/* Is all that is open a way, and were all calls on it looked into? */
static bool is_way_open(const Session *session, const StructAnswer *answer) {
  const EncLeaf *leaf =
      answer->open.id ? enc_exec_leaf(session->exec, answer->open) : NULL;
  if (leaf && session->stance) return true;
  return leaf && !*answer->reason &&
         (leaf->kind == ENC_LEAF_LOOP || leaf->kind == ENC_LEAF_LOST);
}

StructAnswer sites_can_hold(Session *session, Term formula, Budget *budget) {
  StructAnswer answer = struct_check(session->engine, formula, budget);
  if (session->has_open_ways && answer.status == STRUCT_UNKNOWN &&
      is_way_open(session, &answer))
    answer.status = STRUCT_POSSIBLE;
  return answer;
}

bool sites_find_again(Session *session, Term formula) {
  assert(term_is_bool(session->store, formula));
  Budget none = {0};
  StructAnswer answer = sites_can_hold(session, formula, &none);
  if (answer.status != STRUCT_POSSIBLE) return false;
  struct_rest_on(session->engine, session->question);
  return true;
}

/* The answer for the formula, which holds with the values that the term has
 * now, or with others; false: it is as it was. */
static bool pin(Session *session, Term *formula, Term t, Budget *budget) {
  TermStore *store = session->store;
  TermValue value = struct_value(session->engine, t);
  Term is_so =
      term_is_bool(store, t)
          ? value.bits ? t : term_not(t)
          : term_eq(store, t,
                    term_u64(store, value.bits, sort_width(value.sort)));
  for (uint32_t k = 0; k < 2; k++) {
    Term rest = term_and(store, *formula, k ? term_not(is_so) : is_so);
    StructAnswer answer = sites_can_hold(session, rest, budget);
    if (answer.status != STRUCT_POSSIBLE) continue;
    *formula = rest;
    return true;
  }
  return false;
}

static bool can_be_pinned(const Session *session, Term t) {
  return term_is_bool(session->store, t) || term_width(session->store, t) <= 64;
}

/* Explains the violation.  Conditions and results on the way on which it does
 * not rest were not looked into, and their values are made up: they are looked
 * into now, so that what is told fits together.  false: the violation was lost
 * by a limit. */
static bool explain(Session *session, uint32_t activation, EncCheck check,
                    Term formula, Budget *outer, SiteResult *result) {
  assert(session->budget == outer);
  Budget budget = budget_part(outer, SETTLE_WORK);
  session->budget = &budget; /* what is made counts there, too */
  VEC_CLEAR(&session->open);
  bool is_found = true;
  for (uint32_t round = 0; is_found; round++) {
    struct_rest_on(session->engine, session->question);
    sites_explain(session, activation, check, result);
    if (!session->loose.id || round == SETTLED_MOST) break;
    if (can_be_pinned(session, session->loose) &&
        pin(session, &formula, session->loose, &budget))
      continue;
    VEC_PUSH(term_store_mem(session->store), &session->open, session->loose);
    is_found = sites_find_again(session, formula);
  }
  if (session->is_far) result->rests_on |= SITE_ON_FAR;
  if (session->is_empty) result->rests_on |= SITE_ON_NOTHING;
  if (session->has_open_ways) result->rests_on |= SITE_ON_WAY;
  if (session->has_open_ways && session->openly >= OPENLY_GUESSED)
    result->rests_on |= SITE_FAULT_ON_MEMORY;
  if (result->rests_on & (SITE_FAULT_ON_PARAM | SITE_FAULT_ON_MEMORY)) {
    if (sites_always_fails(session, activation, check, &budget))
      result->rests_on |= SITE_ALWAYS;
    is_found = sites_find_again(session, formula);
  }
  session->budget = outer;
  budget_return(outer, &budget);
  return is_found;
}

static void give_up(SiteResult *result, SiteCause cause, const char *reason) {
  assert(cause != SITE_CAUSE_NONE && *reason);
  result->status = SITE_UNKNOWN;
  result->cause = cause;
  result->open = (LocId){0};
  result->reason = reason;
  result->plan = NULL;
}

/* The path and the values of a violation, and its replay plan. */
static void set_violated(Session *session, uint32_t activation, EncCheck check,
                         Term formula, Budget *budget, SiteResult *result) {
  assert(struct_support(session->engine)->n > 0 || term_is_true(formula));
  const ErrorSite *error = &session->sites->program->errors.at[check.error];
  result->status = SITE_VIOLATED;
  sites_tell_of(session->sites, (FuncId){0});
  bool is_librarys = strcmp(error->property, PASS_NULL_ARGUMENT) == 0;
  SiteRunnable how = SITE_NOT_RUNNABLE;
  result->plan = sites_no_run(session, error);
  if (!result->plan) how = sites_plan(session, &formula, budget, result);
  if (how == SITE_NEEDS_OVERLAP && session->stance) { /* values are made up */
    result->plan = "cannot the way there is not followed\n";
    how = SITE_NOT_RUNNABLE;
  }
  if (strcmp(error->property, PASS_FREED_ON) == 0)
    result->plan =
        arena_printf(&session->sites->arena, "%sleaves\n", result->plan);
  if (how == SITE_RUNNABLE && sites_leaves_part(session, activation, check))
    result->plan =
        arena_printf(&session->sites->arena, "%sinside\n", result->plan);
  if (how == SITE_NEEDS_OVERLAP &&
      session->sites->options.memory != SITE_MEMORY_ANY) {
    give_up(result, SITE_CAUSE_OVERLAP,
            "depends on pointers that happen to lead to the same memory");
    return;
  }
  bool is_found =
      how == SITE_RUNNABLE || is_librarys || sites_find_again(session, formula);
  if (!is_found ||
      !explain(session, activation, check, formula, budget, result))
    give_up(result, SITE_CAUSE_BUDGET, SITE_LOST);
}

/* What is to hold so that a violation need not rest on the variable; none:
 * nothing helps. */
static Term without(Session *session, Term var) {
  assert(term_is_var(session->store, var));
  TermStore *store = session->store;
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  if (term_is_bool(store, var)) return var;
  if (leaf_kind(session, var) == STRUCT_NONZERO)
    return term_not(
        term_eq(store, var, term_u64(store, 0, term_width(store, var))));
  Term reached =
      leaf ? enc_exec_reached(session->exec, leaf, session->block) : TERM_NONE;
  return reached.id ? term_not(reached) : TERM_NONE;
}

static bool is_of_loop(const Session *session, Term var) {
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  return leaf && leaf->kind == ENC_LEAF_LOOP;
}

/* Nothing but the way is open, and the fault is told all the same?  To be asked
 * while the engine has the assignment. */
static void note_openly(Session *session, const StructAnswer *answer) {
  session->openly =
      is_way_open(session, answer)
          ? sites_fails_openly(session, session->activation, session->check)
          : OPENLY_NOT;
}

StructAnswer sites_solve(Session *session, Term *formula, Budget *budget) {
  require(term_is_bool(session->store, *formula) && session->budget == budget);
  StructAnswer answer = sites_can_hold(session, *formula, budget);
  note_openly(session, &answer);
  Budget part = budget_part(budget, AGAIN_WORK);
  session->budget = &part;
  for (uint32_t round = 0; round < ZEROS_MOST; round++) {
    if (answer.status != STRUCT_UNKNOWN || !answer.open.id) break;
    Term apart = without(session, answer.open);
    if (!apart.id) break;
    Term rest = term_and(session->store, *formula, apart);
    StructAnswer again = sites_can_hold(session, rest, &part);
    if (again.status == STRUCT_IMPOSSIBLE) break;
    if (!session->avoided.id && is_of_loop(session, answer.open))
      session->avoided = answer.open;
    /* That a limit was met says less than on what it depends. */
    if (again.status == STRUCT_UNKNOWN && !again.open.id)
      again.before = answer.open;
    *formula = rest;
    answer = again;
    note_openly(session, &answer);
  }
  session->budget = budget;
  budget_return(budget, &part);
  /* What was taken out of the question is not what the answer rests on. */
  if (answer.status == STRUCT_POSSIBLE)
    struct_rest_on(session->engine, session->question);
  return answer;
}

/* One call may be a hundred times what a question about loops left early is
 * worth.  It is left in the middle then, and so is the session: what was made
 * of it tells nothing. */
static void limit_calls(const Session *session, const Budget *budget) {
  uint64_t left = budget_left(budget);
  uint32_t made = term_store_n_nodes(session->store);
  if (session->is_early && left < (UINT32_MAX - made) / SITE_TERMS_A_TICK)
    enc_exec_limit(session->exec, made + (uint32_t)left * SITE_TERMS_A_TICK);
}

/* Can the check fail, and is that to be believed? */
static StructAnswer answer_of(Session *session, uint32_t activation,
                              EncCheck check, Term *formula, Budget *budget) {
  limit_calls(session, budget);
  StructAnswer answer = sites_solve(session, formula, budget);
  if (session->has_open_ways && !session->openly &&
      answer.status == STRUCT_POSSIBLE && answer.open.id)
    answer.status = STRUCT_UNKNOWN;
  bool is_guessed = session->stance == OPENLY_GUESSED;
  if (answer.status == STRUCT_POSSIBLE && !is_guessed)
    answer = sites_believe(session, activation, check, formula, budget, answer);
  enc_exec_limit(session->exec, 0);
  if (enc_exec_is_over(session->exec))
    answer = (StructAnswer){.status = STRUCT_UNKNOWN,
                            .reason = "calls that are too large"};
  if (answer.status == STRUCT_POSSIBLE && !is_guessed &&
      session->sites->options.memory != SITE_MEMORY_ANY &&
      !(sites_come_near(session, formula, budget) &&
        sites_prefer_bytes(session, activation, check, formula, budget)))
    answer = (StructAnswer){.status = STRUCT_UNKNOWN, .reason = SITE_LOST};
  /* What is not believed on the ways without the loop says nothing of those
   * with it. */
  if (answer.status == STRUCT_UNKNOWN && session->avoided.id)
    answer = (StructAnswer){.status = STRUCT_UNKNOWN, .open = session->avoided};
  return answer;
}

void sites_ask(Session *session, uint32_t activation, EncCheck check,
               Term formula, Budget *outer, SiteResult *result) {
  assert(activation < enc_exec_n_activations(session->exec));
  require(term_is_bool(session->store, formula));
  Budget budget = budget_for_check(session->sites, outer);
  renew_engine(session);
  StructStats before = *struct_stats(session->engine);
  double start = clock_cpu();
  uint64_t before_ticks = budget.ticks;
  session->budget = &budget;
  session->question = formula;
  session->avoided = TERM_NONE;
  session->n_small = 0;
  session->is_empty = false;
  session->activation = activation;
  session->check = check;
  session->block = sites_block_in_root(session, activation, check);
  StructAnswer answer =
      answer_of(session, activation, check, &formula, &budget);
  result->reason = "";
  result->cause = SITE_CAUSE_NONE;
  if (!term_is_false(formula)) result->by = SITE_BY_SOLVER;
  switch (answer.status) {
  case STRUCT_IMPOSSIBLE: result->status = SITE_PROVED; break;
  case STRUCT_POSSIBLE:
    set_violated(session, activation, check, formula, &budget, result);
    break;
  case STRUCT_UNKNOWN: sites_set_unknown(session, &answer, result); break;
  }
  add_stats(&result->stats, struct_stats(session->engine), &before);
  session->budget = NULL;
  result->work += budget.ticks - before_ticks;
  result->seconds += clock_cpu() - start;
  if (outer) budget_return(outer, &budget);
}
