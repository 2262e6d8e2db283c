/* SPDX-License-Identifier: MIT
 *
 * Small questions about LLVM modules. */
#include "frontend/module.h"

#include <assert.h>
#include <string.h>

#define MODEL_MARK "cutpoint-model"

void fe_mark_model(LLVMValueRef function) {
  assert(LLVMIsAFunction(function));
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(context, MODEL_MARK,
                                (unsigned)strlen(MODEL_MARK), "", 0));
}

bool fe_is_model(LLVMValueRef function) {
  assert(LLVMIsAFunction(function));
  return LLVMGetStringAttributeAtIndex(
             function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
             MODEL_MARK, (unsigned)strlen(MODEL_MARK)) != NULL;
}

bool fe_is_realloc(LLVMValueRef function) {
  size_t n;
  return fe_is_model(function) &&
         strcmp(LLVMGetValueName2(function, &n), "realloc") == 0;
}

LLVMValueRef fe_strip_alias(LLVMValueRef value) {
  for (int i = 0; i < 1000 && LLVMIsAGlobalAlias(value); i++)
    value = LLVMAliasGetAliasee(value);
  return value;
}
