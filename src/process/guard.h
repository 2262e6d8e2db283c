/* SPDX-License-Identifier: MIT
 *
 * The guard: a process that cleans up even when the supervisor is killed. */
#ifndef PROCESS_GUARD_H
#define PROCESS_GUARD_H

#include "base/base.h"

#include <sys/types.h>

typedef struct Guard {
  pid_t pid;
  int leash; /* we hold the only writing end; the guard acts when it closes */
} Guard;

typedef enum GuardTemp { GUARD_REMOVE, GUARD_KEEP } GuardTemp;

/* Starts the guard of `temp_dir`.  False with errno set. */
BASE_MUST_USE bool guard_start(Guard *guard, const char *temp_dir,
                               GuardTemp temp);
/* Tells it which process group dies with us; 0: none any more. */
void guard_set_group(const Guard *guard, pid_t group);
/* Lets it clean up, and waits for that. */
void guard_finish(Guard *guard);

#endif
