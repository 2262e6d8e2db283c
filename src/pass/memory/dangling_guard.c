/* SPDX-License-Identifier: MIT
 *
 * Guards in front of accesses that may go to an object that is dead, and the
 * accounts that they ask: see dangling.c. */
#include "pass/memory/dangling_int.h"

/* Of the one object of an instruction. */
typedef struct Life {
  GlobalId address, dead;
} Life;

typedef struct Guards {
  Dangling *d;
  Edit edit;
  Rows suspects_of;  /* use -> what it may go to */
  Rows doubts_of;    /* use -> the same, of reads that give anything then */
  Life *lives;       /* instruction -> DIES_OBJECT, DIES_VALUE, with suspects */
  uint8_t *in_front; /* object -> the byte in front tells if it is dead */
  IndexVec phis; /* of the opened block, with a life, not yet accounted for */
} Guards;

/* ---- small tools ---- */

static TypeId byte(const Guards *g) {
  return prog_type_int(g->d->p, 8);
}

static TypeId bit(const Guards *g) {
  return prog_type_int(g->d->p, 1);
}

static Val number(const Guards *g, uint64_t value) {
  return prog_const_u64(g->d->p, byte(g), value);
}

static Val at_global(const Guards *g, GlobalId id) {
  return prog_const_global(g->d->p, id, 0);
}

static Val shifted(Guards *g, Val pointer, int64_t by) {
  if (by == 0) return pointer;
  Val moved = edit_op1(&g->edit, OP_GEP, prog_type_ptr(g->d->p), pointer);
  g->d->f->insts.at[val_index(moved)].imm = by;
  return moved;
}

static Val both(Guards *g, Val a, Val b) {
  return edit_op2(&g->edit, OP_AND, bit(g), a, b);
}

/* ---- lives of single objects and of values ---- */

static Val is_dead(Guards *g, uint32_t made) {
  assert(g->lives[made].dead.id != 0);
  return edit_load(&g->edit, byte(g), at_global(g, g->lives[made].dead));
}

static void set_dead(Guards *g, uint32_t made, Val dead) {
  assert(g->lives[made].dead.id != 0);
  edit_store(&g->edit, dead, at_global(g, g->lives[made].dead));
}

static void add_life(Guards *g, uint32_t made) {
  Program *p = g->d->p;
  Life *life = &g->lives[made];
  assert(g->d->dies[made] == DIES_OBJECT || g->d->dies[made] == DIES_VALUE);
  if (life->dead.id) return;
  life->address =
      prog_add_global(p, arena_printf(&p->arena, "address of object %u", made),
                      prog_type_ptr(p));
  life->dead = prog_add_global(
      p, arena_printf(&p->arena, "object %u is dead", made), byte(g));
}

/* What is compared may be an integer made from a pointer. */
static Val as_pointer(Guards *g, Val val) {
  TypeId pointer = prog_type_ptr(g->d->p);
  TypeId type = prog_val_type(g->d->p, g->d->f, val);
  return type.id == pointer.id ? val
                               : edit_op1(&g->edit, OP_INTTOPTR, pointer, val);
}

/* The pointer is into the object of that size at `start`.  A distance is only
 * compared with the size: the layout of memory does not matter. */
static Val is_into(Guards *g, Val pointer, Val start, uint64_t bytes) {
  Program *p = g->d->p;
  TypeId word = prog_type_int(p, p->pointer_bits);
  Val to = edit_op1(&g->edit, OP_PTRTOINT, word, as_pointer(g, pointer));
  Val from = edit_op1(&g->edit, OP_PTRTOINT, word, start);
  Val distance = edit_op2(&g->edit, OP_SUB, word, to, from);
  g->d->f->insts.at[val_index(distance)].flags |= INST_DISTANCE;
  return edit_op2(&g->edit, OP_ULT, bit(g), distance,
                  prog_const_u64(p, word, bytes));
}

/* The pointer is to the object, as far as that is known; none: it is. */
static Val is_to(Guards *g, Val pointer, uint32_t made) {
  const Dangling *d = g->d;
  int64_t offset;
  if (!d->points || dangling_root(d, pointer) == made) return (Val){0};
  bool exact = dangling_offset(d, pointer, made, &offset);
  uint64_t bytes = dangling_bytes(d, made);
  if (!exact && !bytes) return (Val){0};
  Val start = edit_load(&g->edit, prog_type_ptr(d->p),
                        at_global(g, g->lives[made].address));
  if (!exact) return is_into(g, pointer, start, bytes);
  return edit_op2(&g->edit, OP_EQ, bit(g), as_pointer(g, pointer),
                  shifted(g, start, offset));
}

/* ---- one of several objects ---- */

/* The byte in front of what the instruction made, or of what is freed. */
static void set_in_front(Guards *g, Val start, uint64_t dead) {
  edit_store(&g->edit, number(g, dead), shifted(g, start, -1));
}

/* The byte in front says that the object is dead. */
static Val is_dead_in_front(Guards *g, Val pointer, int64_t offset) {
  Val start = shifted(g, as_pointer(g, pointer), -offset);
  Val flag = edit_load(&g->edit, byte(g), shifted(g, start, -1));
  Val null = prog_const_u64(g->d->p, prog_type_ptr(g->d->p), 0);
  return both(g, edit_op2(&g->edit, OP_NE, bit(g), flag, number(g, 0)),
              edit_op2(&g->edit, OP_NE, bit(g), start, null));
}

/* The bytes in front of all that the use may go to are read: so they are
 * written before. */
static void mark_targets(Guards *g, Val pointer) {
  IndexVec objects = {0};
  dangling_targets(g->d, pointer, &objects);
  for (uint32_t i = 0; i < objects.n; i++) g->in_front[objects.at[i]] = 1;
  VEC_DONE(g->d->p->mem, &objects);
}

/* ---- guards ---- */

/* A run sees it if it follows a pointer to freed memory, which is never used
 * again there; not so for locals and comparisons. */
static const char *reason(const Guards *g, const Inst *inst, uint32_t made) {
  if (inst->op == OP_EQ || inst->op == OP_NE ||
      g->d->f->insts.at[made].op != OP_ALLOC)
    return DANGLING_DEAD;
  return DANGLING_FREED;
}

/* An access may end the run; a comparison is no violation of anything, but its
 * result may be either. */
static Op end_of(const Guards *g, const Inst *inst) {
  bool ends =
      g->d->dead == PASS_DEAD_ENDS && inst->op != OP_EQ && inst->op != OP_NE;
  if (ends)
    prog_ledger(g->d->p, LEDGER_MODEL, (LocId){0},
                "objects are not used after their death");
  return ends ? OP_STOP : OP_UNSUPPORTED;
}

/* How a run ends, and why. */
typedef struct GuardEnd {
  Op op;
  const char *why;
} GuardEnd;

static void guard(Guards *g, Val bad, GuardEnd end) {
  BlockId unsure = edit_block(&g->edit, ""), good = edit_block(&g->edit, "");
  edit_condbr(&g->edit, bad, unsure, good);
  g->edit.at = unsure;
  edit_named(&g->edit, end.op, end.why);
  g->edit.at = good;
}

/* The one object is dead, and the pointer to it, if there is one. */
static Val is_to_dead(Guards *g, Val pointer, uint32_t made) {
  Val bad = edit_op2(&g->edit, OP_NE, bit(g), is_dead(g, made), number(g, 0));
  Val same = val_is_none(pointer) ? pointer : is_to(g, pointer, made);
  return val_is_none(same) ? bad : both(g, bad, same);
}

/* Where the offset is not known the pointer is not followed, only compared. */
static void guard_instance(Guards *g, Val pointer, uint32_t made,
                           GuardEnd end) {
  int64_t offset;
  if (dangling_offset(g->d, pointer, made, &offset))
    guard(g, is_dead_in_front(g, pointer, offset), end);
  else
    prog_ledger(g->d->p, LEDGER_UNDER, g->edit.loc,
                "a pointer to memory that may be freed is compared");
}

/* Nobody knows whether what the use may go to is dead. */
static Val may_be_dead(Guards *g) {
  return edit_nondet(&g->edit, bit(g), INPUT_UNDEF, DANGLING_ANY);
}

/* A call may use more objects than it pays to ask for one by one. */
static bool is_crowded(const Guards *g, uint32_t use, const Inst *inst) {
  enum { MOST = 8 };
  assert(use / 2 < g->d->n_insts);
  return inst->op == OP_CALL && rows_size(&g->suspects_of, use) > MOST;
}

static void guard_use(Guards *g, uint32_t use, Val pointer, const Inst *inst) {
  const Dangling *d = g->d;
  bool in_front = false; /* of all at once: they are at the same offset */
  if (is_crowded(g, use, inst)) {
    guard(g, may_be_dead(g), (GuardEnd){end_of(g, inst), DANGLING_DEAD});
    return;
  }
  for (uint32_t i = 0; i < rows_size(&g->suspects_of, use); i++) {
    uint32_t made = rows_get(&g->suspects_of, use)[i];
    GuardEnd end = {end_of(g, inst), reason(g, inst, made)};
    if (made == DANGLING_SOMEWHERE) {
      guard(g, may_be_dead(g), end);
    } else if (d->dies[made] != DIES_INSTANCE) {
      guard(g, is_to_dead(g, pointer, made), end);
    } else if (!in_front) {
      guard_instance(g, pointer, made, end);
      in_front = true;
    }
  }
}

static void guard_access(Guards *g, uint32_t at) {
  Inst inst = g->d->f->insts.at[at]; /* a copy: the vector grows */
  uint32_t first, end = dangling_followed(g->d, &inst, &first);
  for (uint32_t k = first; k < end; k++)
    guard_use(g, dangling_use(at, k), inst.ops[k], &inst);
  if (inst.op == OP_CALL) guard_use(g, dangling_use(at, 0), (Val){0}, &inst);
}

/* ---- reads that give anything ---- */

/* May what is read be dead?  Where the offset is not known: always. */
static Val doubt_use(Guards *g, uint32_t use, Val pointer) {
  const Dangling *d = g->d;
  Val any = {0};
  for (uint32_t i = 0; i < rows_size(&g->doubts_of, use); i++) {
    uint32_t made = rows_get(&g->doubts_of, use)[i];
    int64_t offset;
    Val bad = made == DANGLING_SOMEWHERE       ? may_be_dead(g)
              : d->dies[made] != DIES_INSTANCE ? is_to_dead(g, pointer, made)
              : dangling_offset(d, pointer, made, &offset)
                  ? is_dead_in_front(g, pointer, offset)
                  : prog_const_u64(d->p, bit(g), 1);
    any = val_is_none(any) ? bad : edit_op2(&g->edit, OP_OR, bit(g), any, bad);
  }
  return any;
}

static Val doubt_access(Guards *g, uint32_t at) {
  Inst inst = g->d->f->insts.at[at]; /* a copy: the vector grows */
  Val any = {0};
  uint32_t first, end = dangling_followed(g->d, &inst, &first);
  for (uint32_t k = first; k < end; k++) {
    Val bad = doubt_use(g, dangling_use(at, k), inst.ops[k]);
    if (val_is_none(any))
      any = bad;
    else if (!val_is_none(bad))
      any = edit_op2(&g->edit, OP_OR, bit(g), any, bad);
  }
  return any;
}

/* Then what was copied is anything. */
static void copy_anything(Guards *g, const Inst *copy, Val bad) {
  Program *p = g->d->p;
  BlockId unsure = edit_block(&g->edit, ""), next = edit_block(&g->edit, "");
  Val ops[2] = {copy->ops[0], copy->ops[2]};
  edit_condbr(&g->edit, bad, unsure, next);
  g->edit.at = unsure;
  uint32_t index = edit_add(&g->edit, OP_HAVOC, (TypeId){0}, ops, 2, NULL, 0);
  Inst *havoc = &g->d->f->insts.at[index];
  havoc->imm = INPUT_UNDEF;
  havoc->name = names_add(&p->names, DANGLING_ANY);
  havoc->site = prog_new_site(p);
  edit_br(&g->edit, next);
  g->edit.at = next;
}

/* The instruction's number becomes that of the result: its own, or anything. */
static void read_anything(Guards *g, uint32_t at, Val bad) {
  Function *f = g->d->f;
  TypeId type = f->insts.at[at].type;
  Val any = edit_nondet(&g->edit, type, INPUT_UNDEF, DANGLING_ANY);
  Val result = edit_select(&g->edit, type, bad, any, val_local(at));
  Inst chosen = f->insts.at[val_index(result)];
  f->insts.at[val_index(result)] = f->insts.at[at];
  f->insts.at[at] = chosen;
  assert(chosen.op == OP_SELECT && chosen.n_ops == 3);
  f->insts.at[at].ops[2] = result;
  edit_keep(&g->edit, at);
}

/* Keeps the instruction. */
static void keep_doubted(Guards *g, uint32_t at, Val bad) {
  Inst inst = g->d->f->insts.at[at]; /* a copy: the vector grows */
  prog_ledger(g->d->p, LEDGER_OVER, (LocId){0},
              "what is read of an object that may be dead is anything");
  if (inst.op != OP_MEMCPY) {
    read_anything(g, at, bad);
    return;
  }
  edit_keep(&g->edit, at);
  copy_anything(g, &inst, bad);
}

/* ---- accounts ---- */

/* The instruction was executed: what it makes, or makes a pointer to, lives. */
static void begin_life(Guards *g, uint32_t at) {
  const Dangling *d = g->d;
  Op op = d->f->insts.at[at].op;
  if (g->lives[at].dead.id) {
    set_dead(g, at, number(g, 0));
    if (d->dies[at] == DIES_OBJECT)
      edit_store(&g->edit, val_local(at), at_global(g, g->lives[at].address));
  }
  if (d->points && (op == OP_ALLOC || op == OP_ALLOCA) &&
      g->in_front[prog_points_of_inst(d->points, d->func, at)])
    set_in_front(g, val_local(at), 0);
}

/* The local of a BEGIN or END lives anew, or dies. */
static void keep_mark(Guards *g, const Inst *inst) {
  if (!val_is_local(inst->ops[0])) return;
  uint32_t made = val_index(inst->ops[0]);
  if (g->lives[made].dead.id) set_dead(g, made, number(g, inst->op == OP_END));
}

/* The one object dies if the pointer is to it. */
static void end_life(Guards *g, Val pointer, uint32_t made) {
  if (!g->lives[made].dead.id) return;
  Val same = is_to(g, pointer, made), dead = number(g, 1);
  if (!val_is_none(same))
    dead = edit_select(&g->edit, byte(g), same, dead, is_dead(g, made));
  set_dead(g, made, dead);
}

/* What was freed, and the value itself. */
static void end_lives(Guards *g, Val pointer) {
  const Dangling *d = g->d;
  IndexVec objects = {0};
  bool in_front = false;
  dangling_targets(d, pointer, &objects);
  for (uint32_t i = 0; i < objects.n; i++) {
    const MemObject *o = prog_points_object(d->points, objects.at[i]);
    if (o->kind != OBJECT_ALLOC || o->func.id != d->func.id) continue;
    if (d->dies[o->inst] == DIES_OBJECT) end_life(g, pointer, o->inst);
    in_front |= d->dies[o->inst] == DIES_INSTANCE && g->in_front[objects.at[i]];
  }
  if (in_front) set_in_front(g, pointer, 1);
  uint32_t root = dangling_root(d, pointer);
  if (d->dies[root] == DIES_VALUE && g->lives[root].dead.id)
    set_dead(g, root, number(g, 1));
  VEC_DONE(d->p->mem, &objects);
}

/* ---- rewriting ---- */

/* PHIs stay together: what they begin is accounted for behind the last. */
static void rewrite_inst(Guards *g, uint32_t at) {
  Inst inst = g->d->f->insts.at[at]; /* a copy: the vector grows */
  if (inst.op == OP_PHI) {
    edit_keep(&g->edit, at);
    VEC_PUSH(g->d->p->mem, &g->phis, at);
    return;
  }
  edit_like(&g->edit, at);
  while (g->phis.n) begin_life(g, VEC_POP(&g->phis));
  guard_access(g, at);
  if (inst.op == OP_END || inst.op == OP_BEGIN) {
    keep_mark(g, &inst);
    return;
  }
  Val bad = doubt_access(g, at);
  if (val_is_none(bad))
    edit_keep(&g->edit, at);
  else
    keep_doubted(g, at, bad);
  if (inst.op == OP_FREE && g->d->p->heap == PROG_HEAP_SEEN)
    end_lives(g, inst.ops[0]);
  begin_life(g, at);
}

/* Globals are there from the start. */
static void begin_globals(Guards *g) {
  const Dangling *d = g->d;
  for (uint32_t i = 0; d->points && i < prog_points_n_objects(d->points); i++) {
    const MemObject *o = prog_points_object(d->points, i);
    if (o->kind == OBJECT_GLOBAL && g->in_front[i])
      set_in_front(g, at_global(g, o->global), 0);
  }
}

static void rewrite(Guards *g) {
  Dangling *d = g->d;
  edit_init(&g->edit, d->p, d->f);
  for (uint32_t b = 0, n = d->f->blocks.n; b < n; b++) {
    InstList list = edit_open(&g->edit, (BlockId){b});
    if (b == 0) begin_globals(g);
    for (uint32_t i = 0; i < list.n; i++) rewrite_inst(g, list.at[i]);
    edit_close(&g->edit, &list);
  }
  edit_done(&g->edit);
}

static void open_accounts(Guards *g, const PairVec *uses) {
  const Dangling *d = g->d;
  for (uint32_t i = 0; i < uses->n; i++) {
    uint32_t use = (uint32_t)(uses->at[i] >> 32), made = (uint32_t)uses->at[i];
    const Inst *inst = &d->f->insts.at[use / 2];
    if (d->dies[made] == DIES_INSTANCE)
      mark_targets(g, inst->ops[use % 2]);
    else if (made != DANGLING_SOMEWHERE)
      add_life(g, made);
  }
}

void dangling_guard(Dangling *d) {
  Mem *mem = d->p->mem;
  uint32_t n_objects = d->points ? prog_points_n_objects(d->points) : 0;
  Guards g = {.d = d};
  g.lives = MEM_ARRAY(mem, Life, d->n_insts);
  g.in_front = MEM_ARRAY(mem, uint8_t, n_objects);
  g.suspects_of = prog_rows_from(mem, 2 * d->n_insts, &d->suspects);
  g.doubts_of = prog_rows_from(mem, 2 * d->n_insts, &d->doubts);
  open_accounts(&g, &d->suspects);
  open_accounts(&g, &d->doubts);
  rewrite(&g);
  prog_rows_free(mem, &g.suspects_of);
  prog_rows_free(mem, &g.doubts_of);
  VEC_DONE(mem, &g.phis);
  MEM_FREE_ARRAY(mem, g.in_front, n_objects);
  MEM_FREE_ARRAY(mem, g.lives, d->n_insts);
}
