/* SPDX-License-Identifier: MIT
 *
 * What a constant table holds, read at an index that is not known.
 *
 * Problem.  `layouts[i].columns` of a table that nothing ever writes is one of
 * the numbers in its initializer.  Memory at entry that may be anything gives
 * findings with numbers that stand nowhere in the program.
 *
 * Idea.  The access is valid (its own check asks that) and written as a member
 * of a struct, or as a number in an array: so the cell is the same member of
 * one of the structs in the table, or one of its numbers.  Few values are told
 * one by one, many by the least and the most of them; of a pointer it is told
 * whether each is the address of something.
 *
 * Bytes that are copied may begin anywhere, and a union or a struct without a
 * name may be read in other pieces than it was written in: nothing is told of
 * them.  Cost: one pass over the table for each address that is read. */
#include "encode/function/function_int.h"

enum { CELLS_MOST = 4096, VALUES_MOST = 8 };

/* The cells of a table that an access may mean. */
typedef struct Cells {
  const EncExec *x;
  const Global *g;
  const Place *place;
  bool is_good;       /* nothing was met that is not understood */
  uint32_t reloc;     /* the first address that is not before what was met */
  uint32_t met;       /* cells */
  uint32_t addressed; /* so many of them are addresses */
  int64_t values[VALUES_MOST]; /* all numbers, while n <= VALUES_MOST */
  uint32_t n;
  int64_t least, most;
} Cells;

static void hold(Cells *c, int64_t value) {
  bool is_known = false;
  for (uint32_t i = 0; i < c->n && i < VALUES_MOST; i++)
    is_known |= c->values[i] == value;
  if (!is_known && c->n < VALUES_MOST) c->values[c->n] = value;
  if (!is_known && c->n <= VALUES_MOST) c->n++;
  if (value < c->least) c->least = value;
  if (value > c->most) c->most = value;
}

/* The number at an offset, with its sign. */
static int64_t number_at(const Cells *c, uint64_t at) {
  uint32_t bytes = c->place->bytes;
  assert(at + bytes <= c->g->size && bytes <= 8);
  uint64_t number = 0, unused = 64 - 8 * (uint64_t)bytes;
  for (uint64_t i = 0; c->g->init && i < bytes; i++)
    number |= (uint64_t)c->g->init[at + i] << (8 * i);
  return (int64_t)(number << unused) >> unused;
}

static void meet_cell(Cells *c, uint64_t at) {
  const Global *g = c->g;
  uint64_t pointer = c->x->enc.program->pointer_bits / 8;
  c->is_good &= c->met < CELLS_MOST && at + c->place->bytes <= g->size;
  if (!c->is_good) return;
  c->met++;
  while (c->reloc < g->n_relocs && g->relocs[c->reloc].offset + pointer <= at)
    c->reloc++;
  bool is_address = c->reloc < g->n_relocs &&
                    g->relocs[c->reloc].offset < at + c->place->bytes;
  if (!is_address) {
    hold(c, number_at(c, at));
    return;
  }
  Reloc to = g->relocs[c->reloc];
  c->is_good = to.offset == at && c->place->bytes == pointer &&
               !prog_is_weak(c->x->enc.program, to.global, to.func);
  c->addressed++;
}

/* All cells below the type, or those that the access names. */
typedef enum Wanted { WANTED_NAMED, WANTED_ALL } Wanted;

static void meet_type(Cells *c, TypeId id, uint64_t at, Wanted wanted);

static void meet_struct(Cells *c, TypeId id, uint64_t at, Wanted wanted) {
  const Type *type = prog_type(c->x->enc.program, id);
  c->is_good &= type->name[0] && strncmp(type->name, "union.", 6) != 0;
  EncField named = c->place->field;
  bool is_named = named.type.id == id.id ||
                  enc_same_struct(c->x->facts, named, (EncField){id, 0});
  for (uint32_t i = 0; i < type->n_fields && c->is_good; i++) {
    const Field *field = &type->fields[i];
    bool is_it = is_named && i == named.index;
    meet_type(c, field->type, at + field->offset, is_it ? WANTED_ALL : wanted);
  }
}

static void meet_type(Cells *c, TypeId id, uint64_t at, Wanted wanted) {
  const Type *type = prog_type(c->x->enc.program, id);
  if (type->kind == TYPE_STRUCT) {
    meet_struct(c, id, at, wanted);
  } else if (type->kind == TYPE_ARRAY) {
    uint64_t size = prog_type(c->x->enc.program, type->elem)->size;
    c->is_good &= type->count <= CELLS_MOST;
    for (uint64_t i = 0; i < type->count && c->is_good; i++)
      meet_type(c, type->elem, at + i * size, wanted);
  } else if (wanted == WANTED_ALL) {
    c->is_good &= type->size == c->place->bytes;
    meet_cell(c, at);
  }
}

static bool is_sorted(const Global *g) {
  for (uint32_t i = 1; i < g->n_relocs; i++)
    if (g->relocs[i].offset < g->relocs[i - 1].offset) return false;
  return true;
}

static Term one_of(EncExec *x, Term cell, const Cells *c) {
  TermStore *store = x->enc.store;
  uint32_t bits = term_width(store, cell);
  if (c->n > VALUES_MOST) {
    Term least = term_i64(store, c->least, bits);
    Term most = term_i64(store, c->most, bits);
    return term_and(store, term_not(term_slt(store, cell, least)),
                    term_not(term_slt(store, most, cell)));
  }
  Term any = term_false();
  for (uint32_t i = 0; i < c->n; i++)
    any = term_or(store, any,
                  term_eq(store, cell, term_i64(store, c->values[i], bits)));
  return any;
}

/* The table that the place is somewhere in, or NULL. */
static const Global *table_of(const EncExec *x, const Place *place) {
  Base base = enc_base(x, place->address);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  if (!object || !object->global.id || base.is_exact || place->bytes > 8 ||
      !place->is_load ||
      !(enc_facts_global(x->facts, object->global) & ENC_GLOBAL_CONSTANT))
    return NULL;
  const Global *g = prog_global(x->enc.program, object->global);
  return g->state == GLOBAL_DEFINED && g->kind != GLOBAL_LABELS && is_sorted(g)
             ? g
             : NULL;
}

Term enc_table_cell(EncExec *x, const Place *place, Term cell) {
  require(term_width(x->enc.store, cell) == 8 * place->bytes);
  TermStore *store = x->enc.store;
  Cells c = {.x = x,
             .g = table_of(x, place),
             .place = place,
             .is_good = true,
             .least = INT64_MAX,
             .most = INT64_MIN};
  if (!c.g) return term_true();
  meet_type(&c, c.g->type, 0, place->field.type.id ? WANTED_NAMED : WANTED_ALL);
  if (!c.is_good || !c.met) return term_true();
  if (!c.addressed) return one_of(x, cell, &c);
  if (c.addressed < c.met) return term_true();
  return term_not(
      term_eq(store, cell, term_u64(store, 0, term_width(store, cell))));
}

bool enc_is_in_table(const EncExec *x, const Place *place) {
  return table_of(x, place) != NULL;
}

Term enc_constant_cell(EncExec *x, const Place *place) {
  TermStore *store = x->enc.store;
  Base base = enc_base(x, place->address);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  if (!object || !object->global.id || !base.is_exact) return TERM_NONE;
  const Global *g = prog_global(x->enc.program, object->global);
  if (!(enc_facts_global(x->facts, object->global) & ENC_GLOBAL_CONSTANT) ||
      g->state != GLOBAL_DEFINED || base.offset < 0 ||
      (uint64_t)base.offset + place->bytes > g->size)
    return TERM_NONE;
  uint64_t from = (uint64_t)base.offset, to = from + place->bytes;
  uint32_t pointer = x->enc.program->pointer_bits / 8;
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    Reloc r = g->relocs[i];
    if (r.offset >= to || r.offset + pointer <= from) continue;
    if (r.offset != from || place->bytes != pointer) return TERM_NONE;
    if (r.func.id) return enc_function_address(x, r.func);
    return enc_global_plus(x, r.global, r.addend);
  }
  Term cell = TERM_NONE;
  for (uint64_t at = from; at < to; at++) {
    Term byte = term_u64(store, g->init ? g->init[at] : 0, 8);
    cell = cell.id ? term_concat(store, byte, cell) : byte;
  }
  return cell;
}
