/* SPDX-License-Identifier: MIT
 *
 * Value classes.
 *
 * Much of what control-like programs compute with are states, status words and
 * flags.  They are copied and compared with constants, nothing else, but each
 * costs a solver as many bits as a number.  All terms that may be copied into
 * each other share a domain.  If nothing in a domain is an operand of anything
 * but copies, choices and comparisons with constants, those constants cut its
 * values into classes: each constant by itself, what lies between two of them,
 * below and above all.  Where no order is ever looked at, all values that are
 * not one of the constants are one class.  Classes are numbered in the order
 * of their values, and the number of its class is all that matters of a value.
 *
 * Cost: one walk over the formulas. */
#include "engine/shared/narrow_int.h"

#include <stdlib.h>

/* ---- domains ---- */

static uint32_t root(Narrow *n, uint32_t d) {
  assert(d < n->domains.n);
  while (n->domains.at[d].parent != d)
    d = n->domains.at[d].parent = n->domains.at[n->domains.at[d].parent].parent;
  return d;
}

static bool is_word(const Narrow *n, Term t) {
  Sort sort = term_sort(n->store, t);
  return sort_kind(sort) == SORT_BV;
}

/* The domain of a term that is no constant. */
static uint32_t domain_of(Narrow *n, Term t) {
  assert(is_word(n, t) && !term_is_const(n->store, t));
  const uint64_t *found = map_find(&n->domain_of, term_node(t));
  if (found) return root(n, (uint32_t)*found);
  uint32_t made = n->domains.n, width = term_width(n->store, t);
  VEC_PUSH(n->mem, &n->domains,
           ((NarrowDomain){
               .parent = made, .width = width, .is_spoilt = width > 64}));
  map_put(&n->domain_of, term_node(t), made);
  return made;
}

static void add_key(Narrow *n, NarrowDomain *d, uint64_t key) {
  assert(d->constants.n <= (1u << NARROW_MOST_BITS) + 1);
  for (uint32_t i = 0; i < d->constants.n; i++)
    if (d->constants.at[i].key == key) return;
  if (d->constants.n >> NARROW_MOST_BITS) d->is_spoilt = true;
  if (!d->is_spoilt)
    VEC_PUSH(n->mem, &d->constants, ((NarrowConstant){key, 0}));
}

static void add_constant(Narrow *n, uint32_t d, Term constant) {
  NarrowDomain *domain = &n->domains.at[d];
  uint64_t value;
  if (term_const_u64(n->store, constant, &value))
    add_key(n, domain, value);
  else
    domain->is_spoilt = true;
}

static void merge_domains(Narrow *n, uint32_t a, uint32_t b) {
  assert(n->domains.at[a].parent == a && n->domains.at[b].parent == b);
  if (a == b) return;
  NarrowDomain *into = &n->domains.at[a], *gone = &n->domains.at[b];
  assert(into->width == gone->width);
  gone->parent = a;
  into->is_spoilt |= gone->is_spoilt;
  for (int i = 0; i < 2; i++) into->reads[i] |= gone->reads[i];
  for (uint32_t i = 0; i < gone->constants.n; i++)
    add_key(n, into, gone->constants.at[i].key);
  VEC_DONE(n->mem, &gone->constants);
}

/* One is copied into the other. */
static void copied(Narrow *n, Term a, Term b) {
  assert(sort_same(term_sort(n->store, a), term_sort(n->store, b)));
  if (!is_word(n, a)) return;
  if (term_is_const(n->store, a) && term_is_const(n->store, b)) return;
  if (term_is_const(n->store, a))
    add_constant(n, domain_of(n, b), a);
  else if (term_is_const(n->store, b))
    add_constant(n, domain_of(n, a), b);
  else
    merge_domains(n, domain_of(n, a), domain_of(n, b));
}

static void spoil(Narrow *n, Term t) {
  if (is_word(n, t) && !term_is_const(n->store, t)) {
    uint32_t d = domain_of(n, t);
    n->domains.at[d].is_spoilt = true;
  }
}

/* ---- reading the system ---- */

static void see_comparison(Narrow *n, Term t) {
  Term a = term_child(n->store, t, 0), b = term_child(n->store, t, 1);
  if (!is_word(n, a)) return;
  if (!term_is_const(n->store, a) && !term_is_const(n->store, b)) {
    spoil(n, a);
    spoil(n, b);
    return;
  }
  Term other = term_is_const(n->store, a) ? b : a;
  copied(n, a, b);
  if (term_is_const(n->store, other)) return;
  NarrowDomain *domain = &n->domains.at[domain_of(n, other)];
  TermKind kind = term_kind(n->store, t);
  if (kind == TERM_ULT) domain->reads[TERM_UNSIGNED] = true;
  if (kind == TERM_SLT) domain->reads[TERM_SIGNED] = true;
}

static void see_node(Narrow *n, Term t) {
  TermKind kind = term_kind(n->store, t);
  bool word = is_word(n, t);
  switch ((int)kind) {
  case TERM_VAR:
    if (word) (void)domain_of(n, t);
    return;
  case TERM_CONST:
  case TERM_AND: return;
  case TERM_ITE:
    if (!word) return;
    copied(n, t, term_child(n->store, t, 1));
    copied(n, t, term_child(n->store, t, 2));
    return;
  case TERM_EQ:
  case TERM_ULT:
  case TERM_SLT: see_comparison(n, t); return;
  default: break;
  }
  for (uint32_t i = 0; i < term_n_children(n->store, t); i++)
    spoil(n, term_child(n->store, t, i));
  if (word) spoil(n, t);
}

static void see(Narrow *n, Term t) {
  term_walk_push(&n->walk, t);
  for (Term node; (node = term_walk_next(&n->walk)).id;) see_node(n, node);
}

static void see_edge(Narrow *n, const TsEdge *edge) {
  for (uint32_t b = 0; b < edge->n_blocks; b++) {
    const TsBlock *block = &edge->blocks[b];
    see(n, block->constraint);
    for (uint32_t i = 0; i < block->n_steps; i++) {
      const TsStep *step = &block->steps[i];
      see(n, step->guard);
      for (uint32_t k = 0; k < step->n_assigns; k++) {
        see(n, step->assigns[k].var);
        see(n, step->assigns[k].value);
        copied(n, step->assigns[k].var, step->assigns[k].value);
      }
    }
  }
}

void narrow_find_domains(Narrow *n) {
  for (uint32_t l = 0; l < n->from->locations.n; l++) {
    const TsLocation *at = &n->from->locations.at[l];
    for (uint32_t i = 0; i < at->n_vars; i++)
      copied(n, at->vars[i].now, at->vars[i].next);
  }
  for (uint32_t e = 0; e < n->from->edges.n; e++)
    see_edge(n, &n->from->edges.at[e]);
}

/* ---- numbering ---- */

static int by_key(const void *a, const void *b) {
  uint64_t x = ((const NarrowConstant *)a)->key,
           y = ((const NarrowConstant *)b)->key;
  return x < y ? -1 : x > y;
}

static uint64_t greatest(const NarrowDomain *d) {
  return d->width == 64 ? UINT64_MAX : ((uint64_t)1 << d->width) - 1;
}

bool narrow_is_ordered(const NarrowDomain *d) {
  return d->reads[0] || d->reads[1];
}

uint64_t narrow_key(const NarrowDomain *d, uint64_t value) {
  assert(d->width <= 64);
  return d->reads[TERM_SIGNED] ? value ^ (uint64_t)1 << (d->width - 1) : value;
}

/* Number the classes by their values. */
static void number_classes(NarrowDomain *d) {
  for (uint32_t i = 0; i < d->constants.n; i++)
    d->constants.at[i].key = narrow_key(d, d->constants.at[i].key);
  if (d->constants.n)
    qsort(d->constants.at, d->constants.n, sizeof *d->constants.at, by_key);
  uint64_t number = 0, next = 0; /* next: the key that would leave no gap */
  for (uint32_t i = 0; i < d->constants.n; i++) {
    NarrowConstant *at = &d->constants.at[i];
    if (narrow_is_ordered(d) && at->key > next) number++;
    at->number = number++;
    next = at->key + 1;
  }
  d->top = number;
  assert(d->top <= 2 * (uint64_t)d->constants.n + 1);
}

static void finish_domain(NarrowDomain *d) {
  assert(d->bits == 0);
  if (d->is_spoilt || (d->reads[0] && d->reads[1])) return;
  number_classes(d);
  /* Some value must be left for the greatest class. */
  uint32_t n = d->constants.n;
  if (narrow_is_ordered(d) && d->constants.at[n - 1].key == greatest(d)) return;
  if (n > greatest(d)) return;
  uint32_t bits = 1;
  while (d->top >> bits) bits++;
  if (bits < d->width && bits <= NARROW_MOST_BITS) d->bits = bits;
  assert(d->bits == 0 || d->top >> d->bits == 0);
}

void narrow_number_classes(Narrow *n) {
  for (uint32_t i = 0; i < n->domains.n; i++)
    if (n->domains.at[i].parent == i) finish_domain(&n->domains.at[i]);
}

const NarrowDomain *narrow_domain(Narrow *n, Term t) {
  if (!is_word(n, t) || term_is_const(n->store, t)) return NULL;
  if (!map_find(&n->domain_of, term_node(t))) return NULL;
  const NarrowDomain *d = &n->domains.at[domain_of(n, t)];
  return d->bits ? d : NULL;
}

const NarrowConstant *narrow_constant(const Narrow *n, const NarrowDomain *d,
                                      Term constant) {
  assert(d->bits > 0);
  uint64_t value = 0;
  if (!term_const_u64(n->store, constant, &value)) return NULL;
  for (uint32_t i = 0; i < d->constants.n; i++)
    if (d->constants.at[i].key == narrow_key(d, value))
      return &d->constants.at[i];
  return NULL;
}
