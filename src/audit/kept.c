/* SPDX-License-Identifier: MIT
 *
 * Memory that is kept while other memory is forgotten.
 *
 * Problem.  The encoder asks points-to again, of the program that is left.
 * There a pointer that was read from forgotten memory leads to an object of its
 * own, so the answers may be finer than what holds in the program before.
 *
 * Idea.  For each access that is left, compare: what it led to before, it leads
 * to now.  Of two accesses in one region before, none is in another one now;
 * the objects that it could touch have bytes in its region; one whose pointer
 * could be anything is in a region that such pointers meet; and no region has
 * become simpler than it was.  What was known before is a solution that is
 * closed (points.c), and instructions keep their numbers.  Linear in the
 * accesses and the objects of their regions. */
#include "audit/audit_int.h"

struct AuditKept {
  const Program *p;
  PointsTo *points; /* of the program before */
  Audit audit;      /* ... which reads it */
  Text why;
  uint32_t n_insts; /* of the entry */
  Place *at;        /* access -> where it goes, by its first pointer, */
  Place *from;      /* ... by its second */
  uint8_t *flags;   /* access -> FLOW_ of its pointers */
  Rows objects;     /* root -> objects */
};

static bool is_access(const Inst *inst) {
  return inst->op == OP_LOAD || prog_op_has(inst->op, 'W');
}

static void note_access(AuditKept *k, uint32_t i, const Inst *inst) {
  FuncId entry = k->p->entry;
  Val to = inst->ops[inst->op == OP_STORE];
  k->at[i] = audit_address(&k->audit, entry, to);
  k->flags[i] = (uint8_t)audit_flags(&k->audit, entry, to);
  if (inst->op != OP_MEMCPY) return;
  k->from[i] = audit_address(&k->audit, entry, inst->ops[1]);
  k->flags[i] |= (uint8_t)audit_flags(&k->audit, entry, inst->ops[1]);
}

static void list_objects(AuditKept *k) {
  PairVec pairs = {0};
  for (uint32_t o = 0; o < k->points->objects.n; o++)
    VEC_PUSH(k->p->mem, &pairs, row_pair(audit_home(&k->audit, o).root, o));
  k->objects = prog_rows_from(k->p->mem, k->points->nodes.n, &pairs);
  VEC_DONE(k->p->mem, &pairs);
}

AuditKept *audit_kept_new(Program *p) {
  require(p->entry.id && p->regions.n);
  AuditKept *k = MEM_NEW(p->mem, AuditKept);
  const Function *f = prog_func(p, p->entry);
  k->p = p;
  k->points = audit_points_new(p);
  text_init(&k->why, p->mem);
  audit_open(&k->audit, k->points, &k->why);
  k->n_insts = f->insts.n;
  k->at = MEM_ARRAY(p->mem, Place, k->n_insts);
  k->from = MEM_ARRAY(p->mem, Place, k->n_insts);
  k->flags = MEM_ARRAY(p->mem, uint8_t, k->n_insts);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t inst = f->blocks.at[b].insts.at[i];
      if (is_access(&f->insts.at[inst]))
        note_access(k, inst, &f->insts.at[inst]);
    }
  list_objects(k);
  return k;
}

/* ---- after ---- */

/* No simpler than it was. */
static bool is_kind_kept(const Region *was, const Region *is) {
  if (is->kind == REGION_BYTES) return true;
  if (is->kind == REGION_SCALAR && was->kind != REGION_SCALAR) return false;
  return was->kind != REGION_BYTES && was->cell_bits == is->cell_bits;
}

/* One object in two solutions. */
static bool is_same(const MemObject *a, const MemObject *b) {
  return a->kind == b->kind && a->global.id == b->global.id &&
         a->func.id == b->func.id && a->inst == b->inst;
}

/* Has each object of the root before bytes in the region now? */
static bool has_objects(const AuditKept *k, Place before, const PointsTo *now,
                        const IndexVec *objects) {
  if (!before.root) return true;
  for (uint32_t i = 0; i < rows_size(&k->objects, before.root); i++) {
    const MemObject *object =
        prog_points_object(k->points, rows_get(&k->objects, before.root)[i]);
    bool found = object->kind == OBJECT_UNKNOWN;
    for (uint32_t n = 0; !found && n < objects->n; n++)
      found = is_same(object, prog_points_object(now, objects->at[n]));
    if (!found) return false;
  }
  return true;
}

/* Did a pointer of the access lead to what is not seen? */
static bool was_unknown(const AuditKept *k, uint32_t i) {
  const Audit *a = &k->audit;
  bool is_private = audit_node(a, k->at[i])->bits & NODE_PRIVATE;
  if (k->from[i].root)
    is_private |= (audit_node(a, k->from[i])->bits & NODE_PRIVATE) != 0;
  return k->flags[i] || is_private || audit_is_unknown(a, k->at[i]) ||
         audit_is_unknown(a, k->from[i]);
}

static const char *compare(const AuditKept *k, const PointsTo *points,
                           const Regions *regions, uint32_t i, uint32_t *now) {
  const Program *p = k->p;
  uint32_t was = prog_func(p, p->entry)->insts.at[i].region.id;
  RegionId is = prog_region_of(regions, p->entry, i);
  if (i >= k->n_insts || !k->at[i].root) return "an access is new";
  if (!was || !is.id) return "an access has no region";
  if (now[was] && now[was] != is.id) return "a region has become two";
  now[was] = is.id;
  const Region *region = prog_region(regions, is);
  if (!is_kind_kept(&p->regions.at[was], region))
    return "a region has become simpler";
  if (region->targets == REGION_UNKNOWN) return NULL;
  if (was_unknown(k, i)) return "an unknown pointer has become a known one";
  IndexVec objects = {0};
  prog_region_objects(regions, is, &objects);
  bool holds = has_objects(k, k->at[i], points, &objects) &&
               has_objects(k, k->from[i], points, &objects);
  VEC_DONE(p->mem, &objects);
  return holds ? NULL : "an object is not seen any more";
}

static const char *compare_all(const AuditKept *k, const PointsTo *points,
                               const Regions *regions) {
  const Function *f = prog_func(k->p, k->p->entry);
  uint32_t n = k->p->regions.n;
  uint32_t *now = MEM_ARRAY(k->p->mem, uint32_t, n);
  const char *problem = NULL;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; !problem && i < f->blocks.at[b].insts.n; i++) {
      uint32_t inst = f->blocks.at[b].insts.at[i];
      if (is_access(&f->insts.at[inst]))
        problem = compare(k, points, regions, inst, now);
    }
  MEM_FREE_ARRAY(k->p->mem, now, n);
  return problem;
}

void audit_kept_done(AuditKept *k, Program *p) {
  require(k->p == p);
  double began = clock_cpu();
  PointsTo *points = prog_points_new(p);
  Regions *regions = prog_regions_new(p, points);
  const char *problem = compare_all(k, points, regions);
  if (problem)
    prog_ledger(p, LEDGER_UNDER, (LocId){0},
                "memory that is kept is not what it was: %s", problem);
  prog_regions_free(regions);
  prog_points_free(points);
  prog_rows_free(p->mem, &k->objects);
  MEM_FREE_ARRAY(p->mem, k->at, k->n_insts);
  MEM_FREE_ARRAY(p->mem, k->from, k->n_insts);
  MEM_FREE_ARRAY(p->mem, k->flags, k->n_insts);
  audit_close(&k->audit);
  text_done(&k->why);
  prog_points_free(k->points);
  MEM_DELETE(p->mem, k);
  p->audited += clock_cpu() - began;
}
