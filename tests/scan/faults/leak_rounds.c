/* SPDX-License-Identifier: MIT
 *
 * What earlier rounds of a loop have made is lost. */
#include <stdlib.h>

int last_alone(int n) {
  char *p = NULL;
  for (int i = 0; i < n; i++) p = malloc(10);
  free(p);
  return 0; /* fails: leak */
}

int twice(void) {
  char *p = NULL;
  int i = 0;
  do {
    p = malloc(10);
    i++;
  } while (i < 2);
  free(p);
  return 0; /* fails: leak */
}
