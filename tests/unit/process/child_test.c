/* SPDX-License-Identifier: MIT
 *
 * Children, pipes and commands: ends, deaths of parents, deadlines, limits. */
#include "process/command.h"
#include "process/pipe.h"
#include "unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const ChildKind kinds[] = {CHILD_HELPER, CHILD_GROUP, CHILD_GUARD,
                                  CHILD_STRANGER};

BASE_NORETURN static void sleep_for_ever(void) {
  while (true) pause();
}

TEST(process_child_ends) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    pid_t pid = child_fork(kinds[i]);
    if (pid == 0) _exit(37);
    ChildEnd end = child_wait(pid);
    CHECK_INT(end.code, 37);
    CHECK_INT(end.signal, 0);
    pid = child_fork(kinds[i]);
    if (pid == 0) sleep_for_ever();
    CHECK_INT(child_reap(pid, &end), 0);
    kill(pid, SIGKILL);
    CHECK_INT(child_wait_any(&end), pid);
    CHECK_INT(end.code, -1);
    CHECK_INT(end.signal, SIGKILL);
    end = child_wait(pid); /* somebody else has reaped it */
    CHECK_INT(end.code, -1);
    CHECK_INT(end.signal, 0);
  }
}

TEST(process_child_groups) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    bool own = kinds[i] == CHILD_GROUP || kinds[i] == CHILD_GUARD;
    pid_t pid = child_fork(kinds[i]);
    if (pid == 0) sleep_for_ever();
    CHECK_INT(getpgid(pid), own ? pid : getpgrp());
    kill(own ? -pid : pid, SIGKILL);
    child_wait(pid);
  }
}

/* A parent that starts a child of the kind and dies at once: who survives? */
static bool outlives(ChildKind kind) {
  int ends[2];
  pid_t survivor = 0;
  CHECK(pipe_open(ends));
  pid_t parent = child_fork(CHILD_STRANGER);
  if (parent == 0) {
    pid_t pid = child_fork(kind);
    if (pid == 0) sleep_for_ever();
    pipe_send(ends[PIPE_WRITE], &pid, sizeof pid);
    raise(SIGKILL);
  }
  close(ends[PIPE_WRITE]);
  double deadline = clock_now() + 20;
  CHECK(pipe_read(ends[PIPE_READ], &survivor, sizeof survivor, deadline) ==
        PIPE_DONE);
  child_wait(parent);
  char byte; /* the child holds the other end as long as it lives */
  PipeEnd end = pipe_read(ends[PIPE_READ], &byte, 1, clock_now() + 0.3);
  if (end == PIPE_LATE) kill(survivor, SIGKILL);
  close(ends[PIPE_READ]);
  child_wait(survivor);
  return end == PIPE_LATE;
}

TEST(process_child_and_the_death_of_its_parent) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  CHECK(!outlives(CHILD_HELPER));
  CHECK(!outlives(CHILD_GROUP));
  CHECK(outlives(CHILD_GUARD));
  CHECK(outlives(CHILD_STRANGER));
}

TEST(process_child_limits) {
  pid_t pid = child_fork(CHILD_HELPER);
  if (pid == 0) {
    struct rlimit now;
    child_limit(&(ChildLimit){RLIMIT_NOFILE, 64, CHILD_LIMIT_SOFT});
    getrlimit(RLIMIT_NOFILE, &now);
    if (now.rlim_cur != 64 || now.rlim_max <= 64) _exit(1);
    child_limit(&(ChildLimit){RLIMIT_NOFILE, 32, CHILD_LIMIT_HARD});
    child_limit(&(ChildLimit){RLIMIT_NOFILE, 48, CHILD_LIMIT_HARD});
    getrlimit(RLIMIT_NOFILE, &now);
    _exit(now.rlim_cur == 32 && now.rlim_max == 32 ? 0 : 2);
  }
  CHECK_INT(child_wait(pid).code, 0);
}

static void ignore(int number) {
  (void)number;
}

TEST(process_pipe_deadlines) {
  int ends[2];
  char bytes[8] = "";
  CHECK(pipe_open(ends));
  struct sigaction action = {.sa_handler = ignore};
  struct itimerval often = {{0, 10000}, {0, 10000}};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL); /* signals do not end the waiting */
  double start = clock_now();
  CHECK(pipe_read(ends[PIPE_READ], bytes, 4, start + 0.2) == PIPE_LATE);
  CHECK(clock_now() >= start + 0.2);
  CHECK(pipe_read(ends[PIPE_READ], bytes, 4, start) == PIPE_LATE);
  pid_t pid = child_fork(CHILD_HELPER);
  if (pid == 0) {
    for (int i = 0; i < 6; i++) {
      nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
      pipe_send(ends[PIPE_WRITE], "abcdef" + i, 1);
    }
    _exit(0);
  }
  close(ends[PIPE_WRITE]);
  CHECK(pipe_read(ends[PIPE_READ], bytes, 4, 0) == PIPE_DONE);
  CHECK_TEXT(bytes, "abcd");
  CHECK(pipe_read(ends[PIPE_READ], bytes, 4, 0) == PIPE_CLOSED);
  CHECK_TEXT(bytes, "efcd");
  child_wait(pid);
}

/* Runs a line of shell and keeps what it writes to descriptors 1 and 3. */
typedef struct Said {
  Mem mem;
  Text out, report;
  ChildEnd end;
} Said;

static void run(Said *said, Command *command) {
  int out[2], report[2];
  mem_init(&said->mem, 0);
  text_init(&said->out, &said->mem);
  text_init(&said->report, &said->mem);
  CHECK(pipe_open_two(out, report));
  int descriptors[] = {COMMAND_NULL, out[PIPE_WRITE], out[PIPE_WRITE],
                       report[PIPE_WRITE]};
  memcpy(command->descriptors, descriptors, sizeof descriptors);
  pid_t pid = command_start(command);
  CHECK(pid > 0);
  close(out[PIPE_WRITE]);
  close(report[PIPE_WRITE]);
  double deadline = clock_now() + 20;
  CHECK(pipe_read_all(out[PIPE_READ], &said->out, deadline) == PIPE_CLOSED);
  CHECK(pipe_read_all(report[PIPE_READ], &said->report, deadline) ==
        PIPE_CLOSED);
  close(out[PIPE_READ]);
  close(report[PIPE_READ]);
  said->end = child_wait(pid);
}

static void done(Said *said) {
  text_done(&said->out);
  text_done(&said->report);
  mem_done(&said->mem);
}

TEST(process_command_runs) {
  const char *const arguments[] = {
      "sh", "-c", "cat; pwd; echo $WORD; ulimit -Hn; echo high >&3; exit 5",
      NULL};
  const ChildLimit limit = {RLIMIT_NOFILE, 40, CHILD_LIMIT_HARD};
  const CommandVariable variable = {"WORD", "two words"};
  Command command = {.arguments = arguments,
                     .kind = CHILD_GROUP,
                     .directory = "/dev",
                     .variables = &variable,
                     .n_variables = 1,
                     .limits = &limit,
                     .n_limits = 1};
  Said said;
  run(&said, &command);
  CHECK_TEXT(text_get(&said.out), "/dev\ntwo words\n40\n");
  CHECK_TEXT(text_get(&said.report), "high\n");
  CHECK_INT(said.end.code, 5);
  done(&said);
}

/* The pipes have the very numbers that the program's descriptors get. */
TEST(process_command_shuffles_descriptors) {
  const char *const arguments[] = {"sh", "-c", "echo one; echo three >&3",
                                   NULL};
  Command command = {.arguments = arguments, .kind = CHILD_HELPER};
  int keep = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 100);
  for (int fd = 0; fd < 40; fd++) close(fd);
  Said said;
  run(&said, &command); /* pipes 0 1 2 3 */
  dup2(keep, STDERR_FILENO);
  CHECK_TEXT(text_get(&said.out), "one\n");
  CHECK_TEXT(text_get(&said.report), "three\n");
  done(&said);
}

TEST(process_command_that_does_not_exist) {
  const char *const arguments[] = {"/no/such/program", NULL};
  Command command = {.arguments = arguments, .kind = CHILD_HELPER};
  Said said;
  run(&said, &command);
  CHECK_INT(said.end.code, COMMAND_NOT_RUN);
  CHECK_TEXT(text_get(&said.out), strerror(ENOENT));
  done(&said);
}

TEST(process_command_untrusted) {
  const char *const arguments[] = {"/usr/bin/env", NULL};
  Command command = {
      .arguments = arguments, .kind = CHILD_GROUP, .trust = COMMAND_UNTRUSTED};
  Said said;
  run(&said, &command);
  CHECK_TEXT(text_get(&said.out), "");
  CHECK_INT(said.end.code, 0);
  done(&said);
}
