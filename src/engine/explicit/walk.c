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
 * a path asks for.
 *
 * The class of a run says which other inputs would have gone the same way: the
 * guards taken and the values at the target, as far as they depend on inputs,
 * with all else put in as constants.  When the classes of some runs cover all
 * inputs, these runs have shown every successor of the state. */
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
  TermList taken;     /* what held on the way and depends on inputs */
  Map assigned;       /* variable that depends on inputs -> its value's term */
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
  VEC_CLEAR(&w->taken);
  map_clear(&w->assigned);
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
    TsAssign assign = step->assigns[i];
    if (term_eval(w->eval, assign.value, &value) == TERM_EVAL_OK)
      put_value(w, assign.var, value);
    if (candidates_depends(w->candidates, assign.value))
      map_put(&w->assigned, assign.var.id, assign.value.id);
  }
}

/* It holds on this path. */
static void took(Walk *w, Term t) {
  if (candidates_depends(w->candidates, t))
    VEC_PUSH(term_store_mem(w->ts->store), &w->taken, t);
}

/* The way out of a block whose guard holds; NULL: none, or perhaps (`*open`)
 * one that is not known to hold. */
static const Way *way_out(Walk *w, uint32_t block, bool *open) {
  *open = false;
  for (uint32_t i = w->first[block]; i < w->first[block + 1]; i++) {
    const Way *way = &w->ways[i];
    assert(way->to > block);
    Term guard = w->edge->blocks[way->to].steps[way->step].guard;
    Truth truth = truth_of(w, guard);
    took(w, truth == YES ? guard : term_not(guard));
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
    Term constraint = w->edge->blocks[block].constraint;
    Truth holds = truth_of(w, constraint);
    took(w, holds == YES ? constraint : term_not(constraint));
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

/* ---- classes ---- */

/* The parts of a term over inputs, by node; and the nodes still to do. */
typedef struct Special {
  Map memo;
  Vec(uint32_t) stack;
} Special;

static Term done_term(const Special *special, Term t) {
  const uint64_t *at = map_find(&special->memo, term_node(t));
  if (!at) return TERM_NONE;
  Term done = {(uint32_t)*at};
  return term_is_negated(t) ? term_not(done) : done;
}

/* A term that depends on no input: what it is in this run.  What has no value
 * stays; then the class says too little, and the search ends there. */
static Term constant_of(Walk *w, Term t) {
  TermValue value;
  if (term_eval(w->eval, t, &value) != TERM_EVAL_OK) return t;
  return term_of_value(w->ts->store, w->eval, value);
}

/* The same operator on the children's terms; none: they come first. */
static Term rebuilt(Walk *w, Special *special, Term t) {
  TermStore *store = w->ts->store;
  Term children[TERM_LINEAR_MAX];
  uint32_t n = term_n_children(store, t), before = special->stack.n;
  require(n <= TERM_LINEAR_MAX);
  for (uint32_t i = 0; i < n; i++) {
    Term child = term_child(store, t, i);
    children[i] = done_term(special, child);
    if (!children[i].id) VEC_PUSH(w->mem, &special->stack, term_node(child));
  }
  return special->stack.n > before ? TERM_NONE
                                   : term_rebuild(store, t, children);
}

/* None: what it needs was put on the stack. */
static Term special_node(Walk *w, Special *special, Term t) {
  if (!candidates_depends(w->candidates, t)) return constant_of(w, t);
  const uint64_t *at = map_find(&w->assigned, t.id);
  if (at) {
    Term value = {(uint32_t)*at}, done = done_term(special, value);
    if (!done.id) VEC_PUSH(w->mem, &special->stack, term_node(value));
    return done;
  }
  if (term_n_children(w->ts->store, t) == 0) return t;
  return rebuilt(w, special, t);
}

static Term specialise(Walk *w, Special *special, Term root) {
  VEC_PUSH(w->mem, &special->stack, term_node(root));
  while (special->stack.n > 0) {
    uint32_t node = VEC_LAST(&special->stack);
    Term done = map_find(&special->memo, node)
                    ? TERM_NONE
                    : special_node(w, special, term_of_node(node));
    if (done.id) map_put(&special->memo, node, done.id);
    if (map_find(&special->memo, node)) (void)VEC_POP(&special->stack);
  }
  return done_term(special, root);
}

/* The target's values that depend on inputs are what they are. */
static void take_target(Walk *w, Special *special, TermList *parts) {
  TermStore *store = w->ts->store;
  const TsLocation *target = ts_location(w->ts, w->edge->target);
  for (uint32_t i = 0; i < target->n_vars; i++) {
    Term next = target->vars[i].next;
    const uint64_t *at = map_find(&w->assigned, next.id);
    if (!at) continue;
    Term value = specialise(w, special, (Term){(uint32_t)*at});
    TermValue is =
        explicit_value(w->eval, term_sort(store, next), w->target[i]);
    VEC_PUSH(term_store_mem(store), parts,
             term_eq(store, value, term_of_value(store, w->eval, is)));
  }
}

Term walk_class(Walk *w) {
  TermStore *store = w->ts->store;
  Special special = {0};
  map_init(&special.memo, w->mem);
  TermList parts = {0};
  for (uint32_t i = 0; i < w->taken.n; i++)
    VEC_PUSH(term_store_mem(store), &parts,
             specialise(w, &special, w->taken.at[i]));
  if (VEC_LAST(&w->path) == w->edge->n_blocks - 1)
    take_target(w, &special, &parts);
  Term all = term_and_n(store, parts.at, parts.n);
  VEC_DONE(term_store_mem(store), &parts);
  VEC_DONE(w->mem, &special.stack);
  map_done(&special.memo);
  return all;
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
  w->edge = ts_edge(ts, edge);
  w->mem = ts->mem;
  list_ways(w);
  map_init(&w->block_of, w->mem);
  map_init(&w->known, w->mem);
  map_init(&w->assigned, w->mem);
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
  map_done(&w->assigned);
  VEC_DONE(term_store_mem(w->ts->store), &w->taken);
  VEC_DONE(w->mem, &w->tries);
  VEC_DONE(w->mem, &w->values);
  VEC_DONE(w->mem, &w->path);
  VEC_DONE(w->mem, &w->choices);
  candidates_free(w->candidates);
  term_eval_free(w->eval);
  MEM_DELETE(w->mem, w);
}
