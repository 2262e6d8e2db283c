/* SPDX-License-Identifier: MIT
 *
 * Compiling and running the program under check.
 *
 * The program is not to be trusted: it runs apart from the machine
 * (process/sandbox.h), in a process group of its own, without input, its output
 * thrown away, with limits on time, memory and files, and at the end the whole
 * group is killed.  What it has to say it writes to file descriptor 3, a pipe.
 */
#include "replay/native/native.h"

#include "process/pipe.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- compiling ---- */

typedef Vec(const char *) Arguments;

/* Old dialects are accepted, as in clang.c. */
static const char *const source_flags[] = {
    "-std=gnu17",
    "-fgnu89-inline",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types"};

static bool is_bitcode(const char *path) {
  size_t n = strlen(path);
  return n > 3 && strcmp(path + n - 3, ".bc") == 0;
}

static void make_arguments(Arguments *out, const FeCompile *setup,
                           const char *const *files, uint32_t n_files,
                           const char *executable) {
  Mem *mem = setup->mem;
  VEC_PUSH(mem, out, fe_compiler());
  VEC_PUSH(mem, out, setup->bits == 32 ? "-m32" : "-m64");
  if (setup->bits == 32) VEC_PUSH(mem, out, "-msse2"); /* as in clang.c */
  VEC_PUSH(mem, out, "-O0");
  VEC_PUSH(mem, out, "-w");
  if (!is_bitcode(files[0])) {
    for (size_t i = 0; i < sizeof source_flags / sizeof *source_flags; i++)
      VEC_PUSH(mem, out, source_flags[i]);
    for (uint32_t i = 0; i < setup->n_flags; i++)
      VEC_PUSH(mem, out, setup->flags[i]);
    if (setup->bits == 32) VEC_PUSH(mem, out, FE_LAST_HEADERS_32);
  }
  VEC_PUSH(mem, out, "-o");
  VEC_PUSH(mem, out, executable);
  for (uint32_t i = 0; i < n_files; i++) VEC_PUSH(mem, out, files[i]);
  VEC_PUSH(mem, out, "-lm");
}

void fe_print_build(Text *out, const FeCompile *setup, const char *const *files,
                    uint32_t n_files, const char *executable) {
  Arguments arguments = {0};
  make_arguments(&arguments, setup, files, n_files, executable);
  for (uint32_t i = 0; i < arguments.n; i++)
    text_printf(out, "%s%s", i ? " " : "", arguments.at[i]);
  VEC_DONE(setup->mem, &arguments);
}

/* The first line of the compiler's output that reports an error. */
static void explain(FeDiag *diag, int bits, int messages) {
  char said[2048] = "";
  ssize_t n = pread(messages, said, sizeof said - 1, 0);
  said[n > 0 ? n : 0] = 0;
  const char *at = strstr(said, "undefined reference");
  if (!at) at = strstr(said, "error:");
  if (!at) at = said;
  fe_diag_add(diag, NULL, 0, 0, "the program cannot be linked to run: %.*s%s",
              (int)(strcspn(at, "\n") < 120 ? strcspn(at, "\n") : 120), at,
              bits == 32 && strstr(said, "cannot find")
                  ? " (install libc6-dev-i386)"
                  : "");
}

/* Runs the compiler and frees its arguments. */
static bool compile(const FeCompile *setup, Arguments *arguments,
                    FeDiag *diag) {
  VEC_PUSH(setup->mem, arguments, NULL);
  FeCompiler compiler;
  bool good = fe_start_compiler(&compiler, setup, arguments->at, NULL);
  VEC_DONE(setup->mem, arguments);
  good = good && child_wait(compiler.pid).code == 0;
  if (!good) explain(diag, setup->bits, compiler.messages);
  if (compiler.messages >= 0) close(compiler.messages);
  return good;
}

/* ---- linking ---- */

static void push_all(Arguments *out, Mem *mem, const char *const *words,
                     size_t n) {
  for (size_t i = 0; i < n; i++) VEC_PUSH(mem, out, words[i]);
}

/* Where the C library's start files are; NULL: elsewhere. */
static const char *library_directory(int bits) {
  static const char *const known[][2] = {
      {"/usr/lib/x86_64-linux-gnu", "/usr/lib64"},
      {"/usr/lib32", "/usr/lib/i386-linux-gnu"}};
  char path[64];
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/Scrt1.o", known[bits == 32][i]);
    if (access(path, R_OK) == 0) return known[bits == 32][i];
  }
  return NULL;
}

typedef enum LinkLibraries { LINK_C, LINK_C_AND_MATH } LinkLibraries;

/* The linker by itself, with the files that the compiler as a driver would
 * find: that takes a third of the time.  Libraries are named by their paths, so
 * that no directory is read, and of files only the parts that are needed.
 * False: it takes more than that. */
static bool link_directly(const FeCompile *setup, const char *const *objects,
                          uint32_t n, const char *executable, FePlace place,
                          LinkLibraries libraries) {
  require(setup->bits == 32 || setup->bits == 64);
  const char *directory = library_directory(setup->bits);
  if (!directory) return false;
  bool is_32 = setup->bits == 32;
  bool has_gold = access("/usr/bin/ld.gold", X_OK) == 0; /* twice as fast */
  Arena texts;
  FeDiag unused;
  Arguments all = {0};
  arena_init(&texts, setup->mem);
  fe_diag_init(&unused, setup->mem);
  const char *first[] = {
      has_gold ? "/usr/bin/ld.gold" : "ld",
      "-nostdlib",
      "-m",
      is_32 ? "elf_i386" : "elf_x86_64",
      place == FE_PLACE_LOW ? "-no-pie" : "-pie",
      "-dynamic-linker",
      is_32 ? "/lib/ld-linux.so.2" : "/lib64/ld-linux-x86-64.so.2",
      "-o",
      executable,
      arena_printf(&texts, "%s/%s", directory,
                   place == FE_PLACE_LOW ? "crt1.o" : "Scrt1.o"),
      arena_printf(&texts, "%s/crti.o", directory)};
  push_all(&all, setup->mem, first, sizeof first / sizeof *first);
  if (has_gold) VEC_PUSH(setup->mem, &all, "--no-map-whole-files");
  push_all(&all, setup->mem, objects, n);
  VEC_PUSH(setup->mem, &all, "--as-needed");
  if (libraries == LINK_C_AND_MATH)
    VEC_PUSH(setup->mem, &all, arena_printf(&texts, "%s/libm.so", directory));
  VEC_PUSH(setup->mem, &all, arena_printf(&texts, "%s/libc.so", directory));
  VEC_PUSH(setup->mem, &all, arena_printf(&texts, "%s/crtn.o", directory));
  bool good = compile(setup, &all, &unused);
  fe_diag_done(&unused);
  arena_done(&texts);
  return good;
}

/* If the linker alone does not do it, the driver may.  Few programs need more
 * than the C library.  Inline assembly may take addresses for numbers of 32
 * bits, and call what is not there: who comes to such a call dies. */
static bool link_objects(const FeCompile *setup, const char *const *objects,
                         uint32_t n, const char *executable, FePlace place,
                         FeDiag *diag) {
  require(n > 0);
  for (int i = LINK_C; i <= LINK_C_AND_MATH; i++)
    if (link_directly(setup, objects, n, executable, place, (LinkLibraries)i))
      return true;
  Arguments all = {0};
  const char *first[] = {fe_compiler(),
                         setup->bits == 32 ? "-m32" : "-m64",
                         "-w",
                         "-no-pie",
                         "-Wl,--unresolved-symbols=ignore-in-object-files",
                         "-o",
                         executable};
  push_all(&all, setup->mem, first, sizeof first / sizeof *first);
  push_all(&all, setup->mem, objects, n);
  VEC_PUSH(setup->mem, &all, "-lm");
  return compile(setup, &all, diag);
}

/* ---- building ---- */

bool fe_build_native(const FeCompile *setup, const char *const *files,
                     uint32_t n_files, const char *executable, FeDiag *diag) {
  Arguments arguments = {0};
  make_arguments(&arguments, setup, files, n_files, executable);
  return compile(setup, &arguments, diag);
}

bool fe_link_replay(const FeCompile *setup, const char *object,
                    const char *executable, FePlace place, FeDiag *diag) {
  Arena texts;
  arena_init(&texts, setup->mem);
  const char *objects[2] = {object};
  objects[1] = fe_runtime(&texts, setup->bits, "replay", diag);
  bool good =
      objects[1] && link_objects(setup, objects, 2, executable, place, diag);
  arena_done(&texts);
  return good;
}

/* One run of the compiler for both: it links the bitcode to what it makes of
 * the C file. */
bool fe_build_replay(const FeCompile *setup, const char *bitcode,
                     const char *harness, const char *executable, FeHow how,
                     FeDiag *diag) {
  require(is_bitcode(bitcode) && !is_bitcode(harness));
  Arena texts;
  arena_init(&texts, setup->mem);
  const char *object = arena_printf(&texts, "%s.o", executable);
  const char *words[] = {fe_compiler(),
                         setup->bits == 32 ? "-m32" : "-m64",
                         how.length == FE_LONG_RUN ? "-O1" : "-O0",
                         "-w",
                         "-c",
                         "-Xclang",
                         "-mlink-bitcode-file",
                         "-Xclang",
                         bitcode,
                         "-o",
                         object,
                         harness};
  Arguments all = {0};
  push_all(&all, setup->mem, words, sizeof words / sizeof *words);
  bool good = compile(setup, &all, diag) &&
              link_objects(setup, &object, 1, executable, how.place, diag);
  arena_done(&texts);
  return good;
}

/* The compiler's hooks at edges and comparisons, without the library that the
 * driver's option would link. */
static const char *const count_flags[] = {"-O1",
                                          "-Xclang",
                                          "-fsanitize-coverage-type=3",
                                          "-Xclang",
                                          "-fsanitize-coverage-trace-pc-guard",
                                          "-Xclang",
                                          "-fsanitize-coverage-trace-cmp",
                                          "-Xclang",
                                          "-fsanitize-coverage-no-prune"};

bool fe_build_counted(const FeCompile *setup, const char *bitcode,
                      const char *executable, FeDiag *diag) {
  Arguments all = {0};
  Arena texts;
  arena_init(&texts, setup->mem);
  const char *runtime = fe_runtime(&texts, setup->bits, "guided", diag);
  if (!runtime) {
    arena_done(&texts);
    return false;
  }
  const char *object = arena_printf(&texts, "%s.o", executable);
  const char *model = setup->bits == 32 ? "-m32" : "-m64";
  const char *first[] = {fe_compiler(), model,  "-w",   "-c",
                         "-o",          object, bitcode};
  const char *objects[] = {runtime, object};
  push_all(&all, setup->mem, first, sizeof first / sizeof *first);
  push_all(&all, setup->mem, count_flags,
           sizeof count_flags / sizeof *count_flags);
  bool good = compile(setup, &all, diag) &&
              link_objects(setup, objects, 2, executable, FE_PLACE_ANY, diag);
  arena_done(&texts);
  return good;
}

/* ---- running ---- */

/* A deep recursion needs a deep stack; the rest is kept small.  `orders` is
 * what the program reads; `seconds` of CPU time, 0: any. */
static pid_t start_program(const char *executable, int orders, int report,
                           double seconds, SandboxLayout layout) {
  enum { MOST_FILE = 16 << 20 }; /* bytes: all that its file system holds */
  const char *const arguments[] = {executable, NULL};
  bool is_limited = seconds > 0;
  const ChildLimit limits[] = {
      {RLIMIT_CORE, 0, CHILD_LIMIT_HARD},
      {RLIMIT_STACK, (uint64_t)512 << 20, CHILD_LIMIT_HARD},
      {RLIMIT_AS, (uint64_t)3 << 30, CHILD_LIMIT_HARD},
      {RLIMIT_FSIZE, MOST_FILE, CHILD_LIMIT_HARD},
      {RLIMIT_CPU, is_limited ? (uint64_t)seconds + 1 : 0, CHILD_LIMIT_HARD}};
  Command command = {
      .arguments = arguments,
      .kind = CHILD_GROUP,
      .descriptors = {orders, COMMAND_NULL, COMMAND_NULL, report},
      .limits = limits,
      .n_limits = is_limited ? 5 : 4,
      .trust = is_limited ? COMMAND_UNTRUSTED : COMMAND_SERVER,
      .layout = layout};
  return command_start(&command);
}

/* Reads what the program says until it closes the pipe, and keeps the first
 * bytes.  False: time is up. */
static bool listen(int from, FeNative *out, double deadline) {
  size_t n = 0, got;
  char part[64];
  PipeEnd end;
  while ((got = pipe_read_some(from, part, sizeof part, deadline, &end)) > 0)
    for (size_t i = 0; i < got && n + 1 < sizeof out->said; i++)
      out->said[n++] = part[i];
  return end == PIPE_CLOSED;
}

FeNative fe_run_native(const char *executable, double seconds,
                       SandboxLayout layout) {
  FeNative out = {.end = FE_NATIVE_NO_START};
  int ends[2];
  if (!pipe_open(ends)) return out;
  double deadline = clock_now() + seconds;
  pid_t pid = start_program(executable, COMMAND_NULL, ends[PIPE_WRITE], seconds,
                            layout);
  close(ends[PIPE_WRITE]);
  if (pid < 0) {
    close(ends[PIPE_READ]);
    return out;
  }
  bool ended = listen(ends[PIPE_READ], &out, deadline);
  close(ends[PIPE_READ]);
  ChildEnd end;
  ended = ended && child_wait_until(pid, deadline, &end);
  if (!ended) end = child_end(pid);
  kill(-pid, SIGKILL); /* whatever it left */
  out.end = !ended       ? FE_NATIVE_TIMEOUT
            : end.signal ? FE_NATIVE_SIGNAL
                         : FE_NATIVE_EXITED;
  out.status = end.signal ? end.signal : end.code;
  if (out.end == FE_NATIVE_EXITED && out.status == COMMAND_NOT_RUN)
    out.end = FE_NATIVE_NO_START;
  return out;
}

/* ---- talking ---- */

bool fe_talk_start(FeTalk *talk, const char *executable) {
  int orders[2], answers[2];
  *talk = (FeTalk){.to = -1, .from = -1};
  if (!pipe_open_two(orders, answers)) return false;
  pid_t pid = start_program(executable, orders[PIPE_READ], answers[PIPE_WRITE],
                            0, SANDBOX_USUAL);
  close(orders[PIPE_READ]);
  close(answers[PIPE_WRITE]);
  *talk = (FeTalk){pid, orders[PIPE_WRITE], answers[PIPE_READ]};
  if (pid < 0) fe_talk_stop(talk);
  return pid > 0;
}

bool fe_talk_send(FeTalk *talk, const void *bytes, size_t n) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
  sigaction(SIGPIPE, &ignore, &old);
  ssize_t sent = write(talk->to, bytes, n);
  sigaction(SIGPIPE, &old, NULL);
  return sent == (ssize_t)n;
}

bool fe_talk_receive(FeTalk *talk, void *bytes, size_t n, double deadline) {
  return pipe_read(talk->from, bytes, n, deadline) == PIPE_DONE;
}

void fe_talk_stop(FeTalk *talk) {
  if (talk->to >= 0) close(talk->to);
  if (talk->from >= 0) close(talk->from);
  if (talk->pid > 0) child_end(talk->pid);
  *talk = (FeTalk){.to = -1, .from = -1};
}
