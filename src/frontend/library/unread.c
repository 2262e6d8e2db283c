/* SPDX-License-Identifier: MIT
 *
 * Loads whose value the program does not take, as that of (void)x.
 *
 * They are no reads (read/init/init.c).  In the compiler's own code nobody uses
 * them; later that tells nothing, as some library calls are replaced by models
 * that do not need what the call was given: printf("%d", x) does read x.  So
 * they are marked before.  What a model does not use, it looks at as at the
 * bytes of an object. */
#include "frontend/library/library.h"
#include "frontend/module.h"

static unsigned kind_of_mark(LLVMContextRef context) {
  static const char name[] = "cutpoint.unread";
  return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

void fe_note_unread(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMValueRef none =
      LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        if (LLVMIsALoadInst(i) && !LLVMGetFirstUse(i))
          LLVMSetMetadata(i, kind_of_mark(context), none);
}

bool fe_is_unread(LLVMValueRef load) {
  assert(LLVMIsALoadInst(load));
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(load));
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  return fe_is_model(f) ? !LLVMGetFirstUse(load)
                        : LLVMGetMetadata(load, kind_of_mark(context)) != NULL;
}
