/* SPDX-License-Identifier: MIT
 *
 * Overflows that the compiler computes away.
 *
 * `2147483647 + 1` overflows, but clang folds it to a constant, and no
 * operation is left that could be checked.  So for the property no-overflow the
 * user's files are compiled once more, with clang's own overflow checks in the
 * code: there a folded operation shows as a checked one on constants (clang
 * leaves out the checks it knows to succeed), or as a branch that always goes
 * to the trap.  Constant initialisers have no code at all; for those clang's
 * warning about overflows in constant expressions is taken.
 *
 * What is found is recorded as "under": there is an execution that we do not
 * see, so nothing is proved.  The operation may stand in code that is never
 * executed, so it is no violation either. */
#include "frontend/clang.h"

#include "frontend/clang_int.h"

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <unistd.h>

static const char *const checking[] = {"-Wno-everything", "-Winteger-overflow",
                                       "-fsanitize=signed-integer-overflow",
                                       "-fsanitize-trap=all", NULL};

static void note(Program *program, LLVMValueRef inst) {
  unsigned length = 0;
  const char *file = LLVMGetDebugLocFilename(inst, &length);
  prog_ledger(program, LEDGER_UNDER, (LocId){0},
              "the overflow of an operation on constants is not looked at "
              "(%.*s:%u)",
              (int)length, file ? file : "", LLVMGetDebugLocLine(inst));
}

static bool is_checked_operation(LLVMValueRef inst) {
  if (LLVMGetInstructionOpcode(inst) != LLVMCall) return false;
  LLVMValueRef callee = LLVMGetCalledValue(inst);
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  return strncmp(name, "llvm.s", 6) == 0 && strstr(name, ".with.overflow.");
}

static bool has_constant_operands(LLVMValueRef call) {
  unsigned n = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < n; i++)
    if (!LLVMIsConstant(LLVMGetOperand(call, i))) return false;
  return true;
}

static bool calls_trap(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (LLVMGetInstructionOpcode(i) != LLVMCall) continue;
    size_t n;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &n);
    if (strcmp(name, "llvm.ubsantrap") == 0) return true;
  }
  return false;
}

/* A conditional branch on a constant, to the trap. */
static bool always_traps(LLVMValueRef inst) {
  if (LLVMGetInstructionOpcode(inst) != LLVMBr || !LLVMIsConditional(inst))
    return false;
  LLVMValueRef condition = LLVMGetCondition(inst);
  if (!LLVMIsConstant(condition)) return false;
  bool may_hold = true, may_fail = true;
  if (LLVMIsAConstantInt(condition)) {
    may_hold = LLVMConstIntGetZExtValue(condition) != 0;
    may_fail = !may_hold;
  }
  return (may_hold && calls_trap(LLVMGetSuccessor(inst, 0))) ||
         (may_fail && calls_trap(LLVMGetSuccessor(inst, 1)));
}

static void look_into(Program *program, LLVMModuleRef module) {
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f)) {
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef i = LLVMGetFirstInstruction(b);
      for (; i; i = LLVMGetNextInstruction(i))
        if ((is_checked_operation(i) && has_constant_operands(i)) ||
            always_traps(i))
          note(program, i);
    }
  }
}

/* False: it cannot be read. */
static bool look_into_file(Program *program, const char *path) {
  LLVMMemoryBufferRef buffer;
  char *problem = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &problem)) {
    LLVMDisposeMessage(problem);
    return false;
  }
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module;
  bool good = !LLVMParseIRInContext(context, buffer, &module, &problem);
  if (good) {
    look_into(program, module);
    LLVMDisposeModule(module);
  } else {
    LLVMDisposeMessage(problem);
  }
  LLVMContextDispose(context);
  return good;
}

static void look_at_warnings(Program *program, const FeJob *job) {
  Text said;
  text_init(&said, program->mem);
  fe_read_messages(&said, job->messages);
  if (strstr(text_get(&said), "[-Winteger-overflow]"))
    prog_ledger(program, LEDGER_UNDER, (LocId){0},
                "an overflow in a constant expression of %s is not looked at",
                job->input);
  text_done(&said);
}

void fe_note_folded_overflows(Program *program, const FeCompile *setup,
                              const char *const *inputs, uint32_t n_inputs) {
  Arena texts;
  FeDiag diag;
  arena_init(&texts, setup->mem);
  fe_diag_init(&diag, setup->mem);
  for (uint32_t i = 0; i < n_inputs; i++) {
    if (fe_is_llvm(inputs[i])) continue;
    FeJob job = {
        .input = inputs[i],
        .origin = FE_USER,
        .warnings = checking,
        .output = arena_printf(&texts, "%s/checked%u.bc", setup->temp_dir, i)};
    bool good =
        fe_choose_source(&job, &texts, setup, &diag) && fe_run_job(setup, &job);
    if (good) {
      look_at_warnings(program, &job);
      good = look_into_file(program, job.output);
    }
    if (job.messages > 0) close(job.messages);
    if (!good)
      prog_ledger(program, LEDGER_UNDER, (LocId){0},
                  "overflows of operations on constants in %s are not looked "
                  "at: it does not compile with checks",
                  inputs[i]);
  }
  fe_diag_done(&diag);
  arena_done(&texts);
}
