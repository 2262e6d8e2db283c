/* SPDX-License-Identifier: MIT
 *
 * Which objects the root of a VALID points to, and where in them.
 *
 * The points-to analysis unifies: once a heap array is walked with an index,
 * every pointer to it has lost its offset, those that never moved, too.  So
 * first the instructions that made the pointer are followed backwards, through
 * phis, selections and constant shifts.  If they all end at declarations,
 * allocations or NULL, the objects and offsets are known, whatever others do
 * with them.  Pointers that come from memory other than constant tables, or
 * from calls, are left to the points-to analysis.  A pointer that moves round a
 * loop meets itself with another offset; its offset is not known. */
#include "pass/memory/validity_int.h"

enum { MOST_STEPS = 64 };

/* A value the root is made of, and how far the root is behind it. */
typedef struct Step {
  Val value;
  int64_t shift;
} Step;

typedef struct Origin {
  Step steps[MOST_STEPS]; /* all that were met */
  uint32_t n;
  bool moves;  /* met one value with two shifts */
  bool opaque; /* met a value that no step explains */
} Origin;

uint32_t validity_own_object(const Lower *w, Val root) {
  if (val_is_const(root)) {
    const Const *c = prog_const(w->p, root);
    return c->kind == CONST_GLOBAL ? prog_points_of_global(w->points, c->global)
                                   : ANALYSIS_NONE;
  }
  Op op = w->f->insts.at[val_index(root)].op;
  return op == OP_ALLOCA || op == OP_ALLOC
             ? prog_points_of_inst(w->points, w->func, val_index(root))
             : ANALYSIS_NONE;
}

static void meet(Origin *o, Val value, int64_t shift) {
  for (uint32_t i = 0; i < o->n; i++)
    if (val_same(o->steps[i].value, value)) {
      if (o->steps[i].shift != shift) o->moves = true;
      return;
    }
  if (o->n == MOST_STEPS || shift > INT32_MAX || shift < INT32_MIN)
    o->opaque = true;
  else
    o->steps[o->n++] = (Step){value, shift};
}

/* One of the addresses in a table, or NULL. */
static void follow_load(const Lower *w, Origin *o, const Inst *load,
                        int64_t shift) {
  const Global *table = validity_table(w, load);
  o->opaque |= !table;
  for (uint32_t i = 0; table && i < table->n_relocs; i++) {
    const Reloc *to = &table->relocs[i];
    meet(o, prog_const_global(w->p, to->global, to->addend), shift);
  }
}

/* What the value of a step is made of. */
static void follow(const Lower *w, Origin *o, Step step) {
  if (validity_own_object(w, step.value) != ANALYSIS_NONE) return;
  if (val_is_const(step.value)) {
    uint64_t address;
    if (!prog_const_as_u64(w->p, step.value, &address) || address != 0)
      o->opaque = true;
    return;
  }
  const Inst *inst = &w->f->insts.at[val_index(step.value)];
  if (inst->op == OP_PHI) {
    for (uint32_t i = 0; i < inst->n_ops; i++)
      meet(o, inst->ops[i], step.shift);
  } else if (inst->op == OP_SELECT) {
    meet(o, inst->ops[1], step.shift);
    meet(o, inst->ops[2], step.shift);
  } else if (inst->op == OP_GEP && inst->n_ops == 1 && inst->imm >= INT32_MIN &&
             inst->imm <= INT32_MAX) {
    meet(o, inst->ops[0], step.shift + inst->imm);
  } else if (inst->op == OP_LOAD) {
    follow_load(w, o, inst, step.shift);
  } else {
    o->opaque = true;
  }
}

static void trace_back(const Lower *w, Val root, Origin *o) {
  o->n = 0;
  o->moves = o->opaque = false;
  meet(o, root, 0);
  for (uint32_t i = 0; i < o->n && !o->opaque && !o->moves; i++)
    follow(w, o, o->steps[i]);
}

void validity_find_targets(const Lower *w, Val root, IndexVec *objects) {
  Origin origin;
  VEC_CLEAR(objects);
  trace_back(w, root, &origin);
  if (origin.opaque || origin.moves) {
    (void)prog_points_targets(w->points, w->func, root, objects);
    return;
  }
  for (uint32_t i = 0; i < origin.n; i++) {
    uint32_t own = validity_own_object(w, origin.steps[i].value);
    bool known = own == ANALYSIS_NONE;
    for (uint32_t k = 0; k < objects->n; k++) known |= objects->at[k] == own;
    if (!known) VEC_PUSH(w->p->mem, objects, own);
  }
}

/* How far behind its object's start the value points that is the object. */
static int64_t place_in_own(const Lower *w, Val value) {
  return val_is_const(value) ? prog_const(w->p, value)->offset : 0;
}

bool validity_find_offset(const Lower *w, Val root, uint32_t object,
                          int64_t *offset) {
  Origin origin;
  trace_back(w, root, &origin);
  if (origin.opaque || origin.moves)
    return prog_points_offset(w->points, w->func, root, object, offset);
  bool found = false;
  *offset = 0;
  for (uint32_t i = 0; i < origin.n; i++) {
    Val value = origin.steps[i].value;
    if (validity_own_object(w, value) != object) continue;
    int64_t now = place_in_own(w, value) + origin.steps[i].shift;
    if (found && now != *offset) return false;
    *offset = now;
    found = true;
  }
  return true;
}
