/* SPDX-License-Identifier: MIT
 *
 * The process tree, read from /proc.
 *
 * The supervisor is a "child subreaper": descendants whose parent died become
 * its children, so the tree below it is complete at any moment.  The kernel
 * lists the children of each thread in /proc/PID/task/TID/children; walking
 * these costs some 20 microseconds a process, where scanning all of /proc would
 * grow with the machine.  Where the kernel does not offer the list, parents are
 * read from every /proc/PID/stat instead.
 *
 * CPU time: each living process with what its reaped children left to it, and
 * what reaped children left to us.  A process that ends between two reads is
 * counted in its parent at the next look; the caller keeps the maximum. */
#include "process/proctree.h"

#include "process/child.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef Vec(pid_t) Pids;

/* A small file of /proc into `buffer`, NUL-terminated; its length, or -1. */
static ssize_t read_small(const char *path, char *buffer, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  size_t n = 0;
  ssize_t got;
  assert(size > 1);
  while (n < size - 1 && (got = read(fd, buffer + n, size - 1 - n)) > 0)
    n += (size_t)got;
  close(fd);
  buffer[n] = 0;
  return (ssize_t)n;
}

/* The numbers after the command name: [0] is the state letter's place, [1]
 * the parent, [11..14] the four times.  False: the process is gone. */
enum { STAT_PARENT = 1, STAT_UTIME = 11, STAT_CSTIME = 14, STAT_FIELDS = 15 };

static bool read_stat(pid_t pid, unsigned long long fields[STAT_FIELDS]) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  if (read_small(path, text, sizeof text) <= 0) return false;
  char *at = strrchr(text, ')');
  if (!at || !at[1] || !at[2]) return false;
  at += 3;
  fields[0] = 0;
  for (int i = 1; i < STAT_FIELDS; i++) fields[i] = strtoull(at, &at, 10);
  return true;
}

static bool add_children_of_thread(Mem *mem, Pids *pids, pid_t pid,
                                   const char *thread) {
  char path[128], text[8192];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)pid, thread);
  if (read_small(path, text, sizeof text) < 0) return false;
  char *at = text;
  while (true) {
    char *end;
    long child = strtol(at, &end, 10);
    if (end == at) return true;
    VEC_PUSH(mem, pids, (pid_t)child);
    at = end;
  }
}

/* False when the kernel has no such list. */
static bool add_children(Mem *mem, Pids *pids, pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *threads = opendir(path);
  if (!threads) return pid != getpid();
  bool good = true;
  for (struct dirent *entry; (entry = readdir(threads));)
    if (entry->d_name[0] != '.' &&
        !add_children_of_thread(mem, pids, pid, entry->d_name))
      good = pid != getpid();
  closedir(threads);
  return good;
}

typedef struct Parent {
  pid_t pid, parent;
} Parent;
typedef Vec(Parent) Parents;

static void list_everybody(Mem *mem, Parents *out) {
  DIR *all = opendir("/proc");
  if (!all) return;
  for (struct dirent *entry; (entry = readdir(all));) {
    unsigned long long fields[STAT_FIELDS];
    pid_t pid = (pid_t)atol(entry->d_name);
    if (pid <= 0 || !read_stat(pid, fields)) continue;
    Parent row = {pid, (pid_t)fields[STAT_PARENT]};
    VEC_PUSH(mem, out, row);
  }
  closedir(all);
}

/* The slow way: everybody's parents, then the children of each listed process
 * in turn. */
static void list_by_parents(Mem *mem, Pids *pids) {
  Parents rows = {0};
  list_everybody(mem, &rows);
  pid_t of = getpid();
  for (uint32_t next = 0;; of = pids->at[next++]) {
    for (uint32_t i = 0; i < rows.n; i++)
      if (rows.at[i].parent == of && rows.at[i].pid != of)
        VEC_PUSH(mem, pids, rows.at[i].pid);
    assert(next <= pids->n && pids->n <= rows.n);
    if (next == pids->n) break;
  }
  VEC_DONE(mem, &rows);
}

static void list_descendants(Mem *mem, Pids *pids) {
  if (!add_children(mem, pids, getpid())) {
    list_by_parents(mem, pids);
    return;
  }
  for (uint32_t i = 0; i < pids->n; i++) add_children(mem, pids, pids->at[i]);
}

static double ticks_to_seconds(unsigned long long ticks) {
  return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

static uint64_t resident(pid_t pid) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  if (read_small(path, text, sizeof text) <= 0) return 0;
  char *at = text;
  strtoull(at, &at, 10);
  return strtoull(at, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

TreeUse tree_measure(Mem *mem, pid_t skip) {
  TreeUse use = {0};
  Pids pids = {0};
  unsigned long long fields[STAT_FIELDS];
  list_descendants(mem, &pids);
  if (read_stat(getpid(), fields))
    use.cpu += ticks_to_seconds(fields[STAT_CSTIME - 1] + fields[STAT_CSTIME]);
  for (uint32_t i = 0; i < pids.n; i++) {
    if (pids.at[i] == skip || !read_stat(pids.at[i], fields)) continue;
    for (int time = STAT_UTIME; time <= STAT_CSTIME; time++)
      use.cpu += ticks_to_seconds(fields[time]);
    use.rss += resident(pids.at[i]);
  }
  VEC_DONE(mem, &pids);
  assert(use.cpu >= 0);
  return use;
}

/* Proportional set size; the plain resident size where it cannot be had. */
static uint64_t proportional(pid_t pid) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
  if (read_small(path, text, sizeof text) <= 0) return resident(pid);
  const char *line = strstr(text, "\nPss:");
  return line ? strtoull(line + 5, NULL, 10) * 1024 : resident(pid);
}

uint64_t tree_exact_memory(Mem *mem, pid_t skip) {
  uint64_t sum = 0;
  Pids pids = {0};
  list_descendants(mem, &pids);
  for (uint32_t i = 0; i < pids.n; i++)
    if (pids.at[i] != skip) sum += proportional(pids.at[i]);
  VEC_DONE(mem, &pids);
  return sum;
}

/* A process may fork while we look, and a killed one may need a moment (swap,
 * a slow device), so look again until nobody is left. */
void tree_kill(Mem *mem, pid_t skip) {
  enum { TRIES = 5000 };
  for (int try = 0; try < TRIES; try++) {
    uint32_t alive = 0;
    ChildEnd end;
    Pids pids = {0};
    list_descendants(mem, &pids);
    for (uint32_t i = 0; i < pids.n; i++) {
      if (pids.at[i] == skip) continue;
      require(pids.at[i] > 1 && pids.at[i] != getpid());
      kill(pids.at[i], SIGKILL);
      child_reap(pids.at[i], &end);
      alive++;
    }
    VEC_DONE(mem, &pids);
    if (alive == 0) return;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
}
