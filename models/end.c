/* SPDX-License-Identifier: MIT
 *
 * Ways to end: exit, abort, assert.  Whether a failing assert is an error is
 * the property's business (the property pass looks at the calls); here it only
 * ends the execution.  There are no exit handlers: the reader refuses atexit. */
#include "model.h"

_Noreturn void exit(int code) {
  __cutpoint_stop_exit();
}

_Noreturn void _exit(int code) {
  __cutpoint_stop_exit();
}

_Noreturn void _Exit(int code) {
  __cutpoint_stop_exit();
}

_Noreturn void quick_exit(int code) {
  __cutpoint_stop_exit();
}

/* What error() does with its first argument (src/frontend/library/ends.c). */
void __cutpoint_ends(int code) {
  if (code) __cutpoint_stop_exit();
}

_Noreturn void abort(void) {
  __cutpoint_stop_abort();
}

_Noreturn void __stack_chk_fail(void) {
  __cutpoint_stop_abort();
}

_Noreturn void __chk_fail(void) {
  __cutpoint_stop_abort();
}

_Noreturn void __assert_fail(const char *text, const char *file,
                             unsigned line, const char *function) {
  __cutpoint_stop_abort();
}

_Noreturn void __assert_perror_fail(int number, const char *file,
                                    unsigned line, const char *function) {
  __cutpoint_stop_abort();
}

_Noreturn void __assert(const char *text, const char *file, int line) {
  __cutpoint_stop_abort();
}
