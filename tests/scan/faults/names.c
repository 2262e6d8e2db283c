/* SPDX-License-Identifier: MIT
 *
 * The system refuses NULL in place of a name, and the way goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int refused(void) {
  struct stat s;
  const char *home = getenv("HOME");
  if (stat(home, &s)) return home[0]; /* fails: null-deref */
  return 0;
}
int removed(void) {
  const char *home = getenv("HOME");
  int zero = unlink(home);             /* fails: null-deref */
  return home ? zero : 1 / (zero + 1); /* fails: div */
}
