/* SPDX-License-Identifier: MIT
 *
 * The model-based tester.  The model is simple: the list of formulas that hold
 * and the rule that answers may not contradict.  After each call:
 *
 *   answers   sat of one back end and unsat of another is a failure;
 *   models    make every formula and assumption true in term_eval;
 *   cores     are subsets of the assumptions, and no other back end finds them
 *             satisfiable;
 *   minimal   cores become satisfiable when any literal is left out;
 *   allsat    gives the same set of valuations. */
#include "unit/smt/mbt.h"

#include "smt/allsat.h"
#include "unit/term/gen.h"

#define N_SOLVERS     4
#define CHECK_SECONDS 2.0

/* ---- traces ---- */

static const char *const op_names[] = {
#define X(name) #name,
    MBT_STEPS(X)
#undef X
};

static void make(Trace *trace, Mem *mem, Rng *rng) {
  static const uint32_t widths[] = {1, 2, 3, 4, 8, 16, 32, 64, 70};
  trace->settings[0] = widths[rng_below(rng, 9)];
  trace->settings[1] = rng_below(rng, 3) == 0 ? 2 : 0;
  uint32_t n = 4 + rng_below(rng, 24);
  for (uint32_t i = 0; i < n; i++) {
    static const MbtOp often[] = {MBT_add,    MBT_add,    MBT_act,   MBT_under,
                                  MBT_under,  MBT_check,  MBT_check, MBT_check,
                                  MBT_retire, MBT_ticks,  MBT_min,   MBT_min,
                                  MBT_allsat, MBT_define, MBT_define};
    TraceStep step = {often[rng_below(rng, 15)], rng_below(rng, 1000000),
                      1 + rng_below(rng, 3), rng_below(rng, 64)};
    VEC_PUSH(mem, &trace->steps, step);
  }
}

/* ---- carrying out ---- */

typedef struct Machine {
  Mem mem;
  TermStore *s;
  const Trace *trace;
  Smt *smt[N_SOLVERS];
  Vec(Term) formulas;
  Vec(Term) acts;
  SmtResult last[N_SOLVERS];
  Vec(Term) assumed;
  bool is_lying;
} Machine;

static const SmtBackend *const backends[N_SOLVERS] = {
    &smt_blast, &smt_z3, &smt_z3_linear, &smt_justify};

static void disagree(const char *what, int who) {
  die(EXIT_INTERNAL, "smt_mbt: %s (%s)", what, smt_backend_name(backends[who]));
}

static void machine_init(Machine *m, const Trace *trace) {
  *m = (Machine){.trace = trace};
  mem_init(&m->mem, 0);
  m->s = term_store_new(&m->mem);
  for (int i = 0; i < N_SOLVERS; i++)
    m->smt[i] =
        smt_new(&m->mem, m->s, backends[i], (SmtOptions){.linear_rounds = 5});
}

static void machine_done(Machine *m) {
  for (int i = 0; i < N_SOLVERS; i++) smt_free(m->smt[i]);
  VEC_DONE(&m->mem, &m->formulas);
  VEC_DONE(&m->mem, &m->acts);
  VEC_DONE(&m->mem, &m->assumed);
  term_store_free(m->s);
  mem_done(&m->mem);
}

/* Without rewriting every other time: raw terms reach the solvers, too. */
static Term term_of_seed(Machine *m, uint32_t seed, uint32_t depth) {
  Gen gen = {.store = m->s,
             .rng = {seed},
             .width = m->trace->settings[0],
             .n_arrays = m->trace->settings[1]};
  TermRewriting old =
      term_store_rewriting(m->s, seed % 2 ? TERM_REWRITE_OFF : TERM_REWRITE_ON);
  Term t = gen_bool(&gen, depth % 5);
  term_store_rewriting(m->s, old);
  return t;
}

static void add(Machine *m, Term t) {
  VEC_PUSH(&m->mem, &m->formulas, t);
  for (int i = 0; i < N_SOLVERS; i++) {
    smt_add(m->smt[i], t);
    m->last[i] = SMT_UNKNOWN;
  }
}

/* Mostly of a variable of which nothing was said yet; now and then in a circle.
 */
static void define(Machine *m, TraceStep step) {
  Term var = step.a % 3 == 0 && m->acts.n ? m->acts.at[step.c % m->acts.n]
                                          : smt_activation(m->smt[0]);
  Term t = term_of_seed(m, step.a, step.b);
  if (step.a % 5 == 0 && m->acts.n)
    t = term_ite(m->s, m->acts.at[step.b % m->acts.n], t, term_not(t));
  VEC_PUSH(&m->mem, &m->acts, var);
  VEC_PUSH(&m->mem, &m->formulas, term_eq(m->s, var, t));
  for (int i = 0; i < N_SOLVERS; i++) {
    smt_define(m->smt[i], var, t);
    m->last[i] = SMT_UNKNOWN;
  }
}

static void must_hold(Machine *m, int who, const Term *list, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!smt_is_true(m->smt[who], list[i]))
      disagree("a model falsifies a formula", who);
}

static void check_core(Machine *m, int who) {
  const Term *core;
  uint32_t n = smt_core(m->smt[who], &core);
  for (uint32_t i = 0; i < n; i++) {
    bool is_assumed = false;
    for (uint32_t k = 0; k < m->assumed.n; k++)
      is_assumed |= term_same(m->assumed.at[k], core[i]);
    if (!is_assumed) disagree("a core literal was not assumed", who);
  }
  Budget budget = {.deadline = clock_now() + CHECK_SECONDS};
  int other = who == 0 ? 1 : 0;
  Vec(Term) copy = {0};
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(&m->mem, &copy, core[i]);
  if (smt_check(m->smt[other], copy.at, n, &budget) == SMT_SAT)
    disagree("a core is satisfiable", who);
  VEC_DONE(&m->mem, &copy);
  m->last[other] = SMT_UNKNOWN;
}

static void choose_assumptions(Machine *m, TraceStep step) {
  VEC_CLEAR(&m->assumed);
  for (uint32_t i = 0; i < step.a % 5; i++)
    VEC_PUSH(&m->mem, &m->assumed, term_of_seed(m, step.a + i, step.b));
  for (uint32_t i = 0; i < m->acts.n; i++)
    if (step.c >> (i % 6) & 1) VEC_PUSH(&m->mem, &m->assumed, m->acts.at[i]);
}

static SmtResult answer_of(Machine *m, int who, Budget *budget) {
  SmtResult result =
      smt_check(m->smt[who], m->assumed.at, m->assumed.n, budget);
  if (result == SMT_SAT) {
    must_hold(m, who, m->formulas.at, m->formulas.n);
    must_hold(m, who, m->assumed.at, m->assumed.n);
  }
  if (who != 0 || !m->is_lying || result == SMT_UNKNOWN) return result;
  m->is_lying = false;
  return result == SMT_SAT ? SMT_UNSAT : SMT_SAT;
}

static void check(Machine *m, TraceStep step, uint64_t ticks) {
  choose_assumptions(m, step);
  SmtResult seen = SMT_UNKNOWN;
  for (int i = 0; i < N_SOLVERS; i++) {
    Budget budget = {.tick_limit = ticks,
                     .deadline = clock_now() + CHECK_SECONDS};
    SmtResult result = answer_of(m, i, &budget);
    if (result == SMT_UNKNOWN && !*smt_reason_unknown(m->smt[i]))
      disagree("unknown without a reason", i);
    m->last[i] = result;
    if (result == SMT_UNKNOWN) continue;
    if (seen != SMT_UNKNOWN && seen != result)
      disagree("answers contradict", i);
    seen = result;
  }
  for (int i = N_SOLVERS; i-- > 0;)
    if (m->last[i] == SMT_UNSAT) check_core(m, i);
}

/* Every literal of a minimal core is needed. */
static void check_minimal(Machine *m, int who, Budget *budget) {
  const Term *core;
  uint32_t n = smt_core(m->smt[who], &core);
  Vec(Term) copy = {0};
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(&m->mem, &copy, core[i]);
  for (uint32_t i = 0; i < n; i++) {
    Term last = copy.at[n - 1], left_out = copy.at[i];
    copy.at[i] = last;
    if (smt_check(m->smt[who], copy.at, n - 1, budget) == SMT_UNSAT)
      disagree("a core is not minimal", who);
    copy.at[i] = left_out;
  }
  VEC_DONE(&m->mem, &copy);
}

static void minimise(Machine *m) {
  for (int i = 0; i < N_SOLVERS; i++) {
    if (m->last[i] != SMT_UNSAT) continue;
    Budget budget = {.deadline = clock_now() + CHECK_SECONDS};
    uint64_t before = smt_stats(m->smt[i])->unknowns;
    smt_core_min(m->smt[i], NULL, NULL, &budget);
    if (smt_stats(m->smt[i])->unknowns == before) check_minimal(m, i, &budget);
    m->last[i] = SMT_UNKNOWN;
  }
}

typedef struct Solutions {
  const Term *important;
  uint32_t covered; /* by valuation of three terms */
} Solutions;

static AllsatNext on_cube(void *context, const Term *cube, uint32_t n) {
  Solutions *all = context;
  for (uint32_t v = 0; v < 8; v++) {
    bool is_in = true;
    for (uint32_t k = 0; k < n; k++)
      for (uint32_t i = 0; i < 3; i++) {
        bool truth = v >> i & 1;
        is_in &= !(term_same(cube[k], all->important[i]) && !truth);
        is_in &= !(term_same(cube[k], term_not(all->important[i])) && truth);
      }
    if (is_in) all->covered |= 1u << v;
  }
  return ALLSAT_GO_ON;
}

static void allsat(Machine *m, TraceStep step) {
  Term important[3] = {term_of_seed(m, step.a, step.b),
                       term_var(m->s, step.a % 2 ? "p" : "q", sort_bool()),
                       term_of_seed(m, step.a + 1, 1)};
  uint32_t seen = 0;
  bool is_first = true;
  for (int i = 0; i < 2; i++) {
    Solutions found = {.important = important};
    AllsatQuery query = {.important = important,
                         .n_important = 3,
                         .cube = on_cube,
                         .context = &found};
    Budget budget = {.deadline = clock_now() + CHECK_SECONDS};
    m->last[i] = SMT_UNKNOWN;
    if (allsat_enumerate(m->smt[i], &query, &budget) != SMT_UNSAT) continue;
    if (!is_first && found.covered != seen) disagree("allsat differs", i);
    seen = found.covered;
    is_first = false;
  }
}

static void carry_out(Machine *m, TraceStep step) {
  Term act = m->acts.n ? m->acts.at[step.c % m->acts.n] : TERM_NONE;
  switch ((MbtOp)step.op) {
  case MBT_add: add(m, term_of_seed(m, step.a, step.b)); return;
  case MBT_act: VEC_PUSH(&m->mem, &m->acts, smt_activation(m->smt[0])); return;
  case MBT_under:
    if (act.id)
      add(m, term_implies(m->s, act, term_of_seed(m, step.a, step.b)));
    return;
  case MBT_retire:
    if (act.id && step.a % 4 == 0) add(m, term_not(act));
    return;
  case MBT_define: define(m, step); return;
  case MBT_check: check(m, step, 0); return;
  case MBT_ticks: check(m, step, 1 + step.a % 30); return;
  case MBT_min: minimise(m); return;
  case MBT_allsat: allsat(m, step); return;
  case MBT_lie: m->is_lying = true; return;
  case MBT_N_OPS: break;
  }
  unreachable_case();
}

static void run(const Trace *trace) {
  Machine m;
  machine_init(&m, trace);
  for (uint32_t i = 0; i < trace->steps.n; i++)
    carry_out(&m, trace->steps.at[i]);
  machine_done(&m);
}

static bool allows(const uint32_t *settings) {
  return settings[0] > 0 && settings[0] <= 4096;
}

const TraceKind smt_trace = {"smt-trace", op_names, MBT_N_OPS,
                             make,        allows,   run};
