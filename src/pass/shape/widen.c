/* SPDX-License-Identifier: MIT
 *
 * Numbers that become variables.
 *
 * States of one place that agree in shape differ in numbers: constants, sizes,
 * offsets, and what lists may hold.  Each is a *position* of the state.  A
 * position that has had too many values gets all of them: a number becomes a
 * variable, a list may be what either list may be.  The others stay as they
 * are: a loop's counter should not take away what a flag in a node says.  Only
 * where too many positions together have made too many states, all that differ
 * are widened. */
#include "pass/shape/shape_int.h"

/* Agreeing states after which all is widened. */
enum { MOST_TOGETHER = 200 };

/* Is this position, which has another value in the other state, widened? */
typedef bool Ask(void *context, uint32_t position, uint64_t other);

typedef struct Pair {
  Shape *w;
  uint32_t at; /* the next position */
  Ask *ask;
  void *context;
} Pair;

static uint64_t abs_hash(Abs a) {
  uint64_t hash = hash_mix(a.kind, (uint64_t)a.end << 1 | a.floats);
  return hash_mix(hash_mix(hash, a.object), (uint64_t)a.offset);
}

static bool is_asked_for(Pair *p, bool differs, uint64_t other) {
  uint32_t position = p->at++;
  assert(p->ask && p->at > 0);
  return differs && p->ask(p->context, position, other);
}

static void widen(Pair *p, Abs *a, Abs other, TypeId type) {
  bool along = abs_goes_along(*a, other);
  bool numbers =
      abs_is_number(p->w, *a, type) && abs_is_number(p->w, other, type);
  bool differs = !abs_same(*a, other) && (along || numbers);
  if (!is_asked_for(p, differs, abs_hash(other))) return;
  if (along) {
    a->floats = true;
    a->offset = 0;
  } else {
    *a = abs_var();
  }
}

/* Numbers that only one of the two knows are forgotten. */
static void widen_free(Pair *p, Obj *o, const Obj *other) {
  assert(!o->is_list && !other->is_list);
  bool more = o->rest != other->rest;
  for (uint32_t k = 0; k < other->n; k++)
    more |= cell_is_free(p->w, other, &other->cells[k]) &&
            !obj_cell_like(o, &other->cells[k]);
  if (is_asked_for(p, more, other->rest)) o->rest = REST_ANY;
  for (uint32_t k = 0; k < o->n; k++) {
    Cell *cell = &o->cells[k];
    const Cell *like = obj_cell_like(other, cell);
    if (!cell_is_free(p->w, o, cell)) {
      p->at++;
      continue;
    }
    if (like && like->value.kind != ABS_ANY)
      widen(p, &cell->value, like->value, cell->type);
    else if (is_asked_for(p, cell->value.kind != ABS_ANY, 0))
      cell->value = abs_any();
  }
}

static void widen_kinds(Pair *p, Obj *list, const Obj *other) {
  bool differs = list->least > other->least || !kinds_fit(p->w, other, list);
  if (!is_asked_for(p, differs, kinds_hash(other->least, other))) return;
  if (list->least > other->least) list->least = other->least;
  kinds_unite(p->w, list, other);
}

static void widen_object(Pair *p, Obj *o, const Obj *other) {
  assert(o->is_list == other->is_list && o->kind == other->kind);
  widen(p, &o->size, other->size, p->w->word);
  for (uint32_t k = 0, j = 0;; k++, j++) {
    k = obj_next_fixed(p->w, o, k);
    j = obj_next_fixed(p->w, other, j);
    if (k >= o->n || j >= other->n) break;
    widen(p, &o->cells[k].value, other->cells[j].value, o->cells[k].type);
  }
  if (o->is_list)
    widen_kinds(p, o, other);
  else
    widen_free(p, o, other);
}

/* Returns how many positions there are. */
static uint32_t widen_state(Shape *w, State *s, const State *other, Ask *ask,
                            void *context) {
  assert(state_agrees(w, s, other, OFFSETS_ASIDE));
  Pair p = {w, 0, ask, context};
  for (uint32_t i = 0; i < s->n_regs; i++)
    widen(&p, &s->regs[i].value, other->regs[i].value,
          w->f->insts.at[s->regs[i].inst].type);
  for (uint32_t i = 0; i < s->n_objects; i++)
    widen_object(&p, &s->objects[i], &other->objects[i]);
  return p.at;
}

/* ---- which ---- */

typedef struct Count {
  Map seen;  /* positions with their values */
  Map count; /* position -> other values */
  uint32_t many;
  bool some, all;
} Count;

static bool count_value(void *context, uint32_t position, uint64_t other) {
  Count *c = context;
  uint64_t key = hash_mix(hash_mix(1, position), other);
  if (map_find(&c->seen, key)) return false;
  map_put(&c->seen, key, 1);
  uint64_t n = map_get(&c->count, position, 0) + 1;
  map_put(&c->count, position, n);
  c->some |= n >= c->many;
  return false;
}

static bool is_chosen(void *context, uint32_t position, uint64_t other) {
  const Count *c = context;
  (void)other;
  return c->all || map_get(&c->count, position, 0) >= c->many;
}

static State *widen_chosen(Shape *w, const State *s, const IndexVec *agreeing,
                           Count *count) {
  State *wide = state_copy(w, s);
  assert(agreeing->n > 0 && (count->all || count->some));
  for (uint32_t i = 0; i < agreeing->n; i++)
    widen_state(w, wide, w->entries.at[agreeing->at[i]].state, is_chosen,
                count);
  return wide;
}

State *state_widened(Shape *w, const State *s, uint32_t block, Offsets offsets,
                     uint32_t many) {
  assert(block < w->n_blocks && many > 0);
  uint64_t key = state_key(w, s);
  IndexVec agreeing = {0};
  State *same = state_copy(w, s); /* counting changes nothing */
  Count count = {.many = many};
  map_init(&count.seen, w->mem);
  map_init(&count.count, w->mem);
  for (uint32_t i = w->entries_of[block]; i; i = w->entries.at[i - 1].next) {
    const Entry *entry = &w->entries.at[i - 1];
    if (entry->key != key || !state_agrees(w, s, entry->state, offsets))
      continue;
    VEC_PUSH(w->mem, &agreeing, i - 1);
    widen_state(w, same, entry->state, count_value, &count);
  }
  count.all = agreeing.n >= (many > MOST_TOGETHER ? many : MOST_TOGETHER);
  State *wide = NULL;
  if (count.all || count.some) wide = widen_chosen(w, s, &agreeing, &count);
  map_done(&count.seen);
  map_done(&count.count);
  VEC_DONE(w->mem, &agreeing);
  return wide;
}
