/* SPDX-License-Identifier: MIT
 *
 * Small questions about LLVM modules. */
#include "frontend/module.h"

#include <assert.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
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

bool fe_is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

bool fe_is_gep(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) ||
         (LLVMIsAConstantExpr(value) &&
          LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

LLVMValueRef fe_function(LLVMModuleRef module, const char *name,
                         LLVMTypeRef type) {
  LLVMValueRef f = LLVMGetNamedFunction(module, name);
  return f ? f : LLVMAddFunction(module, name, type);
}

void fe_mark_before(LLVMValueRef instruction, const char *name) {
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0);
  LLVMValueRef f = fe_function(module, name, type);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, instruction);
  LLVMSetCurrentDebugLocation2(builder,
                               LLVMInstructionGetDebugLoc(instruction));
  LLVMBuildCall2(builder, type, f, NULL, 0, "");
  LLVMDisposeBuilder(builder);
}

LLVMMetadataRef fe_scope_around(LLVMContextRef context, LLVMMetadataRef scope) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  if (kind != LLVMDILexicalBlockMetadataKind &&
      kind != LLVMDILexicalBlockFileMetadataKind)
    return NULL;
  LLVMValueRef node = LLVMMetadataAsValue(context, scope), ops[8];
  if (LLVMGetMDNodeNumOperands(node) > 8) return NULL;
  LLVMGetMDNodeOperands(node, ops);
  return ops[1] ? LLVMValueAsMetadata(ops[1]) : NULL;
}

const char *fe_constant_text(LLVMValueRef operand, size_t *n) {
  LLVMValueRef text = LLVMIsAGlobalVariable(operand);
  if (!text || !LLVMIsGlobalConstant(text)) return NULL;
  text = LLVMGetInitializer(text);
  *n = 0;
  if (!text) return NULL;
  if (LLVMIsNull(text)) return "";
  return LLVMIsConstantString(text) ? LLVMGetAsString(text, n) : NULL;
}

bool fe_is_plain(LLVMValueRef variable) {
  assert(LLVMIsAAllocaInst(variable) || LLVMIsAGlobalVariable(variable));
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
    if (!LLVMIsALoadInst(user) && !stored) return false;
  }
  return true;
}

bool fe_keeps_contents(LLVMValueRef global) {
  assert(LLVMIsAGlobalVariable(global));
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  return LLVMIsGlobalConstant(global) ||
         (LLVMGetTypeKind(type) == LLVMPointerTypeKind && fe_is_plain(global));
}

/* LLVM's own handler of messages ends the process. */
static void be_silent(LLVMDiagnosticInfoRef info, void *unused) {
  (void)info;
  (void)unused;
}

LLVMModuleRef fe_load_bitcode(LLVMContextRef context, const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *problem = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &problem)) {
    LLVMDisposeMessage(problem);
    return NULL;
  }
  LLVMContextSetDiagnosticHandler(context, be_silent, NULL);
  bool good = !LLVMParseBitcodeInContext2(context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  return good ? module : NULL;
}

void fe_each_constructor(LLVMModuleRef module,
                         void (*visit)(LLVMValueRef function, void *context),
                         void *context) {
  LLVMValueRef table = LLVMGetNamedGlobal(module, "llvm.global_ctors");
  if (!table) return;
  LLVMValueRef list = LLVMGetInitializer(table);
  assert(LLVMGetTypeKind(LLVMTypeOf(list)) == LLVMArrayTypeKind);
  uint64_t n = LLVMGetArrayLength2(LLVMTypeOf(list));
  for (int64_t last = -1, next; last < INT64_MAX; last = next) {
    next = INT64_MAX;
    for (unsigned i = 0; i < n; i++) {
      LLVMValueRef row = LLVMGetAggregateElement(list, i);
      int64_t priority =
          LLVMConstIntGetSExtValue(LLVMGetAggregateElement(row, 0));
      if (priority > last && priority < next) next = priority;
      if (priority != last) continue;
      LLVMValueRef function = fe_strip_alias(LLVMGetAggregateElement(row, 1));
      if (LLVMIsAFunction(function)) visit(function, context);
    }
  }
}

LLVMTypeRef fe_gep_field(LLVMValueRef gep, uint64_t *field) {
  assert(fe_is_gep(gep));
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
