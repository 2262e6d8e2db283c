/* SPDX-License-Identifier: MIT
 *
 * Watching a build.
 *
 * The build runs with a directory in front of its PATH in which every usual
 * name of a C compiler is a link to this program.  Started under such a name
 * (and with the variable that says where to write), it appends one record with
 * its directory and arguments to a file, and then becomes the compiler that the
 * PATH has behind that directory: the build goes on as if nothing was there.
 * A record is written by one write() to a file opened for appending, so
 * compilers of a parallel build do not mix theirs.  The file is in the database
 * (recording.c): what a build compiled is known when it was interrupted, and
 * when there is nothing left for it to compile.
 *
 * Compilers that a build starts by an absolute path are not seen; neither are
 * those hidden in a container.  Then a compilation database is the way. */
#include "process/command.h"
#include "scan/build/build.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>

#define RECORD_VARIABLE "CUTPOINT_SCAN_RECORD"

static const char *const compilers[] = {
    "cc", "gcc", "clang", "c99", "c89", "gcc-9", "gcc-10", "gcc-11", "gcc-12",
    "gcc-13", "gcc-14", "clang-13", "clang-14", "clang-15", "clang-16",
    "clang-17", "clang-18", "clang-19", "x86_64-linux-gnu-gcc",
    "x86_64-linux-gnu-gcc-12",
    /* they may not start the compiler */
    "ccache", "sccache", "distcc"};

/* ---- in place of the compiler ---- */

/* The next program of that name on the PATH behind our directory. */
static const char *real_compiler(const char *name, const char *ours,
                                 char *found, size_t size) {
  assert(size > 1 && *name);
  const char *path = getenv("PATH");
  for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
    size_t n = strcspn(at, ":");
    snprintf(found, size, "%.*s", (int)n, n ? at : ".");
    bool skip = strcmp(found, ours) == 0;
    snprintf(found, size, "%.*s/%s", (int)(n ? n : 1), n ? at : ".", name);
    if (!skip && access(found, X_OK) == 0) return found;
    at += n + (at[n] == ':');
  }
  return NULL;
}

/* "directory\0argument\0...argument\0\0" */
static void write_record(const char *record, int argc, char **argv) {
  char here[PATH_MAX];
  Mem mem;
  Text text;
  if (!getcwd(here, sizeof here)) return;
  mem_init(&mem, 0);
  text_init(&text, &mem);
  text_add_n(&text, here, strlen(here) + 1);
  for (int i = 0; i < argc; i++)
    if (argv[i][0]) text_add_n(&text, argv[i], strlen(argv[i]) + 1);
  text_add_n(&text, "", 1);
  int fd = open(record, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd >= 0) {
    ssize_t written = write(fd, text.text, text.n);
    if (written != (ssize_t)text.n)
      rep_say(REP_WARNING, "a compiler call could not be written down");
    close(fd);
  }
  text_done(&text);
  mem_done(&mem);
}

/* From here on the PATH does not lead to us: a cache starts the compiler. */
static void leave_path(const char *ours) {
  const char *path = getenv("PATH");
  size_t n = strlen(ours);
  if (path && strncmp(path, ours, n) == 0 && path[n] == ':')
    setenv("PATH", path + n + 1, 1);
}

void scan_stand_in(int argc, char **argv) {
  const char *record = getenv(RECORD_VARIABLE);
  if (!record || argc < 1) return;
  char self[PATH_MAX], record_path[PATH_MAX], found[PATH_MAX];
  snprintf(self, sizeof self, "%s", argv[0]);
  const char *name = basename(self);
  assert(*name != 0);
  bool stands_in = false;
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
    stands_in = stands_in || strcmp(name, compilers[i]) == 0;
  if (!stands_in) return;
  snprintf(record_path, sizeof record_path, "%s", record);
  const char *ours = dirname(record_path);
  write_record(record, argc, argv);
  const char *real = real_compiler(name, ours, found, sizeof found);
  unsetenv(RECORD_VARIABLE); /* what a compiler starts is not the build's */
  leave_path(ours);
  if (real) {
    argv[0] = found; /* gcc looks for its parts beside itself */
    execv(real, argv);
  }
  die(EXIT_INTERNAL, "cannot run the compiler '%s': %s", name,
      real ? strerror(errno) : "there is none");
}

/* ---- around the build ---- */

/* A directory with a link for every compiler that exists. */
static bool make_stand_ins(const char *directory, Arena *texts) {
  char self[PATH_MAX], found[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return false;
  self[n] = 0;
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
    if (!real_compiler(compilers[i], directory, found, sizeof found)) continue;
    const char *link = arena_printf(texts, "%s/%s", directory, compilers[i]);
    if (symlink(self, link) != 0) return false;
  }
  return true;
}

BASE_NORETURN static void become_build(const char *const *command, uint32_t n,
                                       const char *directory,
                                       const char *record, Arena *texts) {
  const char *path = getenv("PATH");
  setenv("PATH",
         arena_printf(texts, "%s:%s", directory, path ? path : "/usr/bin:/bin"),
         1);
  setenv(RECORD_VARIABLE, record, 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  char **argv = ARENA_ARRAY(texts, char *, n + 1);
  for (uint32_t i = 0; i < n; i++) argv[i] = arena_strdup(texts, command[i]);
  execvp(argv[0], argv);
  rep_say(REP_ERROR, "cannot run the build '%s': %s", argv[0], strerror(errno));
  _exit(COMMAND_NOT_RUN);
}

bool scan_watch_build(ScanEntries *entries, const char *const *command,
                      uint32_t n, const char *temp_dir, const char *database) {
  require(n > 0);
  Arena *texts = &entries->texts;
  const char *directory = arena_printf(texts, "%s/compilers", temp_dir);
  const char *record = arena_printf(texts, "%s/record", directory);
  const char *kept = scan_recording_open(texts, database);
  if (!kept || mkdir(directory, 0700) != 0 || symlink(kept, record) != 0 ||
      !make_stand_ins(directory, texts)) {
    scan_problem(entries->problems, "cannot watch the build in %s: %s",
                 directory, strerror(errno));
    return false;
  }
  pid_t child = child_fork(CHILD_STRANGER);
  if (child == 0) become_build(command, n, directory, record, texts);
  ChildEnd end = {.code = COMMAND_NOT_RUN};
  if (child > 0) end = child_wait(child);
  if (end.code == COMMAND_NOT_RUN) {
    scan_problem(entries->problems, "the build '%s' could not be run",
                 command[0]);
    return false;
  }
  if (end.code != 0)
    scan_problem(entries->problems,
                 "the build ended with an error: what it compiled is scanned");
  scan_recording_close(database, texts->mem);
  return true;
}
