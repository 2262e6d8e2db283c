/* SPDX-License-Identifier: MIT
 *
 * Names: strings that a function reads, and nothing else becomes of them.
 *
 * Paths, modes and messages are read to their end before the call, which then
 * gets an empty string in their place: its model does not look at them. */
#include "frontend/library/format.h"
#include "frontend/module.h"

enum { MOST_NAMES = 2 };

/* Function, and which of its arguments are names; -1: no more.  A message may
 * be NULL. */
static const struct Row {
  const char *name;
  int at[MOST_NAMES];
  enum { NAME, MESSAGE } kind;
} rows[] = {
    {"fopen", {0, 1}, NAME},     {"fopen64", {0, 1}, NAME},
    {"fdopen", {1, -1}, NAME},   {"popen", {0, 1}, NAME},
    {"opendir", {0, -1}, NAME},  {"stat", {0, -1}, NAME},
    {"lstat", {0, -1}, NAME},    {"stat64", {0, -1}, NAME},
    {"lstat64", {0, -1}, NAME},  {"__xstat", {1, -1}, NAME},
    {"__lxstat", {1, -1}, NAME}, {"readlink", {0, -1}, NAME},
    {"getenv", {0, -1}, NAME},   {"perror", {0, -1}, MESSAGE},
};

static LLVMValueRef empty_string(Formats *w) {
  LLVMValueRef text = LLVMConstStringInContext2(w->context, "", 0, 0);
  LLVMValueRef global = LLVMAddGlobal(w->module, LLVMTypeOf(text), "");
  LLVMSetInitializer(global, text);
  LLVMSetGlobalConstant(global, 1);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

static void read_name(Formats *w, LLVMValueRef call, unsigned at,
                      bool may_be_0) {
  require(at < LLVMGetNumArgOperands(call));
  LLVMValueRef text = LLVMGetOperand(call, at);
  if (!fe_is_pointer(text) || format_is_literal(text)) return;
  format_call(w,
              may_be_0 ? "__cutpoint_reads_message" : "__cutpoint_reads_string",
              w->word, &text, 1);
  LLVMSetOperand(call, at, empty_string(w));
}

void format_names(Formats *w, LLVMValueRef call, const char *name) {
  if (w->memory == FE_MEMORY_IS_TRUSTED) return;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int k = 0; k < MOST_NAMES && strcmp(rows[i].name, name) == 0; k++)
      if (rows[i].at[k] >= 0 &&
          (unsigned)rows[i].at[k] < LLVMGetNumArgOperands(call))
        read_name(w, call, (unsigned)rows[i].at[k], rows[i].kind == MESSAGE);
}
