/* SPDX-License-Identifier: MIT
 *
 * What VALID becomes: questions to the accounts of objects.  See validity.c. */
#include "pass/memory/validity_int.h"

/* ---- asking ---- */

/* bytes at `place` fit below the limit; the place is a number >= 0. */
static Val fits(Lower *w, Val place, Val bytes, Val limit) {
  uint64_t at, n, top;
  if (prog_const_as_u64(w->p, place, &at) &&
      prog_const_as_u64(w->p, bytes, &n)) {
    if (at > INT32_MAX || n > INT32_MAX) return validity_boolean(w, 0);
    if (prog_const_as_u64(w->p, limit, &top))
      return validity_boolean(w, at + n < top);
    return validity_compare(w, OP_ULT, validity_number(w, at + n), limit);
  }
  Val room = edit_op2(&w->edit, OP_SUB, validity_word(w), limit,
                      validity_number(w, 1));
  Val rest = edit_op2(&w->edit, OP_SUB, validity_word(w), room, place);
  Val good = edit_op2(&w->edit, OP_AND, validity_bit(w),
                      validity_compare(w, OP_NE, limit, validity_number(w, 0)),
                      validity_compare(w, OP_ULE, place, room));
  good = edit_op2(&w->edit, OP_AND, validity_bit(w), good,
                  validity_compare(w, OP_ULE, bytes, rest));
  if (val_is_const(bytes)) return good;
  return edit_op2(&w->edit, OP_OR, validity_bit(w), good,
                  validity_compare(w, OP_EQ, bytes, validity_number(w, 0)));
}

static Val either(Lower *w, Val a, Val b) {
  return val_is_none(a) ? b : edit_op2(&w->edit, OP_OR, validity_bit(w), a, b);
}

typedef struct Question {
  ValidKind kind;
  Val root, offset, bytes;
  IndexVec objects;
} Question;

static Val limit_of(Lower *w, uint32_t object) {
  const Account *account = &w->accounts[object];
  assert(account->kind == ACCOUNT_GLOBAL || account->kind == ACCOUNT_ONCE);
  if (account->kind == ACCOUNT_GLOBAL)
    return validity_number(w, prog_points_object(w->points, object)->size + 1);
  return validity_load(w, validity_word(w), validity_global(w, account->limit));
}

static Val address_of(Lower *w, uint32_t object) {
  const Account *account = &w->accounts[object];
  assert(account->kind == ACCOUNT_GLOBAL || account->kind == ACCOUNT_ONCE);
  if (account->kind == ACCOUNT_GLOBAL)
    return validity_global(w, prog_points_object(w->points, object)->global);
  return validity_load(w, prog_type_ptr(w->p),
                       validity_global(w, account->address));
}

static bool is_constant(const Lower *w, uint32_t object) {
  const MemObject *o = prog_points_object(w->points, object);
  return o->kind == OBJECT_GLOBAL &&
         prog_global(w->p, o->global)->kind == GLOBAL_CONSTANT;
}

/* Is that where it points?  Whether two literals share their bytes does not
 * matter: it asks which one the pointer was made from. */
static Val points_to(Lower *w, Val root, Val start, uint32_t object) {
  Val here = validity_compare(w, OP_EQ, root, start);
  if (is_constant(w, object) && val_is_local(here))
    w->f->insts.at[val_index(here)].flags |= INST_DISTANCE;
  return here;
}

/* The bytes fit, and may be written if that is asked: into a constant only none
 * may. */
static Val has_room(Lower *w, const Question *q, uint32_t object, Val place,
                    Val limit) {
  if (q->kind == VALID_WRITE && is_constant(w, object))
    return validity_compare(w, OP_EQ, q->bytes, validity_number(w, 0));
  return fits(w, place, q->bytes, limit);
}

/* The root points to the object at that offset, and what is asked is so. */
static Val ask_variable(Lower *w, const Question *q, uint32_t object,
                        int64_t offset) {
  Val start = validity_shifted(w, address_of(w, object), offset);
  Val here = points_to(w, q->root, start, object), good;
  if (q->kind == VALID_FREE)
    good =
        validity_compare(w, OP_NE, limit_of(w, object), validity_number(w, 0));
  else
    good = has_room(
        w, q, object,
        validity_add(w, validity_number(w, (uint64_t)offset), q->offset),
        limit_of(w, object));
  return edit_op2(&w->edit, OP_AND, validity_bit(w), here, good);
}

/* The same for objects whose limit stands in front of them. */
static Val ask_word(Lower *w, const Question *q, int64_t offset) {
  Val at = validity_shifted(w, q->root, -offset - validity_word_bytes(w));
  Val limit = validity_load(w, validity_word(w), at);
  if (q->kind == VALID_FREE)
    return validity_compare(w, OP_NE, limit, validity_number(w, 0));
  return fits(w,
              validity_add(w, validity_number(w, (uint64_t)offset), q->offset),
              q->bytes, limit);
}

/* One target, which is a variable; where in it is not known. */
static Val ask_array(Lower *w, const Question *q) {
  assert(q->objects.n == 1);
  uint32_t object = q->objects.at[0];
  Val start = address_of(w, object), limit = limit_of(w, object);
  if (q->kind == VALID_FREE)
    return edit_op2(&w->edit, OP_AND, validity_bit(w),
                    validity_compare(w, OP_EQ, q->root, start),
                    validity_compare(w, OP_NE, limit, validity_number(w, 0)));
  Val at = edit_op1(&w->edit, OP_PTRTOINT, validity_word(w), q->root);
  Val from = edit_op1(&w->edit, OP_PTRTOINT, validity_word(w), start);
  Val place = edit_op2(&w->edit, OP_SUB, validity_word(w), at, from);
  return has_room(w, q, object, validity_add(w, place, q->offset), limit);
}

/* A heap object is freed at its start, others never. */
static bool can_be_freed(const Lower *w, uint32_t object, int64_t offset) {
  return prog_points_object(w->points, object)->kind == OBJECT_ALLOC &&
         offset == 0;
}

/* All offsets are known; false: they are not, or differ in front of words. */
static bool ask_each(Lower *w, const Question *q, Val *answer) {
  int64_t offset, in_words = INT64_MIN;
  for (uint32_t i = 0; i < q->objects.n; i++) {
    uint32_t object = q->objects.at[i];
    AccountKind kind = w->accounts[object].kind;
    if (kind == ACCOUNT_NONE) continue;
    if (!validity_find_offset(w, q->root, object, &offset)) return false;
    bool skipped = q->kind == VALID_FREE && !can_be_freed(w, object, offset);
    if (kind != ACCOUNT_WORD) continue;
    if (skipped) return false;
    if (in_words != INT64_MIN && in_words != offset) return false;
    in_words = offset;
  }
  for (uint32_t i = 0; i < q->objects.n; i++) {
    uint32_t object = q->objects.at[i];
    AccountKind kind = w->accounts[object].kind;
    if (kind != ACCOUNT_GLOBAL && kind != ACCOUNT_ONCE) continue;
    (void)validity_find_offset(w, q->root, object, &offset);
    if (q->kind == VALID_FREE && !can_be_freed(w, object, offset)) continue;
    *answer = either(w, *answer, ask_variable(w, q, object, offset));
  }
  if (in_words != INT64_MIN)
    *answer = either(w, *answer, ask_word(w, q, in_words));
  if (val_is_none(*answer)) *answer = validity_boolean(w, 0);
  return true;
}

static bool is_one_variable(const Lower *w, const Question *q) {
  if (q->objects.n != 1) return false;
  AccountKind kind = w->accounts[q->objects.at[0]].kind;
  return kind == ACCOUNT_ONCE || kind == ACCOUNT_GLOBAL;
}

static Val ask(Lower *w, uint32_t inst, Question *q) {
  uint64_t size;
  int64_t offset;
  Val answer = {0};
  if (q->kind != VALID_FREE &&
      validity_is_sure(w, inst, q->root, &size, &offset))
    return has_room(
        w, q, validity_own_object(w, q->root),
        validity_add(w, validity_number(w, (uint64_t)offset), q->offset),
        validity_number(w, size + 1));
  validity_find_targets(w, q->root, &q->objects);
  if (ask_each(w, q, &answer)) return answer;
  if (is_one_variable(w, q) &&
      (q->kind != VALID_FREE || can_be_freed(w, q->objects.at[0], 0)))
    return ask_array(w, q);
  return edit_nondet(&w->edit, validity_bit(w), INPUT_UNDEF,
                     "validity of a pointer");
}

Val validity_answer(Lower *w, uint32_t number_of, const Inst *inst) {
  ValidKind kind = (ValidKind)inst->imm;
  assert(inst->op == OP_VALID && number_of < w->n_insts);
  if (kind == VALID_AT_RETURN || kind == VALID_AT_EXIT)
    return validity_boolean(w, 0);
  Question q = {.kind = kind, .root = inst->ops[0]};
  if (kind != VALID_FREE) q.offset = inst->ops[1], q.bytes = inst->ops[2];
  Val found = ask(w, number_of, &q);
  VEC_DONE(w->p->mem, &q.objects);
  if (kind != VALID_FREE) return found;
  Val null = prog_const_u64(w->p, prog_type_ptr(w->p), 0);
  return either(w, found, validity_compare(w, OP_EQ, inst->ops[0], null));
}
