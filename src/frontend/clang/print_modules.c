/* SPDX-License-Identifier: MIT
 *
 * The user's modules as LLVM assembly, for --dump=frontend. */
#include "frontend/clang/clang.h"

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

static bool print_module(Text *out, const char *path, FeDiag *diag) {
  LLVMMemoryBufferRef buffer;
  char *problem = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &problem)) {
    fe_diag_add(diag, NULL, 0, 0, "cannot read '%s': %s", path, problem);
    LLVMDisposeMessage(problem);
    return false;
  }
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module;
  bool failed = LLVMParseIRInContext(context, buffer, &module, &problem);
  if (failed) {
    fe_diag_add(diag, NULL, 0, 0, "'%s' is no LLVM file: %s", path, problem);
    LLVMDisposeMessage(problem);
  } else {
    char *text = LLVMPrintModuleToString(module);
    text_add(out, text);
    LLVMDisposeMessage(text);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  return !failed;
}

bool fe_print_modules(Text *out, const FeFiles *files, FeDiag *diag) {
  for (uint32_t i = 0; i < files->list.n; i++)
    if (files->list.at[i].origin == FE_USER &&
        !print_module(out, files->list.at[i].path, diag))
      return false;
  return true;
}
