/* SPDX-License-Identifier: MIT
 *
 * A query in coordinates in which its sums are short.
 *
 * A comparison of wrapped sums, p + n < q modulo 2^64, costs the linear view a
 * case for each window that the sum can be in, and constraints over all of its
 * variables.  But all variables of a query are quantified, so that each may be
 * replaced by anything that runs through the same values:
 *
 *     exists x . F(x)   is   exists x . F(x - c*y)      modulo 2^width
 *
 * If n stands nowhere but in p + n, it becomes n - p, the sum becomes n, and
 * there is nothing to wrap.
 *
 * Sums are looked at where an operator reads them as a value, without their
 * constants.  Different sums stay different under such a replacement, so what
 * it is worth is the number of summands that it saves, over all sums that
 * mention x: it takes y from the sums with c times as many y as x, and brings
 * it into the others.  The best replacement is made again and again while it
 * saves something.
 *
 * This is exact whatever is chosen.  Terms that are no sums count as summands
 * that cannot be replaced. */
#include "predabs/paq_int.h"
#include "term/reading.h"

#define MAX_SUMMANDS LDD_MAX_MONOMIALS
#define MAX_STEPS    64u

typedef struct Summand {
  Term term;
  uint64_t factor; /* modulo 2^width, not 0 */
} Summand;

typedef struct Sum {
  uint32_t width, n;
  Summand at[MAX_SUMMANDS];
} Sum;

typedef struct Basis {
  TermStore *store;
  Mem *mem;
  Vec(Sum) all;  /* of words */
  Map of_node;   /* term node -> index in `all` */
  Vec(Sum) read; /* different sums that are read as values */
  Map is_read;   /* hash of one */
  Map values;    /* Term.id of a variable -> Term.id in new coordinates */
} Basis;

/* x becomes x - c*y. */
typedef struct Shear {
  Term x, y;
  uint64_t c;
  uint32_t width;
  int32_t saved; /* summands */
} Shear;

/* ---- sums ---- */

static uint64_t cut(uint64_t value, uint32_t width) {
  assert(width >= 1 && width <= 64);
  return width == 64 ? value : value & (((uint64_t)1 << width) - 1);
}

static uint64_t factor_of(const Sum *sum, Term t) {
  for (uint32_t i = 0; i < sum->n; i++)
    if (sum->at[i].term.id == t.id) return sum->at[i].factor;
  return 0;
}

static bool add_summand(Sum *sum, Term t, uint64_t factor) {
  uint32_t i = 0;
  while (i < sum->n && sum->at[i].term.id != t.id) i++;
  if (i == sum->n) {
    if (i == MAX_SUMMANDS) return false;
    sum->at[sum->n++] = (Summand){t, 0};
  }
  sum->at[i].factor = cut(sum->at[i].factor + factor, sum->width);
  if (sum->at[i].factor == 0) sum->at[i] = sum->at[--sum->n];
  return true;
}

static bool add_sum(Sum *sum, const Sum *a, uint64_t factor) {
  for (uint32_t i = 0; i < a->n; i++)
    if (!add_summand(sum, a->at[i].term, factor * a->at[i].factor))
      return false;
  return true;
}

static const Sum *sum_of(const Basis *b, Term t) {
  const uint64_t *found = map_find(&b->of_node, term_node(t));
  require(found);
  return &b->all.at[*found];
}

static bool add_scaled(const Basis *b, Sum *sum, Term t, uint32_t i,
                       uint64_t factor) {
  return add_sum(sum, sum_of(b, term_child(b->store, t, i)), factor);
}

/* c * a or a << c */
static bool add_multiple(const Basis *b, Sum *sum, Term t) {
  bool is_shift = term_kind(b->store, t) == TERM_SHL;
  for (uint32_t i = is_shift; i < 2; i++) {
    uint64_t c;
    if (!term_const_u64(b->store, term_child(b->store, t, i), &c)) continue;
    if (is_shift) c = c < sum->width ? (uint64_t)1 << c : 0;
    return add_scaled(b, sum, t, 1 - i, c);
  }
  return false;
}

/* False: the term is no sum, or a long one. */
static bool read_sum(const Basis *b, Term t, Sum *sum) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(b->store, t)) {
  case TERM_CONST: return true;
  case TERM_ADD:
    return add_scaled(b, sum, t, 0, 1) && add_scaled(b, sum, t, 1, 1);
  case TERM_SUB:
    return add_scaled(b, sum, t, 0, 1) &&
           add_scaled(b, sum, t, 1, ~(uint64_t)0);
  case TERM_NEG:
  case TERM_BVNOT: return add_scaled(b, sum, t, 0, ~(uint64_t)0);
  case TERM_MUL:
  case TERM_SHL: return add_multiple(b, sum, t);
  default: return false;
  }
#pragma GCC diagnostic pop
}

/* ---- what is read ---- */

/* The same for a sum and its negation; two sums with the same number only make
 * the choice worse. */
static uint64_t hash_of(const Sum *sum) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < sum->n; i++) {
    uint64_t x = (sum->at[i].term.id + 1) * 0x9E3779B97F4A7C15u;
    hash += (x ^ x >> 29) * sum->at[i].factor;
  }
  hash = cut(hash, sum->width);
  uint64_t opposite = cut(0 - hash, sum->width);
  return (hash < opposite ? hash : opposite) ^ (uint64_t)sum->width << 56;
}

static void note_read(Basis *b, Term t) {
  const Sum *sum = sum_of(b, t);
  uint64_t hash = hash_of(sum);
  if (sum->n == 0 || map_find(&b->is_read, hash)) return;
  map_put(&b->is_read, hash, 1);
  VEC_PUSH(b->mem, &b->read, *sum);
}

static void note_term(Basis *b, Term t) {
  bool is_word = term_is_view_word(b->store, t), is_sum = false;
  if (is_word) {
    Sum sum = {.width = term_width(b->store, t)};
    is_sum = read_sum(b, t, &sum);
    if (!is_sum) {
      sum.n = 1;
      sum.at[0] = (Summand){t, 1};
    }
    VEC_PUSH(b->mem, &b->all, sum);
    map_put(&b->of_node, term_node(t), b->all.n - 1);
  }
  for (uint32_t i = 0; !is_sum && i < term_n_children(b->store, t); i++) {
    Term a = term_child(b->store, t, i);
    if (term_is_view_word(b->store, a)) note_read(b, a);
  }
}

static void note_terms(Basis *b, const PaqReduced *query) {
  TermWalk walk;
  term_walk_init(&walk, b->store);
  for (uint32_t i = 0; i < query->parts.n + query->predicates.n; i++) {
    term_walk_push(&walk, i < query->parts.n
                              ? query->parts.at[i]
                              : query->predicates.at[i - query->parts.n]);
    for (Term t; (t = term_walk_next(&walk)).id;) note_term(b, t);
  }
  term_walk_done(&walk);
}

/* ---- replacements ---- */

static int32_t saved_by(const Basis *b, const Shear *s) {
  int32_t saved = 0;
  for (uint32_t i = 0; i < b->read.n; i++) {
    uint64_t n_x = factor_of(&b->read.at[i], s->x);
    uint64_t n_y = factor_of(&b->read.at[i], s->y);
    if (n_x == 0) continue;
    if (n_y == 0 && b->read.at[i].n == MAX_SUMMANDS) return 0;
    saved += (n_y != 0) - (cut(n_y - s->c * n_x, s->width) != 0);
  }
  return saved;
}

/* Replacements that take summand k from the sum. */
static void look_at_pair(const Basis *b, const Sum *sum, uint32_t i, uint32_t k,
                         Shear *best) {
  const Summand *x = &sum->at[i], *y = &sum->at[k];
  bool is_one = x->factor == 1,
       is_opposite = cut(x->factor + 1, sum->width) == 0;
  if (i == k || (!is_one && !is_opposite) || !term_is_var(b->store, x->term) ||
      !term_is_var(b->store, y->term))
    return;
  Shear s = {x->term, y->term,
             cut(is_one ? y->factor : 0 - y->factor, sum->width), sum->width,
             0};
  s.saved = saved_by(b, &s);
  if (s.saved > best->saved) *best = s;
}

static Shear best_shear(const Basis *b) {
  Shear best = {.saved = 0};
  for (uint32_t n = 0; n < b->read.n; n++) {
    const Sum *sum = &b->read.at[n];
    for (uint32_t i = 0; i < sum->n; i++)
      for (uint32_t k = 0; k < sum->n; k++) look_at_pair(b, sum, i, k, &best);
  }
  return best;
}

static void make_shear(Basis *b, const Shear *s) {
  Term c = term_u64(b->store, s->c, s->width);
  Term value = term_sub(b->store, s->x, term_mul(b->store, c, s->y));
  Map one;
  map_init(&one, b->mem);
  map_put(&one, s->x.id, value.id);
  for (uint32_t i = 0; i < b->values.n; i++) {
    Term old = {(uint32_t)b->values.entries[i].value};
    b->values.entries[i].value = term_substitute(b->store, &one, old).id;
  }
  if (!map_find(&b->values, s->x.id)) map_put(&b->values, s->x.id, value.id);
  map_done(&one);
  for (uint32_t i = 0; i < b->read.n; i++) {
    uint64_t n_x = factor_of(&b->read.at[i], s->x);
    bool has_room = add_summand(&b->read.at[i], s->y, 0 - s->c * n_x);
    require(has_room || n_x == 0);
  }
}

/* ---- the query ---- */

void paq_change_basis(PaqReduced *query, TermStore *store) {
  Mem *mem = term_store_mem(store);
  Basis b = {.store = store, .mem = mem};
  map_init(&b.of_node, mem);
  map_init(&b.is_read, mem);
  map_init(&b.values, mem);
  note_terms(&b, query);
  for (uint32_t i = 0; i < MAX_STEPS; i++) {
    Shear best = best_shear(&b);
    if (best.saved == 0) break;
    make_shear(&b, &best);
  }
  if (b.values.n) paq_replace(query, store, &b.values);
  VEC_DONE(mem, &b.all);
  VEC_DONE(mem, &b.read);
  map_done(&b.of_node);
  map_done(&b.is_read);
  map_done(&b.values);
}
