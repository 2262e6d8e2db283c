/* SPDX-License-Identifier: MIT
 *
 * Problem.  Engines unroll and solve; an error behind a loop of a thousand
 * rounds costs them a thousand copies of its body, although nearly any run of
 * the program may meet it.
 *
 * Idea.  Before anything else is tried, run the program some dozens of times.
 * An input is a function of (seed, place, occurrence), so a run that meets an
 * error can be repeated and its inputs recorded.  Inputs are drawn from what
 * makes branches go either way: zero, small numbers, and the constants that
 * the program itself compares with, give or take one; each run has its own
 * mixture, and some repeat the first answer of a place.  Pointers are NULL and
 * fresh memory is zero: replay finds objects for those, if need be.  Arguments
 * of main and lines of input are also some texts, in all pairs.
 *
 * This is the simplest of fuzzers, without feedback.  It decides nothing: what
 * it finds is replayed like every counterexample.
 *
 * The first run also shows whether there are inputs at all.  A program that
 * asks for none that matters (idle.c), and reads no byte of an object before it
 * is written, has this run only: when it ends without an error, no error can be
 * reached.  Where accesses are what is checked, it is run once more with memory
 * in which no access is valid by chance.  This, too, is checked elsewhere
 * before it is believed.  Where the program seems to look at addresses, the run
 * is watched (looks.c).
 *
 * Cost: SHORT_RUNS, MIDDLE_RUNS and LONG_RUNS of increasing length, some 6
 * million steps together.  Where the first run asks for nothing in its first
 * steps, it goes on until it does; then the other runs must be as long, and
 * there are fewer of them. */
#include "interp/concrete.h"

enum {
  SHORT_RUNS = 80,
  MIDDLE_RUNS = 30,
  LONG_RUNS = 2,
  SHORT_STEPS = 10000,
  MIDDLE_STEPS = 100000,
  LONG_STEPS = 1000000,
  FIRST_STEPS = 20000000, /* as long as it asks for no input */
  LOOK_STEPS = 4000000,   /* of a run that is watched */
  MOST_STEPS = 30000000,  /* of all runs */
  MOST_CONSTANTS = 4096,
  MOST_COUNTS = 3 /* numbers of arguments that are tried with texts */
};

/* Texts that arguments and lines of input may be: numbers at the limits, one
 * that is longer than people think, numbers that the program itself compares
 * with, and words that stand in it, as the names of its options; what its
 * formats read is one of these, too. */
static const char *const fixed_texts[] = {"2147483647",
                                          "-1",
                                          "-2147483648",
                                          "1",
                                          "0",
                                          "99999999999999999999",
                                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
enum {
  N_FIXED = sizeof fixed_texts / sizeof *fixed_texts,
  MOST_NUMBERS = N_FIXED + 5,    /* with those that are compared with */
  MOST_TEXTS = MOST_NUMBERS + 8, /* and with the program's own texts */
  TEXT_ROOM = 40,
  OWN_ROOM = 12 /* longer ones are messages */
};

typedef Vec(uint64_t) Constants;

typedef struct Runs {
  const Program *program;
  const ConcreteOptions *options;
  uint64_t seed;
  Constants constants;
  Map counts;     /* place -> requests so far */
  uint64_t asked; /* requests of the run that matter */
  bool has_ended; /* the run, without an error */
  InterpIdle *idle;
  /* Of runs with texts: which one it is, how many arguments there are, and
   * what was asked for so far. */
  bool has_texts, is_started;
  char texts[MOST_TEXTS][TEXT_ROOM];
  uint32_t n_all;
  uint32_t pair, n_arguments, n_counts, n_texts;
  bool asks_texts; /* the first run did */
} Runs;

/* ---- constants to try ---- */

static bool compares(Op op) {
  return op == OP_EQ || op == OP_NE || op == OP_ULT || op == OP_ULE ||
         op == OP_SLT || op == OP_SLE || op == OP_SWITCH;
}

static void collect_of(const Program *p, const Function *f, Map *seen,
                       Constants *out) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 0; compares(inst->op) && k < inst->n_ops; k++) {
        uint64_t value;
        if (!val_is_const(inst->ops[k]) || out->n >= MOST_CONSTANTS ||
            !prog_const_as_u64(p, inst->ops[k], &value) ||
            map_find(seen, value))
          continue;
        map_put(seen, value, 1);
        VEC_PUSH(p->mem, out, value);
      }
    }
}

static void collect(const Program *p, Constants *out) {
  Map seen;
  map_init(&seen, p->mem);
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED &&
        p->funcs.at[f].origin == FUNC_USER)
      collect_of(p, &p->funcs.at[f], &seen, out);
  map_done(&seen);
}

/* ---- inputs ---- */

/* At the limits of a type. */
static uint64_t draw_extreme(Rng *rng, uint32_t bits) {
  uint64_t half = bits && bits <= 64 ? (uint64_t)1 << (bits - 1) : 0;
  switch (rng_below(rng, 4)) {
  case 0: return half - 1 - rng_below(rng, 2);
  case 1: return half + rng_below(rng, 2);
  default: return UINT64_MAX - rng_below(rng, 4);
  }
}

static uint64_t draw(const Runs *r, Rng *rng, uint32_t bits) {
  uint32_t style = (uint32_t)(r->seed % 4), dice = rng_below(rng, 8);
  if (style == 0 && dice < 6) return rng_below(rng, 2);
  if (style == 1 && dice < 5) return rng_below(rng, 12);
  if (r->constants.n && dice < 6) {
    uint64_t value = r->constants.at[rng_below(rng, r->constants.n)];
    return value + (dice < 4 ? 0 : dice == 4 ? 1 : UINT64_MAX);
  }
  return dice == 6 ? rng_next(rng) : draw_extreme(rng, bits);
}

/* What the pass `entry` makes of a parameter of main. */
static bool is_argument(const Runs *r, const InterpPlace *place) {
  const Inst *inst = place->inst;
  return inst && inst->op == OP_NONDET && inst->imm == INPUT_EXTERN &&
         inst->name != UINT32_MAX &&
         strcmp(names_text(&r->program->names, inst->name), "main") == 0;
}

/* ---- texts ---- */

/* Of the library: how much there is of something, from 0 on. */
static bool is_count(const Runs *r, const InterpPlace *place) {
  if (!place->func.id) return false;
  const Function *f = prog_func(r->program, place->func);
  return f->origin == FUNC_MODEL && text_starts_with(f->name, "model_upto");
}

static bool is_text(const Runs *r, const InterpPlace *place) {
  const Inst *inst = place->inst;
  if (!inst || !place->func.id) return false;
  bool is_made = inst->op == OP_ALLOCA && inst->n_ops > 0;
  return (is_made || inst->op == OP_HAVOC) &&
         prog_func(r->program, place->func)->origin == FUNC_MODEL;
}

/* The first is how many arguments main has; the others are lengths, which must
 * not be too long for where they go. */
static uint64_t next_count(Runs *r) {
  static const uint8_t lengths[] = {TEXT_ROOM, 30, 14, 6};
  bool is_first = r->n_counts++ == 0;
  return r->is_started && is_first
             ? r->n_arguments
             : lengths[(r->pair + r->pair / r->n_all) % 4];
}

/* All pairs of texts; the program's own name is none of them. */
static void next_text(Runs *r, uint8_t *bytes, uint64_t n) {
  uint32_t nth = r->n_texts++ - r->is_started;
  const char *text =
      r->texts[(nth == 0 ? r->pair / r->n_all : r->pair) % r->n_all];
  size_t length = strlen(text);
  memset(bytes, 0, n);
  memcpy(bytes, text, n < length ? n : length);
}

/* Of runs without texts: first of all main has one argument, the name of the
 * program, for a run without any can be explained to nobody. */
static uint64_t draw_count(Runs *r, Rng *rng, uint64_t word) {
  bool is_argc = r->is_started && r->n_counts++ == 0;
  if (r->seed == 0) return is_argc ? 1 : word;
  return rng_below(rng, 2) ? rng_below(rng, 8) : word;
}

static bool answer(void *context, const InterpPlace *place, uint32_t bits,
                   BvWord *value) {
  Runs *r = context;
  uint64_t key = hash_mix(place->site, place->chain);
  uint64_t *count = map_find(&r->counts, key);
  if (!count) count = map_put(&r->counts, key, 0);
  bool sticky = r->seed % 5 == 4;
  uint64_t nth = sticky ? 0 : *count;
  ++*count;
  r->asked += interp_asks(place) && !interp_is_idle(r->idle, place);
  bool pointer =
      place->inst && prog_type(r->program, place->inst->type)->kind == TYPE_PTR;
  Rng rng = {hash_mix(hash_mix(r->seed, key), nth)};
  uint64_t word = r->seed == 0 || pointer ? 0 : draw(r, &rng, bits);
  if (is_count(r, place))
    word = r->has_texts ? next_count(r) : draw_count(r, &rng, word);
  if (is_argument(r, place)) word &= (1 << PROG_ARGUMENTS_LOG2) - 1;
  bv_set_u64(value, word, bits);
  return true;
}

static void fill(void *context, const InterpPlace *place, uint8_t *bytes,
                 uint64_t n) {
  Runs *r = context;
  r->asked += n > 0 && interp_asks(place);
  r->asks_texts |= is_text(r, place);
  if (n) memset(bytes, 0, n);
  if (n && r->has_texts && is_text(r, place)) next_text(r, bytes, n);
}

static InterpInputs inputs_of(Runs *r, uint64_t seed) {
  r->seed = seed;
  r->asked = 0;
  r->n_counts = r->n_texts = 0;
  map_clear(&r->counts);
  return (InterpInputs){r, answer, fill};
}

/* ---- runs ---- */

static bool is_spent(const Runs *r) {
  return r->options->budget && budget_is_spent(r->options->budget);
}

typedef struct Length {
  uint64_t steps;
  InterpFresh fresh;
  InterpMemory memory;
  bool looks;
} Length;

static InterpEnd run_once(Runs *r, Mem *mem, InterpInputs inputs, Length length,
                          ConcreteStats *stats) {
  InterpOptions options = {.max_steps = length.steps,
                           .fresh = length.fresh,
                           .memory = length.memory,
                           .looks = length.looks,
                           .no_jumps = length.looks,
                           .budget = r->options->budget};
  Interp *run = interp_new(mem, r->program, options);
  InterpResult result = interp_run(run, inputs);
  r->asked += result.used_fresh;
  if (length.memory == INTERP_SURE && r->options->memory == INTERP_SURE)
    r->asked += result.lives_again;
  r->asked += result.looked;
  r->has_ended = interp_is_plain_end(result.end) ||
                 interp_is_bad_division(&result) ||
                 (r->options->bad_access_ends && interp_is_bad_access(&result));
  stats->runs++;
  stats->steps += result.steps;
  interp_free(run);
  return result.end;
}

/* Run 0, and how far it went; behind its first steps only if it had not asked
 * for anything by then. */
static ConcreteEnd run_first(Runs *r, Mem *mem, Length *length,
                             ConcreteStats *stats) {
  const ConcreteOptions *options = r->options;
  *length =
      (Length){SHORT_STEPS, INTERP_FRESH_TRACKED,
               options->bad_access_ends ? INTERP_STRICT : INTERP_LAZY, false};
  InterpEnd end = run_once(r, mem, inputs_of(r, 0), *length, stats);
  if (end == INTERP_FUEL && !r->asked) {
    length->steps = FIRST_STEPS;
    end = run_once(r, mem, inputs_of(r, 0), *length, stats);
  }
  if (end == INTERP_ERROR) return CONCRETE_FAILS;
  if (!r->has_ended || r->asked) return CONCRETE_NOTHING;
  if (options->memory == INTERP_SURE) {
    length->memory = INTERP_SURE;
    run_once(r, mem, inputs_of(r, 0), *length, stats);
  }
  return r->has_ended && !r->asked ? CONCRETE_ENDS : CONCRETE_NOTHING;
}

static uint64_t length_of(uint32_t run) {
  assert(run < SHORT_RUNS + MIDDLE_RUNS + LONG_RUNS);
  if (run < SHORT_RUNS) return SHORT_STEPS;
  return run < SHORT_RUNS + MIDDLE_RUNS ? MIDDLE_STEPS : LONG_STEPS;
}

/* Numbers of arguments that make a difference: what the program compares
 * with. */
static uint32_t find_counts(const Runs *r, uint32_t counts[MOST_COUNTS]) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->constants.n && n + 1 < MOST_COUNTS; i++)
    if (r->constants.at[i] > 1 && r->constants.at[i] < 6)
      counts[n++] = (uint32_t)r->constants.at[i];
  counts[n++] = 2;
  return r->is_started ? n : 1;
}

/* A word of the program as it stands, or as a format would read it; false: it
 * is none. */
static bool own_text(const Global *g, char *out) {
  bool is_word = g->kind == GLOBAL_CONSTANT && g->init && g->n_relocs == 0 &&
                 g->size >= 2 && g->size <= OWN_ROOM && !g->init[g->size - 1];
  uint32_t n = 0;
  for (uint64_t i = 0; is_word && i + 1 < g->size; i++) {
    uint8_t c = g->init[i];
    if (c == '%') c = g->init[++i] == 'd' || g->init[i] == 'u' ? '7' : 'a';
    is_word = c > ' ' && c < 127;
    out[n++] = (char)c;
  }
  out[n] = 0;
  return is_word;
}

static void add_own_texts(Runs *r) {
  const Program *p = r->program;
  for (uint32_t g = 1; g < p->globals.n && r->n_all < MOST_TEXTS; g++)
    r->n_all += own_text(&p->globals.at[g], r->texts[r->n_all]);
}

static void make_texts(Runs *r) {
  r->n_all = 0;
  for (uint32_t i = 0; i < N_FIXED; i++)
    snprintf(r->texts[r->n_all++], TEXT_ROOM, "%s", fixed_texts[i]);
  for (uint32_t i = 0; i < r->constants.n && r->n_all < MOST_NUMBERS; i++)
    if (r->constants.at[i] > 1)
      snprintf(r->texts[r->n_all++], TEXT_ROOM, "%lld",
               (long long)r->constants.at[i]);
  add_own_texts(r);
}

/* All pairs of texts; what else is asked for is 0. */
static ConcreteEnd run_texts(Runs *r, Mem *mem, Length *length,
                             ConcreteStats *stats) {
  uint32_t counts[MOST_COUNTS], n = find_counts(r, counts);
  *length = (Length){SHORT_STEPS, INTERP_FRESH_FILLED, INTERP_LAZY, false};
  r->has_texts = true;
  make_texts(r);
  for (uint32_t i = 0; i < n; i++)
    for (r->pair = 0; r->pair < r->n_all * r->n_all; r->pair++) {
      r->n_arguments = counts[i];
      InterpInputs inputs = inputs_of(r, 0);
      if (run_once(r, mem, inputs, *length, stats) == INTERP_ERROR)
        return CONCRETE_FAILS;
      if (is_spent(r)) break;
    }
  r->has_texts = false;
  return CONCRETE_NOTHING;
}

static ConcreteEnd run_all(Runs *r, Mem *mem, Length *length,
                           ConcreteStats *stats) {
  ConcreteEnd first = run_first(r, mem, length, stats);
  if (first != CONCRETE_NOTHING || !r->asked) return first;
  if ((r->is_started || r->asks_texts) &&
      run_texts(r, mem, length, stats) == CONCRETE_FAILS)
    return CONCRETE_FAILS;
  uint64_t least = length->steps == FIRST_STEPS ? stats->steps : 0;
  for (uint32_t i = 1; i < SHORT_RUNS + MIDDLE_RUNS + LONG_RUNS; i++) {
    *length =
        (Length){least + length_of(i), INTERP_FRESH_FILLED, INTERP_LAZY, false};
    InterpInputs inputs = inputs_of(r, i);
    if (run_once(r, mem, inputs, *length, stats) == INTERP_ERROR)
      return CONCRETE_FAILS;
    if (stats->steps > MOST_STEPS || is_spent(r)) break;
  }
  return CONCRETE_NOTHING;
}

static Runs runs_new(Mem *mem, const Program *program,
                     const ConcreteOptions *options) {
  Runs r = {.program = program,
            .options = options,
            .idle = interp_idle_new(mem, program)};
  r.is_started =
      text_starts_with(prog_func(program, program->entry)->name, PROG_START);
  map_init(&r.counts, mem);
  collect(program, &r.constants);
  return r;
}

static void runs_done(Runs *r) {
  VEC_DONE(r->program->mem, &r->constants);
  map_done(&r->counts);
  interp_idle_free(r->idle);
}

ConcreteEnd concrete_runs(Mem *mem, const Program *program,
                          const ConcreteOptions *options, InterpTable *into,
                          ConcreteStats *stats) {
  require(into->mem && !into->given.n);
  Runs r = runs_new(mem, program, options);
  Length length;
  ConcreteEnd end = run_all(&r, mem, &length, stats);
  if (end == CONCRETE_FAILS) {
    InterpRecorder recorder = {inputs_of(&r, r.seed), into};
    InterpInputs inputs = interp_record(&recorder);
    if (run_once(&r, mem, inputs, length, stats) != INTERP_ERROR)
      end = CONCRETE_NOTHING;
  }
  runs_done(&r);
  return end;
}

bool concrete_looks(Mem *mem, const Program *program,
                    const ConcreteOptions *options) {
  ConcreteStats stats = {0};
  Length length = {LOOK_STEPS, INTERP_FRESH_TRACKED, INTERP_SURE, true};
  Runs r = runs_new(mem, program, options);
  InterpEnd end = run_once(&r, mem, inputs_of(&r, 0), length, &stats);
  bool sure = r.has_ended && !r.asked && end != INTERP_ERROR;
  runs_done(&r);
  return !sure;
}
