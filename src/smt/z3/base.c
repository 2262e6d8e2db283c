/* SPDX-License-Identifier: MIT
 *
 * The part of Z3 that both views use.
 *
 * Errors.  Z3 ends the process on an error unless a handler is installed;
 * ours does nothing, and every result is looked at instead.  An expression that
 * could not be built leaves the solver "broken": it is replaced by a fresh
 * truth value, which has more behaviours only where it stands alone, so from
 * then on every answer is unknown.
 *
 * Limits.  Ticks are Z3's resource count (repeatable).  The clock and the
 * interrupt flags are watched by a second thread for the time of a check: it
 * repeats Z3_solver_interrupt until the check returns, because an interrupt
 * that arrives before Z3 has begun is lost.
 *
 * A solver that was cut off is not used again: Z3 4.8.12 can lose formulas that
 * it was taking in at that moment, and later give a model that violates them
 * (found by tests/fuzz/smt_mbt.c).  The next check makes a new one and asserts
 * everything again.
 *
 * Assumptions must be literals for Z3: a Boolean variable stands for
 * itself, any other term is represented by a constant that implies it.
 */
#include "smt/z3/z3_int.h"

#include <pthread.h>
#include <time.h>

#define RLIMIT_PER_TICK 300u
#define WATCH_SECONDS   0.005

static void ignore_error(Z3_context context, Z3_error_code code) {
  (void)context, (void)code;
}

/* ---- contexts ---- */

/* A context takes ten times as long to make as a small question to answer. */
struct SmtPool {
  Mem *mem;
  Vec(Z3_context) idle;
};

SmtPool *smt_pool_new(Mem *mem) {
  SmtPool *pool = MEM_NEW(mem, SmtPool);
  pool->mem = mem;
  return pool;
}

void smt_pool_free(SmtPool *pool) {
  while (pool->idle.n) Z3_del_context(VEC_POP(&pool->idle));
  VEC_DONE(pool->mem, &pool->idle);
  MEM_DELETE(pool->mem, pool);
}

static Z3_context take_context(SmtPool *pool) {
  if (pool && pool->idle.n) return VEC_POP(&pool->idle);
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, ignore_error);
  return context;
}

/* Nothing is left in it but names.  One that was interrupted or has seen an
 * error is not used again. */
static void leave_context(Z3 *z3) {
  assert(!z3->model && z3->kept.n == 0);
  SmtPool *pool = z3->shared->options.pool;
  if (pool && !z3->was_cut && !z3->is_broken)
    VEC_PUSH(pool->mem, &pool->idle, z3->context);
  else
    Z3_del_context(z3->context);
}

void z3_init(Z3 *z3, SmtShared *shared) {
  *z3 = (Z3){.shared = shared, .context = take_context(shared->options.pool)};
  map_init(&z3->proxies, shared->mem);
}

static void drop_model(Z3 *z3) {
  if (z3->model) Z3_model_dec_ref(z3->context, z3->model);
  z3->model = NULL;
}

void z3_done(Z3 *z3) {
  drop_model(z3);
  if (z3->solver) Z3_solver_dec_ref(z3->context, z3->solver);
  /* What is still referenced then, Z3 takes apart layer by layer: quadratic. */
  while (z3->kept.n) Z3_dec_ref(z3->context, VEC_POP(&z3->kept));
  leave_context(z3);
  VEC_DONE(z3->shared->mem, &z3->kept);
  map_done(&z3->proxies);
  VEC_DONE(z3->shared->mem, &z3->asserts);
  VEC_DONE(z3->shared->mem, &z3->assumptions);
  VEC_DONE(z3->shared->mem, &z3->in_core);
}

static void note_error(Z3 *z3) {
  if (Z3_get_error_code(z3->context) == Z3_OK) return;
  z3->is_broken = true;
}

void z3_use_logic(Z3 *z3, const char *logic) {
  drop_model(z3);
  if (z3->solver) Z3_solver_dec_ref(z3->context, z3->solver);
  z3->solver = logic ? Z3_mk_solver_for_logic(
                           z3->context, Z3_mk_string_symbol(z3->context, logic))
                     : Z3_mk_simple_solver(z3->context);
  note_error(z3);
  require(z3->solver);
  Z3_solver_inc_ref(z3->context, z3->solver);
  z3->logic = logic;
  z3->is_stale = false;
  for (uint32_t i = 0; i < z3->asserts.n; i++)
    Z3_solver_assert(z3->context, z3->solver, z3->asserts.at[i]);
  note_error(z3);
}

Z3_ast z3_keep(Z3 *z3, Z3_ast ast) {
  if (!ast || Z3_get_error_code(z3->context) != Z3_OK) {
    z3->is_broken = true;
    ast = Z3_mk_true(z3->context);
  }
  Z3_inc_ref(z3->context, ast);
  VEC_PUSH(z3->shared->mem, &z3->kept, ast);
  return ast;
}

void z3_assert(Z3 *z3, Z3_ast ast) {
  assert(ast && z3->solver);
  VEC_PUSH(z3->shared->mem, &z3->asserts, ast);
  Z3_solver_assert(z3->context, z3->solver, ast);
  note_error(z3);
}

Z3_ast z3_bool_constant(Z3 *z3, const char *prefix, uint32_t number) {
  assert(strlen(prefix) < 40);
  char name[64];
  snprintf(name, sizeof name, "%s!%u", prefix, number);
  Z3_symbol symbol = Z3_mk_string_symbol(z3->context, name);
  Z3_sort sort = Z3_mk_bool_sort(z3->context);
  return z3_keep(z3, Z3_mk_const(z3->context, symbol, sort));
}

/* ---- the watcher ---- */

typedef struct Watch {
  Z3 *z3;
  const Budget *budget;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool is_over; /* the check has returned */
} Watch;

static struct timespec soon(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  at.tv_nsec += (long)(WATCH_SECONDS * 1e9);
  if (at.tv_nsec >= 1000000000) {
    at.tv_nsec -= 1000000000;
    at.tv_sec++;
  }
  return at;
}

static void *watch(void *context) {
  Watch *at = context;
  pthread_mutex_lock(&at->mutex);
  while (!at->is_over) {
    struct timespec when = soon();
    pthread_cond_timedwait(&at->changed, &at->mutex, &when);
    if (!at->is_over && smt_is_stopped(at->z3->shared, at->budget))
      Z3_solver_interrupt(at->z3->context, at->z3->solver);
  }
  pthread_mutex_unlock(&at->mutex);
  return NULL;
}

static void watch_init(Watch *at, Z3 *z3, const Budget *budget) {
  *at = (Watch){.z3 = z3, .budget = budget};
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&at->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  pthread_mutex_init(&at->mutex, NULL);
}

static void watch_stop(Watch *at, pthread_t thread) {
  pthread_mutex_lock(&at->mutex);
  at->is_over = true;
  pthread_cond_signal(&at->changed);
  pthread_mutex_unlock(&at->mutex);
  pthread_join(thread, NULL);
}

/* Without a thread (none to be had) only the tick limit is kept. */
static Z3_lbool check_watched(Z3 *z3, const Budget *budget) {
  Watch at;
  watch_init(&at, z3, budget);
  pthread_t thread;
  bool has_thread = pthread_create(&thread, NULL, watch, &at) == 0;
  Z3_lbool answer = Z3_solver_check_assumptions(
      z3->context, z3->solver, z3->assumptions.n, z3->assumptions.at);
  if (has_thread) watch_stop(&at, thread);
  pthread_cond_destroy(&at.changed);
  pthread_mutex_destroy(&at.mutex);
  return answer;
}

/* ---- ticks ---- */

static uint64_t rlimit_count(Z3 *z3) {
  Z3_stats stats = Z3_solver_get_statistics(z3->context, z3->solver);
  if (!stats) return 0;
  Z3_stats_inc_ref(z3->context, stats);
  uint64_t count = 0;
  unsigned n = Z3_stats_size(z3->context, stats);
  for (unsigned i = 0; i < n; i++)
    if (strcmp(Z3_stats_get_key(z3->context, stats, i), "rlimit count") == 0)
      count = Z3_stats_is_uint(z3->context, stats, i)
                  ? Z3_stats_get_uint_value(z3->context, stats, i)
                  : (uint64_t)Z3_stats_get_double_value(z3->context, stats, i);
  Z3_stats_dec_ref(z3->context, stats);
  return count;
}

static unsigned rlimit_of(const Budget *budget) {
  assert(budget->tick_limit);
  uint64_t ticks = budget_left(budget);
  if (ticks == 0) return 1;
  if (ticks > INT32_MAX / RLIMIT_PER_TICK) return INT32_MAX;
  return (unsigned)ticks * RLIMIT_PER_TICK;
}

/* For the checks from now on; 0: none. */
static void set_rlimit(Z3 *z3, unsigned limit) {
  Z3_params params = Z3_mk_params(z3->context);
  Z3_params_inc_ref(z3->context, params);
  Z3_params_set_uint(z3->context, params,
                     Z3_mk_string_symbol(z3->context, "rlimit"), limit);
  Z3_solver_set_params(z3->context, z3->solver, params);
  Z3_params_dec_ref(z3->context, params);
}

/* Counting costs more than a small check, so only where it matters. */
static Z3_lbool check_counted(Z3 *z3, Budget *budget) {
  if (!budget || (!budget->tick_limit && !budget->turn))
    return check_watched(z3, budget);
  uint64_t before = rlimit_count(z3);
  if (budget->tick_limit) set_rlimit(z3, rlimit_of(budget));
  Z3_lbool answer = check_watched(z3, budget);
  if (budget->tick_limit) set_rlimit(z3, 0);
  uint64_t spent = (rlimit_count(z3) - before) / RLIMIT_PER_TICK;
  z3->shared->stats.ticks += spent;
  budget_count(budget, spent);
  return answer;
}

/* ---- checks ---- */

static Z3_ast literal_of(Z3 *z3, Z3Translate *translate, void *self, Term t) {
  const uint64_t *known = map_find(&z3->proxies, t.id);
  if (known) return (Z3_ast)(uintptr_t)*known;
  Z3_ast formula = translate(self, t);
  Z3_ast literal = formula;
  if (!term_is_var(z3->shared->store, t)) {
    literal = z3_bool_constant(z3, "assume", t.id);
    z3_assert(z3, z3_keep(z3, Z3_mk_implies(z3->context, literal, formula)));
  }
  map_put(&z3->proxies, t.id, (uintptr_t)literal);
  return literal;
}

static void read_core(Z3 *z3) {
  assert(!z3->model);
  VEC_CLEAR(&z3->in_core);
  VEC_RESERVE(z3->shared->mem, &z3->in_core, z3->assumptions.n);
  z3->in_core.n = z3->assumptions.n;
  Z3_ast_vector core = Z3_solver_get_unsat_core(z3->context, z3->solver);
  bool is_known = core && Z3_get_error_code(z3->context) == Z3_OK;
  if (z3->in_core.n) memset(z3->in_core.at, !is_known, z3->in_core.n);
  if (!is_known) return; /* all of them are a core, too */
  Z3_ast_vector_inc_ref(z3->context, core);
  unsigned n = Z3_ast_vector_size(z3->context, core);
  for (unsigned k = 0; k < n; k++) {
    Z3_ast literal = Z3_ast_vector_get(z3->context, core, k);
    for (uint32_t i = 0; i < z3->assumptions.n; i++)
      if (z3->assumptions.at[i] == literal) z3->in_core.at[i] = 1;
  }
  Z3_ast_vector_dec_ref(z3->context, core);
}

static SmtResult read_unknown(Z3 *z3, Budget *budget) {
  z3->is_stale = z3->was_cut = true;
  if (!smt_spend(z3->shared, budget, 0)) return SMT_UNKNOWN;
  const char *why = Z3_solver_get_reason_unknown(z3->context, z3->solver);
  smt_set_reason(z3->shared, "z3: ");
  text_add(&z3->shared->reason, why && *why ? why : "gave up");
  return SMT_UNKNOWN;
}

static SmtResult read_model(Z3 *z3) {
  assert(!z3->model);
  z3->model = Z3_solver_get_model(z3->context, z3->solver);
  if (!z3->model || Z3_get_error_code(z3->context) != Z3_OK) {
    z3->model = NULL;
    smt_set_reason(z3->shared, "z3: no model");
    return SMT_UNKNOWN;
  }
  Z3_model_inc_ref(z3->context, z3->model);
  return SMT_SAT;
}

SmtResult z3_check(Z3 *z3, Z3Translate *translate, void *self,
                   const Term *assumptions, uint32_t n, Budget *budget) {
  drop_model(z3);
  if (z3->is_stale) z3_use_logic(z3, z3->logic);
  assert(z3->solver && !z3->is_stale);
  VEC_CLEAR(&z3->assumptions);
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(z3->shared->mem, &z3->assumptions,
             literal_of(z3, translate, self, assumptions[i]));
  if (z3->always) VEC_PUSH(z3->shared->mem, &z3->assumptions, z3->always);
  if (z3->is_broken) {
    smt_set_reason(z3->shared, "z3: an error while building formulas");
    return SMT_UNKNOWN;
  }
  Z3_lbool answer = check_counted(z3, budget);
  if (answer == Z3_L_UNDEF) return read_unknown(z3, budget);
  if (answer == Z3_L_TRUE) return read_model(z3);
  read_core(z3);
  return SMT_UNSAT;
}

/* ---- numbers ---- */

bool z3_words(Z3 *z3, Z3_ast ast, BvWord *words, uint32_t width) {
  require(ast && width >= 1);
  if (Z3_get_ast_kind(z3->context, ast) != Z3_NUMERAL_AST) return false;
  uint64_t small;
  if (Z3_get_numeral_uint64(z3->context, ast, &small)) {
    bv_set_u64(words, small, width);
    return true;
  }
  const char *digits = Z3_get_numeral_string(z3->context, ast), *end;
  return digits && bv_parse(words, width, digits, &end) && !*end;
}

Z3_ast z3_eval(Z3 *z3, Z3_ast ast) {
  Z3_ast value = NULL;
  if (!z3->model || !Z3_model_eval(z3->context, z3->model, ast, true, &value) ||
      !value)
    return NULL;
  Z3_inc_ref(z3->context, value);
  return value;
}

void z3_release(Z3 *z3, Z3_ast value) {
  Z3_dec_ref(z3->context, value);
}
