/* SPDX-License-Identifier: MIT
 *
 * Where values come from.
 *
 * Processes that hand numbers on to each other compute nothing with them: a
 * message is the number of the process that sent it first, or a constant that
 * says there is none.  So a state has variables that never change once the loop
 * has begun, the kept ones, and variables that only get copies.  That such a
 * variable is equal to one of the kept ones or of the constants is a long
 * clause, which no search that leaves literals out finds; and without it a cube
 * must say what the number is not, comparison by comparison.
 *
 * So this clause is guessed for every copied variable, from where values flow
 * in the edges' text.  Guesses that do not hold behind the entry are dropped,
 * and those that an edge does not keep while all the others hold, until nothing
 * is dropped any more: what is left is inductive (Houdini [FL01]) and becomes a
 * lemma of all levels.
 *
 * Where it holds, a state's cube says which one the variable is equal to, and
 * what else is to be said of the variable is said of that one.  So cubes name
 * origins and the order of kept variables, which does not change; lemmas of one
 * round are then often lemmas of all.  The clause alone, without this, makes
 * the search longer.  Comparisons of two copies are not needed as signals.
 *
 * Cost: a walk over the edges, a question for each guess and edge, as often as
 * guesses are dropped. */
#include "engine/bits/bits_int.h"

/* ---- flow ---- */

typedef struct Flow { /* of one edge */
  Bits *b;
  const TsEdge *edge;
  Map assigned; /* node of a variable -> 1 + number of its list */
  Vec(TermList) values;
  Map own; /* node of a variable of the source -> 1 + its index */
} Flow;

static void flow_init(Flow *f, Bits *b, const TsEdge *edge) {
  *f = (Flow){.b = b, .edge = edge};
  map_init(&f->assigned, b->mem);
  map_init(&f->own, b->mem);
  const TsLocation *source = &b->ts->locations.at[edge->source.id];
  for (uint32_t v = 0; v < source->n_vars; v++)
    map_put(&f->own, term_node(source->vars[v].now), v + 1);
  for (uint32_t k = 0; k < edge->n_blocks; k++)
    for (uint32_t s = 0; s < edge->blocks[k].n_steps; s++) {
      const TsStep *step = &edge->blocks[k].steps[s];
      for (uint32_t i = 0; i < step->n_assigns; i++) {
        uint32_t node = term_node(step->assigns[i].var);
        if (!map_find(&f->assigned, node)) {
          VEC_PUSH(b->mem, &f->values, (TermList){0});
          map_put(&f->assigned, node, f->values.n);
        }
        uint32_t list = (uint32_t)map_get(&f->assigned, node, 0) - 1;
        VEC_PUSH(b->mem, &f->values.at[list], step->assigns[i].value);
      }
    }
}

static void flow_done(Flow *f) {
  for (uint32_t i = 0; i < f->values.n; i++)
    VEC_DONE(f->b->mem, &f->values.at[i]);
  VEC_DONE(f->b->mem, &f->values);
  map_done(&f->assigned);
  map_done(&f->own);
}

/* What a term is chosen from, one choice, assignment or change of width down,
 * to the list; false: it is computed, or an input. */
static bool add_choices(Flow *f, Term t, TermList *to) {
  TermStore *store = f->b->store;
  TermKind kind = term_kind(store, t);
  if (kind == TERM_ITE) {
    VEC_PUSH(f->b->mem, to, term_child(store, t, 1));
    VEC_PUSH(f->b->mem, to, term_child(store, t, 2));
    return true;
  }
  if (kind == TERM_SEXT || kind == TERM_ZEXT ||
      (kind == TERM_EXTRACT && term_extract_low(store, t) == 0)) {
    VEC_PUSH(f->b->mem, to, term_child(store, t, 0));
    return true;
  }
  uint64_t list = map_get(&f->assigned, term_node(t), 0);
  for (uint32_t i = 0; list && i < f->values.at[list - 1].n; i++)
    VEC_PUSH(f->b->mem, to, f->values.at[list - 1].at[i]);
  return list != 0;
}

/* What one edge gives to a variable of its target. */
typedef struct Copy {
  uint32_t loc, var;  /* of the target */
  uint32_t from;      /* the source */
  bool is_copy;       /* nothing is computed, no input */
  bool is_constant;   /* it may be one */
  Vec(uint32_t) vars; /* of the source that it may be copied from */
} Copy;

static void find_copy(Flow *f, Term value, Copy *copy) {
  Mem *mem = f->b->mem;
  TermList open = {0};
  Map met;
  map_init(&met, mem);
  VEC_PUSH(mem, &open, value);
  copy->is_copy = true;
  while (open.n && copy->is_copy) {
    Term t = VEC_POP(&open);
    if (map_find(&met, t.id)) continue;
    map_put(&met, t.id, 1);
    uint64_t own = map_get(&f->own, term_node(t), 0);
    if (term_is_const(f->b->store, t))
      copy->is_constant = true;
    else if (own)
      VEC_PUSH(mem, &copy->vars, (uint32_t)own - 1);
    else
      copy->is_copy = add_choices(f, t, &open);
  }
  map_done(&met);
  VEC_DONE(mem, &open);
}

typedef struct Copies {
  Copy *at;
  uint32_t n, cap;
} Copies;

static bool is_word(const Bits *b, Term var) {
  Sort sort = term_sort(b->store, var);
  return sort_kind(sort) == SORT_BV && sort_width(sort) > 1;
}

static void find_copies(Bits *b, const TsEdge *edge, Copies *copies) {
  const TsLocation *target = &b->ts->locations.at[edge->target.id];
  Flow f;
  flow_init(&f, b, edge);
  for (uint32_t v = 0; v < target->n_vars; v++) {
    if (!is_word(b, target->vars[v].next)) continue;
    Copy copy = {.loc = edge->target.id, .var = v, .from = edge->source.id};
    find_copy(&f, target->vars[v].next, &copy);
    VEC_PUSH(b->mem, copies, copy);
  }
  flow_done(&f);
}

/* What the edge makes of the variable, if the others are what they seem. */
static BitsOrigin origin_of(const Bits *b, const Copy *copy) {
  const BitsOrigin *source = b->places[copy->from].origins;
  if (!copy->is_copy) return BITS_COMPUTED;
  for (uint32_t i = 0; i < copy->vars.n; i++)
    if (source[copy->vars.at[i]] == BITS_COMPUTED) return BITS_COMPUTED;
  return copy->vars.n == 1 && !copy->is_constant &&
                 source[copy->vars.at[0]] == BITS_KEPT
             ? BITS_KEPT
             : BITS_COPIED;
}

void bits_find_origins(Bits *b) {
  const Ts *ts = b->ts;
  Copies copies = {0};
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    const TsLocation *at = &ts->locations.at[l];
    b->places[l].origins = MEM_ARRAY(b->mem, BitsOrigin, at->n_vars);
    for (uint32_t v = 0; v < at->n_vars; v++)
      b->places[l].origins[v] =
          is_word(b, at->vars[v].now) ? BITS_KEPT : BITS_COMPUTED;
  }
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (ts->edges.at[e].source.id != ts->entry.id)
      find_copies(b, &ts->edges.at[e], &copies);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < copies.n; i++) {
      const Copy *copy = &copies.at[i];
      BitsOrigin *origin = &b->places[copy->loc].origins[copy->var];
      BitsOrigin now = origin_of(b, copy);
      if (now <= *origin) continue;
      *origin = now;
      changed = true;
    }
  }
  for (uint32_t i = 0; i < copies.n; i++) VEC_DONE(b->mem, &copies.at[i].vars);
  VEC_DONE(b->mem, &copies);
}

/* ---- guesses ---- */

typedef struct Guess {
  uint32_t loc, var;
  BitsCube cube; /* the variable has none of the values */
  bool dropped;
} Guess;

typedef struct Guesses {
  Guess *at;
  uint32_t n, cap;
} Guesses;

/* Does the signal say that `x` is equal to a kept variable or a constant? */
static bool is_origin(const Bits *b, uint32_t loc, Term signal, Term x) {
  const TsLocation *at = &b->ts->locations.at[loc];
  if (term_kind(b->store, signal) != TERM_EQ) return false;
  Term a = term_child(b->store, signal, 0), c = term_child(b->store, signal, 1);
  if (!term_same(a, x) && !term_same(c, x)) return false;
  Term other = term_same(a, x) ? c : a;
  if (term_is_const(b->store, other)) return true;
  for (uint32_t v = 0; v < at->n_vars; v++)
    if (term_same(at->vars[v].now, other))
      return b->places[loc].origins[v] == BITS_KEPT;
  return false;
}

static void guess(Bits *b, uint32_t loc, Guesses *guesses) {
  const BitsPlace *place = &b->places[loc];
  const TsLocation *at = &b->ts->locations.at[loc];
  for (uint32_t v = 0; v < at->n_vars; v++) {
    if (place->origins[v] != BITS_COPIED) continue;
    Guess made = {.loc = loc, .var = v};
    for (uint32_t s = 0; s < place->signals.n; s++)
      if (is_origin(b, loc, place->signals.at[s], at->vars[v].now))
        VEC_PUSH(b->mem, &made.cube, 2 * (place->n_bits + s) + 1);
    if (made.cube.n) VEC_PUSH(b->mem, guesses, made);
  }
}

/* Every guess that is left, as a lemma of the level. */
static void add_guesses(Bits *b, const Guesses *guesses, uint32_t level) {
  for (uint32_t i = 0; i < guesses->n; i++) {
    if (guesses->at[i].dropped) continue;
    BitsCube copy = {0};
    bits_cube_copy(b, &copy, &guesses->at[i].cube);
    bits_add_lemma(b, guesses->at[i].loc, level, &copy);
  }
}

/* Drop those that can be entered from level `from`; true: some were. */
static bool drop_entered(Bits *b, Guesses *guesses, uint32_t from) {
  bool some = false;
  for (uint32_t i = 0; i < guesses->n; i++) {
    Guess *at = &guesses->at[i];
    if (at->dropped) continue;
    at->dropped =
        bits_ask(b, at->loc, from, &at->cube, NULL, NULL) != BITS_REFUTED;
    some |= at->dropped;
  }
  return some;
}

/* The guess holds: its literals tell the origin, and signals about its variable
 * can be said of that. */
static void take_choices(Bits *b, const Guess *guess) {
  BitsPlace *place = &b->places[guess->loc];
  const TsLocation *at = &b->ts->locations.at[guess->loc];
  if (!place->about) {
    place->about = MEM_ARRAY(b->mem, uint32_t, place->n_latches);
    for (uint32_t i = 0; i < place->n_latches; i++) place->about[i] = BITS_NONE;
    place->choices = MEM_ARRAY(b->mem, BitsCube, at->n_vars);
    map_init(&place->said, b->mem);
  }
  bits_cube_copy(b, &place->choices[guess->var], &guess->cube);
  TermList vars = {0};
  for (uint32_t s = 0; s < place->signals.n; s++) {
    VEC_CLEAR(&vars);
    term_vars(b->store, place->signals.at[s], &vars);
    for (uint32_t i = 0; i < vars.n; i++)
      if (term_same(vars.at[i], at->vars[guess->var].now))
        place->about[place->n_bits + s] = guess->var;
  }
  VEC_DONE(term_store_mem(b->store), &vars);
}

void bits_learn_origins(Bits *b) {
  Guesses guesses = {0};
  b->n = 1;
  for (uint32_t l = 0; l < b->ts->locations.n; l++)
    if (b->ts->locations.at[l].kind == TS_CUT) guess(b, l, &guesses);
  (void)drop_entered(b, &guesses, 0);
  do {
    bits_forget_lemmas(b);
    add_guesses(b, &guesses, 1);
  } while (drop_entered(b, &guesses, 1));
  bits_forget_lemmas(b);
  add_guesses(b, &guesses, BITS_ALWAYS);
  for (uint32_t i = 0; i < guesses.n; i++) {
    Guess *at = &guesses.at[i];
    if (!at->dropped) take_choices(b, at);
    VEC_DONE(b->mem, &at->cube);
  }
  VEC_DONE(b->mem, &guesses);
}

/* ---- cubes that name origins ---- */

/* What becomes of a signal about a copied variable if it is said of its origin:
 * a literal, BITS_TRIVIAL, or BITS_NONE if no signal says so. */
static uint32_t said_of_origin(Bits *b, uint32_t loc, uint32_t latch,
                               uint32_t choice) {
  BitsPlace *place = &b->places[loc];
  uint64_t key = (uint64_t)latch << 32 | choice;
  const uint64_t *known = map_find(&place->said, key);
  if (known) return (uint32_t)*known;
  Term signal = place->signals.at[latch - place->n_bits];
  Term equation = place->signals.at[choice - place->n_bits];
  Term x = b->ts->locations.at[loc].vars[place->about[latch]].now;
  Term a = term_child(b->store, equation, 0);
  Term origin = term_same(a, x) ? term_child(b->store, equation, 1) : a;
  TermMap *map = term_map_new(b->store, b->store);
  term_map_put(map, x, origin);
  Term t = term_map_apply(map, signal);
  term_map_free(map);
  uint32_t said = BITS_NONE;
  if (term_is_true(t) || term_is_false(t)) {
    said = BITS_TRIVIAL;
  } else {
    for (uint32_t i = 0; i < place->signals.n && said == BITS_NONE; i++)
      if (term_same(place->signals.at[i], term_positive(t)))
        said = 2 * (place->n_bits + i) + term_is_negated(t);
  }
  map_put(&place->said, key, said);
  return said;
}

/* The origin that the model shows: a signal. */
static uint32_t shown_choice(const Bits *b, const BitsEdge *edge, uint32_t v) {
  const BitsCube *choices = &b->places[edge->source].choices[v];
  for (uint32_t i = 0; i < choices->n; i++) {
    uint32_t latch = bits_latch(choices->at[i]);
    if (cdcl_is_true(edge->solver, edge->now[latch])) return latch;
  }
  return BITS_NONE;
}

/* The literal, true in the model, in terms of origins; appended. */
static void name_origin(Bits *b, const BitsEdge *edge, BitsLit literal,
                        BitsCube *to) {
  BitsPlace *place = &b->places[edge->source];
  for (;;) {
    uint32_t latch = bits_latch(literal);
    uint32_t v = latch < place->n_bits ? BITS_NONE : place->about[latch];
    uint32_t choice = v == BITS_NONE ? v : shown_choice(b, edge, v);
    uint32_t said = choice == BITS_NONE || choice == latch
                        ? BITS_NONE
                        : said_of_origin(b, edge->source, latch, choice);
    if (said == BITS_NONE) break;
    VEC_PUSH(b->mem, to, 2 * choice);
    if (said == BITS_TRIVIAL) return;
    literal = said ^ (literal & 1);
  }
  VEC_PUSH(b->mem, to, literal);
}

void bits_name_origins(Bits *b, const BitsEdge *edge, BitsCube *literals) {
  const BitsPlace *place = &b->places[edge->source];
  if (!place->about) return;
  BitsCube named = {0};
  for (uint32_t i = 0; i < literals->n; i++)
    name_origin(b, edge, literals->at[i], &named);
  bits_cube_sort(&named);
  VEC_CLEAR(literals);
  for (uint32_t i = 0; i < named.n; i++)
    if (i == 0 || named.at[i] != named.at[i - 1])
      VEC_PUSH(b->mem, literals, named.at[i]);
  VEC_DONE(b->mem, &named);
}
