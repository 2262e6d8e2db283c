/* SPDX-License-Identifier: MIT
 *
 * Running a program that nobody trusts, so that it cannot hurt. */
#ifndef PROCESS_SANDBOX_H
#define PROCESS_SANDBOX_H

#include "process/child.h"
#include "process/filter.h"

/* Where the program's memory is.  The other way round: libraries from below,
 * each heap object in pages of its own, the stack further down. */
typedef enum SandboxLayout { SANDBOX_USUAL, SANDBOX_OTHER } SandboxLayout;

typedef struct Sandbox {
  const char *const *arguments; /* ended by NULL; the first is its path */
  const ChildLimit *limits;
  uint32_t n_limits;
  FilterUse use;
  SandboxLayout layout;
} Sandbox;

/* Reasons are shorter than this. */
enum { SANDBOX_WHY = 60 };

/* In a child made for it: becomes the program, or a process that ends as the
 * program ends.  Returns only when the program must not or cannot run; then
 * `why` says why.  Descriptors above 3 are closed. */
void sandbox_become(const Sandbox *box, char why[SANDBOX_WHY]);

/* This variable of the environment makes the isolation weaker, to try what a
 * kernel that refuses does: `filter` (no name spaces), `none` (no filter
 * either, so that nothing is run). */
#define SANDBOX_VARIABLE "CUTPOINT_SANDBOX"

#endif
