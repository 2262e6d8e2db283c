/* SPDX-License-Identifier: MIT
 *
 * The variants.
 *
 * Exact ones.  Loops whose rounds can be counted are also all unrolled (flat):
 * a program without loops, or with fewer, is another problem, once for bits and
 * once for numbers.  Where recursion was not unrolled to its end, it is
 * unrolled further (deeper).
 *
 * With more behaviours, for proofs only.  Where there are arrays, lists or
 * large bounds, single cells and parameters stand for them (pass/over): what is
 * proved of such a program is proved, what goes wrong in it says nothing. Where
 * main looks at its arguments, any memory may stand for them: most proofs do
 * not care.  Contracts stand for recursive calls.  Where objects are made on
 * the heap, the program is specialised to the shapes that memory can have
 * (pass/shape): there are no pointers left, and lists have any length.  Where
 * functions of the library walk along texts, they choose a place in them
 * instead (texts): no loop is left.  Memory
 * that is no variable is forgotten, and functions that lead to no error are not
 * followed (local): an error in that program may still be one of the user's. */
#include "check/variants.h"

#include "pass/over/over.h"
#include "pass/shape/shape.h"

enum { SEED_TICKS = 30000, SEED_TICKS_CELLS = 3000, SEED_TICKS_SPLIT = 90000 };

/* ---- the exact program ---- */

static bool always(const Features *features) {
  (void)features;
  return true;
}

const Variant variant_exact = {.name = "exact",
                               .applies = always,
                               .n_versions = 1,
                               .seed_ticks = SEED_TICKS};

/* ---- unrolled ---- */

static Program *build_flat(const VariantOrder *order, uint32_t version) {
  enum { MOST_INSTS = 40000 };
  (void)version;
  Program *program = prog_clone(order->snapshots->program);
  if (pass_unroll(program, PASS_UNROLL_ALL, MOST_INSTS) == 0) {
    prog_free(program);
    return NULL;
  }
  pass_memory(program);
  pass_clean(program);
  pass_slice(program);
  pass_clean(program);
  return program;
}

const Variant variant_flat = {.name = "flat",
                              .applies = always,
                              .build = build_flat,
                              .n_versions = 1,
                              .only_unrolls = true,
                              .seed_ticks = SEED_TICKS};

const Variant variant_flat_sums = {.name = "flat sums",
                                   .applies = always,
                                   .build = build_flat,
                                   .n_versions = 1,
                                   .only_unrolls = true,
                                   .seed_ticks = SEED_TICKS,
                                   .only_without_loops = true,
                                   .backend = &smt_z3_linear};

/* A clone of a snapshot, with the passes from `first` on. */
static Program *pass_from(const VariantOrder *order, const Program *snapshot,
                          const PassOptions *options, PassId first) {
  assert(snapshot && first > PASS_ID_FIRST && first <= PASS_ID_LAST);
  Program *program = prog_clone(snapshot);
  PassRun run = {0};
  pass_run(&run, program, order->snapshots->property, options, first,
           PASS_ID_LAST);
  if (run.result.status == PASS_OK) return program;
  prog_free(program);
  return NULL;
}

/* Ten times further than before, and again. */
static Program *build_deeper(const VariantOrder *order, uint32_t version) {
  assert(order->snapshots->resolved && version < variant_deeper.n_versions);
  uint32_t insts = order->snapshots->recursion;
  for (uint32_t i = 0; i <= version; i++) {
    if (insts > PASS_INLINE_MOST / 10) return NULL;
    insts *= 10;
  }
  PassOptions options = PASS_DEFAULTS;
  options.inlining.max_recursive = insts;
  return pass_from(order, order->snapshots->resolved, &options, PASS_ID_TAILS);
}

static bool is_unrolled_to_its_end(const Program *program) {
  return !features_has_cut_recursion(program);
}

const Variant variant_deeper = {.name = "deeper",
                                .applies = always,
                                .build = build_deeper,
                                .n_versions = 2,
                                .is_last = is_unrolled_to_its_end,
                                .seed_ticks = SEED_TICKS};

/* ---- copies ---- */

static bool has_copies(const Features *features) {
  return features->copies;
}

static Program *build_copies(const VariantOrder *order, uint32_t version) {
  (void)version;
  Program *program = prog_clone(order->snapshots->program);
  if (pass_copies(program, PASS_COPIES_LONG) == 0) {
    prog_free(program);
    return NULL;
  }
  pass_memory(program);
  pass_clean(program);
  pass_check_valid(program, "copies", PASS_CHECK_NONE);
  return program;
}

const Variant variant_copies = {.name = "copies",
                                .applies = has_copies,
                                .build = build_copies,
                                .n_versions = 1,
                                .seed_ticks = SEED_TICKS,
                                .has_own_names = true,
                                .errors_are_tried = true};

/* ---- contracts ---- */

/* More and more facts, until they suffice. */
static Program *build_contracts(const VariantOrder *order, uint32_t version) {
  assert(version < CON_LEVELS && order->facts);
  const Settings *settings = order->checker->settings;
  EngineOptions engine = checker_engine(order->checker);
  Program *recursive = prog_clone(order->snapshots->resolved);
  (void)pass_tails(recursive);
  ConSetup setup = {
      .mem = order->checker->mem,
      .program = recursive,
      .property = order->snapshots->property,
      .encoding = {.blocks = settings->blocks, .exits = settings->exits},
      .engine = &engine,
      .budget = order->budget};
  Program *made = con_program(&setup, (ConLevel)version, order->facts);
  prog_free(recursive);
  return made;
}

const Variant variant_contracts = {
    .name = "contracts",
    .relation = RELATION_OVER,
    .too_coarse = "the contracts found for recursive functions do not suffice",
    .missing = "no contracts found for recursive functions",
    .applies = always,
    .build = build_contracts,
    .n_versions = CON_LEVELS,
    .seed_ticks = SEED_TICKS};

/* ---- cells ---- */

static const Simplify heap_ways[] = {
    {CELLS_LAST_LOADED, 1, HEAP_AMONG, LOOPS_WHOLE},
    {CELLS_LAST_LOADED, 2, HEAP_AMONG, LOOPS_WHOLE},
    {CELLS_LAST_LOADED, 2, HEAP_APART, LOOPS_WHOLE},
    {CELLS_LAST_LOADED, 3, HEAP_APART, LOOPS_WHOLE}};
static const Simplify array_ways[] = {
    {CELLS_LAST_LOADED, 0, HEAP_APART, LOOPS_WHOLE},
    {CELLS_LAST_STORED, 0, HEAP_APART, LOOPS_WHOLE},
    {CELLS_OF_SITES, 0, HEAP_APART, LOOPS_WHOLE},
    {CELLS_TWO_LOADED, 0, HEAP_APART, LOOPS_WHOLE}};

/* NULL: nothing is found that is not found otherwise. */
static Program *simplified(const Program *from, Simplify way) {
  Program *program = prog_clone(from);
  (void)pass_copies(program, PASS_COPIES_ALL);
  Simplified done = pass_simplify(program, way);
  if (way.loops != LOOPS_WHOLE && !done.splits) done.arrays = done.bounds = 0;
  if (way.objects ? done.fields > 0
                  : done.arrays || done.rooms ||
                        (done.bounds && way.watch == CELLS_LAST_LOADED))
    return program;
  prog_free(program);
  return NULL;
}

/* From the loops over cells rather than from what they were unrolled to, or
 * from what is copied at once. */
static Program *build_cells(const VariantOrder *order, uint32_t version) {
  require(version < order->variant->n_versions && order->variant->cells);
  const Snapshots *s = order->snapshots;
  return simplified(s->before_unroll ? s->before_unroll : s->program,
                    order->variant->cells[version]);
}

static bool has_lists(const Features *features) {
  return features->lists;
}

static bool has_cells(const Features *features) {
  return features->cells;
}

static const char cells_too_coarse[] = "single cells of arrays do not suffice";

/* A variant that follows single cells, in several ways. */
#define OF_CELLS(is_named, holds, ways, ticks)                                 \
  {                                                                            \
      .name = is_named,                                                        \
      .relation = RELATION_OVER,                                               \
      .too_coarse = cells_too_coarse,                                          \
      .applies = holds,                                                        \
      .build = build_cells,                                                    \
      .cells = ways,                                                           \
      .n_versions = sizeof ways / sizeof *ways,                                \
      .order = VERSIONS_IN_ROUNDS,                                             \
      .seed_ticks = ticks,                                                     \
      .has_own_names = true,                                                   \
  }

const Variant variant_heap_cells =
    OF_CELLS("heap cells", has_lists, heap_ways, SEED_TICKS_CELLS);

const Variant variant_cells =
    OF_CELLS("cells", has_cells, array_ways, SEED_TICKS_CELLS);

/* Bounds and equations of the parts of a loop are for seeds to find. */
static const Simplify split_ways[] = {
    {CELLS_LAST_LOADED, 0, HEAP_APART, LOOPS_SPLIT},
    {CELLS_LAST_STORED, 0, HEAP_APART, LOOPS_SPLIT}};

const Variant variant_split =
    OF_CELLS("split", has_cells, split_ways, SEED_TICKS_SPLIT);

/* What is left is mostly loop-free. */
static const Simplify jump_ways[] = {
    {CELLS_LAST_LOADED, 0, HEAP_APART, LOOPS_JUMPED},
    {CELLS_LAST_STORED, 0, HEAP_APART, LOOPS_JUMPED},
    {CELLS_TWO_LOADED, 0, HEAP_APART, LOOPS_JUMPED}};

enum { JUMP_WAYS = sizeof jump_ways / sizeof *jump_ways };

/* The same from short loops unrolled: a round of the loop around them touches
 * several cells, all at once. */
static Program *build_jump(const VariantOrder *order, uint32_t version) {
  require(version < 2 * JUMP_WAYS);
  const Snapshots *s = order->snapshots;
  if (version % 2) return build_cells(order, version / 2);
  return s->before_unroll ? simplified(s->program, jump_ways[version / 2])
                          : NULL;
}

const Variant variant_jump = {.name = "jump",
                              .relation = RELATION_OVER,
                              .too_coarse = cells_too_coarse,
                              .applies = has_cells,
                              .build = build_jump,
                              .cells = jump_ways,
                              .n_versions = 2 * JUMP_WAYS,
                              .order = VERSIONS_IN_ROUNDS,
                              .seed_ticks = SEED_TICKS_CELLS,
                              .has_own_names = true};

/* Where accesses are asked about, what a text ends with. */
static const Simplify site_ways[] = {
    {CELLS_OF_SITES, 0, HEAP_APART, LOOPS_WHOLE}};

const Variant variant_sites = {.name = "sites",
                               .relation = RELATION_OVER,
                               .too_coarse = cells_too_coarse,
                               .applies = has_cells,
                               .build = build_cells,
                               .cells = site_ways,
                               .n_versions = 1,
                               .seed_ticks = SEED_TICKS_CELLS,
                               .has_own_names = true};

/* Equations between sums are for seeds to find. */
static const Simplify sum_ways[] = {
    {CELLS_SUMS, 0, HEAP_APART, LOOPS_WHOLE},
    {CELLS_SUMS_SITES, 0, HEAP_APART, LOOPS_WHOLE}};

const Variant variant_sums = OF_CELLS("sums", has_cells, sum_ways, SEED_TICKS);

/* ---- shapes ---- */

static bool has_shapes(const Features *features) {
  return features->shapes;
}

/* The program up to where shapes begin. */
static Program *before_shapes(const VariantOrder *order, PassRun *run,
                              const PassOptions *options) {
  Program *program = prog_clone(order->snapshots->resolved);
  *run = (PassRun){0};
  pass_run(run, program, order->snapshots->property, options, PASS_ID_TAILS,
           PASS_ID_CLEAN);
  return program;
}

static bool specialise(const VariantOrder *order, Program *program,
                       ShapeHow how, ShapeLinks *links) {
  enum { STATES_PER_TICK = 20 };
  uint32_t states = 0;
  bool good = pass_shape(program, how, links, &states);
  budget_count(order->budget, states / STATES_PER_TICK);
  rep_stats_count(&order->checker->monitor->stats, "shapes.states", states);
  return good;
}

/* First without lists, then with those of equal nodes, then with all; last with
 * as few states as can be: there objects that are alone are lists, too, if
 * others like them were, and what those are is found by trying. */
static Program *build_shapes(const VariantOrder *order, uint32_t version) {
  enum { FEW_STATES = 3000 };
  static const ShapeHow ways[] = {{40, SHAPE_FOLD_NEVER, 0},
                                  {6, SHAPE_FOLD_ALIKE, 0},
                                  {6, SHAPE_FOLD_ALL, 0},
                                  {1, SHAPE_FOLD_SINGLE, FEW_STATES}};
  require(version < sizeof ways / sizeof *ways);
  PassOptions options = PASS_DEFAULTS;
  options.inlining.max_recursive = order->snapshots->recursion;
  ShapeHow how = ways[version];
  ShapeLinks links = {0};
  PassRun run = {0};
  Program *program = before_shapes(order, &run, &options);
  Mem *mem = program->mem;
  bool good = run.result.status == PASS_OK;
  for (bool again = good; again;) {
    uint32_t known = links.n;
    good = specialise(order, program, how, &links);
    again = !good && how.most_states;
    if (links.n == known) how.most_states = 0;
    if (!again) break;
    prog_free(program);
    program = before_shapes(order, &run, &options);
  }
  VEC_DONE(mem, &links);
  if (good) {
    pass_run(&run, program, order->snapshots->property, &options,
             PASS_ID_VALIDITY, PASS_ID_LAST);
    good = run.result.status == PASS_OK;
  }
  if (good) return program;
  prog_free(program);
  return NULL;
}

const Variant variant_shapes = {.name = "shapes",
                                .relation = RELATION_OVER,
                                .too_coarse = "shapes of memory do not suffice",
                                .missing = "memory has too many shapes",
                                .applies = has_shapes,
                                .build = build_shapes,
                                .n_versions = 4,
                                .order = VERSIONS_IN_ROUNDS,
                                .seed_ticks = SEED_TICKS_CELLS,
                                .has_own_names = true,
                                .errors_are_tried = true};

/* ---- texts ---- */

static bool has_texts(const Features *features) {
  return features->texts;
}

static Program *build_texts(const VariantOrder *order, uint32_t version) {
  (void)version;
  Program *program = prog_clone(order->snapshots->resolved);
  uint32_t n = program->funcs.n;
  uint8_t *stays = MEM_ARRAY(program->mem, uint8_t, n);
  pass_texts_begin(program, stays);
  PassOptions options = PASS_DEFAULTS;
  options.inlining.max_recursive = order->snapshots->recursion;
  options.inlining.stays = stays;
  PassRun run = {0};
  const Property *property = order->snapshots->property;
  pass_run(&run, program, property, &options, PASS_ID_TAILS, PASS_ID_CLEAN);
  if (run.result.status == PASS_OK) {
    pass_texts_apart(program);
    pass_run(&run, program, property, &options, PASS_ID_VALIDITY,
             PASS_ID_CLEAN_MEMORY);
  }
  bool good = run.result.status == PASS_OK && pass_texts(program) > 0;
  if (good) {
    pass_memory(program);
    pass_clean(program);
    pass_run(&run, program, property, &options, PASS_ID_UNROLL, PASS_ID_LAST);
    good = run.result.status == PASS_OK;
  }
  MEM_FREE_ARRAY(program->mem, stays, n);
  if (good) return program;
  prog_free(program);
  return NULL;
}

const Variant variant_texts = {.name = "texts",
                               .relation = RELATION_OVER,
                               .too_coarse = "what texts say matters",
                               .applies = has_texts,
                               .build = build_texts,
                               .n_versions = 1,
                               .seed_ticks = SEED_TICKS_CELLS,
                               .has_own_names = true};

/* ---- arguments of main ---- */

static bool has_arguments(const Features *features) {
  return features->arguments;
}

static Program *build_arguments(const VariantOrder *order, uint32_t version) {
  assert(order->snapshots->with_property);
  (void)version;
  PassOptions options = PASS_DEFAULTS;
  options.arguments = PASS_ARGUMENTS_ANY;
  options.inlining.max_recursive = order->snapshots->recursion;
  return pass_from(order, order->snapshots->with_property, &options,
                   PASS_ID_ENTRY);
}

const Variant variant_arguments = {.name = "arguments",
                                   .relation = RELATION_OVER,
                                   .too_coarse = "the arguments of main matter",
                                   .applies = has_arguments,
                                   .build = build_arguments,
                                   .n_versions = 1,
                                   .seed_ticks = SEED_TICKS};

/* ---- localisation ---- */

static bool has_no_memory_property(const Features *features) {
  return !features->memory_property;
}

/* Where the heap is not seen, calls through pointers from there are resolved
 * so, too. */
static Program *resolved_without_heap(const VariantOrder *order) {
  require(order->snapshots->with_heap);
  Program *program = prog_clone(order->snapshots->with_heap);
  program->heap = PROG_HEAP_OUTSIDE;
  PassOptions options = PASS_DEFAULTS;
  PassRun run = {0};
  pass_run(&run, program, order->snapshots->property, &options, PASS_ID_SETTLED,
           PASS_ID_CALLS);
  require(run.result.status == PASS_OK);
  return program;
}

static Program *build_local(const VariantOrder *order, uint32_t version) {
  assert(order->snapshots->resolved);
  rep_stats_count(&order->checker->monitor->stats, "local.refinements",
                  version);
  Program *program = order->heap == LOCAL_HEAP_OUTSIDE
                         ? resolved_without_heap(order)
                         : prog_clone(order->snapshots->resolved);
  uint8_t *stays = MEM_ARRAY(program->mem, uint8_t, program->funcs.n);
  uint32_t n = program->funcs.n;
  (void)pass_local_find(program, order->stubs, stays);
  LocalStats stats = pass_local(program, stays, order->kept, order->nulls);
  RepStats *counts = &order->checker->monitor->stats;
  rep_stats_count(counts, "local.stubs", stats.stubs);
  rep_stats_count(counts, "local.forgotten", stats.forgotten);
  rep_stats_count(counts, "local.kept", stats.kept);
  rep_stats_count(counts, "local.insts", features_n_insts(program));
  rep_stats_count(counts, "local.audit.microseconds",
                  (uint64_t)(program->audited * 1e6));
  MEM_FREE_ARRAY(program->mem, stays, n);
  return program;
}

const Variant variant_local = {.name = "local",
                               .relation = RELATION_OVER,
                               .too_coarse = "what memory holds matters",
                               .applies = has_no_memory_property,
                               .build = build_local,
                               .n_versions = 30,
                               .order = VERSIONS_REFINED,
                               .has_own_names = true,
                               .errors_are_tried = true};
