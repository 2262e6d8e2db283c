/* SPDX-License-Identifier: MIT
 *
 * The symbol table of a bitcode file: what it defines and what it needs.  Only
 * the table is read, not the bodies. */
#include "frontend/clang/clang.h"
#include "frontend/module.h"

/* 'D', 'W' or 'U'; 0 for names that other files do not see. */
static char symbol_kind(LLVMValueRef value) {
  LLVMLinkage linkage = LLVMGetLinkage(value);
  if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) return 0;
  if (LLVMIsDeclaration(value) || linkage == LLVMAvailableExternallyLinkage)
    return LLVMGetFirstUse(value) ? 'U' : 0;
  return linkage == LLVMExternalLinkage ? 'D' : 'W';
}

static void list_symbol(Text *out, LLVMValueRef value) {
  size_t n;
  const char *name = LLVMGetValueName2(value, &n);
  char kind = symbol_kind(value);
  if (kind && n && strncmp(name, "llvm.", 5) != 0)
    text_printf(out, "%c %s\n", kind, name);
}

bool fe_list_symbols(Text *out, const char *path) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = fe_load_bitcode(context, path);
  bool good = module != NULL;
  if (good) {
    LLVMValueRef v;
    for (v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
      list_symbol(out, v);
    for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
      list_symbol(out, v);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  return good;
}
