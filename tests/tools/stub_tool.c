/* SPDX-License-Identifier: MIT
 *
 * Are the effects of stubs inside of what localisation forgets?
 *
 *   stub_tool [--stubs=recursive|large|all] [--runs=N] [--steps=N]
 * [--model=BC]... BC...
 *
 * Localisation (src/pass/over/local.c) does not follow some functions: a call
 * gives anything and changes what the function may change, as points-to and
 * regions say.  Here nobody asks them: the program is run, and watched.
 *
 *   - The *inlined* program has all but the stubs inlined, and still calls
 *     them, with their bodies.  In a run of it, every byte that a stub (or what
 *     it calls) writes is marked, and so is every byte that the rest accesses
 *     in a place where the *localised* program still believes to know what is
 *     in memory: because it has a variable there, or because the load is left.
 *     No byte of an object's life may have both marks.
 *   - No run ends in an error, or in something unsupported, inside of a stub.
 *   - The localised program is run, too: what stands in the place of forgotten
 *     loads and of calls gives what they gave in the first run.  It must take
 *     the same way to the same end: that is the execution which localisation
 *     promises.  It has no call of a stub.
 *
 * This is done for memory that is all forgotten and for as much as can be kept;
 * with the heap, and without if anything is freed.  --stubs=all takes every
 * function for a stub that reaches no error, whether it may call itself or not.
 *
 * Inputs are random, a function of their place.  New objects hold zeros, since
 * as a variable a cell is another input than as a part of an object.
 *
 * One line tells how much was watched.  Exit code 0: good; 1: not. */
#include "base/base.h"
#include "analysis/analysis.h"
#include "frontend/frontend.h"
#include "interp/interp.h"
#include "pass/edit.h"
#include "pass/over/local_int.h"
#include "pass/pass.h"

#include <stdlib.h>

enum { MOST_FILES = 64, MOST_RANGE = 1 << 16, MOST_WAY = 1 << 20 };

typedef enum Stubs { STUBS_RECURSIVE, STUBS_LARGE, STUBS_ALL } Stubs;

typedef struct Job {
  Mem mem;
  FeInput files[MOST_FILES];
  uint32_t n_files;
  Stubs stubs;
  uint64_t runs, steps; /* per program; of each run */
  /* What was watched. */
  uint64_t n_stubs, n_entered, n_written, n_trusted, n_branches, n_ends;
  uint32_t failures;
} Job;

static const Property unreach_call = {.kinds = 1u << PROPERTY_UNREACH_CALL,
                                      .entry = "main"};

/* ---- the two programs ---- */

typedef struct Pair {
  Job *job;
  const Program *inlined;   /* with bodies of stubs, memory all there */
  const Program *localised; /* the same instructions, where they are left */
  const Function *f, *g;    /* their entries */
  uint8_t *stub;            /* function -> is one */
  uint8_t *trusted;         /* instruction of f -> accesses known memory */
  uint8_t *forgotten;       /* instruction of f -> an input in g */
  uint32_t n;               /* instructions of f */
  const char *what;         /* which way to localise */
} Pair;

/* Instruction -> it is in a block. */
static uint8_t *present(Mem *mem, const Function *f, uint32_t n) {
  uint8_t *in = MEM_ARRAY(mem, uint8_t, n);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (f->blocks.at[b].insts.at[i] < n) in[f->blocks.at[b].insts.at[i]] = 1;
  return in;
}

static bool is_access(Op op) {
  return op == OP_LOAD || prog_op_has(op, 'W');
}

/* Accesses that pass_memory took out of the entry are to variables. */
static void trust_variables(Pair *pair, const Function *after) {
  uint8_t *left = present(&pair->job->mem, after, pair->n);
  for (uint32_t i = 0; i < pair->n; i++)
    pair->trusted[i] = is_access(pair->f->insts.at[i].op) && !left[i];
  MEM_FREE_ARRAY(&pair->job->mem, left, pair->n);
}

/* Accesses that are left are to memory that is kept. */
static void trust_kept(Pair *pair) {
  uint8_t *left = present(&pair->job->mem, pair->g, pair->n);
  for (uint32_t i = 0; i < pair->n; i++) {
    Op before = pair->f->insts.at[i].op, op = pair->g->insts.at[i].op;
    pair->trusted[i] |= left[i] && is_access(op);
    pair->forgotten[i] = left[i] && op == OP_NONDET && before != OP_NONDET;
  }
  MEM_FREE_ARRAY(&pair->job->mem, left, pair->n);
}

/* ---- failures ---- */

static void fail(const Pair *pair, FuncId func, const Inst *inst,
                 const char *what) {
  const Program *p = pair->inlined;
  printf("FAIL %s: %s, in '%s'", pair->what, what, prog_func(p, func)->name);
  Text text;
  text_init(&text, &pair->job->mem);
  if (inst) prog_print_loc(&text, p, inst->loc);
  printf(" at %s\n", text_get(&text));
  text_done(&text);
  pair->job->failures++;
}

/* ---- watching a run ---- */

enum { MARK_STUB = 1, MARK_TRUSTED = 2 };

typedef struct Given {
  Vec(BvWord) words; /* of all executions, one behind the other */
  uint32_t next;     /* the first that was not used yet */
} Given;

typedef struct Watch {
  Pair *pair;
  uint64_t seed;
  Map counts;        /* place -> requests so far */
  Map marks;         /* byte -> its marks */
  Map given;         /* forgotten instruction -> its number in `values` */
  Vec(Given) values; /* what it gave in the first run */
  Vec(uint32_t) way; /* terminators of the entry in the first run */
  uint32_t at;       /* ... how many of them the second run has taken */
  bool is_second, has_failed;
} Watch;

static uint32_t index_of(const Function *f, const Inst *inst) {
  return (uint32_t)(inst - f->insts.at);
}

static void mark_byte(Watch *w, const InterpPlace *place, uint64_t address,
                      uint64_t mark) {
  uint64_t *marks = map_find(&w->marks, address);
  if (!marks) marks = map_put(&w->marks, address, 0);
  *marks |= mark;
  if (*marks != (MARK_STUB | MARK_TRUSTED) || w->has_failed) return;
  w->has_failed = true;
  fail(w->pair, place->func, place->inst,
       mark == MARK_STUB ? "a stub changes what is known elsewhere"
                         : "what a stub changed is taken for known");
}

static void mark(Watch *w, const InterpPlace *place, Val pointer, uint64_t n,
                 uint64_t mark) {
  uint64_t from = *interp_value(place->run, place->depth, pointer);
  for (uint64_t i = 0; i < n && i < MOST_RANGE; i++)
    mark_byte(w, place, from + i, mark);
}

static uint64_t word_of(const InterpPlace *place, Val value) {
  return *interp_value(place->run, place->depth, value);
}

/* A new object: what was there before is forgotten. */
static void renew(Watch *w, const InterpPlace *place, uint64_t address) {
  const Inst *inst = place->inst;
  uint64_t n = inst->op == OP_ALLOC ? word_of(place, inst->ops[0])
               : inst->n_ops
                   ? (uint64_t)inst->imm * word_of(place, inst->ops[0])
                   : (uint64_t)inst->imm;
  for (uint64_t i = 0; i < n && i < MOST_RANGE; i++) {
    uint64_t *marks = map_find(&w->marks, address + i);
    if (marks) *marks = 0;
  }
}

/* The bytes that the instruction accesses; what it reads, too, if `reads`. */
static void mark_access(Watch *w, const InterpPlace *place, uint64_t m,
                        bool reads) {
  const Program *p = w->pair->inlined;
  const Inst *inst = place->inst;
  TypeId type = inst->type;
  switch ((int)inst->op) {
  case OP_LOAD:
    if (reads) mark(w, place, inst->ops[0], prog_store_size(p, type), m);
    return;
  case OP_STORE:
    type = prog_val_type(p, prog_func(p, place->func), inst->ops[0]);
    mark(w, place, inst->ops[1], prog_store_size(p, type), m);
    return;
  case OP_MEMCPY:
    if (reads) mark(w, place, inst->ops[1], word_of(place, inst->ops[2]), m);
    mark(w, place, inst->ops[0], word_of(place, inst->ops[2]), m);
    return;
  case OP_MEMSET:
    mark(w, place, inst->ops[0], word_of(place, inst->ops[2]), m);
    return;
  case OP_HAVOC:
    mark(w, place, inst->ops[0],
         inst->n_ops > 1 ? word_of(place, inst->ops[1]) : (uint64_t)inst->imm,
         m);
    return;
  default: return;
  }
}

static Given *given_of(Watch *w, uint32_t i) {
  uint64_t *number = map_find(&w->given, i);
  if (!number) {
    VEC_PUSH(&w->pair->job->mem, &w->values, ((Given){0}));
    number = map_put(&w->given, i, w->values.n - 1);
  }
  return &w->values.at[*number];
}

static void watch_first(void *ctx, const InterpPlace *place,
                        const BvWord *value) {
  Watch *w = ctx;
  Job *job = w->pair->job;
  const Inst *inst = place->inst;
  if (inst->op == OP_ALLOCA || inst->op == OP_ALLOC) renew(w, place, *value);
  if (place->depth > 0) {
    job->n_written += prog_op_has(inst->op, 'W');
    if (prog_op_has(inst->op, 'W')) mark_access(w, place, MARK_STUB, false);
    return;
  }
  uint32_t i = index_of(w->pair->f, inst);
  require(i < w->pair->n);
  job->n_entered += inst->op == OP_CALL;
  if (w->pair->trusted[i]) {
    mark_access(w, place, MARK_TRUSTED, true);
    job->n_trusted++;
  }
  if (prog_op_has(inst->op, 'T') && w->way.n < MOST_WAY)
    VEC_PUSH(&job->mem, &w->way, i);
  if (!w->pair->forgotten[i]) return;
  Given *given = given_of(w, i);
  uint32_t bits = prog_type(w->pair->inlined, inst->type)->bits;
  for (uint32_t k = 0; k < BV_WORDS(bits); k++)
    VEC_PUSH(&job->mem, &given->words, value[k]);
}

static void watch_second(void *ctx, const InterpPlace *place,
                         const BvWord *value) {
  (void)value;
  Watch *w = ctx;
  if (place->depth > 0 || !prog_op_has(place->inst->op, 'T')) return;
  if (w->at >= w->way.n || w->has_failed) return;
  w->pair->job->n_branches++;
  if (index_of(w->pair->g, place->inst) == w->way.at[w->at++]) return;
  w->has_failed = true;
  fail(w->pair, w->pair->inlined->entry, place->inst,
       "the localised program goes another way");
}

/* ---- inputs ---- */

/* A number for the place and for how often it has asked. */
static Rng rng_at(Watch *w, const InterpPlace *place) {
  uint64_t key = hash_mix(hash_mix(0x57, place->site), place->chain);
  uint64_t *count = map_find(&w->counts, key);
  if (!count) count = map_put(&w->counts, key, 0);
  return (Rng){hash_mix(hash_mix(w->seed, key), ++*count)};
}

/* A small number, or a place where the program has no object. */
static uint64_t word_from(const Watch *w, Rng *rng, uint32_t small) {
  if (rng_below(rng, 8) < small) return rng_below(rng, 8);
  return interp_free_room(w->pair->inlined) +
         ((uint64_t)rng_below(rng, INTERP_ROOM_BYTES >> 13) << 12);
}

static void choose(Watch *w, const InterpPlace *place, uint32_t bits,
                   BvWord *value) {
  const Program *p = w->pair->inlined;
  Rng rng = rng_at(w, place);
  bool is_pointer = place->inst && place->inst->type.id &&
                    prog_type(p, place->inst->type)->kind == TYPE_PTR;
  if (is_pointer)
    bv_set_u64(value, word_from(w, &rng, 1), bits);
  else if (rng_below(&rng, 2))
    bv_set_u64(value, rng_below(&rng, 2), bits);
  else if (rng_below(&rng, 4))
    bv_set_i64(value, (int64_t)rng_below(&rng, 20) - 2, bits);
  else
    bv_set_u64(value, rng_next(&rng), bits);
}

/* The next of what the instruction gave in the first run. */
static bool give_again(Watch *w, uint32_t i, uint32_t bits, BvWord *value) {
  Given *given = given_of(w, i);
  uint32_t n = BV_WORDS(bits);
  if (given->next + n > given->words.n) return false;
  memcpy(value, given->words.at + given->next, n * sizeof *value);
  given->next += n;
  return true;
}

static bool next(void *ctx, const InterpPlace *place, uint32_t bits,
                 BvWord *value) {
  Watch *w = ctx;
  const Inst *inst = place->inst;
  if (w->is_second && inst && place->depth == 0) {
    uint32_t i = index_of(w->pair->g, inst);
    if (i < w->pair->n && w->pair->forgotten[i])
      return give_again(w, i, bits, value);
  }
  bool is_input = inst && inst->op == OP_NONDET;
  if (is_input && inst->imm == INPUT_UNINIT)
    bv_set_u64(value, 0, bits);
  else if (is_input && inst->imm == INPUT_UNDEF && bits == 1)
    bv_set_u64(value, 1, bits); /* is what is used dead?  It may be */
  else
    choose(w, place, bits, value);
  return true;
}

static void fill(void *ctx, const InterpPlace *place, uint8_t *bytes,
                 uint64_t n) {
  Watch *w = ctx;
  uint32_t step = w->pair->inlined->pointer_bits / 8;
  if (n) memset(bytes, 0, n);
  if (place->inst) return;
  Rng rng = rng_at(w, place);
  for (uint64_t i = 0; i + step <= n; i += step) {
    uint64_t word = word_from(w, &rng, 4);
    memcpy(bytes + i, &word, step);
  }
}

/* ---- runs ---- */

static Interp *interp_for(Watch *w, const Program *p, InterpTrace *trace) {
  InterpOptions options = {.max_steps = w->pair->job->steps,
                           .max_depth = 2000,
                           .trace = trace,
                           .trace_ctx = w,
                           .no_jumps = true};
  return interp_new(&w->pair->job->mem, p, options);
}

/* Did it end where a verdict would be given? */
static bool is_goal(InterpEnd end) {
  return end == INTERP_ERROR || end == INTERP_UNSUPPORTED;
}

static void watch_runs(Watch *w, Interp *inlined, Interp *localised) {
  InterpInputs inputs = {w, next, fill};
  w->is_second = false;
  InterpResult first = interp_run(inlined, inputs);
  if (is_goal(first.end) && interp_depth(inlined) > 0)
    fail(w->pair, first.func, first.inst, "the run ends inside of a stub");
  w->is_second = true;
  map_clear(&w->counts);
  InterpResult second = interp_run(localised, inputs);
  bool is_same = first.end == second.end && first.error == second.error;
  if (is_goal(first.end) && w->way.n < MOST_WAY && !w->has_failed && !is_same)
    fail(w->pair, first.func, first.inst,
         "the localised program misses this end");
  w->pair->job->n_ends += is_goal(first.end);
}

/* The next run is like none before. */
static void begin_run(Watch *w, uint64_t seed) {
  w->seed = seed;
  w->at = 0;
  w->has_failed = false;
  map_clear(&w->marks);
  map_clear(&w->counts);
  VEC_CLEAR(&w->way);
  for (uint32_t i = 0; i < w->values.n; i++) {
    VEC_CLEAR(&w->values.at[i].words);
    w->values.at[i].next = 0;
  }
}

static void watch_pair(Pair *pair) {
  Watch w = {.pair = pair};
  Mem *mem = &pair->job->mem;
  map_init(&w.marks, mem);
  map_init(&w.given, mem);
  map_init(&w.counts, mem);
  Interp *inlined = interp_for(&w, pair->inlined, watch_first);
  Interp *localised = interp_for(&w, pair->localised, watch_second);
  for (uint64_t i = 0; i < pair->job->runs; i++) {
    begin_run(&w, i);
    watch_runs(&w, inlined, localised);
  }
  interp_free(inlined);
  interp_free(localised);
  for (uint32_t i = 0; i < w.values.n; i++)
    VEC_DONE(mem, &w.values.at[i].words);
  VEC_DONE(mem, &w.values);
  VEC_DONE(mem, &w.way);
  map_done(&w.marks);
  map_done(&w.given);
  map_done(&w.counts);
}

static void look_for_calls(const Pair *pair) {
  for (uint32_t b = 0; b < pair->g->blocks.n; b++)
    for (uint32_t i = 0; i < pair->g->blocks.at[b].insts.n; i++) {
      const Inst *inst = &pair->g->insts.at[pair->g->blocks.at[b].insts.at[i]];
      if (inst->op == OP_CALL &&
          pair->stub[prog_callee(pair->localised, inst).id])
        fail(pair, pair->localised->entry, inst, "a stub is called");
    }
}

/* ---- one way to localise ---- */

static uint32_t choose_stubs(const Job *job, const Program *p, uint8_t *stays) {
  if (job->stubs != STUBS_ALL)
    return pass_local_find(p,
                           job->stubs == STUBS_LARGE ? LOCAL_STUBS_LARGE
                                                     : LOCAL_STUBS_RECURSIVE,
                           stays);
  uint8_t *reaches = MEM_ARRAY(p->mem, uint8_t, p->funcs.n);
  uint32_t n = 0;
  flow_find_goals(p, reaches);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    stays[f] =
        f != p->entry.id && p->funcs.at[f].state == FUNC_DEFINED && !reaches[f];
    n += stays[f];
  }
  MEM_FREE_ARRAY(p->mem, reaches, p->funcs.n);
  return n;
}

typedef enum Keep { KEEP_NOTHING, KEEP_ALL } Keep;

/* The program is behind pass CALLS.  A clone numbers instructions as it prints
 * them, so a clone and its own clone have the same numbers. */
static void check_local(Job *job, Program *resolved, Keep keep,
                        const char *what) {
  uint32_t n_funcs = resolved->funcs.n;
  uint8_t *stays = MEM_ARRAY(&job->mem, uint8_t, n_funcs);
  uint32_t n_stubs = choose_stubs(job, resolved, stays);
  local_inline(resolved, stays);
  pass_expand_mem(resolved);
  Program *inlined = prog_clone(resolved), *p = prog_clone(inlined);
  Pair pair = {.job = job,
               .inlined = inlined,
               .localised = p,
               .f = prog_func(inlined, inlined->entry),
               .g = prog_func(p, p->entry),
               .stub = stays,
               .what = what};
  pair.n = pair.f->insts.n;
  pair.trusted = MEM_ARRAY(&job->mem, uint8_t, pair.n);
  pair.forgotten = MEM_ARRAY(&job->mem, uint8_t, pair.n);
  (void)pass_memory(p);
  trust_variables(&pair, pair.g);
  IndexVec wanted = {0};
  for (uint32_t r = 1; r < p->regions.n && keep == KEEP_ALL; r++)
    VEC_PUSH(&job->mem, &wanted, r);
  (void)local_forget(p, stays, &wanted, LOCAL_NULL_GOES_ON);
  trust_kept(&pair);
  look_for_calls(&pair);
  job->n_stubs += n_stubs;
  watch_pair(&pair);
  VEC_DONE(&job->mem, &wanted);
  MEM_FREE_ARRAY(&job->mem, pair.trusted, pair.n);
  MEM_FREE_ARRAY(&job->mem, pair.forgotten, pair.n);
  MEM_FREE_ARRAY(&job->mem, stays, n_funcs);
  prog_free(inlined);
  prog_free(p);
}

/* ---- all of it ---- */

static Program *read_program(Job *job) {
  FeDiag diag;
  fe_diag_init(&diag, &job->mem);
  Program *program = NULL;
  if (!fe_read_modules(&program, &job->mem, job->files, job->n_files, &diag)) {
    Text text;
    text_init(&text, &job->mem);
    fe_diag_print(&text, &diag);
    die(EXIT_USAGE, "the program does not load\n%s", text_get(&text));
  }
  fe_diag_done(&diag);
  return program;
}

static void run_passes(Program *program, PassRun *run, PassId first,
                       PassId last) {
  PassOptions options = PASS_DEFAULTS;
  pass_run(run, program, &unreach_call, &options, first, last);
  if (run->result.status != PASS_OK)
    die(EXIT_USAGE, "a pass refused: %s", run->result.message);
}

static bool frees(const Program *p) {
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    const Function *func = prog_func(p, (FuncId){f});
    for (uint32_t b = 0; b < func->blocks.n; b++)
      for (uint32_t i = 0; i < func->blocks.at[b].insts.n; i++)
        if (func->insts.at[func->blocks.at[b].insts.at[i]].op == OP_FREE)
          return true;
  }
  return false;
}

static void run_job(Job *job) {
  Program *entered = read_program(job);
  PassRun passes = {0};
  run_passes(entered, &passes, PASS_ID_FIRST, PASS_ID_ENTRY);
  static const struct {
    uint8_t heap;
    Keep keep;
    const char *what;
  } ways[] = {{PROG_HEAP_SEEN, KEEP_NOTHING, "nothing kept"},
              {PROG_HEAP_SEEN, KEEP_ALL, "all kept that can be"},
              {PROG_HEAP_OUTSIDE, KEEP_NOTHING, "the heap not seen"}};
  for (uint32_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    if (ways[i].heap == PROG_HEAP_OUTSIDE && !frees(entered)) continue;
    Program *p = prog_clone(entered);
    PassRun rest = passes;
    p->heap = ways[i].heap;
    run_passes(p, &rest, PASS_ID_SETTLED, PASS_ID_CALLS);
    check_local(job, p, ways[i].keep, ways[i].what);
    prog_free(p);
  }
  prog_free(entered);
  printf("%llu stubs %llu calls %llu writes %llu accesses %llu branches %llu "
         "errors\n",
         (unsigned long long)job->n_stubs, (unsigned long long)job->n_entered,
         (unsigned long long)job->n_written, (unsigned long long)job->n_trusted,
         (unsigned long long)job->n_branches, (unsigned long long)job->n_ends);
}

static void add_file(Job *job, const char *path, FeOrigin origin) {
  if (job->n_files == MOST_FILES) die(EXIT_USAGE, "too many files");
  job->files[job->n_files++] =
      (FeInput){.path = path, .origin = origin, .formats = FE_FORMATS_CALLED};
}

static void read_argument(Job *job, const char *argument) {
  if (strncmp(argument, "--model=", 8) == 0)
    add_file(job, argument + 8, FE_MODEL);
  else if (strncmp(argument, "--runs=", 7) == 0)
    job->runs = strtoull(argument + 7, NULL, 10);
  else if (strncmp(argument, "--steps=", 8) == 0)
    job->steps = strtoull(argument + 8, NULL, 10);
  else if (strcmp(argument, "--stubs=all") == 0)
    job->stubs = STUBS_ALL;
  else if (strcmp(argument, "--stubs=large") == 0)
    job->stubs = STUBS_LARGE;
  else if (strcmp(argument, "--stubs=recursive") == 0)
    job->stubs = STUBS_RECURSIVE;
  else if (argument[0] == '-')
    die(EXIT_USAGE, "unknown option %s", argument);
  else
    add_file(job, argument, FE_USER);
}

int main(int argc, char **argv) {
  Job *job = calloc(1, sizeof *job);
  require(job);
  job->runs = 4;
  job->steps = 100000;
  mem_init(&job->mem, 0);
  for (int i = 1; i < argc; i++) read_argument(job, argv[i]);
  if (job->n_files == 0) die(EXIT_USAGE, "stub_tool: no file given");
  run_job(job);
  mem_done(&job->mem);
  int code = job->failures ? 1 : 0;
  free(job);
  return code;
}
