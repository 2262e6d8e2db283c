/* SPDX-License-Identifier: MIT
 *
 * Concolic execution [GKS05]: the search.
 *
 * Problem.  A driver goes wrong when three calls of the environment succeed,
 * the fourth fails, and the device is closed behind that.  The way is long,
 * passes through memory that the driver filled itself and through structs that
 * the environment made, and each single test on it is easy.  An engine that
 * forgets memory finds ways that are none; one that keeps it drowns.
 *
 * Idea.  Run the program.  The interpreter is exact whatever memory does, and
 * fast.  Beside the run goes its shadow (shadow.c): which inputs each condition
 * depends on.  Where the run chose one side of a branch because of an input,
 * the other side is a fork: a solver is asked for inputs that make the same
 * choices up to there and the other one then; only those choices are asked
 * about that share inputs with the fork, by a chain of such, so questions are
 * small.  The new inputs are run, and so on.
 *
 * Which fork is next?  One that leads to an edge of the program where no run
 * has been; then one where none has been from the same call; then one where
 * none has been in the same state of the program's control (state.c, wanted.c),
 * and of these only so many for each edge; what was asked for in vain as often
 * waits, too.  First come, first served, so that shallow
 * errors are found first.
 *
 * Memory that nobody wrote is made up while it is read, pointers of the
 * environment lead to memory of their own (inputs.c).  What is found is nothing
 * but inputs: whether the compiled program fails with them is for others to
 * find out.  That nothing is found says nothing. */
#include "concolic/concolic_int.h"
#include "smt/smt.h"

enum {
  MOST_STEPS = 100000, /* of a run */
  STEPS_PER_TICK = 2000,
  QUERY_TICKS = 1500,
  QUERIES_PER_SOLVER = 3000,
  MOST_TRIES = 4,      /* of a fork, from different runs */
  FIRST_STATES = 10,   /* in which an edge is tried from one call, at first */
  MOST_KEPT = 64 << 20 /* choices of all runs */
};

typedef enum Novelty {
  NEW_EDGE,
  NEW_CALL,
  NEW_STATE,
  NOT_NEW,
  N_NOVELTIES = NOT_NEW
} Novelty;

/* A run that is over. */
typedef struct Done {
  uint32_t first_choice;
  uint32_t first_override, n_overrides;
} Done;

typedef struct Waiting {
  uint32_t done; /* the run it forks from */
  Fork fork;
} Waiting;

typedef struct Queue {
  Vec(Waiting) list;
  uint32_t next;
} Queue;

struct Concolic {
  ConcolicSetup setup;
  TermStore *store;
  Inputs inputs;
  Shadow shadow;
  Interp *run;
  Smt *smt;
  uint32_t queries; /* of this solver */
  ConcolicStats stats;
  Vec(Done) done;
  Vec(Term) choices;
  Vec(Override) overrides;
  Queue queues[N_NOVELTIES];
  Map covered; /* edges, calls and states of them */
  Map tried;   /* state of an edge -> how often */
  uint32_t most_states;
  Vec(Waiting) rest; /* which are in too many states */
  Map failed;        /* edge from a call -> questions in vain since the last
                        answer */
  Map states;        /* edge from a call -> states in which it is tried */
  Map vars_of;       /* term -> first << 32 | number of its inputs */
  Vec(uint32_t) vars;
  Vec(uint32_t) touched; /* inputs of the question */
  Map is_touched;
  Vec(Override) test; /* the next run */
  bool has_test;
};

void concolic_found_init(ConcolicFound *found, Mem *mem) {
  *found = (ConcolicFound){0};
  interp_table_init(&found->values, mem);
}

void concolic_found_done(ConcolicFound *found) {
  Mem *mem = found->values.mem;
  interp_table_done(&found->values);
  VEC_DONE(mem, &found->bytes);
  VEC_DONE(mem, &found->placed);
}

Concolic *concolic_new(const ConcolicSetup *setup) {
  require(setup->program && setup->program->entry.id && setup->budget);
  Mem *mem = setup->mem;
  Concolic *c = MEM_NEW(mem, Concolic);
  c->setup = *setup;
  c->store = term_store_new(mem);
  inputs_init(&c->inputs, mem, c->store, setup->program);
  shadow_init(&c->shadow, mem, &c->inputs);
  InterpOptions options = {.fresh = INTERP_FRESH_ASKED,
                           .max_steps = MOST_STEPS,
                           .budget = setup->budget,
                           .trace = shadow_trace,
                           .trace_ctx = &c->shadow,
                           .first = shadow_first,
                           .first_ctx = &c->shadow,
                           .no_jumps = true};
  c->run = interp_new(mem, setup->program, options);
  c->shadow.run = c->run;
  c->shadow.covered = &c->covered;
  c->most_states = FIRST_STATES;
  map_init(&c->covered, mem);
  map_init(&c->tried, mem);
  map_init(&c->states, mem);
  map_init(&c->failed, mem);
  map_init(&c->vars_of, mem);
  map_init(&c->is_touched, mem);
  c->has_test = true; /* all by default */
  return c;
}

ConcolicStats concolic_stats(const Concolic *c) {
  require(c->setup.program);
  return c->stats;
}

void concolic_free(Concolic *c) {
  Mem *mem = c->setup.mem;
  if (c->smt) smt_free(c->smt);
  interp_free(c->run);
  shadow_done(&c->shadow);
  inputs_done(&c->inputs);
  term_store_free(c->store);
  VEC_DONE(mem, &c->done);
  VEC_DONE(mem, &c->choices);
  VEC_DONE(mem, &c->overrides);
  for (int i = 0; i < N_NOVELTIES; i++) VEC_DONE(mem, &c->queues[i].list);
  map_done(&c->covered);
  map_done(&c->tried);
  map_done(&c->states);
  map_done(&c->failed);
  map_done(&c->vars_of);
  map_done(&c->is_touched);
  VEC_DONE(mem, &c->vars);
  VEC_DONE(mem, &c->touched);
  VEC_DONE(mem, &c->test);
  VEC_DONE(mem, &c->rest);
  MEM_DELETE(mem, c);
}

/* ---- what is new ---- */

static Novelty novelty_of(const Concolic *c, const Fork *fork) {
  if (!map_find(&c->covered, fork->edge)) return NEW_EDGE;
  if (!map_find(&c->covered, fork->called_edge)) return NEW_CALL;
  return map_find(&c->covered, fork->state_edge) ? NOT_NEW : NEW_STATE;
}

static void cover(Concolic *c, const Fork *taken) {
  assert(!taken->condition.id);
  c->stats.edges += !map_find(&c->covered, taken->edge);
  map_put(&c->covered, taken->edge, 1);
  map_put(&c->covered, taken->called_edge, 1);
  map_put(&c->covered, taken->state_edge, 1);
}

static void enqueue(Concolic *c, Waiting waiting) {
  assert(waiting.done < c->done.n);
  Novelty novelty = novelty_of(c, &waiting.fork);
  if (novelty == NOT_NEW) return;
  VEC_PUSH(c->setup.mem, &c->queues[novelty].list, waiting);
}

/* Is it still worth a question?  Of the states of an edge, only some are. */
static bool is_worth_it(Concolic *c, const Waiting *waiting) {
  const Fork *fork = &waiting->fork;
  uint64_t tries = map_get(&c->tried, fork->state_edge, 0);
  if (tries >= MOST_TRIES) return false;
  uint64_t states = map_get(&c->states, fork->called_edge, 0);
  uint64_t failed = map_get(&c->failed, fork->called_edge, 0);
  if ((tries == 0 && states >= c->most_states) || failed >= c->most_states) {
    VEC_PUSH(c->setup.mem, &c->rest, *waiting);
    return false;
  }
  if (tries == 0) map_put(&c->states, fork->called_edge, states + 1);
  map_put(&c->tried, fork->state_edge, tries + 1);
  return true;
}

static bool take_from_queues(Concolic *c, Waiting *out) {
  for (int i = 0; i < N_NOVELTIES; i++) {
    Queue *queue = &c->queues[i];
    while (queue->next < queue->list.n) {
      *out = queue->list.at[queue->next++];
      Novelty novelty = novelty_of(c, &out->fork);
      if (novelty == (Novelty)i && is_worth_it(c, out)) return true;
      if (novelty > (Novelty)i) enqueue(c, *out);
    }
    VEC_CLEAR(&queue->list);
    queue->next = 0;
  }
  return false;
}

/* When nothing else is left, more states of each edge are tried. */
static bool take_fork(Concolic *c, Waiting *out) {
  while (!take_from_queues(c, out)) {
    uint32_t n = c->rest.n;
    if (n == 0) return false;
    c->most_states *= 3;
    c->rest.n = 0;
    for (uint32_t i = 0; i < n; i++) {
      Waiting waiting = c->rest.at[i];
      enqueue(c, waiting);
    }
  }
  return true;
}

/* ---- one run ---- */

static void keep_run(Concolic *c) {
  Mem *mem = c->setup.mem;
  Shadow *s = &c->shadow;
  if (c->choices.n > MOST_KEPT) return;
  Done done = {.first_choice = c->choices.n,
               .first_override = c->overrides.n,
               .n_overrides = c->test.n};
  for (uint32_t i = 0; i < s->choices.n; i++)
    VEC_PUSH(mem, &c->choices, s->choices.at[i].holds);
  for (uint32_t i = 0; i < c->test.n; i++)
    VEC_PUSH(mem, &c->overrides, c->test.at[i]);
  VEC_PUSH(mem, &c->done, done);
  for (uint32_t i = 0; i < s->forks.n; i++)
    if (!s->forks.at[i].condition.id) cover(c, &s->forks.at[i]);
  for (uint32_t i = 0; i < s->forks.n; i++)
    if (s->forks.at[i].condition.id)
      enqueue(c, (Waiting){c->done.n - 1, s->forks.at[i]});
}

/* True: it ends in an error. */
static bool run_test(Concolic *c) {
  assert(c->has_test);
  Shadow *s = &c->shadow;
  shadow_start(s, c->test.at, c->test.n);
  InterpResult result = interp_run(c->run, shadow_inputs(s));
  c->has_test = false;
  c->stats.runs++;
  c->stats.steps += result.steps;
  budget_count(c->setup.budget, 1 + result.steps / STEPS_PER_TICK);
  if (!s->left) shadow_end(s, &result);
  keep_run(c);
  return result.end == INTERP_ERROR && !s->left;
}

/* ---- questions ---- */

/* The inputs of a term: [first..first+n[ of c->vars. */
static uint32_t inputs_of(Concolic *c, Term t, uint32_t *n) {
  const uint64_t *known = map_find(&c->vars_of, t.id);
  uint64_t entry = known ? *known : 0;
  if (!known) {
    TermList vars = {0};
    uint32_t first = c->vars.n;
    term_vars(c->store, t, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
      VEC_PUSH(c->setup.mem, &c->vars,
               (uint32_t)map_get(&c->inputs.by_var, vars.at[i].id, 0));
    entry = (uint64_t)first << 32 | vars.n;
    map_put(&c->vars_of, t.id, entry);
    VEC_DONE(term_store_mem(c->store), &vars);
  }
  *n = (uint32_t)entry;
  return (uint32_t)(entry >> 32);
}

static bool touches(Concolic *c, Term t) {
  uint32_t n, first = inputs_of(c, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (map_find(&c->is_touched, c->vars.at[first + i])) return true;
  return false;
}

static void touch(Concolic *c, Term t) {
  uint32_t n, first = inputs_of(c, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t input = c->vars.at[first + i];
    if (map_find(&c->is_touched, input)) continue;
    map_put(&c->is_touched, input, 1);
    VEC_PUSH(c->setup.mem, &c->touched, input);
  }
}

/* The choices before the fork that have to do with it. */
static void gather(Concolic *c, const Waiting *waiting, TermList *asked) {
  assert(waiting->done < c->done.n && waiting->fork.condition.id);
  Mem *mem = term_store_mem(c->store);
  const Done *done = &c->done.at[waiting->done];
  const Term *choices = c->choices.at + done->first_choice;
  uint32_t n = waiting->fork.at;
  uint8_t *taken = MEM_ARRAY(mem, uint8_t, n + 1);
  map_clear(&c->is_touched);
  VEC_CLEAR(&c->touched);
  VEC_PUSH(mem, asked, waiting->fork.condition);
  touch(c, waiting->fork.condition);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = n; i > 0; i--) {
      if (taken[i - 1] || !touches(c, choices[i - 1])) continue;
      taken[i - 1] = more = true;
      VEC_PUSH(mem, asked, choices[i - 1]);
      touch(c, choices[i - 1]);
    }
  }
  for (uint32_t i = 0; i < c->touched.n; i++) {
    Term domain = inputs_domain(&c->inputs, c->touched.at[i]);
    if (!term_is_true(domain)) VEC_PUSH(mem, asked, domain);
  }
  MEM_FREE_ARRAY(mem, taken, n + 1);
}

static bool is_satisfiable(Concolic *c, const TermList *asked) {
  if (c->smt && c->queries >= QUERIES_PER_SOLVER) {
    smt_free(c->smt);
    c->smt = NULL;
  }
  if (!c->smt) {
    c->queries = 0;
    c->smt = smt_new(c->setup.mem, c->store, &smt_blast,
                     (SmtOptions){.is_quick = true});
  }
  c->queries++;
  c->stats.queries++;
  return smt_check_within(c->smt, asked->at, asked->n, c->setup.budget,
                          QUERY_TICKS) == SMT_SAT;
}

/* The inputs of the run that is forked from, except for those asked about. */
static void make_test(Concolic *c, const Waiting *waiting) {
  assert(c->smt && !c->has_test);
  Mem *mem = c->setup.mem;
  const Done *done = &c->done.at[waiting->done];
  VEC_CLEAR(&c->test);
  for (uint32_t i = 0; i < done->n_overrides; i++) {
    Override o = c->overrides.at[done->first_override + i];
    if (!map_find(&c->is_touched, o.input)) VEC_PUSH(mem, &c->test, o);
  }
  for (uint32_t i = 0; i < c->touched.n; i++) {
    uint32_t input = c->touched.at[i];
    uint64_t value = smt_value(c->smt, c->inputs.list.at[input].var).bits;
    if (value != inputs_default(&c->inputs, input))
      VEC_PUSH(mem, &c->test, ((Override){input, value}));
  }
  c->has_test = true;
}

static void solve(Concolic *c, const Waiting *waiting) {
  TermList asked = {0};
  gather(c, waiting, &asked);
  bool is_sat = is_satisfiable(c, &asked);
  uint64_t failed = map_get(&c->failed, waiting->fork.called_edge, 0);
  map_put(&c->failed, waiting->fork.called_edge, is_sat ? 0 : failed + 1);
  if (is_sat) make_test(c, waiting);
  VEC_DONE(term_store_mem(c->store), &asked);
}

/* ---- what was found ---- */

static void add_placed(Concolic *c, const Input *in, ConcolicFound *into) {
  assert(in->place == PLACE_EXTERNAL);
  const Program *p = c->setup.program;
  for (uint32_t i = 1; i < p->globals.n; i++) {
    const Global *g = &p->globals.at[i];
    uint64_t start = interp_global_address(c->run, (GlobalId){i});
    if (in->at - start >= g->size) continue;
    ConcolicPlaced placed = {g->name, start, g->size};
    VEC_PUSH(c->setup.mem, &into->placed, placed);
  }
}

static void tell(Concolic *c, ConcolicFound *into) {
  assert(into->bytes.n == 0 && into->values.given.n == 0);
  const Shadow *s = &c->shadow;
  for (uint32_t i = 0; i < s->given.n; i++) {
    const Input *in = &c->inputs.list.at[s->given.at[i].input];
    uint64_t value = s->given.at[i].value;
    if (in->place == PLACE_VALUE) {
      interp_table_add(&into->values, in->site, in->chain, in->occurrence,
                       (const uint8_t *)&value, (in->bits + 7) / 8);
      continue;
    }
    if (in->place == PLACE_EXTERNAL) add_placed(c, in, into);
    ConcolicBytes bytes = {.site = in->site,
                           .occurrence = in->occurrence,
                           .chain = in->chain,
                           .at = in->at,
                           .n = in->bits / 8,
                           .is_pointer = in->is_pointer,
                           .value = value};
    VEC_PUSH(c->setup.mem, &into->bytes, bytes);
  }
}

bool concolic_next(Concolic *c, ConcolicFound *into) {
  require(into->values.mem);
  while (!budget_is_spent(c->setup.budget)) {
    Waiting waiting;
    if (c->has_test && run_test(c)) {
      tell(c, into);
      return true;
    }
    if (!take_fork(c, &waiting)) return false;
    solve(c, &waiting);
  }
  return false;
}
