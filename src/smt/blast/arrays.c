/* SPDX-License-Identifier: MIT
 *
 * Arrays by lemmas on demand.
 *
 * The SAT solver (or any other propositional reading of the formulas) treats
 * every SELECT and every equality of arrays as unknown and proposes a candidate
 * model.  Here the candidate is checked against the theory, and contradictions
 * become lemmas: valid formulas over existing terms that the candidate violates
 * [BB09].  With no contradiction left, values for the array variables follow.
 *
 * An *access* (a, i, r) says "array a holds r at i".  There is one for each
 * select(a,i) = r and one for each store: (store(b,j,v), j, v).  An access
 * flows through the graph of array terms as far as the candidate allows:
 *
 *   store(b,j,v) -> b         if i and j differ in value       condition i != j
 *   ite(c,x,y)   -> x or y    as the candidate says            condition c, !c
 *   a            -> b         if the atom a = b is true        condition a = b
 *
 * and, only when there are equalities of arrays, also the first two backwards.
 * Where two accesses meet in the same array with equal index values, their
 * results must be equal, and where one meets a constant array, its element;
 * otherwise the lemma is "conditions on both ways and i = i' imply r = r'".
 *
 * Disequality.  For every atom a = b a fresh index k and the formula "a = b or
 * a[k] != b[k]" are added when the atom appears.
 *
 * Constant arrays that are connected by flow must agree where nothing was
 * accessed.  If two differ, accesses with a constant index that the
 * connected part does not touch (or, if the index sort is too small for
 * one, with every index) are added for them; they flow and meet.
 *
 * Model: an array variable is the accesses that reached it, and elsewhere the
 * element of a constant array connected with it, or zero.  Every array term
 * then evaluates to the accesses that reached it: flow stops at a store only
 * where the store's own access is, and both sides of a true equality got the
 * same.
 *
 * Termination: a lemma speaks about two accesses and ways without repeated
 * arrays; indices that are made up are fresh variables, one per atom, or
 * constants at most as large as the number of accesses.  So there are finitely
 * many lemmas, and none is found twice, as a model of the lemmas satisfies it.
 */
#include "smt/blast/blast_int.h"

#define NONE           UINT32_MAX
#define LEMMAS_AT_ONCE 64u

typedef struct Access {
  uint32_t array; /* where it starts, [0..arrays.n[ */
  Term index;
  Term result;
} Access;

typedef struct ArrayNode {
  Term term;
  uint32_t base;     /* of a STORE: the array below */
  uint32_t first_up; /* head of the list of links to parents, or NONE */
  /* of the running check: */
  uint32_t written;    /* STORE: value number of its index, or NONE */
  uint32_t first_spot; /* accesses that got here, newest first, or NONE */
  uint32_t leader;     /* union-find over connected arrays */
  uint32_t constant;   /* leader: a constant array of the part, or NONE */
} ArrayNode;

/* An upward edge (to a STORE or ITE node) or an equality's two directions. */
typedef struct Link {
  uint32_t to;
  uint32_t next;
  Term equality; /* or none: an upward edge */
} Link;

/* An access at an array, and how it got there. */
typedef struct Spot {
  uint32_t array;
  uint32_t access;
  uint32_t index; /* value number */
  uint32_t from;  /* the spot before, or NONE */
  Term condition; /* of the last step; none at the start; a STORE: that its
                     index is another */
  uint32_t next;  /* in the array's list */
} Spot;

struct Arrays {
  SmtShared *shared;
  Map numbers; /* node -> index in `arrays` */
  Vec(ArrayNode) arrays;
  Vec(Link) links;
  Vec(Access) accesses;
  uint32_t n_real; /* accesses beyond are of the running check alone */
  Vec(Term) equalities;
  Vec(Term) lemmas;
  Vec(Term) conditions; /* scratch */
  /* of the running check: */
  ArraysValue *value;
  void *context;
  Vec(Spot) spots;
  uint32_t done; /* spots[0..done[ have flowed on */
  Map at;        /* array << 32 | index value -> spot */
  Arena values;  /* words of values, by number */
  Vec(BvWord *) words;
  Map by_hash;         /* hash of words -> value number + 1 (newest) */
  Vec(uint32_t) chain; /* value number -> next with the same hash + 1 */
  Map known;           /* Term.id -> value number */
};

Arrays *arrays_new(SmtShared *shared) {
  Arrays *arrays = MEM_NEW(shared->mem, Arrays);
  arrays->shared = shared;
  map_init(&arrays->numbers, shared->mem);
  map_init(&arrays->at, shared->mem);
  map_init(&arrays->by_hash, shared->mem);
  map_init(&arrays->known, shared->mem);
  arena_init(&arrays->values, shared->mem);
  return arrays;
}

void arrays_free(Arrays *arrays) {
  Mem *mem = arrays->shared->mem;
  map_done(&arrays->numbers);
  map_done(&arrays->at);
  map_done(&arrays->by_hash);
  map_done(&arrays->known);
  arena_done(&arrays->values);
  VEC_DONE(mem, &arrays->arrays);
  VEC_DONE(mem, &arrays->links);
  VEC_DONE(mem, &arrays->accesses);
  VEC_DONE(mem, &arrays->equalities);
  VEC_DONE(mem, &arrays->lemmas);
  VEC_DONE(mem, &arrays->conditions);
  VEC_DONE(mem, &arrays->spots);
  VEC_DONE(mem, &arrays->words);
  VEC_DONE(mem, &arrays->chain);
  MEM_DELETE(mem, arrays);
}

static bool is_simple(Sort sort) {
  return sort_kind(sort) == SORT_BOOL || sort_kind(sort) == SORT_BV;
}

const char *arrays_refuses(TermStore *store, Term node) {
  Sort sort = term_sort(store, node);
  if (sort_kind(sort) != SORT_ARRAY) return NULL;
  if (!is_simple(sort_index(store, sort)))
    return "arrays indexed by arrays or floats need z3";
  if (!is_simple(sort_element(store, sort)))
    return "arrays of arrays or floats need z3";
  return NULL;
}

/* ---- what there is ---- */

static uint32_t number_of(const Arrays *arrays, Term t) {
  const uint64_t *number = map_find(&arrays->numbers, term_node(t));
  require(number);
  return (uint32_t)*number;
}

static void add_access(Arrays *arrays, uint32_t array, Term index,
                       Term result) {
  assert(array < arrays->arrays.n);
  VEC_PUSH(arrays->shared->mem, &arrays->accesses,
           ((Access){array, index, result}));
}

static void add_link(Arrays *arrays, uint32_t from, uint32_t to,
                     Term equality) {
  assert(from < arrays->arrays.n && to < arrays->arrays.n);
  ArrayNode *node = &arrays->arrays.at[from];
  VEC_PUSH(arrays->shared->mem, &arrays->links,
           ((Link){to, node->first_up, equality}));
  node->first_up = arrays->links.n - 1;
}

static void add_array(Arrays *arrays, Term node) {
  TermStore *store = arrays->shared->store;
  assert(!map_find(&arrays->numbers, term_node(node)));
  uint32_t number = arrays->arrays.n;
  map_put(&arrays->numbers, term_node(node), number);
  VEC_PUSH(arrays->shared->mem, &arrays->arrays,
           ((ArrayNode){.term = node, .first_up = NONE}));
  TermKind kind = term_kind(store, node);
  if (kind == TERM_STORE) {
    uint32_t base = number_of(arrays, term_child(store, node, 0));
    arrays->arrays.at[number].base = base;
    add_link(arrays, base, number, TERM_NONE);
    add_access(arrays, number, term_child(store, node, 1),
               term_child(store, node, 2));
  } else if (kind == TERM_ITE) {
    for (uint32_t i = 1; i <= 2; i++)
      add_link(arrays, number_of(arrays, term_child(store, node, i)), number,
               TERM_NONE);
  }
}

static Term add_equality(Arrays *arrays, Term node) {
  TermStore *store = arrays->shared->store;
  assert(term_kind(store, node) == TERM_EQ && !term_is_negated(node));
  Term a = term_child(store, node, 0), b = term_child(store, node, 1);
  VEC_PUSH(arrays->shared->mem, &arrays->equalities, node);
  add_link(arrays, number_of(arrays, a), number_of(arrays, b), node);
  add_link(arrays, number_of(arrays, b), number_of(arrays, a), node);
  Term k = term_fresh(store, "differ", sort_index(store, term_sort(store, a)));
  return term_or(
      store, node,
      term_ne(store, term_select(store, a, k), term_select(store, b, k)));
}

Term arrays_add(Arrays *arrays, Term node) {
  assert(arrays->n_real <= arrays->accesses.n);
  TermStore *store = arrays->shared->store;
  arrays->accesses.n = arrays->n_real;
  Term lemma = TERM_NONE;
  if (sort_kind(term_sort(store, node)) == SORT_ARRAY)
    add_array(arrays, node);
  else if (term_kind(store, node) == TERM_SELECT)
    add_access(arrays, number_of(arrays, term_child(store, node, 0)),
               term_child(store, node, 1), node);
  else
    lemma = add_equality(arrays, node);
  arrays->n_real = arrays->accesses.n;
  return lemma;
}

bool arrays_is_empty(const Arrays *arrays) {
  return arrays->arrays.n == 0;
}

/* ---- values of the candidate, numbered ---- */

static uint32_t width_of(const TermStore *store, Term t) {
  Sort sort = term_sort(store, t);
  return sort_kind(sort) == SORT_BOOL ? 1 : sort_width(sort);
}

/* Values of different widths never meet: equal numbers, equal words. */
static uint32_t number_words(Arrays *arrays, const BvWord *words, uint32_t n) {
  Mem *mem = arrays->shared->mem;
  uint64_t hash = hash_mix(hash_bytes(words, n * sizeof *words), n);
  uint32_t first = (uint32_t)map_get(&arrays->by_hash, hash, 0);
  for (uint32_t at = first; at; at = arrays->chain.at[at - 1])
    if (memcmp(arrays->words.at[at - 1], words, n * sizeof *words) == 0)
      return at - 1;
  BvWord *copy = ARENA_ARRAY(&arrays->values, BvWord, n);
  memcpy(copy, words, n * sizeof *words);
  VEC_PUSH(mem, &arrays->words, copy);
  VEC_PUSH(mem, &arrays->chain, first);
  map_put(&arrays->by_hash, hash, arrays->words.n);
  return arrays->words.n - 1;
}

static uint32_t value_of(Arrays *arrays, Term t) {
  const uint64_t *known = map_find(&arrays->known, t.id);
  if (known) return (uint32_t)*known;
  TermStore *store = arrays->shared->store;
  uint32_t width = width_of(store, t);
  ArenaMark mark = arena_mark(&arrays->values);
  BvWord *words = ARENA_ARRAY(&arrays->values, BvWord, BV_WORDS(width));
  if (term_is_const(store, t))
    bv_copy(words, term_const_words(store, t), width);
  else if (term_is_true(t) || term_is_false(t))
    words[0] = term_is_true(t);
  else
    arrays->value(arrays->context, t, words);
  uint32_t before = arrays->words.n;
  uint32_t number = number_words(arrays, words, BV_WORDS(width));
  if (arrays->words.n == before) arena_release(&arrays->values, mark);
  map_put(&arrays->known, t.id, number);
  return number;
}

static bool is_true(Arrays *arrays, Term t) {
  uint32_t value = value_of(arrays, t); /* may move arrays->words */
  assert(value < arrays->words.n);
  return arrays->words.at[value][0] & 1;
}

static void start_check(Arrays *arrays, ArraysValue *value, void *context) {
  arrays->value = value;
  arrays->context = context;
  arrays->accesses.n = arrays->n_real;
  VEC_CLEAR(&arrays->lemmas);
  VEC_CLEAR(&arrays->spots);
  VEC_CLEAR(&arrays->words);
  VEC_CLEAR(&arrays->chain);
  arrays->done = 0;
  map_clear(&arrays->at);
  map_clear(&arrays->by_hash);
  map_clear(&arrays->known);
  arena_release(&arrays->values, (ArenaMark){0});
  for (uint32_t i = 0; i < arrays->arrays.n; i++) {
    ArrayNode *node = &arrays->arrays.at[i];
    node->written = NONE;
    node->first_spot = NONE;
    node->leader = i;
    node->constant =
        term_kind(arrays->shared->store, node->term) == TERM_CONST_ARRAY ? i
                                                                         : NONE;
  }
}

/* ---- lemmas ---- */

/* Only lemmas need the condition itself, and most ways lead to none. */
static Term condition_of(Arrays *arrays, const Spot *spot) {
  TermStore *store = arrays->shared->store;
  Term t = spot->condition;
  if (term_kind(store, t) != TERM_STORE) return t;
  return term_ne(store, arrays->accesses.at[spot->access].index,
                 term_child(store, t, 1));
}

static void add_way(Arrays *arrays, uint32_t spot) {
  for (; spot != NONE; spot = arrays->spots.at[spot].from)
    if (arrays->spots.at[spot].condition.id)
      VEC_PUSH(arrays->shared->mem, &arrays->conditions,
               condition_of(arrays, &arrays->spots.at[spot]));
}

/* The conditions gathered imply that `a` and `b` are equal. */
static void add_lemma(Arrays *arrays, Term a, Term b) {
  TermStore *store = arrays->shared->store;
  Term premise = term_and_n(store, arrays->conditions.at, arrays->conditions.n);
  Term lemma = term_implies(store, premise, term_eq(store, a, b));
  VEC_CLEAR(&arrays->conditions);
  assert(!term_is_true(lemma));
  VEC_PUSH(arrays->shared->mem, &arrays->lemmas, lemma);
}

static void two_disagree(Arrays *arrays, uint32_t one, uint32_t other) {
  assert(arrays->spots.at[one].array == arrays->spots.at[other].array);
  assert(arrays->spots.at[one].index == arrays->spots.at[other].index);
  Access a = arrays->accesses.at[arrays->spots.at[one].access];
  Access b = arrays->accesses.at[arrays->spots.at[other].access];
  add_way(arrays, one);
  add_way(arrays, other);
  VEC_PUSH(arrays->shared->mem, &arrays->conditions,
           term_eq(arrays->shared->store, a.index, b.index));
  add_lemma(arrays, a.result, b.result);
}

/* ---- flow ---- */

/* Let an access be at `array`; gives false if it was known there. */
static void put(Arrays *arrays, uint32_t array, uint32_t access, uint32_t index,
                uint32_t from, Term condition) {
  assert(array < arrays->arrays.n && access < arrays->accesses.n);
  Mem *mem = arrays->shared->mem;
  uint64_t key = (uint64_t)array << 32 | index;
  const uint64_t *found = map_find(&arrays->at, key);
  uint32_t old = found ? (uint32_t)*found : NONE;
  if (found) {
    Term result = arrays->accesses.at[access].result;
    Term before = arrays->accesses.at[arrays->spots.at[old].access].result;
    if (value_of(arrays, result) == value_of(arrays, before)) return;
  }
  ArrayNode *node = &arrays->arrays.at[array];
  Spot spot = {array, access, index, from, condition, node->first_spot};
  VEC_PUSH(mem, &arrays->spots, spot);
  uint32_t number = arrays->spots.n - 1;
  if (found) {
    two_disagree(arrays, old, number);
    arrays->spots.n--;
    return;
  }
  map_put(&arrays->at, key, number);
  node->first_spot = number;
}

static void flow_to(Arrays *arrays, uint32_t spot, uint32_t array,
                    Term condition) {
  Spot at = arrays->spots.at[spot];
  put(arrays, array, at.access, at.index, spot, condition);
}

/* Between a STORE and its base, in either direction. */
static void flow_past_store(Arrays *arrays, uint32_t spot, uint32_t stored,
                            uint32_t array) {
  Term node = arrays->arrays.at[stored].term;
  assert(term_kind(arrays->shared->store, node) == TERM_STORE);
  if (arrays->arrays.at[stored].written == NONE)
    arrays->arrays.at[stored].written =
        value_of(arrays, term_child(arrays->shared->store, node, 1));
  if (arrays->arrays.at[stored].written != arrays->spots.at[spot].index)
    flow_to(arrays, spot, array, node);
}

static Term active_condition(Arrays *arrays, Term ite) {
  Term cond = term_child(arrays->shared->store, ite, 0);
  return is_true(arrays, cond) ? cond : term_not(cond);
}

static Term active_branch(Arrays *arrays, Term ite) {
  TermStore *store = arrays->shared->store;
  bool is_yes = is_true(arrays, term_child(store, ite, 0));
  return term_child(store, ite, is_yes ? 1 : 2);
}

static void flow_into_constant(Arrays *arrays, uint32_t spot, Term constant) {
  Term element = term_child(arrays->shared->store, constant, 0);
  Term result = arrays->accesses.at[arrays->spots.at[spot].access].result;
  if (value_of(arrays, element) == value_of(arrays, result)) return;
  add_way(arrays, spot);
  add_lemma(arrays, result, element);
}

static void flow_down(Arrays *arrays, uint32_t spot) {
  TermStore *store = arrays->shared->store;
  uint32_t at = arrays->spots.at[spot].array;
  Term node = arrays->arrays.at[at].term;
  TermKind kind = term_kind(store, node);
  if (kind == TERM_STORE)
    flow_past_store(arrays, spot, at, arrays->arrays.at[at].base);
  else if (kind == TERM_ITE)
    flow_to(arrays, spot, number_of(arrays, active_branch(arrays, node)),
            active_condition(arrays, node));
  else if (kind == TERM_CONST_ARRAY)
    flow_into_constant(arrays, spot, node);
}

static void flow_up(Arrays *arrays, uint32_t spot) {
  TermStore *store = arrays->shared->store;
  uint32_t from = arrays->spots.at[spot].array;
  uint32_t at = arrays->arrays.at[from].first_up;
  for (; at != NONE; at = arrays->links.at[at].next) {
    Link link = arrays->links.at[at];
    Term parent = arrays->arrays.at[link.to].term;
    if (link.equality.id) {
      if (is_true(arrays, link.equality))
        flow_to(arrays, spot, link.to, link.equality);
    } else if (term_kind(store, parent) == TERM_STORE) {
      flow_past_store(arrays, spot, link.to, link.to);
    } else if (number_of(arrays, active_branch(arrays, parent)) == from) {
      flow_to(arrays, spot, link.to, active_condition(arrays, parent));
    }
  }
}

static void flow(Arrays *arrays) {
  while (arrays->done < arrays->spots.n && arrays->lemmas.n < LEMMAS_AT_ONCE) {
    uint32_t spot = arrays->done++;
    flow_down(arrays, spot);
    if (arrays->equalities.n) flow_up(arrays, spot);
  }
}

static void start_access(Arrays *arrays, uint32_t access) {
  Access a = arrays->accesses.at[access];
  put(arrays, a.array, access, value_of(arrays, a.index), NONE, TERM_NONE);
}

/* Stores first, so that every other access meets them. */
static void start_all(Arrays *arrays) {
  const TermStore *store = arrays->shared->store;
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < arrays->n_real; i++) {
      Term node = arrays->arrays.at[arrays->accesses.at[i].array].term;
      bool is_write =
          term_kind(store, node) == TERM_STORE &&
          term_same(arrays->accesses.at[i].index, term_child(store, node, 1)) &&
          term_same(arrays->accesses.at[i].result, term_child(store, node, 2));
      if (is_write == (pass == 0)) start_access(arrays, i);
    }
}

/* ---- connected parts and constant arrays ---- */

static uint32_t leader_of(Arrays *arrays, uint32_t array) {
  ArrayNode *at = arrays->arrays.at;
  while (at[array].leader != array) {
    at[array].leader = at[at[array].leader].leader;
    array = at[array].leader;
  }
  return array;
}

static void connect(Arrays *arrays, uint32_t a, uint32_t b) {
  a = leader_of(arrays, a);
  b = leader_of(arrays, b);
  if (a == b) return;
  ArrayNode *at = arrays->arrays.at;
  at[b].leader = a;
  if (at[a].constant == NONE) at[a].constant = at[b].constant;
}

static void connect_all(Arrays *arrays) {
  const TermStore *store = arrays->shared->store;
  for (uint32_t i = 0; i < arrays->arrays.n; i++) {
    Term node = arrays->arrays.at[i].term;
    if (term_kind(store, node) == TERM_STORE)
      connect(arrays, i, number_of(arrays, term_child(store, node, 0)));
    else if (term_kind(store, node) == TERM_ITE)
      connect(arrays, i, number_of(arrays, active_branch(arrays, node)));
  }
  for (uint32_t i = 0; i < arrays->equalities.n; i++) {
    Term equality = arrays->equalities.at[i];
    if (is_true(arrays, equality))
      connect(arrays, number_of(arrays, term_child(store, equality, 0)),
              number_of(arrays, term_child(store, equality, 1)));
  }
}

static uint32_t element_of(Arrays *arrays, uint32_t constant) {
  return value_of(arrays, term_child(arrays->shared->store,
                                     arrays->arrays.at[constant].term, 0));
}

/* Does an access with this index value occur in the part? */
static bool is_touched(Arrays *arrays, uint32_t leader, uint32_t index) {
  for (uint32_t i = 0; i < arrays->spots.n; i++)
    if (arrays->spots.at[i].index == index &&
        leader_of(arrays, arrays->spots.at[i].array) == leader)
      return true;
  return false;
}

/* Give the constant array an access with a constant index; with the first one
 * that its part does not touch the search ends. */
static void probe_constant(Arrays *arrays, uint32_t constant) {
  TermStore *store = arrays->shared->store;
  Term node = arrays->arrays.at[constant].term;
  assert(term_kind(store, node) == TERM_CONST_ARRAY);
  uint32_t leader = leader_of(arrays, constant);
  Sort sort = sort_index(store, term_sort(store, node));
  uint32_t width = sort_kind(sort) == SORT_BOOL ? 1 : sort_width(sort);
  uint64_t n_indices = width < 32 ? (uint64_t)1 << width : UINT32_MAX;
  for (uint64_t i = 0; i < n_indices; i++) {
    Term index = sort_kind(sort) == SORT_BOOL ? term_bool(store, (int)i)
                                              : term_u64(store, i, width);
    bool is_free = !is_touched(arrays, leader, value_of(arrays, index));
    add_access(arrays, constant, index, term_child(store, node, 0));
    start_access(arrays, arrays->accesses.n - 1);
    if (is_free) break;
  }
  flow(arrays);
}

/* Constant arrays that differ from another one of their part. */
static void probe_constants(Arrays *arrays) {
  connect_all(arrays);
  for (uint32_t i = 0; i < arrays->arrays.n && !arrays->lemmas.n; i++) {
    if (term_kind(arrays->shared->store, arrays->arrays.at[i].term) !=
        TERM_CONST_ARRAY)
      continue;
    uint32_t other = arrays->arrays.at[leader_of(arrays, i)].constant;
    if (element_of(arrays, i) != element_of(arrays, other))
      probe_constant(arrays, i);
  }
}

uint32_t arrays_check(Arrays *arrays, ArraysValue *value, void *context,
                      const Term **lemmas) {
  require(value);
  start_check(arrays, value, context);
  start_all(arrays);
  flow(arrays);
  if (arrays->lemmas.n == 0) probe_constants(arrays);
  *lemmas = arrays->lemmas.at;
  return arrays->lemmas.n;
}

/* ---- models ---- */

static TermValue value_number(Arrays *arrays, TermEval *eval, Sort sort,
                              uint32_t number) {
  assert(number < arrays->words.n);
  const BvWord *words = arrays->words.at[number];
  if (sort_kind(sort) == SORT_BOOL) return term_value_bool((int)words[0]);
  return term_value_bv(eval, words, sort_width(sort));
}

static TermValue elsewhere(Arrays *arrays, TermEval *eval, uint32_t array,
                           Sort element) {
  uint32_t constant = arrays->arrays.at[leader_of(arrays, array)].constant;
  if (constant != NONE)
    return value_number(arrays, eval, element, element_of(arrays, constant));
  return sort_kind(element) == SORT_BOOL
             ? term_value_bool(0)
             : term_value_u64(eval, 0, sort_width(element));
}

bool arrays_value(Arrays *arrays, TermEval *eval, Term var, TermValue *value) {
  const uint64_t *known = map_find(&arrays->numbers, term_node(var));
  if (!known) return false;
  TermStore *store = arrays->shared->store;
  uint32_t array = (uint32_t)*known;
  Sort sort = term_sort(store, var), element = sort_element(store, sort);
  *value = term_value_const_array(eval, sort,
                                  elsewhere(arrays, eval, array, element));
  uint32_t at = arrays->arrays.at[array].first_spot;
  for (; at != NONE; at = arrays->spots.at[at].next) {
    Spot spot = arrays->spots.at[at];
    Term result = arrays->accesses.at[spot.access].result;
    *value = term_value_store(
        eval, *value,
        value_number(arrays, eval, sort_index(store, sort), spot.index),
        value_number(arrays, eval, element, value_of(arrays, result)));
  }
  return true;
}
