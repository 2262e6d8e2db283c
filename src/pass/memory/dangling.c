/* SPDX-License-Identifier: MIT
 *
 * Objects that are used after their death.
 *
 * Problem.  When accesses are not what is checked, they are valid by premise;
 * yet a pointer to a local of a function that has returned, or to freed memory,
 * reads on the machine whatever has come to lie there, and in our program what
 * the object held last.  A proof must not rest on that.
 *
 * Idea.  END stands where a local dies whose address was told
 * (property_memory.c), FREE where a heap object does.  After inlining all of
 * them are in one function, and points-to says which accesses may go to the
 * object.  An access that control can reach from its death is suspect
 * (dangling_find.c): it gets a guard in front (dangling_guard.c).  The guard
 * asks whether the object is dead and the pointer to it; if so, the run is not
 * judged, or ends where somebody else asks about such accesses.  In nearly all
 * programs no access is suspect.
 *
 * Pointers from unknown memory.  A driver tells the kernel the address of a
 * local and reads thousands of pointers from the kernel's memory later: each of
 * them might be that address.  What is read through such a pointer, or what a
 * comparison with it gives, is then anything: that adds executions and loses
 * none, and the run stays judged.  So are all reads where a program for proofs
 * is made, but for pointers: points-to does not know what is at that place now,
 * so where they lead would be missed.  A write has no such way out, for it
 * might change whatever lives there now.  So it is a premise that through
 * pointers that come from memory the program does not see nothing dead is
 * written, and no pointer is read from it and followed.
 *
 * The heap not seen (PROG_HEAP_OUTSIDE).  What is freed is the allocator's; it
 * may become another object of the heap, of the program or of the kernel, but
 * never a local or a global.  So where all of the heap is unknown memory, what
 * is dead there needs no guard: what is read is anything, and any pointer that
 * has escaped; what is written is forgotten, and a pointer that is written has
 * escaped; freed twice it is two objects in one place, whose contents are
 * unknown and whose addresses, too (local.c), so that they may be equal.
 * Points-to knows all that.  Locals that die are looked at as ever, and one
 * thing more: a pointer that was put into one object of the heap may come out
 * of another that lies there now.  So the heap is one place for whoever holds
 * an address openly (dangling_find.c).
 *
 * Whether an object is dead is told by a variable if there is one such object,
 * and by the byte in front of it if there are several; nothing else is there
 * (see validity.c).
 *
 * Premises are left.  A pointer to an earlier activation is not told from one
 * to a later of the same copy of a function.  Of heap objects that are arrays
 * and made several times, or not made here, only uses of the very value that
 * was freed are looked at.  Functions that stay called are looked at in
 * programs for proofs only (dangling_called.c).
 *
 * Cost: a few walks over the flow graph for each death; where these are too
 * many, the ledger gets a premise. */
#include "pass/memory/dangling_int.h"
#include "audit/audit.h"

enum { MOST_STEPS = 20000000 };

void dangling_for_all(Dangling *d, DanglingStep *step) {
  for (uint32_t b = 0; b < d->f->blocks.n; b++)
    for (uint32_t i = 0; i < d->f->blocks.at[b].insts.n; i++)
      step(d, b, i, &d->f->insts.at[dangling_at(d, b, i)]);
}

/* ---- pointers ---- */

/* Are two pointers compared, or integers that may be made from such?  A pointer
 * to a dead object has no value any more (C11 6.2.4p2), and what is made later
 * may lie where an integer says that the object lay. */
static bool compares(const Dangling *d, const Inst *inst) {
  if (inst->op != OP_EQ && inst->op != OP_NE) return false;
  for (uint32_t k = 0; k < 2; k++) {
    uint64_t number;
    TypeId type = prog_val_type(d->p, d->f, inst->ops[k]);
    if (prog_type(d->p, type)->bits != d->p->pointer_bits ||
        (val_is_const(inst->ops[k]) &&
         prog_const_as_u64(d->p, inst->ops[k], &number)))
      return false;
  }
  return true;
}

uint32_t dangling_followed(const Dangling *d, const Inst *inst,
                           uint32_t *first) {
  *first = inst->op == OP_STORE ? 1 : 0;
  switch ((int)inst->op) {
  case OP_LOAD:
  case OP_FREE:
  case OP_MEMSET:
  case OP_HAVOC: return 1;
  case OP_STORE:
  case OP_MEMCPY: return 2;
  case OP_EQ:
  case OP_NE: return compares(d, inst) ? 2 : 0;
  default: return *first;
  }
}

static bool is_followed(const Dangling *d, const Inst *inst, uint32_t operand) {
  uint32_t first, end = dangling_followed(d, inst, &first);
  return operand >= first && operand < end;
}

uint32_t dangling_root(const Dangling *d, Val val) {
  Val root = prog_address_root(d->f, val);
  return val_is_local(root) ? val_index(root) : 0;
}

void dangling_targets(const Dangling *d, Val pointer, IndexVec *objects) {
  uint32_t root = dangling_root(d, pointer);
  if (root && d->f->insts.at[root].op == OP_ALLOC)
    VEC_PUSH(d->p->mem, objects, prog_points_of_inst(d->points, d->func, root));
  else
    (void)prog_points_targets(d->points, d->func, pointer, objects);
}

uint64_t dangling_bytes(const Dangling *d, uint32_t made) {
  const Inst *inst = &d->f->insts.at[made];
  uint64_t count = 1, size = (uint64_t)inst->imm;
  if (inst->op == OP_ALLOC) {
    if (!prog_const_as_u64(d->p, inst->ops[0], &size)) return 0;
  } else if (inst->op != OP_ALLOCA ||
             (inst->n_ops && !prog_const_as_u64(d->p, inst->ops[0], &count))) {
    return 0;
  }
  return size > INT32_MAX || count > INT32_MAX ? 0 : size * count;
}

bool dangling_offset(const Dangling *d, Val pointer, uint32_t made,
                     int64_t *offset) {
  require(d->points);
  return prog_points_offset(d->points, d->func, pointer,
                            prog_points_of_inst(d->points, d->func, made),
                            offset);
}

/* ---- places ---- */

/* Is an object of the heap among those of the node? */
static bool is_heap_node(const PointsTo *points, uint32_t node) {
  for (uint32_t o = points->nodes.at[node].first; o != ANALYSIS_NONE;
       o = points->next_object[o])
    if (points->objects.at[o].kind == OBJECT_ALLOC) return true;
  return false;
}

DanglingPlace dangling_place(const Dangling *d, FuncId func, Val address) {
  enum { GLOBAL = 1, NODE, HEAP, LOCAL }; /* ... the last one by function */
  DanglingPlace place = {0};
  bool on_heap = false;
  const Function *f = prog_func(d->p, func);
  Val root = prog_address_root(f, address);
  if (val_is_local(root)) {
    Op op = f->insts.at[val_index(root)].op;
    on_heap = op == OP_ALLOC;
    if (op == OP_ALLOCA || op == OP_ALLOC)
      place.of[DANGLING_OBJECT] = row_pair(LOCAL + func.id, val_index(root));
  } else if (val_is_const(root) &&
             prog_const(d->p, root)->kind == CONST_GLOBAL) {
    place.of[DANGLING_OBJECT] =
        row_pair(GLOBAL, prog_const(d->p, root)->global.id);
  }
  Ref ref = points_find(d->seen, points_address(d->seen, func, address));
  assert(ref.node != 0);
  if (!(d->seen->nodes.at[ref.node].bits & NODE_UNKNOWN)) {
    place.of[DANGLING_NODE] = row_pair(NODE, ref.node);
    on_heap |= is_heap_node(d->seen, ref.node);
  }
  if (on_heap && d->p->heap == PROG_HEAP_OUTSIDE)
    place.of[DANGLING_HEAP] = row_pair(HEAP, 0);
  return place;
}

/* ---- deaths ---- */

static void add_death(Dangling *d, uint32_t made, uint32_t how, uint32_t block,
                      uint32_t at) {
  require(made && made < d->n_insts);
  assert(d->dies[made] == DIES_NOT || d->dies[made] == how);
  VEC_PUSH(d->p->mem, &d->deaths, ((Death){made, block, at}));
  d->dies[made] = (uint8_t)how;
}

static void note_end(Dangling *d, uint32_t block, uint32_t at,
                     const Inst *inst) {
  if (inst->op == OP_END && val_is_local(inst->ops[0]))
    add_death(d, val_index(inst->ops[0]), DIES_OBJECT, block, at);
}

/* How an object of the heap dies, as far as we can tell. */
static uint32_t way_to_die(const Dangling *d, const MemObject *o) {
  int64_t offset;
  if (o->kind != OBJECT_ALLOC || o->func.id != d->func.id) return DIES_NOT;
  if (o->count == OBJECT_ONCE) return DIES_OBJECT;
  return dangling_offset(d, val_local(o->inst), o->inst, &offset)
             ? DIES_INSTANCE
             : DIES_NOT;
}

/* An array of several, or of unknown origin. */
static void note_free_of_value(Dangling *d, uint32_t block, uint32_t at,
                               uint32_t root) {
  prog_ledger(d->p, LEDGER_MODEL, (LocId){0},
              "arrays on the heap that are made several times, and memory from "
              "outside, are not used when freed, but for uses of the very "
              "value that was freed");
  if (root && d->f->insts.at[root].op != OP_ALLOCA &&
      (d->dies[root] == DIES_NOT || d->dies[root] == DIES_VALUE))
    add_death(d, root, DIES_VALUE, block, at);
}

/* Is it known what is freed, and can we tell that it is dead? */
static bool is_clear(const Dangling *d, const IndexVec *objects) {
  for (uint32_t i = 0; i < objects->n; i++) {
    const MemObject *o = prog_points_object(d->points, objects->at[i]);
    if (o->kind == OBJECT_UNKNOWN ||
        (o->kind == OBJECT_ALLOC && way_to_die(d, o) == DIES_NOT))
      return false;
  }
  return true;
}

static void note_free(Dangling *d, uint32_t block, uint32_t at,
                      const Inst *inst) {
  if (inst->op != OP_FREE || d->p->heap == PROG_HEAP_OUTSIDE) return;
  IndexVec objects = {0};
  dangling_targets(d, inst->ops[0], &objects);
  bool clear = is_clear(d, &objects);
  for (uint32_t i = 0; i < objects.n; i++) {
    const MemObject *o = prog_points_object(d->points, objects.at[i]);
    uint32_t how = way_to_die(d, o);
    if (how == DIES_OBJECT || (how == DIES_INSTANCE && clear))
      add_death(d, o->inst, how, block, at);
  }
  if (!clear) note_free_of_value(d, block, at, dangling_root(d, inst->ops[0]));
  VEC_DONE(d->p->mem, &objects);
}

static void find_told(Dangling *d, uint32_t block, uint32_t at,
                      const Inst *inst) {
  (void)block;
  (void)at;
  bool harmless = inst->op == OP_GEP || inst->op == OP_END ||
                  inst->op == OP_BEGIN || inst->op == OP_DBG ||
                  inst->op == OP_DBG_ADDR || inst->op == OP_EQ ||
                  inst->op == OP_NE;
  for (uint32_t k = 0; !harmless && k < inst->n_ops; k++)
    if (!is_followed(d, inst, k)) d->told[dangling_root(d, inst->ops[k])] = 1;
}

/* ---- all of it ---- */

static void ask_points(Dangling *d, uint32_t block, uint32_t at,
                       const Inst *inst) {
  (void)block;
  (void)at;
  bool asks = inst->op == OP_CALL ||
              (inst->op == OP_FREE && d->p->heap == PROG_HEAP_SEEN) ||
              (inst->op == OP_END && d->told[val_index(inst->ops[0])]);
  if (!asks || d->points) return;
  d->points = audit_points_new(d->p);
  d->seen = d->points;
  if (d->p->heap == PROG_HEAP_SEEN) return;
  d->p->heap = PROG_HEAP_SEEN;
  d->seen = audit_points_new(d->p);
  d->p->heap = PROG_HEAP_OUTSIDE;
}

static void look_for_suspects(Dangling *d) {
  uint64_t steps = (uint64_t)d->deaths.n * d->n_insts;
  if (steps > MOST_STEPS) {
    prog_ledger(d->p, LEDGER_MODEL, (LocId){0},
                "objects are not used after their death");
    return;
  }
  d->cfg = prog_cfg_new(d->p->mem, d->f);
  dangling_find(d);
  prog_cfg_free(d->cfg);
}

static void note_call(Dangling *d, uint32_t block, uint32_t at,
                      const Inst *inst) {
  (void)block;
  (void)at;
  if (inst->op == OP_CALL && d->dead != PASS_DEAD_ANYTHING)
    prog_ledger(d->p, LEDGER_MODEL, (LocId){0},
                "functions that stay called use no object after its death");
}

void pass_dangling(Program *p, PassDead dead) {
  require(p->heap == PROG_HEAP_SEEN || dead == PASS_DEAD_ANYTHING);
  Function *f = prog_func(p, p->entry);
  Dangling d = {
      .p = p, .f = f, .func = p->entry, .dead = dead, .n_insts = f->insts.n};
  uint32_t n = d.n_insts;
  d.dies = MEM_ARRAY(p->mem, uint8_t, n);
  d.told = MEM_ARRAY(p->mem, uint8_t, n);
  dangling_for_all(&d, find_told);
  dangling_for_all(&d, ask_points);
  dangling_for_all(&d, note_end);
  if (d.points) dangling_for_all(&d, note_free);
  dangling_for_all(&d, note_call);
  if (d.deaths.n || (dead == PASS_DEAD_ANYTHING && dangling_has_calls(&d))) {
    look_for_suspects(&d);
    dangling_guard(&d);
  }
  MEM_FREE_ARRAY(p->mem, d.dies, n);
  MEM_FREE_ARRAY(p->mem, d.told, n);
  VEC_DONE(p->mem, &d.deaths);
  VEC_DONE(p->mem, &d.suspects);
  VEC_DONE(p->mem, &d.doubts);
  if (d.seen != d.points) prog_points_free(d.seen);
  if (d.points) prog_points_free(d.points);
}

static bool is_named(const Program *p, const Inst *inst, const char *name) {
  return inst->name != UINT32_MAX &&
         strcmp(names_text(&p->names, inst->name), name) == 0;
}

bool pass_is_dangling(const Program *p) {
  const Function *f = prog_func(p, p->entry);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if ((inst->op == OP_UNSUPPORTED && is_named(p, inst, DANGLING_DEAD)) ||
          ((inst->op == OP_NONDET || inst->op == OP_HAVOC) &&
           is_named(p, inst, DANGLING_ANY)))
        return true;
    }
  return false;
}
