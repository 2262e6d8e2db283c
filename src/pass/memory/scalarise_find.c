/* SPDX-License-Identifier: MIT
 *
 * Which memory is really a variable: see scalarise.c. */
#include "pass/memory/scalarise_int.h"

static Val address_of(const Inst *inst) {
  return inst->ops[inst->op == OP_STORE];
}

static TypeId access_type(const Scalarise *s, const Inst *inst) {
  if (inst->op == OP_LOAD) return inst->type;
  return prog_val_type(s->program, s->f, inst->ops[0]);
}

static bool is_access(const Inst *inst) {
  return inst->op == OP_LOAD || inst->op == OP_STORE;
}

/* Takes the access into account; variables are bad when accesses differ. */
static void note_access(Scalarise *s, Variable *v, const Inst *inst) {
  TypeId type = access_type(s, inst);
  uint32_t bits = prog_type(s->program, type)->bits;
  if (v->n_accesses++ == 0) v->type = type;
  bool same = type.id == v->type.id;
  if (!same && (bits != v->size * 8 ||
                prog_type(s->program, v->type)->bits != v->size * 8))
    v->state = VARIABLE_BAD;
  if (prog_store_size(s->program, type) != v->size) v->state = VARIABLE_BAD;
  if (inst->flags & INST_VOLATILE) v->state = VARIABLE_BAD;
}

void scalarise_for_reachable(Scalarise *s, EachInst *step, void *ctx) {
  for (uint32_t k = 0; k < s->cfg->n_order; k++) {
    const Block *block = &s->f->blocks.at[s->cfg->order[k]];
    for (uint32_t i = 0; i < block->insts.n; i++)
      step(s, block->insts.at[i], ctx);
  }
}

/* ---- (a) locals whose address stays here ---- */

typedef struct Derived {
  uint32_t alloca; /* 0: not derived from one */
  int64_t offset;
} Derived;

typedef struct LocalSearch {
  Derived *derived; /* inst -> where it points */
  uint8_t *lost;    /* ALLOCA -> 1: its address goes elsewhere */
} LocalSearch;

static Derived derived_from(const LocalSearch *search, Val val) {
  return val_is_local(val) ? search->derived[val_index(val)] : (Derived){0};
}

/* Walks in an order in which definitions come before uses, phis aside. */
static void derive(Scalarise *s, uint32_t i, void *ctx) {
  LocalSearch *search = ctx;
  const Inst *inst = &s->f->insts.at[i];
  if (inst->op == OP_ALLOCA) search->derived[i] = (Derived){i, 0};
  if (inst->op != OP_GEP) return;
  Derived base = derived_from(search, inst->ops[0]);
  int64_t bytes;
  if (base.alloca == 0 || !prog_gep_constant(s->program, inst, &bytes)) return;
  uint64_t offset = (uint64_t)base.offset + (uint64_t)bytes;
  search->derived[i] = (Derived){base.alloca, (int64_t)offset};
}

static void find_lost(Scalarise *s, uint32_t i, void *ctx) {
  LocalSearch *search = ctx;
  const Inst *inst = &s->f->insts.at[i];
  if (inst->op == OP_DBG_ADDR) return;
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    Derived used = derived_from(search, inst->ops[k]);
    if (used.alloca == 0) continue;
    bool address = is_access(inst) && k == (inst->op == OP_STORE);
    bool step = inst->op == OP_GEP && k == 0 && search->derived[i].alloca;
    if (!address && !step) search->lost[used.alloca] = 1;
  }
}

/* The variable at that place of the ALLOCA, made if it is new.  Its size is the
 * widest access at its offset, so that spoil_overlaps sees all it touches. */
static uint32_t local_variable(Scalarise *s, Map *index, Derived where,
                               uint64_t size) {
  assert(where.alloca && where.offset >= 0 && size > 0);
  uint64_t key = (uint64_t)where.alloca << 32 | (uint32_t)where.offset;
  uint64_t *found = map_find(index, key);
  if (found) {
    Variable *known = &s->variables.at[*found];
    if (known->size < size) known->size = size;
    return (uint32_t)*found;
  }
  Variable v = {
      .inst = where.alloca, .offset = (uint64_t)where.offset, .size = size};
  map_put(index, key, s->variables.n);
  VEC_PUSH(s->mem, &s->variables, v);
  return s->variables.n - 1;
}

typedef struct LocalAccess {
  LocalSearch *search;
  Map index; /* ALLOCA << 32 | offset -> variable */
} LocalAccess;

static void collect_local(Scalarise *s, uint32_t i, void *ctx) {
  LocalAccess *at = ctx;
  const Inst *inst = &s->f->insts.at[i];
  if (!is_access(inst)) return;
  Derived where = derived_from(at->search, address_of(inst));
  if (where.alloca == 0 || at->search->lost[where.alloca]) return;
  uint64_t size = prog_store_size(s->program, access_type(s, inst));
  uint32_t v = local_variable(s, &at->index, where, size);
  note_access(s, &s->variables.at[v], inst);
  s->access[i] = v + 1;
}

/* Accesses outside of the ALLOCA, or of one without a fixed size, spoil it. */
static void find_outside(Scalarise *s, uint32_t i, void *ctx) {
  LocalSearch *search = ctx;
  const Inst *inst = &s->f->insts.at[i];
  if (!is_access(inst)) return;
  Derived where = derived_from(search, address_of(inst));
  if (where.alloca == 0) return;
  const Inst *alloca = &s->f->insts.at[where.alloca];
  uint64_t size = prog_store_size(s->program, access_type(s, inst));
  if (alloca->n_ops || where.offset < 0 || where.offset > INT32_MAX ||
      (uint64_t)where.offset + size > (uint64_t)alloca->imm)
    search->lost[where.alloca] = 1;
}

/* Sorts variable numbers by ALLOCA and offset; stable merge sort. */
static bool before(const Scalarise *s, uint32_t a, uint32_t b) {
  const Variable *x = &s->variables.at[a], *y = &s->variables.at[b];
  return x->inst != y->inst ? x->inst < y->inst : x->offset < y->offset;
}

static void sort_variables(const Scalarise *s, uint32_t *at, uint32_t n) {
  uint32_t *other = MEM_ARRAY(s->mem, uint32_t, n);
  for (uint32_t width = 1; width < n; width *= 2) {
    for (uint32_t lo = 0; lo < n; lo += 2 * width) {
      uint32_t mid = lo + width < n ? lo + width : n;
      uint32_t hi = lo + 2 * width < n ? lo + 2 * width : n;
      for (uint32_t a = lo, b = mid, k = lo; k < hi; k++)
        other[k] = a < mid && (b == hi || !before(s, at[b], at[a])) ? at[a++]
                                                                    : at[b++];
    }
    memcpy(at, other, n * sizeof *at);
  }
  MEM_FREE_ARRAY(s->mem, other, n);
}

/* Variables of one ALLOCA that overlap are none. */
static void spoil_overlaps(Scalarise *s) {
  uint32_t n = s->variables.n;
  uint32_t *order = MEM_ARRAY(s->mem, uint32_t, n);
  for (uint32_t v = 0; v < n; v++) order[v] = v;
  sort_variables(s, order, n);
  Variable *furthest = NULL;
  for (uint32_t k = 0; k < n; k++) {
    assert(k == 0 || !before(s, order[k], order[k - 1]));
    Variable *v = &s->variables.at[order[k]];
    if (furthest && furthest->inst == v->inst &&
        v->offset < furthest->offset + furthest->size)
      v->state = furthest->state = VARIABLE_BAD;
    if (!furthest || furthest->inst != v->inst ||
        v->offset + v->size > furthest->offset + furthest->size)
      furthest = v;
  }
  MEM_FREE_ARRAY(s->mem, order, n);
}

void scalarise_find_locals(Scalarise *s) {
  LocalSearch search;
  uint32_t n = s->f->insts.n;
  search.derived = MEM_ARRAY(s->mem, Derived, n);
  search.lost = MEM_ARRAY(s->mem, uint8_t, n);
  scalarise_for_reachable(s, derive, &search);
  scalarise_for_reachable(s, find_lost, &search);
  scalarise_for_reachable(s, find_outside, &search);
  LocalAccess at = {.search = &search};
  map_init(&at.index, s->mem);
  scalarise_for_reachable(s, collect_local, &at);
  spoil_overlaps(s);
  map_done(&at.index);
  MEM_FREE_ARRAY(s->mem, search.derived, n);
  MEM_FREE_ARRAY(s->mem, search.lost, n);
}

/* ---- (b) objects that exist once ---- */

typedef struct OnceSearch {
  const PointsTo *points;
  const Regions *regions;
  uint32_t *variable; /* region -> variable + 1 */
} OnceSearch;

/* Do the initial bytes of the cell hold no address, or exactly one? */
static bool has_plain_start(const Program *program, const Variable *v) {
  const Global *g = prog_global(program, v->global);
  uint64_t width = program->pointer_bits / 8;
  for (uint32_t r = 0; r < g->n_relocs; r++) {
    uint64_t at = g->relocs[r].offset;
    if (at + width <= v->offset || at >= v->offset + v->size) continue;
    if (at != v->offset || v->size != width) return false;
  }
  return true;
}

static Variable once_variable(const Scalarise *s, const OnceSearch *search,
                              RegionId region) {
  Variable v = {.size = s->program->regions.at[region.id].cell_bits / 8};
  assert(v.size > 0);
  uint32_t o = prog_region_scalar(search->regions, region, &v.offset);
  const MemObject *object = prog_points_object(search->points, o);
  if (object->kind == OBJECT_GLOBAL) {
    v.global = object->global;
    if (!has_plain_start(s->program, &v)) v.state = VARIABLE_BAD;
  } else {
    v.inst = object->inst;
    if (object->func.id != s->id.id) v.state = VARIABLE_BAD;
  }
  return v;
}

static void collect_once(Scalarise *s, uint32_t i, void *ctx) {
  OnceSearch *search = ctx;
  const Inst *inst = &s->f->insts.at[i];
  if (!is_access(inst)) return;
  require(inst->region.id && inst->region.id < s->program->regions.n);
  if (s->program->regions.at[inst->region.id].kind != REGION_SCALAR) return;
  uint32_t *number = &search->variable[inst->region.id];
  if (*number == 0) {
    Variable v = once_variable(s, search, inst->region);
    VEC_PUSH(s->mem, &s->variables, v);
    *number = s->variables.n;
  }
  note_access(s, &s->variables.at[*number - 1], inst);
  s->access[i] = *number;
}

/* Regions that other functions access stay in memory. */
static void spoil_shared(Scalarise *s, OnceSearch *search) {
  for (uint32_t id = 1; id < s->program->funcs.n; id++) {
    const Function *f = prog_func(s->program, (FuncId){id});
    if (id == s->id.id) continue;
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
        uint32_t v = search->variable[inst->region.id];
        if (v) s->variables.at[v - 1].state = VARIABLE_BAD;
      }
  }
}

void scalarise_find_once(Scalarise *s, const PointsTo *points,
                         const Regions *regions) {
  OnceSearch search = {points, regions, NULL};
  search.variable = MEM_ARRAY(s->mem, uint32_t, s->program->regions.n);
  scalarise_for_reachable(s, collect_once, &search);
  spoil_shared(s, &search);
  MEM_FREE_ARRAY(s->mem, search.variable, s->program->regions.n);
}
