/* SPDX-License-Identifier: MIT
 *
 * Runs the registered tests, each in a child process.  See unit.h. */
#include "unit/unit.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TESTS = 4096, JOBS = 2, SECONDS = 120, SLOW = 10 };

typedef struct Entry {
  const char *name, *file;
  UnitTest *run;
} Entry;

static Entry entries[MOST_TESTS];
static int n_entries;
static int failures; /* of the running test */

void unit_register(const char *name, const char *file, UnitTest *run) {
  require(n_entries < MOST_TESTS);
  entries[n_entries++] = (Entry){name, file, run};
}

void unit_fail(const char *file, int line, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  if (++failures >= 20) exit(1);
}

uint32_t unit_rounds(uint32_t n) {
#if defined(__SANITIZE_ADDRESS__)
  return (n + 7) / 8;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return (n + 7) / 8;
#endif
#endif
  return n;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

static bool selected(const Entry *entry, int argc, char **argv) {
  if (argc == 0) return true;
  for (int i = 0; i < argc; i++)
    if (strstr(entry->name, argv[i])) return true;
  return false;
}

static pid_t start(const Entry *entry) {
  fflush(stdout);
  pid_t pid = fork();
  require(pid >= 0);
  if (pid > 0) return pid;
  struct rlimit cpu = {SECONDS, SECONDS + 1};
  setrlimit(RLIMIT_CPU, &cpu);
  alarm(5 * SECONDS); /* other work on the machine is no failure */
  entry->run();
  exit(failures ? 1 : 0);
}

static void tell_slow(const Entry *entry, double seconds) {
  if ((int)seconds >= SLOW)
    printf("slow: %s took %.0f s\n", entry->name, seconds);
}

int main(int argc, char **argv) {
  bool list = argc > 1 && strcmp(argv[1], "-l") == 0;
  argv += 1 + list, argc -= 1 + list;
  qsort(entries, (size_t)n_entries, sizeof *entries, by_name);
  pid_t pids[JOBS] = {0};
  double since[JOBS];
  int which[JOBS], running = 0, next = 0, passed = 0, failed = 0;
  while (next < n_entries || running > 0) {
    if (next < n_entries && running < JOBS) {
      const Entry *entry = &entries[next++];
      if (!selected(entry, argc, argv)) continue;
      if (list) {
        puts(entry->name);
        continue;
      }
      for (int k = 0; k < JOBS; k++)
        if (!pids[k]) {
          pids[k] = start(entry), which[k] = next - 1, running++;
          since[k] = clock_now();
          break;
        }
      continue;
    }
    int status;
    pid_t done = wait(&status);
    for (int k = 0; k < JOBS; k++) {
      if (pids[k] != done) continue;
      pids[k] = 0, running--;
      tell_slow(&entries[which[k]], clock_now() - since[k]);
      bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      if (good)
        passed++;
      else
        failed++, printf("FAIL %s (%s)%s\n", entries[which[k]].name,
                         entries[which[k]].file,
                         WIFSIGNALED(status) ? ": killed by a signal" : "");
    }
  }
  if (!list) printf("unit: %d passed, %d failed\n", passed, failed);
  return failed ? 1 : 0;
}
