/* SPDX-License-Identifier: MIT
 *
 * How main is called when the program looks at its arguments (C11 5.1.2.2.1):
 * argc is any number from 0 on, argv has argc strings and NULL behind them.
 * Every string is an object of its own, with any contents; all of them live as
 * long as the program.  The environment, which POSIX hands over as a third
 * argument, is of the same kind.
 *
 * A string has less than 128 KiB, as on Linux, and there are fewer than 2^18 (a
 * premise).  __cutpoint_main is made by the front end (start.c): the
 * program's own main, with as many arguments as it takes. */
#include "model.h"

enum { MOST_STRINGS = 1 << 18, MOST_BYTES = 1 << 17 };

int __cutpoint_main(int argc, char **argv, char **environment);

/* Memory that lives until the caller returns: no function can do this. */
#define MAKE_STRINGS(strings, count)                                           \
  char **strings = __builtin_alloca((count + 1) * sizeof *strings);            \
  for (size_t i = 0; i < count; i++) {                                         \
    size_t length = model_upto(MOST_BYTES - 1);                                \
    strings[i] = __builtin_alloca(length + 1);                                 \
    strings[i][length] = 0;                                                    \
  }                                                                            \
  strings[count] = NULL

int __cutpoint_start(void) {
  size_t argc = model_upto(MOST_STRINGS - 1);
  MAKE_STRINGS(argv, argc);
  return __cutpoint_main((int)argc, argv, NULL);
}

int __cutpoint_start_with_environment(void) {
  size_t argc = model_upto(MOST_STRINGS - 1);
  size_t variables = model_upto(MOST_STRINGS - 1);
  MAKE_STRINGS(argv, argc);
  MAKE_STRINGS(environment, variables);
  return __cutpoint_main((int)argc, argv, environment);
}
