/* SPDX-License-Identifier: MIT
 *
 * Which kind of node may stand where in a list.
 *
 * Kinds alone forget all of what a list says: that red nodes are followed by
 * black ones, that numbers never fall, that the mark stands at the end.  So a
 * list knows which kinds its first and its last node may be, and which may
 * follow which: the words over kinds that it may be are those of an automaton
 * with one state for each kind.  Two lists one behind the other, what is left
 * when a node was taken out, and lists that are cases of others are all found
 * on these sets.
 *
 * A kind of one list may be a case of several of another.  Where an order is
 * carried over, it is said to be the first of them, as any choice is right;
 * where one list is looked for in another, all of them count (a simulation), so
 * that what was carried over several times is found. */
#include "pass/shape/shape_int.h"

enum { NO_KIND = UINT32_MAX };

static uint32_t place_of(const Shape *w, const Proto *proto, const Obj *list) {
  for (uint32_t i = 0; i < list->n_protos; i++)
    if (proto_fits(w, proto, &list->protos[i], (ObjRest)list->rest)) return i;
  return NO_KIND;
}

bool proto_is_in(const Shape *w, const Proto *proto, const Obj *list) {
  return place_of(w, proto, list) != NO_KIND;
}

static uint32_t image(uint32_t set, const uint32_t *place, uint32_t n) {
  uint32_t out = 0;
  assert(place && n <= MOST_KINDS);
  for (uint32_t k = 0; k < n; k++)
    if (set >> k & 1) out |= 1u << place[k];
  return out;
}

/* The order of `a`, in the kinds of `in`; false: one of its kinds is none. */
static bool order_in(const Shape *w, const Obj *a, const Obj *in, Order *out) {
  uint32_t place[MOST_KINDS] = {0}, n = a->n_protos;
  require(n <= MOST_KINDS && in->n_protos <= MOST_KINDS);
  *out = (Order){0};
  for (uint32_t k = 0; k < n; k++) {
    place[k] = place_of(w, &a->protos[k], in);
    if (place[k] == NO_KIND) return false;
  }
  out->first = image(a->order.first, place, n);
  out->last = image(a->order.last, place, n);
  for (uint32_t k = 0; k < n; k++)
    out->follows[place[k]] |= image(a->order.follows[k], place, n);
  return true;
}

/* Kinds of `in` that may stand where kind `k` of `a` does: by what it holds,
 * and since it may be last. */
static uint32_t candidates(const Shape *w, const Obj *a, uint32_t k,
                           const Obj *in) {
  uint32_t set = 0;
  assert(k < a->n_protos && in->n_protos <= MOST_KINDS);
  bool is_last = a->order.last >> k & 1;
  for (uint32_t j = 0; j < in->n_protos; j++)
    if ((!is_last || in->order.last >> j & 1) &&
        proto_fits(w, &a->protos[k], &in->protos[j], (ObjRest)in->rest))
      set |= 1u << j;
  return set;
}

/* Those of them behind which all can stand that stands behind `k`. */
static uint32_t followed(const Obj *a, uint32_t k, const Obj *in,
                         const uint32_t *set) {
  uint32_t good = 0;
  assert(k < a->n_protos && set);
  for (uint32_t j = 0; j < in->n_protos; j++) {
    bool all = set[k] >> j & 1;
    for (uint32_t l = 0; all && l < a->n_protos; l++)
      if (a->order.follows[k] >> l & 1)
        all = (in->order.follows[j] & set[l]) != 0;
    if (all) good |= 1u << j;
  }
  return good;
}

/* A simulation: the largest one, by leaving out what is none. */
bool kinds_fit(const Shape *w, const Obj *a, const Obj *in) {
  uint32_t set[MOST_KINDS] = {0};
  require(a->n_protos <= MOST_KINDS && in->n_protos <= MOST_KINDS);
  for (uint32_t k = 0; k < a->n_protos; k++) {
    set[k] = candidates(w, a, k, in);
    if (!set[k]) return false;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < a->n_protos; k++) {
      uint32_t less = followed(a, k, in, set);
      changed |= less != set[k];
      set[k] = less;
    }
  }
  for (uint32_t k = 0; k < a->n_protos; k++)
    if (a->order.first >> k & 1 && !(in->order.first & set[k])) return false;
  return true;
}

uint64_t kinds_hash(uint64_t hash, const Obj *list) {
  hash = hash_mix(hash, (uint64_t)list->order.first << 32 | list->order.last);
  for (uint32_t k = 0; k < list->n_protos; k++) {
    hash = hash_mix(hash, list->order.follows[k]);
    hash = proto_hash(hash, &list->protos[k]);
  }
  return hash;
}

/* Either of the two, in the kinds of `list`. */
static Order either(Shape *w, const Obj *a, const Obj *b, const Obj *list) {
  assert(list->is_list && list->n_protos <= MOST_KINDS);
  Order x, y;
  bool good = order_in(w, a, list, &x) && order_in(w, b, list, &y);
  require(good || w->gave_up);
  if (!good) return (Order){0};
  x.first |= y.first;
  x.last |= y.last;
  for (uint32_t k = 0; k < list->n_protos; k++) x.follows[k] |= y.follows[k];
  return x;
}

void kinds_unite(Shape *w, Obj *list, const Obj *more) {
  assert(list->is_list && more->is_list);
  Obj old = *list;
  for (uint32_t k = 0; k < more->n_protos; k++)
    proto_add(w, list, &more->protos[k]);
  list->order = either(w, &old, more, list);
}

void kinds_join(Shape *w, Obj *list, const Obj *a, const Obj *b) {
  assert(list->is_list && list->n_protos == 0);
  for (uint32_t k = 0; k < a->n_protos; k++) proto_add(w, list, &a->protos[k]);
  for (uint32_t k = 0; k < b->n_protos; k++) proto_add(w, list, &b->protos[k]);
  list->order = either(w, a, b, list);
  Order x, y;
  if (!order_in(w, a, list, &x) || !order_in(w, b, list, &y)) return;
  for (uint32_t k = 0; k < list->n_protos; k++)
    if (x.last >> k & 1) list->order.follows[k] |= y.first;
  list->order.first = x.first;
  list->order.last = y.last;
}

void kinds_blurred(Shape *w, Obj *list, const Obj *old) {
  assert(list->is_list && list->n_protos <= old->n_protos);
  bool good = order_in(w, old, list, &list->order);
  require(good || w->gave_up);
}

/* The kinds from which one of `set` may follow, or that may follow one, by
 * any number of steps. */
static uint32_t closure(const Obj *list, uint32_t set, AbsEnd from) {
  assert(list->is_list && (uint64_t)set >> list->n_protos == 0);
  for (uint32_t before = 0; before != set;) {
    before = set;
    for (uint32_t k = 0; k < list->n_protos; k++) {
      if (from == ENDS_FIRST && set >> k & 1) set |= list->order.follows[k];
      if (from == ENDS_LAST && (list->order.follows[k] & set)) set |= 1u << k;
    }
  }
  return set;
}

/* Kinds that no word has are gone. */
static void trim(Obj *list) {
  uint32_t good = closure(list, list->order.first, ENDS_FIRST) &
                  closure(list, list->order.last, ENDS_LAST);
  uint32_t place[MOST_KINDS] = {0}, n = 0;
  Obj old = *list;
  list->order = (Order){0};
  for (uint32_t k = 0; k < old.n_protos; k++)
    if (good >> k & 1) place[k] = n++;
  list->order.first = image((old.order.first & good), place, old.n_protos);
  list->order.last = image((old.order.last & good), place, old.n_protos);
  for (uint32_t k = 0; k < old.n_protos; k++) {
    if (!(good >> k & 1)) continue;
    list->order.follows[place[k]] =
        image((old.order.follows[k] & good), place, old.n_protos);
    list->protos[place[k]] = list->protos[k];
  }
  assert(n <= old.n_protos);
  list->n_protos = n;
}

bool kinds_without(Obj *list, uint32_t kind, AbsEnd end) {
  assert(kind < list->n_protos);
  uint32_t before = 0;
  for (uint32_t k = 0; k < list->n_protos; k++)
    if (list->order.follows[k] >> kind & 1) before |= 1u << k;
  if (end == ENDS_FIRST)
    list->order.first = list->order.follows[kind];
  else
    list->order.last = before;
  trim(list);
  return list->n_protos > 0;
}
