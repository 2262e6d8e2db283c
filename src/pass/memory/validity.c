/* SPDX-License-Identifier: MIT
 *
 * VALID and END in plain instructions.
 *
 * Problem.  Whether bytes lie in a live object is a question about all objects
 * there are.  A table of them, as the interpreter has it, would be a loop in
 * each access.
 *
 * Idea.  Each object has an account of its own, its *limit*: size + 1 during
 * its lifetime, 0 before and after.  Points-to says which objects a pointer can
 * point into, and in most programs also how far behind their start: nodes
 * without a stride.  Then the object's start is the pointer minus a constant,
 * and the limit is found from it:
 *
 *   - the lifetime of a global never ends: its limit is a constant;
 *   - an object that exists at most once has two variables of its own, one for
 *     its address and one for the limit; the pointer is compared with the
 *     address;
 *   - of an object that may exist several times the limit stands in memory, in
 *     the word in front of it.  Nothing else is there: objects have gaps
 *     between them, also in formulas (encode/memory.c).
 *
 * Where the offset is not known (arrays) and the pointer has one target that
 * exists once, the difference of the two is the offset.
 *
 * Truth.  VALID becomes false wherever it is false, up to the first violation,
 * and perhaps also where it is true (what is not understood is an unknown
 * bit); so errors are never lost.  A pointer to no object at all, say from
 * uninitialised memory, finds words that were never written, which may be any.
 * A pointer is taken to point where points-to says; that holds as long as all
 * accesses before were valid, and the first that is not ends the run.
 *
 * A local that may exist several times takes a new address each time, so that a
 * pointer to an earlier one does not become valid again. A local that is only
 * reached by name, before its lifetime ends, needs no account; its ENDs are
 * dropped. */
#include "audit/audit.h"
#include "ir/address.h"
#include "pass/memory/validity_int.h"

/* ---- small tools ---- */

TypeId validity_word(const Lower *w) {
  return prog_type_int(w->p, w->p->pointer_bits);
}

TypeId validity_bit(const Lower *w) {
  return prog_type_int(w->p, 1);
}

Val validity_number(const Lower *w, uint64_t value) {
  return prog_const_i64(w->p, validity_word(w), (int64_t)value);
}

Val validity_boolean(const Lower *w, uint64_t value) {
  return prog_const_u64(w->p, validity_bit(w), value);
}

Val validity_compare(Lower *w, Op op, Val a, Val b) {
  assert(prog_val_type(w->p, w->f, a).id == prog_val_type(w->p, w->f, b).id);
  return edit_op2(&w->edit, op, validity_bit(w), a, b);
}

Val validity_add(Lower *w, Val a, Val b) {
  uint64_t x, y;
  if (prog_const_as_u64(w->p, a, &x) && prog_const_as_u64(w->p, b, &y))
    return validity_number(w, x + y);
  return edit_op2(&w->edit, OP_ADD, validity_word(w), a, b);
}

Val validity_load(Lower *w, TypeId type, Val at) {
  return edit_load(&w->edit, type, at);
}

Val validity_shifted(Lower *w, Val pointer, int64_t by) {
  if (by == 0) return pointer;
  Val moved = edit_op1(&w->edit, OP_GEP, prog_type_ptr(w->p), pointer);
  w->f->insts.at[val_index(moved)].imm = by;
  return moved;
}

Val validity_global(const Lower *w, GlobalId id) {
  return prog_const_global(w->p, id, 0);
}

/* ---- locals that are surely live ---- */

/* Is there a way from a place to the instruction without a new lifetime of the
 * local? */
typedef struct Walk {
  const Function *f;
  uint32_t alloca, inst;
} Walk;

static FlowMet look(const void *context, uint32_t block, uint32_t from) {
  const Walk *walk = context;
  const Block *b = &walk->f->blocks.at[block];
  for (uint32_t i = from; i < b->insts.n; i++) {
    uint32_t at = b->insts.at[i];
    const Inst *now = &walk->f->insts.at[at];
    if (at == walk->inst) return FLOW_TARGET;
    if (at == walk->alloca ||
        (now->op == OP_BEGIN && val_same(now->ops[0], val_local(walk->alloca))))
      return FLOW_BARRIER;
  }
  return FLOW_NOTHING;
}

static bool leads_to(const Lower *w, uint32_t block, uint32_t from,
                     uint32_t alloca, uint32_t inst) {
  Walk walk = {w->f, alloca, inst};
  return flow_leads_to(w->p->mem, w->cfg, block, from, look, &walk);
}

/* May the lifetime of the ALLOCA have ended at `inst`, which it dominates? */
static bool may_be_dead(const Lower *w, uint32_t alloca, uint32_t inst) {
  for (uint32_t b = 0; b < w->f->blocks.n; b++)
    for (uint32_t i = 0; i < w->f->blocks.at[b].insts.n; i++) {
      const Inst *e = &w->f->insts.at[w->f->blocks.at[b].insts.at[i]];
      if (e->op == OP_END && val_same(e->ops[0], val_local(alloca)) &&
          leads_to(w, b, i + 1, alloca, inst))
        return true;
    }
  return false;
}

/* Is the root of that VALID a variable that is live there? */
static bool is_surely_live(const Lower *w, uint32_t inst, Val root) {
  uint32_t object = validity_own_object(w, root);
  if (object == ANALYSIS_NONE) return false;
  const MemObject *o = prog_points_object(w->points, object);
  return o->kind == OBJECT_GLOBAL ||
         (o->kind == OBJECT_ALLOCA && !may_be_dead(w, o->inst, inst));
}

/* Size and place of a root that is a variable and live here. */
bool validity_is_sure(const Lower *w, uint32_t inst, Val root, uint64_t *size,
                      int64_t *offset) {
  if (!w->sure[inst]) return false;
  uint32_t object = validity_own_object(w, root);
  assert(object != ANALYSIS_NONE);
  const MemObject *o = prog_points_object(w->points, object);
  *size = o->size;
  if (o->kind == OBJECT_ALLOCA) {
    const Inst *made = &w->f->insts.at[o->inst];
    uint64_t count;
    if (made->n_ops && !prog_const_as_u64(w->p, made->ops[0], &count))
      return false;
  }
  return validity_find_offset(w, root, object, offset);
}

/* ---- accounts ---- */

static AccountKind account_kind(const MemObject *o) {
  switch (o->kind) {
  case OBJECT_GLOBAL: return ACCOUNT_GLOBAL;
  case OBJECT_ALLOCA:
  case OBJECT_ALLOC:
    return o->count == OBJECT_ONCE ? ACCOUNT_ONCE : ACCOUNT_WORD;
  case OBJECT_UNKNOWN:
  case OBJECT_FUNC:
  case OBJECT_VA_AREA: return ACCOUNT_NONE;
  }
  unreachable_case();
}

static void open_account(Lower *w, uint32_t object) {
  const MemObject *o = prog_points_object(w->points, object);
  assert(object < w->n_objects);
  Account *account = &w->accounts[object];
  if (account->kind != ACCOUNT_NONE) return;
  account->kind = account_kind(o);
  if (account->kind == ACCOUNT_ONCE) {
    account->address = prog_add_global(
        w->p, arena_printf(&w->p->arena, "address of object %u", object),
        prog_type_ptr(w->p));
    account->limit = prog_add_global(
        w->p, arena_printf(&w->p->arena, "limit of object %u", object),
        validity_word(w));
  }
  if (account->kind == ACCOUNT_WORD && o->kind == OBJECT_ALLOCA)
    w->f->insts.at[o->inst].flags |= INST_DYNAMIC;
}

static void open_accounts(Lower *w) {
  IndexVec objects = {0};
  uint64_t size;
  int64_t offset;
  for (uint32_t b = 0; b < w->f->blocks.n; b++)
    for (uint32_t i = 0; i < w->f->blocks.at[b].insts.n; i++) {
      uint32_t number = w->f->blocks.at[b].insts.at[i];
      const Inst *inst = &w->f->insts.at[number];
      if (inst->op != OP_VALID || inst->n_ops == 0) continue;
      w->sure[number] = is_surely_live(w, number, inst->ops[0]);
      if (validity_is_sure(w, number, inst->ops[0], &size, &offset)) continue;
      validity_find_targets(w, inst->ops[0], &objects);
      for (uint32_t k = 0; k < objects.n; k++) open_account(w, objects.at[k]);
    }
  VEC_DONE(w->p->mem, &objects);
}

/* A pointer to an earlier lifetime of a local looks like one to a later. */
static void note_lifetimes(Lower *w) {
  for (uint32_t b = 0; b < w->f->blocks.n; b++)
    for (uint32_t i = 0; i < w->f->blocks.at[b].insts.n; i++) {
      uint32_t number_of = w->f->blocks.at[b].insts.at[i];
      const Inst *inst = &w->f->insts.at[number_of];
      uint32_t object = inst->op == OP_BEGIN
                            ? validity_own_object(w, inst->ops[0])
                            : ANALYSIS_NONE;
      if (object == ANALYSIS_NONE || w->accounts[object].kind == ACCOUNT_NONE)
        continue;
      uint32_t *begins = &w->accounts[object].begins;
      if (++*begins > 1 ||
          leads_to(w, b, i + 1, val_index(inst->ops[0]), number_of))
        prog_ledger(w->p, LEDGER_UNDER, inst->loc,
                    "a local of an inner block lives several times");
    }
}

int64_t validity_word_bytes(const Lower *w) {
  return (int64_t)w->p->pointer_bits / 8;
}

/* ---- keeping accounts ---- */

static Val requested(Lower *w, const Inst *inst) {
  Val size = inst->op == OP_ALLOC ? inst->ops[0]
                                  : validity_number(w, (uint64_t)inst->imm);
  Val count = inst->op == OP_ALLOC || !inst->n_ops ? (Val){0} : inst->ops[0];
  uint32_t bits = prog_val_bits(w->p, w->f, size);
  if (bits != w->p->pointer_bits)
    size = edit_op1(&w->edit, bits < w->p->pointer_bits ? OP_ZEXT : OP_TRUNC,
                    validity_word(w), size);
  if (val_is_none(count)) return size;
  bits = prog_val_bits(w->p, w->f, count);
  if (bits != w->p->pointer_bits)
    count = edit_op1(&w->edit, bits < w->p->pointer_bits ? OP_ZEXT : OP_TRUNC,
                     validity_word(w), count);
  return edit_op2(&w->edit, OP_MUL, validity_word(w), size, count);
}

static void begin_lifetime(Lower *w, uint32_t number_of, const Inst *inst) {
  uint32_t object = prog_points_of_inst(w->points, w->func, number_of);
  const Account *account = &w->accounts[object];
  if (account->kind == ACCOUNT_NONE) return;
  Val made = val_local(number_of);
  Val limit = validity_add(w, requested(w, inst), validity_number(w, 1));
  if (account->kind == ACCOUNT_WORD) {
    edit_store(&w->edit, limit,
               validity_shifted(w, made, -validity_word_bytes(w)));
    return;
  }
  assert(account->kind == ACCOUNT_ONCE); /* nothing makes a global */
  edit_store(&w->edit, made, validity_global(w, account->address));
  edit_store(&w->edit, limit, validity_global(w, account->limit));
}

static void begin_again(Lower *w, Val local) {
  uint32_t object = validity_own_object(w, local);
  if (object == ANALYSIS_NONE || w->accounts[object].kind == ACCOUNT_NONE)
    return;
  Inst made = w->f->insts.at[val_index(local)]; /* the vector grows */
  begin_lifetime(w, val_index(local), &made);
}

/* The lifetime of the object that starts at the pointer ends. */
static void end_lifetime(Lower *w, Val pointer, const IndexVec *objects) {
  bool in_word = false;
  for (uint32_t i = 0; i < objects->n; i++) {
    const Account *account = &w->accounts[objects->at[i]];
    in_word |= account->kind == ACCOUNT_WORD;
    if (account->kind != ACCOUNT_ONCE) continue;
    Val at = validity_load(w, prog_type_ptr(w->p),
                           validity_global(w, account->address));
    Val limit =
        validity_load(w, validity_word(w), validity_global(w, account->limit));
    Val same = validity_compare(w, OP_EQ, pointer, at);
    edit_store(&w->edit,
               edit_select(&w->edit, validity_word(w), same,
                           validity_number(w, 0), limit),
               validity_global(w, account->limit));
  }
  if (in_word)
    edit_store(&w->edit, validity_number(w, 0),
               validity_shifted(w, pointer, -validity_word_bytes(w)));
}

/* ---- runs without an end ---- */

/* Marks the blocks from which no end can be reached. */
static void find_endless(const Lower *w, uint8_t *endless) {
  Mem *mem = w->p->mem;
  IndexVec work = {0};
  for (uint32_t b = 0; b < w->f->blocks.n; b++) {
    endless[b] = flow_terminator(w->f, b)->n_blocks > 0;
    if (!endless[b]) VEC_PUSH(mem, &work, b);
  }
  while (work.n) {
    uint32_t b = VEC_POP(&work);
    for (uint32_t k = 0; k < rows_size(&w->cfg->preds, b); k++) {
      uint32_t from = rows_get(&w->cfg->preds, b)[k];
      if (!endless[from]) continue;
      endless[from] = 0;
      VEC_PUSH(mem, &work, from);
    }
  }
  VEC_DONE(mem, &work);
}

/* A heap object may be lost in a run that never ends, which no check at the end
 * sees. So at loop heads, while some heap object is live, the rounds of all
 * loops that are not known to end must be few; in loops without an exit no
 * object may be live. Otherwise the run ends in UNSUPPORTED. */
static void watch_loops(Lower *w) {
  Mem *mem = w->p->mem;
  if (!w->counter.id) return;
  uint32_t n = w->f->blocks.n;
  uint8_t *ends = MEM_ARRAY(mem, uint8_t, n);
  w->loops = MEM_ARRAY(mem, uint8_t, n);
  flow_mark_ending(w->p, w->func, ends);
  find_endless(w, w->loops);
  for (uint32_t b = 0; b < n; b++)
    w->loops[b] = !w->cfg->cutpoint[b] ? LOOP_NOT_HERE
                  : w->loops[b]        ? LOOP_ENDLESS
                  : ends[b]            ? LOOP_NOT_HERE
                                       : LOOP_UNSURE;
  w->rounds = prog_find_global(w->p, MEMORY_ROUNDS);
  MEM_FREE_ARRAY(mem, ends, n);
}

/* Counts a round; are there too many? */
static Val count_round(Lower *w) {
  assert(w->rounds.id != 0);
  TypeId type = prog_global(w->p, w->rounds)->type;
  Val now = validity_load(w, type, validity_global(w, w->rounds));
  Val most = prog_const_u64(w->p, type, MOST_ROUNDS);
  Val more =
      edit_op2(&w->edit, OP_ADD, type, now, prog_const_u64(w->p, type, 1));
  edit_store(&w->edit, more, validity_global(w, w->rounds));
  return validity_compare(w, OP_ULT, most, now);
}

static void guard_loop(Lower *w, uint32_t block) {
  if (!w->loops || w->loops[block] == LOOP_NOT_HERE) return;
  assert(w->counter.id != 0 && w->cfg->cutpoint[block]);
  TypeId type = prog_global(w->p, w->counter)->type;
  Val live = validity_load(w, type, validity_global(w, w->counter));
  Val bad = validity_compare(w, OP_NE, live, prog_const_u64(w->p, type, 0));
  if (w->loops[block] == LOOP_UNSURE)
    bad = edit_op2(&w->edit, OP_AND, validity_bit(w), bad, count_round(w));
  BlockId unsure = edit_block(&w->edit, ""), good = edit_block(&w->edit, "");
  edit_condbr(&w->edit, bad, unsure, good);
  w->edit.at = unsure;
  edit_named(&w->edit, OP_UNSUPPORTED,
             "loop that may not end while heap objects live");
  w->edit.at = good;
}

/* ---- all of it ---- */

static void lower_inst(Lower *w, uint32_t number_of) {
  Inst inst = w->f->insts.at[number_of]; /* a copy: the vector grows */
  edit_like(&w->edit, number_of);
  if (inst.op == OP_VALID) {
    w->to[number_of] = validity_answer(w, number_of, &inst);
    return;
  }
  if (inst.op != OP_END && inst.op != OP_BEGIN) edit_keep(&w->edit, number_of);
  if (inst.op == OP_ALLOC || inst.op == OP_ALLOCA)
    begin_lifetime(w, number_of, &inst);
  if (inst.op == OP_BEGIN) begin_again(w, inst.ops[0]);
  if (inst.op != OP_FREE && inst.op != OP_END) return;
  IndexVec objects = {0};
  validity_find_targets(w, inst.ops[0], &objects);
  end_lifetime(w, inst.ops[0], &objects);
  VEC_DONE(w->p->mem, &objects);
}

static void lower_entry(Lower *w) {
  edit_init(&w->edit, w->p, w->f);
  open_accounts(w);
  note_lifetimes(w);
  for (uint32_t b = 0, n = w->f->blocks.n; b < n; b++) {
    InstList list = edit_open(&w->edit, (BlockId){b});
    for (uint32_t i = 0; i < list.n; i++) {
      bool behind = i == 0 || w->f->insts.at[list.at[i - 1]].op == OP_PHI;
      if (behind && w->f->insts.at[list.at[i]].op != OP_PHI) guard_loop(w, b);
      lower_inst(w, list.at[i]);
    }
    edit_close(&w->edit, &list);
  }
  edit_done(&w->edit);
  w->to = mem_resize(w->p->mem, w->to, w->n_insts * sizeof *w->to,
                     w->f->insts.n * sizeof *w->to);
  for (uint32_t i = w->n_insts; i < w->f->insts.n; i++) w->to[i] = (Val){0};
  w->n_insts = w->f->insts.n;
  pass_replace_values(w->f, w->to);
}

/* What is still called is not looked into, so any bit will do. */
static void lower_other(Program *p, Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    Block *block = &f->blocks.at[b];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->insts.n; i++) {
      Inst *inst = &f->insts.at[block->insts.at[i]];
      if (inst->op == OP_VALID) {
        inst->op = OP_NONDET;
        inst->imm = INPUT_UNDEF;
        inst->n_ops = 0;
        inst->site = prog_new_site(p);
      }
      if (inst->op != OP_END && inst->op != OP_BEGIN)
        block->insts.at[kept++] = block->insts.at[i];
    }
    block->insts.n = kept;
  }
}

static bool asks(const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      Op op = f->insts.at[f->blocks.at[b].insts.at[i]].op;
      if (op == OP_VALID || op == OP_BEGIN || op == OP_END) return true;
    }
  return false;
}

/* Where lost objects matter and some can be: the counter of live ones. */
static GlobalId find_counter(const Program *p, const Function *f) {
  GlobalId counter = prog_find_global(p, MEMORY_COUNTER);
  if (!counter.id || !prog_find_global(p, MEMORY_ROUNDS).id)
    return (GlobalId){0};
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op != OP_STORE || !val_is_const(inst->ops[1])) continue;
      const Const *to = prog_const(p, inst->ops[1]);
      if (to->kind == CONST_GLOBAL && to->global.id == counter.id)
        return counter;
    }
  return (GlobalId){0};
}

void pass_validity(Program *p) {
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (f != p->entry.id) lower_other(p, &p->funcs.at[f]);
  Function *f = prog_func(p, p->entry);
  GlobalId counter = find_counter(p, f);
  if (!asks(f) && !counter.id) return;
  Lower w = {.p = p,
             .f = f,
             .func = p->entry,
             .n_insts = f->insts.n,
             .counter = counter,
             .changes = validity_find_changes(p),
             .n_globals = p->globals.n};
  uint32_t n_sure = f->insts.n;
  w.cfg = prog_cfg_new(p->mem, f);
  w.points = audit_points_new(p);
  w.n_objects = prog_points_n_objects(w.points);
  w.accounts = MEM_ARRAY(p->mem, Account, w.n_objects);
  w.sure = MEM_ARRAY(p->mem, uint8_t, n_sure);
  w.to = MEM_ARRAY(p->mem, Val, w.n_insts);
  uint32_t n_blocks = f->blocks.n;
  watch_loops(&w);
  lower_entry(&w);
  if (w.loops) MEM_FREE_ARRAY(p->mem, w.loops, n_blocks);
  MEM_FREE_ARRAY(p->mem, w.changes, w.n_globals);
  MEM_FREE_ARRAY(p->mem, w.to, w.n_insts);
  MEM_FREE_ARRAY(p->mem, w.sure, n_sure);
  MEM_FREE_ARRAY(p->mem, w.accounts, w.n_objects);
  prog_points_free(w.points);
  prog_cfg_free(w.cfg);
}
