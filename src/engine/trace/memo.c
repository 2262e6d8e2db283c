/* SPDX-License-Identifier: MIT
 *
 * The memo table and its index.
 *
 * An entry says: every state of the point that satisfies these literals is
 * safe, as far as the invariants of the loop heads that are open now hold.  A
 * state is subsumed when it entails all literals of some entry.
 *
 * Entries are kept in one set-trie per point: literals sorted by handle, a
 * path from the root per entry.  The search goes down only through literals
 * that the state entails, and asks for each literal once per state; so it
 * looks at the entries' different literals, not at the entries.
 *
 * Two entries that differ in one literal, C and a, C and b, are one: C and
 * (a or b).  The paper's interpolants are conjunctions, and tests of k
 * independent flags then need 2^k of them; joined, they need k clauses.  The
 * partner is found by hashing every set with one literal left out.
 *
 * Entries are made in post-order.  Those made below a frame are the ones that
 * came after it: when it starts again, the table is cut there.  That is how
 * entries below an open loop head stay private to it. */
#include "engine/trace/trace_int.h"

#include <stdlib.h>

enum { MOST_SIZE = 64 }; /* nodes of a literal made by joining */

static int by_handle(const void *a, const void *b) {
  uint32_t x = ((const Term *)a)->id, y = ((const Term *)b)->id;
  return (x > y) - (x < y);
}

static bool holds(Trace *t, TraceFrame *f, Term literal) {
  assert(term_is_bool(t->store, literal));
  uint64_t *known = map_find(&f->truths, literal.id);
  if (known) return *known != 0;
  bool entailed = trace_entails(t, trace_apply(t, f, literal));
  map_put(&f->truths, literal.id, entailed);
  return entailed;
}

uint32_t trace_memo_find(Trace *t) {
  TraceFrame *f = trace_top(t);
  uint32_t found = t->nodes.at[f->point].entry;
  TraceNumbers work = {0};
  VEC_PUSH(t->mem, &work, t->nodes.at[f->point].child);
  while (work.n && found == TRACE_NONE && !t->stopped) {
    uint32_t at = VEC_POP(&work);
    if (at == TRACE_NONE) continue;
    const TraceNode *node = &t->nodes.at[at];
    VEC_PUSH(t->mem, &work, node->sibling);
    if (!holds(t, f, node->literal)) continue;
    found = node->entry;
    VEC_PUSH(t->mem, &work, node->child);
  }
  VEC_DONE(t->mem, &work);
  if (t->stopped) return TRACE_NONE;
  if (found != TRACE_NONE) t->recent[f->point] = found;
  assert(found == TRACE_NONE || t->entries.at[found].point == f->point);
  return found;
}

/* The child of the node for that literal, made if need be. */
static uint32_t go_down(Trace *t, uint32_t node, Term literal) {
  assert(node < t->nodes.n);
  uint32_t at = t->nodes.at[node].child;
  while (at != TRACE_NONE && !term_same(t->nodes.at[at].literal, literal))
    at = t->nodes.at[at].sibling;
  if (at != TRACE_NONE) return at;
  TraceNode fresh = {literal, TRACE_NONE, t->nodes.at[node].child, TRACE_NONE};
  VEC_PUSH(t->mem, &t->nodes, fresh);
  t->nodes.at[node].child = t->nodes.n - 1;
  return t->nodes.n - 1;
}

/* ---- joining entries ---- */

/* The sum of the literals' hashes: one can be taken out again. */
static uint64_t hash_set(const TraceEntry *entry) {
  uint64_t sum = hash_mix(entry->point, entry->literals.n);
  for (uint32_t i = 0; i < entry->literals.n; i++)
    sum += hash_mix(1, entry->literals.at[i].id);
  return sum;
}

/* Do the sets differ in one literal each?  Gives their places. */
static bool differ_in_one(const TermList *a, const TermList *b, uint32_t *in_a,
                          uint32_t *in_b) {
  if (a->n != b->n) return false;
  uint32_t i = 0, k = 0, only_a = 0, only_b = 0;
  while (i < a->n || k < b->n) {
    if (i < a->n && k < b->n && term_same(a->at[i], b->at[k])) {
      i++, k++;
    } else if (k == b->n || (i < a->n && a->at[i].id < b->at[k].id)) {
      only_a++, *in_a = i++;
    } else {
      only_b++, *in_b = k++;
    }
  }
  assert(only_a == only_b); /* sets of one size */
  return only_a == 1 && only_b == 1;
}

static void remember_set(Trace *t, uint32_t number) {
  assert(number < t->entries.n);
  const TraceEntry *entry = &t->entries.at[number];
  uint64_t sum = hash_set(entry);
  for (uint32_t i = 0; i < entry->literals.n; i++)
    map_put(&t->but_one, sum - hash_mix(1, entry->literals.at[i].id), number);
}

/* The set that the entry and a partner are together; false: none found. */
static bool join_of(Trace *t, uint32_t number, uint32_t *partner,
                    TermList *joined) {
  assert(number < t->entries.n && joined->n == 0);
  const TraceEntry *entry = &t->entries.at[number];
  uint64_t sum = hash_set(entry);
  for (uint32_t i = 0; i < entry->literals.n; i++) {
    uint64_t key = sum - hash_mix(1, entry->literals.at[i].id);
    uint64_t *found = map_find(&t->but_one, key);
    uint32_t own = 0, theirs = 0;
    if (!found || *found >= t->entries.n || *found == number) continue;
    const TraceEntry *other = &t->entries.at[*found];
    if (other->point != entry->point ||
        !differ_in_one(&entry->literals, &other->literals, &own, &theirs))
      continue;
    Term either =
        term_or(t->store, entry->literals.at[own], other->literals.at[theirs]);
    if (term_size(t->store, either) > MOST_SIZE) continue;
    for (uint32_t k = 0; k < entry->literals.n; k++)
      if (k != own) VEC_PUSH(t->mem, joined, entry->literals.at[k]);
    if (!term_is_true(either)) VEC_PUSH(t->mem, joined, either);
    *partner = (uint32_t)*found;
    return true;
  }
  return false;
}

/* ---- adding and dropping ---- */

static uint32_t add_one(Trace *t, uint32_t point, const TermList *literals) {
  assert(point < t->all->points.n);
  TraceEntry entry = {.point = point,
                      .node = point,
                      .into = TRACE_NONE,
                      .parts = {TRACE_NONE, TRACE_NONE}};
  for (uint32_t i = 0; i < literals->n; i++)
    trace_list_add(t, &entry.literals, literals->at[i]);
  if (entry.literals.n)
    qsort(entry.literals.at, entry.literals.n, sizeof(Term), by_handle);
  for (uint32_t i = 0; i < entry.literals.n; i++)
    entry.node = go_down(t, entry.node, entry.literals.at[i]);
  uint32_t there = t->nodes.at[entry.node].entry;
  assert(there == TRACE_NONE || t->entries.at[there].node == entry.node);
  if (there != TRACE_NONE) {
    VEC_DONE(t->mem, &entry.literals);
    return there;
  }
  t->nodes.at[entry.node].entry = t->entries.n;
  VEC_PUSH(t->mem, &t->entries, entry);
  t->stats->memo++;
  return t->entries.n - 1;
}

uint32_t trace_memo_add(Trace *t, uint32_t point, const TermList *literals) {
  uint32_t number = add_one(t, point, literals), partner = 0;
  TermList joined = {0};
  while (join_of(t, number, &partner, &joined)) {
    uint32_t before = t->entries.n, both = add_one(t, point, &joined);
    remember_set(t, number);
    if (both == before) { /* it is new */
      t->entries.at[both].parts[0] = number;
      t->entries.at[both].parts[1] = partner;
      t->entries.at[number].into = t->entries.at[partner].into = both;
    }
    number = both;
    VEC_CLEAR(&joined);
  }
  remember_set(t, number);
  VEC_DONE(t->mem, &joined);
  t->recent[point] = number;
  assert(t->entries.at[number].point == point);
  return number;
}

void trace_memo_cut(Trace *t, uint32_t n) {
  require(n <= t->entries.n || t->entries.n == 0);
  while (t->entries.n > n) {
    TraceEntry *last = &VEC_LAST(&t->entries);
    assert(t->nodes.at[last->node].entry == t->entries.n - 1);
    t->nodes.at[last->node].entry = TRACE_NONE;
    for (uint32_t i = 0; i < 2; i++)
      if (last->parts[i] != TRACE_NONE)
        t->entries.at[last->parts[i]].into = TRACE_NONE;
    VEC_DONE(t->mem, &last->literals);
    t->entries.n--;
  }
}

/* ---- the states of a point ---- */

static bool is_subset(const TermList *small, const TermList *large) {
  assert(small->n <= large->n);
  uint32_t k = 0;
  for (uint32_t i = 0; i < small->n; i++) {
    while (k < large->n && large->at[k].id < small->at[i].id) k++;
    if (k == large->n || !term_same(large->at[k], small->at[i])) return false;
  }
  return true;
}

/* Some other entry of the point has fewer demands. */
static bool is_covered(const Trace *t, uint32_t entry) {
  const TraceEntry *own = &t->entries.at[entry];
  if (own->into != TRACE_NONE) return true;
  for (uint32_t i = 0; i < t->entries.n; i++) {
    const TraceEntry *other = &t->entries.at[i];
    if (i != entry && other->point == own->point &&
        other->literals.n < own->literals.n &&
        is_subset(&other->literals, &own->literals))
      return true;
  }
  return false;
}

Term trace_memo_states(Trace *t, uint32_t point) {
  assert(point < t->all->points.n);
  TermList parts = {0};
  for (uint32_t i = 0; i < t->entries.n; i++) {
    const TraceEntry *entry = &t->entries.at[i];
    if (entry->point == point && !is_covered(t, i))
      VEC_PUSH(t->mem, &parts,
               term_and_n(t->store, entry->literals.at, entry->literals.n));
  }
  Term states = term_or_n(t->store, parts.at, parts.n);
  VEC_DONE(t->mem, &parts);
  return states;
}

/* ---- life ---- */

void trace_memo_init(Trace *t) {
  map_init(&t->but_one, t->mem);
  t->recent = MEM_ARRAY(t->mem, uint32_t, t->all->points.n);
  for (uint32_t p = 0; p < t->all->points.n; p++) {
    TraceNode root = {TERM_NONE, TRACE_NONE, TRACE_NONE, TRACE_NONE};
    VEC_PUSH(t->mem, &t->nodes, root);
    t->recent[p] = TRACE_NONE;
  }
}

void trace_memo_done(Trace *t) {
  trace_memo_cut(t, 0);
  VEC_DONE(t->mem, &t->entries);
  VEC_DONE(t->mem, &t->nodes);
  MEM_FREE_ARRAY(t->mem, t->recent, t->all->points.n);
  map_done(&t->but_one);
  assert(t->entries.n == 0);
}
