/* SPDX-License-Identifier: MIT
 *
 * Answers of the system that are not just any number.
 *
 * A function without a model gives any result.  Of these more is known:
 * close gives 0 or -1, open a new number or -1, getpid always the same, execv
 * only comes back if it failed.  Their results go through a model
 * (models/files.c) that says so.  signal that sets no handler (SIG_IGN,
 * SIG_DFL) only has an answer, too. */
#include "frontend/library/format.h"
#include "frontend/module.h"

#define ANSWER "__cutpoint_answer_"

/* Answer, and the functions that give it. */
static const struct Row {
  const char *answer;
  const char *const functions[7];
} rows[] = {
    {ANSWER "success",
     {" access chdir chmod chown chroot close fchdir fchmod fchown fdatasync ",
      " flock fseeko fseeko64 lockf ",
      " fsync ftruncate kill killpg lchown link listen mkdir mkfifo remove ",
      " rename rmdir sched_yield setegid setenv seteuid setgid setpgid ",
      " setregid setreuid setuid shutdown symlink truncate unlink unsetenv ",
      NULL}},
    {ANSWER "failure",
     {" execl execle execlp execv execve execvp execvpe ", NULL}},
    {ANSWER "terminal", {" isatty ", NULL}},
    {ANSWER "file", {" creat dup open socket ", NULL}},
    {ANSWER "process", {" getpid gettid ", NULL}},
    {ANSWER "number", {" getpgid getsid setsid tcgetpgrp ", NULL}},
    {ANSWER "parent", {" getppid ", NULL}},
};

/* The result of the call goes through the model. */
static void pass_through(Formats *w, LLVMValueRef call, const char *model) {
  assert(LLVMTypeOf(call) == w->i32);
  LLVMValueRef again = LLVMInstructionClone(call);
  LLVMInsertIntoBuilder(w->builder, again);
  format_replace(call, format_call(w, model, w->i32, &again, 1));
}

bool format_answer(Formats *w, LLVMValueRef call, const char *name) {
  if (LLVMTypeOf(call) != w->i32 || !LLVMGetFirstUse(call)) return false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (fe_is_listed(rows[i].functions, name) &&
        format_is_meant(w, call, name)) {
      pass_through(w, call, rows[i].answer);
      return true;
    }
  return false;
}

/* Is it SIG_DFL or SIG_IGN? */
static bool is_no_handler(LLVMValueRef handler) {
  enum { SIG_IGNORE = 1 };
  if (LLVMIsAConstantPointerNull(handler)) return true;
  if (!LLVMIsAConstantExpr(handler) ||
      LLVMGetConstOpcode(handler) != LLVMIntToPtr)
    return false;
  LLVMValueRef number = LLVMIsAConstantInt(LLVMGetOperand(handler, 0));
  return number && LLVMConstIntGetZExtValue(number) == SIG_IGNORE;
}

bool format_signal(Formats *w, LLVMValueRef call, const char *name) {
  static const char *const names[] = {" signal bsd_signal __sysv_signal ",
                                      NULL};
  if (!fe_is_listed(names, name) || LLVMGetNumArgOperands(call) != 2 ||
      LLVMTypeOf(call) != w->pointer ||
      LLVMTypeOf(LLVMGetOperand(call, 0)) != w->i32 ||
      !is_no_handler(LLVMGetOperand(call, 1)))
    return false;
  LLVMValueRef args[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
  format_replace(call, format_call(w, ANSWER "handler", w->pointer, args, 2));
  return true;
}
