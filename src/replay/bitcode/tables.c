/* SPDX-License-Identifier: MIT
 *
 * Tables for the harness: where things of the program lie, and its texts. */
#include "replay/bitcode/bitcode_int.h"

#include "frontend/module.h"

void rw_add_table(Writer *w, const char *name, const Map *ids, uint32_t n) {
  LLVMValueRef *rows = MEM_ARRAY(w->r->mem, LLVMValueRef, n);
  for (uint32_t i = 0; i < n; i++) rows[i] = LLVMConstNull(w->pointer);
  for (uint32_t i = 0; i < ids->n; i++)
    rows[ids->entries[i].value] = (LLVMValueRef)(uintptr_t)ids->entries[i].key;
  LLVMValueRef all = LLVMConstArray2(w->pointer, rows, n);
  LLVMValueRef table = LLVMAddGlobal(w->module, LLVMTypeOf(all), name);
  LLVMSetInitializer(table, all);
  MEM_FREE_ARRAY(w->r->mem, rows, n);
}

/* A short text that the program has as a constant. */
static bool is_text(LLVMValueRef g) {
  enum { LONGEST = 32 };
  size_t n;
  if (!LLVMIsGlobalConstant(g) || LLVMIsDeclaration(g)) return false;
  LLVMValueRef start = LLVMGetInitializer(g);
  if (!LLVMIsAConstantDataSequential(start) || !LLVMIsConstantString(start))
    return false;
  const char *text = LLVMGetAsString(start, &n);
  return n > 1 && n <= LONGEST + 1 && strnlen(text, n) == n - 1;
}

/* Is it named by the user's code, or in a table? */
static bool is_users(LLVMValueRef g) {
  for (LLVMUseRef u = LLVMGetFirstUse(g); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user)) return true;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
    if (!fe_is_model(LLVMGetBasicBlockParent(block))) return true;
  }
  return false;
}

void rw_add_texts(Writer *w) {
  assert(w->module && w->pointer);
  Vec(LLVMValueRef) texts = {0};
  LLVMValueRef g = LLVMGetFirstGlobal(w->module);
  for (; g; g = LLVMGetNextGlobal(g))
    if (is_text(g) && is_users(g)) VEC_PUSH(w->r->mem, &texts, g);
  VEC_PUSH(w->r->mem, &texts, LLVMConstNull(w->pointer));
  LLVMValueRef all = LLVMConstArray2(w->pointer, texts.at, texts.n);
  LLVMValueRef table = LLVMAddGlobal(w->module, LLVMTypeOf(all), "__cp_texts");
  LLVMSetInitializer(table, all);
  VEC_DONE(w->r->mem, &texts);
}
