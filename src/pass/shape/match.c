/* SPDX-License-Identifier: MIT
 *
 * Two states of one place compared.
 *
 * Their *shapes* are the same if only numbers differ: constants, offsets of
 * pointers into the same object, and which numbers of an object are known at
 * all.  A number is a constant or a variable of the new program: so a state
 * with more variables stands for those that have constants there, once these
 * are stored. */
#include "pass/shape/shape_int.h"

bool abs_is_number(const Shape *w, Abs a, TypeId type) {
  if (a.kind == ABS_VAR) return true;
  if (a.kind != ABS_CONST) return false;
  return type.id != w->pointer.id &&
         prog_const(w->p, abs_val(a))->kind == CONST_BITS;
}

bool cell_is_free(const Shape *w, const Obj *o, const Cell *cell) {
  if (o->is_list) return false;
  return abs_is_number(w, cell->value, cell->type) ||
         (cell->value.kind == ABS_ANY && cell->type.id != w->pointer.id);
}

bool abs_goes_along(Abs a, Abs b) {
  return a.kind == ABS_POINTER && b.kind == ABS_POINTER &&
         a.object == b.object && a.end == b.end;
}

uint32_t obj_next_fixed(const Shape *w, const Obj *o, uint32_t k) {
  assert(o->n <= o->cap || !o->cells);
  while (k < o->n && cell_is_free(w, o, &o->cells[k])) k++;
  return k;
}

/* ---- a hash of the shape ---- */

static uint64_t mix_abs(const Shape *w, uint64_t hash, Abs a, TypeId type) {
  if (abs_is_number(w, a, type)) return hash_mix(hash, 1);
  hash = hash_mix(hash, (uint64_t)a.kind << 8 | a.end);
  hash = hash_mix(hash, a.object);
  return hash_mix(hash, a.kind == ABS_POINTER ? 0 : (uint64_t)a.offset);
}

static uint64_t mix_object(const Shape *w, uint64_t hash, const Obj *o) {
  hash = hash_mix(hash, (uint64_t)o->kind << 16 | (uint64_t)o->is_dead << 4 |
                            (uint64_t)o->has_begun << 3 | o->is_list);
  hash = hash_mix(hash, o->global.id);
  hash = hash_mix(hash, (uint64_t)(o->is_list ? o->next + 1 : 0));
  for (uint32_t k = 0; (k = obj_next_fixed(w, o, k)) < o->n; k++) {
    hash = hash_mix(hash, (uint64_t)o->cells[k].at);
    hash = mix_abs(w, hash, o->cells[k].value, o->cells[k].type);
  }
  return hash;
}

uint64_t state_key(const Shape *w, const State *s) {
  uint64_t hash = hash_mix(s->n_objects, s->n_regs * 2 + s->lost);
  for (uint32_t i = 0; i < s->n_regs; i++) {
    uint32_t inst = s->regs[i].inst;
    hash = hash_mix(hash, inst);
    hash = mix_abs(w, hash, s->regs[i].value, w->f->insts.at[inst].type);
  }
  for (uint32_t i = 0; i < s->n_objects; i++)
    hash = mix_object(w, hash, &s->objects[i]);
  return hash;
}

/* ---- shapes ---- */

/* How two values, or two states, compare: is one a case of the other, or are
 * they the same but for numbers, or but for numbers and offsets? */
typedef enum Relation { REL_FITS, REL_AGREES, REL_AGREES_ROUGHLY } Relation;

static bool abs_relates(const Shape *w, Abs a, Abs in, TypeId type,
                        Relation how) {
  if (abs_same(a, in)) return true;
  if (abs_goes_along(a, in))
    return how == REL_AGREES_ROUGHLY || (how == REL_FITS && in.floats);
  if (!abs_is_number(w, a, type) || !abs_is_number(w, in, type)) return false;
  return how != REL_FITS || (in.kind == ABS_VAR && a.kind == ABS_CONST);
}

static bool has_same_frame(const Obj *a, const Obj *in, Relation how) {
  if (a->kind != in->kind || a->is_dead != in->is_dead ||
      a->is_list != in->is_list || a->has_begun != in->has_begun ||
      a->global.id != in->global.id || a->type.id != in->type.id)
    return false;
  if (!a->is_list) return true;
  return a->next == in->next && a->prev == in->prev &&
         a->next_to == in->next_to && a->prev_to == in->prev_to &&
         abs_same(a->size, in->size) && a->rest == in->rest &&
         (how != REL_FITS || a->least >= in->least);
}

static bool fixed_cells_relate(const Shape *w, const Obj *a, const Obj *in,
                               Relation how) {
  uint32_t k = obj_next_fixed(w, a, 0), j = obj_next_fixed(w, in, 0);
  while (k < a->n && j < in->n) {
    const Cell *x = &a->cells[k], *y = &in->cells[j];
    if (x->at != y->at || x->bytes != y->bytes || x->type.id != y->type.id ||
        !abs_relates(w, x->value, y->value, x->type, how))
      return false;
    k = obj_next_fixed(w, a, k + 1);
    j = obj_next_fixed(w, in, j + 1);
  }
  return k == a->n && j == in->n;
}

const Cell *obj_cell_like(const Obj *o, const Cell *cell) {
  const Cell *found = obj_cell(o, cell->at, cell->bytes);
  return found && found->type.id == cell->type.id ? found : NULL;
}

/* Is nothing said about the cell's bytes? */
static bool is_open(const Obj *o, const Cell *cell) {
  for (uint32_t k = 0; k < o->n; k++) {
    const Cell *other = &o->cells[k];
    bool apart = other->at + other->bytes <= cell->at ||
                 cell->at + cell->bytes <= other->at;
    bool covers = other->at <= cell->at &&
                  cell->at + cell->bytes <= other->at + other->bytes;
    if (!apart && covers && other->value.kind == ABS_ANY) return true;
    if (!apart) return false;
  }
  return o->rest == REST_ANY;
}

static bool free_cells_fit(const Shape *w, const Obj *a, const Obj *in) {
  if (in->rest != REST_ANY && in->rest != a->rest) return false;
  for (uint32_t k = 0; k < in->n; k++) {
    const Cell *cell = &in->cells[k], *is = obj_cell_like(a, cell);
    if (!cell_is_free(w, in, cell) || cell->value.kind == ABS_ANY) continue;
    if (!is || !abs_relates(w, is->value, cell->value, cell->type, REL_FITS))
      return false;
  }
  for (uint32_t k = 0; k < a->n; k++) {
    const Cell *cell = &a->cells[k], *said = obj_cell_like(in, cell);
    if (!cell_is_free(w, a, cell)) continue;
    bool fits = said && (said->value.kind == ABS_ANY ||
                         abs_relates(w, cell->value, said->value, cell->type,
                                     REL_FITS));
    if (!fits && !is_open(in, cell)) return false;
  }
  return true;
}

/* Do all kinds of nodes of both lead to the same objects on the heap? */
static bool leads_alike(const State *s, const Obj *a, const Obj *b) {
  assert(a->n_protos > 0 && b->n_protos > 0);
  for (uint32_t i = 0; i < s->n_objects; i++)
    for (int end = ENDS_FIRST; end <= ENDS_LAST; end++)
      if (s->objects[i].kind == OBJ_HEAP && !s->objects[i].is_dead &&
          proto_leads_to(&a->protos[0], i, (AbsEnd)end) !=
              proto_leads_to(&b->protos[0], i, (AbsEnd)end))
        return false;
  return true;
}

static bool object_relates(const Shape *w, const State *s, const Obj *a,
                           const Obj *in, Relation how) {
  if (!has_same_frame(a, in, how) || !fixed_cells_relate(w, a, in, how) ||
      !abs_relates(w, a->size, in->size, w->word, how))
    return false;
  if (how != REL_FITS) return !a->is_list || leads_alike(s, a, in);
  return a->is_list ? kinds_fit(w, a, in) : free_cells_fit(w, a, in);
}

static bool state_relates(const Shape *w, const State *a, const State *in,
                          Relation how) {
  if (a->n_regs != in->n_regs || a->n_objects != in->n_objects ||
      a->lost != in->lost)
    return false;
  for (uint32_t i = 0; i < a->n_regs; i++) {
    uint32_t inst = a->regs[i].inst;
    if (inst != in->regs[i].inst ||
        !abs_relates(w, a->regs[i].value, in->regs[i].value,
                     w->f->insts.at[inst].type, how))
      return false;
  }
  for (uint32_t i = 0; i < a->n_objects; i++)
    if (!object_relates(w, a, &a->objects[i], &in->objects[i], how))
      return false;
  return true;
}

bool state_fits(const Shape *w, const State *s, const State *in) {
  return state_relates(w, s, in, REL_FITS);
}

bool state_agrees(const Shape *w, const State *a, const State *b,
                  Offsets offsets) {
  return state_relates(
      w, a, b, offsets == OFFSETS_COUNT ? REL_AGREES : REL_AGREES_ROUGHLY);
}

/* ---- constants become variables ---- */

static void assign(Shape *w, Abs a, Abs in, Holder value, Holder offset) {
  if (in.kind == ABS_VAR && a.kind == ABS_CONST)
    var_store(w, value, abs_val(a));
  if (in.kind == ABS_POINTER && in.floats && !a.floats)
    var_store(w, offset, shape_number(w, a.offset));
}

void state_assign(Shape *w, const State *s, const State *in) {
  assert(s->n_objects == in->n_objects && s->n_regs == in->n_regs);
  assert(state_fits(w, s, in));
  for (uint32_t i = 0; i < s->n_regs; i++)
    assign(w, s->regs[i].value, in->regs[i].value,
           holder_reg(w, s->regs[i].inst, PART_VALUE),
           holder_reg(w, s->regs[i].inst, PART_OFFSET));
  for (uint32_t i = 0; i < s->n_objects; i++) {
    const Obj *a = &s->objects[i], *to = &in->objects[i];
    assert(a->home == i && to->home == i);
    assign(w, a->size, to->size, holder_size(w, to), holder_size(w, to));
    for (uint32_t k = 0; k < to->n; k++) {
      const Cell *cell = &to->cells[k], *is = obj_cell_like(a, cell);
      if (is)
        assign(w, is->value, cell->value, holder_cell(w, to, cell, PART_VALUE),
               holder_cell(w, to, cell, PART_OFFSET));
    }
  }
}
