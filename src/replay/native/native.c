/* SPDX-License-Identifier: MIT
 *
 * Compiling and running the program under check.
 *
 * The program is not to be trusted: it runs in a process group of its own,
 * without input, its output thrown away, with limits on time, memory, files
 * and processes, and at the end the whole group is killed.  What it has to say
 * it writes to file descriptor 3, a pipe. */
#include "replay/native/native.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXEC_FAILED = 127, REPORT = 3 };

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

BASE_NORETURN static void become_compiler(const Arguments *arguments,
                                          const char *temp_dir, int messages,
                                          pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXEC_FAILED);
  dup2(messages, STDERR_FILENO);
  dup2(messages, STDOUT_FILENO);
  setenv("TMPDIR", temp_dir, 1);
  setenv("LC_ALL", "C", 1);
  execvp(arguments->at[0], (char *const *)arguments->at);
  _exit(EXEC_FAILED);
}

static int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/* The first line of what the compiler said that tells of an error. */
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
  int messages = memfd_create("messages", MFD_CLOEXEC);
  pid_t parent = getpid(), pid = messages < 0 ? -1 : fork();
  if (pid == 0) become_compiler(arguments, setup->temp_dir, messages, parent);
  VEC_DONE(setup->mem, arguments);
  int status = pid > 0 ? wait_for(pid) : -1;
  bool good = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!good) explain(diag, setup->bits, messages);
  if (messages >= 0) close(messages);
  return good;
}

bool fe_build_native(const FeCompile *setup, const char *const *files,
                     uint32_t n_files, const char *executable, FeDiag *diag) {
  Arguments arguments = {0};
  make_arguments(&arguments, setup, files, n_files, executable);
  return compile(setup, &arguments, diag);
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
  const char *runtime = fe_runtime(&texts, setup->bits, diag);
  if (!runtime) {
    arena_done(&texts);
    return false;
  }
  const char *object = arena_printf(&texts, "%s.o", executable);
  const char *model = setup->bits == 32 ? "-m32" : "-m64";
  const char *first[] = {fe_compiler(), model,  "-w",   "-c",
                         "-o",          object, bitcode};
  const char *then[] = {fe_compiler(), model,   "-w",   "-O2", "-o",
                        executable,    runtime, object, "-lm"};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    VEC_PUSH(setup->mem, &all, first[i]);
  for (size_t i = 0; i < sizeof count_flags / sizeof *count_flags; i++)
    VEC_PUSH(setup->mem, &all, count_flags[i]);
  bool good = compile(setup, &all, diag);
  all = (Arguments){0};
  for (size_t i = 0; i < sizeof then / sizeof *then; i++)
    VEC_PUSH(setup->mem, &all, then[i]);
  good = compile(setup, &all, diag) && good;
  arena_done(&texts);
  return good;
}

/* ---- running ---- */

static void limit(int what, rlim_t most) {
  struct rlimit now;
  if (getrlimit(what, &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  now.rlim_cur = now.rlim_max = most;
  setrlimit(what, &now);
}

/* A deep recursion needs a deep stack; the rest is kept small.  Addresses are
 * the same each time.  `orders` is -1 when there are none. */
BASE_NORETURN static void become_program(const char *executable, int orders,
                                         int report, double seconds,
                                         pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXEC_FAILED);
  int nothing = open("/dev/null", O_RDWR);
  if (orders >= 0) orders = fcntl(orders, F_DUPFD_CLOEXEC, REPORT + 1);
  if (report < REPORT) report = fcntl(report, F_DUPFD_CLOEXEC, REPORT);
  for (int i = 0; i < 3; i++) dup2(i == 0 && orders >= 0 ? orders : nothing, i);
  if (report == REPORT)
    fcntl(REPORT, F_SETFD, 0);
  else
    dup2(report, REPORT);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_STACK, (rlim_t)512 << 20);
  limit(RLIMIT_AS, (rlim_t)3 << 30);
  limit(RLIMIT_FSIZE, 0);
  if (seconds > 0) limit(RLIMIT_CPU, (rlim_t)seconds + 1);
  personality(ADDR_NO_RANDOMIZE);
  char *arguments[] = {(char *)executable, NULL}, *environment[] = {NULL};
  execve(executable, arguments, environment);
  _exit(EXEC_FAILED);
}

/* Reads what the program says until it closes the pipe or time is up. */
static bool listen(int from, FeNative *out, double deadline) {
  size_t n = 0;
  for (;;) {
    double left = deadline - clock_now();
    if (left <= 0) return false;
    struct pollfd wait = {.fd = from, .events = POLLIN};
    int ready = poll(&wait, 1, (int)(left * 1000) + 1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) continue;
    char part[64];
    ssize_t got = read(from, part, sizeof part);
    if (got <= 0) return true;
    for (ssize_t i = 0; i < got && n + 1 < sizeof out->said; i++)
      out->said[n++] = part[i];
  }
}

FeNative fe_run_native(const char *executable, double seconds) {
  FeNative out = {.end = FE_NATIVE_NO_START};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return out;
  double deadline = clock_now() + seconds;
  pid_t parent = getpid(), pid = fork();
  if (pid == 0) become_program(executable, -1, ends[1], seconds, parent);
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return out;
  }
  setpgid(pid, pid);
  bool ended = listen(ends[0], &out, deadline);
  if (!ended) kill(pid, SIGKILL);
  close(ends[0]);
  int status = wait_for(pid);
  kill(-pid, SIGKILL); /* whatever it left */
  out.end = !ended                ? FE_NATIVE_TIMEOUT
            : WIFSIGNALED(status) ? FE_NATIVE_SIGNAL
                                  : FE_NATIVE_EXITED;
  out.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (out.end == FE_NATIVE_EXITED && out.status == EXEC_FAILED)
    out.end = FE_NATIVE_NO_START;
  return out;
}

/* ---- talking ---- */

bool fe_talk_start(FeTalk *talk, const char *executable) {
  int orders[2], answers[2];
  *talk = (FeTalk){.to = -1, .from = -1};
  if (pipe2(orders, O_CLOEXEC) != 0) return false;
  if (pipe2(answers, O_CLOEXEC) != 0) {
    close(orders[0]);
    close(orders[1]);
    return false;
  }
  pid_t parent = getpid(), pid = fork();
  if (pid == 0) become_program(executable, orders[0], answers[1], 0, parent);
  close(orders[0]);
  close(answers[1]);
  *talk = (FeTalk){pid, orders[1], answers[0]};
  if (pid > 0) setpgid(pid, pid);
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
  char *at = bytes;
  while (n > 0) {
    double left = deadline > 0 ? deadline - clock_now() : 1;
    if (left <= 0) return false;
    struct pollfd wait = {.fd = talk->from, .events = POLLIN};
    int ready = poll(&wait, 1, (int)(left * 1000) + 1);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    ssize_t got = read(talk->from, at, n);
    if (got <= 0) return false;
    at += got;
    n -= (size_t)got;
  }
  return true;
}

void fe_talk_stop(FeTalk *talk) {
  if (talk->to >= 0) close(talk->to);
  if (talk->from >= 0) close(talk->from);
  if (talk->pid > 0) {
    kill(-talk->pid, SIGKILL);
    wait_for(talk->pid);
  }
  *talk = (FeTalk){.to = -1, .from = -1};
}
