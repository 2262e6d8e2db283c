/* SPDX-License-Identifier: MIT
 *
 * Cells of memory by the names that C has for them.
 *
 * Memory is arrays from addresses to cells, one for each region.  A cell that
 * an invariant speaks of is at
 *
 *     address + constant + index * stride
 *
 * where the address is that of a variable, which the encoder has fixed, or the
 * value of a pointer.  The variable's type says what is at the constant: which
 * member, which element; the index chooses in the array whose elements have the
 * size of the stride.  A pointer's type says the same of what it points to.
 *
 * The name is right only if the region is the one that C would access by it:
 * for a variable that is looked up, for a pointer of all it may point to. */
#include "check/invariants/cells.h"

#include "analysis/analysis.h"
#include "encode/encode.h"

struct Cells {
  Mem *mem;
  const Program *program;
  const Ts *ts;
  PointsTo *points;
  Regions *regions;
};

Cells *cells_new(Mem *mem, const Program *program, const Ts *ts) {
  Cells *cells = mem_alloc(mem, sizeof *cells);
  *cells = (Cells){.mem = mem, .program = program, .ts = ts};
  cells->points = prog_points_new(program);
  cells->regions = prog_regions_new(program, cells->points);
  return cells;
}

void cells_free(Cells *cells) {
  Mem *mem = cells->mem;
  prog_regions_free(cells->regions);
  prog_points_free(cells->points);
  mem_free(mem, cells, sizeof *cells);
}

/* ---- addresses ---- */

/* constant + pointer + index * stride; modulo the width. */
typedef struct Place {
  uint64_t constant;
  Term pointer; /* a variable of the location; or none */
  Term index;   /* or none */
  uint64_t stride;
} Place;

/* The value that the facts give the variable. */
static bool is_fixed(const TermStore *store, const TermList *facts, Term var,
                     uint64_t *value) {
  for (uint32_t i = 0; i < facts->n; i++) {
    Term fact = facts->at[i];
    if (term_is_negated(fact) || term_kind(store, fact) != TERM_EQ) continue;
    for (uint32_t k = 0; k < 2; k++)
      if (term_same(term_child(store, fact, k), var) &&
          term_const_u64(store, term_child(store, fact, 1 - k), value))
        return true;
  }
  return false;
}

static bool add_index(Place *out, Term index, uint64_t stride) {
  assert(index.id && stride > 0);
  if (out->index.id) return false;
  out->index = index;
  out->stride = stride;
  return true;
}

static bool add_var(const Cells *c, const TermList *facts, Term var,
                    uint64_t times, Place *out) {
  uint64_t value;
  if (is_fixed(c->ts->store, facts, var, &value)) {
    out->constant += value * times;
    return true;
  }
  if (times != 1 || out->pointer.id) return add_index(out, var, times);
  out->pointer = var;
  return true;
}

/* Adds `times` the term. */
static bool add_term(const Cells *c, const TermList *facts, Term t,
                     uint64_t times, uint32_t depth, Place *out) {
  enum { DEEPEST = 8 };
  const TermStore *store = c->ts->store;
  uint64_t value;
  if (depth > DEEPEST) return false;
  if (term_const_u64(store, t, &value)) {
    out->constant += value * times;
    return true;
  }
  TermKind kind = term_kind(store, t);
  if (kind == TERM_VAR) return add_var(c, facts, t, times, out);
  if (kind == TERM_ADD)
    return add_term(c, facts, term_child(store, t, 0), times, depth + 1, out) &&
           add_term(c, facts, term_child(store, t, 1), times, depth + 1, out);
  for (uint32_t k = 0; kind == TERM_MUL && k < 2; k++)
    if (term_const_u64(store, term_child(store, t, k), &value))
      return add_term(c, facts, term_child(store, t, 1 - k), times * value,
                      depth + 1, out);
  if (kind == TERM_ZEXT || kind == TERM_SEXT) return add_index(out, t, times);
  return false;
}

/* ---- paths ---- */

/* The index as C has it: a variable, or what is in a cell; perhaps plus a
 * number. */
static bool print_index(const Cells *c, Term index, uint64_t more,
                        TermCName *name_of, void *context, Text *out) {
  const TermStore *store = c->ts->store;
  TermCSign sign;
  TermKind kind = term_kind(store, index);
  if (kind == TERM_ZEXT || kind == TERM_SEXT)
    index = term_child(store, index, 0);
  int64_t plus = 0;
  if (term_kind(store, index) == TERM_ADD)
    for (uint32_t k = 0; k < 2; k++)
      if (term_const_i64(store, term_child(store, index, k), &plus)) {
        index = term_child(store, index, 1 - k);
        break;
      }
  const char *name = name_of(context, index, &sign);
  if (!name) return false;
  plus += (int64_t)more;
  text_add(out, name);
  if (plus)
    text_printf(out, " %c %lld", plus < 0 ? '-' : '+',
                (long long)(plus < 0 ? -plus : plus));
  return true;
}

/* From a type to what has `bytes` bytes at the offset; the index belongs to the
 * array whose elements are as large as the stride. */
static bool print_path(const Cells *c, CTypeId *type, uint64_t offset,
                       uint64_t bytes, const Place *place, TermCName *name_of,
                       void *context, Text *out) {
  enum { DEEPEST = 8 };
  bool indexed = !place->index.id;
  assert(bytes > 0 && type->id);
  for (int depth = 0; depth < DEEPEST; depth++) {
    const CType *t = prog_ctype(c->program, *type);
    if (t->kind == CTYPE_STRUCT) {
      const CMember *found = NULL;
      for (uint32_t i = 0; i < t->n_members; i++) {
        const CMember *m = &t->members[i];
        uint64_t from = (uint64_t)m->at / 8;
        uint64_t size = prog_ctype(c->program, m->type)->size;
        if (!m->bits && offset >= from && offset - from < size) found = m;
      }
      if (!found || !*found->name) return false;
      text_printf(out, ".%s", found->name);
      offset -= (uint64_t)found->at / 8;
      *type = found->type;
    } else if (t->kind == CTYPE_ARRAY) {
      uint64_t size = prog_ctype(c->program, t->to)->size;
      if (size == 0) return false;
      text_char(out, '[');
      if (!indexed && place->stride == size) {
        if (!print_index(c, place->index, offset / size, name_of, context, out))
          return false;
        indexed = true;
      } else {
        text_printf(out, "%llu", (unsigned long long)(offset / size));
      }
      text_char(out, ']');
      offset %= size;
      *type = t->to;
    } else {
      return indexed && offset == 0 && t->size == bytes;
    }
  }
  return false;
}

/* ---- roots ---- */

static VarId variable_of(const Cells *c, const TsObject *object) {
  const Program *p = c->program;
  if (object->kind == TS_OBJECT_GLOBAL)
    return prog_global(p, (GlobalId){object->id})->var;
  const Function *f = prog_func(p, p->entry);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_DBG_ADDR &&
          val_same(inst->ops[0], val_local(object->id)))
        return inst->var;
    }
  return (VarId){0};
}

static const TsObject *object_at(const Cells *c, uint64_t address) {
  for (uint32_t i = 0; i < c->ts->objects.n; i++) {
    const TsObject *o = &c->ts->objects.at[i];
    if (o->kind != TS_OBJECT_FUNC && address - o->address < o->size) return o;
  }
  return NULL;
}

/* Is it where C would look? */
static bool is_region_of(const Cells *c, const TsObject *object,
                         uint64_t offset, uint64_t bytes, uint32_t region) {
  uint32_t number =
      object->kind == TS_OBJECT_GLOBAL
          ? prog_points_of_global(c->points, (GlobalId){object->id})
          : prog_points_of_inst(c->points, c->program->entry, object->id);
  return prog_region_at(c->regions, number, offset, bytes).id == region;
}

static bool points_into(const Cells *c, const TsVar *pointer, uint64_t offset,
                        uint64_t bytes, uint32_t region) {
  assert(pointer->value < ENC_MEMORY && bytes > 0);
  IndexVec objects = {0};
  Val value = val_local(pointer->value);
  FuncId entry = c->program->entry;
  bool good = prog_points_targets(c->points, entry, value, &objects) == 0 &&
              objects.n > 0;
  for (uint32_t i = 0; i < objects.n && good; i++) {
    int64_t at;
    good =
        prog_points_offset(c->points, entry, value, objects.at[i], &at) &&
        at >= 0 &&
        prog_region_at(c->regions, objects.at[i], (uint64_t)at + offset, bytes)
                .id == region;
  }
  VEC_DONE(c->program->mem, &objects);
  return good;
}

static const TsVar *var_of(const TsLocation *at, Term var) {
  for (uint32_t i = 0; i < at->n_vars; i++)
    if (term_same(at->vars[i].now, var)) return &at->vars[i];
  return NULL;
}

typedef struct Asked {
  const Place *place;
  uint64_t bytes;
  uint32_t region;
  TermCName *name_of;
  void *context;
} Asked;

static bool name_in_variable(const Cells *c, const Asked *q, Text *out,
                             CellName *name) {
  const TsObject *object = object_at(c, q->place->constant);
  VarId var = object ? variable_of(c, object) : (VarId){0};
  if (!var.id) return false;
  uint64_t offset = q->place->constant - object->address;
  assert(offset < object->size && !q->place->pointer.id);
  name->var = &c->program->vars.at[var.id];
  name->type = name->var->type;
  name->is_certain = !q->place->index.id;
  text_add(out, name->var->name);
  return is_region_of(c, object, offset, q->bytes, q->region) &&
         print_path(c, &name->type, offset, q->bytes, q->place, q->name_of,
                    q->context, out);
}

static bool name_by_pointer(const Cells *c, const TsLocation *at,
                            const Asked *q, Text *out, CellName *name) {
  const TsVar *pointer = var_of(at, q->place->pointer);
  if (!pointer || !pointer->c_var) return false;
  name->var = &c->program->vars.at[pointer->c_var];
  const CType *type = prog_ctype(c->program, name->var->type);
  uint64_t offset = q->place->constant;
  if (type->kind != CTYPE_POINTER || q->place->index.id ||
      !points_into(c, pointer, offset, q->bytes, q->region))
    return false;
  Text path;
  text_init(&path, c->mem);
  name->type = type->to;
  name->is_certain = true;
  bool good = print_path(c, &name->type, offset, q->bytes, q->place, q->name_of,
                         q->context, &path);
  if (path.n && text_get(&path)[0] == '.')
    text_printf(out, "%s->%s", name->var->name, text_get(&path) + 1);
  else
    text_printf(out, "%s[0]", name->var->name);
  good = good && (path.n == 0 || text_get(&path)[0] == '.');
  text_done(&path);
  return good;
}

bool cells_name(Cells *c, const TsLocation *at, const TermList *facts,
                Term select, TermCName *name_of, void *context, Text *out,
                CellName *name) {
  const TermStore *store = c->ts->store;
  require(term_kind(store, select) == TERM_SELECT);
  const TsVar *memory = var_of(at, term_child(store, select, 0));
  Place place = {0};
  if (!memory || memory->value < ENC_MEMORY ||
      !add_term(c, facts, term_child(store, select, 1), 1, 0, &place))
    return false;
  Asked q = {.place = &place,
             .bytes = term_width(store, select) / 8,
             .region = memory->value - ENC_MEMORY,
             .name_of = name_of,
             .context = context};
  size_t start = out->n;
  bool good = place.pointer.id ? name_by_pointer(c, at, &q, out, name)
                               : name_in_variable(c, &q, out, name);
  if (!good) text_cut(out, start);
  return good;
}
