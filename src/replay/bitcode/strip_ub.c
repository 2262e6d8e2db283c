/* SPDX-License-Identifier: MIT
 *
 * Stripping undefined-behaviour attributes, so that bitcode can be optimised.
 *
 * A program that is run many times should be fast, so the compiler optimises
 * it; but it must still do what it does without.  Optimisation begins with
 * what may be assumed: that signed numbers do not overflow, that loops end,
 * that pointers are not NULL, that a function has no effects.  Here these
 * assumptions are taken out of the code.  Of our own functions that stand for
 * unknown values they would be false: each call gives another answer.
 *
 * Branches stay branches ("optforfuzzing"): they are counted. */
#include "replay/bitcode/bitcode_int.h"

/* Attributes that let the compiler assume something; noinline is slow, and
 * optnone asks for it. */
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
                                          "optnone",
                                          "noinline"};
enum { N_ASSUMPTIONS = sizeof assumptions / sizeof *assumptions };

typedef struct Stripper {
  Writer *w;
  unsigned kinds[N_ASSUMPTIONS];
  unsigned loop; /* metadata */
} Stripper;

static void strip_function(const Stripper *s, LLVMValueRef f) {
  unsigned last = LLVMCountParams(f);
  for (unsigned k = 0; k < N_ASSUMPTIONS; k++) {
    LLVMRemoveEnumAttributeAtIndex(
        f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, s->kinds[k]);
    for (unsigned at = 0; at <= last; at++)
      LLVMRemoveEnumAttributeAtIndex(f, at, s->kinds[k]);
  }
  static const char fuzzing[] = "optforfuzzing";
  static const char nulls[] = "null-pointer-is-valid";
  LLVMAddAttributeAtIndex(
      f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(
          s->w->context,
          LLVMGetEnumAttributeKindForName(fuzzing, sizeof fuzzing - 1), 0));
  LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(s->w->context, nulls,
                                                    sizeof nulls - 1, "true",
                                                    4));
}

static void strip_call(const Stripper *s, LLVMValueRef call) {
  assert(LLVMIsACallInst(call));
  unsigned last = LLVMGetNumArgOperands(call);
  for (unsigned k = 0; k < N_ASSUMPTIONS; k++) {
    LLVMRemoveCallSiteEnumAttribute(
        call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, s->kinds[k]);
    for (unsigned at = 0; at <= last; at++)
      LLVMRemoveCallSiteEnumAttribute(call, at, s->kinds[k]);
  }
}

static void strip_instruction(const Stripper *s, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl) {
    LLVMSetNSW(i, 0);
    LLVMSetNUW(i, 0);
  }
  if (op == LLVMSDiv || op == LLVMUDiv || op == LLVMLShr || op == LLVMAShr)
    LLVMSetExact(i, 0);
  if (op == LLVMGetElementPtr) LLVMSetIsInBounds(i, 0);
  if (op == LLVMCall) strip_call(s, i);
  if (op == LLVMBr) LLVMSetMetadata(i, s->loop, NULL);
}

void rw_strip_ub(Writer *w) {
  Stripper s = {.w = w};
  for (unsigned k = 0; k < N_ASSUMPTIONS; k++)
    s.kinds[k] =
        LLVMGetEnumAttributeKindForName(assumptions[k], strlen(assumptions[k]));
  s.loop = LLVMGetMDKindIDInContext(w->context, "llvm.loop", 9);
  LLVMValueRef f = LLVMGetFirstFunction(w->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetIntrinsicID(f)) continue;
    strip_function(&s, f);
    LLVMBasicBlockRef b =
        LLVMIsDeclaration(f) ? NULL : LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef i = LLVMGetFirstInstruction(b);
      for (; i; i = LLVMGetNextInstruction(i)) strip_instruction(&s, i);
    }
  }
}
