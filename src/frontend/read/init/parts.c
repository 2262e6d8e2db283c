/* SPDX-License-Identifier: MIT
 *
 * Parts of a value that the compiler reads and writes as a whole: bit-fields
 * in their unit, lanes of a vector (init.c).  That a part is written is not
 * that the others are read. */
#include "frontend/read/init/parts.h"

static LLVMValueRef only_user(LLVMValueRef value, LLVMOpcode op) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  if (!use || LLVMGetNextUse(use)) return NULL;
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == op
             ? user
             : NULL;
}

/* A bit-field is written: its unit is read, masked and stored again. */
bool fe_updates_bits(LLVMValueRef load) {
  assert(LLVMIsALoadInst(load));
  LLVMValueRef at = LLVMGetOperand(load, 0), user = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef mask = LLVMGetUser(u);
    if (!LLVMIsAInstruction(mask) || LLVMGetInstructionOpcode(mask) != LLVMAnd)
      return false;
    user = only_user(mask, LLVMOr);
    user = user ? only_user(user, LLVMStore) : only_user(mask, LLVMStore);
    if (!user || LLVMGetOperand(user, 1) != at) return false;
  }
  return user != NULL;
}

/* ---- lanes ---- */

unsigned fe_lane_bytes(LLVMTypeRef type) {
  enum { BITS_OF_BYTE = 8, MOST_BITS = 64 };
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return 0;
  LLVMTypeRef lane = LLVMGetElementType(type);
  LLVMTypeKind kind = LLVMGetTypeKind(lane);
  if (kind == LLVMFloatTypeKind) return sizeof(float);
  if (kind == LLVMDoubleTypeKind) return sizeof(double);
  if (kind != LLVMIntegerTypeKind) return 0;
  unsigned bits = LLVMGetIntTypeWidth(lane);
  bool is_packed = bits % BITS_OF_BYTE == 0 && bits <= MOST_BITS;
  return is_packed ? bits / BITS_OF_BYTE : 0;
}

bool fe_has_init_flag(LLVMValueRef alloca) {
  return fe_may_promote(alloca) &&
         fe_lane_bytes(LLVMGetAllocatedType(alloca)) == 0;
}

LLVMValueRef fe_lane_written(LLVMValueRef store) {
  assert(LLVMIsAStoreInst(store));
  LLVMValueRef value = LLVMGetOperand(store, 0);
  if (!LLVMIsAInsertElementInst(value)) return NULL;
  LLVMValueRef load = LLVMGetOperand(value, 0);
  bool is_update = LLVMIsALoadInst(load) &&
                   fe_lane_bytes(LLVMTypeOf(load)) != 0 &&
                   LLVMGetOperand(load, 0) == LLVMGetOperand(store, 1) &&
                   only_user(load, LLVMInsertElement) == value &&
                   only_user(value, LLVMStore) == store;
  return is_update ? LLVMGetOperand(value, 2) : NULL;
}

bool fe_updates_lane(LLVMValueRef load) {
  assert(LLVMIsALoadInst(load));
  LLVMValueRef insert = only_user(load, LLVMInsertElement);
  LLVMValueRef store = insert ? only_user(insert, LLVMStore) : NULL;
  return store && LLVMGetOperand(insert, 0) == load && fe_lane_written(store);
}

LLVMValueRef fe_lane_read(LLVMValueRef load) {
  assert(LLVMIsALoadInst(load));
  if (fe_lane_bytes(LLVMTypeOf(load)) == 0) return NULL;
  LLVMValueRef extract = only_user(load, LLVMExtractElement);
  return extract && LLVMGetOperand(extract, 0) == load ? extract : NULL;
}
