/* SPDX-License-Identifier: MIT
 *
 * Arithmetic on pointers, and on numbers made from them.
 *
 * Inside one object everything is said by offsets.  Bytes of different live
 * objects have different addresses, none of which is NULL; what else a program
 * may ask of addresses has any answer: behind the end of an object another may
 * begin, and where one is dead another may be made. */
#include "pass/shape/shape_int.h"

/* Both operands as offsets from the same place. */
typedef struct Pair {
  Abs a, b;
  bool together; /* into the same node of the same object */
} Pair;

static bool is_pointer(Abs a) {
  return a.kind == ABS_POINTER;
}

static Pair pair_of(Shape *w, State *s, const Inst *inst) {
  assert(inst->n_ops == 2);
  Pair pair = {.a = shape_abs(w, s, inst->ops[0])};
  pair.b = shape_abs(w, s, inst->ops[1]);
  pair.together = is_pointer(pair.a) && is_pointer(pair.b) &&
                  pair.a.object == pair.b.object && pair.a.end == pair.b.end;
  return pair;
}

static bool is_null(const Shape *w, Abs a) {
  int64_t value;
  return shape_const(w, a, &value) && value == 0;
}

/* Does it surely lead to a byte of a live object? */
static bool is_inside(const Shape *w, const State *s, Abs a) {
  if (!is_pointer(a) || a.floats || a.offset < 0) return false;
  const Obj *o = &s->objects[a.object];
  int64_t size;
  return !o->is_dead && shape_const(w, o->size, &size) && a.offset < size;
}

/* Is it surely not NULL?  Dead objects keep their addresses. */
static bool is_some(const Shape *w, const State *s, Abs a) {
  return is_pointer(a) && !a.floats && (a.offset == 0 || is_inside(w, s, a));
}

/* First and last node of a list: are they one?  True: it was opened. */
static bool ends_meet(Shape *w, State *s, Pair pair, Item here) {
  bool same = is_pointer(pair.a) && is_pointer(pair.b) &&
              pair.a.object == pair.b.object && pair.a.end != pair.b.end;
  if (!same) return false;
  assert(s->objects[pair.a.object].is_list);
  list_open(w, s, here, pair.a.object, ENDS_FIRST);
  return true;
}

static Val compare_offsets(Shape *w, State *s, const Inst *inst) {
  Val a = shape_offset(w, s, inst->ops[0]);
  Val b = shape_offset(w, s, inst->ops[1]);
  Inst plain = *inst;
  plain.ops = (Val[]){a, b};
  Val known = fold_inst(w->p, w->f, &plain);
  if (!val_is_none(known) && val_is_const(known)) return known;
  return edit_op2(&w->edit, inst->op, w->bit, a, b);
}

static Step compare_equal(Shape *w, State *s, const Inst *inst, Item here) {
  Pair pair = pair_of(w, s, inst);
  uint32_t result = shape_number_of(w, here);
  if (ends_meet(w, s, pair, here)) return STEP_END;
  bool differ = is_inside(w, s, pair.a) && is_inside(w, s, pair.b);
  differ |= is_some(w, s, pair.a) && is_null(w, pair.b);
  differ |= is_some(w, s, pair.b) && is_null(w, pair.a);
  if (pair.together)
    shape_set(w, s, result, compare_offsets(w, s, inst));
  else if (differ)
    shape_set(w, s, result, shape_bit(w, inst->op == OP_NE));
  else
    shape_set_any(w, s, result);
  return STEP_NEXT;
}

/* The order of offsets is that of addresses as long as both are in the object.
 */
static Step compare_order(Shape *w, State *s, const Inst *inst, Item here) {
  Pair pair = pair_of(w, s, inst);
  uint32_t result = shape_number_of(w, here);
  if (ends_meet(w, s, pair, here)) return STEP_END;
  bool is_signed = inst->op == OP_SLT || inst->op == OP_SLE;
  if (!pair.together || is_signed) {
    shape_set_any(w, s, result);
    return STEP_NEXT;
  }
  Val size = shape_size(w, &s->objects[pair.a.object]), good = {0};
  for (int k = 0; k < 2; k++) {
    Val offset = shape_offset(w, s, inst->ops[k]);
    Val inside = edit_op2(&w->edit, OP_ULE, w->bit, offset, size);
    good = k ? edit_op2(&w->edit, OP_AND, w->bit, good, inside) : inside;
  }
  int64_t end, a = pair.a.offset, b = pair.b.offset;
  Val order = compare_offsets(w, s, inst);
  if (shape_const(w, s->objects[pair.a.object].size, &end) && !pair.a.floats &&
      !pair.b.floats && a >= 0 && b >= 0 && a <= end && b <= end) {
    shape_set(w, s, result, order);
    return STEP_NEXT;
  }
  Val any = shape_nondet(w, w->bit);
  shape_set(w, s, result, edit_select(&w->edit, w->bit, good, order, any));
  return STEP_NEXT;
}

/* Offsets wrap as addresses do. */
static int64_t wrapped(const Shape *w, uint64_t offset) {
  return w->p->pointer_bits == 32 ? (int32_t)(uint32_t)offset : (int64_t)offset;
}

/* The pointer, moved: by a constant, or by a value. */
static void set_moved(Shape *w, State *s, uint32_t result, Val pointer,
                      int64_t by, Val also) {
  Abs a = shape_abs(w, s, pointer);
  assert(is_pointer(a));
  if (!a.floats && val_is_none(also)) {
    a.offset = wrapped(w, (uint64_t)a.offset + (uint64_t)by);
    state_set(w, s, result, a);
    return;
  }
  Val sum = edit_op2(&w->edit, OP_ADD, w->word, shape_offset(w, s, pointer),
                     shape_number(w, by));
  if (!val_is_none(also)) sum = edit_op2(&w->edit, OP_ADD, w->word, sum, also);
  var_store(w, holder_reg(w, result, PART_OFFSET), sum);
  a.floats = true;
  a.offset = 0;
  state_set(w, s, result, a);
}

/* To the pointer's width, as a signed number. */
static Val extended(Shape *w, Val v) {
  assert(!val_is_none(v));
  uint32_t bits = prog_val_bits(w->p, w->f, v), want = w->p->pointer_bits;
  if (bits == want) return v;
  return edit_op1(&w->edit, bits < want ? OP_SEXT : OP_TRUNC, w->word, v);
}

static Step step_address(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_GEP);
  uint32_t result = shape_number_of(w, here);
  Abs base = shape_abs(w, s, inst->ops[0]);
  int64_t by = inst->imm, index;
  Val also = {0};
  if (base.kind == ABS_ANY || base.kind == ABS_VAR) {
    state_set(w, s, result, abs_any());
    return STEP_NEXT;
  }
  if (inst->n_ops > 1) {
    Abs number = shape_abs(w, s, inst->ops[1]);
    if (shape_const(w, number, &index)) {
      by = (int64_t)((uint64_t)by + (uint64_t)index * (uint64_t)inst->stride);
    } else {
      also = edit_op2(&w->edit, OP_MUL, w->word,
                      extended(w, shape_use(w, s, inst->ops[1])),
                      shape_number(w, inst->stride));
    }
  }
  int64_t address;
  if (is_pointer(base))
    set_moved(w, s, result, inst->ops[0], by, also);
  else if (shape_const(w, base, &address) && val_is_none(also))
    state_set(
        w, s, result,
        abs_const(prog_const_i64(w->p, w->pointer,
                                 (int64_t)((uint64_t)address + (uint64_t)by))));
  else
    state_set(w, s, result, abs_any());
  return STEP_NEXT;
}

/* Pointer and number of its width are the same here. */
static Step convert(Shape *w, State *s, const Inst *inst, Item here) {
  uint32_t result = shape_number_of(w, here);
  Abs value = shape_abs(w, s, inst->ops[0]);
  bool fits = prog_val_bits(w->p, w->f, inst->ops[0]) == w->p->pointer_bits &&
              prog_type(w->p, inst->type)->bits == w->p->pointer_bits;
  if (is_pointer(value) && fits)
    set_moved(w, s, result, inst->ops[0], 0, (Val){0});
  else
    shape_set_any(w, s, result);
  return STEP_NEXT;
}

static Step add_or_subtract(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_ADD || inst->op == OP_SUB);
  uint32_t result = shape_number_of(w, here);
  Pair pair = pair_of(w, s, inst);
  bool is_sub = inst->op == OP_SUB;
  if (is_sub && ends_meet(w, s, pair, here)) return STEP_END;
  if (is_sub && pair.together) {
    Val a = shape_offset(w, s, inst->ops[0]);
    Val b = shape_offset(w, s, inst->ops[1]);
    Inst plain = *inst;
    plain.ops = (Val[]){a, b};
    Val known = fold_inst(w->p, w->f, &plain);
    bool folded = !val_is_none(known) && val_is_const(known);
    shape_set(w, s, result,
              folded ? known : edit_op2(&w->edit, OP_SUB, inst->type, a, b));
    return STEP_NEXT;
  }
  bool first = is_pointer(pair.a);
  Abs number = first ? pair.b : pair.a;
  int64_t by;
  if (is_pointer(number) || (is_sub && !first)) {
    shape_set_any(w, s, result);
    return STEP_NEXT;
  }
  Val pointer = inst->ops[first ? 0 : 1], other = inst->ops[first ? 1 : 0];
  if (shape_const(w, number, &by)) {
    set_moved(w, s, result, pointer, is_sub ? (int64_t)(0 - (uint64_t)by) : by,
              (Val){0});
    return STEP_NEXT;
  }
  Val also = shape_use(w, s, other);
  if (is_sub)
    also = edit_op2(&w->edit, OP_SUB, w->word, shape_number(w, 0), also);
  set_moved(w, s, result, pointer, 0, also);
  return STEP_NEXT;
}

/* One of two pointers: both ways are gone. */
static Step choose(Shape *w, State *s, const Inst *inst, Item here) {
  assert(inst->op == OP_SELECT && inst->n_ops == 3);
  uint32_t result = shape_number_of(w, here);
  Abs cond = shape_abs(w, s, inst->ops[0]);
  int64_t bit;
  if (shape_const(w, cond, &bit)) {
    Val chosen = inst->ops[bit ? 1 : 2];
    if (is_pointer(shape_abs(w, s, chosen)))
      set_moved(w, s, result, chosen, 0, (Val){0});
    else
      state_set(w, s, result, shape_abs(w, s, chosen));
    return STEP_NEXT;
  }
  BlockId yes = edit_block(&w->edit, ""), no = edit_block(&w->edit, "");
  edit_condbr(&w->edit, shape_use(w, s, inst->ops[0]), yes, no);
  for (int way = 0; way < 2; way++) {
    State *here_on = way ? s : state_copy(w, s);
    if (val_is_local(inst->ops[0]))
      state_set(w, here_on, val_index(inst->ops[0]),
                abs_const(shape_bit(w, way == 0)));
    shape_push(w, here_on, here.block, here.index, way ? no : yes);
  }
  return STEP_END;
}

bool pointer_step(Shape *w, State *s, const Inst *inst, Item here, Step *step) {
  bool some = inst->type.id == w->pointer.id;
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    Abs a = shape_abs(w, s, inst->ops[k]);
    some |= is_pointer(a) || (a.kind == ABS_ANY) ||
            prog_val_type(w->p, w->f, inst->ops[k]).id == w->pointer.id;
  }
  if (!some) return false;
  uint32_t result = shape_number_of(w, here);
  Inst plain = *inst; /* of constants only? */
  Val ops[3];
  bool known = inst->n_ops <= 3 && inst->n_ops > 0;
  for (uint32_t k = 0; known && k < inst->n_ops; k++) {
    Abs a = shape_abs(w, s, inst->ops[k]);
    known = a.kind == ABS_CONST;
    if (known) ops[k] = abs_val(a);
  }
  plain.ops = ops;
  Val folded = known ? fold_inst(w->p, w->f, &plain) : (Val){0};
  *step = STEP_NEXT;
  if (!val_is_none(folded) && val_is_const(folded)) {
    shape_set(w, s, result, folded);
    return true;
  }
  switch ((int)inst->op) {
  case OP_EQ:
  case OP_NE: *step = compare_equal(w, s, inst, here); break;
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: *step = compare_order(w, s, inst, here); break;
  case OP_GEP: *step = step_address(w, s, inst, here); break;
  case OP_PTRTOINT:
  case OP_INTTOPTR: *step = convert(w, s, inst, here); break;
  case OP_ADD:
  case OP_SUB: *step = add_or_subtract(w, s, inst, here); break;
  case OP_SELECT: *step = choose(w, s, inst, here); break;
  default: shape_set_any(w, s, result); break;
  }
  return true;
}
