/* SPDX-License-Identifier: MIT
 *
 * More pairs for the check 'null-deref', see bounds.c: an error in errno is
 * above zero, so that who returns it says that something failed; also in copies
 * of functions whose loops are unrolled. */
#include <errno.h>
#include <stdio.h>

static int opened(FILE **to, const char *name) {
  *to = fopen(name, "r");
  return *to ? 0 : errno;
}

void included_bad(const char *name);
static void bad_line(const char *line) {
  if (*line == '@') included_bad(line + 1);
}
void included_bad(const char *name) {
  char line[80];
  FILE *in;
  if (opened(&in, name) == ENOENT) return;
  while (fgets(line, sizeof line, in)) bad_line(line);
  fclose(in);
}

void included_good(const char *name);
static void good_line(const char *line) {
  if (*line == '@') included_good(line + 1);
}
void included_good(const char *name) {
  char line[80];
  FILE *in;
  if (opened(&in, name)) return;
  while (fgets(line, sizeof line, in)) good_line(line);
  fclose(in);
}
