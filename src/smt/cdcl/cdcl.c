/* SPDX-License-Identifier: MIT
 *
 * Conflict-driven clause learning [MLM09] for very many small questions.
 *
 * An engine that reasons on bits asks ten thousand questions a second about one
 * large circuit, each about a few outputs.  A solver for large problems assigns
 * every variable of the circuit before it says "satisfiable", and tidies up
 * between questions.  This one has a domain for each question: the variables
 * that its outputs depend on, and those of the facts that were learnt.  Only
 * these are decided, and only these are propagated to.  A gate outside has a
 * value whatever its inputs are, so an assignment of the domain without a
 * conflict can always be completed; and leaving out steps makes no refutation
 * wrong.
 *
 * Of the variables that are functions of others only those are decided that
 * recent conflicts had to do with: the rest follows.
 *
 * A clause that holds for one question only, "from outside the cube", is under
 * a variable that this question assumes; it dies with the question, and so do
 * the learnt clauses that mention the variable.
 *
 * With gates in place of clauses it decides what justifies an answer: gates.c.
 *
 * All else is as usual: two watched literals with blockers, activities, saved
 * phases, clauses of first unique implication points made minimal, Luby's
 * restarts, half of the learnt clauses forgotten now and then.  Assumptions are
 * the first decisions [ES03].  Nothing depends on time but the budget: equal
 * calls give equal answers. */
#include "smt/cdcl/cdcl_int.h"

/* Of a variable, for gates.c. */
static void push_gate_places(Cdcl *c) {
  VEC_PUSH(c->mem, &c->gate_of, 0);
  VEC_PUSH(c->mem, &c->uses, 0);
  VEC_PUSH(c->mem, &c->model, 0);
  for (int i = 0; i < 2; i++) VEC_PUSH(c->mem, &c->costs, 1);
}

Cdcl *cdcl_new(Mem *mem) {
  Cdcl *c = MEM_NEW(mem, Cdcl);
  c->mem = mem;
  c->increment = 1;
  c->clause_increment = 1;
  c->most_learnt = 3000;
  c->steps_a_tick = 5000;
  VEC_PUSH(mem, &c->vars, (CdclVar){0});
  push_gate_places(c);
  for (int i = 0; i < 2; i++) {
    VEC_PUSH(mem, &c->values, 0);
    VEC_PUSH(mem, &c->watches, ((CdclWatches){0}));
  }
  return c;
}

void cdcl_set_price(Cdcl *c, uint32_t steps_a_tick) {
  require(steps_a_tick > 0);
  c->steps_a_tick = steps_a_tick;
}

void cdcl_free(Cdcl *c) {
  Mem *mem = c->mem;
  for (uint32_t i = 0; i < c->watches.n; i++) VEC_DONE(mem, &c->watches.at[i]);
  VEC_DONE(mem, &c->watches);
  VEC_DONE(mem, &c->vars);
  VEC_DONE(mem, &c->values);
  VEC_DONE(mem, &c->pool);
  VEC_DONE(mem, &c->learnt);
  VEC_DONE(mem, &c->brief);
  VEC_DONE(mem, &c->trail);
  VEC_DONE(mem, &c->levels);
  VEC_DONE(mem, &c->heap);
  VEC_DONE(mem, &c->kept);
  VEC_DONE(mem, &c->entered);
  VEC_DONE(mem, &c->failed);
  VEC_DONE(mem, &c->scratch);
  VEC_DONE(mem, &c->stack);
  VEC_DONE(mem, &c->cleared);
  VEC_DONE(mem, &c->gates);
  VEC_DONE(mem, &c->rules);
  VEC_DONE(mem, &c->gate_of);
  VEC_DONE(mem, &c->uses);
  VEC_DONE(mem, &c->model);
  VEC_DONE(mem, &c->costs);
  VEC_DONE(mem, &c->standing);
  VEC_DONE(mem, &c->owed);
  VEC_DONE(mem, &c->heads);
  MEM_DELETE(mem, c);
}

int cdcl_new_var(Cdcl *c) {
  require(c->vars.n < INT32_MAX / 2);
  VEC_PUSH(c->mem, &c->vars, ((CdclVar){.reason = CDCL_NONE}));
  push_gate_places(c);
  for (int i = 0; i < 2; i++) {
    VEC_PUSH(c->mem, &c->values, 0);
    VEC_PUSH(c->mem, &c->watches, ((CdclWatches){0}));
  }
  return (int)c->vars.n - 1;
}

uint32_t cdcl_n_vars(const Cdcl *c) {
  return c->vars.n - 1;
}

uint64_t cdcl_n_clauses(const Cdcl *c) {
  return c->n_added;
}

/* ---- the trail ---- */

void cdcl_assign(Cdcl *c, uint32_t literal, uint32_t reason) {
  assert(c->values.at[literal] == 0);
  CdclVar *v = &c->vars.at[literal >> 1];
  v->level = cdcl_level(c);
  v->reason = reason;
  c->values.at[literal] = 1;
  c->values.at[cdcl_not(literal)] = -1;
  VEC_PUSH(c->mem, &c->trail, literal);
}

void cdcl_is_function(Cdcl *c, int var) {
  require(var > 0 && (uint32_t)var < c->vars.n);
  c->vars.at[var].flags |= CDCL_FUNCTION;
}

/* Functions are decided, too, if recent conflicts had to do with them. */
static void want_decision(Cdcl *c, uint32_t var) {
  const CdclVar *v = &c->vars.at[var];
  if (v->flags & CDCL_FUNCTION && v->activity < c->increment * 1e-4) return;
  cdcl_heap_push(c, var);
}

/* Take back the last assignment; gives its variable. */
static uint32_t take_back(Cdcl *c) {
  assert(c->trail.n > 0);
  uint32_t literal = VEC_POP(&c->trail);
  CdclVar *v = &c->vars.at[literal >> 1];
  c->values.at[literal] = c->values.at[cdcl_not(literal)] = 0;
  v->flags =
      literal & 1 ? v->flags & ~(uint32_t)CDCL_PHASE : v->flags | CDCL_PHASE;
  v->reason = CDCL_NONE;
  return literal >> 1;
}

static void go_back(Cdcl *c, uint32_t level) {
  if (cdcl_level(c) <= level) return;
  uint32_t start = c->levels.at[level];
  while (c->trail.n > start) {
    uint32_t var = take_back(c);
    if (!c->is_justifying) want_decision(c, var);
  }
  c->done = start;
  c->justified = c->heads.at[level];
  c->heads.n = level;
  c->levels.n = level;
}

/* A clause one of whose watched literals became false.  It may find another to
 * watch (true: it left this list), or be used. */
static bool visit(Cdcl *c, CdclWatch *w, uint32_t is_false,
                  uint32_t *conflict) {
  uint32_t *at = cdcl_clause(c, w->clause), *literals = at + CDCL_HEADER;
  if (at[CDCL_STATE] & CDCL_DEAD) return true;
  if (literals[0] == is_false) {
    literals[0] = literals[1];
    literals[1] = is_false;
  }
  assert(literals[1] == is_false);
  uint32_t first = literals[0];
  w->blocker = first;
  if (c->values.at[first] > 0) return false;
  for (uint32_t i = 2; i < at[CDCL_SIZE]; i++) {
    uint32_t literal = literals[i];
    if (c->values.at[literal] < 0) continue;
    literals[1] = literal;
    literals[i] = is_false;
    VEC_PUSH(c->mem, &c->watches.at[literal], ((CdclWatch){w->clause, first}));
    return true;
  }
  if (c->values.at[first] < 0)
    *conflict = w->clause;
  else if (cdcl_level(c) == 0 || c->is_justifying ||
           cdcl_in_domain(c, first >> 1))
    cdcl_assign(c, first, w->clause);
  return false;
}

/* Gives a clause all of whose literals are false, or CDCL_NONE. */
static uint32_t propagate(Cdcl *c) {
  uint32_t conflict = CDCL_NONE;
  while (c->done < c->trail.n && conflict == CDCL_NONE) {
    uint32_t is_false = cdcl_not(c->trail.at[c->done++]);
    if (c->is_justifying &&
        (conflict = cdcl_visit_gates(c, is_false >> 1)) != CDCL_NONE)
      break;
    CdclWatches *list = &c->watches.at[is_false];
    uint32_t kept = 0, i = 0;
    for (; i < list->n && conflict == CDCL_NONE; i++) {
      CdclWatch w = list->at[i];
      if (c->values.at[w.blocker] > 0 || !visit(c, &w, is_false, &conflict))
        list->at[kept++] = w;
    }
    c->steps += i + 2;
    for (; i < list->n; i++) list->at[kept++] = list->at[i];
    list->n = kept;
  }
  return conflict;
}

/* ---- between questions ---- */

void cdcl_restart(Cdcl *c) {
  cdcl_heap_clear(c);
  if (cdcl_level(c) > 0) {
    while (c->trail.n > c->levels.at[0]) (void)take_back(c);
    c->done = c->trail.n;
    VEC_CLEAR(&c->levels);
    VEC_CLEAR(&c->heads);
  } else if (!c->is_contradiction && propagate(c) != CDCL_NONE) {
    c->is_contradiction = true; /* the last question was cut off */
  }
  for (uint32_t i = 0; i < c->brief.n; i++) cdcl_kill_clause(c, c->brief.at[i]);
  VEC_CLEAR(&c->brief);
  for (uint32_t i = 0; i < c->failed.n; i++)
    c->vars.at[c->failed.at[i]].flags &= ~(uint32_t)CDCL_FAILED;
  VEC_CLEAR(&c->failed);
}

static void add_unit(Cdcl *c, uint32_t literal) {
  assert(cdcl_level(c) == 0);
  if (c->values.at[literal] > 0) return;
  if (c->values.at[literal] < 0) {
    c->is_contradiction = true;
    return;
  }
  cdcl_assign(c, literal, CDCL_NONE);
  if (propagate(c) != CDCL_NONE) c->is_contradiction = true;
}

/* In `scratch`: the literals that are not false for good, each once.  False:
 * the clause is true for good. */
static bool simplify(Cdcl *c, const int *literals, uint32_t n) {
  VEC_CLEAR(&c->scratch);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t literal = cdcl_literal(literals[i]);
    require(literals[i] && (literal >> 1) < c->vars.n);
    int8_t value = c->values.at[literal];
    if (value > 0) return false;
    if (value < 0) continue;
    uint32_t k = 0;
    while (k < c->scratch.n && (c->scratch.at[k] | 1) != (literal | 1)) k++;
    if (k == c->scratch.n)
      VEC_PUSH(c->mem, &c->scratch, literal);
    else if (c->scratch.at[k] != literal)
      return false;
  }
  return true;
}

static void add_clause(Cdcl *c, const int *literals, uint32_t n,
                       uint32_t state) {
  assert(cdcl_level(c) == 0);
  c->n_added++;
  if (c->is_contradiction || !simplify(c, literals, n)) return;
  if (c->scratch.n == 0)
    c->is_contradiction = true;
  else if (c->scratch.n == 1)
    add_unit(c, c->scratch.at[0]);
  else
    cdcl_make_clause(c, c->scratch.at, c->scratch.n, state);
}

void cdcl_add(Cdcl *c, const int *literals, uint32_t n) {
  require(n <= 1 || !c->is_justifying);
  cdcl_restart(c);
  add_clause(c, literals, n, 0);
}

void cdcl_keep(Cdcl *c, int var) {
  require(var > 0 && (uint32_t)var < c->vars.n);
  CdclVar *v = &c->vars.at[var];
  if (v->flags & CDCL_KEPT) return;
  v->flags |= CDCL_KEPT;
  VEC_PUSH(c->mem, &c->kept, (uint32_t)var);
}

bool cdcl_enter(Cdcl *c, int var) {
  require(var > 0 && (uint32_t)var < c->vars.n);
  if (cdcl_in_domain(c, (uint32_t)var)) return false;
  c->vars.at[var].flags |= CDCL_ENTERED;
  VEC_PUSH(c->mem, &c->entered, (uint32_t)var);
  return true;
}

/* ---- one question ---- */

/* The clause of this question, under its own variable; gives that. */
static uint32_t add_brief(Cdcl *c, const CdclQuestion *q) {
  if (!c->brief_var || c->values.at[c->brief_var * 2] != 0) {
    c->brief_var = (uint32_t)cdcl_new_var(c);
    cdcl_keep(c, (int)c->brief_var);
  }
  Vec(int) literals = {0};
  VEC_PUSH(c->mem, &literals, -(int)c->brief_var);
  for (uint32_t i = 0; i < q->n_clause; i++) {
    VEC_PUSH(c->mem, &literals, q->clause[i]);
    cdcl_enter(c, q->clause[i] < 0 ? -q->clause[i] : q->clause[i]);
  }
  add_clause(c, literals.at, literals.n, CDCL_BRIEF);
  VEC_DONE(c->mem, &literals);
  return c->brief_var;
}

static void fill_heap(Cdcl *c) {
  assert(c->heap.n == 0 && cdcl_level(c) == 0);
  for (uint32_t i = 0; i < c->kept.n; i++)
    if (!c->values.at[c->kept.at[i] * 2]) want_decision(c, c->kept.at[i]);
  for (uint32_t i = 0; i < c->entered.n; i++)
    if (!c->values.at[c->entered.at[i] * 2]) want_decision(c, c->entered.at[i]);
  c->steps += c->kept.n + c->entered.n;
}

static void decide(Cdcl *c, uint32_t literal) {
  assert(c->done == c->trail.n);
  VEC_PUSH(c->mem, &c->levels, c->trail.n);
  VEC_PUSH(c->mem, &c->heads, c->justified);
  if (literal) cdcl_assign(c, literal, CDCL_NONE);
}

/* Learn from a conflict. */
static void learn(Cdcl *c, uint32_t conflict) {
  assert(conflict != CDCL_NONE && cdcl_level(c) > 0);
  uint32_t level = cdcl_analyse(c, conflict);
  uint32_t state = CDCL_LEARNT | cdcl_glue(c) * CDCL_GLUE;
  go_back(c, level);
  for (uint32_t i = 0; i < c->scratch.n; i++)
    if (c->scratch.at[i] >> 1 == c->brief_var) state |= CDCL_BRIEF;
  uint32_t reason = CDCL_NONE;
  if (c->scratch.n > 1)
    reason = cdcl_make_clause(c, c->scratch.at, c->scratch.n, state);
  cdcl_assign(c, c->scratch.at[0], reason);
  c->increment *= 1 / 0.95;
  c->clause_increment *= 1 / 0.999f;
}

/* The i-th number of Luby's sequence 1 1 2 1 1 2 4 ... */
static uint32_t luby(uint32_t i) {
  uint32_t size = 1, power = 0;
  for (; size < i + 1; size = 2 * size + 1) power++;
  while (size - 1 != i) {
    size = (size - 1) / 2;
    power--;
    i %= size;
  }
  return 1u << power;
}

static bool pay(Cdcl *c, Budget *budget) {
  if (c->steps < c->steps_a_tick || !budget) return true;
  uint64_t ticks = c->steps / c->steps_a_tick;
  c->steps %= c->steps_a_tick;
  return budget_spend(budget, ticks);
}

typedef struct Assumed {
  const uint32_t *at;
  uint32_t n;
} Assumed;

/* False: there is nothing left to decide, or an assumption is false. */
static bool next_decision(Cdcl *c, Assumed assumed, SmtResult *answer) {
  while (cdcl_level(c) < assumed.n) {
    uint32_t literal = assumed.at[cdcl_level(c)];
    if (c->values.at[literal] < 0) {
      cdcl_analyse_final(c, cdcl_not(literal));
      c->vars.at[literal >> 1].flags |= CDCL_FAILED;
      VEC_PUSH(c->mem, &c->failed, literal >> 1);
      *answer = SMT_UNSAT;
      return false;
    }
    bool is_open = c->values.at[literal] == 0;
    decide(c, is_open ? literal : 0);
    if (is_open) return true;
  }
  if (c->is_justifying) {
    uint32_t literal = cdcl_choose(c);
    if (literal) decide(c, literal);
    *answer = SMT_SAT;
    return literal != 0;
  }
  while (c->heap.n) {
    uint32_t var = cdcl_heap_pop(c);
    if (c->values.at[var * 2] || !cdcl_in_domain(c, var)) continue;
    decide(c, var * 2 + !(c->vars.at[var].flags & CDCL_PHASE));
    return true;
  }
  *answer = SMT_SAT;
  return false;
}

static SmtResult search(Cdcl *c, Assumed assumed, uint32_t most,
                        Budget *budget) {
  enum { UNIT = 100 }; /* conflicts */
  uint32_t round = 0, conflicts = 0, all = 0;
  SmtResult answer = SMT_UNKNOWN;
  for (;;) {
    uint32_t conflict = propagate(c);
    if (!pay(c, budget)) return SMT_UNKNOWN;
    if (conflict != CDCL_NONE) {
      if (cdcl_level(c) == 0) {
        c->is_contradiction = true;
        return SMT_UNSAT;
      }
      if (most && all++ >= most) return SMT_UNKNOWN;
      learn(c, conflict);
      conflicts++;
      continue;
    }
    if (conflicts >= UNIT * luby(round)) {
      round++;
      conflicts = 0;
      go_back(c, assumed.n);
      if (c->learnt.n > c->most_learnt) cdcl_reduce(c);
    }
    if (!next_decision(c, assumed, &answer)) return answer;
  }
}

/* For assertions. */
static inline bool domain_is_assigned(const Cdcl *c) {
  for (uint32_t i = 0; i < c->kept.n; i++)
    if (!c->values.at[c->kept.at[i] * 2]) return false;
  for (uint32_t i = 0; i < c->entered.n; i++)
    if (!c->values.at[c->entered.at[i] * 2]) return false;
  return true;
}

static void leave_domain(Cdcl *c) {
  for (uint32_t i = 0; i < c->entered.n; i++)
    c->vars.at[c->entered.at[i]].flags &= ~(uint32_t)CDCL_ENTERED;
  VEC_CLEAR(&c->entered);
}

SmtResult cdcl_solve(Cdcl *c, const CdclQuestion *q, Budget *budget) {
  cdcl_restart(c);
  if (!c->is_contradiction) cdcl_tidy(c);
  Vec(uint32_t) assumed = {0};
  require(!q->clause || !c->is_justifying);
  if (q->clause) VEC_PUSH(c->mem, &assumed, add_brief(c, q) * 2);
  for (uint32_t i = 0; i < q->n; i++) {
    uint32_t literal = cdcl_literal(q->assumptions[i]);
    require((literal >> 1) > 0 && (literal >> 1) < c->vars.n);
    cdcl_enter(c, (int)(literal >> 1));
    VEC_PUSH(c->mem, &assumed, literal);
  }
  SmtResult answer = SMT_UNSAT;
  if (!c->is_contradiction) {
    if (c->is_justifying)
      cdcl_begin_justification(c);
    else
      fill_heap(c);
    answer =
        search(c, (Assumed){assumed.at, assumed.n}, q->most_conflicts, budget);
  }
  assert(answer != SMT_SAT || c->is_justifying || domain_is_assigned(c));
  leave_domain(c);
  VEC_DONE(c->mem, &assumed);
  return answer;
}

bool cdcl_is_true(const Cdcl *c, int literal) {
  assert(cdcl_literal(literal) < c->values.n);
  return c->values.at[cdcl_literal(literal)] > 0;
}

bool cdcl_failed(const Cdcl *c, int assumption) {
  uint32_t var = (uint32_t)(assumption < 0 ? -assumption : assumption);
  return c->vars.at[var].flags & CDCL_FAILED;
}
