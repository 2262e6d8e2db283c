/* SPDX-License-Identifier: MIT
 *
 * Elements of small arrays as variables.
 *
 * Problem.  One access at a place that is computed keeps a whole array in
 * memory: what is known of its elements is a matter of the array theory then,
 * and the engines that want bits or single values have none.  Yet many arrays
 * have a handful of elements: a state for each process, a value for each round.
 *
 * Idea.  Such an access is one of few, and which one is said by its offset:
 *
 *     x = a[i]     x = i == 0 ? a[0] : i == 1 ? a[1] : i == 2 ? a[2] : any
 *     a[i] = x     a[0] = i == 0 ? x : a[0]; a[1] = i == 1 ? x : a[1]; ...
 *
 * Now all places are constants, and pass_memory makes variables of them.  It
 * also knows of other pointers into the array.  So all arrays are tried on a
 * copy of the program first; those that stayed in memory there are left alone,
 * for all that they would get is longer; so is a program whose copy is dear.
 *
 * Which elements an access can mean follows from its strides: offsets differ by
 * multiples of their greatest common divisor.  Offsets are computed modulo
 * 2^(pointer width), as addresses are; so the divisor is a power of two, or the
 * sum does not wrap.  An access outside of its object reads anything, which no
 * run confirms, and writes nothing: that it stays inside is guarded where it is
 * asked about, and a premise elsewhere.  Pointers are read from arrays as they
 * are: one that may be anything would lead everywhere. */
#include "pass/pass.h"
#include "pass/pass_int.h"

enum {
  ELEMENTS_MOST = 32,
  ADDED_MOST = 30000, /* instructions */
  ADDED_EACH = 5,     /* for an element */
  TRIED_MOST = 20000  /* a larger program is not copied for a trial */
};

/* Arrays that are left alone, by number of the global, or of the ALLOCA: 1. */
typedef struct Left {
  uint8_t *globals, *locals;
  uint32_t n_globals, n_locals;
} Left;

typedef struct Replaced {
  uint32_t load;
  Val value;
} Replaced;

typedef struct Elements {
  Program *p;
  Function *f;
  Edit edit;
  Left *left;
  Vec(Replaced) replaced;
  uint32_t n_added; /* instructions */
  uint32_t n_accesses;
} Elements;

/* The elements that an access can mean: count of them, from `first` on. */
typedef struct Places {
  Address at;
  int64_t first, step;
  uint32_t count;
} Places;

/* ---- which accesses ---- */

static bool is_access(const Inst *inst) {
  return inst->op == OP_LOAD || inst->op == OP_STORE;
}

static TypeId access_type(const Elements *e, const Inst *inst) {
  return inst->op == OP_LOAD ? inst->type
                             : prog_val_type(e->p, e->f, inst->ops[0]);
}

static uint32_t local_of(const Elements *e, const Address *at) {
  if (at->global.id || !val_is_local(at->root)) return 0;
  uint32_t i = val_index(at->root);
  const Inst *root = &e->f->insts.at[i];
  return root->op == OP_ALLOCA && root->n_ops == 0 ? i : 0;
}

/* Of the object that the access is in by its own words; 0: not known. */
static uint64_t object_size(const Elements *e, const Address *at) {
  if (at->global.id) return prog_global(e->p, at->global)->size;
  uint32_t local = local_of(e, at);
  return local ? (uint64_t)e->f->insts.at[local].imm : 0;
}

static bool is_left(const Elements *e, const Address *at) {
  if (at->global.id) return e->left->globals[at->global.id];
  uint32_t local = local_of(e, at);
  assert(local < e->left->n_locals);
  return e->left->locals[local];
}

static int64_t common_stride(const Address *at) {
  int64_t step = 0;
  for (uint32_t i = 0; i < at->n_terms; i++) {
    int64_t stride = at->terms[i].stride;
    if (stride == INT64_MIN) return 0;
    step = (int64_t)integer_gcd(step, stride);
  }
  return step;
}

/* Do offsets keep their remainder by `step`, as the machine computes them? */
static bool keeps_remainder(const Elements *e, const Address *at,
                            int64_t step) {
  if ((step & (step - 1)) == 0) return true;
  IntegerRange ranges[ADDRESS_MOST_TERMS];
  for (uint32_t i = 0; i < at->n_terms; i++)
    ranges[i] = prog_index_range(e->p, e->f, at->terms[i].index);
  return !prog_address_may_wrap(e->p, at, ranges);
}

static Address address_of(const Elements *e, const Inst *inst) {
  Address at = prog_address(e->p, e->f, inst->ops[inst->op == OP_STORE],
                            ADDRESS_ALL_STEPS);
  prog_address_fold(e->p, &at);
  return at;
}

static bool is_pointer_load(const Elements *e, const Inst *inst) {
  return inst->op == OP_LOAD && prog_type(e->p, inst->type)->kind == TYPE_PTR;
}

/* False: it stays as it is. */
static bool find_places(const Elements *e, const Inst *inst, Places *places) {
  if (!is_access(inst) || inst->flags & INST_VOLATILE) return false;
  places->at = address_of(e, inst);
  const Address *at = &places->at;
  uint64_t size = object_size(e, at);
  uint64_t bytes = prog_store_size(e->p, access_type(e, inst));
  int64_t step = common_stride(at), offset;
  if (at->n_terms == 0 || is_pointer_load(e, inst) || size < bytes ||
      bytes == 0 || size > INT32_MAX || step < (int64_t)bytes ||
      !prog_address_offset(at, &offset) || is_left(e, at) ||
      !keeps_remainder(e, at, step))
    return false;
  places->step = step;
  places->first = ((offset % step) + step) % step;
  int64_t last = (int64_t)(size - bytes);
  if (places->first > last) return false;
  int64_t count = (last - places->first) / step + 1;
  places->count = (uint32_t)count;
  return count <= ELEMENTS_MOST;
}

/* ---- one access ---- */

/* From the root on. */
static int64_t bytes_to(const Places *places, uint32_t k) {
  assert(k < places->count);
  return places->first + k * places->step - places->at.start;
}

static Val element(Elements *e, const Places *places, uint32_t k) {
  Val root = places->at.root;
  uint32_t i =
      edit_add(&e->edit, OP_GEP, prog_type_ptr(e->p), &root, 1, NULL, 0);
  e->f->insts.at[i].imm = bytes_to(places, k);
  return val_local(i);
}

static Val is_meant(Elements *e, const Places *places, Val offset, uint32_t k) {
  TypeId word = prog_type_int(e->p, e->p->pointer_bits);
  return edit_op2(&e->edit, OP_EQ, prog_type_int(e->p, 1), offset,
                  prog_const_i64(e->p, word, bytes_to(places, k)));
}

static void rewrite_load(Elements *e, const Places *places, uint32_t i) {
  TypeId type = e->f->insts.at[i].type;
  Val offset = offset_sum(&e->edit, &places->at);
  Val value = edit_nondet(&e->edit, type, INPUT_UNDEF, "outside");
  for (uint32_t k = places->count; k-- > 0;) {
    Val here = edit_load(&e->edit, type, element(e, places, k));
    value = edit_select(&e->edit, type, is_meant(e, places, offset, k), here,
                        value);
  }
  VEC_PUSH(e->p->mem, &e->replaced, ((Replaced){i, value}));
}

static void rewrite_store(Elements *e, const Places *places, uint32_t i) {
  Val stored = e->f->insts.at[i].ops[0];
  TypeId type = prog_val_type(e->p, e->f, stored);
  Val offset = offset_sum(&e->edit, &places->at);
  for (uint32_t k = 0; k < places->count; k++) {
    Val to = element(e, places, k);
    Val before = edit_load(&e->edit, type, to);
    edit_store(&e->edit,
               edit_select(&e->edit, type, is_meant(e, places, offset, k),
                           stored, before),
               to);
  }
}

/* ---- the function ---- */

static void rewrite_block(Elements *e, BlockId block) {
  InstList list = edit_open(&e->edit, block);
  for (uint32_t n = 0; n < list.n; n++) {
    uint32_t i = list.at[n];
    Inst inst = e->f->insts.at[i];
    Places places;
    if (e->n_added > ADDED_MOST || !find_places(e, &inst, &places)) {
      edit_keep(&e->edit, i);
      continue;
    }
    edit_like(&e->edit, i);
    if (inst.op == OP_LOAD)
      rewrite_load(e, &places, i);
    else
      rewrite_store(e, &places, i);
    e->n_added += places.count * ADDED_EACH;
    e->n_accesses++;
  }
  edit_close(&e->edit, &list);
}

static bool has_places(const Elements *e, BlockId block) {
  const Block *b = &e->f->blocks.at[block.id];
  Places places;
  for (uint32_t n = 0; n < b->insts.n; n++)
    if (find_places(e, &e->f->insts.at[b->insts.at[n]], &places)) return true;
  return false;
}

static void replace_loads(Elements *e) {
  Mem *mem = e->p->mem;
  uint32_t n = e->f->insts.n;
  Val *to = MEM_ARRAY(mem, Val, n);
  for (uint32_t k = 0; k < e->replaced.n; k++)
    to[e->replaced.at[k].load] = e->replaced.at[k].value;
  pass_replace_values(e->f, to);
  MEM_FREE_ARRAY(mem, to, n);
}

static Elements elements_of(Program *program, Left *left) {
  return (Elements){
      .p = program, .f = prog_func(program, program->entry), .left = left};
}

static uint32_t rewrite(Program *program, Left *left) {
  Elements e = elements_of(program, left);
  edit_init(&e.edit, program, e.f);
  uint32_t n = e.f->blocks.n;
  for (uint32_t b = 0; b < n; b++)
    if (has_places(&e, (BlockId){b})) rewrite_block(&e, (BlockId){b});
  edit_done(&e.edit);
  if (e.replaced.n) replace_loads(&e);
  VEC_DONE(program->mem, &e.replaced);
  return e.n_accesses;
}

/* ---- which arrays ---- */

/* Marks what is still accessed in memory. */
static void find_left(Program *program, Left *left) {
  const Elements e = elements_of(program, left);
  for (uint32_t b = 0; b < e.f->blocks.n; b++)
    for (uint32_t n = 0; n < e.f->blocks.at[b].insts.n; n++) {
      const Inst *inst = &e.f->insts.at[e.f->blocks.at[b].insts.at[n]];
      if (!is_access(inst)) continue;
      Address at = address_of(&e, inst);
      uint32_t local = local_of(&e, &at);
      if (at.global.id) left->globals[at.global.id] = 1;
      if (local && local < left->n_locals) left->locals[local] = 1;
    }
}

static bool is_needed(Program *program, Left *left) {
  const Elements e = elements_of(program, left);
  uint32_t n_insts = 0;
  bool found = false;
  for (uint32_t b = 0; b < e.f->blocks.n && n_insts <= TRIED_MOST; b++) {
    n_insts += e.f->blocks.at[b].insts.n;
    found |= has_places(&e, (BlockId){b});
  }
  return found && n_insts <= TRIED_MOST;
}

uint32_t pass_elements(Program *program) {
  require(program->entry.id);
  Mem *mem = program->mem;
  Left left = {.n_globals = program->globals.n,
               .n_locals = prog_func(program, program->entry)->insts.n};
  left.globals = MEM_ARRAY(mem, uint8_t, left.n_globals);
  left.locals = MEM_ARRAY(mem, uint8_t, left.n_locals);
  uint32_t n = 0;
  if (is_needed(program, &left)) {
    Program *trial = prog_clone(program);
    rewrite(trial, &left);
    pass_clean(trial);
    pass_memory(trial);
    find_left(trial, &left);
    prog_free(trial);
    n = rewrite(program, &left);
  }
  MEM_FREE_ARRAY(mem, left.globals, left.n_globals);
  MEM_FREE_ARRAY(mem, left.locals, left.n_locals);
  return n;
}
