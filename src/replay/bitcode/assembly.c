/* SPDX-License-Identifier: MIT
 *
 * Inline assembly that only asks the environment (frontend/assembly.c): what it
 * gives is asked for in its place.  It changes nothing. */
#include "replay/bitcode/bitcode_int.h"

#include "frontend/assembly.h"

bool rw_is_text(LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) && fe_asm_is_outside(instruction);
}

uint32_t rw_replace_text(Writer *w, uint32_t first) {
  const ReadPlace *places = w->r->places.at + first;
  LLVMValueRef i = places->origin;
  assert(first < w->r->places.n && rw_is_text(i));
  LLVMTypeRef type = LLVMTypeOf(i);
  bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  uint32_t n = several ? LLVMCountStructElementTypes(type) : 1;
  LLVMValueRef made =
      several ? LLVMGetUndef(type) : rw_ask_before(w, i, type, places->site);
  for (uint32_t k = 0; several && k < n; k++) {
    require(places[k].origin == i);
    LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, k);
    LLVMValueRef asked = rw_ask_before(w, i, part, places[k].site);
    made = LLVMBuildInsertValue(w->builder, made, asked, k, "");
  }
  LLVMReplaceAllUsesWith(i, made);
  LLVMInstructionEraseFromParent(i);
  return n;
}

static void drop(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block), next;
  for (; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind && rw_is_text(i))
      LLVMInstructionEraseFromParent(i);
  }
}

void rw_drop_texts(Writer *w) {
  LLVMValueRef f = LLVMGetFirstFunction(w->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) drop(b);
  }
}
