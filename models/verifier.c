/* SPDX-License-Identifier: MIT
 *
 * The functions by which verification tasks speak to a checker.  The
 * __VERIFIER_nondet_ family is not here: each call is an input of its own,
 * made by the reader.  Atomic sections mean nothing with one thread. */
#include "model.h"

_Noreturn void __VERIFIER_error(void) {
  __cutpoint_stop_abort();
}

void __VERIFIER_assume(int condition) {
  __cutpoint_assume(condition != 0);
}

void __VERIFIER_assert(int condition) {
  if (!condition) __VERIFIER_error();
}

void __VERIFIER_silent_exit(void) {
  __cutpoint_stop_exit();
}

void __VERIFIER_atomic_begin(void) {
}

void __VERIFIER_atomic_end(void) {
}
