/* SPDX-License-Identifier: MIT
 *
 * Intrinsic functions on integers, spelled out in plain operations. */
#include "frontend/read/intrinsics.h"

Val rd_number_like(Reader *r, Val like, uint64_t value) {
  return rd_number(r, rd_type_of(r, like), value);
}

/* INT_MIN of the type. */
static Val int_min(Reader *r, TypeId type) {
  Val one = rd_number(r, type, 1);
  uint32_t bits = prog_type(r->p, type)->bits;
  return rd_arith(r, OP_SHL, one, rd_number(r, type, bits - 1));
}

Val rd_min_max(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops == 2);
  Val less = rd_compare(r, (Op)use->row->extra, use->ops[0], use->ops[1]);
  bool max = strstr(use->row->name, "max") != NULL;
  return max ? rd_select(r, less, use->ops[1], use->ops[0])
             : rd_select(r, less, use->ops[0], use->ops[1]);
}

Val rd_absolute(Reader *r, const IntrinsicUse *use) {
  Val a = use->ops[0], zero = rd_number_like(r, a, 0);
  Val minus = rd_arith(r, OP_SUB, zero, a);
  return rd_select(r, rd_compare(r, OP_SLT, a, zero), minus, a);
}

Val rd_three_way(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops == 2);
  Op less = (Op)use->row->extra;
  Val below = rd_compare(r, less, use->ops[0], use->ops[1]);
  Val above = rd_compare(r, less, use->ops[1], use->ops[0]);
  Val one = rd_number(r, use->type, 1), zero = rd_number(r, use->type, 0);
  Val rest = rd_select(r, above, one, zero);
  return rd_select(r, below, prog_const_i64(r->p, use->type, -1), rest);
}

/* i1: does `op` on a and b leave the range?  `result` is what wraps out. */
static Val overflows(Reader *r, Op op, Extend extend, Val a, Val b,
                     Val result) {
  assert(rd_bits(r, a) == rd_bits(r, b) && rd_bits(r, a) == rd_bits(r, result));
  uint32_t bits = rd_bits(r, a);
  if (op == OP_MUL) {
    Val wide = rd_arith(r, OP_MUL, rd_resize(r, a, 2 * bits, extend),
                        rd_resize(r, b, 2 * bits, extend));
    return rd_compare(r, OP_NE, wide, rd_resize(r, result, 2 * bits, extend));
  }
  if (extend == EXTEND_ZERO)
    return op == OP_ADD ? rd_compare(r, OP_ULT, result, a)
                        : rd_compare(r, OP_ULT, a, b);
  /* Signed: the result's sign differs from both (sum), or from the first
   * while the second's differs too (difference). */
  Val x = rd_arith(r, OP_XOR, a, result);
  Val y = rd_arith(r, OP_XOR, op == OP_ADD ? b : a, op == OP_ADD ? result : b);
  return rd_compare(r, OP_SLT, rd_arith(r, OP_AND, x, y),
                    rd_number_like(r, a, 0));
}

static Op arithmetic_of(const char *name) {
  return strstr(name, "add") ? OP_ADD : strstr(name, "sub") ? OP_SUB : OP_MUL;
}

Val rd_with_overflow(Reader *r, const IntrinsicUse *use) {
  Op op = arithmetic_of(use->row->name);
  Extend extend = use->row->name[0] == 's' ? EXTEND_SIGN : EXTEND_ZERO;
  Val a = use->ops[0], b = use->ops[1];
  Val result = rd_emit2(r, op, rd_type_of(r, a), a, b);
  if (extend == EXTEND_SIGN && val_is_local(result))
    rd_inst(r, result)->flags |= INST_SIGNED;
  Val over = overflows(r, op, extend, a, b, result);
  map_put(&r->pairs, key_of(use->call), (uint64_t)result.id << 32 | over.id);
  return (Val){0};
}

Val rd_saturating(Reader *r, const IntrinsicUse *use) {
  Op op = arithmetic_of(use->row->name);
  Extend extend = use->row->name[0] == 's' ? EXTEND_SIGN : EXTEND_ZERO;
  Val a = use->ops[0], b = use->ops[1], zero = rd_number_like(r, a, 0);
  Val result = rd_emit2(r, op, use->type, a, b);
  Val over = overflows(r, op, extend, a, b, result), limit;
  if (extend == EXTEND_ZERO) {
    limit = op == OP_ADD ? rd_not(r, zero) : zero;
  } else {
    Val low = int_min(r, use->type);
    limit = rd_select(r, rd_compare(r, OP_SLT, a, zero), low, rd_not(r, low));
  }
  return rd_select(r, over, limit, result);
}

Val rd_byte_swap(Reader *r, const IntrinsicUse *use) {
  uint32_t bits = rd_bits(r, use->ops[0]);
  assert(bits % 16 == 0); /* LangRef "llvm.bswap" */
  Val a = use->ops[0], all = rd_number_like(r, a, 0);
  for (uint32_t i = 0; i < bits; i += 8) {
    Val byte =
        rd_resize(r, rd_extract(r, a, i, rd_int(r, 8)), bits, EXTEND_ZERO);
    Val up = rd_number_like(r, a, bits - 8 - i);
    all = rd_arith(r, OP_OR, rd_arith(r, OP_SHL, byte, up), all);
  }
  return all;
}

Val rd_bit_reverse(Reader *r, const IntrinsicUse *use) {
  uint32_t bits = rd_bits(r, use->ops[0]);
  Val a = use->ops[0], all = rd_number_like(r, a, 0);
  for (uint32_t i = 0; i < bits; i++) {
    Val bit =
        rd_resize(r, rd_extract(r, a, i, rd_int(r, 1)), bits, EXTEND_ZERO);
    Val up = rd_number_like(r, a, bits - 1 - i);
    all = rd_arith(r, OP_OR, rd_arith(r, OP_SHL, bit, up), all);
  }
  return all;
}

/* Bits i with (i / step) even: 0101.., 00110011.., as wide as `like`. */
static Val step_mask(Reader *r, Val like, uint32_t step) {
  assert(step > 0 && step < rd_bits(r, like));
  uint32_t bits = rd_bits(r, like);
  BvWord words[BV_MAX_WORDS] = {0};
  for (uint32_t i = 0; i < bits; i++)
    if (i / step % 2 == 0) words[i / 64] |= 1ull << i % 64;
  return prog_const_bits(r->p, rd_type_of(r, like), words);
}

/* Number of set bits: sums of neighbours, twice as wide at each step. */
static Val count_ones(Reader *r, Val a) {
  uint32_t bits = rd_bits(r, a);
  for (uint32_t step = 1; step < bits; step *= 2) {
    Val mask = step_mask(r, a, step);
    Val down = rd_arith(r, OP_LSHR, a, rd_number_like(r, a, step));
    Val odd = rd_arith(r, OP_AND, down, mask);
    a = rd_arith(r, OP_ADD, rd_arith(r, OP_AND, a, mask), odd);
  }
  return a;
}

Val rd_population(Reader *r, const IntrinsicUse *use) {
  return count_ones(r, use->ops[0]);
}

/* LangRef: with the flag set, zero gives poison: any value. */
static Val unless_zero(Reader *r, const IntrinsicUse *use, Val result) {
  assert(use->n_ops == 2);
  uint64_t flag = 0;
  prog_const_as_u64(r->p, use->ops[1], &flag);
  if (!flag) return result;
  Val zero = rd_compare(r, OP_EQ, use->ops[0], rd_number_like(r, result, 0));
  return rd_select(r, zero, rd_input(r, use->type, INPUT_UNDEF, NULL), result);
}

/* Width minus the number of bits below and at the highest set one. */
Val rd_leading_zeros(Reader *r, const IntrinsicUse *use) {
  Val a = use->ops[0];
  uint32_t bits = rd_bits(r, a);
  for (uint32_t step = 1; step < bits; step *= 2) {
    Val down = rd_arith(r, OP_LSHR, a, rd_number_like(r, a, step));
    a = rd_arith(r, OP_OR, a, down);
  }
  Val ones = count_ones(r, a);
  return unless_zero(r, use,
                     rd_arith(r, OP_SUB, rd_number_like(r, a, bits), ones));
}

/* The bits below the lowest set one are the ones of ~a & (a - 1). */
Val rd_trailing_zeros(Reader *r, const IntrinsicUse *use) {
  Val a = use->ops[0];
  Val less = rd_arith(r, OP_SUB, a, rd_number_like(r, a, 1));
  Val below = rd_arith(r, OP_AND, rd_not(r, a), less);
  return unless_zero(r, use, count_ones(r, below));
}

/* LangRef "llvm.fshl": the amount n is modulo the width w.  The other half
 * moves by w - n, in two steps (1, then w - 1 - n), so that no step is as wide
 * as the value. */
Val rd_funnel_shift(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops == 3);
  Val hi = use->ops[0], lo = use->ops[1], one = rd_number_like(r, hi, 1);
  uint32_t bits = rd_bits(r, hi);
  if (bits == 1) return use->row->extra == 0 ? hi : lo;
  Val width = rd_number_like(r, hi, bits),
      last = rd_number_like(r, hi, bits - 1);
  Val amount = rd_emit2(r, OP_UREM, use->type, use->ops[2], width);
  Val rest = rd_arith(r, OP_SUB, last, amount), a, b;
  if (use->row->extra == 0) {
    a = rd_arith(r, OP_SHL, hi, amount);
    b = rd_arith(r, OP_LSHR, rd_arith(r, OP_LSHR, lo, one), rest);
  } else {
    a = rd_arith(r, OP_SHL, rd_arith(r, OP_SHL, hi, one), rest);
    b = rd_arith(r, OP_LSHR, lo, amount);
  }
  return rd_arith(r, OP_OR, a, b);
}
