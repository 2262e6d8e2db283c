/* SPDX-License-Identifier: MIT
 *
 * The heap as one object, or two, or three.
 *
 * Problem.  A list of any length is built, then walked through.  What holds of
 * all its nodes takes a quantifier to say, and which nodes there are takes
 * reachability.  Our invariants have neither.
 *
 * Idea.  As with arrays (cells.c): of the many objects that an ALLOC
 * makes, follow one, any, and what its fields hold.  A store through p changes
 * them when p is its address; a load gives them then, and anything otherwise.
 * A run that reaches an error need be found for only one choice, so we choose
 * the object that was loaded from last before the error; with two, the second
 * is the last one that is not the first; and so on.  A flag for each remembers,
 * and an error counts only where all are set.  Objects that exist once (list
 * heads, sentinels) are all followed, and are not chosen from.
 *
 * That is not enough for pointers: an object that is not followed yields any
 * pointer, also one to the object followed before that exists, with contents
 * that nobody has written.  In the program a pointer that was stored is NULL or
 * was made from an object, so what it leads to exists.  To be allowed to say
 * so, loads of pointers from fields that nothing was written to become errors.
 * More errors are no loss where only proofs are wanted, and these, too, count
 * only where the flags are set.  Accesses through NULL become errors in the
 * same way, because they are of no object that could be followed.  So consider
 * the first error of a run: up to there all pointers loaded were written, all
 * values that heap_fields.c calls clean are, and (premise: different objects
 * have different addresses, even when freed, and accesses stay inside the
 * object that their pointer was made from)
 *   - a clean value is the address of an object only after it was made;
 *   - no object is made twice.
 * The new program assumes these two.
 *
 * Addresses.  The objects followed lie where globals that we add lie.  So they
 * have an address of their own, as the encoder's objects have, and as there it
 * does not matter which: a program that looks at more than whose it is cannot
 * be proved (src/encode/addresses.c, where globals are concerned).  The others
 * may lie anywhere but there, and over each other.  Objects on the heap and
 * locals that exist once are made when the program starts.
 *
 * Fields of one object need one address for all of them: a field has an
 * *offset*, and the object's address is that of the field minus the offset.
 * Whatever offset is taken, different cells of a region are of different
 * objects in this sense; where a struct is part of several others, only facts
 * that relate its fields to those around it are lost.
 *
 * More executions than before, never fewer: for each that reaches an error
 * there is a choice of the new inputs for which the new program reaches one. */
#include "ir/address.h"
#include "pass/over/heap_int.h"
#include "pass/over/over.h"

enum { PAGE = 4096, MOST_OFFSETS = 4 };

/* An object followed. */
typedef struct Slot {
  Val address;
  HeapKey key; /* of an object that exists once; else its object is 0 */
  Val made;    /* one of many, too: ALLOCAs: it exists, or did */
  Val flag;    /* ... it was loaded from when it had to be */
} Slot;

typedef struct Follow {
  Heap heap;
  Edit edit;
  uint32_t n_many, n_slots;
  Slot slots[HEAP_MOST]; /* those of many first */
  TypeId pointer, bit;
  Vec(Val) to; /* value -> the one in its place */
} Follow;

/* ---- small things ---- */

static Val truth(Follow *w, uint64_t value) {
  return prog_const_u64(w->heap.program, w->bit, value);
}

static Val either(Follow *w, Val a, Val b) {
  return edit_op2(&w->edit, OP_OR, w->bit, a, b);
}

static Val negated(Follow *w, Val a) {
  return edit_op2(&w->edit, OP_XOR, w->bit, a, truth(w, 1));
}

static Val anything(Follow *w, TypeId type) {
  return edit_nondet(&w->edit, type, INPUT_UNDEF, "field");
}

static Val shifted(Follow *w, Val address, int64_t by) {
  if (by == 0) return address;
  if (val_is_const(address)) {
    const Const *at = prog_const(w->heap.program, address);
    if (at->kind == CONST_GLOBAL)
      return prog_const_global(w->heap.program, at->global, at->offset + by);
  }
  uint32_t gep = edit_add(&w->edit, OP_GEP, w->pointer, &address, 1, NULL, 0);
  w->heap.f->insts.at[gep].imm = by;
  return val_local(gep);
}

static Val is_at(Follow *w, Val address, const Slot *slot, int64_t shift) {
  return edit_op2(&w->edit, OP_EQ, w->bit, address,
                  shifted(w, slot->address, shift));
}

/* ---- the start ---- */

/* As large as the largest object that may be followed there. */
static uint64_t largest_object(const Heap *h) {
  uint64_t most = 16;
  for (uint32_t i = 0; i < h->keys.n; i++) {
    uint64_t size = prog_points_object(h->points, h->keys.at[i].object)->size;
    if (size > most) most = size;
  }
  return most;
}

static Val new_place(Follow *w) {
  Program *program = w->heap.program;
  char name[48];
  snprintf(name, sizeof name, "object followed %u", program->globals.n);
  TypeId byte = prog_type_int(program, 8);
  TypeId type = prog_type_array(program, byte, largest_object(&w->heap));
  return prog_const_global(program, prog_add_global(program, name, type), 0);
}

static void begin_many(Follow *w) {
  assert(w->n_slots < w->n_many);
  Slot *slot = &w->slots[w->n_slots];
  *slot = (Slot){.address = new_place(w),
                 .made = edit_variable(&w->edit, w->bit),
                 .flag = edit_variable(&w->edit, w->bit)};
  edit_store(&w->edit, truth(w, 0), slot->made);
  edit_store(&w->edit, truth(w, 1), slot->flag);
  w->n_slots++;
}

static bool is_once(const Follow *w, uint32_t number) {
  for (uint32_t i = 0; i < w->heap.keys.n; i++)
    if (w->heap.keys.at[i].object == number)
      return !heap_is_many(&w->heap, number);
  return false;
}

/* Objects that exist once get their addresses: those on the heap of which
 * nothing is left get places of ours, the others are made here. */
static void hoist(Follow *w) {
  for (uint32_t i = 1; i < w->heap.n_objects; i++) {
    const MemObject *object = prog_points_object(w->heap.points, i);
    if (!is_once(w, i) || object->kind == OBJECT_GLOBAL) continue;
    if (object->kind == OBJECT_ALLOC && !w->heap.stays[i])
      w->to.at[object->inst] = new_place(w);
    else
      edit_keep(&w->edit, object->inst);
  }
}

/* The field's address minus its offset is the slot's. */
static void begin_once(Follow *w, HeapKey key) {
  const MemObject *object = prog_points_object(w->heap.points, key.object);
  assert(w->n_slots < HEAP_MOST);
  Val base = object->kind == OBJECT_GLOBAL
                 ? prog_const_global(w->heap.program, object->global, 0)
                 : val_local(object->inst);
  if (object->kind == OBJECT_ALLOC && !val_is_none(w->to.at[object->inst]))
    base = w->to.at[object->inst];
  w->slots[w->n_slots++] =
      (Slot){.address = shifted(w, base, key.shift), .key = key};
}

/* What a field of a global holds; none: not known. */
static Val initial_value(const Follow *w, uint32_t r, const Slot *slot) {
  const HeapField *field = &w->heap.fields[r];
  if (!slot->key.object) return (Val){0};
  const MemObject *object =
      prog_points_object(w->heap.points, slot->key.object);
  int64_t at = slot->key.shift + field->offset;
  uint64_t bytes = prog_store_size(w->heap.program, field->type);
  if (object->kind != OBJECT_GLOBAL || at < 0 ||
      prog_region_at(w->heap.regions, slot->key.object, (uint64_t)at, bytes)
              .id != r)
    return (Val){0};
  return heap_initial(&w->heap, object->global, field->type, (uint64_t)at);
}

static void begin_field(Follow *w, uint32_t r) {
  HeapField *field = &w->heap.fields[r];
  for (uint32_t j = 0; j < w->n_slots; j++) {
    Val value = initial_value(w, r, &w->slots[j]);
    bool known = !val_is_none(value);
    field->cell[j] = edit_variable(&w->edit, field->type);
    edit_store(&w->edit, known ? value : anything(w, field->type),
               field->cell[j]);
    if (!field->is_clean) continue;
    field->written[j] = edit_variable(&w->edit, w->bit);
    edit_store(&w->edit, truth(w, known), field->written[j]);
  }
}

static void begin(Follow *w) {
  Program *program = w->heap.program;
  hoist(w);
  for (uint32_t j = 0; j < w->n_many; j++) begin_many(w);
  for (uint32_t i = 0; i < w->heap.keys.n; i++)
    if (!heap_is_many(&w->heap, w->heap.keys.at[i].object))
      begin_once(w, w->heap.keys.at[i]);
  for (uint32_t r = 1; r < w->heap.n_fields; r++) {
    const HeapField *field = &w->heap.fields[r];
    if (field->state == FIELD_STAYS) continue;
    bool followed = field->state == FIELD_FOLLOWED;
    prog_ledger(program, LEDGER_OVER, field->loc,
                "memory '%s'%s holds anything", program->regions.at[r].name,
                followed ? " of all but a few objects" : "");
    if (followed) begin_field(w, r);
  }
}

/* ---- objects are made ---- */

/* The object is new, so are its fields. */
static void renew(Follow *w, uint32_t j) {
  for (uint32_t r = 1; r < w->heap.n_fields; r++) {
    const HeapField *field = &w->heap.fields[r];
    if (field->state != FIELD_FOLLOWED) continue;
    edit_store(&w->edit, anything(w, field->type), field->cell[j]);
    if (field->is_clean) edit_store(&w->edit, truth(w, 0), field->written[j]);
  }
}

/* What follows happens where the condition holds; gives the block behind. */
static BlockId open_if(Follow *w, Val condition) {
  BlockId then = edit_block(&w->edit, ""), behind = edit_block(&w->edit, "");
  edit_condbr(&w->edit, condition, then, behind);
  w->edit.at = then;
  return behind;
}

static void close_if(Follow *w, BlockId behind) {
  edit_br(&w->edit, behind);
  w->edit.at = behind;
}

/* An address in the first page is none, nor is that of an object followed. */
static Val any_address(Follow *w) {
  Val address = edit_nondet(&w->edit, w->pointer, INPUT_UNDEF, "address");
  Val page = prog_const_u64(w->heap.program, w->pointer, PAGE - 1);
  edit_assume(&w->edit, edit_op2(&w->edit, OP_ULT, w->bit, page, address));
  for (uint32_t j = 0; j < w->n_slots; j++)
    edit_assume(&w->edit, negated(w, is_at(w, address, &w->slots[j],
                                           -w->slots[j].key.shift)));
  return address;
}

/* One of many is made: perhaps one that is followed and not made yet. */
static void rewrite_maker(Follow *w, uint32_t index, uint32_t number) {
  enum { MOST_WAYS = HEAP_KEYS * HEAP_MANY };
  BlockId from[MOST_WAYS + 1], join = edit_block(&w->edit, "");
  Val address[MOST_WAYS + 1];
  uint32_t n = 0;
  edit_like(&w->edit, index);
  for (uint32_t i = 0; i < w->heap.keys.n; i++)
    for (uint32_t j = 0; j < w->n_many; j++) {
      if (w->heap.keys.at[i].object != number) continue;
      assert(n < MOST_WAYS);
      const Slot *slot = &w->slots[j];
      Val chosen = edit_nondet(&w->edit, w->bit, INPUT_UNDEF, "chosen");
      Val made = edit_load(&w->edit, w->bit, slot->made);
      BlockId behind =
          open_if(w, edit_op2(&w->edit, OP_ULT, w->bit, made, chosen));
      edit_store(&w->edit, truth(w, 1), slot->made);
      renew(w, j);
      address[n] = shifted(w, slot->address, -w->heap.keys.at[i].shift);
      from[n++] = w->edit.at;
      edit_br(&w->edit, join);
      w->edit.at = behind;
    }
  address[n] = any_address(w);
  from[n++] = w->edit.at;
  edit_br(&w->edit, join);
  w->edit.at = join;
  w->to.at[index] =
      val_local(edit_add(&w->edit, OP_PHI, w->pointer, address, n, from, n));
}

/* ---- accesses ---- */

/* The pointer that the access starts from, and how far it goes: constant steps
 * are compared as addresses are, modulo the pointer's width. */
static Val base_of(const Follow *w, const Inst *inst, uint64_t *offset) {
  Address address = prog_address(w->heap.program, w->heap.f, heap_address(inst),
                                 ADDRESS_CONSTANT_STEPS);
  *offset = (uint64_t)address.offset;
  return address.root;
}

/* Where the address is that of the field in object j. */
static void find_hits(Follow *w, const Inst *inst, Val *hits) {
  uint64_t offset;
  Val address = base_of(w, inst, &offset);
  int64_t shift =
      (int64_t)((uint64_t)heap_field(&w->heap, inst)->offset - offset);
  for (uint32_t j = 0; j < w->n_slots; j++)
    hits[j] = is_at(w, address, &w->slots[j], shift);
}

/* Flags for the load at hand: of those of many, the first is the last loaded
 * from, the second the last that is not the first. */
static void watch(Follow *w, const Val *hits) {
  Val counts = truth(w, 0), known = truth(w, 0);
  for (uint32_t j = w->n_many; j < w->n_slots; j++)
    known = either(w, known, hits[j]);
  counts = known;
  for (uint32_t j = 0; j < w->n_many; j++) {
    Val before = edit_load(&w->edit, w->bit, w->slots[j].flag);
    Val now = edit_select(&w->edit, w->bit, counts, before, hits[j]);
    edit_store(&w->edit, now, w->slots[j].flag);
    counts = either(w, counts, hits[j]);
  }
}

static void demand_flags(Follow *w) {
  for (uint32_t j = 0; j < w->n_many; j++)
    edit_assume(&w->edit, edit_load(&w->edit, w->bit, w->slots[j].flag));
}

/* One of many must exist; one that exists once does. */
static void demand_made(Follow *w, uint32_t j) {
  if (j < w->n_many)
    edit_assume(&w->edit, edit_load(&w->edit, w->bit, w->slots[j].made));
}

/* One more error: where the condition does not hold. */
static void demand(Follow *w, Val condition, const char *otherwise) {
  BlockId bad = edit_block(&w->edit, ""), good = edit_block(&w->edit, "");
  edit_condbr(&w->edit, condition, good, bad);
  w->edit.at = bad;
  demand_flags(w);
  edit_error(&w->edit, w->heap.program->errors.at[0].property, otherwise);
  w->edit.at = good;
}

static void demand_written(Follow *w, const HeapField *field, uint32_t j) {
  assert(field->is_clean && !val_is_none(field->written[j]));
  demand(w, edit_load(&w->edit, w->bit, field->written[j]),
         "a pointer is read that was never written");
}

static void demand_object(Follow *w, const Inst *access) {
  uint64_t offset;
  Val null = prog_const_u64(w->heap.program, w->pointer, 0);
  Val base = base_of(w, access, &offset);
  demand(w, edit_op2(&w->edit, OP_NE, w->bit, base, null), "NULL is followed");
}

/* A clean value leads to one of many only after that was made. */
static void assume_made(Follow *w, Val value, Val original) {
  int64_t offsets[MOST_OFFSETS];
  uint32_t n = heap_offsets(&w->heap, original, offsets, MOST_OFFSETS);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < w->n_many; j++) {
      Val apart = negated(w, is_at(w, value, &w->slots[j], offsets[i]));
      Val made = edit_load(&w->edit, w->bit, w->slots[j].made);
      edit_assume(&w->edit, either(w, apart, made));
    }
}

static void rewrite_load(Follow *w, uint32_t index, const Val *hits) {
  const HeapField *field = heap_field(&w->heap, &w->heap.f->insts.at[index]);
  BlockId from[HEAP_MOST + 1], join;
  Val value[HEAP_MOST + 1];
  for (uint32_t j = 0; j < w->n_slots; j++) {
    BlockId miss = open_if(w, hits[j]);
    demand_made(w, j);
    if (field->is_clean) demand_written(w, field, j);
    value[j] = edit_load(&w->edit, field->type, field->cell[j]);
    from[j] = w->edit.at;
    w->edit.at = miss;
  }
  value[w->n_slots] = anything(w, field->type);
  from[w->n_slots] = w->edit.at;
  join = edit_block(&w->edit, "");
  for (uint32_t i = 0; i <= w->n_slots; i++) {
    w->edit.at = from[i];
    edit_br(&w->edit, join);
  }
  w->edit.at = join;
  Val now = val_local(edit_add(&w->edit, OP_PHI, field->type, value,
                               w->n_slots + 1, from, w->n_slots + 1));
  w->to.at[index] = now;
  if (field->is_clean) assume_made(w, now, val_local(index));
}

static void rewrite_store(Follow *w, uint32_t index, const Val *hits) {
  Inst inst = w->heap.f->insts.at[index];
  const HeapField *field = heap_field(&w->heap, &inst);
  for (uint32_t j = 0; j < w->n_slots; j++) {
    BlockId behind = open_if(w, hits[j]);
    demand_made(w, j);
    edit_store(&w->edit, inst.ops[0], field->cell[j]);
    if (field->is_clean) edit_store(&w->edit, truth(w, 1), field->written[j]);
    close_if(w, behind);
  }
}

static void rewrite_access(Follow *w, uint32_t index) {
  Inst inst = w->heap.f->insts.at[index];
  const HeapField *field = heap_field(&w->heap, &inst);
  assert(heap_is_access(inst.op) || field->state == FIELD_FORGOTTEN);
  Val hits[HEAP_MOST];
  edit_like(&w->edit, index);
  demand_object(w, &inst);
  if (field->state == FIELD_FORGOTTEN) {
    if (inst.op == OP_LOAD) w->to.at[index] = anything(w, inst.type);
    return;
  }
  find_hits(w, &inst, hits);
  if (inst.op == OP_LOAD) {
    watch(w, hits);
    rewrite_load(w, index, hits);
  } else {
    rewrite_store(w, index, hits);
  }
}

/* ---- the pass ---- */

static void rewrite_inst(Follow *w, uint32_t index) {
  const Inst *inst = &w->heap.f->insts.at[index];
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC: {
    uint32_t number = prog_points_of_inst(w->heap.points, w->heap.id, index);
    if (heap_is_many(&w->heap, number) && w->heap.in_fields[number])
      rewrite_maker(w, index, number);
    else if (!is_once(w, number))
      break;
    return;
  }
  case OP_FREE: return;
  case OP_ERROR:
    edit_like(&w->edit, index);
    demand_flags(w);
    break;
  default:
    if (!inst->region.id || heap_field(&w->heap, inst)->state == FIELD_STAYS)
      break;
    rewrite_access(w, index);
    return;
  }
  edit_keep(&w->edit, index);
}

static void fill_to(Follow *w) {
  while (w->to.n < w->heap.f->insts.n)
    VEC_PUSH(w->heap.mem, &w->to, ((Val){0}));
}

static void rewrite(Follow *w) {
  Function *f = w->heap.f;
  uint32_t n_blocks = f->blocks.n;
  edit_init(&w->edit, w->heap.program, f);
  fill_to(w);
  for (uint32_t b = 0; b < n_blocks; b++) {
    InstList list = edit_open(&w->edit, (BlockId){b});
    if (b == 0) begin(w);
    for (uint32_t i = 0; i < list.n; i++) rewrite_inst(w, list.at[i]);
    edit_close(&w->edit, &list);
  }
  edit_done(&w->edit);
  fill_to(w);
  pass_replace_values(f, w->to.at);
}

uint32_t pass_heap(Program *program, uint32_t n_objects, HeapOnce once) {
  require(n_objects >= 1 && n_objects <= HEAP_MANY);
  Follow w = {.heap = {.program = program,
                       .mem = program->mem,
                       .id = program->entry,
                       .f = prog_func(program, program->entry),
                       .once = once},
              .n_many = n_objects,
              .pointer = prog_type_ptr(program),
              .bit = prog_type_int(program, 1)};
  bool some = program->errors.n > 0 && heap_find(&w.heap);
  if (some) rewrite(&w);
  uint32_t n = w.heap.n_followed;
  heap_done(&w.heap);
  VEC_DONE(program->mem, &w.to);
  return some ? n : 0;
}
