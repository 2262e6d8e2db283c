/* SPDX-License-Identifier: MIT
 *
 * Finding what Cutpoint needs beside its executable: the compiler, and a home,
 * which is a directory with models/BITS/ (the C library, as bitcode) and
 * runtime/BITS/guided.o (what is linked to programs that are run).
 *
 * The home is, in this order:
 *   beside the executable       a build: build/cutpoint, build/models
 *   ../lib/cutpoint from there  installed, also when the whole tree was moved
 *   PREFIX/lib/cutpoint         PREFIX as it was when Cutpoint was built
 *
 * A home that lacks one of the two is none: half an installation would not be
 * wrong, but weaker, and nobody would know why.
 *
 * The compiler is clang of the same version as LLVM, which reads what it makes.
 * The name clang-19 is believed; a compiler that the user chose is asked.  A
 * home may have a quicker one in place of the former (compiler/clang.cc). */
#include "frontend/clang/clang_int.h"

#include <errno.h>
#include <llvm/Config/llvm-config.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The value of an environment variable; NULL: it says nothing. */
static const char *chosen(const char *variable) {
  const char *value = getenv(variable);
  return value && *value ? value : NULL;
}

/* ---- the home ---- */

const char *fe_chosen_models(void) {
  return chosen("CUTPOINT_MODELS");
}

/* The directory of the executable; NULL when the system does not tell. */
static const char *executable_directory(Arena *texts) {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0) return NULL;
  path[n] = 0;
  char *slash = strrchr(path, '/');
  if (slash) *slash = 0;
  return arena_strdup(texts, path);
}

enum { PLACES = 3 };

/* Where a home may be, in the order of looking. */
static uint32_t list_places(const char *places[PLACES], Arena *texts) {
  uint32_t n = 0;
  const char *beside = executable_directory(texts);
  if (beside) {
    const char *end = strrchr(beside, '/');
    places[n++] = beside;
    places[n++] = arena_printf(texts, "%.*s/lib/cutpoint",
                               end ? (int)(end - beside) : 0, beside);
  }
  places[n++] = CUTPOINT_PREFIX "/lib/cutpoint";
  return n;
}

static const char *runtime_of(Arena *texts, const char *home, int bits,
                              const char *part) {
  return arena_printf(texts, "%s/runtime/%d/%s.o", home, bits, part);
}

static bool is_home(Arena *texts, const char *place, int bits) {
  return access(arena_printf(texts, "%s/models/%d/start.bc", place, bits),
                R_OK) == 0 &&
         access(runtime_of(texts, place, bits, "guided"), R_OK) == 0 &&
         access(runtime_of(texts, place, bits, "replay"), R_OK) == 0;
}

const char *fe_home(Arena *texts, int bits, FeDiag *diag) {
  const char *places[PLACES];
  uint32_t n = list_places(places, texts);
  for (uint32_t i = 0; i < n; i++)
    if (is_home(texts, places[i], bits)) return places[i];
  Text looked;
  text_init(&looked, texts->mem);
  for (uint32_t i = 0; i < n; i++)
    text_printf(&looked, "%s%s",
                i == 0       ? ""
                : i == n - 1 ? " and "
                             : ", ",
                places[i]);
  fe_diag_add(diag, NULL, 0, 0,
              "the library models are missing: looked for models/%d and "
              "runtime/%d in %s",
              bits, bits, text_get(&looked));
  fe_diag_add(diag, NULL, 0, 0,
              "hint: the executable alone is not enough: install all of "
              "Cutpoint (make install), or set CUTPOINT_MODELS to the folder "
              "models of its sources");
  text_done(&looked);
  return NULL;
}

const char *fe_runtime(Arena *texts, int bits, const char *part, FeDiag *diag) {
  const char *home = fe_home(texts, bits, diag);
  return home ? runtime_of(texts, home, bits, part) : NULL;
}

/* ---- the compiler ---- */

static const char *chosen_compiler(void) {
  return chosen("CUTPOINT_CLANG");
}

const char *fe_compiler(void) {
  return chosen_compiler() ? chosen_compiler() : CUTPOINT_CLANG;
}

const char *fe_quick_compiler(Arena *texts, const FeCompile *setup,
                              const char *compiler) {
  if (chosen_compiler() || strcmp(compiler, CUTPOINT_CLANG) != 0) return NULL;
  FeDiag unused;
  fe_diag_init(&unused, setup->mem);
  const char *home = fe_home(texts, setup->bits, &unused);
  fe_diag_done(&unused);
  if (!home) return NULL;
  const char *file = arena_printf(texts, "%s/cutpoint-clang", home);
  return access(file, X_OK) == 0 ? file : NULL;
}

static void advise_compiler(FeDiag *diag) {
  fe_diag_add(diag, NULL, 0, 0,
              "hint: install clang-%d (Debian: apt-get install clang-%d), or "
              "set CUTPOINT_CLANG to its path",
              LLVM_VERSION_MAJOR, LLVM_VERSION_MAJOR);
}

void fe_tell_no_compiler(FeDiag *diag, const char *why) {
  fe_diag_add(diag, NULL, 0, 0, "cannot run the compiler '%s': %s",
              fe_compiler(), why);
  advise_compiler(diag);
}

/* Sets `said` to what the compiler says of its version; false: it cannot be
 * run, and that is why. */
static bool ask_version(char *said, size_t size) {
  const char *const arguments[] = {fe_compiler(), "--version", NULL};
  int messages = memfd_create("version", MFD_CLOEXEC);
  Command command = {
      .arguments = arguments,
      .kind = CHILD_HELPER,
      .descriptors = {COMMAND_KEEPS, messages, messages, COMMAND_KEEPS}};
  pid_t pid = messages < 0 ? -1 : command_start(&command);
  if (pid < 0)
    die(EXIT_INTERNAL, "cannot start %s: %s", fe_compiler(), strerror(errno));
  ChildEnd end = child_wait(pid);
  ssize_t n = pread(messages, said, size - 1, 0);
  said[n > 0 ? n : 0] = 0;
  close(messages);
  return end.code != COMMAND_NOT_RUN;
}

static bool ask_compiler(FeDiag *diag) {
  static const char words[] = "clang version ";
  char said[400];
  if (!ask_version(said, sizeof said)) {
    fe_tell_no_compiler(diag, said);
    return false;
  }
  const char *at = strstr(said, words);
  if (at && strtol(at + strlen(words), NULL, 10) == LLVM_VERSION_MAJOR)
    return true;
  fe_diag_add(diag, NULL, 0, 0,
              "the compiler '%s' is not clang %d: it calls itself '%.*s'",
              fe_compiler(), LLVM_VERSION_MAJOR, (int)strcspn(said, "\n"),
              said);
  advise_compiler(diag);
  return false;
}

bool fe_check_compiler(FeDiag *diag) {
  return !chosen_compiler() || ask_compiler(diag);
}

bool fe_check_installation(Mem *mem, int bits, FeDiag *diag) {
  Arena texts;
  arena_init(&texts, mem);
  bool good =
      ask_compiler(diag) && (fe_chosen_models() || fe_home(&texts, bits, diag));
  arena_done(&texts);
  return good;
}
