/* SPDX-License-Identifier: MIT
 *
 * Which accesses may go to an object that is dead?
 *
 * Idea.  For each object that dies, three questions.  Which values may be its
 * address?  That of its own instruction, what is computed from it, and what is
 * read from memory or comes from outside where control may have passed a place
 * that told the address: a STORE of such a value, or a call that was given one.
 * So a pointer that was read before the object was made is never to it.  Which
 * accesses go through such a value, by points-to to this object, and inside of
 * its bounds?  And which of them can control reach from the object's death?
 * An object that is made anew ends this way, where there is only one at a time
 * or the pointer is the one that was just made.  Where no error can be reached
 * any more nothing matters: so lists are freed at the end of a program.  Only
 * if none is left at all, writes to dead locals are looked at: what is there
 * now may be a variable whose known value was the reason.
 *
 * An address is held *openly* by what is computed from it, and by what is read
 * where such a value was stored, if that is an object of the program by name or
 * memory apart from the unknown.  All other holders are pointers from unknown
 * memory (dangling.c says what becomes of them).  Where the heap is not seen,
 * this is asked of points-to that sees it, so that no holder is lost by not
 * seeing; and what that keeps apart on the heap is one place nevertheless.
 *
 * That addresses are not guessed is a premise of points-to. */
#include "pass/memory/dangling_int.h"

typedef struct Search {
  Dangling *d;
  uint32_t made;       /* whose deaths are looked at */
  uint8_t *holds;      /* instruction -> it may be an address in the object */
  uint8_t *openly;     /* the same, of those that hold it openly */
  Map places;          /* where it was stored openly */
  uint32_t *told_from; /* block -> from there on memory may hold the address */
  uint8_t *leads;      /* block -> an error can be reached from it */
  bool is_settled;     /* no error is left */
  bool is_passed;      /* a function that stays called gets the address */
  uint8_t *access;     /* instruction -> may go to anything that dies, and it
                          matters */
  Map suspected;       /* pairs that were found */
  enum {
    UNTIL_BIRTH, /* the way ends where the object is made anew */
    FOR_EVER     /* it goes on, for pointers to earlier ones */
  } way;
} Search;

/* ---- who may hold the address ---- */

/* The address is in memory behind that instruction of the block. */
static bool tell(Search *s, uint32_t block, uint32_t at) {
  const Cfg *cfg = s->d->cfg;
  IndexVec work = {0};
  assert(block < cfg->n_blocks && at < s->d->f->blocks.at[block].insts.n);
  if (s->told_from[block] <= at + 1) return false;
  s->told_from[block] = at + 1;
  VEC_PUSH(s->d->p->mem, &work, block);
  while (work.n) {
    uint32_t b = VEC_POP(&work);
    for (uint32_t k = 0; k < rows_size(&cfg->succs, b); k++) {
      uint32_t next = rows_get(&cfg->succs, b)[k];
      if (s->told_from[next] == 0) continue;
      s->told_from[next] = 0;
      VEC_PUSH(s->d->p->mem, &work, next);
    }
  }
  VEC_DONE(s->d->p->mem, &work);
  return true;
}

/* Is an operand marked? */
static bool has_marked(const Inst *inst, const uint8_t *marks) {
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (val_is_local(inst->ops[k]) && marks[val_index(inst->ops[k])])
      return true;
  return false;
}

static bool has_holder(const Search *s, const Inst *inst) {
  return has_marked(inst, s->holds);
}

static bool tells(const Search *s, const Inst *inst) {
  switch ((int)inst->op) {
  case OP_STORE:
    return val_is_local(inst->ops[0]) && s->holds[val_index(inst->ops[0])];
  case OP_MEMSET:
    return val_is_local(inst->ops[1]) && s->holds[val_index(inst->ops[1])];
  case OP_CALL: return has_holder(s, inst);
  default: return false;
  }
}

static bool becomes_holder(const Search *s, uint32_t block, uint32_t at,
                           const Inst *inst) {
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC: return false; /* its own is one from the start */
  case OP_CALL: return has_holder(s, inst) || s->told_from[block] <= at;
  case OP_LOAD:
  case OP_NONDET: return s->told_from[block] <= at;
  default: return has_holder(s, inst);
  }
}

/* ---- who holds it openly ---- */

static bool is_open_place(const Search *s, Val address) {
  DanglingPlace place = dangling_place(s->d, s->d->func, address);
  bool is_open = false;
  for (uint32_t i = 0; i < DANGLING_PLACES; i++)
    is_open |= place.of[i] && map_find(&s->places, place.of[i]);
  return is_open;
}

static bool open_place(Search *s, Val address) {
  DanglingPlace place = dangling_place(s->d, s->d->func, address);
  bool is_new = false;
  for (uint32_t i = 0; i < DANGLING_PLACES; i++) {
    if (!place.of[i] || map_find(&s->places, place.of[i])) continue;
    map_put(&s->places, place.of[i], 1);
    is_new = true;
  }
  return is_new;
}

static bool holds_openly(const Search *s, const Inst *inst) {
  switch ((int)inst->op) {
  case OP_NONDET: return false;
  case OP_LOAD: return is_open_place(s, inst->ops[0]);
  default: return has_marked(inst, s->openly);
  }
}

static bool spread_openly(Search *s, uint32_t number) {
  const Inst *inst = &s->d->f->insts.at[number];
  bool more = false;
  if (!s->d->points) return false; /* only the object's own value is asked */
  if (s->holds[number] && !s->openly[number] && holds_openly(s, inst))
    s->openly[number] = more = true;
  bool stores = inst->op == OP_STORE && val_is_local(inst->ops[0]) &&
                s->openly[val_index(inst->ops[0])];
  bool copies = inst->op == OP_MEMCPY && is_open_place(s, inst->ops[1]);
  if (stores && open_place(s, inst->ops[1])) more = true;
  if (copies && open_place(s, inst->ops[0])) more = true;
  return more;
}

static bool spread(Search *s, uint32_t block) {
  const Function *f = s->d->f;
  bool more = false;
  for (uint32_t i = 0; i < f->blocks.at[block].insts.n; i++) {
    uint32_t number = dangling_at(s->d, block, i);
    const Inst *inst = &f->insts.at[number];
    if (!s->holds[number] && becomes_holder(s, block, i, inst))
      s->holds[number] = more = true;
    if (tells(s, inst) && tell(s, block, i)) more = true;
    if (spread_openly(s, number)) more = true;
  }
  return more;
}

/* Is what holds the address openly given to a function that stays called? */
static bool is_passed(const Search *s) {
  const Dangling *d = s->d;
  for (uint32_t b = 0; d->called && b < d->f->blocks.n; b++)
    for (uint32_t i = 0; i < d->f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &d->f->insts.at[dangling_at(d, b, i)];
      if (dangling_is_call(d, inst) && has_marked(inst, s->openly)) return true;
    }
  return false;
}

static void find_holders(Search *s) {
  const Cfg *cfg = s->d->cfg;
  assert(s->made && s->made < s->d->n_insts);
  memset(s->holds, 0, s->d->n_insts);
  memset(s->openly, 0, s->d->n_insts);
  map_clear(&s->places);
  for (uint32_t b = 0; b < cfg->n_blocks; b++) s->told_from[b] = UINT32_MAX;
  s->holds[s->made] = s->openly[s->made] = 1;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < cfg->n_order; i++)
      more |= spread(s, cfg->order[i]);
  }
  s->is_passed = is_passed(s);
}

/* ---- suspects ---- */

static bool is_among_targets(const Dangling *d, Val pointer, uint32_t made) {
  uint32_t root = dangling_root(d, pointer);
  assert(d->points && made < d->n_insts);
  if (root && d->f->insts.at[root].op == OP_ALLOC) return root == made;
  return prog_points_leads_to(d->points, d->func, pointer,
                              prog_points_of_inst(d->points, d->func, made));
}

/* In points-to that sees the heap? */
static bool is_seen_target(const Dangling *d, Val pointer, uint32_t made) {
  assert(d->seen && made < d->n_insts);
  return prog_points_leads_to(d->seen, d->func, pointer,
                              prog_points_of_inst(d->seen, d->func, made));
}

/* A pointer that is followed stays in its object, and this one is beyond. */
static bool is_outside(const Dangling *d, const Inst *inst, Val pointer,
                       uint32_t made) {
  int64_t offset;
  uint64_t bytes = dangling_bytes(d, made);
  if (!bytes || inst->op == OP_EQ || inst->op == OP_NE) return false;
  return dangling_offset(d, pointer, made, &offset) &&
         (offset < 0 || (uint64_t)offset >= bytes);
}

/* May the use go to what died? */
static bool may_go_to(const Search *s, const Inst *inst, uint32_t operand) {
  const Dangling *d = s->d;
  uint32_t root = dangling_root(d, inst->ops[operand]);
  if (root == s->made) return true;
  if (!root || !s->holds[root] || !d->points || d->dies[s->made] == DIES_VALUE)
    return false;
  return is_among_targets(d, inst->ops[operand], s->made) &&
         !is_outside(d, inst, inst->ops[operand], s->made);
}

/* Marks the blocks from which control can come to an error; all, if no error is
 * left. */
static void find_leads(Search *s) {
  const Dangling *d = s->d;
  Mem *mem = d->p->mem;
  uint8_t *reaches = MEM_ARRAY(mem, uint8_t, d->p->funcs.n);
  IndexVec work = {0};
  flow_find_goals(d->p, reaches);
  for (uint32_t b = 0; b < d->f->blocks.n; b++) {
    bool leads = false;
    for (uint32_t i = 0; i < d->f->blocks.at[b].insts.n && !leads; i++) {
      const Inst *inst = &d->f->insts.at[dangling_at(d, b, i)];
      leads = flow_is_goal(inst->op) || flow_call_matters(d->p, inst, reaches);
    }
    if (!leads) continue;
    s->leads[b] = 1;
    VEC_PUSH(mem, &work, b);
  }
  s->is_settled = work.n == 0;
  if (s->is_settled) memset(s->leads, 1, d->f->blocks.n);
  while (work.n) {
    uint32_t b = VEC_POP(&work);
    for (uint32_t k = 0; k < rows_size(&d->cfg->preds, b); k++) {
      uint32_t from = rows_get(&d->cfg->preds, b)[k];
      if (s->leads[from]) continue;
      s->leads[from] = 1;
      VEC_PUSH(mem, &work, from);
    }
  }
  VEC_DONE(mem, &work);
  MEM_FREE_ARRAY(mem, reaches, d->p->funcs.n);
}

/* May the instruction use something that dies? */
static bool may_go_to_any(const Dangling *d, const Inst *inst) {
  uint32_t first, end = dangling_followed(d, inst, &first);
  IndexVec objects = {0};
  bool found = dangling_is_call(d, inst);
  for (uint32_t k = first; k < end; k++) {
    found |= d->dies[dangling_root(d, inst->ops[k])] != DIES_NOT;
    if (d->points) dangling_targets(d, inst->ops[k], &objects);
  }
  for (uint32_t i = 0; i < objects.n; i++) {
    const MemObject *o = prog_points_object(d->points, objects.at[i]);
    if ((o->kind == OBJECT_ALLOCA || o->kind == OBJECT_ALLOC) &&
        o->func.id == d->func.id)
      found |= d->dies[o->inst] != DIES_NOT;
  }
  VEC_DONE(d->p->mem, &objects);
  return found;
}

static bool is_write(const Inst *inst, uint32_t operand) {
  switch ((int)inst->op) {
  case OP_STORE:
  case OP_MEMSET:
  case OP_HAVOC:
  case OP_FREE: return true;
  case OP_MEMCPY: return operand == 0;
  default: return false;
  }
}

/* Does the pointer come from memory that the program does not see?  So does one
 * that only an object of the heap which lies there now can have held. */
static bool is_from_unknown(const Search *s, const Inst *inst,
                            uint32_t operand) {
  const Dangling *d = s->d;
  uint32_t root = dangling_root(d, inst->ops[operand]);
  if (!d->points || root == s->made || s->openly[root] ||
      (s->is_passed && dangling_is_told(d, root)))
    return false;
  unsigned flags = prog_points_flags(d->seen, d->func, inst->ops[operand]);
  return flags & POINTS_UNKNOWN ||
         (d->p->heap == PROG_HEAP_OUTSIDE &&
          !is_seen_target(d, inst->ops[operand], s->made));
}

/* What dies is freed; a value that is freed was made by an instruction that is
 * no ALLOCA. */
static bool is_on_heap(const Search *s) {
  const Dangling *d = s->d;
  assert(d->dies[s->made] != DIES_NOT);
  return d->f->insts.at[s->made].op != OP_ALLOCA;
}

/* May a pointer come out of the dead object, or get into it?  Then more than
 * the value matters: points-to does not know what else is at that place, so
 * where that pointer leads is not known. */
static bool moves_pointer(const Dangling *d, const Inst *inst) {
  TypeId type = inst->type;
  switch ((int)inst->op) {
  case OP_MEMCPY:
  case OP_HAVOC:
  case OP_FREE: return true; /* two live objects may get one address */
  case OP_STORE: type = prog_val_type(d->p, d->f, inst->ops[0]); break;
  case OP_LOAD: break;
  default: return false;
  }
  const Type *t = prog_type(d->p, type);
  if (t->kind == TYPE_INT && t->bits >= d->p->pointer_bits)
    prog_ledger(d->p, LEDGER_MODEL, (LocId){0},
                "numbers that are read from dead objects, or written there, "
                "do not become pointers");
  return t->kind == TYPE_PTR;
}

/* What becomes of a use that may meet a dead object. */
typedef enum Remedy {
  REMEDY_GUARD,    /* the run is not judged */
  REMEDY_ANYTHING, /* it gives anything */
  REMEDY_PREMISE   /* that it does not happen is taken for granted */
} Remedy;

static Remedy find_remedy(const Search *s, const Inst *inst, uint32_t operand) {
  const Dangling *d = s->d;
  bool unknown = is_from_unknown(s, inst, operand);
  bool for_proofs = d->dead == PASS_DEAD_ANYTHING;
  if (d->dead == PASS_DEAD_ENDS || inst->op == OP_CALL) return REMEDY_GUARD;
  if (!is_write(inst, operand)) {
    bool moves = moves_pointer(d, inst);
    if (moves && unknown)
      prog_ledger(d->p, LEDGER_MODEL, (LocId){0},
                  "no pointer is followed that is read from a dead object "
                  "through a pointer from memory that the program does not "
                  "see");
    return unknown || (for_proofs && !moves) ? REMEDY_ANYTHING : REMEDY_GUARD;
  }
  return unknown ? REMEDY_PREMISE : REMEDY_GUARD;
}

/* Where no error is left, some may have been left out because a variable of a
 * function has a known value.  Only a write to where a dead local was can make
 * that wrong. */
static bool may_unsettle(const Search *s, const Inst *inst, uint32_t operand) {
  return inst->op != OP_FREE &&
         (is_write(inst, operand) || inst->op == OP_CALL) && !is_on_heap(s);
}

/* ... through a pointer that a freed object held, too. */
static void note_holder(const Search *s, const Inst *inst) {
  if (inst->op == OP_LOAD && prog_type(s->d->p, inst->type)->kind == TYPE_PTR &&
      is_on_heap(s))
    prog_ledger(s->d->p, LEDGER_MODEL, (LocId){0},
                "a pointer that is read from a freed object leads to no dead "
                "local");
}

static void suspect(Search *s, uint32_t number, uint32_t operand) {
  Dangling *d = s->d;
  bool is_one =
      d->f->insts.at[number].op != OP_CALL || d->dies[s->made] != DIES_INSTANCE;
  uint64_t pair = row_pair(dangling_use(number, operand),
                           is_one ? s->made : DANGLING_SOMEWHERE);
  assert(s->leads && s->access[number]);
  if (map_find(&s->suspected, pair)) return;
  map_put(&s->suspected, pair, 1);
  if (s->is_settled) note_holder(s, &d->f->insts.at[number]);
  if (s->is_settled && !may_unsettle(s, &d->f->insts.at[number], operand))
    return;
  switch (find_remedy(s, &d->f->insts.at[number], operand)) {
  case REMEDY_GUARD: VEC_PUSH(d->p->mem, &d->suspects, pair); return;
  case REMEDY_ANYTHING: VEC_PUSH(d->p->mem, &d->doubts, pair); return;
  case REMEDY_PREMISE:
    prog_ledger(d->p, LEDGER_MODEL, (LocId){0}, DANGLING_NOT_WRITTEN);
    return;
  }
  unreachable_case();
}

/* A pointer to the earlier life may be around. */
static void note_new_life(const Search *s) {
  const Dangling *d = s->d;
  if (d->told[s->made] && d->f->insts.at[s->made].op == OP_ALLOCA)
    prog_ledger(d->p, LEDGER_MODEL, (LocId){0},
                "a local is not used through a pointer from an earlier life of "
                "it");
}

static bool is_birth(const Search *s, uint32_t number, const Inst *inst) {
  return number == s->made ||
         (inst->op == OP_BEGIN && val_same(inst->ops[0], val_local(s->made)));
}

/* May a function that stays called go to what died?  It follows what it is
 * given, and what it finds. */
static bool call_may_go_to(const Search *s, const Inst *inst) {
  const Dangling *d = s->d;
  assert(inst->op == OP_CALL && d->called);
  for (uint32_t k = 1; k < inst->n_ops; k++)
    if (may_go_to(s, inst, k) && !is_from_unknown(s, inst, k)) return true;
  Op op = d->f->insts.at[s->made].op;
  return (op == OP_ALLOCA || op == OP_ALLOC) && dangling_call_uses(d, s->made);
}

static FlowMet look(const void *context, uint32_t block, uint32_t from) {
  Search *s = *(Search *const *)context;
  const Dangling *d = s->d;
  for (uint32_t i = from; i < d->f->blocks.at[block].insts.n; i++) {
    uint32_t number = dangling_at(d, block, i), first;
    const Inst *inst = &d->f->insts.at[number];
    if (s->way == UNTIL_BIRTH && is_birth(s, number, inst)) {
      note_new_life(s);
      return FLOW_BARRIER;
    }
    if (s->access[number] && dangling_is_call(d, inst) &&
        call_may_go_to(s, inst))
      suspect(s, number, 0);
    uint32_t end = dangling_followed(d, inst, &first);
    for (uint32_t k = first; s->access[number] && k < end; k++)
      if ((s->way == UNTIL_BIRTH ||
           dangling_root(d, inst->ops[k]) != s->made) &&
          may_go_to(s, inst, k))
        suspect(s, number, k);
  }
  return FLOW_NOTHING;
}

static void find_suspects(Search *s, const Death *death) {
  const Dangling *d = s->d;
  require(death->made == s->made);
  s->way = UNTIL_BIRTH;
  (void)flow_leads_to(d->p->mem, d->cfg, death->block, death->at + 1, look, &s);
  if (d->dies[s->made] != DIES_INSTANCE) return;
  s->way = FOR_EVER;
  (void)flow_leads_to(d->p->mem, d->cfg, death->block, death->at + 1, look, &s);
}

/* Death by death, those of one object together. */
static void search(Search *s) {
  Dangling *d = s->d;
  PairVec pairs = {0};
  for (uint32_t i = 0; i < d->deaths.n; i++)
    VEC_PUSH(d->p->mem, &pairs, row_pair(d->deaths.at[i].made, i));
  Rows deaths_of = prog_rows_from(d->p->mem, d->n_insts, &pairs);
  for (s->made = 0; s->made < d->n_insts; s->made++) {
    uint32_t n = rows_size(&deaths_of, s->made);
    if (n && d->dies[s->made] != DIES_VALUE) find_holders(s);
    for (uint32_t i = 0; i < n; i++)
      find_suspects(s, &d->deaths.at[rows_get(&deaths_of, s->made)[i]]);
  }
  prog_rows_free(d->p->mem, &deaths_of);
  VEC_DONE(d->p->mem, &pairs);
}

/* ---- what dies in functions that stay called ---- */

/* A use by the entry of what may be dead. */
static void doubt_entry(Search *s, uint32_t number, uint32_t operand) {
  Dangling *d = s->d;
  const Inst *inst = &d->f->insts.at[number];
  uint64_t pair = row_pair(dangling_use(number, operand), DANGLING_SOMEWHERE);
  assert(operand < inst->n_ops && s->leads);
  DanglingUnsure unsure = dangling_unsure(d, inst->ops[operand]);
  bool writes = is_write(inst, operand);
  if (!unsure.may_be_dead ||
      (s->is_settled && (!writes || inst->op == OP_FREE || !unsure.is_local)))
    return;
  if (unsure.is_open && (writes || moves_pointer(d, inst)))
    VEC_PUSH(d->p->mem, &d->suspects, pair);
  else if (!writes)
    VEC_PUSH(d->p->mem, &d->doubts, pair);
  else
    prog_ledger(d->p, LEDGER_MODEL, (LocId){0}, DANGLING_NOT_WRITTEN);
}

/* ... by a function that is called. */
static void doubt_call(Search *s, uint32_t number, bool is_first) {
  Dangling *d = s->d;
  const Inst *inst = &d->f->insts.at[number];
  bool is_unsure = dangling_calls_unsure(d);
  assert(inst->op == OP_CALL);
  for (uint32_t k = 1; k < inst->n_ops && !is_unsure && !is_first; k++) {
    DanglingUnsure unsure = dangling_unsure(d, inst->ops[k]);
    is_unsure = unsure.may_be_dead && unsure.is_open;
  }
  uint64_t pair = row_pair(dangling_use(number, 0), DANGLING_SOMEWHERE);
  if (is_unsure && !map_find(&s->suspected, pair))
    VEC_PUSH(d->p->mem, &d->suspects, pair);
}

/* Before any of them was called nothing of theirs is dead. */
static void search_called(Search *s) {
  const Dangling *d = s->d;
  for (uint32_t b = 0; b < d->f->blocks.n; b++) s->told_from[b] = UINT32_MAX;
  for (uint32_t b = 0; b < d->f->blocks.n; b++)
    for (uint32_t i = 0; i < d->f->blocks.at[b].insts.n; i++)
      if (dangling_is_call(d, &d->f->insts.at[dangling_at(d, b, i)]))
        (void)tell(s, b, i);
  for (uint32_t b = 0; b < d->f->blocks.n; b++)
    for (uint32_t i = 0; s->leads[b] && i < d->f->blocks.at[b].insts.n; i++) {
      uint32_t number = dangling_at(d, b, i), first;
      const Inst *inst = &d->f->insts.at[number];
      bool is_first = s->told_from[b] > i;
      uint32_t end = dangling_followed(d, inst, &first);
      for (uint32_t k = first; k < end && !is_first; k++)
        doubt_entry(s, number, k);
      if (dangling_is_call(d, inst)) doubt_call(s, number, is_first);
    }
}

void dangling_find(Dangling *d) {
  require(d->cfg);
  if (d->dead == PASS_DEAD_ANYTHING && dangling_has_calls(d))
    d->called = dangling_called_new(d);
  Mem *mem = d->p->mem;
  Search s = {.d = d};
  s.holds = MEM_ARRAY(mem, uint8_t, d->n_insts);
  s.openly = MEM_ARRAY(mem, uint8_t, d->n_insts);
  map_init(&s.places, mem);
  s.told_from = MEM_ARRAY(mem, uint32_t, d->f->blocks.n);
  s.leads = MEM_ARRAY(mem, uint8_t, d->f->blocks.n);
  s.access = MEM_ARRAY(mem, uint8_t, d->n_insts);
  map_init(&s.suspected, mem);
  find_leads(&s);
  for (uint32_t b = 0; b < d->f->blocks.n; b++)
    for (uint32_t i = 0; i < d->f->blocks.at[b].insts.n; i++) {
      uint32_t number = dangling_at(d, b, i);
      s.access[number] =
          s.leads[b] && may_go_to_any(d, &d->f->insts.at[number]);
    }
  search(&s);
  if (d->called) search_called(&s);
  dangling_called_free(d->called);
  d->called = NULL;
  map_done(&s.suspected);
  map_done(&s.places);
  MEM_FREE_ARRAY(mem, s.holds, d->n_insts);
  MEM_FREE_ARRAY(mem, s.openly, d->n_insts);
  MEM_FREE_ARRAY(mem, s.told_from, d->f->blocks.n);
  MEM_FREE_ARRAY(mem, s.leads, d->f->blocks.n);
  MEM_FREE_ARRAY(mem, s.access, d->n_insts);
}
