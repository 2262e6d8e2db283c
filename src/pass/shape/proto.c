/* SPDX-License-Identifier: MIT
 *
 * Kinds of nodes.
 *
 * A node is more than its cells: a list of lists has nodes that own lists.  An
 * object is owned by a node if every pointer to it comes from the node, but for
 * its links, or from what the node owns.  So what is owned goes where the node
 * goes, and is made anew with it.
 *
 * A list of several kinds of nodes does not know which of them come in which
 * order, or whether a kind occurs at all.  So if one kind leads to an object
 * elsewhere on the heap, all must: otherwise that object would never be lost as
 * long as the list is there (list.c, match.c). */
#include "pass/shape/shape_int.h"

/* Of more kinds the numbers are forgotten, one place after the other, that with
 * the most numbers first. */
enum { MOST_PROTOS = 10 };

/* ---- copies ---- */

static Cell *copy_cells(Shape *w, const Cell *cells, uint32_t n) {
  Cell *copy = ARENA_ARRAY(&w->arena, Cell, n + 1);
  if (n) memcpy(copy, cells, n * sizeof *copy);
  return copy;
}

static Proto copy_proto(Shape *w, const Proto *proto) {
  Proto copy = *proto;
  copy.cells = copy_cells(w, proto->cells, proto->n);
  copy.owned = ARENA_ARRAY(&w->arena, Obj, proto->n_owned + 1);
  for (uint32_t i = 0; i < proto->n_owned; i++) {
    copy.owned[i] = proto->owned[i];
    obj_unshare(w, &copy.owned[i]);
  }
  return copy;
}

void obj_unshare(Shape *w, Obj *o) {
  o->cells = copy_cells(w, o->cells, o->n);
  o->cap = o->n;
  const Proto *protos = o->protos;
  o->protos = ARENA_ARRAY(&w->arena, Proto, o->n_protos + 1);
  for (uint32_t i = 0; i < o->n_protos; i++)
    o->protos[i] = copy_proto(w, &protos[i]);
}

/* ---- comparing ---- */

static const Cell *find_cell(const Cell *cells, uint32_t n, const Cell *like) {
  for (uint32_t k = 0; k < n; k++)
    if (cells[k].at == like->at && cells[k].bytes == like->bytes &&
        cells[k].type.id == like->type.id)
      return &cells[k];
  return NULL;
}

static bool is_any(const Cell *cell) {
  return cell->value.kind == ABS_ANY;
}

/* Is what the cells hold a case of what others hold?  Where these have none,
 * the rest of the object counts. */
static bool cells_fit(const Shape *w, const Cell *a, uint32_t n_a,
                      const Cell *in, uint32_t n_in, ObjRest rest) {
  for (uint32_t k = 0; k < n_in; k++) {
    const Cell *is = find_cell(a, n_a, &in[k]);
    bool is_pointer = in[k].type.id == w->pointer.id;
    if (is ? !abs_same(is->value, in[k].value) &&
                 (!is_any(&in[k]) || is_pointer ||
                  is->value.kind == ABS_POINTER)
           : !is_any(&in[k]) || is_pointer)
      return false;
  }
  for (uint32_t k = 0; k < n_a; k++)
    if (!find_cell(in, n_in, &a[k]) &&
        (rest != REST_ANY || a[k].value.kind == ABS_POINTER ||
         a[k].type.id == w->pointer.id))
      return false;
  return true;
}

static bool object_fits(const Shape *w, const Obj *a, const Obj *in) {
  ObjRest rest = a->is_list ? REST_ZERO : (ObjRest)in->rest;
  if (a->kind != in->kind || a->rest != in->rest || a->is_dead != in->is_dead ||
      a->is_list != in->is_list || !abs_same(a->size, in->size) ||
      a->type.id != in->type.id ||
      !cells_fit(w, a->cells, a->n, in->cells, in->n, rest))
    return false;
  if (a->is_list && (a->next != in->next || a->prev != in->prev ||
                     a->next_to != in->next_to || a->prev_to != in->prev_to))
    return false;
  return !a->is_list || kinds_fit(w, a, in);
}

bool proto_fits(const Shape *w, const Proto *a, const Proto *in, ObjRest rest) {
  if (a->n_owned != in->n_owned ||
      !cells_fit(w, a->cells, a->n, in->cells, in->n, rest))
    return false;
  for (uint32_t i = 0; i < a->n_owned; i++)
    if (!object_fits(w, &a->owned[i], &in->owned[i])) return false;
  return true;
}

static uint64_t hash_cells(uint64_t hash, const Cell *cells, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    Abs a = cells[k].value;
    hash = hash_mix(hash, (uint64_t)cells[k].at << 8 | cells[k].bytes);
    hash = hash_mix(hash, (uint64_t)a.object << 8 | a.kind << 1 | a.end);
    hash = hash_mix(hash, (uint64_t)a.offset);
  }
  return hash_mix(hash, n);
}

uint64_t proto_hash(uint64_t hash, const Proto *proto) {
  hash = hash_cells(hash, proto->cells, proto->n);
  for (uint32_t i = 0; i < proto->n_owned; i++) {
    const Obj *o = &proto->owned[i];
    hash = hash_cells(hash_mix(hash, o->is_dead), o->cells, o->n);
    hash = kinds_hash(hash, o);
  }
  return hash;
}

static bool cells_lead_to(const Cell *cells, uint32_t n, uint32_t object,
                          AbsEnd end) {
  for (uint32_t k = 0; k < n; k++)
    if (cells[k].value.kind == ABS_POINTER && cells[k].value.object == object &&
        cells[k].value.end == end)
      return true;
  return false;
}

bool proto_leads_to(const Proto *proto, uint32_t object, AbsEnd end) {
  assert(object < PROTO_SELF);
  bool leads = cells_lead_to(proto->cells, proto->n, object, end);
  for (uint32_t i = 0; i < proto->n_owned; i++) {
    const Obj *o = &proto->owned[i];
    leads |= cells_lead_to(o->cells, o->n, object, end);
    for (uint32_t k = 0; k < o->n_protos; k++)
      leads |= proto_leads_to(&o->protos[k], object, end);
  }
  return leads;
}

/* ---- adding ---- */

static bool is_number(const Shape *w, const Cell *cell) {
  return cell->value.kind == ABS_CONST && cell->type.id != w->pointer.id;
}

enum { EVERYWHERE = -1 }; /* for the place of a cell */

/* Any numbers, there. */
static void blur_cells(const Shape *w, Cell *cells, uint32_t *n, ObjRest rest,
                       int64_t where) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < *n; k++) {
    if (is_number(w, &cells[k]) &&
        (where == EVERYWHERE || where == cells[k].at))
      cells[k].value = abs_any();
    if (cells[k].value.kind != ABS_ANY || rest != REST_ANY)
      cells[kept++] = cells[k];
  }
  *n = kept;
}

static void append(Shape *w, Obj *list, Proto proto) {
  assert(list->is_list);
  Proto *more = ARENA_ARRAY(&w->arena, Proto, list->n_protos + 2);
  for (uint32_t i = 0; i < list->n_protos; i++) more[i] = list->protos[i];
  more[list->n_protos++] = proto;
  list->protos = more;
}

static void blur(Shape *w, Proto *proto, ObjRest rest, int64_t where);

static void blur_kinds(Shape *w, Obj *list, int64_t where) {
  Obj old = *list;
  list->n_protos = 0;
  for (uint32_t i = 0; i < old.n_protos; i++) {
    Proto one = copy_proto(w, &old.protos[i]);
    blur(w, &one, (ObjRest)list->rest, where);
    if (!proto_is_in(w, &one, list)) append(w, list, one);
  }
}

static void blur(Shape *w, Proto *proto, ObjRest rest, int64_t where) {
  blur_cells(w, proto->cells, &proto->n, rest, where);
  for (uint32_t i = 0; where == EVERYWHERE && i < proto->n_owned; i++) {
    Obj *o = &proto->owned[i], old = *o;
    blur_cells(w, o->cells, &o->n, (ObjRest)o->rest, EVERYWHERE);
    if (!o->is_list) continue;
    blur_kinds(w, o, EVERYWHERE);
    kinds_blurred(w, o, &old);
  }
}

/* How many numbers stand there in kinds of nodes. */
static uint32_t n_numbers(const Shape *w, const Obj *list, const Cell *there) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->n_protos; i++) {
    const Proto *proto = &list->protos[i];
    const Cell *cell = find_cell(proto->cells, proto->n, there);
    bool is_new = cell && is_number(w, cell);
    for (uint32_t k = 0; is_new && k < i; k++) {
      const Proto *before = &list->protos[k];
      const Cell *same = find_cell(before->cells, before->n, there);
      is_new = !same || !abs_same(same->value, cell->value);
    }
    n += is_new;
  }
  return n;
}

/* Where the most numbers stand, if there are several; or everywhere. */
static int64_t most_numbers(const Shape *w, const Obj *list) {
  uint32_t most = 1;
  int64_t where = EVERYWHERE;
  for (uint32_t i = 0; i < list->n_protos; i++)
    for (uint32_t k = 0; k < list->protos[i].n; k++) {
      const Cell *cell = &list->protos[i].cells[k];
      uint32_t n = n_numbers(w, list, cell);
      if (n <= most) continue;
      most = n;
      where = cell->at;
    }
  return where;
}

/* ---- few kinds ---- */

static bool same_cells(const Shape *w, const Cell *a, uint32_t n_a,
                       const Cell *b, uint32_t n_b) {
  return cells_fit(w, a, n_a, b, n_b, REST_ZERO) &&
         cells_fit(w, b, n_b, a, n_a, REST_ZERO);
}

/* Is it a pointer out of a list, from a kind of node `depth` lists down?  Then
 * levels are counted from the list. */
static bool is_way_out(Abs *a, uint32_t depth) {
  if (a->kind != ABS_POINTER) return false;
  if (!proto_is_local(*a)) return true;
  if ((a->object - PROTO_SELF) / PROTO_LEVEL <= depth) return false;
  a->object -= depth * PROTO_LEVEL;
  return true;
}

static bool has_way_out(const Cell *cells, uint32_t n, uint32_t depth, Abs to) {
  for (uint32_t k = 0; k < n; k++) {
    Abs a = cells[k].value;
    if (is_way_out(&a, depth) && a.object == to.object && a.end == to.end)
      return true;
  }
  return false;
}

static bool leads_out_to(const Obj *list, uint32_t depth, Abs to) {
  for (uint32_t i = 0; i < list->n_protos; i++) {
    const Proto *kind = &list->protos[i];
    if (has_way_out(kind->cells, kind->n, depth, to)) return true;
    for (uint32_t k = 0; k < kind->n_owned; k++) {
      const Obj *o = &kind->owned[k];
      if (has_way_out(o->cells, o->n, depth, to) ||
          leads_out_to(o, depth + 1, to))
        return true;
    }
  }
  return false;
}

/* Does all that leads out of some of these cells lead out of the list, too? */
static bool cells_lead_alike(const Cell *cells, uint32_t n, uint32_t depth,
                             const Obj *list) {
  for (uint32_t k = 0; k < n; k++) {
    Abs a = cells[k].value;
    if (is_way_out(&a, depth) && !leads_out_to(list, 0, a)) return false;
  }
  return true;
}

static bool leads_as(const Obj *a, uint32_t depth, const Obj *list) {
  assert(depth < PROTO_LEVEL && list);
  for (uint32_t i = 0; i < a->n_protos; i++) {
    const Proto *kind = &a->protos[i];
    if (!cells_lead_alike(kind->cells, kind->n, depth, list)) return false;
    for (uint32_t k = 0; k < kind->n_owned; k++) {
      const Obj *o = &kind->owned[k];
      if (!cells_lead_alike(o->cells, o->n, depth, list) ||
          !leads_as(o, depth + 1, list))
        return false;
    }
  }
  return true;
}

/* Are they the same but for what lists that they own may hold?  What these lead
 * to elsewhere must be the same (essay at the head). */
static bool proto_agrees(const Shape *w, const Proto *a, const Proto *b) {
  if (a->n_owned != b->n_owned ||
      !same_cells(w, a->cells, a->n, b->cells, b->n))
    return false;
  for (uint32_t i = 0; i < a->n_owned; i++) {
    const Obj *x = &a->owned[i], *y = &b->owned[i];
    if (x->kind != y->kind || x->rest != y->rest || x->is_dead != y->is_dead ||
        x->is_list != y->is_list || !abs_same(x->size, y->size) ||
        x->type.id != y->type.id || x->next != y->next || x->prev != y->prev ||
        x->next_to != y->next_to || x->prev_to != y->prev_to ||
        !same_cells(w, x->cells, x->n, y->cells, y->n) || !leads_as(x, 0, y) ||
        !leads_as(y, 0, x))
      return false;
  }
  return true;
}

/* Some kind of the list may be that, too, if they agree. */
static bool unite_agreeing(Shape *w, Obj *list, const Proto *proto) {
  assert(list->is_list && w->how.fold == SHAPE_FOLD_SINGLE);
  for (uint32_t i = 0; i < list->n_protos; i++) {
    if (!proto_agrees(w, &list->protos[i], proto)) continue;
    Proto one = copy_proto(w, &list->protos[i]);
    for (uint32_t k = 0; k < one.n_owned; k++)
      if (one.owned[k].is_list) kinds_unite(w, &one.owned[k], &proto->owned[k]);
    Obj old = *list;
    list->n_protos = 0;
    for (uint32_t k = 0; k < old.n_protos; k++)
      append(w, list, k == i ? one : old.protos[k]);
    return true;
  }
  return false;
}

/* Kinds that are cases of one to be added. */
static void drop_cases(Shape *w, Obj *list, const Proto *proto) {
  assert(list->is_list && proto);
  Obj old = *list;
  list->n_protos = 0;
  for (uint32_t i = 0; i < old.n_protos; i++)
    if (!proto_fits(w, &old.protos[i], proto, (ObjRest)list->rest))
      append(w, list, old.protos[i]);
}

void proto_add(Shape *w, Obj *list, const Proto *proto) {
  if (proto_is_in(w, proto, list) || w->gave_up) return;
  drop_cases(w, list, proto);
  if (w->how.fold == SHAPE_FOLD_SINGLE && unite_agreeing(w, list, proto))
    return;
  append(w, list, copy_proto(w, proto));
  for (int64_t where = 0; list->n_protos > MOST_PROTOS && where != EVERYWHERE;)
    blur_kinds(w, list, where = most_numbers(w, list));
  w->gave_up |= list->n_protos > 2 * MOST_PROTOS;
}

/* ---- a node as one of a kind ---- */

typedef struct Owning {
  const State *s;
  uint32_t node;
  const Obj *links;
  uint8_t *in; /* object -> the node may own it */
  Vec(uint32_t) work;
  Mem *mem;
  bool changed;
} Owning;

static bool is_link(const Obj *links, int64_t at) {
  return at == links->next || (links->prev != NO_LINK && at == links->prev);
}

static void find_owned(void *context, Abs *value, uint32_t owner, int64_t at) {
  Owning *o = context;
  uint32_t to = value->object;
  if (owner == o->node && is_link(o->links, at)) return;
  if (to == o->node || o->in[to] || o->s->objects[to].kind != OBJ_HEAP) return;
  o->in[to] = 1;
  VEC_PUSH(o->mem, &o->work, to);
}

/* Others lead to it, too. */
static void drop_shared(void *context, Abs *value, uint32_t owner, int64_t at) {
  Owning *o = context;
  bool inside = owner == o->node ? !is_link(o->links, at)
                                 : owner != OWNER_REG && o->in[owner];
  if (inside || !o->in[value->object]) return;
  o->in[value->object] = 0;
  o->changed = true;
}

/* How pointers are called in the kind. */
typedef struct Naming {
  uint32_t node, other;
  const uint32_t *name; /* object -> place among those owned, plus one */
  bool fails;
} Naming;

static void rename_pointer(Naming *naming, Abs *value, uint32_t level) {
  uint32_t to = value->object;
  assert(naming->name && level < PROTO_LEVEL);
  if (value->kind != ABS_POINTER || proto_is_local(*value)) return;
  naming->fails |= value->floats || to == naming->other;
  if (to == naming->node)
    value->object = PROTO_SELF + level * PROTO_LEVEL;
  else if (naming->name[to])
    value->object = PROTO_OWNED + naming->name[to] - 1 + level * PROTO_LEVEL;
}

static void rename_cells(Naming *naming, Cell *cells, uint32_t *n, ObjRest rest,
                         uint32_t level) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < *n; k++) {
    Cell cell = cells[k];
    if (cell.value.kind == ABS_VAR) cell.value = abs_any();
    rename_pointer(naming, &cell.value, level);
    if (cell.value.kind != ABS_ANY || rest != REST_ANY) cells[kept++] = cell;
  }
  *n = kept;
}

/* In the kinds of nodes of a list that is owned. */
static void rename_kinds(Naming *naming, Obj *list, uint32_t level) {
  for (uint32_t i = 0; i < list->n_protos; i++) {
    Proto *proto = &list->protos[i];
    rename_cells(naming, proto->cells, &proto->n, (ObjRest)list->rest, level);
    for (uint32_t k = 0; k < proto->n_owned; k++) {
      Obj *o = &proto->owned[k];
      rename_cells(naming, o->cells, &o->n, o->is_list ? REST_ZERO : o->rest,
                   level);
      rename_kinds(naming, o, level + 1);
    }
  }
}

static Obj rename_object(Shape *w, Naming *naming, State *s, uint32_t number) {
  Obj o = s->objects[number];
  obj_unshare(w, &o);
  naming->fails |= o.size.kind != ABS_CONST;
  rename_cells(naming, o.cells, &o.n, o.is_list ? REST_ZERO : o.rest, 0);
  rename_kinds(naming, &o, 1);
  o.least = 1;
  o.home = 0;
  return o;
}

bool proto_of(Shape *w, State *s, uint32_t a, const Obj *links, uint32_t other,
              Proto *out, uint8_t *owned) {
  assert(a != other && !s->objects[a].is_list);
  Owning o = {.s = s, .node = a, .links = links, .in = owned, .mem = w->mem};
  memset(owned, 0, s->n_objects);
  object_pointers(s, a, find_owned, &o);
  for (uint32_t i = 0; i < o.work.n; i++)
    object_pointers(s, o.work.at[i], find_owned, &o);
  do {
    o.changed = false;
    state_pointers(s, drop_shared, &o);
  } while (o.changed);
  uint32_t *name = ARENA_ARRAY(&w->arena, uint32_t, s->n_objects + 1);
  *out = (Proto){.owned = ARENA_ARRAY(&w->arena, Obj, o.work.n + 1)};
  uint32_t n = 0;
  for (uint32_t i = 0; i < o.work.n; i++)
    if (owned[o.work.at[i]]) name[o.work.at[i]] = ++n;
  Naming naming = {a, other, name, false};
  for (uint32_t i = 0; i < o.work.n; i++)
    if (owned[o.work.at[i]])
      out->owned[out->n_owned++] = rename_object(w, &naming, s, o.work.at[i]);
  VEC_DONE(w->mem, &o.work);
  const Obj *node = &s->objects[a];
  out->cells = ARENA_ARRAY(&w->arena, Cell, node->n + 1);
  for (uint32_t k = 0; k < node->n; k++)
    if (!is_link(links, node->cells[k].at))
      out->cells[out->n++] = node->cells[k];
  rename_cells(&naming, out->cells, &out->n, (ObjRest)node->rest, 0);
  return !naming.fails;
}

/* ---- a node made anew ---- */

static void place_cells(Cell *cells, uint32_t n, uint32_t node,
                        const uint32_t *made, uint32_t level) {
  for (uint32_t k = 0; k < n; k++) {
    if (!proto_is_local(cells[k].value)) continue;
    uint32_t to = cells[k].value.object - PROTO_SELF;
    if (to / PROTO_LEVEL != level) continue;
    to %= PROTO_LEVEL;
    cells[k].value.object = to == 0 ? node : made[to - 1];
  }
}

static void place_kinds(Obj *list, uint32_t node, const uint32_t *made,
                        uint32_t level) {
  for (uint32_t i = 0; i < list->n_protos; i++) {
    Proto *proto = &list->protos[i];
    place_cells(proto->cells, proto->n, node, made, level);
    for (uint32_t k = 0; k < proto->n_owned; k++) {
      Obj *o = &proto->owned[k];
      place_cells(o->cells, o->n, node, made, level);
      place_kinds(o, node, made, level + 1);
    }
  }
}

void proto_make(Shape *w, State *s, uint32_t object, const Proto *kind) {
  assert(object < s->n_objects && !s->objects[object].is_list);
  Proto proto = copy_proto(w, kind);
  uint32_t *made = ARENA_ARRAY(&w->arena, uint32_t, proto.n_owned + 1);
  for (uint32_t i = 0; i < proto.n_owned; i++)
    made[i] = state_add(w, s, proto.owned[i]);
  for (uint32_t i = 0; i < proto.n_owned; i++) {
    Obj *o = &s->objects[made[i]];
    place_cells(o->cells, o->n, object, made, 0);
    place_kinds(o, object, made, 1);
  }
  place_cells(proto.cells, proto.n, object, made, 0);
  for (uint32_t k = 0; k < proto.n; k++)
    obj_put(w, &s->objects[object], proto.cells[k]);
}
