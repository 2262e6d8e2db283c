/* SPDX-License-Identifier: MIT
 *
 * Fork and wait.
 *
 * A child that must not outlive us asks the kernel to kill it when its parent
 * dies.  The parent may have died before that call; then the child has another
 * parent by now, and ends itself.
 *
 * A process group is set by parent and child both: whoever comes first, the
 * group is there before either of them goes on. */
#include "process/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool leads_group(ChildKind kind) {
  return kind == CHILD_GROUP || kind == CHILD_GUARD;
}

static bool dies_with_us(ChildKind kind) {
  return kind == CHILD_HELPER || kind == CHILD_GROUP;
}

pid_t child_fork(ChildKind kind) {
  require(kind >= CHILD_HELPER && kind <= CHILD_STRANGER);
  pid_t parent = getpid();
  fflush(NULL); /* else the child would write it a second time */
  pid_t pid = fork();
  if (pid > 0 && leads_group(kind)) setpgid(pid, pid);
  if (pid != 0) return pid;
  if (leads_group(kind)) setpgid(0, 0);
  if (dies_with_us(kind)) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_INTERNAL);
  }
  return 0;
}

pid_t child_must_fork(ChildKind kind) {
  pid_t pid = child_fork(kind);
  if (pid < 0)
    die(EXIT_INTERNAL, "cannot start a process: %s", strerror(errno));
  return pid;
}

static pid_t wait_for(pid_t pid, ChildEnd *end, int flags) {
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(pid, &status, flags)) < 0 && errno == EINTR) {
  }
  *end = (ChildEnd){.code = -1};
  if (ended > 0 && WIFEXITED(status)) end->code = WEXITSTATUS(status);
  if (ended > 0 && WIFSIGNALED(status)) end->signal = WTERMSIG(status);
  return ended;
}

ChildEnd child_wait(pid_t pid) {
  ChildEnd end;
  require(pid > 0);
  wait_for(pid, &end, 0);
  return end;
}

pid_t child_wait_any(ChildEnd *end) {
  pid_t pid = wait_for(-1, end, 0);
  require(pid > 0);
  return pid;
}

pid_t child_reap(pid_t pid, ChildEnd *end) {
  require(pid > 0 || pid == -1);
  pid_t ended = wait_for(pid, end, WNOHANG);
  return ended > 0 ? ended : 0;
}

/* Most children end at once; so the pauses grow. */
bool child_wait_until(pid_t pid, double deadline, ChildEnd *end) {
  enum { SHORT = 50000, LONG = 5000000 }; /* nanoseconds */
  long pause = SHORT;
  while (child_reap(pid, end) == 0) {
    if (clock_now() > deadline) return false;
    nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    if (pause < LONG) pause *= 2;
  }
  return true;
}

ChildEnd child_end(pid_t pid) {
  static const double patience = 0.1;
  require(pid > 1);
  ChildEnd end;
  kill(-pid, SIGTERM);
  bool ended = child_wait_until(pid, clock_now() + patience, &end);
  kill(-pid, SIGKILL);
  return ended ? end : child_wait(pid);
}

void child_limit(const ChildLimit *limit) {
  struct rlimit now;
  if (getrlimit(limit->resource, &now) != 0) return;
  rlim_t most = limit->most;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  now.rlim_cur = most;
  if (limit->kind == CHILD_LIMIT_HARD) now.rlim_max = most;
  setrlimit(limit->resource, &now);
}

/* std::set_new_handler; C++ has no other way for those who speak C. */
extern void (*_ZSt15set_new_handlerPFvvE(void (*handler)(void)))(void);

static void end_without_memory(void) {
  static const char words[] = "cutpoint: out of memory: a library's request "
                              "is refused\n";
  ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
  (void)written;
  _exit(EXIT_UNKNOWN);
}

void child_end_without_memory(void) {
  _ZSt15set_new_handlerPFvvE(end_without_memory);
}
