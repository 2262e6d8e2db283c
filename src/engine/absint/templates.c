/* SPDX-License-Identifier: MIT
 *
 * Boxes, zones and octagons.
 *
 * A template is a linear expression over a location's state variables, read as
 * signed or unsigned integers: x, -x, x - y, x + y, -x - y; or x - 9 * y, where
 * that is the rate of x against a counter (rates.c).  A shape gives each
 * template an upper bound, the greatest value it had in the states included.
 *
 * Loops need widening: a bound raised a few times jumps to the next constant
 * of the program (or one beside it), then is given up.  What runs of the system
 * show (sample.c) is no widening.
 *
 * Variables that are only copied and compared with constants
 * (engine/shared/narrow.h) get no templates: they hold value classes, not
 * numbers.
 *
 * Cost: every query that succeeds raises a bound; every template can be raised
 * at most RAISES times. */
#include "engine/absint/absint_int.h"

enum {
  EXACT_RAISES = 2,    /* bounds follow the models this often, */
  RAISES = 6,          /* then thresholds; then no bound */
  MOST_FOR_PAIRS = 14, /* variables of a location that are paired */
  MOST_TEMPLATES = 400,
  MOST_WORK = 2000000 /* for octagons: templates times nodes of formulas */
};

typedef struct Template {
  uint32_t x, y; /* variables of the location; y UINT32_MAX: none */
  int64_t cx, cy;
  uint8_t raises;
  uint8_t is_lost; /* no bound any more */
  TermReading reading;
  __int128 bound;
} Template;

struct AiShape {
  Vec(Template) templates;
  bool reached;
};

/* ---- templates ---- */

static void add_template(Ai *ai, AiShape *shape, Template t) {
  assert(t.cx == 1 || t.cx == -1);
  if (shape->templates.n >= MOST_TEMPLATES) return;
  VEC_PUSH(ai->mem, &shape->templates, t);
  ai->stats->templates++;
}

static void add_single(Ai *ai, AiShape *shape, uint32_t x) {
  for (int reading = 0; reading < 2; reading++)
    for (int sign = -1; sign <= 1 && ai->reads[reading]; sign += 2)
      add_template(ai, shape,
                   (Template){.x = x,
                              .y = UINT32_MAX,
                              .cx = sign,
                              .reading = (TermReading)reading});
}

static void add_pair(Ai *ai, AiShape *shape, uint32_t x, uint32_t y) {
  assert(x < y);
  for (int reading = 0; reading < 2; reading++)
    for (int cx = -1; cx <= 1 && ai->reads[reading]; cx += 2)
      for (int cy = -1; cy <= 1; cy += 2)
        add_template(ai, shape,
                     (Template){.x = x,
                                .y = y,
                                .cx = cx,
                                .cy = cy,
                                .reading = (TermReading)reading});
}

static uint32_t count_numbers(const Ai *ai, const TsLocation *at) {
  uint32_t numbers = 0;
  for (uint32_t i = 0; i < at->n_vars; i++)
    numbers += ai_is_number(ai, at->vars[i].now);
  return numbers;
}

static AiShape *make_box(Ai *ai, uint32_t loc) {
  AiShape *shape = MEM_NEW(ai->mem, AiShape);
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < at->n_vars; i++)
    if (ai_is_number(ai, at->vars[i].now)) add_single(ai, shape, i);
  return shape;
}

static AiShape *make_zone(Ai *ai, uint32_t loc) {
  AiShape *shape = make_box(ai, loc);
  uint32_t n = ai->ts->locations.at[loc].n_vars;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (ai_packs_have(ai, loc, i, k)) add_pair(ai, shape, i, k);
  return shape;
}

static AiShape *make_octagon(Ai *ai, uint32_t loc) {
  AiShape *shape = make_box(ai, loc);
  const TsLocation *at = &ai->ts->locations.at[loc];
  if (count_numbers(ai, at) > MOST_FOR_PAIRS) return shape;
  for (uint32_t i = 0; i < at->n_vars; i++)
    for (uint32_t k = i + 1; k < at->n_vars; k++)
      if (ai_is_number(ai, at->vars[i].now) &&
          ai_is_number(ai, at->vars[k].now) &&
          term_width(ai->store, at->vars[i].now) ==
              term_width(ai->store, at->vars[k].now))
        add_pair(ai, shape, i, k);
  return shape;
}

static AiShape *make_rates(Ai *ai, uint32_t loc) {
  AiShape *shape = MEM_NEW(ai->mem, AiShape);
  AiRate rates[AI_MOST_RATES];
  uint32_t n = ai_find_rates(ai, loc, rates);
  for (uint32_t i = 0; i < n; i++) {
    const AiRate *r = &rates[i];
    Template above = {.x = r->number,
                      .y = r->counter,
                      .cx = 1,
                      .cy = -r->up,
                      .reading = TERM_SIGNED};
    Template below = {.x = r->number,
                      .y = r->counter,
                      .cx = -1,
                      .cy = r->down,
                      .reading = TERM_SIGNED};
    if (r->up > 1) add_template(ai, shape, above);
    if (r->down < -1) add_template(ai, shape, below);
  }
  return shape;
}

static void free_shape(Ai *ai, uint32_t loc, AiShape *shape) {
  (void)loc;
  VEC_DONE(ai->mem, &shape->templates);
  MEM_DELETE(ai->mem, shape);
}

/* ---- bounds ---- */

static Term bound_atom(Ai *ai, const TsLocation *at, const Template *t) {
  assert(t->x < at->n_vars && (t->y == UINT32_MAX || t->y < at->n_vars));
  TermLinear atom = {.op = TERM_LE, .n = 1, .bound = t->bound};
  atom.at[0] = (TermMonomial){at->vars[t->x].now, t->reading, t->cx};
  if (t->y != UINT32_MAX)
    atom.at[atom.n++] = (TermMonomial){at->vars[t->y].now, t->reading, t->cy};
  Term made = term_linear_make(ai->store, &atom);
  return made.id ? made : term_true();
}

/* Do the bounds of both parts, which come first, imply it? */
static bool is_implied(const AiShape *shape, const Template *t) {
  if (t->y == UINT32_MAX) return false;
  __int128 sum = 0;
  uint32_t found = 0;
  for (uint32_t i = 0; i < shape->templates.n && found < 2; i++) {
    const Template *one = &shape->templates.at[i];
    if (one->y != UINT32_MAX) break;
    if (one->is_lost || one->reading != t->reading) continue;
    if ((one->x == t->x && one->cx == t->cx) ||
        (one->x == t->y && one->cx == t->cy))
      sum += one->bound, found++;
  }
  return found == 2 && sum <= t->bound;
}

static Term invariant(Ai *ai, const AiShape *shape, uint32_t loc) {
  assert(shape->templates.n <= MOST_TEMPLATES);
  const TsLocation *at = &ai->ts->locations.at[loc];
  Term all = term_true();
  for (uint32_t i = 0; i < shape->templates.n; i++)
    if (!shape->templates.at[i].is_lost &&
        !is_implied(shape, &shape->templates.at[i]))
      all =
          term_and(ai->store, all, bound_atom(ai, at, &shape->templates.at[i]));
  return all;
}

static __int128 number_of(Ai *ai, Smt *smt, Term var, TermReading reading) {
  assert(term_width(ai->store, var) <= 64);
  TermValue value = smt_value(smt, var);
  uint32_t width = term_width(ai->store, var);
  uint64_t bits = value.bits;
  if (reading == TERM_UNSIGNED || !(bits >> (width - 1) & 1)) return bits;
  return (__int128)bits - ((__int128)1 << width);
}

/* The greatest value of `factor * var`, read so, whatever the variable holds.
 */
static __int128 extreme(const Ai *ai, Term var, int64_t factor,
                        TermReading reading) {
  uint32_t width = term_width(ai->store, var);
  __int128 half = (__int128)1 << (width - 1);
  if (reading == TERM_UNSIGNED) return factor > 0 ? factor * (2 * half - 1) : 0;
  return factor > 0 ? factor * (half - 1) : -factor * half;
}

/* A constant of the program; or of a sum what one variable alone can be: that
 * is where sums overflow. */
static __int128 next_threshold(const Ai *ai, const TsLocation *at,
                               const Template *t, __int128 value) {
  uint32_t i = 0;
  assert(t->x < at->n_vars);
  while (i < ai->n_thresholds && ai->thresholds[i] < value) i++;
  bool found = i < ai->n_thresholds;
  __int128 next = found ? ai->thresholds[i] : value;
  if (t->y == UINT32_MAX) return next;
  __int128 most = extreme(ai, at->vars[t->x].now, t->cx, t->reading);
  return most >= value && (!found || most < next) ? most : next;
}

static void raise_bound(Ai *ai, const TsLocation *at, Template *t,
                        __int128 value, bool first) {
  assert(t->raises <= RAISES + 1);
  if (first) {
    t->bound = value;
    return;
  }
  if (t->is_lost || value <= t->bound) return;
  t->raises += !ai->is_running;
  t->bound =
      t->raises > EXACT_RAISES ? next_threshold(ai, at, t, value) : value;
  t->is_lost = t->raises > RAISES;
}

static bool is_open(const Template *t, const AiSeen *seen) {
  return seen->open[t->x] || (t->y != UINT32_MAX && seen->open[t->y]);
}

/* What is open can be anything, so only a sum with something else has a bound
 * that is not trivial: x + y <= INT_MAX if y starts with 0. */
static bool is_bounded(const Template *t, const AiSeen *seen) {
  return t->y != UINT32_MAX && !(seen->open[t->x] && seen->open[t->y]);
}

static __int128 part_of(Ai *ai, const TsLocation *at, const Template *t,
                        uint32_t var, int64_t factor, const AiSeen *seen) {
  assert(var == UINT32_MAX || var < at->n_vars);
  if (var == UINT32_MAX) return 0;
  if (seen->open[var])
    return extreme(ai, at->vars[var].now, factor, t->reading);
  return factor * number_of(ai, seen->smt, at->vars[var].next, t->reading);
}

static void include(Ai *ai, AiShape *shape, uint32_t loc, const AiSeen *seen) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < shape->templates.n; i++) {
    Template *t = &shape->templates.at[i];
    if (is_open(t, seen) && !is_bounded(t, seen)) t->is_lost = 1;
    if (t->is_lost) continue;
    __int128 value = part_of(ai, at, t, t->x, t->cx, seen) +
                     part_of(ai, at, t, t->y, t->cy, seen);
    raise_bound(ai, at, t, value, !shape->reached);
  }
  shape->reached = true;
}

const AiDomain ai_boxes = {AI_BITS, make_box,  free_shape,
                           include, invariant, NULL};
const AiDomain ai_zones = {AI_BITS, make_zone, free_shape,
                           include, invariant, NULL};
const AiDomain ai_octagons = {AI_BITS, make_octagon, free_shape,
                              include, invariant,    NULL};
const AiDomain ai_rates = {AI_BITS, make_rates, free_shape,
                           include, invariant,  NULL};

bool ai_octagons_are_cheap(const Ai *ai) {
  uint64_t work = 0;
  for (uint32_t e = 0; e < ai->ts->edges.n; e++) {
    const TsEdge *edge = &ai->ts->edges.at[e];
    uint64_t n = count_numbers(ai, ts_location(ai->ts, edge->target));
    uint64_t templates = n > MOST_FOR_PAIRS ? 2 * n : 2 * n * n;
    work += templates * term_size(ai->store, edge->formula);
  }
  return work <= MOST_WORK;
}
