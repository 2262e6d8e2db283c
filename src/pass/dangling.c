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
 * object.  An access that control can reach from its death without making the
 * object anew is suspect: it gets a guard in front.  A variable tells whether
 * the object is dead, another one where it was; if it is, and the pointer is
 * to it, the run is not judged.  In nearly all programs no access is suspect.
 *
 * A pointer to an earlier activation is not told from one to a later of the
 * same copy of a function.  Heap objects of which there are several are looked
 * at only through the value that was freed; that they are not used through
 * another one is a premise, and so is everything about functions that stay
 * called.
 *
 * Cost: one walk over the flow graph for each death; where these are too many,
 * the ledger gets a premise. */
#include "analysis/points.h"
#include "ir/address.h"
#include "pass/edit.h"
#include "pass/pass.h"

enum { MOST_STEPS = 20000000 };
static const char unjudged[] = "use of an object that is dead";

/* What dies: not what the instruction makes, or makes a pointer to; an object,
 * whoever points to it; or what this value points to. */
enum { DIES_NOT, DIES_OBJECT, DIES_VALUE };

/* What instruction `made` makes, or makes a pointer to, dies at instruction
 * `at` of the block. */
typedef struct Death {
  uint32_t made, block, at;
} Death;

/* Of what has suspects. */
typedef struct Life {
  GlobalId address, dead;
} Life;

typedef struct Dangling {
  Program *p;
  Function *f;
  FuncId func;
  Cfg *cfg;
  PointsTo *points;
  Edit edit;
  uint8_t *dies;   /* instruction -> DIES_ */
  uint8_t *told;   /* ALLOCA -> its address is not only followed */
  uint8_t *access; /* instruction -> may go to an object that dies */
  uint32_t n_insts;
  Vec(Death) deaths;
  PairVec suspects; /* (access, what it may go to when that is dead) */
  Map suspected;    /* such a pair -> 1 */
  Rows suspects_of; /* access -> the second of its pairs */
  Life *lives;      /* by instruction */
  IndexVec phis; /* of the opened block, with a life, not yet accounted for */
} Dangling;

typedef void InstStep(Dangling *d, uint32_t block, uint32_t at,
                      const Inst *inst);

static void for_all(Dangling *d, InstStep *step) {
  for (uint32_t b = 0; b < d->f->blocks.n; b++)
    for (uint32_t i = 0; i < d->f->blocks.at[b].insts.n; i++)
      step(d, b, i, &d->f->insts.at[d->f->blocks.at[b].insts.at[i]]);
}

/* ---- deaths ---- */

static uint32_t number_at(const Dangling *d, uint32_t block, uint32_t at) {
  return d->f->blocks.at[block].insts.at[at];
}

/* Are two pointers compared?  One to a dead object has no value any more (C11
 * 6.2.4p2); what is made later may lie there. */
static bool compares(const Dangling *d, const Inst *inst) {
  if (inst->op != OP_EQ && inst->op != OP_NE) return false;
  for (uint32_t k = 0; k < 2; k++) {
    uint64_t number;
    TypeId type = prog_val_type(d->p, d->f, inst->ops[k]);
    if (prog_type(d->p, type)->kind != TYPE_PTR ||
        (val_is_const(inst->ops[k]) &&
         prog_const_as_u64(d->p, inst->ops[k], &number)))
      return false;
  }
  return true;
}

/* The pointers that an instruction follows or compares, as operands
 * [*first, result[. */
static uint32_t followed(const Dangling *d, const Inst *inst, uint32_t *first) {
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
  uint32_t first, end = followed(d, inst, &first);
  return operand >= first && operand < end;
}

/* The instruction that the value is an address computed from, or 0. */
static uint32_t root_of(const Dangling *d, Val val) {
  Val root = prog_address_root(d->f, val);
  return val_is_local(root) ? val_index(root) : 0;
}

static void add_death(Dangling *d, uint32_t made, uint32_t how, uint32_t block,
                      uint32_t at) {
  require(made && made < d->n_insts);
  VEC_PUSH(d->p->mem, &d->deaths, ((Death){made, block, at}));
  d->dies[made] = (uint8_t)how;
}

static void note_end(Dangling *d, uint32_t block, uint32_t at,
                     const Inst *inst) {
  if (inst->op == OP_END && val_is_local(inst->ops[0]))
    add_death(d, val_index(inst->ops[0]), DIES_OBJECT, block, at);
}

/* An object of the heap that is made at most once. */
static bool is_single(const Dangling *d, const MemObject *o) {
  return o->kind == OBJECT_ALLOC && o->func.id == d->func.id &&
         o->count == OBJECT_ONCE;
}

/* One of several objects that points-to does not tell apart: where pointers
 * lead among them is a matter of their shape. */
static bool is_of_many(const Dangling *d, const IndexVec *objects) {
  for (uint32_t i = 0; i < objects->n; i++) {
    const MemObject *o = prog_points_object(d->points, objects->at[i]);
    if (!is_single(d, o) &&
        (o->kind == OBJECT_ALLOC || o->kind == OBJECT_UNKNOWN))
      return true;
  }
  return false;
}

static void note_free_of_many(Dangling *d, uint32_t block, uint32_t at,
                              uint32_t root) {
  prog_ledger(d->p, LEDGER_PREMISE, (LocId){0},
              "heap objects that are made several times are not used when "
              "freed, but for uses of the very value that was freed");
  if (root && d->f->insts.at[root].op != OP_ALLOCA)
    add_death(d, root, DIES_VALUE, block, at);
}

static void note_free(Dangling *d, uint32_t block, uint32_t at,
                      const Inst *inst) {
  if (inst->op != OP_FREE) return;
  IndexVec objects = {0};
  (void)prog_points_targets(d->points, d->func, inst->ops[0], &objects);
  bool many = is_of_many(d, &objects);
  if (many) note_free_of_many(d, block, at, root_of(d, inst->ops[0]));
  for (uint32_t i = 0; i < objects.n && !many; i++) {
    const MemObject *o = prog_points_object(d->points, objects.at[i]);
    if (is_single(d, o)) add_death(d, o->inst, DIES_OBJECT, block, at);
  }
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
    if (!is_followed(d, inst, k)) d->told[root_of(d, inst->ops[k])] = 1;
}

/* ---- suspects ---- */

/* May the access go to what died? */
static bool may_go_to(const Dangling *d, const Inst *inst, uint32_t operand,
                      uint32_t made) {
  uint32_t root = root_of(d, inst->ops[operand]);
  if (root == made) return true;
  if (!d->points || d->dies[made] == DIES_VALUE ||
      (root && d->f->insts.at[root].op == OP_ALLOCA))
    return false;
  IndexVec objects = {0};
  bool found = false;
  (void)prog_points_targets(d->points, d->func, inst->ops[operand], &objects);
  for (uint32_t i = 0; i < objects.n && !found; i++)
    found = objects.at[i] == prog_points_of_inst(d->points, d->func, made);
  VEC_DONE(d->p->mem, &objects);
  return found;
}

/* May the access go to something that dies? */
static void find_access(Dangling *d, uint32_t block, uint32_t at,
                        const Inst *inst) {
  uint32_t first, end = followed(d, inst, &first),
                  number = number_at(d, block, at);
  IndexVec objects = {0};
  for (uint32_t k = first; k < end; k++) {
    d->access[number] |= d->dies[root_of(d, inst->ops[k])] != DIES_NOT;
    if (d->points)
      (void)prog_points_targets(d->points, d->func, inst->ops[k], &objects);
  }
  for (uint32_t i = 0; i < objects.n; i++) {
    const MemObject *o = prog_points_object(d->points, objects.at[i]);
    if ((o->kind == OBJECT_ALLOCA || o->kind == OBJECT_ALLOC) &&
        o->func.id == d->func.id)
      d->access[number] |= d->dies[o->inst] != DIES_NOT;
  }
  VEC_DONE(d->p->mem, &objects);
}

static void suspect(Dangling *d, uint32_t inst, uint32_t made) {
  if (map_find(&d->suspected, row_pair(inst, made))) return;
  map_put(&d->suspected, row_pair(inst, made), 1);
  VEC_PUSH(d->p->mem, &d->suspects, row_pair(inst, made));
}

/* The way from a death on, until the object is made anew. */
typedef struct Afterlife {
  Dangling *d;
  uint32_t made;
} Afterlife;

/* A pointer to the earlier life may be around. */
static void note_new_life(Dangling *d, uint32_t made) {
  if (d->told[made] && d->f->insts.at[made].op == OP_ALLOCA)
    prog_ledger(d->p, LEDGER_PREMISE, (LocId){0},
                "a local is not used through a pointer from an earlier life of "
                "it");
}

static FlowMet look(const void *context, uint32_t block, uint32_t from) {
  const Afterlife *after = context;
  Dangling *d = after->d;
  for (uint32_t i = from; i < d->f->blocks.at[block].insts.n; i++) {
    uint32_t number = number_at(d, block, i), first;
    const Inst *inst = &d->f->insts.at[number];
    if (number == after->made ||
        (inst->op == OP_BEGIN &&
         val_same(inst->ops[0], val_local(after->made)))) {
      note_new_life(d, after->made);
      return FLOW_BARRIER;
    }
    uint32_t end = followed(d, inst, &first);
    for (uint32_t k = first; d->access[number] && k < end; k++)
      if (may_go_to(d, inst, k, after->made)) suspect(d, number, after->made);
  }
  return FLOW_NOTHING;
}

static void find_suspects(Dangling *d, const Death *death) {
  Afterlife after = {d, death->made};
  (void)flow_leads_to(d->p->mem, d->cfg, death->block, death->at + 1, look,
                      &after);
}

/* ---- guards ---- */

static TypeId byte(const Dangling *d) {
  return prog_type_int(d->p, 8);
}

static Val at_global(const Dangling *d, GlobalId id) {
  return prog_const_global(d->p, id, 0);
}

static Val is_dead(Dangling *d, uint32_t made) {
  return edit_load(&d->edit, byte(d), at_global(d, d->lives[made].dead));
}

static void set_dead(Dangling *d, uint32_t made, Val dead) {
  edit_store(&d->edit, dead, at_global(d, d->lives[made].dead));
}

static void add_life(Dangling *d, uint32_t made) {
  Life *life = &d->lives[made];
  Arena *texts = &d->p->arena;
  if (life->dead.id) return;
  life->address =
      prog_add_global(d->p, arena_printf(texts, "address of object %u", made),
                      prog_type_ptr(d->p));
  life->dead = prog_add_global(
      d->p, arena_printf(texts, "object %u is dead", made), byte(d));
}

/* The bytes of a local, if that is a constant; 0: it is not, or none. */
static uint64_t bytes_of(const Dangling *d, uint32_t made) {
  const Inst *inst = &d->f->insts.at[made];
  uint64_t count = 1;
  if (inst->op != OP_ALLOCA || inst->imm <= 0 || inst->imm > INT32_MAX ||
      (inst->n_ops && !prog_const_as_u64(d->p, inst->ops[0], &count)) ||
      count > INT32_MAX)
    return 0;
  return (uint64_t)inst->imm * count;
}

/* The pointer is into the object of that size at `start`.  A distance is only
 * compared with the size: the layout of memory does not matter. */
static Val is_into(Dangling *d, Val pointer, Val start, uint64_t bytes) {
  TypeId word = prog_type_int(d->p, d->p->pointer_bits);
  Val to = edit_op1(&d->edit, OP_PTRTOINT, word, pointer);
  Val from = edit_op1(&d->edit, OP_PTRTOINT, word, start);
  Val distance = edit_op2(&d->edit, OP_SUB, word, to, from);
  d->f->insts.at[val_index(distance)].flags |= INST_DISTANCE;
  return edit_op2(&d->edit, OP_ULT, prog_type_int(d->p, 1), distance,
                  prog_const_u64(d->p, word, bytes));
}

/* The pointer is to the object, as far as that is known; none: it is. */
static Val is_to(Dangling *d, Val pointer, uint32_t made) {
  int64_t offset;
  if (!d->points || root_of(d, pointer) == made) return (Val){0};
  bool exact = prog_points_offset(d->points, d->func, pointer,
                                  prog_points_of_inst(d->points, d->func, made),
                                  &offset);
  uint64_t bytes = bytes_of(d, made);
  if (!exact && !bytes) return (Val){0};
  Val start = edit_load(&d->edit, prog_type_ptr(d->p),
                        at_global(d, d->lives[made].address));
  if (!exact) return is_into(d, pointer, start, bytes);
  Val at = edit_op1(&d->edit, OP_GEP, prog_type_ptr(d->p), start);
  d->f->insts.at[val_index(at)].imm = offset;
  return edit_op2(&d->edit, OP_EQ, prog_type_int(d->p, 1), pointer, at);
}

static void guard(Dangling *d, Val pointer, uint32_t made) {
  TypeId bit = prog_type_int(d->p, 1);
  Val bad = edit_op2(&d->edit, OP_NE, bit, is_dead(d, made),
                     prog_const_u64(d->p, byte(d), 0));
  Val same = is_to(d, pointer, made);
  if (!val_is_none(same)) bad = edit_op2(&d->edit, OP_AND, bit, bad, same);
  BlockId unsure = edit_block(&d->edit, ""), good = edit_block(&d->edit, "");
  edit_condbr(&d->edit, bad, unsure, good);
  d->edit.at = unsure;
  edit_named(&d->edit, OP_UNSUPPORTED, unjudged);
  d->edit.at = good;
}

static void guard_access(Dangling *d, uint32_t number) {
  Inst inst = d->f->insts.at[number]; /* a copy: the vector grows */
  uint32_t first, end = followed(d, &inst, &first);
  for (uint32_t i = 0; i < rows_size(&d->suspects_of, number); i++) {
    uint32_t made = rows_get(&d->suspects_of, number)[i];
    for (uint32_t k = first; k < end; k++)
      if (may_go_to(d, &inst, k, made)) guard(d, inst.ops[k], made);
  }
}

/* The instruction was executed: what it makes, or makes a pointer to, lives. */
static void begin_life(Dangling *d, uint32_t number) {
  const Life *life = &d->lives[number];
  if (!life->dead.id) return;
  set_dead(d, number, prog_const_u64(d->p, byte(d), 0));
  if (d->dies[number] == DIES_OBJECT)
    edit_store(&d->edit, val_local(number), at_global(d, life->address));
}

/* The local of a BEGIN or END lives anew, or dies. */
static void keep_mark(Dangling *d, const Inst *inst) {
  if (!val_is_local(inst->ops[0])) return;
  uint32_t made = val_index(inst->ops[0]);
  if (d->lives[made].dead.id)
    set_dead(d, made, prog_const_u64(d->p, byte(d), inst->op == OP_END));
}

/* The heap objects with suspects that the pointer may be to, and itself. */
static void keep_account_of_free(Dangling *d, Val pointer) {
  IndexVec objects = {0};
  (void)prog_points_targets(d->points, d->func, pointer, &objects);
  Val one = prog_const_u64(d->p, byte(d), 1);
  for (uint32_t i = 0; i < objects.n; i++) {
    const MemObject *o = prog_points_object(d->points, objects.at[i]);
    if (!is_single(d, o) || d->dies[o->inst] != DIES_OBJECT ||
        !d->lives[o->inst].dead.id)
      continue;
    Val same = is_to(d, pointer, o->inst), dead = one;
    if (!val_is_none(same)) {
      Val ops[] = {same, one, is_dead(d, o->inst)};
      dead = val_local(edit_add(&d->edit, OP_SELECT, byte(d), ops, 3, NULL, 0));
    }
    set_dead(d, o->inst, dead);
  }
  uint32_t root = root_of(d, pointer);
  if (d->dies[root] == DIES_VALUE && d->lives[root].dead.id)
    set_dead(d, root, one);
  VEC_DONE(d->p->mem, &objects);
}

/* PHIs stay together: what they begin is accounted for behind the last. */
static void rewrite_inst(Dangling *d, uint32_t number) {
  Inst inst = d->f->insts.at[number]; /* a copy: the vector grows */
  if (inst.op == OP_PHI) {
    edit_keep(&d->edit, number);
    VEC_PUSH(d->p->mem, &d->phis, number);
    return;
  }
  edit_like(&d->edit, number);
  while (d->phis.n) begin_life(d, VEC_POP(&d->phis));
  guard_access(d, number);
  if (inst.op == OP_END || inst.op == OP_BEGIN) {
    keep_mark(d, &inst);
    return;
  }
  edit_keep(&d->edit, number);
  if (inst.op == OP_FREE) keep_account_of_free(d, inst.ops[0]);
  begin_life(d, number);
}

static void rewrite(Dangling *d) {
  d->lives = MEM_ARRAY(d->p->mem, Life, d->n_insts);
  d->suspects_of = prog_rows_from(d->p->mem, d->n_insts, &d->suspects);
  for (uint32_t i = 0; i < d->suspects.n; i++)
    add_life(d, (uint32_t)d->suspects.at[i]);
  edit_init(&d->edit, d->p, d->f);
  for (uint32_t b = 0, n = d->f->blocks.n; b < n; b++) {
    InstList list = edit_open(&d->edit, (BlockId){b});
    for (uint32_t i = 0; i < list.n; i++) rewrite_inst(d, list.at[i]);
    edit_close(&d->edit, &list);
  }
  edit_done(&d->edit);
  prog_rows_free(d->p->mem, &d->suspects_of);
  VEC_DONE(d->p->mem, &d->phis);
  MEM_FREE_ARRAY(d->p->mem, d->lives, d->n_insts);
}

/* ---- all of it ---- */

static void ask_points(Dangling *d, uint32_t block, uint32_t at,
                       const Inst *inst) {
  (void)block;
  (void)at;
  bool asks = inst->op == OP_FREE ||
              (inst->op == OP_END && d->told[val_index(inst->ops[0])]);
  if (asks && !d->points) d->points = prog_points_new(d->p);
}

static void look_for_suspects(Dangling *d) {
  uint64_t steps = (uint64_t)d->deaths.n * d->n_insts;
  if (steps > MOST_STEPS)
    prog_ledger(d->p, LEDGER_PREMISE, (LocId){0},
                "objects are not used after their death");
  for_all(d, find_access);
  d->cfg = prog_cfg_new(d->p->mem, d->f);
  for (uint32_t i = 0; steps <= MOST_STEPS && i < d->deaths.n; i++)
    find_suspects(d, &d->deaths.at[i]);
  prog_cfg_free(d->cfg);
}

static void note_call(Dangling *d, uint32_t block, uint32_t at,
                      const Inst *inst) {
  (void)block;
  (void)at;
  if (inst->op == OP_CALL)
    prog_ledger(d->p, LEDGER_PREMISE, (LocId){0},
                "functions that stay called use no object after its death");
}

void pass_dangling(Program *p) {
  Function *f = prog_func(p, p->entry);
  Dangling d = {.p = p, .f = f, .func = p->entry, .n_insts = f->insts.n};
  uint32_t n = d.n_insts;
  d.dies = MEM_ARRAY(p->mem, uint8_t, n);
  d.told = MEM_ARRAY(p->mem, uint8_t, n);
  d.access = MEM_ARRAY(p->mem, uint8_t, n);
  map_init(&d.suspected, p->mem);
  for_all(&d, find_told);
  for_all(&d, ask_points);
  for_all(&d, note_end);
  if (d.points) for_all(&d, note_free);
  for_all(&d, note_call);
  if (d.deaths.n) {
    look_for_suspects(&d);
    rewrite(&d);
  }
  MEM_FREE_ARRAY(p->mem, d.dies, n);
  MEM_FREE_ARRAY(p->mem, d.told, n);
  MEM_FREE_ARRAY(p->mem, d.access, n);
  VEC_DONE(p->mem, &d.deaths);
  VEC_DONE(p->mem, &d.suspects);
  map_done(&d.suspected);
  if (d.points) prog_points_free(d.points);
}

bool pass_is_dangling(const Program *p) {
  const Function *f = prog_func(p, p->entry);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_UNSUPPORTED &&
        strcmp(names_text(&p->names, end->name), unjudged) == 0)
      return true;
  }
  return false;
}
