/* SPDX-License-Identifier: MIT
 *
 * Lists: objects in a row that became one, and nodes taken out again.
 *
 * Two neighbours become a list, or part of one, if a cell of the first leads
 * to the second, if no value and no variable of the program leads to either,
 * and if their other cells hold the same.  Nothing is lost of which objects
 * there are, but how many: a pointer to a list leads to its first node or to
 * its last.
 *
 * An access through such a pointer takes that node out.  A list of one node at
 * least may have been just that one; then there are two ways to go on. */
#include "pass/shape/shape_int.h"

/* ---- taking a node out ---- */

typedef struct Redirect {
  uint32_t from, to;
  AbsEnd end; /* of `from` */
  AbsEnd to_end;
} Redirect;

static void redirect(void *context, Abs *value, uint32_t owner, int64_t at) {
  const Redirect *r = context;
  (void)owner;
  (void)at;
  if (value->object != r->from || value->end != r->end) return;
  value->object = r->to;
  value->end = (uint8_t)r->to_end;
}

static void set_link(Shape *w, Obj *o, int64_t at, Abs value) {
  assert(at != NO_LINK);
  Cell *cell = obj_cell(o, at, w->p->pointer_bits / 8);
  require(cell && cell->value.kind != ABS_VAR);
  cell->value = value;
}

static Abs link_to(uint32_t object, AbsEnd end, int64_t offset) {
  Abs link = abs_pointer(object, offset);
  link.end = (uint8_t)end;
  return link;
}

/* The list was one node. */
static void make_single(Shape *w, State *s, uint32_t list, uint32_t kind) {
  Redirect all = {list, list, ENDS_LAST, ENDS_FIRST};
  Proto proto = s->objects[list].protos[kind];
  s->objects[list].is_list = false;
  s->objects[list].n_protos = 0;
  state_pointers(s, redirect, &all);
  proto_make(w, s, list, &proto);
}

/* The node at the end is an object of its own; a list is left.  False: no node
 * of that kind stands there with others. */
static bool take_node(Shape *w, State *s, uint32_t list, uint32_t kind,
                      AbsEnd end) {
  Obj node = s->objects[list];
  assert(node.is_list && node.size.kind == ABS_CONST);
  Proto proto = node.protos[kind];
  if (!kinds_without(&s->objects[list], kind, end)) return false;
  node.is_list = false;
  node.n_protos = 0;
  obj_unshare(w, &node);
  uint32_t number = state_add(w, s, node);
  Redirect ends = {list, number, end, ENDS_FIRST};
  state_pointers(s, redirect, &ends);
  Obj *made = &s->objects[number], *rest = &s->objects[list];
  rest->least = 1;
  if (end == ENDS_FIRST) {
    set_link(w, made, made->next, link_to(list, ENDS_FIRST, rest->next_to));
    if (rest->prev != NO_LINK)
      set_link(w, rest, rest->prev, link_to(number, ENDS_FIRST, rest->prev_to));
  } else {
    set_link(w, rest, rest->next, link_to(number, ENDS_FIRST, rest->next_to));
    if (rest->prev != NO_LINK)
      set_link(w, made, made->prev, link_to(list, ENDS_LAST, rest->prev_to));
  }
  proto_make(w, s, number, &proto);
  return true;
}

/* Control goes to a new block, or perhaps not; what follows is the latter. */
static BlockId perhaps(Shape *w) {
  BlockId here = edit_block(&w->edit, ""), there = edit_block(&w->edit, "");
  edit_condbr(&w->edit, shape_nondet(w, w->bit), here, there);
  w->edit.at = there;
  return here;
}

void list_open(Shape *w, State *s, Item here, uint32_t object, AbsEnd end) {
  assert(object < s->n_objects && s->objects[object].is_list);
  const Obj *list = &s->objects[object];
  require(list->n_protos > 0);
  for (uint32_t kind = 0; kind < list->n_protos; kind++) {
    bool is_first = list->order.first >> kind & 1;
    bool is_last = list->order.last >> kind & 1;
    if (end == ENDS_FIRST ? !is_first : !is_last) continue;
    if (list->least == 1 && is_first && is_last) {
      State *single = state_copy(w, s);
      make_single(w, single, object, kind);
      shape_push(w, single, here.block, here.index, perhaps(w));
    }
    State *more = state_copy(w, s);
    if (take_node(w, more, object, kind, end))
      shape_push(w, more, here.block, here.index, perhaps(w));
  }
  edit_named(&w->edit, OP_STOP, "no other kind of node");
}

/* ---- folding ---- */

/* The links of the two, as lists or as what they may become. */
static bool find_links(const Shape *w, const State *s, uint32_t a, uint32_t b,
                       Obj *links) {
  assert(a != b && a < s->n_objects && b < s->n_objects);
  const Obj *x = &s->objects[a], *y = &s->objects[b];
  uint32_t bytes = w->p->pointer_bits / 8;
  links->next = links->prev = NO_LINK;
  for (uint32_t k = 0; k < x->n; k++) {
    const Cell *cell = &x->cells[k];
    if (cell->value.kind != ABS_POINTER || cell->value.object != b ||
        cell->value.end != ENDS_FIRST || cell->value.floats ||
        cell->bytes != bytes)
      continue;
    if (x->is_list && cell->at != x->next) continue;
    if (y->is_list && cell->at != y->next) continue;
    links->next = cell->at;
    links->next_to = cell->value.offset;
    break;
  }
  if (links->next == NO_LINK) return false;
  AbsEnd back = x->is_list ? ENDS_LAST : ENDS_FIRST;
  for (uint32_t k = 0; k < y->n; k++) {
    const Cell *cell = &y->cells[k];
    if (cell->value.kind != ABS_POINTER || cell->value.object != a ||
        cell->value.end != back || cell->value.floats || cell->bytes != bytes ||
        cell->at == links->next || (y->is_list && cell->at != y->prev))
      continue;
    links->prev = cell->at;
    links->prev_to = cell->value.offset;
    break;
  }
  if (links->prev == NO_LINK) links->prev_to = 0;
  for (int i = 0; i < 2; i++) {
    const Obj *o = i ? y : x;
    if (o->is_list && (o->next_to != links->next_to || o->prev != links->prev ||
                       o->prev_to != links->prev_to))
      return false;
  }
  return true;
}

static bool is_node(const Obj *o) {
  return o->kind == OBJ_HEAP && !o->is_dead && o->size.kind == ABS_CONST;
}

typedef struct Inner {
  const State *s;
  uint32_t a, b;
  const Obj *links;
  const uint8_t *owned[2]; /* by a, by b */
  bool forbidden;
} Inner;

/* A value or variable of the program leads to one of the two; or a pointer to
 * where they meet that is none of the links. */
static void look(void *context, Abs *value, uint32_t owner, int64_t at) {
  Inner *in = context;
  bool to_a = value->object == in->a, to_b = value->object == in->b;
  if (!to_a && !to_b) return;
  if (owner != OWNER_REG && (in->owned[0][owner] || in->owned[1][owner]))
    return;
  bool is_heap = owner != OWNER_REG && in->s->objects[owner].kind == OBJ_HEAP;
  in->forbidden |= !is_heap || value->floats;
  bool on = to_b && owner == in->a && at == in->links->next;
  bool back = to_a && owner == in->b && at == in->links->prev;
  if (to_b && in->s->objects[in->b].is_list && value->end == ENDS_FIRST)
    in->forbidden |= !on;
  if (to_a && in->s->objects[in->a].is_list && value->end == ENDS_LAST)
    in->forbidden |= !back;
}

/* One of the two as a list of its own, as to kinds. */
static bool as_list(Shape *w, State *s, uint32_t of, uint32_t other,
                    const Obj *links, Obj *out, uint8_t *owned) {
  assert(of != other);
  *out = s->objects[of];
  if (out->is_list) return true;
  out->is_list = true;
  out->protos = ARENA_NEW(&w->arena, Proto);
  out->n_protos = 1;
  out->order = (Order){.first = 1, .last = 1};
  return proto_of(w, s, of, links, other, out->protos, owned);
}

/* What the nodes owned is part of the list now. */
static void drop_owned(State *s, const uint8_t *owned) {
  assert(s && owned);
  for (uint32_t i = 0; i < s->n_objects; i++) {
    if (!owned[i]) continue;
    s->objects[i].n = s->objects[i].n_protos = 0;
    s->objects[i].is_dead = true;
  }
}

/* What one kind of node leads to elsewhere on the heap, all do. */
static bool is_tight(const State *s, const Obj *list) {
  for (uint32_t i = 0; i < s->n_objects; i++) {
    bool counts = s->objects[i].kind == OBJ_HEAP && !s->objects[i].is_dead;
    for (uint32_t k = 1; counts && k < list->n_protos; k++)
      for (int end = ENDS_FIRST; end <= ENDS_LAST; end++)
        if (proto_leads_to(&list->protos[k], i, (AbsEnd)end) !=
            proto_leads_to(&list->protos[0], i, (AbsEnd)end))
          return false;
  }
  return true;
}

static void keep_link(Shape *w, Obj *list, const Obj *from, int64_t at) {
  const Cell *cell = obj_cell(from, at, w->p->pointer_bits / 8);
  require(cell);
  obj_put(w, list, *cell);
}

static bool has_link(const Shape *w, const Obj *o, int64_t at) {
  const Cell *cell = obj_cell(o, at, w->p->pointer_bits / 8);
  return cell && !abs_has_variable(cell->value);
}

/* ---- objects alone ---- */

/* How two became a list, and others may. */
static void note_links(Shape *w, const Obj *list) {
  ShapeLink link = {.type = list->type,
                    .next = list->next,
                    .prev = list->prev,
                    .next_to = list->next_to,
                    .prev_to = list->prev_to};
  if (!shape_const(w, list->size, &link.size)) return;
  for (uint32_t i = 0; i < w->links->n; i++) {
    const ShapeLink *known = &w->links->at[i];
    if (known->type.id == link.type.id && known->size == link.size &&
        known->next == link.next && known->prev == link.prev &&
        known->next_to == link.next_to && known->prev_to == link.prev_to)
      return;
  }
  VEC_PUSH(w->mem, w->links, link);
}

typedef struct Alone {
  uint32_t node, next; /* what its link leads to */
  const Obj *links;
} Alone;

/* The link back, from the node behind, leads to the list's end. */
static void lead_to_end(void *context, Abs *value, uint32_t owner, int64_t at) {
  const Alone *alone = context;
  if (value->object == alone->node && owner == alone->next &&
      at == alone->links->prev)
    value->end = ENDS_LAST;
}

/* An object that could be a node of a list becomes a list of one, so that it
 * is a case of longer ones. */
static bool fold_one(Shape *w, State *s, uint32_t a, const ShapeLink *link) {
  Obj *x = &s->objects[a], list;
  const Obj like = {.next = link->next,
                    .prev = link->prev,
                    .next_to = link->next_to,
                    .prev_to = link->prev_to},
            *links = &like;
  int64_t size;
  if (!is_node(x) || x->is_list || x->type.id != link->type.id ||
      !shape_const(w, x->size, &size) || size != link->size ||
      !has_link(w, x, links->next) ||
      (links->prev != NO_LINK && !has_link(w, x, links->prev)))
    return false;
  uint8_t *owned = ARENA_ARRAY(&w->arena, uint8_t, s->n_objects + 1);
  if (!as_list(w, s, a, UINT32_MAX, links, &list, owned)) return false;
  Inner inner = {s, a, a, links, {owned, owned}, false};
  state_pointers(s, look, &inner);
  if (inner.forbidden) return false;
  list.least = 1;
  list.next = links->next;
  list.prev = links->prev;
  list.next_to = links->next_to;
  list.prev_to = links->prev_to;
  list.cells = NULL;
  list.n = list.cap = 0;
  keep_link(w, &list, x, links->next);
  if (links->prev != NO_LINK) keep_link(w, &list, x, links->prev);
  Abs next = obj_cell(x, links->next, w->p->pointer_bits / 8)->value;
  assert(list.is_list && list.n_protos == 1);
  Alone alone = {a, next.kind == ABS_POINTER ? next.object : a, links};
  *x = list;
  drop_owned(s, owned);
  if (alone.next != a) state_pointers(s, lead_to_end, &alone);
  return true;
}

/* ---- two ---- */

static bool fold_two(Shape *w, State *s, uint32_t a, uint32_t b) {
  assert(a < s->n_objects && b < s->n_objects);
  Obj *x = &s->objects[a], *y = &s->objects[b], links = {0};
  if (a == b || !is_node(x) || !is_node(y) || !abs_same(x->size, y->size) ||
      x->rest != y->rest || x->type.id != y->type.id ||
      !find_links(w, s, a, b, &links))
    return false;
  if (!has_link(w, y, links.next) ||
      (links.prev != NO_LINK && !has_link(w, x, links.prev)))
    return false;
  uint8_t *owned[2];
  for (int i = 0; i < 2; i++)
    owned[i] = ARENA_ARRAY(&w->arena, uint8_t, s->n_objects + 1);
  Obj list = {.kind = x->kind,
              .rest = x->rest,
              .is_list = true,
              .least = 2,
              .next = links.next,
              .prev = links.prev,
              .next_to = links.next_to,
              .prev_to = links.prev_to,
              .size = x->size,
              .type = x->type,
              .home = x->home};
  Obj front, back;
  if (!as_list(w, s, a, b, &list, &front, owned[0]) ||
      !as_list(w, s, b, a, &list, &back, owned[1]))
    return false;
  kinds_join(w, &list, &front, &back);
  if (w->how.fold == SHAPE_FOLD_ALIKE && list.n_protos > 1) return false;
  if (!is_tight(s, &list)) return false;
  Inner inner = {s, a, b, &links, {owned[0], owned[1]}, false};
  state_pointers(s, look, &inner);
  if (inner.forbidden) return false;
  keep_link(w, &list, y, links.next);
  if (links.prev != NO_LINK) keep_link(w, &list, x, links.prev);
  Redirect last = {b, a, y->is_list ? ENDS_LAST : ENDS_FIRST, ENDS_LAST};
  y->n = y->n_protos = 0; /* nothing comes from it any more */
  y->is_dead = true;
  *x = list;
  note_links(w, &list);
  drop_owned(s, owned[0]);
  drop_owned(s, owned[1]);
  state_pointers(s, redirect, &last);
  return true;
}

/* The object and one that it leads to. */
static bool fold_on(Shape *w, State *s, uint32_t a) {
  assert(a < s->n_objects);
  for (uint32_t k = 0; k < s->objects[a].n; k++) {
    const Cell *cell = &s->objects[a].cells[k];
    if (cell->value.kind == ABS_POINTER &&
        fold_two(w, s, a, cell->value.object))
      return true;
  }
  return false;
}

/* What is owned comes before its owner: it is numbered later. */
static void fold_alone(Shape *w, State *s) {
  assert(w->links && w->how.fold == SHAPE_FOLD_SINGLE);
  for (uint32_t a = s->n_objects; a-- > 0;) {
    bool is_list = false;
    for (uint32_t i = 0; !is_list && i < w->links->n; i++)
      is_list = fold_one(w, s, a, &w->links->at[i]);
    while (is_list && fold_on(w, s, a)) continue;
  }
}

void list_fold(Shape *w, State *s) {
  bool changed = w->how.fold != SHAPE_FOLD_NEVER;
  if (w->how.fold == SHAPE_FOLD_SINGLE) fold_alone(w, s);
  while (changed) {
    changed = false;
    for (uint32_t a = 0; a < s->n_objects; a++) changed |= fold_on(w, s, a);
  }
}
