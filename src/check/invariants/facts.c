/* SPDX-License-Identifier: MIT
 *
 * What was found out about a program under one property, for others.
 *
 * Each property is decided on a program of its own, in processes of its own,
 * so nothing but text can go from one to the other: for each conjunct of an
 * invariant the place of its loop in the source, and the conjunct as a script
 * of SMT-LIB in which variables have the names and widths of C.  Elsewhere it
 * is a candidate: the names may mean something else there, and a check of the
 * other property may have kept a run from going on.  What is inductive there,
 * too, becomes a seed invariant (engine/absint/candidates.c); others are
 * dropped. */
#include "check/invariants/facts.h"

#include "check/invariants/invariants.h"
#include "engine/absint/absint.h"

#define PREFIX "fact:"

enum { MOST_HEARD = 64, TICKS = 2000 };

/* The name of a variable between programs; "" has none. */
static void name_of(Text *out, const TermStore *store, const TsVar *var) {
  text_clear(out);
  if (sort_kind(term_sort(store, var->now)) != SORT_BV ||
      strpbrk(var->name, "%@|\\"))
    return;
  text_printf(out, PREFIX "%s:%u", var->name, term_width(store, var->now));
}

static void place_of(Text *out, const Program *program, const TsLocation *at) {
  text_clear(out);
  if (at->kind == TS_CUT && at->loop)
    prog_print_loc(out, program, (LocId){at->loop});
}

/* ---- telling ---- */

/* Takes a location's variables to their names. */
static TermMap *to_names(const Ts *ts, const TsLocation *at, Text *name) {
  TermMap *map = term_map_new(ts->store, ts->store);
  for (uint32_t i = 0; i < at->n_vars; i++) {
    name_of(name, ts->store, &at->vars[i]);
    if (name->n)
      term_map_put(map, at->vars[i].now,
                   term_var(ts->store, text_get(name),
                            term_sort(ts->store, at->vars[i].now)));
  }
  return map;
}

/* A variable of the location is left where its mark '@' is. */
static void tell_conjunct(Board *board, const Ts *ts, const char *place,
                          Term named) {
  Text text;
  text_init(&text, ts->mem);
  text_printf(&text, "%s\n", place);
  size_t n = text.n;
  assert(*place && term_is_bool(ts->store, named));
  term_print_script(&text, ts->store, &named, 1);
  if (!strchr(text_get(&text) + n, '@')) board_put(board, text_get(&text));
  text_done(&text);
}

void facts_tell(Board *board, const Program *program, const Ts *ts,
                const TsProof *proof) {
  Text room;
  text_init(&room, ts->mem);
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    const TsLocation *at = &ts->locations.at[l];
    Term invariant = ts_proof_invariant(proof, (TsLoc){l});
    TermList conjuncts = {0};
    TermMap *map = to_names(ts, at, &room);
    place_of(&room, program, at);
    if (room.n) inv_conjuncts(ts, invariant, &conjuncts);
    for (uint32_t i = 0; i < conjuncts.n; i++)
      tell_conjunct(board, ts, text_get(&room),
                    term_map_apply(map, conjuncts.at[i]));
    term_map_free(map);
    VEC_DONE(ts->mem, &conjuncts);
  }
  text_done(&room);
}

/* ---- hearing ---- */

typedef struct Hearing {
  const Program *program;
  Ts *ts;
  AiCandidate list[MOST_HEARD];
  uint32_t n;
} Hearing;

/* The fact over the location's own variables; none if it has not all of them.
 */
static Term own_form(const Ts *ts, const TsLocation *at, Term fact) {
  Text text;
  TermMap *map = term_map_new(ts->store, ts->store);
  text_init(&text, ts->mem);
  for (uint32_t i = 0; i < at->n_vars; i++) {
    name_of(&text, ts->store, &at->vars[i]);
    Term named = text.n ? term_find_var(ts->store, text_get(&text)) : TERM_NONE;
    if (named.id) term_map_put(map, named, at->vars[i].now);
  }
  Term own = term_map_apply(map, fact);
  text_clear(&text);
  term_print(&text, ts->store, own);
  if (strstr(text_get(&text), PREFIX)) own = TERM_NONE;
  term_map_free(map);
  text_done(&text);
  return own;
}

static void add_candidate(Hearing *h, uint32_t loc, Term term) {
  assert(loc < h->ts->locations.n && h->n <= MOST_HEARD);
  bool known = !term.id || h->n == MOST_HEARD;
  for (uint32_t i = 0; i < h->n; i++)
    known |= h->list[i].loc == loc && term_same(h->list[i].term, term);
  if (!known) h->list[h->n++] = (AiCandidate){.loc = loc, .term = term};
}

static void hear(Hearing *h, const char *text) {
  const char *script = strchr(text, '\n');
  TermScript read;
  Text place;
  require(script);
  text_init(&place, h->ts->mem);
  term_script_init(&read, h->ts->store);
  bool good = term_parse_script(h->ts->store, script + 1, &read);
  for (uint32_t l = 0; good && l < h->ts->locations.n; l++) {
    const TsLocation *at = &h->ts->locations.at[l];
    place_of(&place, h->program, at);
    if (read.asserts.n == 1 && place.n == (size_t)(script - text) &&
        strncmp(text_get(&place), text, place.n) == 0)
      add_candidate(h, l, own_form(h->ts, at, read.asserts.at[0]));
  }
  term_script_done(&read, h->ts->store);
  text_done(&place);
}

FactsHeard facts_hear(const Board *board, const Program *program, Ts *ts,
                      const EngineOptions *options, Budget *budget,
                      TermList *seeds) {
  Hearing h = {.program = program, .ts = ts};
  Mem *mem = term_store_mem(ts->store);
  FactsHeard heard = {0};
  for (uint32_t i = 0; i < BOARD_MOST; i++) {
    const char *text = board_get(board, i);
    if (text) hear(&h, text);
  }
  heard.n = h.n;
  if (h.n == 0) return heard;
  Budget part = budget_part(budget, TICKS);
  ai_sift(ts, options, &part, seeds, h.list, h.n);
  budget_return(budget, &part);
  while (seeds->n < ts->locations.n)
    VEC_PUSH(mem, seeds, term_bool(ts->store, 1));
  for (uint32_t i = 0; i < h.n; i++) {
    if (h.list[i].dropped) continue;
    Term *seed = &seeds->at[h.list[i].loc];
    *seed = term_and(ts->store, *seed, h.list[i].term);
    heard.kept++;
  }
  return heard;
}
