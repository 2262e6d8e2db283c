/* SPDX-License-Identifier: MIT
 *
 * Instructions with values of more than 64 bits, by the arithmetic of num/. */
#include "interp/interp_int.h"

static bool binary(Interp *run, const Code *code, const uint64_t *a,
                   const uint64_t *b) {
  uint32_t bits = code->bits;
  uint64_t *to = run->r + code->dst;
  BvWord amount[BV_MAX_WORDS];
  Op op = code->inst->op;
  assert(bits > 64 && bits <= BV_MAX_WIDTH);
  if (op == OP_SHL || op == OP_LSHR || op == OP_ASHR) {
    uint64_t modulus = 128;
    while (modulus < bits) modulus *= 2;
    bv_set_u64(amount, b[0] & (modulus - 1), bits);
    b = amount;
  }
  bool divides =
      op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
  if (divides && bv_is_zero(b, bits))
    return interp_end(run, INTERP_TRAP, code->inst, INTERP_BAD_DIVISION);
  bv_binary((BvOp)(BV_ADD + (int)(op - OP_ADD)), to, a, b, bits);
  return true;
}

static bool compare(Op op, const uint64_t *a, const uint64_t *b,
                    uint32_t bits) {
  switch ((int)op) {
  case OP_EQ: return bv_compare(BV_EQ, a, b, bits);
  case OP_NE: return !bv_compare(BV_EQ, a, b, bits);
  case OP_ULT: return bv_compare(BV_ULT, a, b, bits);
  case OP_ULE: return bv_compare(BV_ULE, a, b, bits);
  case OP_SLT: return bv_compare(BV_SLT, a, b, bits);
  case OP_SLE: return bv_compare(BV_SLE, a, b, bits);
  default: unreachable_case();
  }
}

bool interp_wide(Interp *run, const Code *code) {
  static_assert((int)BV_XOR - (int)BV_ADD == (int)OP_XOR - (int)OP_ADD,
                "the binary operations stand in the same order");
  const Inst *inst = code->inst;
  const uint64_t *a = operand_at(run, code->a), *b = operand_at(run, code->b);
  uint64_t *to = run->r + code->dst;
  uint32_t bits = bits_of(run, inst->type);
  if (inst->op >= OP_ADD && inst->op <= OP_XOR) return binary(run, code, a, b);
  switch ((int)inst->op) {
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: *to = compare(inst->op, a, b, code->bits); break;
  case OP_SEXT: bv_sext(to, bits, a, code->bits); break;
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_PTRTOINT:
  case OP_INTTOPTR: bv_zext(to, bits, a, code->bits); break;
  case OP_BITCAST: bv_copy(to, a, bits); break;
  case OP_SELECT: bv_copy(to, *a ? b : operand_at(run, code->c), bits); break;
  default: unreachable_case();
  }
  assert(has_no_more_bits(to, bits));
  return true;
}
