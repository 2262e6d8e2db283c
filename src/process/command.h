/* SPDX-License-Identifier: MIT
 *
 * Running another program: compilers, graphviz, and the program under check. */
#ifndef PROCESS_COMMAND_H
#define PROCESS_COMMAND_H

#include "process/sandbox.h"

/* A file descriptor of the program that is not one of ours. */
enum { COMMAND_KEEPS = -1, COMMAND_NULL = -2 }; /* what it is; /dev/null */

enum { COMMAND_DESCRIPTORS = 4 };

typedef struct CommandVariable {
  const char *name, *value;
} CommandVariable;

typedef struct Command {
  const char *const *arguments; /* ended by NULL; the first is the program */
  const char *file; /* that is run in its place; NULL: it, found by PATH */
  ChildKind kind;
  const char *directory; /* it runs in; NULL: in ours */
  /* What its descriptors 0, 1, ... are: one of ours, or see above. */
  int descriptors[COMMAND_DESCRIPTORS];
  const CommandVariable *variables; /* added to our environment */
  uint32_t n_variables;
  const ChildLimit *limits;
  uint32_t n_limits;
  /* An untrusted program runs apart from the machine (sandbox.h), with an empty
   * environment, and the same addresses each time.  A server forks. */
  enum { COMMAND_TRUSTED, COMMAND_UNTRUSTED, COMMAND_SERVER } trust;
  SandboxLayout layout; /* of an untrusted program */
} Command;

/* The exit code of a child that could not become the program.  The reason is on
 * its standard error; of an untrusted program on descriptor 3. */
enum { COMMAND_NOT_RUN = 127 };

/* Starts it.  -1 with errno: there is no process to be had. */
BASE_MUST_USE pid_t command_start(const Command *command);

/* What it writes to its standard error. */
typedef enum CommandErrors {
  COMMAND_ERRORS_DROPPED,
  COMMAND_ERRORS_JOINED
} CommandErrors;

/* Runs it for a minute at most, with an empty input; what it writes is appended
 * to `out`.  False: it failed. */
BASE_MUST_USE bool command_ask(const char *const *arguments,
                               CommandErrors errors, Text *out);

#endif
