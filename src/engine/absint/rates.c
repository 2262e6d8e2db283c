/* SPDX-License-Identifier: MIT
 *
 * Rates: how fast numbers grow against a counter.
 *
 * Problem.  `sum += digit; n++` in a loop with n < 1000: that the sum does not
 * overflow follows from sum <= 9 * n, which is neither a bound of a variable
 * nor of a sum or difference of two.
 *
 * Idea.  Of a loop that leads from its location straight back to it, a solver
 * says which numbers go up by one or stay: they are counters.  If there are
 * any, it says how far each other number goes up and down in one round, at most
 * (bisection): its rates against each counter.  So there are templates
 * s - up * c and down * c - s; whether they have a bound is found as for all
 * others (templates.c): if s grows in rounds in which c stays, they have none.
 *
 * A step of more than MOST_STEP is none that a counter could bound. */
#include "engine/absint/absint_int.h"

enum {
  MOST_STEP = 1 << 20,
  MOST_NUMBERS = 8, /* of a location */
  MOST_LOOPS = 8    /* edges from it to itself */
};

/* The steps of one number in a round. */
typedef struct Steps {
  uint32_t var;
  int64_t up, down; /* the greatest, the least */
} Steps;

typedef struct Search {
  Ai *ai;
  const TsLocation *at;
  uint32_t loops[MOST_LOOPS];
  uint32_t n_loops;
  TermList known; /* at the location */
} Search;

/* sign * (next - now) >= least */
static Term steps_by(Search *s, uint32_t var, int sign, int64_t least) {
  assert(var < s->at->n_vars && (sign == 1 || sign == -1));
  TermLinear atom = {.op = TERM_LE, .n = 2, .bound = -least};
  atom.at[0] = (TermMonomial){s->at->vars[var].next, TERM_SIGNED, -sign};
  atom.at[1] = (TermMonomial){s->at->vars[var].now, TERM_SIGNED, sign};
  return term_linear_make(s->ai->store, &atom);
}

/* Can the number go that far in a round? */
static SmtResult can_step(Search *s, uint32_t var, int sign, int64_t least) {
  Term far = steps_by(s, var, sign, least);
  if (!far.id) return SMT_UNKNOWN;
  VEC_PUSH(s->ai->mem, &s->known, far);
  SmtResult result = SMT_UNSAT;
  for (uint32_t i = 0; i < s->n_loops && result == SMT_UNSAT; i++) {
    s->ai->stats->queries++;
    result = pair_check(ai_solver(s->ai, s->loops[i]), s->known.at, s->known.n,
                        s->ai->budget);
  }
  s->known.n--;
  return result;
}

/* The greatest step in that direction; false: it is too large, or not found. */
static bool find_greatest(Search *s, uint32_t var, int sign, int64_t *step) {
  int64_t low = -MOST_STEP,
          high = MOST_STEP; /* low: possible, if anything is */
  if (can_step(s, var, sign, high) != SMT_UNSAT) return false;
  for (int64_t guess = 0; high - low > 1;) {
    SmtResult result = can_step(s, var, sign, guess);
    if (result == SMT_UNKNOWN) return false;
    if (result == SMT_SAT)
      low = guess;
    else
      high = guess;
    guess =
        low >= 0 && high == MOST_STEP ? 2 * low + 1 : low + (high - low) / 2;
  }
  assert(low < high && high <= MOST_STEP);
  *step = low;
  return low > -MOST_STEP;
}

/* False: too far, or they are those of a counter, which octagons look at. */
static bool find_steps(Search *s, uint32_t var, Steps *out) {
  int64_t down = 0;
  *out = (Steps){.var = var};
  if (!find_greatest(s, var, 1, &out->up) || !find_greatest(s, var, -1, &down))
    return false;
  out->down = -down;
  return out->up > 1 || out->down < -1;
}

static bool is_counter(Search *s, uint32_t var) {
  return can_step(s, var, 1, 2) == SMT_UNSAT &&
         can_step(s, var, -1, 1) == SMT_UNSAT &&
         can_step(s, var, 1, 1) == SMT_SAT;
}

static void find_loops(Search *s, uint32_t loc) {
  const Ts *ts = s->ai->ts;
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (ts->edges.at[e].source.id == loc && ts->edges.at[e].target.id == loc &&
        s->n_loops < MOST_LOOPS)
      s->loops[s->n_loops++] = e;
}

static uint32_t count_numbers(const Search *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->at->n_vars; i++)
    n += ai_is_number(s->ai, s->at->vars[i].now);
  return n;
}

static uint32_t find_counters(Search *s, uint32_t counters[MOST_NUMBERS]) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->at->n_vars; i++)
    if (ai_is_number(s->ai, s->at->vars[i].now) && is_counter(s, i))
      counters[n++] = i;
  return n;
}

static uint32_t find_rates(Search *s, AiRate rates[AI_MOST_RATES]) {
  assert(s->n_loops > 0 && s->n_loops <= MOST_LOOPS);
  uint32_t counters[MOST_NUMBERS], n_counters = find_counters(s, counters);
  uint32_t n = 0;
  for (uint32_t i = 0; n_counters && i < s->at->n_vars; i++) {
    Steps steps;
    if (!ai_is_number(s->ai, s->at->vars[i].now) || !find_steps(s, i, &steps))
      continue;
    for (uint32_t c = 0; c < n_counters && n < AI_MOST_RATES; c++)
      rates[n++] = (AiRate){i, counters[c], steps.up, steps.down};
  }
  return n;
}

uint32_t ai_find_rates(Ai *ai, uint32_t loc, AiRate rates[AI_MOST_RATES]) {
  assert(loc < ai->ts->locations.n);
  Search s = {.ai = ai, .at = &ai->ts->locations.at[loc]};
  find_loops(&s, loc);
  if (s.n_loops == 0 || !ai->reads[TERM_SIGNED] ||
      count_numbers(&s) > MOST_NUMBERS)
    return 0;
  term_conjuncts(ai->store, ai->invariants.at[loc], &s.known);
  uint32_t n = find_rates(&s, rates);
  VEC_DONE(ai->mem, &s.known);
  return n;
}
