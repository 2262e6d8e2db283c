/* SPDX-License-Identifier: MIT
 *
 * VALID: answered from the state, or by a comparison of numbers. */
#include "pass/shape/shape_int.h"

static bool is_constant(const Shape *w, const Obj *o) {
  return o->kind == OBJ_GLOBAL &&
         prog_global(w->p, o->global)->kind == GLOBAL_CONSTANT;
}

static Val answer_access(Shape *w, State *s, const Inst *inst) {
  assert(inst->n_ops == 3);
  Abs pointer = shape_abs(w, s, inst->ops[0]);
  Val bytes = memory_word(w, s, inst->ops[2]);
  int64_t n;
  if (val_is_const(bytes) && prog_const_as_i64(w->p, bytes, &n) && n == 0)
    return shape_bit(w, true);
  if (pointer.kind != ABS_POINTER)
    return pointer.kind == ABS_CONST && val_is_const(bytes)
               ? shape_bit(w, false)
               : shape_nondet(w, w->bit);
  const Obj *o = &s->objects[pointer.object];
  if (o->is_dead || (inst->imm == VALID_WRITE && is_constant(w, o)))
    return shape_bit(w, false);
  Val start = shape_offset(w, s, inst->ops[0]);
  Val more = memory_word(w, s, inst->ops[1]);
  int64_t a, b;
  o = &s->objects[pointer.object];
  if (prog_const_as_i64(w->p, start, &a) && prog_const_as_i64(w->p, more, &b))
    start = shape_number(w, (int64_t)((uint64_t)a + (uint64_t)b));
  else
    start = edit_op2(&w->edit, OP_ADD, w->word, start, more);
  return memory_inside(w, o, start, bytes);
}

static Val answer_free(Shape *w, State *s, const Inst *inst) {
  assert(inst->n_ops == 1);
  Abs pointer = shape_abs(w, s, inst->ops[0]);
  int64_t address;
  if (shape_const(w, pointer, &address)) return shape_bit(w, address == 0);
  if (pointer.kind != ABS_POINTER) return shape_nondet(w, w->bit);
  const Obj *o = &s->objects[pointer.object];
  if (o->kind != OBJ_HEAP || o->is_dead) return shape_bit(w, false);
  if (!pointer.floats) return shape_bit(w, pointer.offset == 0);
  return edit_op2(&w->edit, OP_EQ, w->bit, shape_offset(w, s, inst->ops[0]),
                  shape_number(w, 0));
}

typedef struct Reach {
  uint8_t *seen, *whole; /* some of an object; all of it */
  bool changed;
} Reach;

static void reach(void *context, Abs *value, uint32_t owner, int64_t at) {
  Reach *r = context;
  (void)at;
  if (owner == OWNER_REG || !r->seen[owner]) return;
  r->whole[value->object] |= value->end == ENDS_FIRST;
  r->changed |= !r->seen[value->object];
  r->seen[value->object] = 1;
}

/* From where objects are looked for. */
typedef enum Roots { ROOTS_GLOBALS, ROOTS_LOCALS, ROOTS_VALUES } Roots;

/* Is every live heap object reached from globals, or from locals in memory as
 * well, or from values, too? */
static bool is_tracked(Shape *w, State *s, Roots from) {
  Reach r = {ARENA_ARRAY(&w->arena, uint8_t, s->n_objects + 1),
             ARENA_ARRAY(&w->arena, uint8_t, s->n_objects + 1), true};
  bool all = !s->lost;
  for (uint32_t i = 0; i < s->n_objects; i++) {
    const Obj *o = &s->objects[i];
    r.seen[i] = o->kind == OBJ_GLOBAL ||
                (o->kind == OBJ_LOCAL && !o->is_dead && from >= ROOTS_LOCALS);
  }
  for (uint32_t i = 0; from == ROOTS_VALUES && i < s->n_regs; i++)
    if (s->regs[i].value.kind == ABS_POINTER) {
      r.seen[s->regs[i].value.object] = 1;
      r.whole[s->regs[i].value.object] |= s->regs[i].value.end == ENDS_FIRST;
    }
  while (r.changed) {
    r.changed = false;
    state_pointers(s, reach, &r);
  }
  for (uint32_t i = 0; i < s->n_objects; i++)
    all &= obj_is_met(&s->objects[i], r.seen[i], r.whole[i]) ||
           s->objects[i].kind != OBJ_HEAP || s->objects[i].is_dead;
  return all;
}

Step valid_step(Shape *w, State *s, const Inst *inst, Item here) {
  require(inst->op == OP_VALID);
  Val bit = {0};
  uint32_t result = shape_number_of(w, here);
  switch ((ValidKind)inst->imm) {
  case VALID_ACCESS:
  case VALID_WRITE: bit = answer_access(w, s, inst); break;
  case VALID_FREE: bit = answer_free(w, s, inst); break;
  case VALID_AT_EXIT: /* not every value is still that of a variable */
    bit = shape_bit(w, is_tracked(w, s, ROOTS_LOCALS));
    if (is_tracked(w, s, ROOTS_LOCALS) == is_tracked(w, s, ROOTS_VALUES)) break;
    shape_unsupported(w, "memory that only values lead to at an exit");
    return STEP_END;
  case VALID_AT_RETURN: /* opinions differ about what main's locals lead to */
    bit = shape_bit(w, is_tracked(w, s, ROOTS_LOCALS));
    if (is_tracked(w, s, ROOTS_LOCALS) == is_tracked(w, s, ROOTS_GLOBALS))
      break;
    shape_unsupported(w, "memory that only locals of main lead to");
    return STEP_END;
  case VALID_LIVE: /* of single functions, which are not looked at here */
  case VALID_INIT:
  case VALID_GONE:
  case VALID_HEAP:
  case VALID_MEMBER:
  case VALID_COPY:
  case VALID_WORD:
  case VALID_PRINTED:
  case VALID_WIDE_COPY:
  case VALID_WIDE_APPEND:
  case VALID_APPEND: bit = shape_nondet(w, w->bit); break;
  }
  assert(!val_is_none(bit));
  shape_set(w, s, result, bit);
  return STEP_NEXT;
}
