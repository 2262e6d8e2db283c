/* SPDX-License-Identifier: MIT
 *
 * Terms in the linear view, for diagrams (DESIGN: views).
 *
 * A word is a linear form congruent to it modulo 2^width, with a range (see
 * term/reading.h).  Sums, multiples, complements and truncation cost nothing.
 * Only where the value itself matters the form is moved into the window of its
 * reading.  There, and for choices between words, a new number is made, defined
 * by a conjunct of its own
 *
 *     (guard and y = form)  or  (guard and y = form)  or ...
 *
 * which stands before the conjunct that first needs it.  Eliminating y is then
 * replacing it, case by case.
 *
 * Everything has at least the behaviours of the exact terms: what is not
 * linear becomes a number of the right range or a Boolean, the same for the
 * same term, and makes the view inexact.
 */
#include "predabs/paq_view_int.h"

/* ---- words of the walk ---- */

static bool is_word(const PaqView *v, Term t) {
  return term_is_view_word(v->store, t);
}

static PaqWord *word_of(const PaqView *v, Term t) {
  const uint64_t *found = map_find(&v->words_of, term_node(t));
  require(found);
  return &v->words.at[*found];
}

static PaqRef truth_of(const PaqView *v, Term t) {
  const uint64_t *found = map_find(&v->truths, term_node(t));
  require(found);
  return (PaqRef){(uint32_t)*found ^ (uint32_t)term_is_negated(t)};
}

static void set_word(PaqView *v, Term t, PaqWord word) {
  assert(is_word(v, t) && word.range.low <= word.range.high);
  VEC_PUSH(&v->paq->mem, &v->words, word);
  map_put(&v->words_of, term_node(t), v->words.n - 1);
}

static void set_truth(PaqView *v, Term t, PaqRef truth) {
  assert(!term_is_negated(t) && truth.id >> 1 < v->paq->nodes.n);
  map_put(&v->truths, term_node(t), truth.id);
}

/* An unknown of the right range. */
static PaqWord unknown(PaqView *v, Term t) {
  TermReading reading = term_demanded(&v->demands, t);
  return paq_word_fresh(v, term_window(term_width(v->store, t), reading));
}

static PaqWord opaque(PaqView *v, Term t) {
  v->paq->is_exact = 0;
  return unknown(v, t);
}

static PaqRef opaque_truth(PaqView *v) {
  DdVar unused;
  v->paq->is_exact = 0;
  return paq_boolean(v->paq, &unused);
}

/* The value of a word read that way. */
static PaqWord read_as(PaqView *v, Term t, TermReading reading) {
  assert(is_word(v, t));
  PaqWord word = *word_of(v, t);
  uint32_t width = term_width(v->store, t);
  if (term_fits_window(word.range, width, reading)) return word;
  uint32_t key = term_node(t) * 2 + (uint32_t)reading;
  const uint64_t *found = map_find(&v->readings, key);
  if (found) return v->words.at[*found];
  PaqWord wrapped = paq_wrap(v, &word, width, reading);
  assert(term_fits_window(wrapped.range, width, reading));
  VEC_PUSH(&v->paq->mem, &v->words, wrapped);
  map_put(&v->readings, key, v->words.n - 1);
  return wrapped;
}

static Term child(const PaqView *v, Term t, uint32_t i) {
  return term_child(v->store, t, i);
}

static TermReading operand_reading(const PaqView *v, Term t) {
  TermReading reading;
  bool is_read = term_operand_reading(term_kind(v->store, t), &reading);
  require(is_read);
  return reading;
}

/* The value of child i, read as the operator does. */
static PaqWord read_operand(PaqView *v, Term t, uint32_t i) {
  return read_as(v, child(v, t, i), operand_reading(v, t));
}

/* ---- arithmetic ---- */

/* fa*a + fb*b + k on congruent words; on values if that is too large. */
static PaqWord combined(PaqView *v, Term t, Term a, Integer fa, Term b,
                        Integer fb, Integer k) {
  PaqWord none = {0}, result;
  PaqWord x = *word_of(v, a), y = b.id ? *word_of(v, b) : none;
  if (paq_combine(v, &x, fa, &y, fb, k, &result)) return result;
  x = read_as(v, a, TERM_SIGNED);
  if (b.id) y = read_as(v, b, TERM_SIGNED);
  if (paq_combine(v, &x, fa, &y, fb, k, &result)) return result;
  return opaque(v, t);
}

static PaqWord product(PaqView *v, Term t) {
  Integer factor;
  for (uint32_t i = 0; i < 2; i++)
    if (term_const_as(v->store, child(v, t, i), TERM_SIGNED, &factor))
      return combined(v, t, child(v, t, 1 - i), factor, TERM_NONE, 0, 0);
  return opaque(v, t);
}

static PaqWord shifted(PaqView *v, Term t) {
  TermKind kind = term_kind(v->store, t);
  Integer by;
  if (!term_const_as(v->store, child(v, t, 1), TERM_UNSIGNED, &by) ||
      by >= term_width(v->store, t))
    return opaque(v, t);
  if (kind == TERM_SHL)
    return combined(v, t, child(v, t, 0), (Integer)1 << by, TERM_NONE, 0, 0);
  PaqWord value = read_operand(v, t, 0);
  return paq_quotient(v, &value, (Integer)1 << by, PAQ_ROUND_DOWN);
}

static PaqWord divided(PaqView *v, Term t) {
  TermKind kind = term_kind(v->store, t);
  TermReading reading = operand_reading(v, t);
  Integer divisor;
  if (!term_const_as(v->store, child(v, t, 1), reading, &divisor) ||
      divisor == 0)
    return opaque(v, t);
  PaqWord value = read_operand(v, t, 0);
  Integer size = integer_abs(divisor);
  PaqWord none = {0}, result;
  PaqRounding rounding =
      reading == TERM_SIGNED ? PAQ_ROUND_TO_ZERO : PAQ_ROUND_DOWN;
  PaqWord quotient = paq_quotient(v, &value, size, rounding);
  bool is_done = kind == TERM_SDIV || kind == TERM_UDIV
                     ? paq_combine(v, &quotient, divisor < 0 ? -1 : 1, &none, 0,
                                   0, &result)
                     : paq_combine(v, &value, 1, &quotient, -size, 0, &result);
  return is_done ? result : opaque(v, t);
}

/* Bits [0..n[ of a word. */
static PaqWord low_bits(PaqView *v, Term a, uint32_t n) {
  assert(n < term_width(v->store, a));
  PaqWord none = {0};
  return n ? paq_wrap(v, word_of(v, a), n, TERM_UNSIGNED) : none;
}

/* a & mask, where the mask's ones are bits [first..end[ */
static PaqWord masked(PaqView *v, Term t) {
  for (uint32_t i = 0; i < 2; i++) {
    Integer mask;
    uint32_t first, end;
    if (!term_const_as(v->store, child(v, t, i), TERM_UNSIGNED, &mask) ||
        !integer_is_run(mask, &first, &end))
      continue;
    Term a = child(v, t, 1 - i);
    PaqWord upper =
        end == term_width(v->store, t) ? *word_of(v, a) : low_bits(v, a, end);
    PaqWord lower = low_bits(v, a, first), result;
    if (paq_combine(v, &upper, 1, &lower, -1, 0, &result)) return result;
  }
  return opaque(v, t);
}

static PaqWord extracted(PaqView *v, Term t) {
  Term a = child(v, t, 0);
  uint32_t low = term_extract_low(v->store, t);
  if (!is_word(v, a)) return opaque(v, t);
  if (low == 0) return *word_of(v, a); /* truncation is free */
  PaqWord value = read_as(v, a, TERM_UNSIGNED);
  return paq_quotient(v, &value, (Integer)1 << low, PAQ_ROUND_DOWN);
}

static PaqWord concatenated(PaqView *v, Term t) {
  PaqWord high = read_as(v, child(v, t, 0), TERM_UNSIGNED);
  PaqWord low = read_as(v, child(v, t, 1), TERM_UNSIGNED), result;
  Integer factor = (Integer)1 << term_width(v->store, child(v, t, 1));
  return paq_combine(v, &high, factor, &low, 1, 0, &result) ? result
                                                            : opaque(v, t);
}

static PaqWord chosen(PaqView *v, Term t) {
  assert(term_kind(v->store, t) == TERM_ITE);
  PaqRef cond = truth_of(v, child(v, t, 0));
  PaqWord a = *word_of(v, child(v, t, 1)), b = *word_of(v, child(v, t, 2));
  PaqWord y = paq_word_fresh(v, range_join(a.range, b.range));
  PaqRef yes = paq_and(v->paq, cond, paq_same(v, &y, &a));
  PaqRef no = paq_and(v->paq, paq_not(cond), paq_same(v, &y, &b));
  paq_define(v, paq_or(v->paq, yes, no));
  return y;
}

static PaqWord make_word(PaqView *v, Term t) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(v->store, t)) {
  case TERM_VAR: return unknown(v, t);
  case TERM_CONST: {
    PaqWord word = {0};
    bool is_small = term_const_as(v->store, t, TERM_SIGNED, &word.k);
    require(is_small);
    word.range = (IntegerRange){word.k, word.k};
    return word;
  }
  case TERM_ADD: return combined(v, t, child(v, t, 0), 1, child(v, t, 1), 1, 0);
  case TERM_SUB:
    return combined(v, t, child(v, t, 0), 1, child(v, t, 1), -1, 0);
  case TERM_NEG: return combined(v, t, child(v, t, 0), -1, TERM_NONE, 0, 0);
  case TERM_BVNOT: return combined(v, t, child(v, t, 0), -1, TERM_NONE, 0, -1);
  case TERM_MUL: return product(v, t);
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: return shifted(v, t);
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_SDIV:
  case TERM_SREM: return divided(v, t);
  case TERM_BVAND: return masked(v, t);
  case TERM_EXTRACT: return extracted(v, t);
  case TERM_CONCAT: return concatenated(v, t);
  case TERM_ZEXT:
  case TERM_SEXT: return read_operand(v, t, 0);
  case TERM_ITE: return chosen(v, t);
  default: return opaque(v, t);
  }
#pragma GCC diagnostic pop
}

/* ---- truths ---- */

static PaqRef equality(PaqView *v, Term t) {
  Term a = child(v, t, 0), b = child(v, t, 1);
  if (term_is_bool(v->store, a)) {
    PaqNode iff = {.kind = PAQ_IFF, .child = {truth_of(v, a), truth_of(v, b)}};
    return paq_node(v->paq, iff);
  }
  if (!is_word(v, a)) return opaque_truth(v);
  PaqWord x = *word_of(v, a), y = *word_of(v, b);
  TermReading reading;
  if (term_equality_needs_window(x.range, y.range, term_width(v->store, a),
                                 &reading)) {
    x = read_as(v, a, reading);
    y = read_as(v, b, reading);
  }
  return paq_same(v, &x, &y);
}

static PaqRef compared(PaqView *v, Term t) {
  TermKind kind = term_kind(v->store, t);
  if (!is_word(v, child(v, t, 0))) return opaque_truth(v);
  PaqWord x = read_operand(v, t, 0), y = read_operand(v, t, 1), difference;
  Integer k = kind == TERM_SLT || kind == TERM_ULT ? 1 : 0;
  if (!paq_combine(v, &x, 1, &y, -1, k, &difference)) return opaque_truth(v);
  return paq_atom(v->paq, PAQ_AT_MOST, &difference.form, -difference.k);
}

static PaqRef linear_atom(PaqView *v, Term t) {
  TermLinear linear;
  term_linear_get(v->store, t, &linear);
  PaqWord sum = {0};
  for (uint32_t i = 0; i < linear.n; i++) {
    const TermMonomial *m = &linear.at[i];
    if (!is_word(v, m->term)) return opaque_truth(v);
    PaqWord value = read_as(v, m->term, m->reading), next;
    if (!paq_combine(v, &sum, 1, &value, m->coefficient, 0, &next))
      return opaque_truth(v);
    sum = next;
  }
  PaqRef atom =
      paq_atom(v->paq, linear.op == TERM_LE ? PAQ_AT_MOST : PAQ_EQUATION,
               &sum.form, linear.bound - sum.k);
  return linear.op == TERM_UNEQUAL ? paq_not(atom) : atom;
}

static PaqRef make_truth(PaqView *v, Term t) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(v->store, t)) {
  case TERM_TRUE: return (PaqRef){0};
  case TERM_VAR: {
    DdVar unused;
    return paq_boolean(v->paq, &unused);
  }
  case TERM_AND:
    return paq_and(v->paq, truth_of(v, child(v, t, 0)),
                   truth_of(v, child(v, t, 1)));
  case TERM_EQ: return equality(v, t);
  case TERM_ITE: {
    PaqNode ite = {.kind = PAQ_ITE};
    for (uint32_t i = 0; i < 3; i++) ite.child[i] = truth_of(v, child(v, t, i));
    return paq_node(v->paq, ite);
  }
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return compared(v, t);
  case TERM_LIN_LE:
  case TERM_LIN_EQ: return linear_atom(v, t);
  default: return opaque_truth(v);
  }
#pragma GCC diagnostic pop
}

/* ---- the graph ---- */

/* A word below an opaque operator or array is not looked at. */
static bool is_leaf(const PaqView *v, Term t) {
  SortKind sort = sort_kind(term_sort(v->store, t));
  return sort == SORT_ARRAY || sort == SORT_FLOAT ||
         (sort == SORT_BV && !is_word(v, t)) ||
         term_kind(v->store, t) == TERM_SELECT;
}

static void translate_node(PaqView *v, Term t) {
  if (term_is_bool(v->store, t)) {
    set_truth(v, t, make_truth(v, t));
  } else if (is_leaf(v, t)) {
    if (is_word(v, t)) set_word(v, t, opaque(v, t));
  } else {
    set_word(v, t, make_word(v, t));
  }
}

static PaqRef translate(PaqView *v, Term root) {
  term_walk_push(&v->walk, root);
  for (Term t; (t = term_walk_next(&v->walk)).id;) translate_node(v, t);
  return truth_of(v, root);
}

/* ---- which reading variables get ---- */

/* From above: users come before what they use. */
static void collect_demands(PaqView *v, const Term *roots, uint32_t n) {
  TermWalk walk;
  Vec(Term) order = {0};
  term_walk_init(&walk, v->store);
  for (uint32_t i = 0; i < n; i++) {
    term_walk_push(&walk, roots[i]);
    for (Term t; (t = term_walk_next(&walk)).id;)
      VEC_PUSH(&v->paq->mem, &order, t);
  }
  term_walk_done(&walk);
  term_demands_add(&v->demands, order.at, order.n, TERM_DEMAND_THROUGH_ALL);
  VEC_DONE(&v->paq->mem, &order);
}

/* ---- the query ---- */

/* b = predicate, with b right below the predicate's own labels. */
static void add_predicate(PaqView *v, Term predicate) {
  assert(term_is_bool(v->store, predicate));
  PaqRef truth = translate(v, predicate);
  DdVar var;
  PaqRef b = paq_boolean(v->paq, &var);
  VEC_PUSH(&v->paq->mem, &v->paq->predicates, var);
  PaqNode iff = {.kind = PAQ_IFF, .child = {b, truth}};
  VEC_PUSH(&v->paq->mem, &v->paq->definitions, v->paq->conjuncts.n);
  paq_define(v, paq_node(v->paq, iff));
}

/* Equal ones, and opposite ones, share a variable: that of the first. */
static void add_predicates(PaqView *v, const TermList *predicates) {
  Mem *mem = &v->paq->mem;
  Map firsts; /* node -> index among the predicates given */
  map_init(&firsts, mem);
  for (uint32_t i = 0; i < predicates->n; i++) {
    Term t = predicates->at[i];
    const uint64_t *first = map_find(&firsts, term_node(t));
    PaqShared shared = {.predicate = v->paq->predicates.n};
    if (first) {
      shared.predicate = v->paq->shared.at[*first].predicate;
      shared.is_negated = t.id != predicates->at[*first].id;
    } else {
      map_put(&firsts, term_node(t), i);
      add_predicate(v, t);
    }
    VEC_PUSH(mem, &v->paq->shared, shared);
  }
  map_done(&firsts);
}

static void view_init(PaqView *v, Paq *paq, TermStore *store, PaqGrain grain) {
  *v = (PaqView){.paq = paq, .store = store, .grain = grain};
  map_init(&v->words_of, &paq->mem);
  map_init(&v->truths, &paq->mem);
  map_init(&v->readings, &paq->mem);
  term_demands_init(&v->demands, store, &paq->mem);
  term_walk_init(&v->walk, store);
}

static void view_done(PaqView *v) {
  VEC_DONE(&v->paq->mem, &v->words);
  map_done(&v->words_of);
  map_done(&v->truths);
  map_done(&v->readings);
  term_demands_done(&v->demands);
  term_walk_done(&v->walk);
}

void paq_translate(Paq *paq, TermStore *store, const PaqReduced *query,
                   PaqGrain grain) {
  PaqView v;
  view_init(&v, paq, store, grain);
  collect_demands(&v, query->predicates.at, query->predicates.n);
  collect_demands(&v, query->parts.at, query->parts.n);
  for (uint32_t i = 0; i < query->parts.n; i++)
    paq_define(&v, translate(&v, query->parts.at[i]));
  add_predicates(&v, &query->predicates);
  assert(paq->shared.n == query->predicates.n);
  view_done(&v);
}
