/* SPDX-License-Identifier: MIT
 *
 * Walking the graph without recursion, and what is built on it: support, size,
 * substitution, translation.
 *
 * The walk keeps an explicit stack of (node, next child) and a bit per visited
 * node.  The bits lie in pages made on demand, because a walk over a small
 * cone of a huge store must not pay for the store.  Cost: one stack entry and
 * one bit per node met, linear time.
 */
#include "term/term_int.h"

#define PAGE_BITS  32768u
#define PAGE_WORDS (PAGE_BITS / 64u)
#define FRESH      UINT32_MAX /* in place of the next child */

void term_walk_init(TermWalk *walk, const TermStore *store) {
  *walk = (TermWalk){.store = store, .mem = store->mem};
}

void term_walk_done(TermWalk *walk) {
  for (uint32_t i = 0; i < walk->n_pages; i++)
    if (walk->pages[i]) MEM_FREE_ARRAY(walk->mem, walk->pages[i], PAGE_WORDS);
  MEM_FREE_ARRAY(walk->mem, walk->pages, walk->n_pages);
  VEC_DONE(walk->mem, &walk->stack);
}

static uint64_t *page_of(TermWalk *walk, uint32_t node) {
  uint32_t page = node / PAGE_BITS;
  if (page >= walk->n_pages) {
    walk->pages =
        mem_resize(walk->mem, walk->pages, walk->n_pages * sizeof *walk->pages,
                   (page + 1) * sizeof *walk->pages);
    while (walk->n_pages <= page) walk->pages[walk->n_pages++] = NULL;
  }
  if (walk->pages[page] == NULL)
    walk->pages[page] = MEM_ARRAY(walk->mem, uint64_t, PAGE_WORDS);
  return walk->pages[page];
}

bool term_walk_has_seen(const TermWalk *walk, Term t) {
  uint32_t node = term_node(t), page = node / PAGE_BITS;
  if (page >= walk->n_pages || walk->pages[page] == NULL) return false;
  uint32_t bit = node % PAGE_BITS;
  return (walk->pages[page][bit / 64] >> (bit % 64)) & 1;
}

void term_walk_skip(TermWalk *walk, Term t) {
  assert(term_node(t) >= 1 && term_node(t) <= walk->store->n_nodes);
  uint32_t bit = term_node(t) % PAGE_BITS;
  page_of(walk, term_node(t))[bit / 64] |= (uint64_t)1 << (bit % 64);
}

/* Seen means entered.  A pushed root waits as "fresh" and may be met first
 * from elsewhere. */
void term_walk_push(TermWalk *walk, Term root) {
  require(root.id >= 2);
  require(term_node(root) <= walk->store->n_nodes);
  if (term_walk_has_seen(walk, root)) return;
  VEC_PUSH(walk->mem, &walk->stack, (uint64_t)term_node(root) << 32 | FRESH);
}

Term term_walk_next(TermWalk *walk) {
  while (walk->stack.n > 0) {
    uint64_t *top = &VEC_LAST(&walk->stack);
    Term t = term_of_node((uint32_t)(*top >> 32));
    uint32_t child = (uint32_t)*top;
    assert(child == FRESH || child <= term_n_children(walk->store, t));
    if (child == FRESH && term_walk_has_seen(walk, t)) {
      walk->stack.n--;
    } else if (child == FRESH) {
      *top -= FRESH;
      term_walk_skip(walk, t);
    } else if (child < term_n_children(walk->store, t)) {
      *top += 1;
      term_walk_push(walk, term_child(walk->store, t, child));
    } else {
      walk->stack.n--;
      return t;
    }
  }
  return TERM_NONE;
}

void term_vars(TermStore *s, Term t, TermList *vars) {
  TermWalk walk;
  term_walk_init(&walk, s);
  term_walk_push(&walk, t);
  for (Term n; (n = term_walk_next(&walk)).id != 0;)
    if (term_is_var(s, n)) VEC_PUSH(s->mem, vars, n);
  term_walk_done(&walk);
}

uint32_t term_size(const TermStore *s, Term t) {
  TermWalk walk;
  uint32_t size = 0;
  term_walk_init(&walk, s);
  term_walk_push(&walk, t);
  while (term_walk_next(&walk).id != 0) size++;
  term_walk_done(&walk);
  return size;
}

bool term_has_floats(const TermStore *s, Term t) {
  bool found = false;
  TermWalk walk;
  term_walk_init(&walk, s);
  term_walk_push(&walk, t);
  for (Term n; !found && (n = term_walk_next(&walk)).id;)
    found = sort_kind(term_sort(s, n)) == SORT_FLOAT;
  term_walk_done(&walk);
  return found;
}

void term_conjuncts(TermStore *s, Term t, TermList *parts) {
  require(term_is_bool(s, t));
  Map seen;
  TermList stack = {0};
  map_init(&seen, s->mem);
  VEC_PUSH(s->mem, &stack, t);
  while (stack.n > 0) {
    Term part = VEC_POP(&stack);
    if (term_is_true(part) || map_find(&seen, part.id)) continue;
    map_put(&seen, part.id, 1);
    if (!term_is_negated(part) && node_kind(s, part) == TERM_AND) {
      VEC_PUSH(s->mem, &stack, term_child(s, part, 1));
      VEC_PUSH(s->mem, &stack, term_child(s, part, 0));
    } else {
      VEC_PUSH(s->mem, parts, part);
    }
  }
  VEC_DONE(s->mem, &stack);
  map_done(&seen);
}

/* ---- maps between terms ---- */

struct TermMap {
  TermStore *to;
  const TermStore *from;
  Map seeds;     /* node of `from` -> Term.id of `to`, given */
  Map memo;      /* the same, computed */
  TermWalk walk; /* exactly the nodes in seeds and memo are seen */
};

TermMap *term_map_new(TermStore *to, const TermStore *from) {
  TermMap *map = MEM_NEW(to->mem, TermMap);
  map->to = to;
  map->from = from;
  map_init(&map->seeds, to->mem);
  map_init(&map->memo, to->mem);
  term_walk_init(&map->walk, from);
  return map;
}

void term_map_free(TermMap *map) {
  map_done(&map->seeds);
  map_done(&map->memo);
  term_walk_done(&map->walk);
  MEM_DELETE(map->to->mem, map);
}

static Sort sort_translate(TermStore *to, const TermStore *from, Sort sort) {
  if (to == from || sort_kind(sort) != SORT_ARRAY) return sort;
  Sort index = sort_translate(to, from, sort_index(from, sort));
  Sort element = sort_translate(to, from, sort_element(from, sort));
  return sort_array(to, index, element);
}

void term_map_put(TermMap *map, Term key, Term value) {
  require(!term_is_negated(key) || term_is_bool(map->from, key));
  require(
      sort_same(sort_translate(map->to, map->from, term_sort(map->from, key)),
                term_sort(map->to, value)));
  if (map->memo.n > 0) {
    map_clear(&map->memo);
    term_walk_done(&map->walk);
    term_walk_init(&map->walk, map->from);
    for (uint32_t i = 0; i < map->seeds.n; i++)
      term_walk_skip(&map->walk,
                     term_of_node((uint32_t)map->seeds.entries[i].key));
  }
  map_put(&map->seeds, term_node(key),
          term_is_negated(key) ? term_not(value).id : value.id);
  term_walk_skip(&map->walk, key);
}

static Term mapped(const TermMap *map, Term t) {
  const uint64_t *found = map_find(&map->seeds, term_node(t));
  if (found == NULL) found = map_find(&map->memo, term_node(t));
  require(found != NULL);
  Term value = {(uint32_t)*found};
  return term_is_negated(t) ? term_not(value) : value;
}

static Term map_leaf(TermMap *map, Term t) {
  assert(!term_is_negated(t));
  if (map->to == map->from || node_kind(map->from, t) == TERM_TRUE) return t;
  Sort sort = sort_translate(map->to, map->from, term_sort(map->from, t));
  if (term_is_var(map->from, t))
    return term_var(map->to, term_var_name(map->from, t), sort);
  return term_const(map->to, term_const_words(map->from, t), sort_width(sort));
}

static Term map_linear(TermMap *map, Term t) {
  TermLinear atom;
  term_linear_get(map->from, t, &atom);
  for (uint32_t i = 0; i < atom.n; i++)
    atom.at[i].term = mapped(map, atom.at[i].term);
  Term result = term_linear_make(map->to, &atom);
  if (result.id != 0) return result;
  /* A merged coefficient overflows: the atom as bit-vectors means the same,
   * and there nothing is merged. */
  return term_linear_to_bv_raw(map->to, &atom);
}

static Term map_node(TermMap *map, Term t) {
  TermKind kind = node_kind(map->from, t);
  assert(!term_is_negated(t));
  if (kind == TERM_LIN_LE || kind == TERM_LIN_EQ) return map_linear(map, t);
  if (kind_arity(kind) == 0) return map_leaf(map, t);
  Cand c;
  node_read(map->from, t, &c);
  bool changed = map->to != map->from;
  for (uint32_t i = 0; i < c.n; i++) {
    Term child = mapped(map, c.child[i]);
    changed |= !term_same(child, c.child[i]);
    c.child[i] = child;
  }
  if (!changed) return t;
  c.sort = sort_translate(map->to, map->from, c.sort);
  return cand_build(map->to, &c);
}

Term term_map_apply(TermMap *map, Term t) {
  if (!term_walk_has_seen(&map->walk, t)) term_walk_push(&map->walk, t);
  for (Term n; (n = term_walk_next(&map->walk)).id != 0;)
    map_put(&map->memo, term_node(n), map_node(map, n).id);
  assert(map->walk.stack.n == 0);
  return mapped(map, t);
}

Term term_substitute(TermStore *s, const Map *pairs, Term t) {
  TermMap *map = term_map_new(s, s);
  for (uint32_t i = 0; i < pairs->n; i++)
    term_map_put(map, (Term){(uint32_t)pairs->entries[i].key},
                 (Term){(uint32_t)pairs->entries[i].value});
  Term result = term_map_apply(map, t);
  term_map_free(map);
  return result;
}

Term term_translate(TermStore *to, const TermStore *from, Term t) {
  TermMap *map = term_map_new(to, from);
  Term result = term_map_apply(map, t);
  term_map_free(map);
  return result;
}
