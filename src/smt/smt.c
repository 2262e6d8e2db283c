/* SPDX-License-Identifier: MIT
 *
 * The front of every solver: bookkeeping that back ends need not repeat.
 *
 * It remembers all formulas (for the self-checks and for AllSAT), finds terms
 * the back end cannot represent, takes constant assumptions away, evaluates
 * models, counts, and injects faults.
 *
 * Terms that the back end refuses are kept from it.  Leaving a formula out only
 * adds behaviours, so an unsatisfiable answer stands; a satisfiable one
 * becomes unknown with the reason of the first refused node.
 */
#include "smt/smt.h"

#include "smt/smt_int.h"

struct Smt {
  SmtShared shared;
  const SmtBackend *backend;
  void *self;            /* the back end's solver */
  SmtResult result;      /* of the last check; SMT_UNKNOWN when outdated */
  Vec(Term) formulas;    /* all that were added */
  Vec(Term) assumptions; /* of the last check, as given */
  Vec(Term) passed;      /* ... those the back end got */
  Vec(Term) core;        /* valid after SMT_UNSAT */
  TermEval *eval;        /* of the model; reset when the model changes */
  TermWalk walk;         /* nodes looked at for support */
  Map refused;           /* node -> (uintptr_t) reason: itself or a child */
  const char *refusal;   /* reason of the first refused formula, or NULL */
  uint64_t checks;       /* when no counter is shared */
};

const char *smt_result_name(SmtResult result) {
  switch (result) {
  case SMT_UNKNOWN: return "unknown";
  case SMT_SAT: return "sat";
  case SMT_UNSAT: return "unsat";
  }
  unreachable_case();
}

const char *smt_backend_name(const SmtBackend *backend) {
  return backend->name;
}

const SmtBackend *smt_backend_other(const SmtBackend *backend) {
  return *backend->other;
}

/* ---- shared services ---- */

bool smt_is_stopped(SmtShared *shared, const Budget *budget) {
  if (atomic_load_explicit(&shared->interrupted, memory_order_relaxed))
    return true;
  return budget && budget_is_spent(budget);
}

/* False, with the reason, when there is nothing left to spend. */
static bool may_go_on(SmtShared *shared, const Budget *budget) {
  if (!smt_is_stopped(shared, budget)) return true;
  if (budget && budget->tick_limit && budget->ticks >= budget->tick_limit)
    smt_set_reason(shared, "limit of work");
  else if (budget && budget->deadline > 0 && clock_now() >= budget->deadline)
    smt_set_reason(shared, "time limit");
  else
    smt_set_reason(shared, "interrupted");
  return false;
}

bool smt_spend(SmtShared *shared, Budget *budget, uint64_t ticks) {
  shared->stats.ticks += ticks;
  if (budget) budget_count(budget, ticks);
  return may_go_on(shared, budget);
}

bool smt_step(SmtShared *shared, Budget *budget, uint32_t weight) {
  shared->stats.ticks++;
  if (budget) budget_step(budget, weight);
  return may_go_on(shared, budget);
}

void smt_set_reason(SmtShared *shared, const char *reason) {
  text_clear(&shared->reason);
  text_add(&shared->reason, reason);
}

SmtShared *smt_shared(Smt *smt) {
  return &smt->shared;
}

const SmtBackend *smt_backend_of(const Smt *smt) {
  return smt->backend;
}

const Term *smt_formulas(const Smt *smt, uint32_t *n) {
  *n = smt->formulas.n;
  return smt->formulas.at;
}

const Term *smt_assumptions(const Smt *smt, uint32_t *n) {
  *n = smt->assumptions.n;
  return smt->assumptions.at;
}

/* ---- life ---- */

static bool model_value(void *context, TermEval *eval, Term var,
                        TermValue *value);

Smt *smt_new(Mem *mem, TermStore *store, const SmtBackend *backend,
             SmtOptions options) {
  require(store && backend);
  require(options.check <= 2);
  Smt *smt = MEM_NEW(mem, Smt);
  smt->shared.mem = mem;
  smt->shared.store = store;
  smt->shared.options = options;
  text_init(&smt->shared.reason, mem);
  atomic_init(&smt->shared.interrupted, 0);
  smt->backend = backend;
  term_walk_init(&smt->walk, store);
  map_init(&smt->refused, mem);
  smt->eval = term_eval_new(store, model_value, smt);
  smt->self = backend->make(&smt->shared);
  return smt;
}

void smt_free(Smt *smt) {
  Mem *mem = smt->shared.mem;
  smt->backend->free(smt->self);
  term_eval_free(smt->eval);
  term_walk_done(&smt->walk);
  map_done(&smt->refused);
  VEC_DONE(mem, &smt->formulas);
  VEC_DONE(mem, &smt->assumptions);
  VEC_DONE(mem, &smt->passed);
  VEC_DONE(mem, &smt->core);
  text_done(&smt->shared.reason);
  MEM_DELETE(mem, smt);
}

uint32_t smt_check_level(const Smt *smt) {
  return smt->shared.options.check;
}

TermStore *smt_store(const Smt *smt) {
  return smt->shared.store;
}

/* ---- support ---- */

/* The reason why `node` or something below it is refused, given that what is
 * below was looked at before; NULL: it is not. */
static const char *refusal_at(const SmtBackend *backend, TermStore *store,
                              const Map *refused, Term node) {
  const char *reason = backend->refuses(store, node);
  if (reason) return reason;
  if (refused->n == 0) return NULL;
  uint32_t n = term_n_children(store, node);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t *known = map_find(refused, term_node(term_child(store, node, i)));
    if (known) return (const char *)(uintptr_t)*known;
  }
  return NULL;
}

static const char *refusal_of(const SmtBackend *backend, TermStore *store,
                              TermWalk *walk, Map *refused, Term t) {
  term_walk_push(walk, t);
  for (Term node; (node = term_walk_next(walk)).id;) {
    const char *reason = refusal_at(backend, store, refused, node);
    if (reason) map_put(refused, term_node(node), (uintptr_t)reason);
  }
  return (const char *)(uintptr_t)map_get(refused, term_node(t), 0);
}

bool smt_supports(const SmtBackend *backend, TermStore *store, Term t) {
  require(t.id);
  Map refused;
  map_init(&refused, term_store_mem(store));
  TermWalk walk;
  term_walk_init(&walk, store);
  bool supported = !refusal_of(backend, store, &walk, &refused, t);
  term_walk_done(&walk);
  map_done(&refused);
  return supported;
}

/* Remember the reason if the back end must not see `t`. */
static bool is_refused(Smt *smt, Term t, const char **why) {
  const char *reason =
      refusal_of(smt->backend, smt->shared.store, &smt->walk, &smt->refused, t);
  if (reason && !*why) *why = reason;
  return reason != NULL;
}

/* ---- formulas ---- */

static void outdate(Smt *smt) {
  if (smt->result == SMT_SAT) term_eval_reset(smt->eval);
  smt->result = SMT_UNKNOWN;
  VEC_CLEAR(&smt->core);
}

void smt_add(Smt *smt, Term t) {
  require(t.id && term_is_bool(smt->shared.store, t));
  outdate(smt);
  VEC_PUSH(smt->shared.mem, &smt->formulas, t);
  if (!is_refused(smt, t, &smt->refusal)) smt->backend->add(smt->self, t);
}

void smt_define(Smt *smt, Term var, Term t) {
  TermStore *store = smt->shared.store;
  require(term_is_var(store, var) && !term_is_negated(var));
  Term equation = term_eq(store, var, t);
  if (!smt->backend->define) {
    smt_add(smt, equation);
    return;
  }
  outdate(smt);
  VEC_PUSH(smt->shared.mem, &smt->formulas, equation);
  bool is_bad = is_refused(smt, var, &smt->refusal);
  if (!is_refused(smt, t, &smt->refusal) && !is_bad)
    smt->backend->define(smt->self, var, t);
}

Term smt_activation(Smt *smt) {
  return term_fresh(smt->shared.store, "act", sort_bool());
}

void smt_add_under(Smt *smt, Term activation, Term t) {
  require(t.id && activation.id);
  smt_add(smt, term_implies(smt->shared.store, activation, t));
}

void smt_retire(Smt *smt, Term activation) {
  smt_add(smt, term_not(activation));
}

/* ---- checks ---- */

/* Fill `passed`; the index of an assumption that is false, or n. */
static uint32_t sort_out(Smt *smt, const char **why) {
  VEC_CLEAR(&smt->passed);
  for (uint32_t i = 0; i < smt->assumptions.n; i++) {
    Term t = smt->assumptions.at[i];
    require(t.id && term_is_bool(smt->shared.store, t));
    if (term_is_false(t)) return i;
    if (!term_is_true(t) && !is_refused(smt, t, why))
      VEC_PUSH(smt->shared.mem, &smt->passed, t);
  }
  return smt->assumptions.n;
}

/* The core, as assumptions in the order given; repeated ones once. */
static void take_core(Smt *smt) {
  VEC_CLEAR(&smt->core);
  for (uint32_t i = 0; i < smt->passed.n; i++) {
    if (!smt->backend->in_core(smt->self, i)) continue;
    bool is_known = false;
    for (uint32_t k = 0; k < smt->core.n; k++)
      is_known |= term_same(smt->core.at[k], smt->passed.at[i]);
    if (!is_known) VEC_PUSH(smt->shared.mem, &smt->core, smt->passed.at[i]);
  }
  smt->shared.stats.core_literals += smt->core.n;
  assert(smt->core.n <= smt->passed.n);
}

static void count(SmtStats *stats, SmtResult result) {
  stats->checks++;
  switch (result) {
  case SMT_SAT: stats->sats++; break;
  case SMT_UNSAT: stats->unsats++; break;
  case SMT_UNKNOWN: stats->unknowns++; break;
  }
}

static SmtResult ask(Smt *smt, Budget *budget) {
  assert(smt->core.n == 0);
  const char *why = smt->refusal;
  uint32_t wrong = sort_out(smt, &why);
  if (wrong < smt->assumptions.n) {
    VEC_PUSH(smt->shared.mem, &smt->core, smt->assumptions.at[wrong]);
    return SMT_UNSAT;
  }
  if (!smt_step(&smt->shared, budget, 1)) return SMT_UNKNOWN;
  SmtResult result =
      smt->backend->check(smt->self, smt->passed.at, smt->passed.n, budget);
  if (result == SMT_UNSAT) take_core(smt);
  if (result != SMT_SAT || !why) return result;
  smt_set_reason(&smt->shared, why);
  return SMT_UNKNOWN;
}

/* smt_check without fault injection and self-checks. */
static SmtResult check_plain(Smt *smt, const Term *assumptions, uint32_t n,
                             Budget *budget) {
  outdate(smt);
  smt_set_reason(&smt->shared, "");
  VEC_CLEAR(&smt->assumptions);
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(smt->shared.mem, &smt->assumptions, assumptions[i]);
  smt->result = ask(smt, budget);
  atomic_store(&smt->shared.interrupted, 0);
  count(&smt->shared.stats, smt->result);
  return smt->result;
}

/* For people and benchmarks: all formulas and assumptions as one script. */
static void dump_query(Smt *smt, const Term *assumptions, uint32_t n,
                       uint64_t number) {
  Mem *mem = smt->shared.mem;
  Vec(Term) all = {0};
  for (uint32_t i = 0; i < smt->formulas.n; i++)
    VEC_PUSH(mem, &all, smt->formulas.at[i]);
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(mem, &all, assumptions[i]);
  Text text;
  text_init(&text, mem);
  term_print_script(&text, smt->shared.store, all.at, all.n);
  char path[4096];
  snprintf(path, sizeof path, "%s/query-%06llu.smt2",
           smt->shared.options.dump_directory, (unsigned long long)number);
  bool written = file_write(path, text_get(&text), text.n);
  (void)written;
  text_done(&text);
  VEC_DONE(mem, &all);
}

/* Counts the check.  Is it the one that shall fail? */
static bool is_injected(Smt *smt, const Term *assumptions, uint32_t n) {
  const SmtOptions *options = &smt->shared.options;
  uint64_t *counter =
      options->check_counter ? options->check_counter : &smt->checks;
  uint64_t number = ++*counter;
  if (options->dump_directory) dump_query(smt, assumptions, n, number);
  return number == options->inject_unknown_at;
}

SmtResult smt_check(Smt *smt, const Term *assumptions, uint32_t n,
                    Budget *budget) {
  if (is_injected(smt, assumptions, n)) {
    outdate(smt);
    smt_set_reason(&smt->shared, "injected fault");
    count(&smt->shared.stats, SMT_UNKNOWN);
    return SMT_UNKNOWN;
  }
  SmtResult result = check_plain(smt, assumptions, n, budget);
  if (smt->shared.options.check < 2) return result;
  if (result == SMT_SAT) smt_check_model(smt);
  if (result == SMT_UNSAT) smt_check_core(smt, budget);
  return result;
}

SmtResult smt_check_within(Smt *smt, const Term *assumptions, uint32_t n,
                           Budget *budget, uint64_t ticks) {
  if (!ticks || !budget) return smt_check(smt, assumptions, n, budget);
  Budget part = budget_part(budget, ticks);
  SmtResult result = smt_check(smt, assumptions, n, &part);
  budget_return(budget, &part);
  return result;
}

const char *smt_reason_unknown(const Smt *smt) {
  return text_get(&smt->shared.reason);
}

void smt_interrupt(Smt *smt) {
  atomic_store(&smt->shared.interrupted, 1);
}

/* ---- models ---- */

static TermValue zero_value(TermStore *store, TermEval *eval, Sort sort) {
  static const BvWord zeros[2] = {0, 0}; /* floats are at most 128 bits */
  switch (sort_kind(sort)) {
  case SORT_BOOL: return term_value_bool(0);
  case SORT_BV: return term_value_u64(eval, 0, sort_width(sort));
  case SORT_FLOAT: return term_value_float(eval, sort, zeros);
  case SORT_ARRAY:
    return term_value_const_array(
        eval, sort, zero_value(store, eval, sort_element(store, sort)));
  }
  unreachable_case();
}

/* The valuation of the evaluator: total. */
static bool model_value(void *context, TermEval *eval, Term var,
                        TermValue *value) {
  Smt *smt = context;
  assert(term_is_var(smt->shared.store, var));
  if (!smt->backend->value(smt->self, eval, var, value))
    *value =
        zero_value(smt->shared.store, eval, term_sort(smt->shared.store, var));
  return true;
}

TermValue smt_value(Smt *smt, Term t) {
  require(smt->result == SMT_SAT);
  TermValue value;
  if (term_eval(smt->eval, t, &value) == TERM_EVAL_OK) return value;
  if (smt->backend->unspecified(smt->self, smt->eval, t, &value)) return value;
  return zero_value(smt->shared.store, smt->eval,
                    term_sort(smt->shared.store, t));
}

bool smt_is_true(Smt *smt, Term t) {
  require(term_is_bool(smt->shared.store, t));
  return smt_value(smt, t).bits != 0;
}

Term smt_value_term(Smt *smt, Term t) {
  return term_of_value(smt->shared.store, smt->eval, smt_value(smt, t));
}

TermEval *smt_model(Smt *smt) {
  require(smt->result == SMT_SAT);
  return smt->eval;
}

/* ---- cores ---- */

uint32_t smt_core(Smt *smt, const Term **core) {
  require(smt->result == SMT_UNSAT);
  *core = smt->core.at;
  return smt->core.n;
}

void smt_replace_core(Smt *smt, const Term *core, uint32_t n) {
  outdate(smt);
  smt->result = SMT_UNSAT;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(smt->shared.mem, &smt->core, core[i]);
}

/* ---- statistics ---- */

const SmtStats *smt_stats(const Smt *smt) {
  return &smt->shared.stats;
}
