/* SPDX-License-Identifier: MIT
 *
 * Offsets of accesses in instructions.
 *
 * The rule of all guards: offsets are compared without wrapping.  The machine
 * computes root + offset modulo 2^(pointer width), so an index that is far too
 * large can lead back into the object.  Such an access is outside of its object
 * all the same (C11 6.5.6p8).  So a guard looks at the sum modulo 2^width,
 * which is cheap, and asks beside it whether the sum is another one without
 * wrapping. Where the types of the indices exclude that, nothing is asked.
 *
 * No object has more bytes than a signed number of the pointer's width counts.
 * So a sum wraps when it leaves these numbers, on either side. */
#include "pass/pass_int.h"

typedef struct Sum {
  Edit *edit;
  TypeId word, bit;
  int64_t low, high; /* of the signed numbers of the pointer's width */
  Val total;         /* none: 0 so far */
  Val wraps;         /* none: it cannot */
} Sum;

static Sum sum_new(Edit *edit) {
  uint32_t bits = edit->program->pointer_bits;
  int64_t low = bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
  require(bits == 32 || bits == 64);
  return (Sum){.edit = edit,
               .word = prog_type_int(edit->program, bits),
               .bit = prog_type_int(edit->program, 1),
               .low = low,
               .high = -(low + 1)};
}

static Val either(const Sum *s, Val a, Val b) {
  if (val_is_none(a) || val_is_none(b)) return val_is_none(a) ? b : a;
  return edit_op2(s->edit, OP_OR, s->bit, a, b);
}

static Val certain(const Sum *s) {
  return prog_const_u64(s->edit->program, s->bit, 1);
}

Val offset_outside(Edit *edit, Val index, int64_t low, int64_t high) {
  Program *p = edit->program;
  TypeId type = prog_val_type(p, edit->f, index), bit = prog_type_int(p, 1);
  uint32_t bits = prog_type(p, type)->bits;
  int64_t min = bits >= 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
  int64_t max = -(min + 1);
  if (low > high || low > max || high < min) return prog_const_u64(p, bit, 1);
  Val below = {0}, above = {0};
  if (low > min)
    below = edit_op2(edit, OP_SLT, bit, index, prog_const_i64(p, type, low));
  if (high < max)
    above = edit_op2(edit, OP_SLT, bit, prog_const_i64(p, type, high), index);
  if (val_is_none(below) || val_is_none(above))
    return val_is_none(below) ? above : below;
  return edit_op2(edit, OP_OR, bit, below, above);
}

static Val as_word(const Sum *s, Val index) {
  uint32_t bits = prog_val_bits(s->edit->program, s->edit->f, index);
  uint32_t wanted = s->edit->program->pointer_bits;
  if (bits == wanted) return index;
  return edit_op1(s->edit, bits < wanted ? OP_SEXT : OP_TRUNC, s->word, index);
}

/* ---- the sum modulo 2^width ---- */

static Val product(const Sum *s, const AddressTerm *term) {
  Val stride = prog_const_i64(s->edit->program, s->word, term->stride);
  return edit_op2(s->edit, OP_MUL, s->word, as_word(s, term->index), stride);
}

static void add(Sum *s, Val bytes) {
  s->total = val_is_none(s->total)
                 ? bytes
                 : edit_op2(s->edit, OP_ADD, s->word, s->total, bytes);
}

Val offset_sum(Edit *edit, const Address *address) {
  Sum s = sum_new(edit);
  for (uint32_t i = 0; i < address->n_terms; i++)
    add(&s, product(&s, &address->terms[i]));
  if (address->offset || val_is_none(s.total))
    add(&s, prog_const_i64(edit->program, s.word, address->offset));
  return s.total;
}

/* ---- does it wrap? ---- */

/* index * stride leaves the pointer's numbers. */
static Val product_wraps(const Sum *s, const AddressTerm *term) {
  int64_t stride = term->stride;
  if (stride == 0 || stride == 1) return (Val){0};
  if (stride > 0)
    return offset_outside(s->edit, term->index, s->low / stride,
                          s->high / stride);
  return offset_outside(s->edit, term->index, s->high / stride,
                        stride == -1 ? s->high : s->low / stride);
}

/* a + b = sum wraps: the sum has another sign than both. */
static Val addition_wraps(const Sum *s, Val a, Val b, Val sum) {
  Val from_a = edit_op2(s->edit, OP_XOR, s->word, a, sum);
  Val from_b = edit_op2(s->edit, OP_XOR, s->word, b, sum);
  Val signs = edit_op2(s->edit, OP_AND, s->word, from_a, from_b);
  return edit_op2(s->edit, OP_SLT, s->bit, signs,
                  prog_const_i64(s->edit->program, s->word, 0));
}

static void add_watched(Sum *s, Val bytes) {
  Val before = s->total;
  add(s, bytes);
  if (!val_is_none(before))
    s->wraps = either(s, s->wraps, addition_wraps(s, before, bytes, s->total));
}

Val offset_wraps(Edit *edit, const Address *address) {
  Sum s = sum_new(edit);
  IntegerRange ranges[ADDRESS_MOST_TERMS];
  int64_t constant;
  for (uint32_t i = 0; i < address->n_terms; i++)
    ranges[i] =
        prog_index_range(edit->program, edit->f, address->terms[i].index);
  if (!prog_address_may_wrap(edit->program, address, ranges)) return s.wraps;
  if (!prog_address_offset(address, &constant) || address->offset < s.low ||
      address->offset > s.high)
    return certain(&s);
  for (uint32_t i = 0; i < address->n_terms; i++) {
    s.wraps = either(&s, s.wraps, product_wraps(&s, &address->terms[i]));
    if (address->n_terms > 1 || address->offset)
      add_watched(&s, product(&s, &address->terms[i]));
  }
  if (address->offset)
    add_watched(&s, prog_const_i64(edit->program, s.word, address->offset));
  return s.wraps;
}
