/* SPDX-License-Identifier: MIT
 *
 * Bounds of floats at loop heads.
 *
 * Unlike the other domains this one does not learn from models, which differ
 * by units in the last place, but from hulls (smt/box/box.h): what each tracked
 * term can be at the end of an edge that starts inside the present bounds.
 *
 * Tracked are the float variables of a location and sums of them.  A filter
 * keeps its state bounded in some directions only: S may be up to 4 and so may
 * its predecessor, but not both at once.  Which sums matter the loop tells
 * itself: what must be bounded before a round so that S is bounded after it is
 * S with the round's linear part put in its place.  That is repeated a number
 * of times; when the loop contracts, later sums are small and their bounds
 * follow from those of the variables.
 *
 * Bounds go up round by round as the hulls say: rounding is monotone, so what
 * creeps by units in the last place ends by itself.  Then they are
 * extrapolated, first by a multiple of the last step, for what converges, then
 * to thresholds: the program's constants and powers of two beyond them.  In the
 * end bounds are let down again as long as they stay bounds, and asked of the
 * solver: what is not inductive is left out, so nothing here needs to be
 * believed. */
#include "engine/absint/absint_int.h"

#include "smt/box/box.h"

#include <math.h>
#include <stdlib.h>

enum {
  MOST_TRACKED = 40, /* of one location */
  MOST_SUMS = 26,    /* of these, sums */
  EXACT_ROUNDS = 12, /* without extrapolation */
  FAST_ROUNDS = 30,  /* with a multiple of the last step */
  MOST_ROUNDS = 60,
  DOWN_ROUNDS = 4,
  DOWN_ROUNDS_OF_SUMS = 24,
  MOST_CONSTANTS = 48,
  FACT_TICKS = 400 /* to show that one fact is inductive */
};

typedef struct Tracked {
  uint32_t loc;
  Term now;        /* a float term over the location's `now` variables */
  BoxFloats range; /* lo = -inf, hi = inf: no bound */
} Tracked;

typedef struct Floats {
  Ai *ai;
  Vec(Tracked) tracked; /* by location */
  uint32_t *first;      /* by location; [n] the end */
  AiFloats how;
  bool *reached; /* by location */
  Box **boxes;   /* by edge */
  Smt **solvers; /* by edge */
  double constants[2 * MOST_CONSTANTS];
  uint32_t n_constants;
} Floats;

static bool is_float(const Ai *ai, Term t) {
  Sort sort = term_sort(ai->store, t);
  return sort_kind(sort) == SORT_FLOAT &&
         (sort_format(sort) == TERM_FLOAT_SINGLE ||
          sort_format(sort) == TERM_FLOAT_DOUBLE);
}

static Term constant_of(Ai *ai, Sort sort, double v) {
  assert(sort_kind(sort) == SORT_FLOAT);
  if (sort_format(sort) == TERM_FLOAT_DOUBLE)
    return term_fp_of_double(ai->store, v);
  return term_fp_of_single(ai->store, (float)v);
}

/* ---- thresholds ---- */

static void add_constant(Floats *f, double v) {
  assert(f->n_constants <= 2 * MOST_CONSTANTS);
  if (isnan(v) || isinf(v)) return;
  for (uint32_t i = 0; i < f->n_constants; i++)
    if (f->constants[i] == v) return;
  if (f->n_constants < 2 * MOST_CONSTANTS) f->constants[f->n_constants++] = v;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double value_of_bits(const Ai *ai, Term t, Sort sort) {
  uint64_t bits = 0;
  if (!term_const_u64(ai->store, t, &bits)) return 0;
  double wide;
  float narrow;
  uint32_t low = (uint32_t)bits;
  memcpy(&wide, &bits, sizeof wide);
  memcpy(&narrow, &low, sizeof narrow);
  return sort_format(sort) == TERM_FLOAT_DOUBLE ? wide : (double)narrow;
}

static void find_constants(Floats *f) {
  Ai *ai = f->ai;
  TermWalk walk;
  term_walk_init(&walk, ai->store);
  for (uint32_t e = 0; e < ai->ts->edges.n; e++)
    term_walk_push(&walk, ai->ts->edges.at[e].formula);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    if (sort_kind(term_sort(ai->store, t)) != SORT_FLOAT || !is_float(ai, t))
      continue;
    Term bits = term_fp_const_bits(ai->store, t);
    if (!bits.id) continue;
    double v = value_of_bits(ai, bits, term_sort(ai->store, t));
    add_constant(f, v);
    add_constant(f, -v);
  }
  term_walk_done(&walk);
  qsort(f->constants, f->n_constants, sizeof *f->constants, by_size);
}

/* The least threshold not below v: a constant, or a power of two. */
static double threshold_above(const Floats *f, double v) {
  assert(!isnan(v));
  for (uint32_t i = 0; i < f->n_constants; i++)
    if (f->constants[i] >= v) return f->constants[i];
  double power = 1;
  while (power < v && power < 0x1p100) power *= 16;
  assert(power >= v || power >= 0x1p100);
  return power < 0x1p100 ? power : (double)INFINITY;
}

/* ---- invariants ---- */

static Term not_nan_or(Ai *ai, const Tracked *t, Term fact) {
  if (!t->range.has_nan) return fact;
  return term_or(ai->store, fact,
                 term_unary(ai->store, TERM_FP_IS_NAN, t->now));
}

/* Append the bounds as facts about `now`. */
static void facts_of(Ai *ai, const Tracked *t, TermList *facts) {
  assert(is_float(ai, t->now));
  Sort sort = term_sort(ai->store, t->now);
  double inf = (double)INFINITY;
  if (!t->range.has_numbers) return;
  Term lo = constant_of(ai, sort, t->range.lo);
  Term hi = constant_of(ai, sort, t->range.hi);
  /* -inf <= x says that x is not NaN */
  if (t->range.lo > -inf || !t->range.has_nan)
    VEC_PUSH(ai->mem, facts,
             not_nan_or(ai, t, term_binary(ai->store, TERM_FP_LE, lo, t->now)));
  if (t->range.hi < inf)
    VEC_PUSH(ai->mem, facts,
             not_nan_or(ai, t, term_binary(ai->store, TERM_FP_LE, t->now, hi)));
}

static void assume_source(Floats *f, uint32_t loc, TermList *assume) {
  assert(loc < f->ai->ts->locations.n && f->first[loc] <= f->first[loc + 1]);
  Ai *ai = f->ai;
  term_conjuncts(ai->store, ai->invariants.at[loc], assume);
  for (uint32_t i = f->first[loc]; i < f->first[loc + 1]; i++)
    facts_of(ai, &f->tracked.at[i], assume);
}

/* ---- hulls ---- */

static Box *box_of(Floats *f, uint32_t e) {
  if (!f->boxes[e]) {
    f->boxes[e] = box_new(f->ai->mem, f->ai->store);
    box_add(f->boxes[e], f->ai->ts->edges.at[e].formula);
  }
  return f->boxes[e];
}

static Smt *solver_of(Floats *f, uint32_t e) {
  Ai *ai = f->ai;
  if (!f->solvers[e]) {
    f->solvers[e] = smt_new(ai->mem, ai->store, &smt_box, ai->options->smt);
    smt_add(f->solvers[e], ai->ts->edges.at[e].formula);
  }
  return f->solvers[e];
}

/* What the target's tracked terms can be after the edge. */
static bool edge_hull(Floats *f, uint32_t e, BoxFloats *hull) {
  Ai *ai = f->ai;
  const TsEdge *edge = &ai->ts->edges.at[e];
  uint32_t first = f->first[edge->target.id];
  uint32_t n = f->first[edge->target.id + 1] - first;
  assert(n <= MOST_TRACKED);
  TermList assume = {0};
  assume_source(f, edge->source.id, &assume);
  Term terms[MOST_TRACKED];
  for (uint32_t i = 0; i < n; i++)
    terms[i] = term_map_apply(ai->to_next[e], f->tracked.at[first + i].now);
  ai->stats->queries++;
  bool good = box_hull(box_of(f, e), assume.at, assume.n, terms, n, hull, NULL,
                       ai->budget);
  VEC_DONE(ai->mem, &assume);
  return good;
}

static bool is_bottom(const BoxFloats *r) {
  return !r->has_numbers && !r->has_nan;
}

static BoxFloats join(BoxFloats a, BoxFloats b) {
  BoxFloats r = a.has_numbers ? a : b;
  if (a.has_numbers && b.has_numbers) {
    r.lo = b.lo < a.lo ? b.lo : a.lo;
    r.hi = b.hi > a.hi ? b.hi : a.hi;
  }
  r.has_nan = a.has_nan || b.has_nan;
  assert(!r.has_numbers || r.lo <= r.hi);
  return r;
}

/* A bound of the right format, not below v. */
static double round_up(const Ai *ai, Term t, double v) {
  assert(is_float(ai, t));
  if (sort_format(term_sort(ai->store, t)) == TERM_FLOAT_DOUBLE) return v;
  float near = (float)v;
  if ((double)near < v) near = nextafterf(near, INFINITY);
  return (double)near;
}

/* The old bound has to go up to `v` at least.  Sums get a little more: what
 * they follow from is computed in another order when it is asked. */
static double extrapolate(const Floats *f, const Tracked *t, double old,
                          double v, uint32_t round) {
  double slack = f->how == AI_FLOAT_SUMS ? 1e-9 * fabs(v) + 1e-12 : 0;
  if (round < EXACT_ROUNDS) return round_up(f->ai, t->now, v + slack);
  double far = round < FAST_ROUNDS ? v + 4 * (v - old) : threshold_above(f, v);
  if (round + 10 > MOST_ROUNDS) far = (double)INFINITY;
  return round_up(f->ai, t->now, far > v ? far + slack : v + slack);
}

/* Make the tracked term's bounds include the hull; true: they moved. */
static bool include(const Floats *f, Tracked *t, BoxFloats hull,
                    uint32_t round) {
  assert(round < MOST_ROUNDS);
  BoxFloats old = t->range, now = join(old, hull);
  bool moved = now.has_nan != old.has_nan || now.has_numbers != old.has_numbers;
  if (!old.has_numbers) {
    now.hi = extrapolate(f, t, now.hi, now.hi, 0);
    now.lo = -extrapolate(f, t, -now.lo, -now.lo, 0);
  } else if (now.has_numbers) {
    bool up = now.hi > old.hi, down = now.lo < old.lo;
    if (up) now.hi = extrapolate(f, t, old.hi, now.hi, round);
    if (down) now.lo = -extrapolate(f, t, -old.lo, -now.lo, round);
    moved = moved || up || down;
  }
  t->range = now;
  return moved;
}

typedef enum Step { STEP_INSIDE, STEP_GREW, STEP_STOPPED } Step;

static Step step_edge(Floats *f, uint32_t e, uint32_t round) {
  const TsEdge *edge = &f->ai->ts->edges.at[e];
  uint32_t target = edge->target.id;
  if (!f->reached[edge->source.id]) return STEP_INSIDE;
  if (ts_location(f->ai->ts, edge->target)->kind != TS_CUT) return STEP_INSIDE;
  uint32_t n = f->first[target + 1] - f->first[target];
  assert(n <= MOST_TRACKED);
  BoxFloats hull[MOST_TRACKED];
  if (n == 0) {
    f->reached[target] = true;
    return STEP_INSIDE;
  }
  if (!edge_hull(f, e, hull)) return STEP_STOPPED;
  if (is_bottom(&hull[0])) return STEP_INSIDE;
  bool grew = !f->reached[target];
  f->reached[target] = true;
  for (uint32_t i = 0; i < n; i++)
    grew |= include(f, &f->tracked.at[f->first[target] + i], hull[i], round);
  return grew ? STEP_GREW : STEP_INSIDE;
}

static bool ascend(Floats *f) {
  bool moved = true;
  for (uint32_t round = 0; moved; round++) {
    moved = false;
    if (round == MOST_ROUNDS) return false;
    for (uint32_t e = 0; e < f->ai->ts->edges.n; e++) {
      Step done = step_edge(f, e, round);
      if (done == STEP_STOPPED) return false;
      moved |= done == STEP_GREW;
    }
  }
  return true;
}

/* Let bounds down to what follows from them. */
static void descend(Floats *f) {
  Ai *ai = f->ai;
  int rounds = f->how == AI_FLOAT_SUMS ? DOWN_ROUNDS_OF_SUMS : DOWN_ROUNDS;
  uint32_t n = f->tracked.n;
  BoxFloats *now = MEM_ARRAY(ai->mem, BoxFloats, n);
  bool good = true;
  for (int round = 0; round < rounds && good; round++) {
    for (uint32_t i = 0; i < n; i++) now[i] = (BoxFloats){.lo = 1};
    for (uint32_t e = 0; e < ai->ts->edges.n && good; e++) {
      const TsEdge *edge = &ai->ts->edges.at[e];
      uint32_t first = f->first[edge->target.id];
      BoxFloats hull[MOST_TRACKED];
      if (!f->reached[edge->source.id] ||
          first == f->first[edge->target.id + 1])
        continue;
      good = edge_hull(f, e, hull);
      for (uint32_t i = first; good && i < f->first[edge->target.id + 1]; i++)
        now[i] = join(now[i], hull[i - first]);
    }
    for (uint32_t i = 0; i < n && good; i++)
      if (!is_bottom(&now[i])) f->tracked.at[i].range = now[i];
  }
  MEM_FREE_ARRAY(ai->mem, now, n);
}

/* ---- directions ---- */

typedef struct Directions {
  Floats *f;
  uint32_t loc;
  Term *vars; /* the location's float variables */
  uint32_t n;
  Vec(double) at; /* direction by direction */
  BoxSlopes slopes;
} Directions;

/* The linear part of the loops around the location, near zero. */
static void find_slopes(Directions *d, uint32_t e) {
  assert(d->n >= 2 && d->n <= MOST_TRACKED);
  Ai *ai = d->f->ai;
  TermList assume = {0};
  Term terms[MOST_TRACKED];
  BoxFloats hull[MOST_TRACKED];
  term_conjuncts(ai->store, ai->invariants.at[d->loc], &assume);
  for (uint32_t i = 0; i < d->n; i++) {
    Tracked near = {d->loc, d->vars[i], {-1024, 1024, true, false}};
    facts_of(ai, &near, &assume);
    terms[i] = term_map_apply(ai->to_next[e], d->vars[i]);
  }
  d->slopes.wrt = d->vars;
  d->slopes.n_wrt = d->n;
  ai->stats->queries++;
  if (!box_hull(box_of(d->f, e), assume.at, assume.n, terms, d->n, hull,
                &d->slopes, ai->budget))
    VEC_CLEAR(&d->slopes.at);
  VEC_DONE(ai->mem, &assume);
}

static double size_of(const double *v, uint32_t n) {
  double most = 0;
  for (uint32_t i = 0; i < n; i++) most = fabs(v[i]) > most ? fabs(v[i]) : most;
  return most;
}

/* Is there a direction like it, up to a factor? */
static bool is_known(const Directions *d, const double *v) {
  double size = size_of(v, d->n);
  for (uint32_t k = 0; k < d->at.n; k += d->n) {
    double other = size_of(&d->at.at[k], d->n), plus = 0, minus = 0;
    for (uint32_t i = 0; i < d->n; i++) {
      double x = v[i] / size, y = d->at.at[k + i] / other;
      plus = fmax(plus, fabs(x - y));
      minus = fmax(minus, fabs(x + y));
    }
    if (plus < 1e-3 || minus < 1e-3) return true;
  }
  return false;
}

/* Put the round of path p in the place of the variables. */
static void go_back(const Directions *d, const double *v, uint32_t p,
                    double *back) {
  assert((p + 1) * d->n * d->n <= d->slopes.at.n);
  for (uint32_t k = 0; k < d->n; k++) {
    back[k] = 0;
    for (uint32_t i = 0; i < d->n; i++)
      back[k] += v[i] * d->slopes.at.at[(p * d->n + i) * d->n + k];
    if (fabs(back[k]) < 1e-6) back[k] = 0;
  }
}

static void find_directions(Directions *d) {
  Mem *mem = d->f->ai->mem;
  uint32_t n = d->n, paths = d->slopes.at.n / (n * n);
  for (uint32_t i = 0; i < n * n; i++)
    VEC_PUSH(mem, &d->at, i / n == i % n ? 1.0 : 0.0);
  for (uint32_t k = 0; k < d->at.n && d->at.n < (n + MOST_SUMS) * n; k += n)
    for (uint32_t p = 0; p < paths && d->at.n < (n + MOST_SUMS) * n; p++) {
      double back[MOST_TRACKED];
      go_back(d, &d->at.at[k], p, back);
      double size = size_of(back, n);
      if (!(size > 1e-3) || isinf(size) || is_known(d, back)) continue;
      for (uint32_t i = 0; i < n; i++) VEC_PUSH(mem, &d->at, back[i]);
    }
  assert(d->at.n % n == 0);
}

/* The sum as a term of double format. */
static Term sum_of(Directions *d, const double *v) {
  TermStore *store = d->f->ai->store;
  Sort sort = sort_float(TERM_FLOAT_DOUBLE);
  Term sum = TERM_NONE;
  for (uint32_t i = 0; i < d->n; i++) {
    if (v[i] == 0) continue;
    Term wide = term_fp_convert(store, sort, TERM_RNE, d->vars[i]);
    Term part = term_fp_op(store, TERM_FP_MUL, TERM_RNE, wide,
                           term_fp_of_double(store, v[i]));
    sum = sum.id ? term_fp_op(store, TERM_FP_ADD, TERM_RNE, sum, part) : part;
  }
  assert(sum.id); /* the zero direction is left out */
  return sum;
}

static void track(Floats *f, uint32_t loc, Term now) {
  assert(is_float(f->ai, now));
  Tracked t = {loc, now, {1, 0, false, false}};
  VEC_PUSH(f->ai->mem, &f->tracked, t);
}

static void track_sums(Floats *f, uint32_t loc, Term *vars, uint32_t n) {
  Ai *ai = f->ai;
  Directions d = {.f = f, .loc = loc, .vars = vars, .n = n};
  for (uint32_t e = 0; e < ai->ts->edges.n; e++) {
    const TsEdge *edge = &ai->ts->edges.at[e];
    if (edge->source.id == loc && edge->target.id == loc) find_slopes(&d, e);
  }
  find_directions(&d);
  for (uint32_t k = n * n; k < d.at.n; k += n)
    track(f, loc, sum_of(&d, &d.at.at[k]));
  VEC_DONE(ai->mem, &d.at);
  VEC_DONE(ai->mem, &d.slopes.at);
}

static void track_location(Floats *f, uint32_t loc, AiFloats how) {
  const TsLocation *at = &f->ai->ts->locations.at[loc];
  Term vars[MOST_TRACKED];
  uint32_t n = 0;
  f->first[loc] = f->tracked.n;
  if (at->kind != TS_CUT) return;
  for (uint32_t i = 0; i < at->n_vars && n < MOST_TRACKED - MOST_SUMS; i++)
    if (is_float(f->ai, at->vars[i].now)) vars[n++] = at->vars[i].now;
  for (uint32_t i = 0; i < n; i++) track(f, loc, vars[i]);
  if (n >= 2 && how == AI_FLOAT_SUMS) track_sums(f, loc, vars, n);
  assert(f->tracked.n - f->first[loc] <= MOST_TRACKED);
}

/* ---- the result ---- */

/* Facts by location; all are asked, until those left are inductive. */
typedef struct Candidate {
  uint32_t loc;
  Term fact;
  bool dropped;
} Candidate;

typedef Vec(Candidate) Candidates;

static bool holds_after(Floats *f, uint32_t e, const Candidates *all,
                        const Candidate *fact) {
  assert(f->ai->ts->edges.at[e].target.id == fact->loc && !fact->dropped);
  Ai *ai = f->ai;
  const TsEdge *edge = &ai->ts->edges.at[e];
  TermList assume = {0};
  term_conjuncts(ai->store, ai->invariants.at[edge->source.id], &assume);
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].loc == edge->source.id && !all->at[i].dropped)
      VEC_PUSH(ai->mem, &assume, all->at[i].fact);
  VEC_PUSH(ai->mem, &assume,
           term_not(term_map_apply(ai->to_next[e], fact->fact)));
  ai->stats->queries++;
  SmtResult result = smt_check_within(solver_of(f, e), assume.at, assume.n,
                                      ai->budget, FACT_TICKS);
  VEC_DONE(ai->mem, &assume);
  return result == SMT_UNSAT;
}

/* One round; true: something was dropped. */
static bool drop_some(Floats *f, Candidates *all) {
  Ai *ai = f->ai;
  bool dropped = false;
  for (uint32_t i = 0; i < all->n; i++)
    for (uint32_t e = 0; e < ai->ts->edges.n && !all->at[i].dropped; e++)
      if (ai->ts->edges.at[e].target.id == all->at[i].loc &&
          !holds_after(f, e, all, &all->at[i]))
        all->at[i].dropped = dropped = true;
  return dropped;
}

static void keep_inductive(Floats *f, TermList *found) {
  assert(found->n == 0);
  Ai *ai = f->ai;
  Candidates all = {0};
  for (uint32_t i = 0; i < f->tracked.n; i++) {
    TermList facts = {0};
    const Tracked *t = &f->tracked.at[i];
    if (f->reached[t->loc]) facts_of(ai, t, &facts);
    for (uint32_t k = 0; k < facts.n; k++)
      VEC_PUSH(ai->mem, &all, ((Candidate){t->loc, facts.at[k], false}));
    VEC_DONE(ai->mem, &facts);
  }
  while (drop_some(f, &all)) continue;
  for (uint32_t l = 0; l < ai->ts->locations.n; l++) {
    Term fact = term_true();
    for (uint32_t i = 0; i < all.n; i++)
      if (all.at[i].loc == l && !all.at[i].dropped)
        fact = term_and(ai->store, fact, all.at[i].fact);
    VEC_PUSH(term_store_mem(ai->store), found, fact);
  }
  VEC_DONE(ai->mem, &all);
}

bool ai_has_floats(const Ai *ai) {
  for (uint32_t l = 0; l < ai->ts->locations.n; l++)
    for (uint32_t i = 0; i < ai->ts->locations.at[l].n_vars; i++)
      if (is_float(ai, ai->ts->locations.at[l].vars[i].now)) return true;
  return false;
}

bool ai_floats(Ai *ai, AiFloats how, TermList *found) {
  require(ai->invariants.n == ai->ts->locations.n);
  uint32_t n = ai->ts->locations.n, n_edges = ai->ts->edges.n;
  Floats f = {.ai = ai, .how = how};
  f.first = MEM_ARRAY(ai->mem, uint32_t, n + 1);
  f.reached = MEM_ARRAY(ai->mem, bool, n);
  f.boxes = MEM_ARRAY(ai->mem, Box *, n_edges);
  f.solvers = MEM_ARRAY(ai->mem, Smt *, n_edges);
  f.reached[ai->ts->entry.id] = true;
  find_constants(&f);
  for (uint32_t l = 0; l < n; l++) track_location(&f, l, how);
  f.first[n] = f.tracked.n;
  bool good = ascend(&f);
  if (good) descend(&f);
  /* what was let down may have lost its slack */
  if (good && how == AI_FLOAT_SUMS) good = ascend(&f);
  if (good) keep_inductive(&f, found);
  for (uint32_t e = 0; e < n_edges; e++) {
    if (f.boxes[e]) box_free(f.boxes[e]);
    if (f.solvers[e]) smt_free(f.solvers[e]);
  }
  MEM_FREE_ARRAY(ai->mem, f.solvers, n_edges);
  MEM_FREE_ARRAY(ai->mem, f.boxes, n_edges);
  MEM_FREE_ARRAY(ai->mem, f.reached, n);
  MEM_FREE_ARRAY(ai->mem, f.first, n + 1);
  VEC_DONE(ai->mem, &f.tracked);
  return good;
}
