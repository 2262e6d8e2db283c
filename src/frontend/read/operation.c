/* SPDX-License-Identifier: MIT
 *
 * Pure operations: arithmetic, comparisons and casts of scalars, vectors lane
 * by lane, addresses, aggregates.  The same serve instructions and constant
 * expressions.
 *
 * An operation that cannot be expressed becomes UNSUPPORTED and gives an
 * unknown value, which only dead code sees. */
#include "frontend/read/reader.h"

enum { MOST_LANES = 1024 };

/* ---- scalars ---- */

static Op binary_op(LLVMOpcode opcode) {
  switch ((int)opcode) {
  case LLVMAdd: return OP_ADD;
  case LLVMSub: return OP_SUB;
  case LLVMMul: return OP_MUL;
  case LLVMUDiv: return OP_UDIV;
  case LLVMSDiv: return OP_SDIV;
  case LLVMURem: return OP_UREM;
  case LLVMSRem: return OP_SREM;
  case LLVMShl: return OP_SHL;
  case LLVMLShr: return OP_LSHR;
  case LLVMAShr: return OP_ASHR;
  case LLVMAnd: return OP_AND;
  case LLVMOr: return OP_OR;
  case LLVMXor: return OP_XOR;
  case LLVMFAdd: return OP_FADD;
  case LLVMFSub: return OP_FSUB;
  case LLVMFMul: return OP_FMUL;
  case LLVMFDiv: return OP_FDIV;
  case LLVMFRem: return OP_FREM;
  default: return OP_NONE;
  }
}

static bool is_wrapping_kind(LLVMOpcode opcode) {
  return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul ||
         opcode == LLVMShl;
}

static bool has_name_like(LLVMValueRef value, const char *part) {
  size_t n;
  return LLVMIsAInstruction(value) &&
         strstr(LLVMGetValueName2(value, &n), part) != NULL;
}

/* clang checks signed operations, but not on vectors and on GNU C's complex
 * integers.  Of the latter only the names are left that clang gives its
 * instructions: add.r, mul.il, and z.real for what is read; the products of a
 * division have no name at all, which those of other operations have.  Names
 * like bf.result.shl are those of shifts that bring a bit-field to its place.
 */
static bool is_unchecked(LLVMOpcode opcode, LLVMValueRef node) {
  size_t n;
  if (!is_wrapping_kind(opcode) || !LLVMIsAInstruction(node)) return false;
  if (text_starts_with(LLVMGetValueName2(node, &n), "bf.")) return false;
  if (LLVMGetTypeKind(LLVMTypeOf(node)) == LLVMVectorTypeKind) return true;
  if (has_name_like(node, ".r") || has_name_like(node, ".i")) return true;
  LLVMGetValueName2(node, &n);
  if (n == 0 && opcode == LLVMMul && !LLVMGetNUW(node)) return true;
  return has_name_like(LLVMGetOperand(node, 0), ".real") ||
         has_name_like(LLVMGetOperand(node, 0), ".imag");
}

/* clang multiplies so only the lengths of arrays of variable length. */
static bool is_room(LLVMOpcode opcode, LLVMValueRef node) {
  return opcode == LLVMMul && LLVMIsAInstruction(node) && LLVMGetNUW(node);
}

static Val scalar_binary(Reader *r, LLVMOpcode opcode, LLVMValueRef node,
                         const Val *ops, TypeId type) {
  assert(rd_type_of(r, ops[0]).id == rd_type_of(r, ops[1]).id);
  Op op = binary_op(opcode);
  TypeKind kind = prog_type(r->p, type)->kind;
  bool is_float = op >= OP_FADD && op <= OP_FREM;
  if (is_float != (kind == TYPE_FLOAT)) {
    rd_unsupported(r, "floating-point format");
    return rd_input(r, type, INPUT_UNDEF, NULL);
  }
  Val made = rd_emit2(r, op, type, ops[0], ops[1]);
  if (is_wrapping_kind(opcode) && LLVMGetNSW(node))
    rd_inst(r, made)->flags |= INST_NSW;
  if (is_unchecked(opcode, node)) rd_inst(r, made)->flags |= INST_UNCHECKED;
  if (is_room(opcode, node)) rd_inst(r, made)->flags |= INST_ROOM;
  return made;
}

static Val scalar_icmp(Reader *r, LLVMValueRef node, Val a, Val b) {
  assert(rd_bits(r, a) == rd_bits(r, b));
  switch (LLVMGetICmpPredicate(node)) {
  case LLVMIntEQ: return rd_compare(r, OP_EQ, a, b);
  case LLVMIntNE: return rd_compare(r, OP_NE, a, b);
  case LLVMIntULT: return rd_compare(r, OP_ULT, a, b);
  case LLVMIntULE: return rd_compare(r, OP_ULE, a, b);
  case LLVMIntUGT: return rd_compare(r, OP_ULT, b, a);
  case LLVMIntUGE: return rd_compare(r, OP_ULE, b, a);
  case LLVMIntSLT: return rd_compare(r, OP_SLT, a, b);
  case LLVMIntSLE: return rd_compare(r, OP_SLE, a, b);
  case LLVMIntSGT: return rd_compare(r, OP_SLT, b, a);
  case LLVMIntSGE: return rd_compare(r, OP_SLE, b, a);
  }
  unreachable_case();
}

/* LLVM numbers the predicates as the set of outcomes too: bit 0 equal, 1
 * greater, 2 less, 3 unordered. */
static Val scalar_fcmp(Reader *r, LLVMValueRef node, Val a, Val b) {
  if (prog_type(r->p, rd_type_of(r, a))->kind != TYPE_FLOAT) {
    rd_unsupported(r, "floating-point format");
    return rd_input(r, rd_int(r, 1), INPUT_UNDEF, NULL);
  }
  Val made = rd_emit2(r, OP_FCMP, rd_int(r, 1), a, b);
  rd_inst(r, made)->imm = (int64_t)LLVMGetFCmpPredicate(node);
  return made;
}

static Op cast_op(LLVMOpcode opcode) {
  switch ((int)opcode) {
  case LLVMFPTrunc: return OP_FPTRUNC;
  case LLVMFPExt: return OP_FPEXT;
  case LLVMFPToUI: return OP_FPTOUI;
  case LLVMFPToSI: return OP_FPTOSI;
  case LLVMUIToFP: return OP_UITOFP;
  case LLVMSIToFP: return OP_SITOFP;
  case LLVMPtrToInt: return OP_PTRTOINT;
  case LLVMIntToPtr: return OP_INTTOPTR;
  case LLVMTrunc: return OP_TRUNC;
  case LLVMZExt: return OP_ZEXT;
  case LLVMSExt: return OP_SEXT;
  default: return OP_NONE;
  }
}

static bool cast_fits(Reader *r, Op op, Val a, TypeId to) {
  bool from_float = prog_type(r->p, rd_type_of(r, a))->kind == TYPE_FLOAT;
  bool to_float = prog_type(r->p, to)->kind == TYPE_FLOAT;
  switch ((int)op) {
  case OP_FPTRUNC:
  case OP_FPEXT: return from_float && to_float;
  case OP_FPTOUI:
  case OP_FPTOSI: return from_float;
  case OP_UITOFP:
  case OP_SITOFP: return to_float;
  default: return true;
  }
}

static Val scalar_cast(Reader *r, LLVMOpcode opcode, Val a, TypeId to) {
  if (opcode == LLVMBitCast) return rd_reinterpret(r, a, to);
  Op op = cast_op(opcode);
  assert(op != OP_NONE);
  if (!cast_fits(r, op, a, to)) {
    rd_unsupported(r, "floating-point format");
    return rd_input(r, to, INPUT_UNDEF, NULL);
  }
  return rd_emit1(r, op, to, a);
}

static Val scalar_operation(Reader *r, LLVMOpcode opcode, LLVMValueRef node,
                            const Val *ops, TypeId type) {
  if (binary_op(opcode) != OP_NONE)
    return scalar_binary(r, opcode, node, ops, type);
  if (cast_op(opcode) != OP_NONE || opcode == LLVMBitCast)
    return scalar_cast(r, opcode, ops[0], type);
  switch ((int)opcode) {
  case LLVMICmp: return scalar_icmp(r, node, ops[0], ops[1]);
  case LLVMFCmp: return scalar_fcmp(r, node, ops[0], ops[1]);
  case LLVMSelect: return rd_select(r, ops[0], ops[1], ops[2]);
  case LLVMFNeg: return rd_emit1(r, OP_FNEG, type, ops[0]);
  default: unreachable_case();
  }
}

/* ---- vectors ---- */

Val rd_lane(Reader *r, LLVMTypeRef vector, Val value, uint32_t lane) {
  assert(rd_is_vector(vector) && lane < rd_element_count(vector));
  uint64_t low;
  LLVMTypeRef elem = rd_element(r, vector, lane, &low);
  return rd_extract(r, value, low, rd_value_type(r, elem));
}

Val rd_pack(Reader *r, LLVMTypeRef vector, const Val *lanes) {
  assert(rd_is_vector(vector));
  Val whole = rd_number(r, rd_value_type(r, vector), 0);
  for (uint32_t i = 0; i < rd_element_count(vector); i++) {
    uint64_t low;
    rd_element(r, vector, i, &low);
    whole = rd_insert(r, whole, low, lanes[i]);
  }
  return whole;
}

static Val vector_operation(Reader *r, LLVMOpcode opcode, LLVMValueRef node,
                            const Val *ops, uint32_t n_ops) {
  assert(rd_is_vector(LLVMTypeOf(node)));
  LLVMTypeRef type = LLVMTypeOf(node);
  uint32_t n = rd_element_count(type);
  TypeId elem = rd_value_type(r, LLVMGetElementType(type));
  Val lanes[MOST_LANES];
  require(n_ops <= 3);
  if (n > MOST_LANES) {
    rd_unsupported(r, "vector of %u lanes", n);
    return rd_input(r, rd_value_type(r, type), INPUT_UNDEF, NULL);
  }
  for (uint32_t i = 0; i < n; i++) {
    Val parts[3] = {{0}};
    for (uint32_t k = 0; k < n_ops; k++) {
      LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(node, k));
      parts[k] = rd_is_vector(from) ? rd_lane(r, from, ops[k], i) : ops[k];
    }
    lanes[i] = scalar_operation(r, opcode, node, parts, elem);
  }
  return rd_pack(r, type, lanes);
}

/* LangRef: a lane beyond the end is poison. */
static Val dynamic_lane_bit(Reader *r, LLVMTypeRef vector, Val index) {
  assert(rd_is_vector(vector));
  uint64_t low;
  rd_element(r, vector, 1, &low);
  uint32_t bits = prog_type(r->p, rd_value_type(r, vector))->bits;
  Val wide = rd_resize(r, index, bits, EXTEND_ZERO);
  return rd_arith(r, OP_MUL, wide, rd_number(r, rd_type_of(r, wide), low));
}

static Val extract_lane(Reader *r, LLVMValueRef node, const Val *ops) {
  LLVMTypeRef vector = LLVMTypeOf(LLVMGetOperand(node, 0));
  TypeId elem = rd_value_type(r, LLVMTypeOf(node));
  uint64_t lane;
  if (prog_const_as_u64(r->p, ops[1], &lane)) {
    if (lane >= rd_element_count(vector))
      return rd_input(r, elem, INPUT_UNDEF, NULL);
    return rd_lane(r, vector, ops[0], (uint32_t)lane);
  }
  Val moved = rd_arith(r, OP_LSHR, rd_as_int(r, ops[0]),
                       dynamic_lane_bit(r, vector, ops[1]));
  return rd_extract(r, moved, 0, elem);
}

static Val insert_lane(Reader *r, LLVMValueRef node, const Val *ops) {
  LLVMTypeRef vector = LLVMTypeOf(node);
  TypeId type = rd_value_type(r, vector);
  uint64_t lane, low;
  if (prog_const_as_u64(r->p, ops[2], &lane)) {
    if (lane >= rd_element_count(vector))
      return rd_input(r, type, INPUT_UNDEF, NULL);
    rd_element(r, vector, (uint32_t)lane, &low);
    return rd_insert(r, ops[0], low, ops[1]);
  }
  Val bit = dynamic_lane_bit(r, vector, ops[2]);
  uint32_t bits = rd_bits(r, ops[1]);
  Val ones = prog_const_i64(r->p, rd_int(r, bits), -1);
  uint32_t wide = rd_bits(r, ops[0]);
  Val mask = rd_arith(r, OP_SHL, rd_resize(r, ones, wide, EXTEND_ZERO), bit);
  Val rest = rd_arith(r, OP_AND, ops[0], rd_not(r, mask));
  Val part = rd_resize(r, rd_as_int(r, ops[1]), wide, EXTEND_ZERO);
  return rd_arith(r, OP_OR, rest, rd_arith(r, OP_SHL, part, bit));
}

static Val shuffle(Reader *r, LLVMValueRef node, const Val *ops) {
  LLVMTypeRef type = LLVMTypeOf(node);
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(node, 0));
  TypeId elem = rd_value_type(r, LLVMGetElementType(type));
  uint32_t n = rd_element_count(type), n_from = rd_element_count(from);
  Val lanes[MOST_LANES];
  if (n > MOST_LANES) {
    rd_unsupported(r, "vector of %u lanes", n);
    return rd_input(r, rd_value_type(r, type), INPUT_UNDEF, NULL);
  }
  for (uint32_t i = 0; i < n; i++) {
    int from_lane = LLVMGetMaskValue(node, i);
    if (from_lane < 0 || (uint32_t)from_lane >= 2 * n_from)
      lanes[i] = rd_input(r, elem, INPUT_UNDEF, NULL);
    else if ((uint32_t)from_lane < n_from)
      lanes[i] = rd_lane(r, from, ops[0], (uint32_t)from_lane);
    else
      lanes[i] = rd_lane(r, from, ops[1], (uint32_t)from_lane - n_from);
  }
  return rd_pack(r, type, lanes);
}

/* ---- addresses ---- */

/* One step of a GEP: an index into `type`, moving to `*type`'s element. */
typedef struct GepWalk {
  LLVMTypeRef type;
  uint64_t offset; /* of the constant steps, modulo 2^64 */
  Val base;        /* with the variable steps so far */
} GepWalk;

/* An index; `array` is the array it chooses from, or NULL: it moves a pointer.
 */
static void gep_index(Reader *r, GepWalk *w, Val index, uint64_t stride,
                      LLVMTypeRef array) {
  assert(prog_type(r->p, rd_type_of(r, w->base))->kind == TYPE_PTR);
  int64_t number;
  if (prog_const_as_i64(r->p, index, &number)) {
    w->offset += (uint64_t)number * stride;
    return;
  }
  Val wide = rd_resize(r, rd_as_int(r, index), r->p->pointer_bits, EXTEND_SIGN);
  TypeId aux = array ? rd_mem_type(r, array) : (TypeId){0};
  w->base = rd_gep(r, w->base, (int64_t)w->offset, wide, (int64_t)stride);
  rd_inst(r, w->base)->aux = aux;
  w->offset = 0;
}

/* LangRef "getelementptr"; indices are signed. */
static Val address_of(Reader *r, LLVMValueRef node, const Val *ops,
                      uint32_t n_ops) {
  GepWalk w = {.type = LLVMGetGEPSourceElementType(node), .base = ops[0]};
  if (rd_is_vector(LLVMTypeOf(node))) {
    rd_unsupported(r, "vector of pointers");
    return rd_input(r, rd_value_type(r, LLVMTypeOf(node)), INPUT_UNDEF, NULL);
  }
  /* Constant steps behind a variable one are gathered first, so that the
   * usual a[i].f is one instruction. */
  uint32_t variable = 0;
  Val indices[64];
  uint64_t strides[64];
  LLVMTypeRef arrays[64];
  for (uint32_t i = 1; i < n_ops; i++) {
    assert(variable <= 64);
    uint64_t number;
    if (i > 1 && LLVMGetTypeKind(w.type) == LLVMStructTypeKind) {
      require(prog_const_as_u64(r->p, ops[i], &number));
      w.offset += LLVMOffsetOfElement(r->layout, w.type, (unsigned)number);
      w.type = LLVMStructGetTypeAtIndex(w.type, (unsigned)number);
      continue;
    }
    LLVMTypeRef array = i > 1 ? w.type : NULL;
    if (array && (LLVMGetTypeKind(array) != LLVMArrayTypeKind ||
                  rd_is_open_array(array, LLVMGetOperand(node, 0))))
      array = NULL;
    if (i > 1) w.type = LLVMGetElementType(w.type);
    if (val_is_const(ops[i]) || variable == 64) {
      gep_index(r, &w, ops[i], rd_size(r, w.type), array);
    } else {
      indices[variable] = ops[i];
      arrays[variable] = array;
      strides[variable++] = rd_size(r, w.type);
    }
  }
  for (uint32_t i = 0; i < variable; i++)
    gep_index(r, &w, indices[i], strides[i], arrays[i]);
  return rd_gep(r, w.base, (int64_t)w.offset, (Val){0}, 0);
}

/* ---- aggregates ---- */

/* Bit and type of the element a chain of indices names. */
static LLVMTypeRef element_at(Reader *r, LLVMValueRef node, uint64_t *bit) {
  assert(LLVMGetNumIndices(node) > 0);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(node, 0));
  const unsigned *indices = LLVMGetIndices(node);
  unsigned n = LLVMGetNumIndices(node);
  *bit = 0;
  for (unsigned i = 0; i < n; i++) {
    uint64_t low;
    type = rd_element(r, type, indices[i], &low);
    *bit += low;
  }
  return type;
}

void rd_extractvalue(Reader *r, LLVMValueRef i) {
  require(LLVMIsAExtractValueInst(i));
  LLVMValueRef from = LLVMGetOperand(i, 0);
  uint64_t pair = map_get(&r->pairs, key_of(from), 0), bit;
  if (pair) {
    bool second = LLVMGetIndices(i)[0] == 1;
    rd_set_value(r, i, (Val){(uint32_t)(second ? pair : pair >> 32)});
    return;
  }
  LLVMTypeRef type = element_at(r, i, &bit);
  Val whole = rd_value(r, from);
  rd_set_value(r, i, rd_extract(r, whole, bit, rd_value_type(r, type)));
}

void rd_insertvalue(Reader *r, LLVMValueRef i) {
  require(LLVMIsAInsertValueInst(i));
  uint64_t bit;
  element_at(r, i, &bit);
  Val whole = rd_value(r, LLVMGetOperand(i, 0));
  Val part = rd_value(r, LLVMGetOperand(i, 1));
  rd_set_value(r, i, rd_insert(r, whole, bit, part));
}

Val rd_operation(Reader *r, LLVMOpcode opcode, LLVMValueRef node,
                 const Val *ops, uint32_t n_ops) {
  require(n_ops > 0);
  switch ((int)opcode) {
  case LLVMGetElementPtr: return address_of(r, node, ops, n_ops);
  case LLVMExtractElement: return extract_lane(r, node, ops);
  case LLVMInsertElement: return insert_lane(r, node, ops);
  case LLVMShuffleVector: return shuffle(r, node, ops);
  case LLVMFreeze: return ops[0];
  case LLVMAddrSpaceCast: return ops[0];
  default: break;
  }
  /* A bit cast of a whole vector is one of its bits; a choice between whole
   * vectors by one bit needs no lanes either. */
  LLVMTypeRef type = LLVMTypeOf(node);
  bool whole = opcode == LLVMBitCast ||
               (opcode == LLVMSelect && rd_bits(r, ops[0]) == 1);
  if (rd_is_vector(type) && !whole)
    return vector_operation(r, opcode, node, ops, n_ops);
  return scalar_operation(r, opcode, node, ops, rd_value_type(r, type));
}
