/* SPDX-License-Identifier: MIT
 *
 * Instructions of LLVM as instructions of ours, one function at a time.
 *
 * Blocks are read in reverse postorder, so that every definition is read
 * before its uses; phis get their operands at the end.  Blocks that cannot be
 * reached are not read at all.  Operations on vectors are done lane by lane.
 *
 * An instruction that cannot be expressed becomes UNSUPPORTED, which ends the
 * execution there; what follows it is dead and pruned.  So a value is missing
 * only in dead code, where any input may stand for it. */
#include "frontend/read/reader.h"

enum { MOST_LANES = 1024 };

void rd_set_value(Reader *r, LLVMValueRef value, Val val) {
  map_put(&r->values, key_of(value), val.id);
}

/* Both results of an arithmetic-with-overflow intrinsic as one integer. */
static Val pack_pair(Reader *r, LLVMValueRef value, uint64_t pair) {
  LLVMTypeRef type = LLVMTypeOf(value);
  Val whole = rd_number(r, rd_value_type(r, type), 0);
  uint64_t low;
  rd_element(r, type, 0, &low);
  whole = rd_insert(r, whole, low, (Val){(uint32_t)(pair >> 32)});
  rd_element(r, type, 1, &low);
  return rd_insert(r, whole, low, (Val){(uint32_t)pair});
}

Val rd_value(Reader *r, LLVMValueRef value) {
  uint64_t known = map_get(&r->values, key_of(value), 0);
  if (known) return (Val){(uint32_t)known};
  if (LLVMIsAConstant(value)) return rd_constant(r, value);
  uint64_t pair = map_get(&r->pairs, key_of(value), 0);
  if (pair) return pack_pair(r, value, pair);
  return rd_input(r, rd_value_type(r, LLVMTypeOf(value)), INPUT_UNDEF, NULL);
}

/* ---- pure operations on scalars ---- */

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
 * division have no name at all, which those of other operations have. */
static bool is_unchecked(LLVMOpcode opcode, LLVMValueRef node) {
  size_t n;
  if (!is_wrapping_kind(opcode) || !LLVMIsAInstruction(node)) return false;
  if (LLVMGetTypeKind(LLVMTypeOf(node)) == LLVMVectorTypeKind) return true;
  if (has_name_like(node, ".r") || has_name_like(node, ".i")) return true;
  LLVMGetValueName2(node, &n);
  if (n == 0 && opcode == LLVMMul && !LLVMGetNUW(node)) return true;
  return has_name_like(LLVMGetOperand(node, 0), ".real") ||
         has_name_like(LLVMGetOperand(node, 0), ".imag");
}

static Val scalar_binary(Reader *r, LLVMOpcode opcode, LLVMValueRef node,
                         const Val *ops, TypeId type) {
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
  return made;
}

static Val scalar_icmp(Reader *r, LLVMValueRef node, Val a, Val b) {
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
  uint64_t low;
  LLVMTypeRef elem = rd_element(r, vector, lane, &low);
  return rd_extract(r, value, low, rd_value_type(r, elem));
}

Val rd_pack(Reader *r, LLVMTypeRef vector, const Val *lanes) {
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

static void read_extractvalue(Reader *r, LLVMValueRef i) {
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

static void read_insertvalue(Reader *r, LLVMValueRef i) {
  uint64_t bit;
  element_at(r, i, &bit);
  Val whole = rd_value(r, LLVMGetOperand(i, 0));
  Val part = rd_value(r, LLVMGetOperand(i, 1));
  rd_set_value(r, i, rd_insert(r, whole, bit, part));
}

Val rd_operation(Reader *r, LLVMOpcode opcode, LLVMValueRef node,
                 const Val *ops, uint32_t n_ops) {
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

static void read_operation(Reader *r, LLVMValueRef i) {
  Val few[8], *ops = few;
  uint32_t n = (uint32_t)LLVMGetNumOperands(i);
  if (n > 8) ops = MEM_ARRAY(r->mem, Val, n);
  for (uint32_t k = 0; k < n; k++) ops[k] = rd_value(r, LLVMGetOperand(i, k));
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  rd_set_value(r, i, rd_operation(r, opcode, i, ops, n));
  if (n > 8) MEM_FREE_ARRAY(r->mem, ops, n);
}

/* ---- memory ---- */

static bool is_named(LLVMValueRef value, const char *prefix) {
  size_t n;
  return text_starts_with(LLVMGetValueName2(value, &n), prefix);
}

/* Are arrays of variable length given back somewhere else than right before the
 * return? */
static bool restores_stack(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMGetInstructionOpcode(i) == LLVMCall &&
          is_named(LLVMGetCalledValue(i), "llvm.stackrestore") &&
          LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(b)) != LLVMRet)
        return true;
  return false;
}

/* Does it die with a block whose end nothing marks (INST_SCOPED)? */
static bool is_scoped(LLVMValueRef alloca, bool has_fixed_size) {
  if (is_named(alloca, ".compoundliteral")) return true;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(alloca);
  return !has_fixed_size && restores_stack(LLVMGetBasicBlockParent(block));
}

static void read_alloca(Reader *r, LLVMValueRef i) {
  LLVMTypeRef type = LLVMGetAllocatedType(i);
  Val count = rd_value(r, LLVMGetOperand(i, 0));
  uint64_t number, size = rd_size(r, type);
  bool fixed = prog_const_as_u64(r->p, count, &number);
  Val wide = {0};
  if (!fixed)
    wide = rd_resize(r, count, r->p->pointer_bits, EXTEND_ZERO);
  else if (number && size > (uint64_t)INT64_MAX / number)
    rd_unsupported(r, "local object of %llu x %llu bytes",
                   (unsigned long long)number, (unsigned long long)size);
  TypeId aux = rd_mem_type(r, type);
  Val made = rd_emit(r, OP_ALLOCA, prog_type_ptr(r->p), &wide, fixed ? 0 : 1);
  rd_inst(r, made)->imm = (int64_t)(fixed ? size * number : size);
  rd_inst(r, made)->aux = aux;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  if (block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)))
    rd_inst(r, made)->flags |= INST_DYNAMIC;
  if (is_scoped(i, fixed)) rd_inst(r, made)->flags |= INST_SCOPED;
  rd_note_place(r, i, made);
  rd_set_value(r, i, made);
}

/* Memory outside address space 0 is not ours to explain. */
static bool is_plain_pointer(Reader *r, LLVMValueRef pointer) {
  unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
  if (space) rd_unsupported(r, "address space %u", space);
  return space == 0;
}

static void read_load(Reader *r, LLVMValueRef i) {
  if (!is_plain_pointer(r, LLVMGetOperand(i, 0))) return;
  Val pointer = rd_value(r, LLVMGetOperand(i, 0));
  Val made = rd_load(r, rd_value_type(r, LLVMTypeOf(i)), pointer);
  if (LLVMGetVolatile(i)) rd_inst(r, made)->flags |= INST_VOLATILE;
  rd_note_field(r, val_index(made), LLVMGetOperand(i, 0));
  rd_set_value(r, i, made);
}

static void read_store(Reader *r, LLVMValueRef i) {
  if (!is_plain_pointer(r, LLVMGetOperand(i, 1))) return;
  Val value = rd_value(r, LLVMGetOperand(i, 0));
  Val pointer = rd_value(r, LLVMGetOperand(i, 1));
  rd_store(r, value, pointer);
  uint32_t made = r->f->insts.n - 1;
  if (LLVMGetVolatile(i)) r->f->insts.at[made].flags |= INST_VOLATILE;
  rd_note_field(r, made, LLVMGetOperand(i, 1));
}

/* ---- control ---- */

static ReadBlock *block_of(Reader *r, LLVMBasicBlockRef block) {
  uint64_t *index = map_find(&r->blocks, key_of(block));
  require(index != NULL);
  return &r->order.at[*index];
}

static BlockId target(Reader *r, LLVMValueRef i, unsigned k) {
  return block_of(r, LLVMGetSuccessor(i, k))->start;
}

static void read_branch(Reader *r, LLVMValueRef i) {
  LocId loop = rd_loop_loc(r, i);
  if (loop.id) r->f->blocks.at[target(r, i, 0).id].loop = loop;
  if (!LLVMIsConditional(i)) {
    rd_end(r, OP_BR, NULL, 0, (BlockId[]){target(r, i, 0)}, 1);
    return;
  }
  Val cond = rd_value(r, LLVMGetCondition(i));
  BlockId to[2] = {target(r, i, 0), target(r, i, 1)};
  rd_end(r, OP_CONDBR, &cond, 1, to, 2);
}

static void read_switch(Reader *r, LLVMValueRef i) {
  uint32_t n = LLVMGetNumSuccessors(i);
  Val *ops = MEM_ARRAY(r->mem, Val, n);
  BlockId *to = MEM_ARRAY(r->mem, BlockId, n);
  ops[0] = rd_value(r, LLVMGetOperand(i, 0));
  for (uint32_t k = 0; k < n; k++) {
    if (k) ops[k] = rd_value(r, LLVMGetOperand(i, 2 * k));
    to[k] = target(r, i, k);
  }
  rd_end(r, OP_SWITCH, ops, n, to, n);
  MEM_FREE_ARRAY(r->mem, ops, n);
  MEM_FREE_ARRAY(r->mem, to, n);
}

/* Computed goto: a switch over the numbers of the labels. */
static void read_indirectbr(Reader *r, LLVMValueRef i) {
  uint32_t n = LLVMGetNumSuccessors(i), used = 1;
  Val *ops = MEM_ARRAY(r->mem, Val, n + 1);
  BlockId *to = MEM_ARRAY(r->mem, BlockId, n + 1);
  Map seen;
  map_init(&seen, r->mem);
  Val address = rd_value(r, LLVMGetOperand(i, 0));
  ops[0] = rd_emit1(r, OP_PTRTOINT, rd_word(r), address);
  BlockId home = r->at;
  to[0] = prog_add_block(r->p, r->f, NULL);
  for (uint32_t k = 0; k < n; k++) {
    LLVMBasicBlockRef block = LLVMGetSuccessor(i, k);
    if (map_find(&seen, key_of(block))) continue;
    map_put(&seen, key_of(block), 1);
    ops[used] = rd_number(r, rd_word(r), rd_label_address(r, block));
    to[used++] = target(r, i, k);
  }
  rd_end(r, OP_SWITCH, ops, used, to, used);
  r->at = to[0];
  rd_unsupported(r, "goto to an unknown address");
  r->at = home;
  map_done(&seen);
  MEM_FREE_ARRAY(r->mem, ops, n + 1);
  MEM_FREE_ARRAY(r->mem, to, n + 1);
}

static void read_return(Reader *r, LLVMValueRef i) {
  if (!LLVMGetNumOperands(i)) {
    rd_end(r, OP_RET, NULL, 0, NULL, 0);
    return;
  }
  Val value = rd_value(r, LLVMGetOperand(i, 0));
  rd_end(r, OP_RET, &value, 1, NULL, 0);
}

static void read_phi(Reader *r, LLVMValueRef i) {
  Val phi = rd_emit(r, OP_PHI, rd_value_type(r, LLVMTypeOf(i)), NULL, 0);
  rd_set_value(r, i, phi);
  VEC_PUSH(r->mem, &r->phis, i);
}

static const char *opcode_name(LLVMOpcode opcode) {
  switch ((int)opcode) {
  case LLVMInvoke: return "invoke";
  case LLVMCallBr: return "asm goto";
  case LLVMVAArg: return "va_arg instruction";
  case LLVMResume:
  case LLVMLandingPad:
  case LLVMCleanupRet:
  case LLVMCatchRet:
  case LLVMCatchPad:
  case LLVMCleanupPad:
  case LLVMCatchSwitch: return "exception handling";
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW: return "atomic instruction";
  default: return "instruction";
  }
}

static bool types_are_fine(Reader *r, LLVMValueRef i) {
  if (!rd_type_is_fine(r, LLVMTypeOf(i))) return false;
  if (LLVMIsATerminatorInst(i) || LLVMIsACallInst(i)) return true;
  for (int k = LLVMGetNumOperands(i); k-- > 0;) {
    LLVMValueRef op = LLVMGetOperand(i, (unsigned)k);
    if (!LLVMValueIsBasicBlock(op) && !rd_type_is_fine(r, LLVMTypeOf(op)))
      return false;
  }
  return true;
}

static void read_instruction(Reader *r, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (!types_are_fine(r, i)) {
    char *type = LLVMPrintTypeToString(LLVMTypeOf(i));
    rd_unsupported(r, "value of type %.100s", type);
    LLVMDisposeMessage(type);
    return;
  }
  switch ((int)opcode) {
  case LLVMAlloca: read_alloca(r, i); break;
  case LLVMLoad: read_load(r, i); break;
  case LLVMStore: read_store(r, i); break;
  case LLVMCall: rd_call(r, i); break;
  case LLVMPHI: read_phi(r, i); break;
  case LLVMExtractValue: read_extractvalue(r, i); break;
  case LLVMInsertValue: read_insertvalue(r, i); break;
  case LLVMFence: break; /* one thread: order is program order */
  case LLVMBr: read_branch(r, i); break;
  case LLVMSwitch: read_switch(r, i); break;
  case LLVMIndirectBr: read_indirectbr(r, i); break;
  case LLVMRet: read_return(r, i); break;
  case LLVMUnreachable: rd_stop(r, "unreachable"); break;
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMVAArg:
  case LLVMResume:
  case LLVMLandingPad:
  case LLVMCleanupRet:
  case LLVMCatchRet:
  case LLVMCatchPad:
  case LLVMCleanupPad:
  case LLVMCatchSwitch:
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW: rd_unsupported(r, "%s", opcode_name(opcode)); break;
  default: read_operation(r, i); break;
  }
}

/* ---- functions ---- */

typedef struct OrderFrame {
  LLVMBasicBlockRef block;
  unsigned next; /* successor to visit */
} OrderFrame;

/* Reachable blocks in reverse postorder. */
static void order_blocks(Reader *r) {
  Vec(OrderFrame) stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(r->function);
  map_put(&r->blocks, key_of(entry), 0);
  VEC_PUSH(r->mem, &stack, ((OrderFrame){entry, 0}));
  while (stack.n) {
    OrderFrame *top = &VEC_LAST(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (top->next < LLVMGetNumSuccessors(end)) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, top->next++);
      if (map_find(&r->blocks, key_of(to))) continue;
      map_put(&r->blocks, key_of(to), 0);
      VEC_PUSH(r->mem, &stack, ((OrderFrame){to, 0}));
    } else {
      VEC_PUSH(r->mem, &r->order, ((ReadBlock){.block = top->block}));
      stack.n--;
    }
  }
  VEC_DONE(r->mem, &stack);
  for (uint32_t i = 0, n = r->order.n; i < n / 2; i++) {
    ReadBlock swap = r->order.at[i];
    r->order.at[i] = r->order.at[n - 1 - i];
    r->order.at[n - 1 - i] = swap;
  }
  for (uint32_t i = 0; i < r->order.n; i++) {
    map_put(&r->blocks, key_of(r->order.at[i].block), i);
    r->order.at[i].start = prog_add_block(r->p, r->f, NULL);
  }
}

static void read_block(Reader *r, uint32_t index) {
  r->at = r->order.at[index].start;
  LLVMValueRef i = LLVMGetFirstInstruction(r->order.at[index].block);
  for (; i; i = LLVMGetNextInstruction(i)) {
    r->loc = rd_instruction_loc(r, i);
    read_instruction(r, i);
  }
  /* Where the terminator went; behind UNSUPPORTED and STOP an empty block. */
  r->order.at[index].end = r->at;
}

/* Fills in a phi's operands; what a constant operand needs in instructions
 * goes to the end of the predecessor, before its terminator. */
static void finish_phi(Reader *r, LLVMValueRef phi, uint32_t number) {
  uint32_t n = LLVMCountIncoming(phi), used = 0;
  Val *ops = ARENA_ARRAY(&r->p->arena, Val, n);
  BlockId *from = ARENA_ARRAY(&r->p->arena, BlockId, n);
  uint32_t index =
      val_index((Val){(uint32_t)map_get(&r->values, key_of(phi), 0)});
  r->loc = r->f->insts.at[index].loc;
  for (uint32_t k = 0; k < n; k++) {
    uint64_t *at = map_find(&r->blocks, key_of(LLVMGetIncomingBlock(phi, k)));
    if (!at || r->order.at[*at].stamp == number) continue;
    r->order.at[*at].stamp = number;
    r->at = r->order.at[*at].end;
    if (!r->f->blocks.at[r->at.id].insts.n) continue;
    uint32_t end = VEC_POP(&r->f->blocks.at[r->at.id].insts);
    ops[used] = rd_value(r, LLVMGetIncomingValue(phi, k));
    VEC_PUSH(r->mem, &r->f->blocks.at[r->at.id].insts, end);
    if (r->at.id != r->order.at[*at].end.id) r->edges_moved = true;
    r->order.at[*at].end = r->at;
    from[used++] = r->at;
  }
  Inst *inst = &r->f->insts.at[index];
  inst->ops = ops;
  inst->blocks = from;
  inst->n_ops = inst->n_blocks = used;
}

static void finish_phis(Reader *r) {
  for (uint32_t i = 0; i < r->phis.n; i++) finish_phi(r, r->phis.at[i], i + 1);
}

/* Constructor functions (GCC's attribute) run before main, those with a lower
 * priority number first, in the order of the table among equals. */
static void call_constructors(Reader *r) {
  LLVMValueRef table = LLVMGetNamedGlobal(r->module, "llvm.global_ctors");
  if (!table || LLVMGetFirstUse(r->function)) return;
  LLVMValueRef list = LLVMGetInitializer(table);
  uint32_t n = rd_element_count(LLVMTypeOf(list));
  r->at = r->order.at[0].start;
  r->loc = r->f->loc;
  for (int64_t last = -1, next; last < INT64_MAX; last = next) {
    next = INT64_MAX;
    for (uint32_t i = 0; i < n; i++) {
      LLVMValueRef row = LLVMGetAggregateElement(list, i);
      int64_t priority =
          LLVMConstIntGetSExtValue(LLVMGetAggregateElement(row, 0));
      if (priority > last && priority < next) next = priority;
      if (priority != last) continue;
      LLVMValueRef function = fe_strip_alias(LLVMGetAggregateElement(row, 1));
      if (!LLVMIsAFunction(function)) continue;
      Val callee = rd_constant(r, function);
      FuncId id = prog_const(r->p, callee)->func;
      rd_emit(r, OP_CALL, prog_func(r->p, id)->ret, &callee, 1);
    }
  }
}

void rd_function(Reader *r, LLVMValueRef function, FuncId func) {
  r->function = function;
  r->func = func;
  r->f = prog_func(r->p, func);
  r->f->state = FUNC_DEFINED;
  r->f->first_site = r->p->n_sites + 1;
  r->flags = r->f->origin == FUNC_MODEL ? INST_MODEL : 0;
  map_clear(&r->values);
  map_clear(&r->pairs);
  map_clear(&r->blocks);
  VEC_CLEAR(&r->order);
  VEC_CLEAR(&r->phis);
  r->edges_moved = false;
  for (uint32_t i = 0; i < r->f->n_params; i++)
    rd_set_value(r, LLVMGetParam(function, i), prog_param(i));
  order_blocks(r);
  if (function == rd_entry(r->module, "main")) call_constructors(r);
  for (uint32_t i = 0; i < r->order.n; i++) read_block(r, i);
  finish_phis(r);
  rd_prune(r);
}
