/* SPDX-License-Identifier: MIT
 *
 * Invariants from templates, by symbolic abstraction.
 *
 * A template is a linear expression over a location's state variables, read as
 * signed or unsigned integers: x, -x, x - y, x + y, -x - y.  An abstract state
 * gives each template an upper bound; together they are boxes and octagons.
 *
 * The best abstract successor over an edge is found with a solver [RSY04]:
 * start from nothing; as long as the edge leads from the source's state to one
 * outside the target's, raise the target's bounds to include the state that
 * the model shows.  So arithmetic is exact, bit for bit, whatever the edge
 * contains: that nothing overflows is derived, not assumed.
 *
 * Loops need widening: a bound raised a few times jumps to the next constant
 * of the program (or one beside it), then is given up.  When no edge leads
 * outside any more, the bounds are inductive.
 *
 * Variables that are only copied and compared with constants (engine/narrow.c)
 * get no templates: they are codes, not numbers.
 *
 * Cost: every query that succeeds raises a bound; every template can be raised
 * at most RAISES times. */
#include "engine/absint/absint.h"

#include "engine/narrow.h"

#include <stdlib.h>

enum {
  EXACT_RAISES = 2,    /* bounds follow the models this often, */
  RAISES = 6,          /* then thresholds; then no bound */
  MOST_FOR_PAIRS = 14, /* variables of a location that are paired */
  MOST_TEMPLATES = 400,
  MOST_THRESHOLDS = 64
};

typedef struct Template {
  uint32_t x, y; /* variables of the location; y UINT32_MAX: none */
  int8_t cx, cy; /* +1, -1 */
  uint8_t raises;
  uint8_t is_lost; /* no bound any more */
  TermReading reading;
  __int128 bound;
} Template;

typedef struct Shape { /* of one location */
  Vec(Template) templates;
  bool reached;
  Term invariant;
} Shape;

typedef struct Ai {
  Ts *ts;
  TermStore *store;
  Mem *mem;
  const EngineOptions *options;
  Budget *budget;
  AiStats *stats;
  Shape *shapes;
  Smt **solvers;     /* by edge */
  TermMap **to_next; /* by location */
  int64_t thresholds[MOST_THRESHOLDS];
  uint32_t n_thresholds;
  bool reads[2];  /* by TermReading: the program compares so */
  Narrow *narrow; /* knows which variables are no numbers */
} Ai;

/* ---- templates ---- */

static bool is_number(const Ai *ai, Term var) {
  Sort sort = term_sort(ai->store, var);
  return sort_kind(sort) == SORT_BV && sort_width(sort) >= 2 &&
         sort_width(sort) <= 64 && !narrow_has_code(ai->narrow, var);
}

static void add_template(Ai *ai, Shape *shape, Template t) {
  if (shape->templates.n >= MOST_TEMPLATES) return;
  VEC_PUSH(ai->mem, &shape->templates, t);
  ai->stats->templates++;
}

static void add_single(Ai *ai, Shape *shape, uint32_t x) {
  for (int reading = 0; reading < 2; reading++)
    for (int sign = -1; sign <= 1 && ai->reads[reading]; sign += 2)
      add_template(ai, shape,
                   (Template){.x = x,
                              .y = UINT32_MAX,
                              .cx = (int8_t)sign,
                              .reading = (TermReading)reading});
}

static void add_pair(Ai *ai, Shape *shape, uint32_t x, uint32_t y) {
  for (int reading = 0; reading < 2; reading++)
    for (int cx = -1; cx <= 1 && ai->reads[reading]; cx += 2)
      for (int cy = -1; cy <= 1; cy += 2)
        add_template(ai, shape,
                     (Template){.x = x,
                                .y = y,
                                .cx = (int8_t)cx,
                                .cy = (int8_t)cy,
                                .reading = (TermReading)reading});
}

static void make_templates(Ai *ai, uint32_t loc) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  Shape *shape = &ai->shapes[loc];
  uint32_t numbers = 0;
  for (uint32_t i = 0; i < at->n_vars; i++) {
    if (!is_number(ai, at->vars[i].now)) continue;
    numbers++;
    add_single(ai, shape, i);
  }
  if (numbers > MOST_FOR_PAIRS) return;
  for (uint32_t i = 0; i < at->n_vars; i++)
    for (uint32_t k = i + 1; k < at->n_vars; k++)
      if (is_number(ai, at->vars[i].now) && is_number(ai, at->vars[k].now) &&
          term_width(ai->store, at->vars[i].now) ==
              term_width(ai->store, at->vars[k].now))
        add_pair(ai, shape, i, k);
}

/* ---- thresholds: the program's constants and their neighbours ---- */

static void add_threshold(Ai *ai, int64_t value) {
  for (uint32_t i = 0; i < ai->n_thresholds; i++)
    if (ai->thresholds[i] == value) return;
  if (ai->n_thresholds < MOST_THRESHOLDS)
    ai->thresholds[ai->n_thresholds++] = value;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* Also sees whether the program compares signed, unsigned, or both. */
static void find_thresholds(Ai *ai) {
  add_threshold(ai, 0);
  TermWalk walk;
  term_walk_init(&walk, ai->store);
  for (uint32_t e = 0; e < ai->ts->edges.n; e++)
    term_walk_push(&walk, ai->ts->edges.at[e].formula);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    int64_t value;
    if (term_kind(ai->store, t) == TERM_SLT) ai->reads[TERM_SIGNED] = true;
    if (term_kind(ai->store, t) == TERM_ULT) ai->reads[TERM_UNSIGNED] = true;
    if (!term_const_i64(ai->store, t, &value)) continue;
    if (value == INT64_MIN || value == INT64_MAX) continue;
    for (int64_t near = -1; near <= 1; near++) {
      add_threshold(ai, value + near);
      add_threshold(ai, -(value + near));
    }
  }
  term_walk_done(&walk);
  if (!ai->reads[TERM_UNSIGNED]) ai->reads[TERM_SIGNED] = true;
  qsort(ai->thresholds, ai->n_thresholds, sizeof *ai->thresholds, by_value);
}

/* ---- bounds ---- */

static Term bound_atom(Ai *ai, const TsLocation *at, const Template *t) {
  TermLinear atom = {.op = TERM_LE, .n = 1, .bound = t->bound};
  atom.at[0] = (TermMonomial){at->vars[t->x].now, t->reading, t->cx};
  if (t->y != UINT32_MAX)
    atom.at[atom.n++] = (TermMonomial){at->vars[t->y].now, t->reading, t->cy};
  Term made = term_linear_make(ai->store, &atom);
  return made.id ? made : term_true();
}

static void make_invariant(Ai *ai, uint32_t loc) {
  Shape *shape = &ai->shapes[loc];
  const TsLocation *at = &ai->ts->locations.at[loc];
  Term all = shape->reached ? term_true() : term_false();
  for (uint32_t i = 0; shape->reached && i < shape->templates.n; i++)
    if (!shape->templates.at[i].is_lost)
      all =
          term_and(ai->store, all, bound_atom(ai, at, &shape->templates.at[i]));
  shape->invariant = all;
}

static __int128 number_of(Ai *ai, Smt *smt, Term var, TermReading reading) {
  TermValue value = smt_value(smt, var);
  uint32_t width = term_width(ai->store, var);
  uint64_t bits = value.bits;
  if (reading == TERM_UNSIGNED || !(bits >> (width - 1) & 1)) return bits;
  return (__int128)bits - ((__int128)1 << width);
}

static __int128 next_threshold(const Ai *ai, __int128 value) {
  for (uint32_t i = 0; i < ai->n_thresholds; i++)
    if (ai->thresholds[i] >= value) return ai->thresholds[i];
  return value;
}

static void raise_bound(Ai *ai, Template *t, __int128 value, bool first) {
  if (first) {
    t->bound = value;
    return;
  }
  if (t->is_lost || value <= t->bound) return;
  t->raises++;
  t->bound = t->raises > EXACT_RAISES ? next_threshold(ai, value) : value;
  t->is_lost = t->raises > RAISES;
}

/* Include the state the model shows at the edge's target. */
static void include_model(Ai *ai, Smt *smt, uint32_t loc) {
  Shape *shape = &ai->shapes[loc];
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < shape->templates.n; i++) {
    Template *t = &shape->templates.at[i];
    __int128 value =
        t->cx * number_of(ai, smt, at->vars[t->x].next, t->reading);
    if (t->y != UINT32_MAX)
      value += t->cy * number_of(ai, smt, at->vars[t->y].next, t->reading);
    raise_bound(ai, t, value, !shape->reached);
  }
  shape->reached = true;
  make_invariant(ai, loc);
}

/* ---- the fixpoint ---- */

static Smt *solver(Ai *ai, uint32_t e) {
  if (!ai->solvers[e]) {
    ai->solvers[e] =
        smt_new(ai->mem, ai->store, engine_backend(ai->ts, ai->options),
                ai->options->smt);
    smt_add(ai->solvers[e], ai->ts->edges.at[e].formula);
  }
  return ai->solvers[e];
}

typedef enum Step { STEP_INSIDE, STEP_RAISED, STEP_STOPPED } Step;

/* Does the edge lead outside the target's bounds?  Then raise them. */
static Step step(Ai *ai, uint32_t e) {
  const TsEdge *edge = &ai->ts->edges.at[e];
  Shape *from = &ai->shapes[edge->source.id],
        *to = &ai->shapes[edge->target.id];
  if (!from->reached || term_is_true(to->invariant)) return STEP_INSIDE;
  Smt *smt = solver(ai, e);
  TermList assume = {0};
  term_conjuncts(ai->store, from->invariant, &assume);
  VEC_PUSH(
      ai->mem, &assume,
      term_not(term_map_apply(ai->to_next[edge->target.id], to->invariant)));
  ai->stats->queries++;
  SmtResult result = smt_check(smt, assume.at, assume.n, ai->budget);
  VEC_DONE(ai->mem, &assume);
  if (result == SMT_UNKNOWN) return STEP_STOPPED;
  if (result == SMT_UNSAT) return STEP_INSIDE;
  include_model(ai, smt, edge->target.id);
  return STEP_RAISED;
}

/* Round after round over all edges until nothing moves. */
static bool fixpoint(Ai *ai) {
  for (bool moved = true; moved;) {
    moved = false;
    for (uint32_t e = 0; e < ai->ts->edges.n; e++) {
      TsKind kind = ts_location(ai->ts, ai->ts->edges.at[e].target)->kind;
      if (kind != TS_CUT) continue;
      Step done;
      while ((done = step(ai, e)) == STEP_RAISED) moved = true;
      if (done == STEP_STOPPED) return false;
    }
  }
  return true;
}

static void ai_init(Ai *ai) {
  Ts *ts = ai->ts;
  ai->narrow = narrow_new(ts);
  ai->shapes = MEM_ARRAY(ai->mem, Shape, ts->locations.n);
  ai->solvers = MEM_ARRAY(ai->mem, Smt *, ts->edges.n);
  ai->to_next = MEM_ARRAY(ai->mem, TermMap *, ts->locations.n);
  find_thresholds(ai);
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    make_templates(ai, l);
    ai->shapes[l].reached = l == ts->entry.id;
    ai->to_next[l] = ts_next_map(ts, (TsLoc){l});
    make_invariant(ai, l);
  }
}

static void ai_done(Ai *ai) {
  Ts *ts = ai->ts;
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    VEC_DONE(ai->mem, &ai->shapes[l].templates);
    term_map_free(ai->to_next[l]);
  }
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (ai->solvers[e]) smt_free(ai->solvers[e]);
  MEM_FREE_ARRAY(ai->mem, ai->shapes, ts->locations.n);
  MEM_FREE_ARRAY(ai->mem, ai->solvers, ts->edges.n);
  MEM_FREE_ARRAY(ai->mem, ai->to_next, ts->locations.n);
  narrow_free(ai->narrow);
}

bool ai_invariants(Ts *ts, const EngineOptions *options, Budget *budget,
                   TermList *invariants, AiStats *stats) {
  Ai ai = {.ts = ts,
           .store = ts->store,
           .mem = ts->mem,
           .options = options,
           .budget = budget,
           .stats = stats};
  ai_init(&ai);
  bool good = fixpoint(&ai);
  for (uint32_t l = 0; good && l < ts->locations.n; l++) {
    bool inner = ts->locations.at[l].kind == TS_CUT;
    VEC_PUSH(term_store_mem(ts->store), invariants,
             inner ? ai.shapes[l].invariant : term_true());
  }
  ai_done(&ai);
  return good;
}
