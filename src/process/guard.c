/* SPDX-License-Identifier: MIT
 *
 * Cleaning up on every way out.
 *
 * A process that is killed with SIGKILL cannot clean up after itself, so
 * another must.  The guard is a tiny process in a group of its own that sleeps
 * in a read from a pipe whose only writing end the supervisor holds.  When the
 * supervisor ends, in whatever way, the kernel closes that end; the guard
 * wakes, kills the worker's process group and removes the temporary directory.
 * The ordinary end takes the same way, so there is one piece of cleaning code.
 */
#include "process/guard.h"

#include "process/child.h"
#include "process/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *found, int type,
                      struct FTW *walk) {
  (void)found, (void)type, (void)walk;
  remove(path);
  return 0;
}

/* Until the group is gone; at most a second, since nobody may be there to reap
 * its last zombie. */
static void kill_group(pid_t group) {
  require(group > 1); /* -1 would be everybody */
  for (int i = 0; i < 1000 && kill(-group, SIGKILL) == 0; i++)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

BASE_NORETURN static void run_guard(int leash, const char *temp_dir,
                                    GuardTemp temp) {
  pid_t group = 0, got;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2 && null >= 0; fd++) dup2(null, fd);
  ssize_t n;
  while ((n = read(leash, &got, sizeof got)) != 0)
    if (n == (ssize_t)sizeof got)
      group = got;
    else if (n < 0 && errno != EINTR)
      break;
  if (group > 0) kill_group(group);
  if (temp == GUARD_REMOVE)
    nftw(temp_dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  _exit(0);
}

bool guard_start(Guard *guard, const char *temp_dir, GuardTemp temp) {
  int ends[2];
  require(*temp_dir != 0);
  if (!pipe_open(ends)) return false;
  pid_t pid = child_fork(CHILD_GUARD);
  if (pid == 0) {
    close(ends[PIPE_WRITE]);
    run_guard(ends[PIPE_READ], temp_dir, temp);
  }
  close(ends[PIPE_READ]);
  *guard = (Guard){pid, ends[PIPE_WRITE]};
  if (pid > 0) return true;
  close(ends[PIPE_WRITE]);
  return false;
}

void guard_set_group(const Guard *guard, pid_t group) {
  require(group == 0 || group > 1);
  ssize_t sent = write(guard->leash, &group, sizeof group);
  require(sent == (ssize_t)sizeof group || errno == EPIPE);
}

void guard_finish(Guard *guard) {
  require(guard->pid > 0 && guard->leash >= 0);
  close(guard->leash);
  child_wait(guard->pid);
}
