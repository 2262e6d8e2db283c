/* SPDX-License-Identifier: MIT
 *
 * Features of the program to rows.
 *
 * A program without loops is one query: the bounded engine asks it.  Otherwise
 * several race (process/race.c), each with the same seed invariants, each
 * checking its own claim.  Turns are counted in ticks, a SAT solver's steps by
 * their weight (smt/blast/sat_cadical.c), so that equal turns take about equal
 * time.  Property-directed reachability settles most programs in its first
 * turn, so it goes first; errors that are not deep are found by unrolling in
 * its first, deep ones by running the compiled program many times
 * (replay/guided); some invariants, of many cases or with remainders, are found
 * by predicate abstraction only.  An engine that decides a program mostly does
 * so within a second, so first turns are short; from then on they share the
 * cores, or one core by longer and longer turns.
 *
 * A large program that reads memory or recurs is first looked at without that
 * (local): most of what a driver does has no part in the reason.
 *
 * Where memory is what is asked about, most proofs are found by specialising
 * the program to the shapes that memory has; elsewhere few are, but soon.  What
 * walks over arrays or texts is proved with the cells accessed last (sites).
 *
 * Where there are floats, the bounds among the seed invariants decide most
 * programs or nothing does soon; unrolling goes first there.
 *
 * Polynomial equations are looked for by themselves (engine/absint): few
 * programs need them, and pdr finds none.  Where the program itself multiplies
 * unknowns that comes first.
 *
 * Where there are arrays, few proofs are found without the cell abstraction: it
 * comes early, with a turn that is long enough for its ways and may last for
 * seconds; what a little unrolling or a few runs find is found sooner.  Where
 * loops add up arrays, sums come before (most of it is equations).  Arrays make
 * a tick of the others long, so their first turns are short.
 *
 * Where the steps between locations are long and states hold single values
 * only, as in programs that react to a symbol by one of hundreds of branches, a
 * solver's question is dear and an evaluation cheap: states are enumerated
 * first, until they turn out to be many; then unrolling has a longer turn.  So
 * it has where one loop has long rounds, as in processes that were put one
 * behind the other: few rounds are enough for an error, or for all there are.
 *
 * Where recursion was not unrolled to its end, three programs take part: as it
 * was unrolled, for errors; with contracts in place of recursive calls, for
 * proofs; and unrolled further. */
#include "check/strategy.h"

/* Kinds of programs that are tackled differently. */
typedef enum Situation {
  SITUATION_RECURSIVE,
  SITUATION_LOOP_FREE,
  SITUATION_MEMORY,
  SITUATION_FLOATS,
  SITUATION_FLOAT_ARRAYS,
  SITUATION_INTEGERS,
  SITUATION_ARRAYS,
  SITUATION_PRODUCTS,       /* integers, and unknowns are multiplied */
  SITUATION_ARRAY_PRODUCTS, /* arrays, and unknowns are multiplied */
  SITUATION_REACTIVE,       /* single values, and long ways between locations */
  SITUATION_ROUNDS,         /* single values, and one loop of long rounds */
} Situation;

static const char *const situation_names[] = {
    [SITUATION_RECURSIVE] = "recursive",
    [SITUATION_LOOP_FREE] = "loop-free",
    [SITUATION_MEMORY] = "memory",
    [SITUATION_FLOATS] = "floats",
    [SITUATION_FLOAT_ARRAYS] = "float-arrays",
    [SITUATION_INTEGERS] = "integers",
    [SITUATION_ARRAYS] = "arrays",
    [SITUATION_PRODUCTS] = "products",
    [SITUATION_ARRAY_PRODUCTS] = "array-products",
    [SITUATION_REACTIVE] = "reactive",
    [SITUATION_ROUNDS] = "rounds"};

enum { /* sets of them */
       RECURSIVE = 1 << SITUATION_RECURSIVE,
       LOOP_FREE = 1 << SITUATION_LOOP_FREE,
       MEMORY = 1 << SITUATION_MEMORY,
       FLOATS = 1 << SITUATION_FLOATS,
       FLOAT_ARRAYS = 1 << SITUATION_FLOAT_ARRAYS,
       PRODUCTS = 1 << SITUATION_PRODUCTS | 1 << SITUATION_ARRAY_PRODUCTS,
       REACTIVE = 1 << SITUATION_REACTIVE,
       ROUNDS = 1 << SITUATION_ROUNDS,
       SINGLES = 1 << SITUATION_INTEGERS | 1 << SITUATION_PRODUCTS | REACTIVE |
                 ROUNDS,
       ARRAYS = 1 << SITUATION_ARRAYS | 1 << SITUATION_ARRAY_PRODUCTS,
       INTEGERS = SINGLES | ARRAYS,
       ANY_FLOATS = FLOATS | FLOAT_ARRAYS,
       ANY_ARRAYS = ARRAYS | FLOAT_ARRAYS,
       ONLY_LARGE = 1 << 16 /* and only if a large program has parts that may
                               not matter */
};

/* Ticks of a second turn. */
enum { SHORT_TURN = 4000, CELLS_TURN = 20000, LONG_TURN = 40000 };

typedef struct AutoRow {
  uint32_t situations; /* in which it takes part */
  Row row;
} AutoRow;

/* In each situation those take part, in this order, whose variant there is. */
static const AutoRow automatic[] = {
    {REACTIVE,
     {"explicit", &variant_exact, &engine_explicit, 12000, SHORT_TURN}},
    {REACTIVE, {"bounded", &variant_exact, &engine_bounded, 8000, LONG_TURN}},
    {INTEGERS | ANY_FLOATS | RECURSIVE | ONLY_LARGE,
     {"local", &variant_local, &engine_pdr, 30000, LONG_TURN}},
    {PRODUCTS,
     {"equations", &variant_exact, &engine_equations, 2000, SHORT_TURN}},
    {ARRAYS, {"bounded", &variant_exact, &engine_bounded, 1000, SHORT_TURN}},
    {FLOAT_ARRAYS,
     {"bounded", &variant_exact, &engine_bounded, 2000, SHORT_TURN}},
    {ANY_ARRAYS, {"guided", NULL, NULL, 5000, SHORT_TURN}},
    {ARRAYS, {"sums", &variant_sums, &engine_pdr, 20000, CELLS_TURN}},
    {ANY_ARRAYS, {"cells", &variant_cells, &engine_pdr, 60000, CELLS_TURN}},
    {INTEGERS | ANY_FLOATS,
     {"arguments", &variant_arguments, &engine_pdr, 3000, SHORT_TURN}},
    {INTEGERS,
     {"heap-cells", &variant_heap_cells, &engine_pdr, 3000, SHORT_TURN}},
    {FLOATS, {"bounded", &variant_exact, &engine_bounded, 2000, SHORT_TURN}},
    {FLOATS, {"guided", NULL, NULL, 3000, SHORT_TURN}},
    {MEMORY, {"shapes", &variant_shapes, &engine_pdr, 6000, SHORT_TURN}},
    {INTEGERS, {"shapes", &variant_shapes, &engine_pdr, 2000, SHORT_TURN}},
    {SINGLES, {"pdr", &variant_exact, &engine_pdr, 9000, SHORT_TURN}},
    {ARRAYS | MEMORY, {"pdr", &variant_exact, &engine_pdr, 3000, SHORT_TURN}},
    {MEMORY, {"sites", &variant_sites, &engine_pdr, 6000, SHORT_TURN}},
    {ANY_FLOATS, {"pdr", &variant_exact, &engine_pdr, 2000, SHORT_TURN}},
    {LOOP_FREE, {"bounded", &variant_exact, &engine_bounded, 4000, SHORT_TURN}},
    {LOOP_FREE | ONLY_LARGE,
     {"local", &variant_local, &engine_pdr, 20000, SHORT_TURN}},
    {ROUNDS, {"bounded", &variant_exact, &engine_bounded, 8000, LONG_TURN}},
    {(SINGLES & ~(REACTIVE | ROUNDS)) | MEMORY | RECURSIVE,
     {"bounded", &variant_exact, &engine_bounded, 1000, SHORT_TURN}},
    {MEMORY, {"trace", &variant_exact, &engine_trace, 2000, SHORT_TURN}},
    {MEMORY,
     {"predicate", &variant_exact, &engine_predicate, 1000, SHORT_TURN}},
    {RECURSIVE,
     {"contracts", &variant_contracts, &engine_pdr, 10000, SHORT_TURN}},
    {RECURSIVE, {"pdr", &variant_exact, &engine_pdr, 1500, SHORT_TURN}},
    {RECURSIVE, {"deeper", &variant_deeper, &engine_bounded, 1500, SHORT_TURN}},
    {INTEGERS,
     {"predicate", &variant_exact, &engine_predicate, 1000, SHORT_TURN}},
    {SINGLES | FLOATS,
     {"cells", &variant_cells, &engine_pdr, 3500, CELLS_TURN}},
    {INTEGERS & ~PRODUCTS,
     {"equations", &variant_exact, &engine_equations, 2000, SHORT_TURN}},
    {SINGLES | RECURSIVE, {"guided", NULL, NULL, 2000, SHORT_TURN}},
    {INTEGERS | ANY_FLOATS,
     {"flat", &variant_flat, &engine_pdr, 1000, SHORT_TURN}},
    {INTEGERS | ANY_FLOATS,
     {"flat-sums", &variant_flat_sums, &engine_bounded, 1000, SHORT_TURN}},
    {LOOP_FREE,
     {"flat-sums", &variant_flat_sums, &engine_bounded, 2000, SHORT_TURN}}};

/* One method alone. */
static const Row alone[] = {
    [METHOD_PREDICATE] = {"predicate", &variant_exact, &engine_predicate, 0, 0},
    [METHOD_PDR] = {"pdr", &variant_exact, &engine_pdr, 0, 0},
    [METHOD_TRACE] = {"trace", &variant_exact, &engine_trace, 0, 0},
    [METHOD_STRUCTURAL] = {"structural", &variant_exact, &engine_structural, 0,
                           0},
    [METHOD_BOUNDED] = {"bounded", &variant_exact, &engine_bounded, 0, 0},
    [METHOD_GUIDED] = {"guided", NULL, NULL, 0, 0},
    [METHOD_EQUATIONS] = {"equations", &variant_exact, &engine_equations, 0, 0},
    [METHOD_CELLS] = {"cells", &variant_cells, &engine_pdr, 0, 0},
    [METHOD_EXPLICIT] = {"explicit", &variant_exact, &engine_explicit, 0, 0},
    [METHOD_LOCAL] = {"local", &variant_local, &engine_pdr, 0, 0},
    [METHOD_SHAPES] = {"shapes", &variant_shapes, &engine_pdr, 0, 0},
    [METHOD_SUMS] = {"sums", &variant_sums, &engine_pdr, 0, 0},
    [METHOD_SITES] = {"sites", &variant_sites, &engine_pdr, 0, 0}};

static Situation situation_of(const Features *f) {
  bool arrays = (f->arrays || f->long_lines) && f->cells;
  if (f->cut_recursion) return SITUATION_RECURSIVE;
  if (!f->loops) return SITUATION_LOOP_FREE;
  if (f->memory_property) return SITUATION_MEMORY;
  if (f->floats) return arrays ? SITUATION_FLOAT_ARRAYS : SITUATION_FLOATS;
  if (!arrays && f->long_steps && f->scalar_states) return SITUATION_REACTIVE;
  if (!arrays && f->long_rounds && f->scalar_states && !f->products)
    return SITUATION_ROUNDS;
  if (f->products)
    return arrays ? SITUATION_ARRAY_PRODUCTS : SITUATION_PRODUCTS;
  return arrays ? SITUATION_ARRAYS : SITUATION_INTEGERS;
}

static void take(Strategy *strategy, const Row *row, const Features *features) {
  assert(row->name && *row->name && (!row->variant || row->engine));
  if (row->variant && !row->variant->applies(features)) return;
  require(strategy->n < STRATEGY_MOST);
  strategy->rows[strategy->n++] = *row;
}

Strategy strategy_choose(Method method, const Features *features) {
  Situation situation = situation_of(features);
  Strategy strategy = {.situation = situation_names[situation]};
  if (method != METHOD_AUTO) {
    require(method < sizeof alone / sizeof *alone);
    take(&strategy, &alone[method], features);
    return strategy;
  }
  uint32_t here = 1u << situation;
  for (size_t i = 0; i < sizeof automatic / sizeof *automatic; i++)
    if (automatic[i].situations & here &&
        (features->forgettable || !(automatic[i].situations & ONLY_LARGE)))
      take(&strategy, &automatic[i].row, features);
  require(strategy.n > 0);
  return strategy;
}

RaceRunner strategy_runner(const Row *row) {
  require(row->name && strlen(row->name) < 16); /* a process's name */
  return (RaceRunner){.name = row->name,
                      .first = row->first,
                      .second = row->second,
                      .role = row->variant ? RACE_ALONE : RACE_COMPANION};
}
