/* SPDX-License-Identifier: MIT
 *
 * What heap.c rewrites and what heap_fields.c finds out for it. */
#ifndef PASS_OVER_HEAP_INT_H
#define PASS_OVER_HEAP_INT_H

#include "analysis/analysis.h"
#include "pass/over/over.h"
#include "pass/pass.h"
#include "pass/edit.h"

enum {
  HEAP_MANY = 3, /* objects followed of those that one ALLOC makes many of */
  HEAP_ONCE = 6, /* objects followed that exist once */
  HEAP_MOST = HEAP_MANY + HEAP_ONCE,
  HEAP_KEYS = 32
};

/* What becomes of a region. */
typedef enum FieldState {
  FIELD_STAYS,    /* is left as it is */
  FIELD_FOLLOWED, /* a field of the objects followed */
  FIELD_FORGOTTEN /* loads give anything */
} FieldState;

typedef struct HeapField {
  FieldState state;
  TypeId type;
  int64_t offset; /* of the field in its objects */
  enum { OFFSET_OPEN, OFFSET_KNOWN } place;
  /* Loads give NULL or what was computed from an object's address, once reads
   * of what was never written are errors. */
  bool is_clean;
  LocId loc;
  Val cell[HEAP_MOST];    /* ALLOCAs with the contents for slot i */
  Val written[HEAP_MOST]; /* clean fields: ALLOCAs, contents are no garbage */
} HeapField;

/* The address of the field minus its offset is the object's plus `shift`. */
typedef struct HeapKey {
  uint32_t object; /* of points-to */
  int64_t shift;
} HeapKey;

typedef struct Heap {
  Program *program;
  Mem *mem;
  FuncId id;
  Function *f;
  PointsTo *points;
  Regions *regions;
  HeapOnce once;
  HeapField *fields; /* by region */
  uint32_t n_fields; /* entries */
  uint32_t n_followed;
  uint8_t *tainted;   /* value -> its bits may come from a field */
  uint8_t *clean;     /* value -> NULL, or computed from an object's address */
  uint32_t n_values;  /* entries of both */
  uint8_t *in_fields; /* object -> it has bytes in a region that is taken */
  uint8_t *stays;     /* object -> it has bytes in one that is not */
  uint32_t n_objects;
  Vec(HeapKey) keys;
} Heap;

/* Fills all but the variables; false: there is nothing to follow, or the
 * program has something that this pass cannot handle. */
bool heap_find(Heap *h);
void heap_done(Heap *h);

/* Offsets that the pointer may have in objects that there are many of: gives at
 * most `most` of them. */
uint32_t heap_offsets(const Heap *h, Val pointer, int64_t *offsets,
                      uint32_t most);
/* The value that a defined global has at `offset` when the program starts; none
 * when it is a piece of an address, or not known. */
Val heap_initial(const Heap *h, GlobalId global, TypeId type, uint64_t offset);

/* Is it one of the objects that those to follow are chosen from? */
static inline bool heap_is_many(const Heap *h, uint32_t object) {
  const MemObject *o = prog_points_object(h->points, object);
  return o->kind == OBJECT_ALLOC &&
         (o->count == OBJECT_MANY || h->once == HEAP_AMONG);
}

static inline HeapField *heap_field(const Heap *h, const Inst *inst) {
  assert(inst->region.id < h->n_fields);
  return &h->fields[inst->region.id];
}

static inline bool heap_is_access(Op op) {
  return op == OP_LOAD || op == OP_STORE;
}

static inline Val heap_address(const Inst *inst) {
  return inst->ops[inst->op == OP_STORE];
}

#endif
