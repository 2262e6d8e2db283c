/* SPDX-License-Identifier: MIT
 *
 * errno: one int, as there is one thread.  In a program that looks at it every
 * call of the library that could set it is followed by one of __cutpoint_errno
 * (src/frontend/library/errno.c): some error, or what it was. */
#include "model.h"

static int model_errno;

int *__errno_location(void) {
  return &model_errno;
}

enum { MOST = 133 }; /* of Linux */

void __cutpoint_errno(void) {
  int error = __cutpoint_nondet_int();
  if (error >= 1 && error <= MOST) model_errno = error;
}

/* ... after a call that never fails without an error. */
void __cutpoint_errno_of(int has_failed) {
  int error = __cutpoint_nondet_int();
  if (has_failed) __cutpoint_assume(error >= 1 && error <= MOST);
  if (error >= 1 && error <= MOST) model_errno = error;
}
