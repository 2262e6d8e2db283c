/* SPDX-License-Identifier: MIT
 *
 * What adds executions must not lose any: for each run of a program there is a
 * choice of the new inputs with which the new program does the same.  Here the
 * choice is made: loads of cells that are not followed get the value that was
 * loaded before the pass, bounds the constants they stood for, and the indices
 * followed are tried one after the other.  Sums are left to tests/fuzz/arrays:
 * their inputs include what cells held before stores. */
#include "unit/pass/pass_test.h"
#include "pass/over/over.h"
#include "unit/ir/random_program.h"
#include "analysis/analysis.h"
#include "interp/interp.h"

enum { MOST_STEPS = 20000, MOST_INDICES = 64 };

typedef struct Loaded {
  uint32_t loc;
  BvWord value[2];
} Loaded;

typedef struct Guide {
  Mem *mem;
  const Program *program;
  InterpRandom random;
  InterpInputs inner;
  Vec(Loaded) loaded; /* by the run before the pass, in order */
  Map seen;           /* loc -> loads finished in the run now */
  uint64_t k[MOST_INDICES];
  uint32_t n_k;        /* indices asked for in the run now */
  uint64_t most_index; /* to be tried */
  CellWatch watch;
} Guide;

/* The constant that the parameter stands for: it is assumed to be at most
 * that. */
static uint64_t constant_of(const Program *p, const Inst *bound) {
  const Function *f = prog_func(p, p->entry);
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    uint64_t value;
    if ((inst->op == OP_SLE || inst->op == OP_ULE) &&
        val_is_local(inst->ops[0]) &&
        &f->insts.at[val_index(inst->ops[0])] == bound &&
        prog_const_as_u64(p, inst->ops[1], &value))
      return value;
  }
  return 0;
}

/* What the load had loaded, that many times before. */
static void find_loaded(const Guide *g, uint32_t loc, uint64_t times,
                        uint32_t bits, BvWord *value) {
  for (uint32_t i = 0; i < g->loaded.n; i++)
    if (g->loaded.at[i].loc == loc && times-- == 0) {
      memcpy(value, g->loaded.at[i].value, BV_WORDS(bits) * sizeof *value);
      return;
    }
}

/* Where cells are those of sites, each load asks, and does not end in a phi. */
static void give_loaded(Guide *g, uint32_t loc, uint32_t bits, BvWord *value) {
  uint64_t times = map_get(&g->seen, loc, 0);
  find_loaded(g, loc, times, bits, value);
  if (g->watch == CELLS_OF_SITES) map_put(&g->seen, loc, times + 1);
}

static bool next_input(void *ctx, const InterpPlace *place, uint32_t bits,
                       BvWord *value) {
  Guide *g = ctx;
  const Inst *inst = place->inst;
  const char *name = inst && inst->op == OP_NONDET && inst->name != UINT32_MAX
                         ? names_text(&g->program->names, inst->name)
                         : "";
  memset(value, 0, BV_WORDS(bits) * sizeof *value);
  if (strcmp(name, "index") == 0)
    value[0] = g->n_k < MOST_INDICES ? g->k[g->n_k++] : 0;
  else if (strcmp(name, "bound") == 0)
    value[0] = constant_of(g->program, inst);
  else if (strcmp(name, "cell") == 0)
    give_loaded(g, inst->loc.id, bits, value);
  else if (!inst || inst->op != OP_NONDET || inst->imm != INPUT_UNINIT)
    return g->inner.next(g->inner.ctx, place, bits, value);
  return true;
}

static void fill_zero(void *ctx, const InterpPlace *place, uint8_t *bytes,
                      uint64_t n) {
  (void)ctx;
  (void)place;
  memset(bytes, 0, n);
}

/* Before the pass: remembers what was loaded.  After it, a load ends in a phi
 * that has its position. */
static void watch_load(void *ctx, const InterpPlace *place,
                       const BvWord *value) {
  Guide *g = ctx;
  if (place->inst->op != OP_LOAD) return;
  uint32_t bits = prog_type(g->program, place->inst->type)->bits;
  Loaded loaded = {.loc = place->inst->loc.id};
  memcpy(loaded.value, value, BV_WORDS(bits) * sizeof *value);
  VEC_PUSH(g->mem, &g->loaded, loaded);
}

static void watch_phi(void *ctx, const InterpPlace *place,
                      const BvWord *value) {
  Guide *g = ctx;
  (void)value;
  if (place->inst->op != OP_PHI || g->watch == CELLS_OF_SITES) return;
  uint64_t times = map_get(&g->seen, place->inst->loc.id, 0);
  map_put(&g->seen, place->inst->loc.id, times + 1);
}

static InterpEnd run(Guide *g, InterpTrace *trace, Text *out) {
  InterpInputs inputs = {g, next_input, fill_zero};
  InterpOptions options = {.max_steps =
                               MOST_STEPS * (trace == watch_phi ? 20 : 1),
                           .trace = trace,
                           .trace_ctx = g};
  g->inner = interp_random(&g->random);
  g->n_k = 0;
  map_clear(&g->seen);
  Interp *interp = interp_new(g->mem, g->program, options);
  InterpResult result = interp_run(interp, inputs);
  text_clear(out);
  text_printf(out, "%s %u %s", interp_end_name(result.end),
              result.end == INTERP_ERROR ? result.error : 0, result.text);
  interp_free(interp);
  return result.end;
}

/* Every instruction gets a position of its own. */
static void number_positions(Program *p) {
  Function *f = prog_func(p, p->entry);
  uint32_t file = prog_file(p, "numbered");
  for (uint32_t i = 1; i < f->insts.n; i++)
    f->insts.at[i].loc = prog_loc(p, file, i, 1, p->entry);
}

static Program *copy_of(Mem *mem, const Program *p) {
  Program *copy = NULL;
  Text text, problem;
  text_init(&text, mem);
  text_init(&problem, mem);
  prog_print(&text, p);
  CHECK(prog_parse(&copy, mem, text_get(&text), &problem));
  text_done(&problem);
  text_done(&text);
  return copy;
}

/* The next choice of the first n indices; false: there was the last one. */
static bool next_choice(Guide *g, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (++g->k[i] < g->most_index) return true;
    g->k[i] = 0;
  }
  return false;
}

/* All choices of indices, of the first ones where there are many; where all
 * were tried, at least one must do as the program did. */
static void check_choices(Guide *g, InterpEnd end, const char *before) {
  enum { MOST_TRIED = 2 };
  uint64_t same = 0;
  uint32_t n = 0; /* indices that some run asked for */
  Text after;
  text_init(&after, g->mem);
  memset(g->k, 0, sizeof g->k);
  do {
    InterpEnd now = run(g, watch_phi, &after);
    bool equal = strcmp(text_get(&after), before) == 0;
    same += equal;
    if (!equal && now != INTERP_ASSUME) CHECK_TEXT(text_get(&after), before);
    if (g->n_k > n) n = g->n_k;
  } while (next_choice(g, n < MOST_TRIED ? n : MOST_TRIED));
  if (end == INTERP_ERROR && n <= MOST_TRIED) CHECK(same > 0);
  text_done(&after);
}

typedef struct Count {
  uint32_t arrays; /* replaced */
  uint32_t bounds;
  uint32_t errors; /* runs that reach one */
} Count;

static void check_program(Mem *mem, Program *p, CellWatch watch, uint64_t seed,
                          uint64_t most_index, Count *count) {
  Guide g = {
      .mem = mem, .program = p, .most_index = most_index, .watch = watch};
  Text before, problems;
  text_init(&before, mem);
  text_init(&problems, mem);
  map_init(&g.seen, mem);
  interp_random_init(&g.random, mem, seed);
  number_positions(p);
  InterpEnd end = run(&g, watch_load, &before);
  Program *after = copy_of(mem, p);
  pass_memory(after);
  pass_walks(after);
  CellsChosen chosen;
  uint32_t n = pass_cells(after, watch, &chosen);
  count->arrays += n;
  uint32_t n_bounds = pass_parameters(after);
  count->bounds += n_bounds;
  n += n_bounds;
  CHECK(prog_validate(after, &problems));
  CHECK_TEXT(text_get(&problems), "");
  g.program = after;
  if (n && end != INTERP_FUEL) check_choices(&g, end, text_get(&before));
  count->errors += n && end == INTERP_ERROR;
  prog_free(after);
  interp_random_done(&g.random);
  map_done(&g.seen);
  VEC_DONE(mem, &g.loaded);
  text_done(&problems);
  text_done(&before);
}

static Program *prepared(Mem *mem, uint64_t seed) {
  Program *p = random_program(mem, seed);
  Property property = {.kinds = 1u << PROPERTY_UNREACH_CALL, .entry = "main"};
  PassOptions options = PASS_DEFAULTS;
  PassRun run = {0};
  pass_run(&run, p, &property, &options, PASS_ID_FIRST, PASS_ID_UNROLL);
  if (run.result.status != PASS_OK) {
    prog_free(p);
    return NULL;
  }
  pass_slice(p); /* small arrays stay arrays */
  pass_clean(p);
  return p;
}

TEST(pass_cells_random_programs) {
  Mem mem;
  mem_init(&mem, 0);
  Count count = {0};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    Program *p = prepared(&mem, seed);
    if (!p) continue;
    for (int watch = 0; watch < CELLS_SUMS; watch++)
      for (uint64_t input = 1; input <= 3; input++)
        check_program(&mem, p, (CellWatch)watch, input, 8, &count);
    prog_free(p);
  }
  CHECK(count.arrays > 100); /* the programs are worth comparing */
  CHECK(count.errors > 20);
  mem_done(&mem);
}

#define HEAD                                                                   \
  "pointer 64\nentry @main\nsites 9\n"                                         \
  "type t1 = [40 x i32] size=160 align=4\n"                                    \
  "error 0 = \"unreach-call\" \"e\" !0\n"

/* Sums up an array; both loads of a[i] see the same cell. */
static const char sum_text[] = HEAD "define i32 @main() {\n"
                                    "b0:\n"
                                    "  %1 = alloca ptr imm=160 aux=t1 site=1\n"
                                    "  br b1\n"
                                    "b1:\n"
                                    "  %2 = phi i64 [i64 0, b0], [%8, b4]\n"
                                    "  %3 = slt i1 %2, i64 39\n"
                                    "  condbr %3, b2, b5\n"
                                    "b2:\n"
                                    "  %4 = gep ptr %1, %2 stride=4\n"
                                    "  %5 = nondet.verifier i32 site=2\n"
                                    "  store %5, %4\n"
                                    "  %6 = load i32 %4\n"
                                    "  condbr %3, b3, b4\n"
                                    "b3:\n"
                                    "  %7 = gep ptr %1, %2 stride=4\n"
                                    "  %9 = load i32 %7\n"
                                    "  %10 = eq i1 %9, %6\n"
                                    "  condbr %10, b4, b6\n"
                                    "b4:\n"
                                    "  %8 = add i64 %2, i64 1\n"
                                    "  br b1\n"
                                    "b5:\n"
                                    "  %11 = eq i1 %2, i64 40\n"
                                    "  condbr %11, b6, b7\n"
                                    "b6:\n"
                                    "  error\n"
                                    "b7:\n"
                                    "  %12 = gep ptr %1 imm=152\n"
                                    "  %13 = load i32 %12\n"
                                    "  %14 = slt i1 %13, i32 0\n"
                                    "  condbr %14, b6, b8\n"
                                    "b8:\n"
                                    "  ret %13\n"
                                    "}\n";

TEST(pass_loads_sees_stores_and_loads) {
  Bench b;
  bench_init(&b, sum_text);
  pass_memory(b.p);
  CHECK_INT(pass_loads(b.p), 3); /* both loads, and the address of one */
  CHECK_VALID(&b);
  pass_clean(b.p);
  CHECK_INT(bench_count(&b, NULL, OP_LOAD), 1);
  CHECK_INT(bench_count(&b, NULL, OP_ERROR), 1);
  bench_done(&b);
}

TEST(pass_parameters_keeps_the_constants_as_a_choice) {
  Bench b;
  Count count = {0};
  bench_init(&b, sum_text);
  for (int watch = 0; watch < CELLS_SUMS; watch++)
    for (uint64_t seed = 1; seed <= 4; seed++)
      check_program(&b.mem, b.p, (CellWatch)watch, seed, 40, &count);
  CHECK_INT(count.arrays, 4 * CELLS_SUMS);
  CHECK_INT(count.bounds, 4 * CELLS_SUMS); /* 39 and 40 are one */
  bench_done(&b);
}

TEST(pass_parameters_chooses_short_loops) {
  Bench b;
  bench_init(&b, sum_text);
  CHECK(pass_can_simplify(b.p));
  Simplified done = pass_simplify(
      b.p, (Simplify){CELLS_LAST_LOADED, 0, HEAP_APART, LOOPS_WHOLE});
  CHECK_INT(done.arrays, 1);
  CHECK_INT(done.bounds, 1);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, NULL, OP_LOAD), 0);
  CHECK_INT(bench_count(&b, NULL, OP_STORE), 0);
  bench_done(&b);
}

/* Two loops over a[6][7], with strides of 28 and 4 bytes; an index leaves its
 * row when `rounds` is more than 7. */
static void check_rows(const char *rounds, uint32_t watches) {
  Bench b;
  Count count = {0};
  Text text;
  Mem mem;
  mem_init(&mem, 0);
  text_init(&text, &mem);
  text_printf(&text,
              "pointer 64\nentry @main\nsites 9\n"
              "type t1 = [42 x i32] size=168 align=4\n"
              "error 0 = \"unreach-call\" \"e\" !0\n"
              "define i32 @main() {\n"
              "b0:\n"
              "  %%1 = alloca ptr imm=168 aux=t1 site=1\n"
              "  br b1\n"
              "b1:\n"
              "  %%2 = phi i64 [i64 0, b0], [%%9, b4]\n"
              "  %%3 = slt i1 %%2, i64 4\n"
              "  condbr %%3, b2, b5\n"
              "b2:\n"
              "  %%4 = phi i64 [i64 0, b1], [%%8, b3]\n"
              "  %%5 = slt i1 %%4, i64 %s\n"
              "  condbr %%5, b3, b4\n"
              "b3:\n"
              "  %%6 = gep ptr %%1, %%2 stride=28\n"
              "  %%7 = gep ptr %%6, %%4 stride=4\n"
              "  %%10 = nondet.verifier i32 site=2\n"
              "  store %%10, %%7\n"
              "  %%8 = add i64 %%4, i64 1\n"
              "  br b2\n"
              "b4:\n"
              "  %%9 = add i64 %%2, i64 1\n"
              "  br b1\n"
              "b5:\n"
              "  %%11 = gep ptr %%1 imm=68\n" /* a[2][3] */
              "  %%12 = load i32 %%11\n"
              "  %%13 = slt i1 %%12, i32 0\n"
              "  condbr %%13, b6, b7\n"
              "b6:\n"
              "  error\n"
              "b7:\n"
              "  ret %%12\n"
              "}\n",
              rounds);
  bench_init(&b, text_get(&text));
  for (uint32_t watch = 0; watch < watches; watch++)
    for (uint64_t seed = 1; seed <= 4; seed++)
      check_program(&b.mem, b.p, (CellWatch)watch, seed, 8, &count);
  CHECK(count.arrays > 0 && count.errors > 0);
  bench_done(&b);
  text_done(&text);
  mem_done(&mem);
}

TEST(pass_cells_follows_cells_of_several_dimensions) {
  check_rows("7", CELLS_SUMS);
}
