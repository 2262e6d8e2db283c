/* SPDX-License-Identifier: MIT
 *
 * Does it matter when locals die?
 *
 * Marks of where the locals of inner blocks begin and end to live cost a run of
 * the compiler, and code that has them is harder to follow: each way out of a
 * block goes through the end of its locals.  They say nothing new if every
 * local lives as long as its function, or is only loaded and stored, so that
 * nobody has its address.
 *
 * In doubt they matter: for what has no declaration or that of another function
 * (the compiler inlines what must be), for arrays of variable length, and where
 * the result of a function is the caller's object. */
#include "frontend/frontend.h"
#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>

/* What a dbg.declare of the outermost block speaks of, or NULL. */
static LLVMValueRef declared_outermost(LLVMValueRef i,
                                       LLVMMetadataRef function) {
  if (!LLVMIsADbgDeclareInst(i)) return NULL;
  LLVMValueRef address = LLVMGetOperand(i, 0);
  LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
  if (LLVMGetMetadataKind(LLVMValueAsMetadata(address)) !=
          LLVMLocalAsMetadataMetadataKind ||
      !loc || LLVMDILocationGetInlinedAt(loc) ||
      LLVMDIVariableGetScope(variable) != function)
    return NULL;
  return LLVMGetOperand(address, 0);
}

static bool lives_matter_in(Mem *mem, LLVMValueRef f) {
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  LLVMMetadataRef function = LLVMGetSubprogram(f);
  Map outermost; /* alloca -> 1 */
  Vec(LLVMValueRef) others = {0};
  bool matter = !function || LLVMGetEnumAttributeAtIndex(f, 1, sret);
  map_init(&outermost, mem);
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b && !matter; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMValueRef declared = declared_outermost(i, function);
      if (declared) map_put(&outermost, (uint64_t)(uintptr_t)declared, 1);
      if (LLVMIsAAllocaInst(i) && !fe_is_plain(i)) VEC_PUSH(mem, &others, i);
    }
  for (uint32_t i = 0; i < others.n && !matter; i++)
    matter = !LLVMIsAConstantInt(LLVMGetOperand(others.at[i], 0)) ||
             !map_find(&outermost, (uint64_t)(uintptr_t)others.at[i]);
  VEC_DONE(mem, &others);
  map_done(&outermost);
  return matter;
}

/* What is wrong with a file is told when it is read. */
static bool lives_matter_in_file(Mem *mem, const char *path) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = fe_load_bitcode(context, path);
  bool matter = !module;
  if (module) {
    /* The C API of LLVM 19 sees debug intrinsics, not debug records. */
    LLVMSetIsNewDbgInfoFormat(module, 0);
    LLVMValueRef f = LLVMGetFirstFunction(module);
    for (; f && !matter; f = LLVMGetNextFunction(f))
      matter = !LLVMIsDeclaration(f) && lives_matter_in(mem, f);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  return matter;
}

bool fe_lives_matter(Mem *mem, const FeInput *inputs, uint32_t n_inputs) {
  bool matter = false;
  for (uint32_t i = 0; i < n_inputs && !matter; i++)
    matter = inputs[i].origin != FE_MODEL &&
             lives_matter_in_file(mem, inputs[i].path);
  return matter;
}
