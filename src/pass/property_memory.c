/* SPDX-License-Identifier: MIT
 *
 * The properties of memory as guards.
 *
 * valid-deref.  An access goes through a pointer that address arithmetic (a
 * chain of GEPs) started from, its root.  Where the root is a variable that is
 * surely live (a global, a local of the same activation whose block was not
 * left), the guard compares the offset with the variable's size, in numbers
 * only; with one variable index, the index with the bounds it may have.
 * Elsewhere VALID asks for the object of the root.  Offsets do not wrap
 * (offset.c).
 *
 * valid-free.  VALID again, in front of FREE.
 *
 * Lifetimes.  Those of an activation's locals end when it returns: there is an
 * END in front of RET, for those whose address may be known elsewhere.
 *
 * valid-memtrack, valid-memcleanup.  A counter, a global of its own, holds the
 * number of live heap objects: one more behind ALLOC, one less in front of
 * FREE.  The program ends by a return of the entry function or by STOP; what
 * is live then must be tracked (VALID) or must not be.  A run that ends by
 * abort() with live objects ends in UNSUPPORTED.
 *
 * C11: 6.5.6p8 (arithmetic), 6.5.3.2p4 (access), 7.22.3.3 (free), 6.2.4. */
#include "analysis/analysis.h"
#include "analysis/lengths.h"
#include "ir/address.h"
#include "pass/pass_int.h"
#include "pass/pass.h"
#include "pass/edit.h"

#include <stdlib.h>

static bool checks(const MemoryGuards *g, PropertyKind kind) {
  return (g->property->kinds >> kind & 1) != 0;
}

static uint32_t leaks(void) {
  return 1u << PROPERTY_VALID_MEMTRACK | 1u << PROPERTY_VALID_MEMCLEANUP;
}

static uint32_t lifetimes(void) {
  return 1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_VALID_FREE;
}

static bool has_heap(const Program *p) {
  for (uint32_t f = 1; f < p->funcs.n; f++)
    for (uint32_t i = 1; i < p->funcs.at[f].insts.n; i++)
      if (p->funcs.at[f].insts.at[i].op == OP_ALLOC) return true;
  return false;
}

/* What is never taken from the heap is not lost. */
GlobalId memory_add_counter(Program *p, const Property *property) {
  if (!(property->kinds & leaks()) || !has_heap(p)) return (GlobalId){0};
  TypeId type = prog_type_int(p, 32);
  if (property->kinds >> PROPERTY_VALID_MEMTRACK & 1)
    (void)prog_add_global(p, MEMORY_ROUNDS, type);
  return prog_add_global(p, MEMORY_COUNTER, type);
}

/* ---- small tools ---- */

static TypeId word(const MemoryGuards *g) {
  return prog_type_int(g->edit->program, g->edit->program->pointer_bits);
}

static Val number(const MemoryGuards *g, int64_t value) {
  return prog_const_i64(g->edit->program, word(g), value);
}

static Val compare(const MemoryGuards *g, Op op, Val a, Val b) {
  return edit_op2(g->edit, op, prog_type_int(g->edit->program, 1), a, b);
}

static Val both(const MemoryGuards *g, Op op, Val a, Val b) {
  return edit_op2(g->edit, op, prog_type_int(g->edit->program, 1), a, b);
}

static Val certain(const MemoryGuards *g) {
  Program *p = g->edit->program;
  return prog_const_u64(p, prog_type_int(p, 1), 1);
}

static Val negate(const MemoryGuards *g, Val bit) {
  return both(g, OP_XOR, bit, certain(g));
}

/* `a` may be none: never. */
static Val either(const MemoryGuards *g, Val a, Val b) {
  return val_is_none(a) ? b : both(g, OP_OR, a, b);
}

static Val ask(const MemoryGuards *g, ValidKind kind, const Val *ops,
               uint32_t n) {
  TypeId bit = prog_type_int(g->edit->program, 1);
  uint32_t inst = edit_add(g->edit, OP_VALID, bit, ops, n, NULL, 0);
  g->edit->f->insts.at[inst].imm = kind;
  return val_local(inst);
}

/* To the pointer's width. */
static Val as_word(const MemoryGuards *g, Val v, Op widen) {
  Program *p = g->edit->program;
  uint32_t bits = prog_val_bits(p, g->edit->f, v);
  if (bits == p->pointer_bits) return v;
  return edit_op1(g->edit, bits < p->pointer_bits ? widen : OP_TRUNC, word(g),
                  v);
}

/* ---- where an access goes ---- */

/* Only indices that are no constants are terms. */
static Address find_place(const MemoryGuards *g, Val pointer) {
  const Program *p = g->edit->program;
  Address place = prog_address(p, g->edit->f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(p, &place);
  return place;
}

/* ---- roots that are surely live ---- */

/* The size of the variable the root is the address of; false: none that is
 * known and live. */
static bool known_root(const MemoryGuards *g, const Address *place,
                       int64_t *size) {
  const Program *p = g->edit->program;
  Val root = place->root;
  if (place->global.id) *size = (int64_t)prog_global(p, place->global)->size;
  if (val_is_const(root)) return place->global.id && *size >= 0;
  const Inst *inst = &g->edit->f->insts.at[val_index(root)];
  uint64_t count = 1;
  if (inst->op != OP_ALLOCA) return false;
  if (val_index(root) < g->n_locals && g->used_after_end[val_index(root)])
    return false;
  if (inst->n_ops && !prog_const_as_u64(p, inst->ops[0], &count)) return false;
  return count < INT32_MAX && inst->imm < INT32_MAX &&
         (*size = inst->imm * (int64_t)count) >= 0;
}

static int64_t divide_down(int64_t a, int64_t b) {
  return (int64_t)integer_floor_div(a, b);
}

/* bytes > size - offset, for an offset and a number of bytes that may vary. */
static Val beyond(const MemoryGuards *g, Val offset, Val bytes, int64_t size) {
  Val end = number(g, size);
  Val rest = edit_op2(g->edit, OP_SUB, word(g), end, offset);
  return both(g, OP_OR, compare(g, OP_ULT, end, offset),
              compare(g, OP_ULT, rest, bytes));
}

/* The access leaves the variable; none: it cannot. */
static Val leaves(const MemoryGuards *g, const Address *place, Val bytes,
                  int64_t size) {
  Program *p = g->edit->program;
  const AddressTerm *term = &place->terms[0];
  int64_t start;
  uint64_t n;
  if (!prog_address_offset(place, &start)) return certain(g);
  bool fixed = prog_const_as_u64(p, bytes, &n) && n < INT32_MAX;
  if (fixed && place->n_terms == 0) {
    bool good = n == 0 || (start >= 0 && start <= size - (int64_t)n);
    return good ? (Val){0} : certain(g);
  }
  bool narrow = place->n_terms == 1 &&
                prog_val_bits(p, g->edit->f, term->index) <= p->pointer_bits;
  if (fixed && narrow && term->stride > 0 && llabs(start) < INT32_MAX)
    return offset_outside(g->edit, term->index,
                          -divide_down(start, term->stride),
                          divide_down(size - (int64_t)n - start, term->stride));
  Val all = offset_sum(g->edit, place);
  if (place->start)
    all = edit_op2(g->edit, OP_ADD, word(g), all, number(g, place->start));
  return either(g, offset_wraps(g->edit, place), beyond(g, all, bytes, size));
}

/* Where the condition holds, the run ends. */
static void end_if(const MemoryGuards *g, Val cond, Op end, const char *why) {
  BlockId unsure = edit_block(g->edit, ""), good = edit_block(g->edit, "");
  edit_condbr(g->edit, cond, unsure, good);
  g->edit->at = unsure;
  edit_named(g->edit, end, why);
  g->edit->at = good;
}

static void give_up_if(const MemoryGuards *g, Val cond, const char *why) {
  end_if(g, cond, OP_UNSUPPORTED, why);
}

/* ---- accesses ---- */

static bool is_constant(const Program *p, Val root) {
  if (!val_is_const(root) || prog_const(p, root)->kind != CONST_GLOBAL)
    return false;
  return prog_global(p, prog_const(p, root)->global)->kind == GLOBAL_CONSTANT;
}

typedef enum AccessKind { ACCESS_READ, ACCESS_WRITE } AccessKind;

/* Whether a pointer that is no name leads to a constant, VALID_WRITE knows. */
static void guard_access(const MemoryGuards *g, Val pointer, Val bytes,
                         AccessKind access) {
  const char *name = prog_property_name(PROPERTY_VALID_DEREF);
  const char *message = access == ACCESS_READ
                            ? "read outside of a live object"
                            : "write outside of a live object";
  Program *p = g->edit->program;
  Address place = find_place(g, pointer);
  int64_t size = 0;
  Val bad;
  if (access == ACCESS_WRITE && is_constant(p, place.root)) {
    edit_guard(g->edit, compare(g, OP_NE, bytes, number(g, 0)), name,
               "write to a constant");
    return;
  }
  if (known_root(g, &place, &size)) {
    bad = leaves(g, &place, bytes, size);
    if (val_is_none(bad)) return;
  } else {
    ValidKind kind = access == ACCESS_WRITE ? VALID_WRITE : VALID_ACCESS;
    Val ops[] = {place.root, offset_sum(g->edit, &place), bytes};
    Val wraps = offset_wraps(g->edit, &place);
    bad = either(g, wraps, negate(g, ask(g, kind, ops, 3)));
  }
  edit_guard(g->edit, bad, name, message);
}

static Val bytes_of(const MemoryGuards *g, TypeId type) {
  return number(g, (int64_t)prog_store_size(g->edit->program, type));
}

static void guard_range(const MemoryGuards *g, const Inst *inst) {
  if (inst->flags & INST_MOVES) return; /* what both objects have */
  Val length = prog_length(inst);
  Val bytes = val_is_none(length) ? number(g, 1) : as_word(g, length, OP_ZEXT);
  if (inst->op == OP_MEMCPY) guard_access(g, inst->ops[1], bytes, ACCESS_READ);
  guard_access(g, inst->ops[0], bytes, ACCESS_WRITE);
}

/* ---- accesses by calls and instructions ---- */

static void guard_call(const MemoryGuards *g, const Inst *call) {
  Program *p = g->edit->program;
  Val callee = call->ops[0];
  memory_note_reads(g, call);
  Val null = prog_const_u64(p, prog_type_ptr(p), 0);
  if (val_is_const(callee) && !val_same(callee, null)) {
    if (prog_const(p, callee)->kind != CONST_FUNC)
      give_up_if(g, certain(g), "call of what is no function");
    return;
  }
  edit_guard(g->edit, compare(g, OP_EQ, callee, null),
             prog_property_name(PROPERTY_VALID_DEREF), "call through NULL");
}

static void guard_deref(const MemoryGuards *g, const Inst *inst) {
  TypeId stored;
  switch ((int)inst->op) {
  case OP_LOAD:
    guard_access(g, inst->ops[0], bytes_of(g, inst->type), ACCESS_READ);
    return;
  case OP_STORE:
    stored = prog_val_type(g->edit->program, g->edit->f, inst->ops[0]);
    guard_access(g, inst->ops[1], bytes_of(g, stored), ACCESS_WRITE);
    return;
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: guard_range(g, inst); return;
  case OP_CALL: guard_call(g, inst); return;
  default: return;
  }
}

/* The counter is right only as long as every free is. */
static void guard_free(const MemoryGuards *g, const Inst *inst) {
  static const char message[] = "free of what is no live heap object";
  Val bad = negate(g, ask(g, VALID_FREE, inst->ops, 1));
  if (checks(g, PROPERTY_VALID_FREE))
    edit_guard(g->edit, bad, prog_property_name(PROPERTY_VALID_FREE), message);
  else if (g->property->dead == DEAD_ENDS)
    end_if(g, bad, OP_STOP, message);
  else
    give_up_if(g, bad, message);
}

/* ---- the counter ---- */

/* Memory that a library function gets for itself, and free() does not take. */
static bool is_made_by(const MemoryGuards *g, const char *model) {
  const Function *f = g->edit->f;
  return f->origin == FUNC_MODEL && text_starts_with(f->name, model);
}

static Val counter(const MemoryGuards *g) {
  return prog_const_global(g->edit->program, g->blocks, 0);
}

static Val live_now(const MemoryGuards *g) {
  TypeId type = prog_global(g->edit->program, g->blocks)->type;
  return edit_op1(g->edit, OP_LOAD, type, counter(g));
}

static void count_by(const MemoryGuards *g, Op op, Val by) {
  TypeId type = prog_global(g->edit->program, g->blocks)->type;
  Val sum = edit_op2(g->edit, op, type, live_now(g), by);
  edit_add(g->edit, OP_STORE, (TypeId){0}, (Val[]){sum, counter(g)}, 2, NULL,
           0);
}

/* free(NULL) frees nothing. */
static void count_free(const MemoryGuards *g, const Inst *inst) {
  Program *p = g->edit->program;
  TypeId type = prog_global(p, g->blocks)->type;
  Val null = prog_const_u64(p, prog_type_ptr(p), 0);
  Val some = compare(g, OP_NE, inst->ops[0], null);
  count_by(g, OP_SUB, edit_op1(g->edit, OP_ZEXT, type, some));
}

/* ---- ends ---- */

static bool is_named(const MemoryGuards *g, const Inst *stop,
                     const char *name) {
  return stop->name != UINT32_MAX &&
         strcmp(names_text(&g->edit->program->names, stop->name), name) == 0;
}

/* The program ends here: by a return of the entry, or by STOP. */
static void guard_end(const MemoryGuards *g, const Inst *end) {
  Program *p = g->edit->program;
  TypeId type = prog_global(p, g->blocks)->type;
  Val some = compare(g, OP_NE, live_now(g), prog_const_u64(p, type, 0));
  ValidKind when = end->op == OP_RET ? VALID_AT_RETURN : VALID_AT_EXIT;
  if (checks(g, PROPERTY_VALID_MEMTRACK)) {
    Val lost = both(g, OP_AND, some, negate(g, ask(g, when, NULL, 0)));
    edit_guard(g->edit, lost, prog_property_name(PROPERTY_VALID_MEMTRACK),
               "a heap object is lost");
  }
  if (!checks(g, PROPERTY_VALID_MEMCLEANUP)) return;
  if (end->op == OP_RET || is_named(g, end, "exit")) {
    edit_guard(g->edit, some, prog_property_name(PROPERTY_VALID_MEMCLEANUP),
               "a heap object is not freed");
    return;
  }
  give_up_if(g, some, "abort() while heap objects live");
}

void memory_guard_stop(const MemoryGuards *g) {
  Inst stop = {.op = OP_STOP, .name = UINT32_MAX};
  if (g->blocks.id) guard_end(g, &stop);
}

/* ---- locals whose address escapes ---- */

/* A model that only compares addresses (models/init.c). */
static bool is_watch(const Program *p, const Inst *call) {
  FuncId callee = prog_callee(p, call);
  return callee.id && prog_func(p, callee)->origin == FUNC_MODEL &&
         text_starts_with(prog_func(p, callee)->name, "__cutpoint_init_");
}

/* Does the address escape by this use? */
static bool use_escapes(const Program *p, const Inst *inst, uint32_t operand) {
  switch ((int)inst->op) {
  case OP_LOAD:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC:
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_EQ:
  case OP_NE:
  case OP_BEGIN:
  case OP_END:
  case OP_FREE: return false;
  case OP_STORE: return operand == 0;
  case OP_CALL: return !is_watch(p, inst);
  default: return true;
  }
}

/* root[i]: the ALLOCA whose address i is computed from, or 0. */
static void find_roots(const Function *f, uint32_t *root) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 1; i < f->insts.n; i++) {
      const Inst *inst = &f->insts.at[i];
      if (root[i]) continue;
      if (inst->op == OP_ALLOCA)
        root[i] = i;
      else if (inst->op == OP_GEP && val_is_local(inst->ops[0]))
        root[i] = root[val_index(inst->ops[0])];
      changed |= root[i] != 0;
    }
  }
}

/* The local that ended, and the accesses by its name. */
typedef struct Walk {
  const Function *f;
  const uint32_t *root;
  uint32_t local;
} Walk;

static FlowMet look(const void *context, uint32_t block, uint32_t from) {
  const Walk *walk = context;
  const Block *b = &walk->f->blocks.at[block];
  for (uint32_t i = from; i < b->insts.n; i++) {
    const Inst *inst = &walk->f->insts.at[b->insts.at[i]];
    if (inst->op == OP_BEGIN && val_same(inst->ops[0], val_local(walk->local)))
      return FLOW_BARRIER;
    if (inst->op == OP_BEGIN || inst->op == OP_END || inst->op == OP_DBG ||
        inst->op == OP_DBG_ADDR || inst->op == OP_GEP)
      continue;
    for (uint32_t k = 0; k < inst->n_ops; k++)
      if (val_is_local(inst->ops[k]) &&
          walk->root[val_index(inst->ops[k])] == walk->local)
        return FLOW_TARGET;
  }
  return FLOW_NOTHING;
}

/* Marks the ALLOCAs for which an access can follow their END without a BEGIN in
 * between. */
static void find_used_after_end(MemoryGuards *g, const uint32_t *root) {
  const Function *f = g->edit->f;
  Mem *mem = g->edit->program->mem;
  Cfg *cfg = prog_cfg_new(mem, f);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *end = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (end->op != OP_END || !val_is_local(end->ops[0])) continue;
      Walk walk = {f, root, val_index(end->ops[0])};
      if (!g->used_after_end[walk.local] &&
          flow_leads_to(mem, cfg, b, i + 1, look, &walk))
        g->used_after_end[walk.local] = g->escaped[walk.local] = 1;
    }
  prog_cfg_free(cfg);
}

/* Does something mark the end of the local's lifetime? */
static bool is_ended(const Function *f, uint32_t local) {
  for (uint32_t i = 1; i < f->insts.n; i++)
    if (f->insts.at[i].op == OP_END &&
        val_same(f->insts.at[i].ops[0], val_local(local)))
      return true;
  return false;
}

/* Locals whose address escapes, or is used behind an END. */
static void find_escaped(MemoryGuards *g) {
  const Function *f = g->edit->f;
  Mem *mem = g->edit->program->mem;
  uint32_t n = f->insts.n;
  uint32_t *root = MEM_ARRAY(mem, uint32_t, n);
  g->escaped = MEM_ARRAY(mem, uint8_t, n);
  g->used_after_end = MEM_ARRAY(mem, uint8_t, n);
  g->n_locals = n;
  find_roots(f, root);
  find_used_after_end(g, root);
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = 0; k < f->insts.at[i].n_ops; k++) {
      Val v = f->insts.at[i].ops[k];
      if (val_is_local(v) && root[val_index(v)] &&
          f->insts.at[i].op != OP_GEP &&
          use_escapes(g->edit->program, &f->insts.at[i], k))
        g->escaped[root[val_index(v)]] = 1;
    }
  MEM_FREE_ARRAY(mem, root, n);
}

/* Deaths of which nobody knows where: accesses are what is checked, or it is
 * granted that those to dead objects do not happen. */
static void note_unknown_death(const MemoryGuards *g, const Inst *local,
                               const char *which) {
  if (g->property->kinds & lifetimes())
    prog_ledger(g->edit->program, LEDGER_UNDER, local->loc,
                "when %s dies is not looked at", which);
  else
    prog_ledger(g->edit->program, LEDGER_PREMISE, local->loc,
                "%s is not used after its death", which);
}

static void find_ending(MemoryGuards *g) {
  const Function *f = g->edit->f;
  find_escaped(g);
  for (uint32_t i = 1; i < g->n_locals; i++) {
    const Inst *inst = &f->insts.at[i];
    if (inst->op == OP_ALLOCA && inst->flags & INST_SCOPED)
      note_unknown_death(g, inst,
                         "an unnamed object or a local of an inner block");
    if (!g->escaped[i] || inst->flags & INST_ARGUMENT) continue;
    if (strcmp(f->name, PROG_START) == 0) continue; /* the program ends */
    if (!(inst->flags & INST_DYNAMIC)) {
      if (!g->is_entry) VEC_PUSH(g->edit->program->mem, &g->ending, i);
    } else if (!g->is_entry && !is_ended(f, i)) {
      /* What the entry makes by alloca() lives as long as the program. */
      note_unknown_death(g, inst, "a local made on the way");
    }
  }
}

/* ---- all of it ---- */

void memory_guards_init(MemoryGuards *g, Edit *edit, const Property *property,
                        GlobalId blocks) {
  *g = (MemoryGuards){.edit = edit, .property = property, .blocks = blocks};
  g->is_entry = property->entry && strcmp(edit->f->name, property->entry) == 0;
  if (property->kinds & lifetimes() || edit->f->origin == FUNC_USER)
    find_ending(g);
}

void memory_guards_done(MemoryGuards *g) {
  VEC_DONE(g->edit->program->mem, &g->ending);
  if (!g->escaped) return;
  MEM_FREE_ARRAY(g->edit->program->mem, g->escaped, g->n_locals);
  MEM_FREE_ARRAY(g->edit->program->mem, g->used_after_end, g->n_locals);
}

/* Lives of locals that are reached by name only cannot be missed. */
bool memory_is_idle(const MemoryGuards *g, uint32_t index) {
  const Inst *inst = &g->edit->f->insts.at[index];
  if (inst->op != OP_BEGIN && inst->op != OP_END) return false;
  return !g->escaped || !val_is_local(inst->ops[0]) ||
         !g->escaped[val_index(inst->ops[0])];
}

/* In front of a return. */
static void end_locals(const MemoryGuards *g) {
  for (uint32_t i = 0; i < g->ending.n; i++) {
    Val local = val_local(g->ending.at[i]);
    edit_add(g->edit, OP_END, (TypeId){0}, &local, 1, NULL, 0);
  }
}

void memory_guard_before(MemoryGuards *g, uint32_t index) {
  Inst inst = g->edit->f->insts.at[index]; /* a copy: the vector grows */
  edit_like(g->edit, index);
  bool is_ours = text_starts_with(g->edit->f->name, PROG_START);
  if (checks(g, PROPERTY_VALID_DEREF) && !is_ours) guard_deref(g, &inst);
  if (inst.op == OP_FREE && prog_property_is_memory(g->property))
    guard_free(g, &inst);
  if (inst.op == OP_FREE && g->blocks.id) count_free(g, &inst);
  if (inst.op == OP_ALLOC && g->blocks.id && is_made_by(g, "any_file"))
    give_up_if(g, certain(g), "memory of the library's own");
  bool ends = inst.op == OP_STOP || (inst.op == OP_RET && g->is_entry);
  if (ends && g->blocks.id) guard_end(g, &inst);
  if (inst.op == OP_RET) end_locals(g);
}

/* The lifetime of a parameter passed by value is the call. */
static void end_arguments(const MemoryGuards *g, const Inst *call) {
  for (uint32_t k = 1; k < call->n_ops; k++) {
    Val v = call->ops[k];
    if (!val_is_local(v)) continue;
    const Inst *made = &g->edit->f->insts.at[val_index(v)];
    if (made->op == OP_ALLOCA && made->flags & INST_ARGUMENT)
      edit_add(g->edit, OP_END, (TypeId){0}, &v, 1, NULL, 0);
  }
}

void memory_guard_behind(MemoryGuards *g, uint32_t index) {
  Inst inst = g->edit->f->insts.at[index]; /* a copy: the vector grows */
  if (inst.op == OP_CALL) end_arguments(g, &inst);
  if (!g->blocks.id || inst.op != OP_ALLOC || is_made_by(g, "kept_")) return;
  TypeId type = prog_global(g->edit->program, g->blocks)->type;
  count_by(g, OP_ADD, prog_const_u64(g->edit->program, type, 1));
}
