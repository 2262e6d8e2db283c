/* SPDX-License-Identifier: MIT
 *
 * From bitcode to machine code, without the compiler.
 *
 * Problem.  A small program is replayed in a millisecond, but clang needs forty
 * to compile it: twenty to start, the rest for a harness that is always the
 * same.
 *
 * Idea.  LLVM is in this process already.  The harness is compiled when the
 * tool is built (runtime/replay.c), and only its tables are added here.
 *
 * LLVM ends the process where it cannot go on (inline assembly that is none),
 * so this is done in a process of its own; if that fails, the compiler does
 * it and says why. */
#include "replay/bitcode/bitcode.h"

#include "process/child.h"

#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <unistd.h>

static LLVMModuleRef read_module(LLVMContextRef context, const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) ||
      LLVMParseBitcodeInContext2(context, buffer, &module))
    return NULL;
  return module;
}

static void add_data(LLVMModuleRef module, const FeData *data) {
  enum { ALIGNMENT = 16 };
  require(data->n < UINT32_MAX && !LLVMGetNamedGlobal(module, data->name));
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type =
      LLVMArrayType2(LLVMInt8TypeInContext(context), data->n + 1);
  LLVMValueRef variable = LLVMAddGlobal(module, type, data->name);
  LLVMValueRef value =
      data->bytes ? LLVMConstStringInContext2(context, data->bytes, data->n, 0)
                  : LLVMConstNull(type);
  assert(LLVMTypeOf(value) == type);
  LLVMSetInitializer(variable, value);
  LLVMSetAlignment(variable, ALIGNMENT);
}

/* The processors are those that clang compiles for; functions name theirs. */
static LLVMTargetMachineRef make_machine(const char *triple) {
  LLVMTargetRef target;
  char *message = NULL;
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  if (LLVMGetTargetFromTriple(triple, &target, &message)) return NULL;
  bool is_64 = text_starts_with(triple, "x86_64");
  return LLVMCreateTargetMachine(target, triple, is_64 ? "x86-64" : "pentium4",
                                 "", LLVMCodeGenLevelNone, LLVMRelocPIC,
                                 LLVMCodeModelDefault);
}

static bool write_object(const char *bitcode, const FeData *data,
                         uint32_t n_data, const char *object) {
  LLVMModuleRef module = read_module(LLVMContextCreate(), bitcode);
  if (!module) return false;
  for (uint32_t i = 0; i < n_data; i++) add_data(module, &data[i]);
  LLVMTargetMachineRef machine = make_machine(LLVMGetTarget(module));
  char *message = NULL;
  return machine && !LLVMTargetMachineEmitToFile(machine, module, object,
                                                 LLVMObjectFile, &message);
}

bool fe_write_object(const char *bitcode, const FeData *data, uint32_t n_data,
                     const char *object) {
  require(bitcode && object && n_data > 0);
  pid_t pid = child_fork(CHILD_HELPER);
  if (pid < 0) return false;
  if (pid > 0) return child_wait(pid).code == 0;
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  _exit(write_object(bitcode, data, n_data, object) ? 0 : 1);
}
