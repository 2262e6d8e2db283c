/* SPDX-License-Identifier: MIT
 *
 * What an address is written as: which field of which struct.  Two accesses
 * written as different fields are apart wherever the pointers lead (C11 6.5p7),
 * which the numbers of an address do not tell. */
#include "frontend/read/reader.h"

static bool is_gep(LLVMValueRef v) {
  return LLVMIsAGetElementPtrInst(v) ||
         (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* The last step of a GEP into a struct: which field of which, or NULL. */
static LLVMTypeRef gep_field(LLVMValueRef gep, uint64_t *field) {
  assert(is_gep(gep));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep), found = NULL;
  uint32_t n = (uint32_t)LLVMGetNumOperands(gep);
  for (uint32_t i = 2; i < n; i++) {
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
      type = LLVMGetElementType(type);
      continue;
    }
    found = type;
    *field = LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i));
    type = LLVMStructGetTypeAtIndex(type, (unsigned)*field);
  }
  return found;
}

/* The innermost field that an address is written as, or NULL. */
static LLVMTypeRef field_of_address(LLVMValueRef address, uint64_t *field) {
  LLVMTypeRef found = NULL;
  while (!found && is_gep(address)) {
    found = gep_field(address, field);
    address = LLVMGetOperand(address, 0);
  }
  return found;
}

bool rd_is_open_array(LLVMTypeRef array, LLVMValueRef base) {
  assert(LLVMGetTypeKind(array) == LLVMArrayTypeKind);
  uint64_t field = 0;
  if (LLVMGetArrayLength2(array) > 1) return false;
  if (!is_gep(base)) return true;
  LLVMTypeRef type = gep_field(base, &field);
  return !type || field + 1 == LLVMCountStructElementTypes(type);
}

void rd_note_field(Reader *r, uint32_t access, LLVMValueRef address) {
  assert(access < r->f->insts.n);
  uint64_t field = 0;
  LLVMTypeRef type = field_of_address(address, &field);
  if (!type) return;
  assert(field < LLVMCountStructElementTypes(type));
  TypeId aux = rd_mem_type(r, type);
  r->f->insts.at[access].aux = aux;
  r->f->insts.at[access].imm = (int64_t)field;
}
