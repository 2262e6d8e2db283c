/* SPDX-License-Identifier: MIT
 *
 * Pointers that walk become indices.
 *
 * Problem.  In `for (p = a; *p; p++)` the pointer is a PHI.  What is known of
 * the array's cells is known by index, and an access through p has none.
 *
 * Idea.  Where all that flows into a pointer PHI was computed from one and the
 * same root (a global, an ALLOCA, anything that is no such PHI), the PHI is
 * that root plus a number of elements, and the number is a PHI of its own.  The
 * element is the greatest distance that all steps into PHIs of the root keep.
 * What flows is found from above: PHIs start without a root, get the first one
 * they meet, and are their own root when they meet another.
 *
 * The root that a PHI stands for is always the newest: it is executed on every
 * way to what is computed from it, and its users on every way from there to the
 * PHI.
 *
 * Distances and comparisons of two pointers with the same root then are those
 * of their offsets.  All this is exact: addresses are computed modulo
 * 2^(pointer width) before and after. */
#include "pass/edit.h"
#include "pass/over/over.h"
#include "pass/pass.h"
#include "pass/pass_int.h"
#include "num/integer.h"

typedef struct Walk {
  Val root;       /* none: not known yet; itself: it stays */
  int64_t unit;   /* bytes of an element */
  uint32_t count; /* the PHI of elements */
} Walk;

typedef struct Walks {
  Program *program;
  Mem *mem;
  Function *f;
  Edit edit;
  TypeId word;
  Walk *of; /* instruction -> as a PHI of pointers */
  uint32_t n_insts;
  InstList list; /* the PHIs to replace */
  Vec(Val) to;   /* instruction -> what stands for it now */
} Walks;

static Inst *inst_of(const Walks *w, Val v) {
  return &w->f->insts.at[val_index(v)];
}

static bool is_pointer_phi(const Walks *w, Val v) {
  return val_is_local(v) && inst_of(w, v)->op == OP_PHI &&
         prog_type(w->program, inst_of(w, v)->type)->kind == TYPE_PTR;
}

/* Constant addresses in one global have one root. */
static Address take_apart(const Walks *w, Val pointer) {
  Address a = prog_address(w->program, w->f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(w->program, &a);
  if (a.global.id) {
    a.offset = (int64_t)((uint64_t)a.offset + (uint64_t)a.start);
    a.start = 0;
    a.root = prog_const_global(w->program, a.global, 0);
  }
  return a;
}

static Val root_of(const Walks *w, Val pointer) {
  Val root = take_apart(w, pointer).root;
  return is_pointer_phi(w, root) && val_index(root) < w->n_insts
             ? w->of[val_index(root)].root
             : root;
}

static bool is_walk(const Walks *w, uint32_t index) {
  return index < w->n_insts && is_pointer_phi(w, val_local(index)) &&
         !val_is_none(w->of[index].root) &&
         !val_same(w->of[index].root, val_local(index));
}

/* ---- which PHIs ---- */

static bool flow_into(Walks *w, uint32_t index) {
  Walk *walk = &w->of[index];
  const Inst *phi = &w->f->insts.at[index];
  Val root = walk->root, self = val_local(index);
  for (uint32_t k = 0; k < phi->n_ops && !val_same(root, self); k++) {
    Val from = root_of(w, phi->ops[k]);
    if (val_is_none(from) || val_same(from, root)) continue;
    root = val_is_none(root) ? from : self;
  }
  bool changed = !val_same(root, walk->root);
  walk->root = root;
  return changed;
}

/* The distance that all steps into walks from this root keep. */
static int64_t unit_of(const Walks *w, Val root) {
  Integer unit = 0;
  for (uint32_t i = 0; i < w->list.n; i++) {
    if (!val_same(w->of[w->list.at[i]].root, root)) continue;
    const Inst *phi = &w->f->insts.at[w->list.at[i]];
    for (uint32_t k = 0; k < phi->n_ops; k++) {
      Address a = take_apart(w, phi->ops[k]);
      unit = integer_gcd(unit, a.offset);
      for (uint32_t t = 0; t < a.n_terms; t++)
        unit = integer_gcd(unit, a.terms[t].stride);
    }
  }
  return unit > 0 && unit <= INT32_MAX ? (int64_t)unit : 1;
}

/* Each PHI changes at most twice. */
static void find_walks(Walks *w) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 1; i < w->n_insts; i++)
      if (is_pointer_phi(w, val_local(i)) && flow_into(w, i)) again = true;
  }
  for (uint32_t i = 1; i < w->n_insts; i++)
    if (is_walk(w, i)) VEC_PUSH(w->mem, &w->list, i);
  for (uint32_t i = 0; i < w->list.n; i++) {
    Walk *walk = &w->of[w->list.at[i]];
    walk->unit = unit_of(w, walk->root);
  }
}

/* ---- numbers in the place of pointers ---- */

static void add_count(Walks *w, uint32_t index) {
  Inst phi = w->f->insts.at[index];
  Val zero = prog_const_u64(w->program, w->word, 0);
  Val *ops = MEM_ARRAY(w->mem, Val, phi.n_ops + 1);
  for (uint32_t k = 0; k < phi.n_ops; k++) ops[k] = zero;
  edit_like(&w->edit, index);
  w->of[index].count = edit_add(&w->edit, OP_PHI, w->word, ops, phi.n_ops,
                                phi.blocks, phi.n_blocks);
  MEM_FREE_ARRAY(w->mem, ops, phi.n_ops + 1);
}

/* The pointer, computed from its count. */
static void add_pointer(Walks *w, uint32_t index) {
  edit_like(&w->edit, index);
  Val ops[] = {w->of[index].root, val_local(w->of[index].count)};
  uint32_t gep =
      edit_add(&w->edit, OP_GEP, prog_type_ptr(w->program), ops, 2, NULL, 0);
  w->f->insts.at[gep].stride = w->of[index].unit;
  w->to.at[index] = val_local(gep);
}

static void begin_block(Walks *w, uint32_t block) {
  InstList list = edit_open(&w->edit, (BlockId){block});
  uint32_t n = 0;
  for (uint32_t i = 0; i < list.n; i++)
    if (is_walk(w, list.at[i])) add_count(w, list.at[i]);
  for (; n < list.n && w->f->insts.at[list.at[n]].op == OP_PHI; n++)
    edit_keep(&w->edit, list.at[n]);
  for (uint32_t i = 0; i < n; i++)
    if (is_walk(w, list.at[i])) add_pointer(w, list.at[i]);
  for (; n < list.n; n++) edit_keep(&w->edit, list.at[n]);
  edit_close(&w->edit, &list);
}

/* How many elements of `unit` bytes behind its root a pointer is. */
static Val count_of(Walks *w, Val pointer, int64_t unit) {
  Address a = take_apart(w, pointer);
  Val before = {0};
  assert(unit > 0 && a.offset % unit == 0);
  if (val_is_local(a.root) && is_walk(w, val_index(a.root)))
    before = val_local(w->of[val_index(a.root)].count);
  a.offset /= unit;
  for (uint32_t t = 0; t < a.n_terms; t++) a.terms[t].stride /= unit;
  if (a.n_terms == 0 && a.offset == 0 && !val_is_none(before)) return before;
  Val sum = offset_sum(&w->edit, &a);
  if (val_is_none(before)) return sum;
  return edit_op2(&w->edit, OP_ADD, w->word, before, sum);
}

/* What flows from the end of a block into the counts of its successor. */
static void fill_from(Walks *w, uint32_t from, uint32_t to) {
  const Block *block = &w->f->blocks.at[to];
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t index = block->insts.at[i];
    if (w->f->insts.at[index].op != OP_PHI) break;
    if (!is_walk(w, index)) continue;
    for (uint32_t k = 0; k < w->f->insts.at[index].n_ops; k++) {
      if (w->f->insts.at[index].blocks[k].id != from) continue;
      edit_like(&w->edit, index);
      Val count = count_of(w, w->f->insts.at[index].ops[k], w->of[index].unit);
      w->f->insts.at[w->of[index].count].ops[k] = count;
    }
  }
}

static void end_block(Walks *w, uint32_t block) {
  Inst end = *prog_terminator(w->f, (BlockId){block});
  InstList list = edit_open(&w->edit, (BlockId){block});
  assert(list.n > 0);
  for (uint32_t i = 0; i + 1 < list.n; i++) edit_keep(&w->edit, list.at[i]);
  for (uint32_t k = 0; k < end.n_blocks; k++)
    fill_from(w, block, end.blocks[k].id);
  edit_keep(&w->edit, list.at[list.n - 1]);
  edit_close(&w->edit, &list);
}

static void grow(Walks *w) {
  while (w->to.n < w->f->insts.n) VEC_PUSH(w->mem, &w->to, ((Val){0}));
}

static void replace(Walks *w) {
  grow(w);
  pass_replace_values(w->f, w->to.at);
  for (uint32_t i = 0; i < w->to.n; i++) w->to.at[i] = (Val){0};
}

/* ---- distances and comparisons ---- */

/* The pointer that a number was made from; none: it was not, or cut. */
static Val made_from(const Walks *w, Val number) {
  if (!val_is_local(number)) return (Val){0};
  const Inst *inst = inst_of(w, number);
  bool whole =
      inst->op == OP_PTRTOINT &&
      prog_val_bits(w->program, w->f, number) == w->program->pointer_bits;
  return whole ? inst->ops[0] : (Val){0};
}

/* Two pointers whose offsets may stand for them in the instruction. */
static bool are_related(const Walks *w, const Inst *inst, Val pair[2]) {
  bool equality = inst->op == OP_EQ || inst->op == OP_NE;
  if (!equality && inst->op != OP_SUB) return false;
  for (uint32_t k = 0; k < 2; k++) {
    TypeId type = prog_val_type(w->program, w->f, inst->ops[k]);
    bool pointer = prog_type(w->program, type)->kind == TYPE_PTR;
    pair[k] = pointer ? inst->ops[k] : made_from(w, inst->ops[k]);
    if (val_is_none(pair[k])) return false;
  }
  return val_same(take_apart(w, pair[0]).root, take_apart(w, pair[1]).root);
}

static void relate(Walks *w, uint32_t block) {
  InstList list = edit_open(&w->edit, (BlockId){block});
  for (uint32_t i = 0; i < list.n; i++) {
    Inst inst = w->f->insts.at[list.at[i]];
    Val pair[2];
    if (!are_related(w, &inst, pair)) {
      edit_keep(&w->edit, list.at[i]);
      continue;
    }
    edit_like(&w->edit, list.at[i]);
    for (uint32_t k = 0; k < 2; k++) {
      Address a = take_apart(w, pair[k]);
      pair[k] = offset_sum(&w->edit, &a);
    }
    Val now = edit_op2(&w->edit, inst.op, inst.type, pair[0], pair[1]);
    grow(w);
    w->to.at[list.at[i]] = now;
  }
  edit_close(&w->edit, &list);
}

static void rewrite(Walks *w) {
  uint32_t n = w->f->blocks.n;
  edit_init(&w->edit, w->program, w->f);
  grow(w);
  for (uint32_t b = 0; b < n; b++) begin_block(w, b);
  for (uint32_t b = 0; b < n; b++) end_block(w, b);
  replace(w);
  for (uint32_t b = 0; b < n; b++) relate(w, b);
  replace(w);
  edit_done(&w->edit);
}

uint32_t pass_walks(Program *program) {
  Function *f = prog_func(program, program->entry);
  Walks w = {.program = program,
             .mem = program->mem,
             .f = f,
             .word = prog_type_int(program, program->pointer_bits),
             .n_insts = f->insts.n};
  w.of = MEM_ARRAY(w.mem, Walk, w.n_insts);
  find_walks(&w);
  uint32_t n = w.list.n;
  if (n) rewrite(&w);
  VEC_DONE(w.mem, &w.list);
  VEC_DONE(w.mem, &w.to);
  MEM_FREE_ARRAY(w.mem, w.of, w.n_insts);
  return n;
}
