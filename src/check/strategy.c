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
 * (local): most of what a driver does has no part in the reason.  Errors that
 * do need it are found by runs which follow all forks (concolic).
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
 * seconds; what a little unrolling or a few runs find is found sooner.  Before
 * it, rounds of loops that do not touch the cell are left out (jump): the
 * answer is there in a second, or never.  Where loops add up arrays, sums come
 * before (most of it is equations).  Arrays make a tick of the others long, so
 * their first turns are short.
 *
 * Where the steps between locations are long and states hold single values
 * only, as in programs that react to a symbol by one of hundreds of branches, a
 * solver's question is dear and an evaluation cheap: states are enumerated
 * first, until they turn out to be many; then unrolling has a longer turn.  So
 * it has where one loop has long rounds, as in processes that were put one
 * behind the other: few rounds are enough for an error, or for all there are.
 * Circuits are asked first there: a question on terms carries the whole round.
 *
 * Copies and fills that are too long to be followed cell by cell leave memory
 * that may hold anything; the errors that seem to be behind them are refuted
 * only by a run.  As loops (copies) they are exact, and the cells of arrays are
 * followed through such loops.
 *
 * Where recursion was not unrolled to its end, three programs take part: as it
 * was unrolled, for errors; with contracts in place of recursive calls, for
 * proofs; and unrolled further. */
#include "check/strategy.h"

/* Ticks do not matter to who is alone. */
#define ROW(name, variant, engine) {name, variant, engine, 0, 0, ROW_GUIDED}

/* Who may take part, or be alone. */
static const Row rows[] = {
    [METHOD_PREDICATE] = ROW("predicate", &variant_exact, &engine_predicate),
    [METHOD_PDR] = ROW("pdr", &variant_exact, &engine_pdr),
    [METHOD_TRACE] = ROW("trace", &variant_exact, &engine_trace),
    [METHOD_STRUCTURAL] = ROW("structural", &variant_exact, &engine_structural),
    [METHOD_BOUNDED] = ROW("bounded", &variant_exact, &engine_bounded),
    [METHOD_GUIDED] = ROW("guided", NULL, NULL),
    [METHOD_EQUATIONS] = ROW("equations", &variant_exact, &engine_equations),
    [METHOD_CELLS] = ROW("cells", &variant_cells, &engine_pdr),
    [METHOD_EXPLICIT] = ROW("explicit", &variant_exact, &engine_explicit),
    [METHOD_LOCAL] = ROW("local", &variant_local, &engine_pdr),
    [METHOD_SHAPES] = ROW("shapes", &variant_shapes, &engine_pdr),
    [METHOD_SUMS] = ROW("sums", &variant_sums, &engine_pdr),
    [METHOD_SITES] = ROW("sites", &variant_sites, &engine_pdr),
    [METHOD_HEAP_CELLS] = ROW("heap-cells", &variant_heap_cells, &engine_pdr),
    [METHOD_ARGUMENTS] = ROW("arguments", &variant_arguments, &engine_pdr),
    [METHOD_CONTRACTS] = ROW("contracts", &variant_contracts, &engine_pdr),
    [METHOD_DEEPER] = ROW("deeper", &variant_deeper, &engine_bounded),
    [METHOD_FLAT] = ROW("flat", &variant_flat, &engine_pdr),
    [METHOD_FLAT_SUMS] = ROW("flat-sums", &variant_flat_sums, &engine_bounded),
    [METHOD_BITS] = ROW("bits", &variant_exact, &engine_bits),
    [METHOD_COPIES] = ROW("copies", &variant_copies, &engine_pdr),
    [METHOD_SPLIT] = ROW("split", &variant_split, &engine_pdr),
    [METHOD_TEXTS] = ROW("texts", &variant_texts, &engine_pdr),
    [METHOD_JUMP] = ROW("jump", &variant_jump, &engine_pdr),
    [METHOD_CONCOLIC] = {"concolic", NULL, NULL, 0, 0, ROW_CONCOLIC}};

static const char *const situation_names[] = {
#define X(id, name) [SITUATION_##id] = name,
    SITUATIONS(X)
#undef X
};

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

static void take(Strategy *strategy, Turn turn, const Features *features) {
  require(turn.who > METHOD_AUTO && turn.who < sizeof rows / sizeof *rows);
  Row row = rows[turn.who];
  assert(row.name && *row.name && (!row.variant || row.engine));
  if (row.variant && !row.variant->applies(features)) return;
  require(strategy->n < SCHEDULE_MOST);
  row.first = turn.first;
  row.second = turn.second;
  strategy->rows[strategy->n++] = row;
}

/* Who may take part if asked for by name, but would win nothing otherwise. */
static bool is_worth_it(Method who, const Features *features) {
  if (who == METHOD_LOCAL || who == METHOD_CONCOLIC)
    return features->forgettable;
  if (who == METHOD_CELLS) return features->loops || features->copies;
  return true;
}

Strategy strategy_choose(Method method, const Features *features) {
  Situation situation = situation_of(features);
  Strategy strategy = {.situation = situation_names[situation]};
  if (method != METHOD_AUTO) {
    take(&strategy, (Turn){.who = method}, features);
    return strategy;
  }
  const Turn *turns = schedule[situation];
  for (uint32_t i = 0; i < SCHEDULE_MOST && turns[i].first; i++)
    if (is_worth_it(turns[i].who, features))
      take(&strategy, turns[i], features);
  require(strategy.n > 0);
  return strategy;
}

RaceRunner strategy_runner(const Row *row) {
  require(row->name && strlen(row->name) < 16); /* a process's name */
  return (RaceRunner){.name = row->name,
                      .first = row->first,
                      .second = row->second,
                      .role = row->variant || row->runs == ROW_CONCOLIC
                                  ? RACE_ALONE
                                  : RACE_COMPANION};
}
