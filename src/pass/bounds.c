/* SPDX-License-Identifier: MIT
 *
 * Accesses whose bounds can be read off the function itself.
 *
 * Known are the size of a local or global object and of one allocated with a
 * constant size, when the address is made of it by address arithmetic alone;
 * and the number of elements of an array that an index chooses from, whatever
 * object the array is part of (Inst.aux of a GEP).  In front of such an access
 * stands a test that leads to ERROR if it leaves the object (C11 6.5.6p8).
 *
 * Offsets are compared without wrapping (offset.c) and without a sign: an
 * offset below 0 is a large one.  An index counts as itself.  Where everything
 * is constant and right there is nothing to test.
 *
 * Nothing is said of other accesses: this is no check of memory safety.
 * Library models are left out: their objects are their callers'. */
#include "pass/pass.h"
#include "pass/pass_int.h"
#include "pass/edit.h"

typedef struct Bounds {
  Edit edit;
  Map checked; /* address already tested -> block + 1 */
} Bounds;

/* What an address is made of. */
typedef struct Made {
  Address address;
  uint64_t size;  /* of the object at the root; 0: not known */
  bool is_chosen; /* some index chooses from an array */
} Made;

uint64_t pass_allocated(const Program *p, const Inst *call) {
  uint64_t size = 0, count = 1;
  FuncId callee = prog_callee(p, call);
  if (!callee.id) return 0;
  const char *name = prog_func(p, callee)->name;
  bool is_calloc = strcmp(name, "calloc") == 0;
  if (!is_calloc && strcmp(name, "malloc") != 0) return 0;
  if (call->n_ops != (is_calloc ? 3u : 2u)) return 0;
  if (!prog_const_as_u64(p, call->ops[1], &size)) return 0;
  if (is_calloc && !prog_const_as_u64(p, call->ops[2], &count)) return 0;
  return count && size <= INT32_MAX / count ? size * count : 0;
}

static uint64_t object_size(const Program *p, const Function *f, Val root) {
  if (val_is_const(root)) {
    const Const *c = prog_const(p, root);
    if (c->kind != CONST_GLOBAL) return 0;
    const Global *g = prog_global(p, c->global);
    return g->state == GLOBAL_DEFINED ? g->size : 0;
  }
  const Inst *inst = &f->insts.at[val_index(root)];
  if (inst->op == OP_ALLOCA && inst->n_ops == 0) return (uint64_t)inst->imm;
  return inst->op == OP_CALL ? pass_allocated(p, inst) : 0;
}

static Made take_apart(const Program *p, const Function *f, Val address) {
  Made made = {.address = prog_address(p, f, address, ADDRESS_ALL_STEPS)};
  made.size = object_size(p, f, made.address.root);
  for (uint32_t i = 0; i < made.address.n_terms; i++)
    made.is_chosen |= made.address.terms[i].array.id != 0;
  return made;
}

static Val either(Bounds *b, Val x, Val y) {
  TypeId truth = prog_type_int(b->edit.program, 1);
  return val_is_none(x) ? y : edit_op2(&b->edit, OP_OR, truth, x, y);
}

static Val greater(Bounds *b, Val x, Val y) {
  TypeId truth = prog_type_int(b->edit.program, 1);
  return edit_op2(&b->edit, OP_ULT, truth, y, x);
}

static TypeId word(const Bounds *b) {
  return prog_type_int(b->edit.program, b->edit.program->pointer_bits);
}

static Val number(Bounds *b, uint64_t value) {
  return prog_const_u64(b->edit.program, word(b), value);
}

/* Some index is not below the number of elements. */
static Val wrong_index(Bounds *b, const Address *address) {
  Val wrong = {0};
  for (uint32_t i = 0; i < address->n_terms; i++) {
    const AddressTerm *term = &address->terms[i];
    if (!term->array.id) continue;
    assert(prog_type(b->edit.program, term->array)->kind == TYPE_ARRAY);
    uint64_t count = prog_type(b->edit.program, term->array)->count;
    if (count)
      wrong = either(b, wrong, greater(b, term->index, number(b, count - 1)));
  }
  return wrong;
}

/* The distance of the address from the start of the object, modulo 2^width. */
static Val distance(Bounds *b, const Made *made) {
  Val sum = offset_sum(&b->edit, &made->address);
  if (!made->address.start) return sum;
  return edit_op2(&b->edit, OP_ADD, word(b), sum,
                  number(b, (uint64_t)made->address.start));
}

static bool is_known_right(const Made *made, uint64_t bytes) {
  int64_t offset;
  if (made->address.n_terms) return false;
  if (!made->size) return true;
  return prog_address_offset(&made->address, &offset) && offset >= 0 &&
         (uint64_t)offset <= made->size &&
         bytes <= made->size - (uint64_t)offset;
}

static void fail_if(Bounds *b, Val wrong, const char *message) {
  edit_guard(&b->edit, wrong, prog_property_name(PROPERTY_VALID_DEREF),
             message);
}

/* An access of `bytes` bytes. */
static void guard_access(Bounds *b, Val address, uint64_t bytes,
                         const char *message) {
  Made made = take_apart(b->edit.program, b->edit.f, address);
  if (is_known_right(&made, bytes) || (!made.is_chosen && !made.size)) return;
  if (map_get(&b->checked, address.id, 0) == b->edit.opened.id + 1) return;
  map_put(&b->checked, address.id, b->edit.opened.id + 1);
  Val wrong = {0};
  if (made.is_chosen) wrong = wrong_index(b, &made.address);
  if (val_is_none(wrong) && made.size) {
    uint64_t last = made.size < bytes ? 0 : made.size - bytes;
    wrong = made.size < bytes
                ? prog_const_u64(b->edit.program,
                                 prog_type_int(b->edit.program, 1), 1)
                : either(b, offset_wraps(&b->edit, &made.address),
                         greater(b, distance(b, &made), number(b, last)));
  }
  if (!val_is_none(wrong)) fail_if(b, wrong, message);
}

/* `bytes` bytes from the address on. */
static void guard_range(Bounds *b, Val address, Val bytes,
                        const char *message) {
  Program *p = b->edit.program;
  Made made = take_apart(p, b->edit.f, address);
  uint64_t constant;
  bool is_fixed = prog_const_as_u64(p, bytes, &constant);
  if (!made.size || (is_fixed && is_known_right(&made, constant)) ||
      prog_val_bits(p, b->edit.f, bytes) != p->pointer_bits)
    return;
  Val size = number(b, made.size), from = distance(b, &made);
  Val left = edit_op2(&b->edit, OP_SUB, word(b), size, from);
  Val wrong = either(b, greater(b, from, size), greater(b, bytes, left));
  wrong = either(b, offset_wraps(&b->edit, &made.address), wrong);
  fail_if(b, wrong, message);
}

static void guard_inst(Bounds *b, uint32_t index) {
  Inst inst = b->edit.f->insts.at[index]; /* a copy: the vector grows */
  Program *p = b->edit.program;
  edit_like(&b->edit, index);
  if (inst.flags & INST_MODEL) return;
  if (inst.op == OP_LOAD)
    guard_access(b, inst.ops[0], prog_store_size(p, inst.type),
                 "read outside the object");
  if (inst.op == OP_STORE)
    guard_access(b, inst.ops[1],
                 prog_store_size(p, prog_val_type(p, b->edit.f, inst.ops[0])),
                 "write outside the object");
  if (inst.op == OP_MEMCPY || inst.op == OP_MEMSET)
    guard_range(b, inst.ops[0], inst.ops[2], "write outside the object");
  if (inst.op == OP_MEMCPY)
    guard_range(b, inst.ops[1], inst.ops[2], "read outside the object");
}

static void bounds_function(Program *p, Function *f) {
  Bounds b = {.edit = {0}};
  edit_init(&b.edit, p, f);
  map_init(&b.checked, p->mem);
  for (uint32_t block = 0, n = f->blocks.n; block < n; block++) {
    InstList list = edit_open(&b.edit, (BlockId){block});
    for (uint32_t i = 0; i < list.n; i++) {
      guard_inst(&b, list.at[i]);
      edit_keep(&b.edit, list.at[i]);
    }
    edit_close(&b.edit, &list);
  }
  map_done(&b.checked);
  edit_done(&b.edit);
}

void pass_bounds(Program *p) {
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED &&
        p->funcs.at[f].origin == FUNC_USER)
      bounds_function(p, &p->funcs.at[f]);
}
