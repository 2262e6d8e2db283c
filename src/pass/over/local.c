/* SPDX-License-Identifier: MIT
 *
 * Localisation: large programs with small reasons.
 *
 * Problem.  A driver has ten thousand instructions that move bytes, and a
 * lock that is taken and given back.  Whether that is done in turn has nothing
 * to do with the bytes, but each of them is an array in the state, each
 * function of the driver is copied to each place that calls it, and a function
 * that may call itself is followed as far as it goes.
 *
 * Idea.  Leave out what the reason will not need, and see: this is structural
 * abstraction [BH07] of whole programs.
 *   - Memory that is a variable stays a variable (scalarise.c).  All other
 *     memory is forgotten: a load gives anything, a store does nothing.
 *   - A function that may call itself, and from which neither an error nor
 *     anything unsupported can be reached, is not followed: the call gives
 *     anything and changes any of the memory that it may change.  It stays a
 *     call until memory was looked at, with its body, so that points-to sees
 *     what it does.  At first, large functions that mention no global of those
 *     which may reach an error are not followed either (LOCAL_STUBS_LARGE): of
 *     some drivers only a tenth is copied then.
 *     Memory that such a body touches is never made a variable (spoil_shared),
 *     so it is forgotten anyway; what is a variable no such body can touch.
 *     That holds for locals whose address was given away, too.
 *   - Loops end and divisions do not trap (pass_slice_over).
 *   - The heap.  Objects on it that are made once become variables, too, but
 *     then nothing is proved where freed memory may be used, and a driver that
 *     counts references frees in hundreds of places.  So where anything is
 *     freed, the heap is not seen at first (LOCAL_HEAP_OUTSIDE): it is part of
 *     the unknown memory from before calls are resolved on.  What is read
 *     there is anything, any pointer that has escaped, any function whose
 *     address is taken; what is stored there has escaped.  Allocation gives
 *     any address where an object can be, FREE does nothing: two objects may
 *     have one address, whether the first is dead or was freed twice.  What is
 *     kept then are variables that nothing on the heap leads to, and no use of
 *     freed memory can change them, for the allocator has no place in a local
 *     or global (dangling.c).
 *
 * If that is too coarse, some memory is kept after all: the regions R that the
 * way to a spurious error reads.  What is in R is exact only if whoever looks
 * at the program again (points-to in encode) finds the same targets for every
 * access in R.  So R is closed: the pointers of its accesses may come from
 * values, and from memory in R, but from nothing forgotten; and where R has
 * memory that an unknown pointer may hit, it has all such memory, for an object
 * is hit by unknown pointers if its address was stored there.  A region that a
 * function changes which is not followed cannot be in R.
 *
 * More executions than before, never fewer: for each that reaches an error
 * there is a choice of the new inputs for which the new program reaches it,
 * with the loads' values, and the values that the calls returned.  A call that
 * never returned is no execution that reaches an error.  UNSUPPORTED stays
 * where it was, and where dead objects may be written to, also by what is not
 * followed (pass_dangling); what is read of them is anything.  Both promises,
 * that a stub changes nothing but what is forgotten and that the same way can
 * be taken, are tested by runs: tests/tools/stub_tool.c.
 *
 * An error that is found may still be real: the inputs on the way to it are
 * those of the user's program, and it is run with them (check/attempt.c).  A
 * solver that need not follow a pointer makes it NULL, and that run ends where
 * the pointer is followed.  So for the search of errors there is a second
 * program (LOCAL_NULL_ENDS): before an access is forgotten it is assumed that
 * the pointer its address was computed from is not NULL; and if that pointer is
 * an input or comes from forgotten memory, that it points into a window of its
 * own, so that the run may have an object there.  Nothing is proved with it, so
 * R need not be closed there: what it holds is exact or not, the run decides.
 */
#include "analysis/analysis.h"
#include "audit/audit.h"
#include "ir/address.h"
#include "pass/edit.h"
#include "pass/over/local_int.h"
#include "pass/over/over.h"
#include "pass/pass.h"

/* ---- what stays called ---- */

/* What is known of functions before one is chosen to stay called. */
typedef struct Finding {
  const Program *p;
  const CallGraph *calls;
  uint8_t
      *reaches; /* function -> may reach an error or something unsupported */
  uint8_t *watched; /* global -> a function that does mentions it */
  uint8_t *meddles; /* function -> it or what it calls mentions such a one */
  uint32_t *size;   /* function -> instructions when it is inlined */
} Finding;

enum { INLINED_MOST = 1 << 20 }; /* more is as bad */

/* Calls `visit` with each global that the function mentions. */
static void for_globals(Finding *l, uint32_t func,
                        void (*visit)(Finding *, uint32_t, uint32_t)) {
  const Function *f = prog_func(l->p, (FuncId){func});
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 0; k < inst->n_ops; k++) {
        if (!val_is_const(inst->ops[k])) continue;
        const Const *c = prog_const(l->p, inst->ops[k]);
        if (c->kind == CONST_GLOBAL) visit(l, func, c->global.id);
      }
    }
}

static void watch(Finding *l, uint32_t func, uint32_t global) {
  assert(l->reaches[func] && global <= l->p->globals.n);
  (void)func;
  l->watched[global] = 1;
}

static void note_meddling(Finding *l, uint32_t func, uint32_t global) {
  l->meddles[func] |= l->watched[global];
}

/* What the calls of a function add when they are inlined. */
static uint64_t inlined_size(const Finding *l, const Function *f) {
  uint64_t size = prog_func_size(f);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_CALL) size += l->size[prog_callee(l->p, inst).id];
    }
  return size < INLINED_MOST ? size : INLINED_MOST;
}

/* Callees first. */
static void measure(Finding *l) {
  for (uint32_t k = 0; k < l->calls->n_order; k++) {
    uint32_t f = l->calls->bottom_up[k];
    for_globals(l, f, note_meddling);
    for (uint32_t i = 0; i < rows_size(&l->calls->callees, f); i++)
      l->meddles[f] |= l->meddles[rows_get(&l->calls->callees, f)[i]];
    l->size[f] = (uint32_t)inlined_size(l, prog_func(l->p, (FuncId){f}));
  }
}

static bool is_stub(const Finding *l, LocalStubs which, uint32_t f) {
  enum { LARGE = 100 };
  if (f == l->p->entry.id || l->p->funcs.at[f].state != FUNC_DEFINED ||
      !l->calls->reachable[f] || l->reaches[f])
    return false;
  bool is_dear = l->size[f] >= LARGE && !l->meddles[f];
  return l->calls->recursive[f] || (which == LOCAL_STUBS_LARGE && is_dear);
}

uint32_t pass_local_find(const Program *p, LocalStubs which, uint8_t *stays) {
  require(p->entry.id);
  uint32_t n = p->funcs.n, found = 0;
  CallGraph *calls = prog_calls_new(p, NULL);
  Finding l = {.p = p,
               .calls = calls,
               .reaches = MEM_ARRAY(p->mem, uint8_t, n),
               .watched = MEM_ARRAY(p->mem, uint8_t, p->globals.n + 1),
               .meddles = MEM_ARRAY(p->mem, uint8_t, n),
               .size = MEM_ARRAY(p->mem, uint32_t, n)};
  flow_find_goals(p, l.reaches);
  for (uint32_t f = 1; f < n; f++)
    if (l.reaches[f]) for_globals(&l, f, watch);
  measure(&l);
  for (uint32_t f = 1; f < n; f++) {
    stays[f] = is_stub(&l, which, f);
    found += stays[f];
  }
  MEM_FREE_ARRAY(p->mem, l.reaches, n);
  MEM_FREE_ARRAY(p->mem, l.watched, p->globals.n + 1);
  MEM_FREE_ARRAY(p->mem, l.meddles, n);
  MEM_FREE_ARRAY(p->mem, l.size, n);
  prog_calls_free(calls);
  return found;
}

/* ---- forgetting ---- */

/* Afterwards the instruction is an input of the same type. */
static void make_input(Program *p, Inst *inst, const char *name) {
  assert(inst->type.id && (inst->op == OP_LOAD || inst->op == OP_CALL ||
                           inst->op == OP_SELECT || inst->op == OP_ALLOC));
  inst->op = OP_NONDET;
  inst->imm = INPUT_UNDEF;
  inst->flags = 0;
  inst->n_ops = 0;
  inst->stride = 0;
  inst->aux = (TypeId){0};
  inst->name = names_add(&p->names, name);
  inst->site = prog_new_site(p);
}

typedef struct Local {
  Program *p;
  Function *f; /* the entry */
  uint8_t
      *reaches;  /* function -> may reach an error or something unsupported */
  uint8_t *keep; /* region -> is in R */
  uint32_t n_regions;
  LocalNulls nulls;
  Map followed; /* pointer -> the block assumes already that it is none */
  LocalStats stats;
} Local;

/* Does it only change memory? */
static bool only_writes(Op op) {
  return prog_op_has(op, 'W') || op == OP_FREE || op == OP_BEGIN ||
         op == OP_END;
}

/* Lives of objects stay as long as any memory does. */
static bool is_kept(const Local *l, const Inst *inst) {
  assert(inst->region.id < l->n_regions);
  if (inst->op == OP_FREE || inst->op == OP_BEGIN || inst->op == OP_END)
    return l->keep[0];
  return inst->region.id && l->keep[inst->region.id];
}

/* Does the instruction stay?  It may be another one afterwards.  A call that
 * was too large to inline, and may reach an error, stays. */
static bool forget(Local *l, Inst *inst) {
  if (only_writes(inst->op)) return is_kept(l, inst);
  if (inst->op == OP_LOAD && !is_kept(l, inst)) {
    make_input(l->p, inst, "memory");
    l->stats.forgotten++;
  }
  if (inst->op == OP_ALLOC && l->p->heap == PROG_HEAP_OUTSIDE)
    make_input(l->p, inst, "address on the heap");
  if (inst->op != OP_CALL || flow_call_matters(l->p, inst, l->reaches))
    return true;
  if (!inst->type.id) return false;
  make_input(l->p, inst, "result of a function that is not followed");
  return true;
}

/* ---- pointers that are followed ---- */

/* What the address of an access was computed from; none: an object, or no
 * access. */
static Val followed_root(const Local *l, const Inst *inst) {
  bool is_access = inst->op == OP_LOAD || inst->op == OP_STORE;
  if (!is_access) return (Val){0};
  Val root = inst->ops[inst->op == OP_STORE], base;
  while (!val_is_none(base = prog_address_base(l->f, root))) root = base;
  if (val_is_const(root))
    return prog_const(l->p, root)->kind == CONST_BITS ? root : (Val){0};
  Op op = l->f->insts.at[val_index(root)].op;
  return op == OP_ALLOCA || op == OP_ALLOC ? (Val){0} : root;
}

/* An input may point to an object of its own: numbered windows far from what
 * the program has, which replay takes for different objects. */
static Val in_window(Edit *edit, Val pointer) {
  assert(val_is_local(pointer));
  enum { PIECE_BITS = 16, WINDOW = 1 << 14, N_WINDOWS = 1 << 12 };
  Program *p = edit->program;
  TypeId word = prog_type_int(p, p->pointer_bits), i1 = prog_type_int(p, 1);
  uint64_t first = p->pointer_bits == 32 ? 0xC000 : (uint64_t)0x50000000;
  uint64_t start = (first + val_index(pointer) % N_WINDOWS) << PIECE_BITS;
  Val at = edit_op1(edit, OP_PTRTOINT, word, pointer);
  Val offset = edit_op2(edit, OP_SUB, word, at, prog_const_u64(p, word, start));
  return edit_op2(edit, OP_ULT, i1, offset, prog_const_u64(p, word, WINDOW));
}

/* No object is in the first page. */
enum { PAGE = 4096 };

static Val is_no_null(Edit *edit, Val pointer) {
  Program *p = edit->program;
  TypeId word = prog_type_int(p, p->pointer_bits), i1 = prog_type_int(p, 1);
  Val at = edit_op1(edit, OP_PTRTOINT, word, pointer);
  return edit_op2(edit, OP_ULE, i1, prog_const_u64(p, word, PAGE), at);
}

/* ... nor in the last. */
static Val may_be_object(Edit *edit, Val pointer) {
  Program *p = edit->program;
  TypeId word = prog_type_int(p, p->pointer_bits), i1 = prog_type_int(p, 1);
  Val at = edit_op1(edit, OP_PTRTOINT, word, pointer);
  Val from = edit_op2(edit, OP_SUB, word, at, prog_const_u64(p, word, PAGE));
  Val most = prog_const_u64(p, word, 0 - (uint64_t)2 * PAGE);
  return edit_op2(edit, OP_ULT, i1, from, most);
}

/* Before the instruction, which stands in the opened block. */
static void assume_followed(Local *l, Edit *edit, uint32_t inst) {
  Val root = followed_root(l, &l->f->insts.at[inst]);
  if (val_is_none(root)) return;
  uint64_t key = val_is_const(root) ? UINT64_MAX : val_index(root);
  if (map_find(&l->followed, key)) return;
  map_put(&l->followed, key, 1);
  edit_like(edit, inst);
  bool is_input =
      !val_is_const(root) && l->f->insts.at[val_index(root)].op == OP_NONDET;
  edit_assume(edit, is_input ? in_window(edit, root) : is_no_null(edit, root));
}

static void forget_memory(Local *l) {
  Edit edit;
  edit_init(&edit, l->p, l->f);
  uint32_t n = l->f->blocks.n;
  map_init(&l->followed, l->p->mem);
  for (uint32_t b = 0; b < n; b++) {
    InstList list = edit_open(&edit, (BlockId){b});
    map_clear(&l->followed);
    for (uint32_t i = 0; i < list.n; i++) {
      bool makes = l->f->insts.at[list.at[i]].op == OP_ALLOC;
      if (l->nulls == LOCAL_NULL_ENDS) assume_followed(l, &edit, list.at[i]);
      if (forget(l, &l->f->insts.at[list.at[i]])) edit_keep(&edit, list.at[i]);
      if (!makes || l->p->heap == PROG_HEAP_SEEN) continue;
      edit_like(&edit, list.at[i]);
      edit_assume(&edit, may_be_object(&edit, val_local(list.at[i])));
    }
    edit_close(&edit, &list);
  }
  map_done(&l->followed);
  edit_done(&edit);
}

/* ---- choices between unknowns ---- */

static void count_uses(const Local *l, uint32_t *uses) {
  for (uint32_t b = 0; b < l->f->blocks.n; b++)
    for (uint32_t i = 0; i < l->f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &l->f->insts.at[l->f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (val_is_local(inst->ops[k])) uses[val_index(inst->ops[k])]++;
    }
}

/* An input that nothing else looks at; or NULL. */
static const Inst *only_input(const Local *l, const uint32_t *uses, Val val) {
  if (!val_is_local(val) || uses[val_index(val)] != 1) return NULL;
  const Inst *inst = &l->f->insts.at[val_index(val)];
  return inst->op == OP_NONDET && inst->imm == INPUT_UNDEF ? inst : NULL;
}

/* A choice between two inputs that nobody else sees is one input, whatever
 * decides it: so nobody need ask whether a forgotten object was dead. */
static void merge_inputs(Local *l) {
  uint32_t n = l->f->insts.n;
  assert(l->f == prog_func(l->p, l->p->entry));
  uint32_t *uses = MEM_ARRAY(l->p->mem, uint32_t, n);
  count_uses(l, uses);
  for (uint32_t b = 0; b < l->f->blocks.n; b++)
    for (uint32_t i = 0; i < l->f->blocks.at[b].insts.n; i++) {
      Inst *inst = &l->f->insts.at[l->f->blocks.at[b].insts.at[i]];
      if (inst->op != OP_SELECT) continue;
      const Inst *yes = only_input(l, uses, inst->ops[1]);
      const Inst *no = only_input(l, uses, inst->ops[2]);
      if (!yes || !no) continue;
      inst->region = no->region.id ? no->region : yes->region;
      make_input(l->p, inst, "memory");
    }
  MEM_FREE_ARRAY(l->p->mem, uses, n);
}

/* The bodies of what is not followed. */
static void drop_bodies(Local *l) {
  Program *p = l->p;
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    if (f == p->entry.id || l->reaches[f] ||
        p->funcs.at[f].state != FUNC_DEFINED)
      continue;
    flow_drop_body(p, &p->funcs.at[f]);
    p->funcs.at[f].state = FUNC_DECLARED;
  }
}

/* ---- all of it ---- */

static void tell(Local *l, const uint8_t *stays) {
  Program *p = l->p;
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    if (!stays[f]) continue;
    l->stats.stubs++;
    prog_ledger(p, LEDGER_OVER, p->funcs.at[f].loc,
                "function '%s' is not followed: any result, any change of "
                "what it may change",
                p->funcs.at[f].name);
  }
  if (l->stats.forgotten)
    prog_ledger(p, LEDGER_OVER, (LocId){0},
                "memory that is no variable holds anything");
  if (p->heap == PROG_HEAP_OUTSIDE)
    prog_ledger(p, LEDGER_OVER, (LocId){0}, "the heap is not seen");
  if (l->nulls == LOCAL_NULL_ENDS)
    prog_ledger(p, LEDGER_UNDER, (LocId){0},
                "what follows NULL ends there: only errors are looked for");
}

/* Just these, for the search of errors. */
static uint32_t keep_wanted(const IndexVec *wanted, uint8_t *keep,
                            uint32_t n_regions) {
  uint32_t kept = 0;
  assert(n_regions > 0 && !keep[0]);
  for (uint32_t i = 0; i < wanted->n; i++) {
    require(wanted->at[i] > 0 && wanted->at[i] < n_regions);
    kept += !keep[wanted->at[i]];
    keep[wanted->at[i]] = 1;
  }
  keep[0] = kept > 0;
  return kept;
}

void local_inline(Program *p, const uint8_t *stays) {
  require(p->entry.id && stays && !stays[p->entry.id]);
  InlineOptions inlining = INLINE_DEFAULTS;
  inlining.stays = stays;
  pass_inline(p, &inlining);
  pass_clean(p);
  pass_dangling(p, PASS_DEAD_ANYTHING);
  pass_validity(p);
  pass_clean(p);
}

LocalStats local_forget(Program *p, const uint8_t *stays, const IndexVec *kept,
                        LocalNulls nulls) {
  require(p->entry.id && stays && !stays[p->entry.id]);
  Local l = {.p = p, .f = prog_func(p, p->entry), .nulls = nulls};
  l.reaches = MEM_ARRAY(p->mem, uint8_t, p->funcs.n);
  flow_find_goals(p, l.reaches);
  l.n_regions = p->regions.n ? p->regions.n : 1;
  l.keep = MEM_ARRAY(p->mem, uint8_t, l.n_regions);
  if (kept)
    l.stats.kept = nulls == LOCAL_NULL_ENDS
                       ? keep_wanted(kept, l.keep, l.n_regions)
                       : local_close(p, kept, l.keep);
  forget_memory(&l);
  merge_inputs(&l);
  drop_bodies(&l);
  MEM_FREE_ARRAY(p->mem, l.reaches, p->funcs.n);
  MEM_FREE_ARRAY(p->mem, l.keep, l.n_regions);
  tell(&l, stays);
  return l.stats;
}

LocalStats pass_local(Program *p, const uint8_t *stays, const IndexVec *kept,
                      LocalNulls nulls) {
  require(p->heap == PROG_HEAP_SEEN || !kept || kept->n == 0);
  local_inline(p, stays);
  (void)pass_memory(p);
  pass_clean(p);
  bool proves = nulls == LOCAL_NULL_GOES_ON;
  AuditForget *before = proves ? audit_forget_new(p) : NULL;
  AuditKept *memory = proves && kept && kept->n > 0 ? audit_kept_new(p) : NULL;
  LocalStats stats = local_forget(p, stays, kept, nulls);
  if (before) audit_forget_done(before, p);
  pass_clean(p);
  pass_slice_over(p);
  pass_clean(p);
  if (memory) audit_kept_done(memory, p);
  pass_check_valid(p, "local", PASS_CHECK_NONE);
  return stats;
}
