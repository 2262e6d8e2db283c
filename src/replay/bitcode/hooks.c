/* SPDX-License-Identifier: MIT
 *
 * Hooks: what would run of a program before its start or after its end.
 *
 * An executable of ours may do more than the program under check: the server
 * that runs it many times makes processes.  So nothing of the program may run
 * but what it is told to.  Constructors are called where the Program calls
 * them, at its start; the tables of constructors and destructors and the
 * sections that say what to run go.  Code that is in no function can do
 * anything, so a module with some of it is not run. */
#include "replay/bitcode/bitcode_int.h"

#include "frontend/module.h"

bool rw_runs_by_itself(const Writer *w, FeDiag *diag) {
  size_t n;
  const char *code = LLVMGetModuleInlineAsm(w->module, &n);
  const char *what = code && n ? "assembly outside of functions"
                     : LLVMGetFirstGlobalIFunc(w->module)
                         ? "functions that choose others before main (ifunc)"
                         : NULL;
  if (what) fe_diag_add(diag, NULL, 0, 0, "%s: it is not run", what);
  return what != NULL;
}

static void call(LLVMValueRef function, void *context) {
  Writer *w = context;
  assert(LLVMCountParams(function) == 0);
  rw_call(w, function, NULL, 0);
}

void rw_call_constructors(Writer *w) {
  fe_each_constructor(w->module, call, w);
}

static void drop_table(Writer *w, const char *name) {
  LLVMValueRef table = LLVMGetNamedGlobal(w->module, name);
  if (table) LLVMDeleteGlobal(table);
}

/* LLVM's own tables are in sections that no executable has. */
static void leave_section(LLVMValueRef value) {
  size_t n;
  if (!text_starts_with(LLVMGetValueName2(value, &n), "llvm."))
    LLVMSetSection(value, "");
}

void rw_drop_hooks(Writer *w) {
  LLVMValueRef v;
  drop_table(w, "llvm.global_ctors");
  drop_table(w, "llvm.global_dtors");
  for (v = LLVMGetFirstFunction(w->module); v; v = LLVMGetNextFunction(v))
    leave_section(v);
  for (v = LLVMGetFirstGlobal(w->module); v; v = LLVMGetNextGlobal(v))
    leave_section(v);
  assert(!LLVMGetNamedGlobal(w->module, "llvm.global_ctors"));
}
