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

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

/* Nobody has its address. */
static bool is_plain(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != alloca;
    if (!LLVMIsALoadInst(user) && !stored) return false;
  }
  return true;
}

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
      if (LLVMIsAAllocaInst(i) && !is_plain(i)) VEC_PUSH(mem, &others, i);
    }
  for (uint32_t i = 0; i < others.n && !matter; i++)
    matter = !LLVMIsAConstantInt(LLVMGetOperand(others.at[i], 0)) ||
             !map_find(&outermost, (uint64_t)(uintptr_t)others.at[i]);
  VEC_DONE(mem, &others);
  map_done(&outermost);
  return matter;
}

/* What is wrong with a file is told when it is read. */
static void be_silent(LLVMDiagnosticInfoRef info, void *unused) {
  (void)info;
  (void)unused;
}

static bool lives_matter_in_file(Mem *mem, const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *problem = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &problem)) {
    LLVMDisposeMessage(problem);
    return true;
  }
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, be_silent, NULL);
  bool matter = LLVMParseBitcodeInContext2(context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  if (!matter) {
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
