/* SPDX-License-Identifier: MIT
 *
 * Answers of the system that are not just any number.
 *
 * A function without a model gives any result.  Of these more is known:
 * close gives 0 or -1, open a new number or -1, getpid always the same.  Their
 * results go through a model (models/files.c) that says so.  Programs have
 * functions of such names for themselves; one without a body that has the
 * parameters of the system's is taken for that. */
#include "frontend/library/format.h"
#include "frontend/module.h"

#define ANSWER "__cutpoint_answer_"

/* Function, its parameters (p: a pointer, i: an int, .: more), which model. */
static const struct Row {
  const char *name, *params, *answer;
} rows[] = {
    {"access", "pi", ANSWER "success"},  {"chdir", "p", ANSWER "success"},
    {"chmod", "pi", ANSWER "success"},   {"close", "i", ANSWER "success"},
    {"fsync", "i", ANSWER "success"},    {"kill", "ii", ANSWER "success"},
    {"link", "pp", ANSWER "success"},    {"mkdir", "pi", ANSWER "success"},
    {"remove", "p", ANSWER "success"},   {"rename", "pp", ANSWER "success"},
    {"rmdir", "p", ANSWER "success"},    {"setenv", "ppi", ANSWER "success"},
    {"symlink", "pp", ANSWER "success"}, {"unlink", "p", ANSWER "success"},
    {"unsetenv", "p", ANSWER "success"}, {"isatty", "i", ANSWER "terminal"},
    {"creat", "pi", ANSWER "file"},      {"dup", "i", ANSWER "file"},
    {"open", "pi.", ANSWER "file"},      {"socket", "iii", ANSWER "file"},
    {"getpid", "", ANSWER "process"},    {"getppid", "", ANSWER "parent"},
};

static bool fits(const Formats *w, LLVMValueRef call, const char *params) {
  unsigned n = LLVMGetNumArgOperands(call), i = 0;
  for (; params[i] && params[i] != '.'; i++) {
    if (i >= n) return false;
    LLVMValueRef arg = LLVMGetOperand(call, i);
    if (params[i] == 'p' ? !fe_is_pointer(arg) : LLVMTypeOf(arg) != w->i32)
      return false;
  }
  return i == n || params[i] == '.';
}

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
    if (strcmp(rows[i].name, name) == 0 && fits(w, call, rows[i].params)) {
      pass_through(w, call, rows[i].answer);
      return true;
    }
  return false;
}
