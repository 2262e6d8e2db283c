/* SPDX-License-Identifier: MIT
 *
 * Child processes: every fork, every wait and every resource limit of the tool
 * is one of these. */
#ifndef PROCESS_CHILD_H
#define PROCESS_CHILD_H

#include "base/base.h"

#include <sys/types.h>

/* What happens to a child when we die, and which process group it is in. */
typedef enum ChildKind {
  CHILD_HELPER,  /* dies with us; in our group */
  CHILD_GROUP,   /* dies with us; leads a group of its own */
  CHILD_GUARD,   /* outlives us; leads a group of its own */
  CHILD_STRANGER /* outlives us; in our group */
} ChildKind;

/* Forks: 0 in the child, -1 with errno when there is no process to be had. */
BASE_MUST_USE pid_t child_fork(ChildKind kind);
/* The same, but ends the tool with a message instead of failing. */
pid_t child_must_fork(ChildKind kind);

/* How a child ended. */
typedef struct ChildEnd {
  int code;   /* its exit code; -1: it did not exit by itself */
  int signal; /* that killed it, or 0; with code -1: nobody knows */
} ChildEnd;

/* Waits for the end of a child. */
ChildEnd child_wait(pid_t pid);
/* Waits until any child ends; which one. */
pid_t child_wait_any(ChildEnd *end);
/* Reaps a child (-1: any) that has already ended; 0: there is none. */
pid_t child_reap(pid_t pid, ChildEnd *end);

/* Waits until it ends or the deadline (clock_now()) has passed; false: it has
 * passed. */
BASE_MUST_USE bool child_wait_until(pid_t pid, double deadline, ChildEnd *end);
/* The end of a child that leads a group, and of the group: asks by SIGTERM,
 * waits a moment, then kills. */
ChildEnd child_end(pid_t pid);

/* A resource limit of the calling process, for setrlimit.  Never above the hard
 * limit that is in force. */
typedef struct ChildLimit {
  int resource; /* RLIMIT_... */
  uint64_t most;
  enum { CHILD_LIMIT_SOFT, CHILD_LIMIT_HARD } kind; /* hard: for good */
} ChildLimit;
void child_limit(const ChildLimit *limit);
/* A library in C++ that gets no memory, in this process, ends it as base/mem.c
 * does; else it would abort, as for a failed `require`. */
void child_end_without_memory(void);

#endif
