/* SPDX-License-Identifier: MIT
 *
 * A run through one edge, from one state.
 *
 * With a value for each variable of the source, control goes from block to
 * block: of the ways out of a block the one whose guard holds is taken, what it
 * assigns gets its value.  An input gets a value when it is first asked for;
 * which one is the run's choice.  The choices of a run are a word over
 * candidates, in the order of asking, and the next run is the next word in
 * lexicographic order: so all are tried without knowing beforehand which inputs
 * a path asks for. */
#include "engine/explicit/explicit_int.h"

/* A way out of a block. */
typedef struct Way {
  uint32_t to, step; /* step: of that block */
} Way;

typedef struct Try {
  Term input;
  uint32_t candidate;
} Try;

struct Walk {
  const Ts *ts;
  TsEdgeId id;
  const TsEdge *edge;
  Mem *mem;
  uint32_t *first; /* ways out of block b: [first[b]..first[b+1][ */
  Way *ways;
  Map block_of; /* "visited" variable -> block */
  Candidates *candidates;
  const uint64_t *state;
  bool begun; /* a run from this state was made */
  Vec(Try) tries;
  uint32_t asked;      /* tries used by this run */
  const Choice *fixed; /* walk_run_with: the inputs; else NULL */
  uint32_t n_fixed;
  bool is_fixed;
  /* of the last run */
  TermEval *eval;
  Map known; /* variable -> place in `values` */
  Vec(TermValue) values;
  Vec(uint32_t) path; /* blocks */
  Vec(Choice) choices;
  uint64_t *target;
};

/* ---- values ---- */

static void put_value(Walk *w, Term var, TermValue value) {
  map_put(&w->known, var.id, w->values.n);
  VEC_PUSH(w->mem, &w->values, value);
}

static TermValue zero_of(TermEval *eval, const TermStore *store, Sort sort) {
  if (sort_kind(sort) == SORT_ARRAY)
    return term_value_const_array(
        eval, sort, zero_of(eval, store, sort_element(store, sort)));
  if (explicit_fits(sort)) return explicit_value(eval, sort, 0);
  BvWord zeros[BV_MAX_WORDS] = {0};
  return sort_kind(sort) == SORT_FLOAT
             ? term_value_float(eval, sort, zeros)
             : term_value_bv(eval, zeros, sort_width(sort));
}

static uint64_t fixed_value(const Walk *w, Term input) {
  for (uint32_t i = 0; i < w->n_fixed; i++)
    if (term_same(w->fixed[i].input, input)) return w->fixed[i].value;
  return 0;
}

static uint64_t tried_value(Walk *w, Term input) {
  if (w->asked == w->tries.n) VEC_PUSH(w->mem, &w->tries, ((Try){input, 0}));
  Try try = w->tries.at[w->asked++];
  assert(term_same(try.input, input));
  return candidates_value(w->candidates, input, try.candidate);
}

static TermValue choose(Walk *w, Term input) {
  Sort sort = term_sort(w->ts->store, input);
  if (!explicit_fits(sort)) return zero_of(w->eval, w->ts->store, sort);
  uint64_t bits = w->is_fixed ? fixed_value(w, input) : tried_value(w, input);
  VEC_PUSH(w->mem, &w->choices, ((Choice){input, bits}));
  return explicit_value(w->eval, sort, bits);
}

static bool is_on_path(const Walk *w, uint32_t block) {
  for (uint32_t i = 0; i < w->path.n; i++)
    if (w->path.at[i] == block) return true;
  return false;
}

static bool valuation(void *context, TermEval *eval, Term var,
                      TermValue *value) {
  Walk *w = context;
  require(eval == w->eval);
  const uint64_t *at = map_find(&w->known, var.id);
  if (at) {
    *value = w->values.at[*at];
    return true;
  }
  at = map_find(&w->block_of, var.id);
  if (at) {
    *value = term_value_bool(is_on_path(w, (uint32_t)*at));
    return true;
  }
  if (!candidates_is_input(w->candidates, var)) return false;
  *value = choose(w, var);
  put_value(w, var, *value);
  return true;
}

/* ---- runs ---- */

static void begin_run(Walk *w) {
  const TsLocation *source = ts_location(w->ts, w->edge->source);
  term_eval_reset(w->eval);
  map_clear(&w->known);
  VEC_CLEAR(&w->values);
  VEC_CLEAR(&w->path);
  VEC_CLEAR(&w->choices);
  w->asked = 0;
  for (uint32_t i = 0; i < source->n_vars; i++) {
    Term now = source->vars[i].now;
    put_value(
        w, now,
        explicit_value(w->eval, term_sort(w->ts->store, now), w->state[i]));
  }
}

typedef enum Truth { NO, YES, OPEN } Truth;
static Truth truth_of(Walk *w, Term t) {
  TermValue value;
  if (term_eval(w->eval, t, &value) != TERM_EVAL_OK) return OPEN;
  return value.bits ? YES : NO;
}

/* What cannot be computed is left open: perhaps nobody asks for it. */
static void assign(Walk *w, const TsStep *step) {
  for (uint32_t i = 0; i < step->n_assigns; i++) {
    TermValue value;
    if (term_eval(w->eval, step->assigns[i].value, &value) == TERM_EVAL_OK)
      put_value(w, step->assigns[i].var, value);
  }
}

/* The way out of a block whose guard holds; NULL: none, or perhaps (`*open`)
 * one that is not known to hold. */
static const Way *way_out(Walk *w, uint32_t block, bool *open) {
  *open = false;
  for (uint32_t i = w->first[block]; i < w->first[block + 1]; i++) {
    const Way *way = &w->ways[i];
    assert(way->to > block);
    Truth truth = truth_of(w, w->edge->blocks[way->to].steps[way->step].guard);
    if (truth == YES) return way;
    if (truth == OPEN) *open = true;
  }
  return NULL;
}

static WalkEnd read_target(Walk *w) {
  const TsLocation *target = ts_location(w->ts, w->edge->target);
  for (uint32_t i = 0; i < target->n_vars; i++) {
    const uint64_t *at = map_find(&w->known, target->vars[i].next.id);
    if (!at) return WALK_STUCK;
    w->target[i] = w->values.at[*at].bits;
  }
  return WALK_ARRIVED;
}

static WalkEnd run(Walk *w) {
  begin_run(w);
  for (uint32_t block = 0;;) {
    VEC_PUSH(w->mem, &w->path, block);
    Truth holds = truth_of(w, w->edge->blocks[block].constraint);
    if (holds != YES) return holds == NO ? WALK_ELSEWHERE : WALK_STUCK;
    if (block == w->edge->n_blocks - 1) return read_target(w);
    bool open;
    const Way *way = way_out(w, block, &open);
    if (!way) return open ? WALK_STUCK : WALK_ELSEWHERE;
    assign(w, &w->edge->blocks[way->to].steps[way->step]);
    block = way->to;
  }
}

/* The next word of choices; false: that was the last. */
static bool next_tries(Walk *w) {
  w->tries.n = w->asked;
  while (w->tries.n > 0) {
    Try *last = &VEC_LAST(&w->tries);
    if (++last->candidate < candidates_count(w->candidates, last->input))
      return true;
    (void)VEC_POP(&w->tries);
  }
  return false;
}

void walk_start(Walk *w, const uint64_t *state) {
  w->state = state;
  w->begun = false;
  VEC_CLEAR(&w->tries);
}

WalkEnd walk_run(Walk *w) {
  w->is_fixed = false;
  if (w->begun && !next_tries(w)) return WALK_NO_MORE;
  w->begun = true;
  return run(w);
}

WalkEnd walk_run_with(Walk *w, const Choice *choices, uint32_t n) {
  require(n == 0 || choices != NULL);
  w->is_fixed = true;
  w->fixed = choices;
  w->n_fixed = n;
  return run(w);
}

const uint64_t *walk_target(const Walk *w) {
  return w->target;
}

const Choice *walk_choices(const Walk *w, uint32_t *n) {
  *n = w->choices.n;
  return w->choices.at;
}

uint32_t walk_length(const Walk *w) {
  return w->path.n;
}

const Candidates *walk_candidates(const Walk *w) {
  return w->candidates;
}

static TermValue value_in_run(void *context, Term term) {
  Walk *w = context;
  TermValue value;
  if (term_eval(w->eval, term, &value) == TERM_EVAL_OK) return value;
  return zero_of(w->eval, w->ts->store, term_sort(w->ts->store, term));
}

TsModel walk_model(Walk *w) {
  return (TsModel){w, value_in_run, w->eval};
}

/* ---- life ---- */

static void list_ways(Walk *w) {
  const TsEdge *edge = w->edge;
  uint32_t n = 0;
  w->first = MEM_ARRAY(w->mem, uint32_t, edge->n_blocks + 1);
  for (uint32_t b = 0; b < edge->n_blocks; b++)
    for (uint32_t s = 0; s < edge->blocks[b].n_steps; s++, n++)
      w->first[edge->blocks[b].steps[s].from + 1]++;
  for (uint32_t b = 0; b < edge->n_blocks; b++) w->first[b + 1] += w->first[b];
  assert(w->first[edge->n_blocks] == n);
  w->ways = MEM_ARRAY(w->mem, Way, n);
  uint32_t *filled = MEM_ARRAY(w->mem, uint32_t, edge->n_blocks);
  for (uint32_t b = 0; b < edge->n_blocks; b++)
    for (uint32_t s = 0; s < edge->blocks[b].n_steps; s++) {
      uint32_t from = edge->blocks[b].steps[s].from;
      w->ways[w->first[from] + filled[from]++] = (Way){b, s};
    }
  MEM_FREE_ARRAY(w->mem, filled, edge->n_blocks);
}

Walk *walk_new(const Ts *ts, TsEdgeId edge) {
  Walk *w = MEM_NEW(ts->mem, Walk);
  w->ts = ts;
  w->id = edge;
  w->edge = ts_edge(ts, edge);
  w->mem = ts->mem;
  list_ways(w);
  map_init(&w->block_of, w->mem);
  map_init(&w->known, w->mem);
  for (uint32_t b = 0; b < w->edge->n_blocks; b++)
    if (!term_is_true(w->edge->blocks[b].visited))
      map_put(&w->block_of, w->edge->blocks[b].visited.id, b);
  w->candidates = candidates_new(ts, w->edge);
  w->eval = term_eval_new(ts->store, valuation, w);
  w->target =
      MEM_ARRAY(w->mem, uint64_t, ts_location(ts, w->edge->target)->n_vars);
  return w;
}

void walk_free(Walk *w) {
  const TsEdge *edge = w->edge;
  MEM_FREE_ARRAY(w->mem, w->ways, w->first[edge->n_blocks]);
  MEM_FREE_ARRAY(w->mem, w->first, edge->n_blocks + 1);
  MEM_FREE_ARRAY(w->mem, w->target, ts_location(w->ts, edge->target)->n_vars);
  map_done(&w->block_of);
  map_done(&w->known);
  VEC_DONE(w->mem, &w->tries);
  VEC_DONE(w->mem, &w->values);
  VEC_DONE(w->mem, &w->path);
  VEC_DONE(w->mem, &w->choices);
  candidates_free(w->candidates);
  term_eval_free(w->eval);
  MEM_DELETE(w->mem, w);
}
