/* SPDX-License-Identifier: MIT
 *
 * Terms in the linear view, for diagrams (DESIGN: views).
 *
 * A word is a linear form congruent to it modulo 2^width, with bounds; as in
 * smt/z3/linear_node.c sums, multiples, complements and truncation cost
 * nothing, and only where the value itself matters is the form brought into the
 * window of its reading.  There, and for choices between words, a new number
 * is made, defined by a conjunct of its own
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
  return sort_kind(term_sort(v->store, t)) == SORT_BV &&
         term_width(v->store, t) <= PAQ_MAX_WIDTH;
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
  VEC_PUSH(&v->paq->mem, &v->words, word);
  map_put(&v->words_of, term_node(t), v->words.n - 1);
}

static void set_truth(PaqView *v, Term t, PaqRef truth) {
  map_put(&v->truths, term_node(t), truth.id);
}

static TermReading demand_of(const PaqView *v, Term t) {
  uint64_t wanted = map_get(&v->demands, term_node(t), 0);
  return wanted ? (TermReading)(wanted - 1) : TERM_SIGNED;
}

/* An unknown of the right range. */
static PaqWord unknown(PaqView *v, Term t) {
  Integer low, high;
  paq_window(term_width(v->store, t), demand_of(v, t), &low, &high);
  return paq_word_fresh(v, low, high);
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
  PaqWord word = *word_of(v, t);
  uint32_t width = term_width(v->store, t);
  if (paq_fits(&word, width, reading)) return word;
  uint32_t key = term_node(t) * 2 + (uint32_t)reading;
  const uint64_t *found = map_find(&v->readings, key);
  if (found) return v->words.at[*found];
  PaqWord wrapped = paq_wrap(v, &word, width, reading);
  VEC_PUSH(&v->paq->mem, &v->words, wrapped);
  map_put(&v->readings, key, v->words.n - 1);
  return wrapped;
}

static Term child(const PaqView *v, Term t, uint32_t i) {
  return term_child(v->store, t, i);
}

static bool constant_of(const PaqView *v, Term t, Integer *value) {
  int64_t small;
  if (!term_const_i64(v->store, t, &small)) return false;
  *value = small;
  return true;
}

static bool unsigned_of(const PaqView *v, Term t, Integer *value) {
  if (!constant_of(v, t, value)) return false;
  if (*value < 0) *value += (Integer)1 << term_width(v->store, t);
  return true;
}

/* ---- arithmetic ---- */

/* fa*a + fb*b + k on congruent words; on values if that is too large. */
static PaqWord combined(PaqView *v, Term t, Term a, Integer fa, Term b,
                        Integer fb, Integer k) {
  PaqWord none = {0}, result;
  PaqWord x = *word_of(v, a), y = b.id ? *word_of(v, b) : none;
  if (paq_combine(&x, fa, &y, fb, k, &result)) return result;
  x = read_as(v, a, TERM_SIGNED);
  if (b.id) y = read_as(v, b, TERM_SIGNED);
  if (paq_combine(&x, fa, &y, fb, k, &result)) return result;
  return opaque(v, t);
}

static PaqWord product(PaqView *v, Term t) {
  Integer factor;
  for (uint32_t i = 0; i < 2; i++)
    if (constant_of(v, child(v, t, i), &factor))
      return combined(v, t, child(v, t, 1 - i), factor, TERM_NONE, 0, 0);
  return opaque(v, t);
}

static PaqWord shifted(PaqView *v, Term t) {
  TermKind kind = term_kind(v->store, t);
  Term a = child(v, t, 0);
  Integer by;
  if (!unsigned_of(v, child(v, t, 1), &by) || by >= term_width(v->store, t))
    return opaque(v, t);
  if (kind == TERM_SHL)
    return combined(v, t, a, (Integer)1 << by, TERM_NONE, 0, 0);
  PaqWord value =
      read_as(v, a, kind == TERM_ASHR ? TERM_SIGNED : TERM_UNSIGNED);
  return paq_quotient(v, &value, (Integer)1 << by, PAQ_ROUND_DOWN);
}

static PaqWord divided(PaqView *v, Term t) {
  TermKind kind = term_kind(v->store, t);
  bool is_signed = kind == TERM_SDIV || kind == TERM_SREM;
  Integer divisor;
  bool is_constant = is_signed ? constant_of(v, child(v, t, 1), &divisor)
                               : unsigned_of(v, child(v, t, 1), &divisor);
  if (!is_constant || divisor == 0) return opaque(v, t);
  PaqWord value =
      read_as(v, child(v, t, 0), is_signed ? TERM_SIGNED : TERM_UNSIGNED);
  Integer size = divisor < 0 ? -divisor : divisor;
  PaqWord none = {0}, result;
  PaqWord quotient = paq_quotient(
      v, &value, size, is_signed ? PAQ_ROUND_TO_ZERO : PAQ_ROUND_DOWN);
  bool is_done =
      kind == TERM_SDIV || kind == TERM_UDIV
          ? paq_combine(&quotient, divisor < 0 ? -1 : 1, &none, 0, 0, &result)
          : paq_combine(&value, 1, &quotient, -size, 0, &result);
  return is_done ? result : opaque(v, t);
}

/* Bits [0..n[ of a word. */
static PaqWord low_bits(PaqView *v, Term a, uint32_t n) {
  PaqWord none = {0};
  return n ? paq_wrap(v, word_of(v, a), n, TERM_UNSIGNED) : none;
}

/* a & mask, where the mask's ones are bits [first..end[ */
static PaqWord masked(PaqView *v, Term t) {
  for (uint32_t i = 0; i < 2; i++) {
    Integer mask;
    if (!unsigned_of(v, child(v, t, i), &mask) || mask == 0) continue;
    uint32_t first = 0, end;
    while (!(mask >> first & 1)) first++;
    for (end = first; mask >> end & 1;) end++;
    if (mask >> end) continue;
    Term a = child(v, t, 1 - i);
    PaqWord upper =
        end == term_width(v->store, t) ? *word_of(v, a) : low_bits(v, a, end);
    PaqWord lower = low_bits(v, a, first), result;
    if (paq_combine(&upper, 1, &lower, -1, 0, &result)) return result;
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
  return paq_combine(&high, factor, &low, 1, 0, &result) ? result
                                                         : opaque(v, t);
}

static PaqWord chosen(PaqView *v, Term t) {
  PaqRef cond = truth_of(v, child(v, t, 0));
  PaqWord a = *word_of(v, child(v, t, 1)), b = *word_of(v, child(v, t, 2));
  PaqWord y = paq_word_fresh(v, a.low < b.low ? a.low : b.low,
                             a.high > b.high ? a.high : b.high);
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
    bool is_small = constant_of(v, t, &word.k);
    require(is_small);
    word.low = word.high = word.k;
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
  case TERM_ZEXT: return read_as(v, child(v, t, 0), TERM_UNSIGNED);
  case TERM_SEXT: return read_as(v, child(v, t, 0), TERM_SIGNED);
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
  Integer low = x.low < y.low ? x.low : y.low;
  Integer high = x.high > y.high ? x.high : y.high;
  uint32_t width = term_width(v->store, a);
  if (high - low >= (Integer)1 << width) {
    int n_signed =
        paq_fits(&x, width, TERM_SIGNED) + paq_fits(&y, width, TERM_SIGNED);
    int n_unsigned =
        paq_fits(&x, width, TERM_UNSIGNED) + paq_fits(&y, width, TERM_UNSIGNED);
    TermReading reading = n_unsigned > n_signed ? TERM_UNSIGNED : TERM_SIGNED;
    x = read_as(v, a, reading);
    y = read_as(v, b, reading);
  }
  return paq_same(v, &x, &y);
}

static PaqRef compared(PaqView *v, Term t) {
  TermKind kind = term_kind(v->store, t);
  Term a = child(v, t, 0), b = child(v, t, 1);
  if (!is_word(v, a)) return opaque_truth(v);
  TermReading reading =
      kind == TERM_SLT || kind == TERM_SLE ? TERM_SIGNED : TERM_UNSIGNED;
  PaqWord x = read_as(v, a, reading), y = read_as(v, b, reading), difference;
  Integer k = kind == TERM_SLT || kind == TERM_ULT ? 1 : 0;
  if (!paq_combine(&x, 1, &y, -1, k, &difference)) return opaque_truth(v);
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
    if (!paq_combine(&sum, 1, &value, m->coefficient, 0, &next))
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

static void demand(PaqView *v, Term t, uint64_t reading) {
  if (reading && !map_find(&v->demands, term_node(t)))
    map_put(&v->demands, term_node(t), reading);
}

/* What a node wants of its children. */
static uint64_t demand_below(const PaqView *v, Term t) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(v->store, t)) {
  case TERM_SLT:
  case TERM_SLE:
  case TERM_SEXT:
  case TERM_SDIV:
  case TERM_SREM:
  case TERM_ASHR: return TERM_SIGNED + 1;
  case TERM_ULT:
  case TERM_ULE:
  case TERM_ZEXT:
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR:
  case TERM_CONCAT: return TERM_UNSIGNED + 1;
  default: return map_get(&v->demands, term_node(t), 0);
  }
#pragma GCC diagnostic pop
}

static void demand_atom(PaqView *v, Term t) {
  TermLinear linear;
  term_linear_get(v->store, t, &linear);
  for (uint32_t i = 0; i < linear.n; i++)
    demand(v, linear.at[i].term, (uint64_t)linear.at[i].reading + 1);
}

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
  for (uint32_t i = order.n; i-- > 0;) {
    Term t = order.at[i];
    if (term_is_linear(v->store, t)) {
      demand_atom(v, t);
      continue;
    }
    uint64_t reading = demand_below(v, t);
    for (uint32_t k = 0; k < term_n_children(v->store, t); k++)
      demand(v, child(v, t, k), reading);
  }
  VEC_DONE(&v->paq->mem, &order);
}

/* ---- the query ---- */

static void add_conjuncts(PaqView *v, Term part) {
  TermList parts = {0};
  term_conjuncts(v->store, part, &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    paq_define(v, translate(v, parts.at[i]));
  VEC_DONE(term_store_mem(v->store), &parts);
}

/* b = predicate, with b right below the predicate's own labels. */
static void add_predicate(PaqView *v, Term predicate) {
  PaqRef truth = translate(v, predicate);
  DdVar var;
  PaqRef b = paq_boolean(v->paq, &var);
  VEC_PUSH(&v->paq->mem, &v->paq->predicates, var);
  PaqNode iff = {.kind = PAQ_IFF, .child = {b, truth}};
  VEC_PUSH(&v->paq->mem, &v->paq->definitions, v->paq->conjuncts.n);
  paq_define(v, paq_node(v->paq, iff));
}

static void view_init(PaqView *v, Paq *paq, TermStore *store) {
  *v = (PaqView){.paq = paq, .store = store};
  map_init(&v->words_of, &paq->mem);
  map_init(&v->truths, &paq->mem);
  map_init(&v->readings, &paq->mem);
  map_init(&v->demands, &paq->mem);
  term_walk_init(&v->walk, store);
}

static void view_done(PaqView *v) {
  VEC_DONE(&v->paq->mem, &v->words);
  map_done(&v->words_of);
  map_done(&v->truths);
  map_done(&v->readings);
  map_done(&v->demands);
  term_walk_done(&v->walk);
}

void paq_translate(Paq *paq, TermStore *store, const PredabsQuery *query) {
  PaqView v;
  view_init(&v, paq, store);
  collect_demands(&v, query->predicates, query->n);
  collect_demands(&v, query->parts, query->n_parts);
  collect_demands(&v, query->assumptions, query->n_assumptions);
  for (uint32_t i = 0; i < query->n_assumptions; i++)
    add_conjuncts(&v, query->assumptions[i]);
  for (uint32_t i = 0; i < query->n_parts; i++)
    add_conjuncts(&v, query->parts[i]);
  for (uint32_t i = 0; i < query->n; i++)
    add_predicate(&v, query->predicates[i]);
  view_done(&v);
}
