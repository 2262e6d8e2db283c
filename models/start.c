/* SPDX-License-Identifier: MIT
 *
 * How main is called when the program looks at its arguments (C11 5.1.2.2.1):
 * argc is any number from 1 on, argv has argc strings and NULL behind them.
 * That there is the program's name at least is a premise: C does not promise
 * it, Linux does since 5.18.
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
#define MAKE_STRING(strings, count, i)                                         \
  if (i < count) {                                                             \
    size_t length = model_upto(MOST_BYTES - 1);                                \
    strings[i] = __builtin_alloca(length + 1);                                 \
    strings[i][length] = 0;                                                    \
  }

#define MAKE_STRINGS(strings, count)                                           \
  char **strings = __builtin_alloca((count + 1) * sizeof *strings);            \
  for (size_t i = 0; i < count; i++) MAKE_STRING(strings, count, i);           \
  strings[count] = NULL

/* The input is argc itself: runs begin with it (src/interp/concrete.c). */
static inline size_t any_argc(void) {
  size_t argc = model_upto(MOST_STRINGS - 1);
  __cutpoint_assume(argc > 0);
  return argc;
}

int __cutpoint_start(void) {
  size_t argc = any_argc();
  MAKE_STRINGS(argv, argc);
  return __cutpoint_main((int)argc, argv, NULL);
}

/* Where only the first strings are looked at, by name: each number of them up
 * to that has a vector and a call of its own, so that it is known which string
 * argv[1] is.  What is behind the last one nobody looks at. */
#define CALL_WITH(n, count)                                                    \
  {                                                                            \
    char *argv[n + 1];                                                         \
    MAKE_STRING(argv, n, 0)                                                    \
    MAKE_STRING(argv, n, 1)                                                    \
    MAKE_STRING(argv, n, 2)                                                    \
    argv[n] = NULL;                                                            \
    return __cutpoint_main((int)count, argv, NULL);                            \
  }

int __cutpoint_start_with_1(void) {
  size_t argc = any_argc();
  CALL_WITH(1, argc)
}
int __cutpoint_start_with_2(void) {
  size_t argc = any_argc();
  if (argc == 1) CALL_WITH(1, 1)
  CALL_WITH(2, argc)
}
int __cutpoint_start_with_3(void) {
  size_t argc = any_argc();
  if (argc == 1) CALL_WITH(1, 1)
  if (argc == 2) CALL_WITH(2, 2)
  CALL_WITH(3, argc)
}

int __cutpoint_start_with_environment(void) {
  size_t argc = any_argc();
  size_t variables = model_upto(MOST_STRINGS - 1);
  MAKE_STRINGS(argv, argc);
  MAKE_STRINGS(environment, variables);
  return __cutpoint_main((int)argc, argv, environment);
}
