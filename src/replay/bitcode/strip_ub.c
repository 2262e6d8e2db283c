/* SPDX-License-Identifier: MIT
 *
 * Bitcode that may be optimised.
 *
 * A program that is tried many times should be fast, so the compiler optimises
 * it; but it must still do what it does without.  Optimisation begins with
 * what may be assumed: that signed numbers do not overflow, that loops end,
 * that pointers are not NULL, that a function has no effects.  Here these
 * assumptions are taken out of the code.  Our functions that stand for
 * unknown values make false ones: each call is another answer.
 *
 * Branches stay branches ("optforfuzzing"): they are counted. */
#include "replay/bitcode/bitcode_int.h"

/* Attributes that let the compiler assume something; noinline is slow. */
static const char *const assumptions[] = {"mustprogress",
                                          "willreturn",
                                          "memory",
                                          "nofree",
                                          "nosync",
                                          "norecurse",
                                          "speculatable",
                                          "noundef",
                                          "nonnull",
                                          "dereferenceable",
                                          "dereferenceable_or_null",
                                          "noalias",
                                          "readnone",
                                          "readonly",
                                          "writeonly",
                                          "returned",
                                          "nocapture",
                                          "noinline"};
enum { N_ASSUMPTIONS = sizeof assumptions / sizeof *assumptions };

typedef struct Tame {
  Writer *w;
  unsigned kinds[N_ASSUMPTIONS];
  unsigned loop; /* metadata */
} Tame;

static void tame_function(const Tame *t, LLVMValueRef f) {
  unsigned last = LLVMCountParams(f);
  for (unsigned k = 0; k < N_ASSUMPTIONS; k++) {
    LLVMRemoveEnumAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, t->kinds[k]);
    for (unsigned at = 0; at <= last; at++)
      LLVMRemoveEnumAttributeAtIndex(f, at, t->kinds[k]);
  }
  static const char fuzzing[] = "optforfuzzing";
  static const char nulls[] = "null-pointer-is-valid";
  LLVMAddAttributeAtIndex(
      f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(
          t->w->context,
          LLVMGetEnumAttributeKindForName(fuzzing, sizeof fuzzing - 1), 0));
  LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(t->w->context, nulls,
                                                    sizeof nulls - 1, "true",
                                                    4));
}

static void tame_call(const Tame *t, LLVMValueRef call) {
  unsigned last = LLVMGetNumArgOperands(call);
  for (unsigned k = 0; k < N_ASSUMPTIONS; k++) {
    LLVMRemoveCallSiteEnumAttribute(
        call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, t->kinds[k]);
    for (unsigned at = 0; at <= last; at++)
      LLVMRemoveCallSiteEnumAttribute(call, at, t->kinds[k]);
  }
}

static void tame_instruction(const Tame *t, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl) {
    LLVMSetNSW(i, 0);
    LLVMSetNUW(i, 0);
  }
  if (op == LLVMSDiv || op == LLVMUDiv || op == LLVMLShr || op == LLVMAShr)
    LLVMSetExact(i, 0);
  if (op == LLVMGetElementPtr) LLVMSetIsInBounds(i, 0);
  if (op == LLVMCall) tame_call(t, i);
  if (op == LLVMBr) LLVMSetMetadata(i, t->loop, NULL);
}

void rw_strip_ub(Writer *w) {
  Tame t = {.w = w};
  for (unsigned k = 0; k < N_ASSUMPTIONS; k++)
    t.kinds[k] =
        LLVMGetEnumAttributeKindForName(assumptions[k], strlen(assumptions[k]));
  t.loop = LLVMGetMDKindIDInContext(w->context, "llvm.loop", 9);
  LLVMValueRef f = LLVMGetFirstFunction(w->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetIntrinsicID(f)) continue;
    tame_function(&t, f);
    LLVMBasicBlockRef b =
        LLVMIsDeclaration(f) ? NULL : LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef i = LLVMGetFirstInstruction(b);
      for (; i; i = LLVMGetNextInstruction(i)) tame_instruction(&t, i);
    }
  }
}
