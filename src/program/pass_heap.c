/* SPDX-License-Identifier: MIT
 *
 * The heap as one object, or two, or three.
 *
 * Problem.  A list of any length is built, then walked through.  What holds of
 * all its nodes takes a quantifier to say, and which nodes there are takes
 * reachability.  Our invariants have neither.
 *
 * Idea.  As with arrays (pass_cells.c): follow one object, an address chosen
 * freely at the start and never changed, and what its fields hold.  A store
 * through p changes them when p is that address; a load gives them then, and
 * anything otherwise.  A run that reaches an error need be found for only one
 * choice, so we choose the object that was loaded from last before the error;
 * with two, the second is the last one that is not the first; and so on.  A
 * flag for each remembers, and an error counts only where all are set.
 *
 * That is not enough for pointers: an object that is not followed yields any
 * pointer, also one to the object followed before that exists, with contents
 * that nobody has written.  In the program a pointer that was stored is NULL or
 * was made from an object, so what it leads to exists.  To be allowed to say
 * so, loads of pointers from fields that nothing was written to become errors.
 * More errors are no loss where only proofs are wanted, and these, too, count
 * only for the object followed.  So consider the first error of a run: up to
 * there all pointers loaded were written, all values that heap_fields.c calls
 * clean are, and (premise: different objects have different addresses, even
 * when freed, and accesses stay inside the object that their pointer was made
 * from)
 *   - an access to the object followed comes after it was made;
 *   - a clean value is its address only after it was made;
 *   - no object is made at its address twice.
 * The new program assumes these three.
 *
 * Objects that many are made of no longer have addresses of the encoder's
 * choice, but any address.  Objects that exist once, globals and locals may
 * have the same fields; they are followed in the same way.
 *
 * An access through NULL ends the run, as the machine does: no object followed
 * lies in the first page (or the last, where error codes are).
 *
 * Fields of one object need one address for all of them: a field has an
 * *offset*, and the object's address is that of the field minus the offset.
 * Whatever offset is taken, different cells of a region are of different
 * objects in this sense; where a struct is part of several others, only facts
 * that relate its fields to those around it are lost.
 *
 * More executions than before, never fewer: for each that reaches an error
 * there is a choice of the new inputs for which the new program reaches one. */
#include "program/heap_int.h"

enum { PAGE = 4096, MOST_INITIAL = 32, MOST_OFFSETS = 4 };

typedef struct Follow {
  Heap heap;
  Edit edit;
  DomTree *dominators;
  uint32_t *block_of; /* ALLOCAs and ALLOCs: where they stand */
  uint32_t n; /* objects followed */
  TypeId pointer, bit;
  Val object[HEAP_MOST]; /* their addresses */
  Val made[HEAP_MOST];   /* ALLOCAs: the object exists, or did */
  Val flags[HEAP_MOST];  /* ALLOCAs: it was loaded from when it had to be */
  Vec(Val) to;           /* value -> the one in its place */
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
  uint32_t gep =
      edit_add(&w->edit, OP_GEP, w->pointer, &address, 1, NULL, 0);
  w->heap.f->insts.at[gep].imm = by;
  return val_local(gep);
}

static Val is_at(Follow *w, Val address, uint32_t j, int64_t shift) {
  return edit_op2(&w->edit, OP_EQ, w->bit, address,
                  shifted(w, w->object[j], shift));
}

/* ---- the start ---- */

static void choose_objects(Follow *w) {
  Val first = prog_const_u64(w->heap.program, w->pointer, PAGE - 1);
  Val last = prog_const_i64(w->heap.program, w->pointer, -PAGE);
  for (uint32_t j = 0; j < w->n; j++) {
    w->object[j] = edit_nondet(&w->edit, w->pointer, INPUT_UNDEF, "object");
    edit_assume(&w->edit, edit_op2(&w->edit, OP_ULT, w->bit, first,
                                   w->object[j]));
    edit_assume(&w->edit, edit_op2(&w->edit, OP_ULT, w->bit, w->object[j],
                                   last));
    for (uint32_t i = 0; i < j; i++)
      edit_assume(&w->edit, edit_op2(&w->edit, OP_NE, w->bit, w->object[i],
                                     w->object[j]));
  }
}

/* Is object j a global, from the start? */
static Val is_static(Follow *w, uint32_t j) {
  Val found = truth(w, 0);
  for (uint32_t i = 0; i < w->heap.keys.n; i++) {
    HeapKey key = w->heap.keys.at[i];
    const MemObject *object = prog_points_object(w->heap.points, key.object);
    if (object->kind != OBJECT_GLOBAL) continue;
    Val at = prog_const_global(w->heap.program, object->global, key.shift);
    found = either(w, found, is_at(w, at, j, 0));
  }
  return found;
}

/* The contents of a field of object j, and whether they are some, as far as
 * globals tell. */
static void begin_cell(Follow *w, uint32_t r, uint32_t j) {
  HeapField *field = &w->heap.fields[r];
  Val value = anything(w, field->type), written = truth(w, 0);
  uint32_t bytes = (uint32_t)prog_store_size(w->heap.program, field->type);
  uint32_t n = 0;
  for (uint32_t i = 0; i < w->heap.keys.n && n < MOST_INITIAL; i++) {
    HeapKey key = w->heap.keys.at[i];
    const MemObject *object = prog_points_object(w->heap.points, key.object);
    int64_t at = key.shift + field->offset;
    if (object->kind != OBJECT_GLOBAL || at < 0 ||
        prog_region_at(w->heap.regions, key.object, (uint64_t)at, bytes).id !=
            r)
      continue;
    Val initial =
        heap_initial(&w->heap, object->global, field->type, (uint64_t)at);
    if (val_is_none(initial)) continue;
    Val address =
        prog_const_global(w->heap.program, object->global, key.shift);
    Val here = is_at(w, address, j, 0);
    value = val_local(edit_add(&w->edit, OP_SELECT, field->type,
                               (Val[]){here, initial, value}, 3, NULL, 0));
    written = either(w, written, here);
    n++;
  }
  field->cell[j] = edit_variable(&w->edit, field->type);
  edit_store(&w->edit, value, field->cell[j]);
  if (!field->is_clean) return;
  field->written[j] = edit_variable(&w->edit, w->bit);
  edit_store(&w->edit, written, field->written[j]);
}

static void begin(Follow *w) {
  Program *program = w->heap.program;
  choose_objects(w);
  for (uint32_t j = 0; j < w->n; j++) {
    w->flags[j] = edit_variable(&w->edit, w->bit);
    edit_store(&w->edit, truth(w, 1), w->flags[j]);
    w->made[j] = edit_variable(&w->edit, w->bit);
    edit_store(&w->edit, is_static(w, j), w->made[j]);
  }
  for (uint32_t r = 1; r < w->heap.n_fields; r++) {
    const HeapField *field = &w->heap.fields[r];
    if (field->state == FIELD_STAYS) continue;
    prog_ledger(program, LEDGER_OVER, field->loc,
                field->state == FIELD_FOLLOWED
                    ? "memory '%s': %u objects are followed, others hold "
                      "anything"
                    : "memory '%s' holds anything",
                program->regions.at[r].name, w->n);
    for (uint32_t j = 0; field->state == FIELD_FOLLOWED && j < w->n; j++)
      begin_cell(w, r, j);
  }
}

/* ---- objects are made ---- */

/* The object is new, so are its fields. */
static void renew(Follow *w, uint32_t j) {
  for (uint32_t r = 1; r < w->heap.n_fields; r++) {
    const HeapField *field = &w->heap.fields[r];
    if (field->state != FIELD_FOLLOWED) continue;
    edit_store(&w->edit, anything(w, field->type), field->cell[j]);
    if (field->is_clean)
      edit_store(&w->edit, truth(w, 0), field->written[j]);
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

static void make(Follow *w, uint32_t number, Val address) {
  const MemObject *object = prog_points_object(w->heap.points, number);
  for (uint32_t i = 0; i < w->heap.keys.n; i++) {
    if (w->heap.keys.at[i].object != number) continue;
    Val key = shifted(w, address, w->heap.keys.at[i].shift);
    for (uint32_t j = 0; j < w->n; j++) {
      BlockId behind = open_if(w, is_at(w, key, j, 0));
      if (object->kind == OBJECT_ALLOC)
        edit_assume(&w->edit, negated(w, edit_load(&w->edit, w->bit,
                                                   w->made[j])));
      edit_store(&w->edit, truth(w, 1), w->made[j]);
      renew(w, j);
      close_if(w, behind);
    }
  }
}

/* The address differs from those of the objects that exist already. */
static void keep_apart(Follow *w, Val address, uint32_t block) {
  const Heap *h = &w->heap;
  for (uint32_t i = 1; i < h->n_objects; i++) {
    const MemObject *object = prog_points_object(h->points, i);
    Val other = {0};
    if (!h->in_fields[i] || object->count != OBJECT_ONCE) continue;
    if (object->kind == OBJECT_GLOBAL)
      other = prog_const_global(h->program, object->global, 0);
    else if (object->func.id == h->id.id &&
             w->block_of[object->inst] != block &&
             prog_dominates(w->dominators, w->block_of[object->inst], block))
      other = val_local(object->inst);
    if (val_is_none(other)) continue;
    edit_assume(&w->edit, edit_op2(&w->edit, OP_NE, w->bit, address, other));
  }
}

static void rewrite_maker(Follow *w, uint32_t index, uint32_t block) {
  uint32_t number = prog_points_of_inst(w->heap.points, w->heap.id, index);
  const MemObject *object = prog_points_object(w->heap.points, number);
  Val address = val_local(index);
  if (object->kind == OBJECT_ALLOC && object->count == OBJECT_MANY &&
      w->heap.in_fields[number]) {
    edit_like(&w->edit, index);
    address = edit_nondet(&w->edit, w->pointer, INPUT_UNDEF, "address");
    Val first = prog_const_u64(w->heap.program, w->pointer, PAGE - 1);
    edit_assume(&w->edit,
                edit_op2(&w->edit, OP_ULT, w->bit, first, address));
    keep_apart(w, address, block);
    w->to.at[index] = address;
  } else {
    edit_keep(&w->edit, index);
    edit_like(&w->edit, index);
  }
  make(w, number, address);
}

/* ---- accesses ---- */

/* Where the address is that of the field in object j. */
static void find_hits(Follow *w, const Inst *inst, Val *hits) {
  Val address = heap_address(inst);
  int64_t shift = heap_field(&w->heap, inst)->offset;
  while (val_is_local(address)) {
    const Inst *gep = &w->heap.f->insts.at[val_index(address)];
    if (gep->op != OP_GEP || gep->n_ops > 1) break;
    shift = (int64_t)((uint64_t)shift - (uint64_t)gep->imm);
    address = gep->ops[0];
  }
  for (uint32_t j = 0; j < w->n; j++) hits[j] = is_at(w, address, j, shift);
}

static void watch(Follow *w, const Val *hits) {
  Val earlier = truth(w, 0);
  for (uint32_t j = 0; j < w->n; j++) {
    Val before = edit_load(&w->edit, w->bit, w->flags[j]);
    Val now = val_local(edit_add(&w->edit, OP_SELECT, w->bit,
                                 (Val[]){earlier, before, hits[j]}, 3, NULL,
                                 0));
    edit_store(&w->edit, now, w->flags[j]);
    earlier = either(w, earlier, hits[j]);
  }
}

static void demand_flags(Follow *w) {
  for (uint32_t j = 0; j < w->n; j++)
    edit_assume(&w->edit, edit_load(&w->edit, w->bit, w->flags[j]));
}

static void demand_written(Follow *w, const HeapField *field, uint32_t j) {
  BlockId bad = edit_block(&w->edit, ""), good = edit_block(&w->edit, "");
  edit_condbr(&w->edit, edit_load(&w->edit, w->bit, field->written[j]), good,
              bad);
  w->edit.at = bad;
  demand_flags(w);
  edit_error(&w->edit, w->heap.program->errors.at[0].property,
             "a pointer is read that was never written");
  w->edit.at = good;
}

/* A clean value is the address of an object followed only if there is one. */
static void assume_made(Follow *w, Val value, Val original) {
  int64_t offsets[MOST_OFFSETS];
  uint32_t n;
  heap_offsets(&w->heap, original, offsets, MOST_OFFSETS, &n);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < w->n; j++) {
      Val apart = negated(w, is_at(w, value, j, offsets[i]));
      Val made = edit_load(&w->edit, w->bit, w->made[j]);
      edit_assume(&w->edit, either(w, apart, made));
    }
}

static void rewrite_load(Follow *w, uint32_t index, const Val *hits) {
  const HeapField *field = heap_field(&w->heap, &w->heap.f->insts.at[index]);
  BlockId from[HEAP_MOST + 1], join;
  Val value[HEAP_MOST + 1];
  for (uint32_t j = 0; j < w->n; j++) {
    BlockId miss = open_if(w, hits[j]);
    edit_assume(&w->edit, edit_load(&w->edit, w->bit, w->made[j]));
    if (field->is_clean) demand_written(w, field, j);
    value[j] = edit_load(&w->edit, field->type, field->cell[j]);
    from[j] = w->edit.at;
    w->edit.at = miss;
  }
  value[w->n] = anything(w, field->type);
  from[w->n] = w->edit.at;
  join = edit_block(&w->edit, "");
  for (uint32_t i = 0; i <= w->n; i++) {
    w->edit.at = from[i];
    edit_br(&w->edit, join);
  }
  w->edit.at = join;
  Val now = val_local(edit_add(&w->edit, OP_PHI, field->type, value, w->n + 1,
                               from, w->n + 1));
  w->to.at[index] = now;
  if (field->is_clean) assume_made(w, now, val_local(index));
}

static void rewrite_store(Follow *w, uint32_t index, const Val *hits) {
  Inst inst = w->heap.f->insts.at[index];
  const HeapField *field = heap_field(&w->heap, &inst);
  for (uint32_t j = 0; j < w->n; j++) {
    BlockId behind = open_if(w, hits[j]);
    edit_assume(&w->edit, edit_load(&w->edit, w->bit, w->made[j]));
    edit_store(&w->edit, inst.ops[0], field->cell[j]);
    if (field->is_clean) edit_store(&w->edit, truth(w, 1), field->written[j]);
    close_if(w, behind);
  }
}

static void rewrite_access(Follow *w, uint32_t index) {
  Inst inst = w->heap.f->insts.at[index];
  const HeapField *field = heap_field(&w->heap, &inst);
  Val hits[HEAP_MOST];
  edit_like(&w->edit, index);
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

static void rewrite_inst(Follow *w, uint32_t index, uint32_t block) {
  const Inst *inst = &w->heap.f->insts.at[index];
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC: rewrite_maker(w, index, block); return;
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
  Cfg *cfg = prog_cfg_new(w->heap.mem, f);
  w->dominators = prog_dominators(cfg);
  w->block_of = MEM_ARRAY(w->heap.mem, uint32_t, w->heap.n_values);
  for (uint32_t b = 0; b < n_blocks; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      w->block_of[f->blocks.at[b].insts.at[i]] = b;
  edit_init(&w->edit, w->heap.program, f);
  fill_to(w);
  for (uint32_t b = 0; b < n_blocks; b++) {
    InstList list = edit_open(&w->edit, (BlockId){b});
    if (b == 0) begin(w);
    for (uint32_t i = 0; i < list.n; i++) rewrite_inst(w, list.at[i], b);
    edit_close(&w->edit, &list);
  }
  edit_done(&w->edit);
  fill_to(w);
  pass_replace_values(f, w->to.at);
  prog_dom_free(w->dominators);
  prog_cfg_free(cfg);
  MEM_FREE_ARRAY(w->heap.mem, w->block_of, w->heap.n_values);
}

uint32_t pass_heap(Program *program, uint32_t n_objects) {
  require(n_objects >= 1 && n_objects <= HEAP_MOST);
  Follow w = {.heap = {.program = program,
                       .mem = program->mem,
                       .id = program->entry,
                       .f = prog_func(program, program->entry)},
              .n = n_objects,
              .pointer = prog_type_ptr(program),
              .bit = prog_type_int(program, 1)};
  bool some = program->errors.n > 0 && heap_find(&w.heap);
  if (some) rewrite(&w);
  uint32_t n = w.heap.n_followed;
  heap_done(&w.heap);
  VEC_DONE(program->mem, &w.to);
  return some ? n : 0;
}
