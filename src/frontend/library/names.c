/* SPDX-License-Identifier: MIT
 *
 * Names: strings that a function reads, and nothing else becomes of them.
 *
 * Paths, modes and messages are read to their end before the call, which then
 * gets an empty string in their place: its model does not look at them.  The
 * same for functions without a model, and for streams that such a function is
 * given: they are looked at.  So are stdin and stdout where they are meant, if
 * the program assigns to them. */
#include "frontend/library/format.h"
#include "frontend/module.h"

#include <llvm-c/Target.h>

enum { MOST_NAMES = 2 };

/* Function, and which of its arguments are names; -1: no more.  A message may
 * be NULL; a text is looked at by the function in a run, which keeps its
 * argument. */
static const struct Row {
  const char *name;
  int at[MOST_NAMES];
  enum { NAME, MESSAGE, TEXT } kind;
} rows[] = {
    {"fopen", {0, 1}, NAME},       {"fopen64", {0, 1}, NAME},
    {"fdopen", {1, -1}, NAME},     {"popen", {0, 1}, NAME},
    {"opendir", {0, -1}, NAME},    {"stat", {0, -1}, NAME},
    {"lstat", {0, -1}, NAME},      {"stat64", {0, -1}, NAME},
    {"lstat64", {0, -1}, NAME},    {"__xstat", {1, -1}, NAME},
    {"__lxstat", {1, -1}, NAME},   {"readlink", {0, -1}, NAME},
    {"getenv", {0, -1}, NAME},     {"perror", {0, -1}, MESSAGE},
    {"unlink", {0, -1}, NAME},     {"rename", {0, 1}, NAME},
    {"symlink", {0, 1}, NAME},     {"creat", {0, -1}, NAME},
    {"rmdir", {0, -1}, NAME},      {"chdir", {0, -1}, NAME},
    {"setenv", {0, 1}, NAME},      {"unsetenv", {0, -1}, NAME},
    {"strverscmp", {0, 1}, TEXT},  {"remove", {0, -1}, NAME},
    {"atof", {0, -1}, TEXT},       {"system", {0, -1}, MESSAGE},
    {"access", {0, -1}, NAME},     {"open", {0, -1}, NAME},
    {"open64", {0, -1}, NAME},     {"openat", {1, -1}, NAME},
    {"openat64", {1, -1}, NAME},   {"creat64", {0, -1}, NAME},
    {"mkdir", {0, -1}, NAME},      {"mkdirat", {1, -1}, NAME},
    {"mkfifo", {0, -1}, NAME},     {"mkfifoat", {1, -1}, NAME},
    {"mknod", {0, -1}, NAME},      {"mknodat", {1, -1}, NAME},
    {"chmod", {0, -1}, NAME},      {"lchmod", {0, -1}, NAME},
    {"fchmodat", {1, -1}, NAME},   {"chown", {0, -1}, NAME},
    {"lchown", {0, -1}, NAME},     {"fchownat", {1, -1}, NAME},
    {"chroot", {0, -1}, NAME},     {"link", {0, 1}, NAME},
    {"linkat", {1, 3}, NAME},      {"renameat", {1, 3}, NAME},
    {"renameat2", {1, 3}, NAME},   {"symlinkat", {0, 2}, NAME},
    {"unlinkat", {1, -1}, NAME},   {"truncate", {0, -1}, NAME},
    {"truncate64", {0, -1}, NAME}, {"eaccess", {0, -1}, NAME},
    {"euidaccess", {0, -1}, NAME}, {"faccessat", {1, -1}, NAME},
    {"strftime", {2, -1}, NAME},   {"setlocale", {1, -1}, MESSAGE},
};

/* Functions without a model, and which argument is their stream. */
static const struct StreamRow {
  const char *name;
  int at;
} streams[] = {
    {"ftello", 0},
    {"ftello64", 0},
    {"fseeko", 0},
    {"fseeko64", 0},
    {"fputs_unlocked", 1},
    {"feof_unlocked", 0},
    {"ferror_unlocked", 0},
    {"clearerr_unlocked", 0},
    {"fileno_unlocked", 0},
    {"fgetwc", 0},
    {"getwc", 0},
    {"fwide", 0},
    {"flockfile", 0},
    {"funlockfile", 0},
    {"getw", 0},
    {"putw", 1},
    {"rewinddir", 0},
    {"telldir", 0},
    {"seekdir", 0},
};

/* Functions that mean a standard stream. */
static const struct {
  const char *stream;
  const char *const names[3];
} standards[] = {
    {"stdin",
     {" getchar gets scanf vscanf __isoc99_scanf __isoc23_scanf ",
      " getchar_unlocked ", NULL}},
    {"stdout",
     {" printf vprintf puts putchar putchar_unlocked ", " __printf_chk ",
      NULL}},
};

/* Is the variable more than read? */
static bool is_assigned(LLVMValueRef variable) {
  assert(LLVMIsAGlobalVariable(variable));
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u))
    if (!LLVMIsALoadInst(LLVMGetUser(u))) return true;
  return false;
}

static void look_at_standard(Formats *w, const char *name) {
  LLVMTypeRef none = LLVMVoidTypeInContext(w->context);
  for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
    if (!fe_is_listed(standards[i].names, name)) continue;
    LLVMValueRef variable = LLVMGetNamedGlobal(w->module, standards[i].stream);
    if (!variable || !is_assigned(variable)) continue;
    LLVMValueRef stream = LLVMBuildLoad2(w->builder, w->pointer, variable, "");
    format_call(w, "__cutpoint_stream_used", none, &stream, 1);
  }
}

static LLVMValueRef empty_string(Formats *w) {
  LLVMValueRef text = LLVMConstStringInContext2(w->context, "", 0, 0);
  LLVMValueRef global = LLVMAddGlobal(w->module, LLVMTypeOf(text), "");
  LLVMSetInitializer(global, text);
  LLVMSetGlobalConstant(global, 1);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

static void read_name(Formats *w, LLVMValueRef call, unsigned at,
                      const struct Row *row) {
  require(at < LLVMGetNumArgOperands(call));
  LLVMValueRef text = LLVMGetOperand(call, at);
  if (!fe_is_pointer(text) || format_is_literal(text)) return;
  format_call(w,
              row->kind == MESSAGE ? "__cutpoint_reads_message"
                                   : "__cutpoint_reads_string",
              w->word, &text, 1);
  if (row->kind != TEXT) LLVMSetOperand(call, at, empty_string(w));
}

/* ---- variables of the environment ---- */

enum { NAME_BYTES = 64 }; /* as in models/outside.c */

/* The model of getenv is given variables in place of names. */
static void tell_of_variables(Formats *w) {
  static const char name[] = "__cutpoint_names_are_variables";
  if (LLVMGetNamedGlobal(w->module, name)) return;
  LLVMTypeRef byte = LLVMInt8TypeInContext(w->context);
  LLVMValueRef told = LLVMAddGlobal(w->module, byte, name);
  LLVMSetInitializer(told, format_number(byte, 1));
}

/* One for each name, wherever it is written. */
static LLVMValueRef variable_of(Formats *w, const char *text) {
  char name[2 * NAME_BYTES], padded[NAME_BYTES] = "";
  snprintf(name, sizeof name, "__cutpoint_variable_%s", text);
  LLVMValueRef variable = LLVMGetNamedGlobal(w->module, name);
  if (variable) return variable;
  memcpy(padded, text, strlen(text));
  LLVMValueRef fields[] = {
      LLVMConstStringInContext2(w->context, padded, sizeof padded, 1),
      LLVMConstNull(w->pointer),
      LLVMConstNull(LLVMInt8TypeInContext(w->context))};
  LLVMValueRef first = LLVMConstStructInContext(w->context, fields, 3, 0);
  variable = LLVMAddGlobal(w->module, LLVMTypeOf(first), name);
  LLVMSetInitializer(variable, first);
  LLVMSetLinkage(variable, LLVMPrivateLinkage);
  return variable;
}

/* Is getenv called in other ways than by its name, as what it is? */
static bool is_called_otherwise(const Formats *w, LLVMValueRef getenv) {
  if (fe_is_taken(getenv)) return true;
  for (LLVMUseRef u = LLVMGetFirstUse(getenv); u; u = LLVMGetNextUse(u))
    if (!format_is_meant(w, LLVMGetUser(u), "getenv")) return true;
  return false;
}

/* May the environment change by a call that is not seen? */
static bool is_changed_unseen(const Formats *w) {
  LLVMValueRef f = LLVMGetFirstFunction(w->module);
  size_t n;
  for (; f; f = LLVMGetNextFunction(f))
    if (format_changes_environment(LLVMGetValueName2(f, &n)) && fe_is_taken(f))
      return true;
  return false;
}

/* Which one a name is that is not constant is not known; and none is, where
 * getenv is called otherwise, too: that call has a name. */
static void name_variable(Formats *w, LLVMValueRef call) {
  if (is_called_otherwise(w, fe_strip_alias(LLVMGetCalledValue(call)))) return;
  if (is_changed_unseen(w))
    fe_mark_before(call, FE_UNSUPPORTED
                   "an_environment_that_is_changed_through_a_pointer");
  size_t n = 0;
  LLVMValueRef operand = LLVMGetOperand(call, 0);
  const char *text =
      format_is_literal(operand) ? fe_constant_text(operand, &n) : NULL;
  bool is_known = text && n > 0 && *text && strlen(text) < NAME_BYTES;
  tell_of_variables(w);
  LLVMSetOperand(call, 0,
                 is_known ? variable_of(w, text) : LLVMConstNull(w->pointer));
}

static void read_names(Formats *w, LLVMValueRef call, const char *name) {
  look_at_standard(w, name);
  unsigned n = LLVMGetNumArgOperands(call);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, name) != 0) continue;
    if (!format_is_meant(w, call, name)) continue;
    for (int k = 0; k < MOST_NAMES; k++)
      if (rows[i].at[k] >= 0 && (unsigned)rows[i].at[k] < n)
        read_name(w, call, (unsigned)rows[i].at[k], &rows[i]);
  }
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
    if (strcmp(streams[i].name, name) == 0)
      format_look_at_stream(w, call, streams[i].at);
}

/* What these change, no program looks into: locks, and conditions that are
 * told.  Those that wait for another thread are not among them. */
static const char *const locks[] = {
    " mtx_destroy mtx_lock mtx_trylock mtx_unlock ",
    " pthread_cond_broadcast pthread_cond_destroy pthread_cond_signal ",
    " pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock ",
    " pthread_mutex_unlock pthread_rwlock_destroy pthread_rwlock_rdlock ",
    " pthread_rwlock_tryrdlock pthread_rwlock_trywrlock ",
    " pthread_rwlock_unlock pthread_rwlock_wrlock pthread_spin_destroy ",
    " pthread_spin_lock pthread_spin_trylock pthread_spin_unlock ",
    NULL};

uint32_t fe_only_reads(LLVMValueRef function) {
  assert(LLVMIsAFunction(function));
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  Formats w = {
      .i32 = LLVMInt32TypeInContext(context),
      .word = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(module)),
  };
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  uint32_t found = 0;
  if (fe_is_listed(locks, name)) return PROG_READS_ALL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, name) != 0) continue;
    for (int k = 0; k < MOST_NAMES && rows[i].at[k] >= 0; k++)
      found |= 1u << rows[i].at[k];
  }
  return found && format_is_meant(&w, function, name) ? found : 0;
}

void format_names(Formats *w, LLVMValueRef call, const char *name) {
  if (w->memory != FE_MEMORY_IS_TRUSTED) read_names(w, call, name);
  if (strcmp(name, "getenv") == 0 && format_is_meant(w, call, name))
    name_variable(w, call);
  if (strcmp(name, "setlocale") == 0 && LLVMGetFirstUse(call))
    format_call(w, FE_WORLD "_locale", LLVMVoidTypeInContext(w->context), NULL,
                0);
}
