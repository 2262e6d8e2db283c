/* SPDX-License-Identifier: MIT
 *
 * From a child to the program it is to run.
 *
 * Arguments are an array, never a shell line.  Descriptors are first copied
 * above those that the program gets, so that none is overwritten before it has
 * been used. */
#include "process/command.h"

#include "process/child.h"
#include "process/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* A copy of descriptor `wanted` above those of the program; -1: it keeps its
 * own. */
static int copy_above(int wanted) {
  if (wanted == COMMAND_KEEPS) return -1;
  int from = wanted;
  if (wanted == COMMAND_NULL) from = open("/dev/null", O_RDWR | O_CLOEXEC);
  return fcntl(from, F_DUPFD_CLOEXEC, COMMAND_DESCRIPTORS);
}

static void place_descriptors(const int wanted[COMMAND_DESCRIPTORS]) {
  int copies[COMMAND_DESCRIPTORS];
  for (int i = 0; i < COMMAND_DESCRIPTORS; i++)
    copies[i] = copy_above(wanted[i]);
  for (int i = 0; i < COMMAND_DESCRIPTORS; i++)
    if (copies[i] >= 0) dup2(copies[i], i);
}

BASE_NORETURN static void run_untrusted(const Command *command) {
  require(!command->directory && command->n_variables == 0 && !command->file);
  Sandbox box = {.arguments = command->arguments,
                 .limits = command->limits,
                 .n_limits = command->n_limits,
                 .layout = command->layout,
                 .use = command->trust == COMMAND_SERVER ? FILTER_SERVER
                                                         : FILTER_ALONE};
  char why[SANDBOX_WHY];
  sandbox_become(&box, why);
  (void)!write(COMMAND_DESCRIPTORS - 1, why, strlen(why));
  _exit(COMMAND_NOT_RUN);
}

BASE_NORETURN static void run_trusted(const Command *command) {
  char *const *arguments = (char *const *)command->arguments;
  for (uint32_t i = 0; i < command->n_variables; i++)
    setenv(command->variables[i].name, command->variables[i].value, 1);
  for (uint32_t i = 0; i < command->n_limits; i++)
    child_limit(&command->limits[i]);
  if (!command->directory || chdir(command->directory) == 0)
    execvp(command->file ? command->file : arguments[0], arguments);
  const char *why = strerror(errno);
  (void)!write(STDERR_FILENO, why, strlen(why));
  _exit(COMMAND_NOT_RUN);
}

pid_t command_start(const Command *command) {
  require(command->arguments[0] != NULL);
  for (int i = 0; i < COMMAND_DESCRIPTORS; i++)
    require(command->descriptors[i] >= COMMAND_NULL);
  pid_t pid = child_fork(command->kind);
  if (pid != 0) return pid;
  place_descriptors(command->descriptors);
  if (command->trust == COMMAND_TRUSTED) run_trusted(command);
  run_untrusted(command);
}

bool command_ask(const char *const *arguments, CommandErrors errors,
                 Text *out) {
  int ends[2];
  if (!pipe_open(ends)) return false;
  int to = ends[PIPE_WRITE];
  Command command = {
      .arguments = arguments,
      .kind = CHILD_HELPER,
      .descriptors = {COMMAND_NULL, to,
                      errors == COMMAND_ERRORS_JOINED ? to : COMMAND_NULL,
                      COMMAND_KEEPS}};
  pid_t child = command_start(&command);
  close(to);
  bool good = child > 0 && pipe_read_all(ends[PIPE_READ], out,
                                         clock_now() + 60) == PIPE_CLOSED;
  if (child > 0 && !good) kill(child, SIGKILL);
  if (child > 0) good &= child_wait(child).code == 0;
  close(ends[PIPE_READ]);
  return good;
}
