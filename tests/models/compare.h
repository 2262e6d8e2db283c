/* SPDX-License-Identifier: MIT
 *
 * What compare.c and its parts share. */
#ifndef TESTS_MODELS_COMPARE_H
#define TESTS_MODELS_COMPARE_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <strings.h>

#include "random.h"

#define CHECK(cond)                                                            \
  do {                                                                         \
    checks++;                                                                  \
    if (!(cond) && failures++ < 20)                                            \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #cond);                        \
  } while (0)

#define MODEL(type, name, ...) type model_##name(__VA_ARGS__)

#endif
