/* SPDX-License-Identifier: MIT
 *
 * Which function is meant by a name?
 *
 * Programs have functions of their own that are called open, stat or remove.
 * One without a body that has the result and the parameters of the system's is
 * taken for that; any other is the program's, and what it does is not known. */
#include "frontend/library/format.h"
#include "frontend/module.h"

/* Function, its result and its parameters: a pointer, an int, a word (size_t),
 * and ".": perhaps more. */
static const struct Row {
  const char *name, *types;
} rows[] = {
    {"access", "ipi"},     {"chdir", "ip"},      {"chmod", "ipi"},
    {"close", "ii"},       {"creat", "ipi"},     {"dup", "ii"},
    {"fdopen", "pip"},     {"fopen", "ppp"},     {"fopen64", "ppp"},
    {"fsync", "ii"},       {"getenv", "pp"},     {"getpid", "i"},
    {"getppid", "i"},      {"isatty", "ii"},     {"kill", "iii"},
    {"link", "ipp"},       {"lstat", "ipp"},     {"lstat64", "ipp"},
    {"mkdir", "ipi"},      {"open", "ipi."},     {"opendir", "pp"},
    {"popen", "ppp"},      {"readlink", "wppw"}, {"remove", "ip"},
    {"rename", "ipp"},     {"rmdir", "ip"},      {"setenv", "ippi"},
    {"socket", "iiii"},    {"stat", "ipp"},      {"stat64", "ipp"},
    {"strverscmp", "ipp"}, {"symlink", "ipp"},   {"system", "ip"},
    {"unlink", "ip"},      {"unsetenv", "ip"},   {"__lxstat", "iipp"},
    {"__xstat", "iipp"},   {"chown", "ipii"},    {"chroot", "ip"},
    {"execl", "ipp."},     {"execle", "ipp."},   {"execlp", "ipp."},
    {"execv", "ipp"},      {"execve", "ippp"},   {"execvp", "ipp"},
    {"execvpe", "ippp"},   {"fchdir", "ii"},     {"fchmod", "iii"},
    {"fchown", "iiii"},    {"fdatasync", "ii"},  {"ftruncate", "iiw"},
    {"killpg", "iii"},     {"lchown", "ipii"},   {"listen", "iii"},
    {"mkfifo", "ipi"},     {"pause", "i"},       {"sched_yield", "i"},
    {"setegid", "ii"},     {"seteuid", "ii"},    {"setgid", "ii"},
    {"setpgid", "iii"},    {"setregid", "iii"},  {"setreuid", "iii"},
    {"setuid", "ii"},      {"shutdown", "iii"},  {"truncate", "ipw"},
    {"umask", "ii"},       {"flock", "iii"},     {"fseeko", "ipwi"},
    {"getpgid", "ii"},     {"getsid", "ii"},     {"setsid", "i"},
    {"tcgetpgrp", "ii"},   {"gettid", "i"},      {"lockf", "iiiw"},
};

static bool is_of(const Formats *w, LLVMTypeRef type, char kind) {
  return kind == 'p'   ? LLVMGetTypeKind(type) == LLVMPointerTypeKind
         : kind == 'i' ? type == w->i32
                       : type == w->word;
}

/* A function that is declared, or a call. */
static unsigned count_of(LLVMValueRef v) {
  return LLVMIsAFunction(v) ? LLVMCountParams(v) : LLVMGetNumArgOperands(v);
}

static LLVMTypeRef type_at(LLVMValueRef v, unsigned i) {
  assert(i < count_of(v));
  return LLVMTypeOf(LLVMIsAFunction(v) ? LLVMGetParam(v, i)
                                       : LLVMGetOperand(v, i));
}

static LLVMTypeRef result_of(LLVMValueRef v) {
  return LLVMIsAFunction(v) ? LLVMGetReturnType(LLVMGlobalGetValueType(v))
                            : LLVMTypeOf(v);
}

static bool fits(const Formats *w, LLVMValueRef v, const char *types) {
  assert(*types && *types != '.');
  unsigned n = count_of(v), i = 0;
  if (!is_of(w, result_of(v), *types++)) return false;
  for (; types[i] && types[i] != '.'; i++)
    if (i >= n || !is_of(w, type_at(v, i), types[i])) return false;
  return i == n || types[i] == '.';
}

bool format_is_meant(const Formats *w, LLVMValueRef v, const char *name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, name) == 0) return fits(w, v, rows[i].types);
  return true;
}
