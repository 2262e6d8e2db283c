/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'null-deref', see bounds.c: answers that the library
 * never gives. */
#include <string.h>

/* The end of a text is found in every text. */
int end_bad(const char *s) {
  const char *at = strchr(s, ':');
  if (strchr(s, '/')) return 0;
  return *at;
}
int end_good(const char *s) {
  const char *at = strchr(s, 0);
  return *at;
}
int last_bad(const char *s) {
  const char *at = strrchr(s, '/');
  return *at;
}
int last_good(const char *s) {
  const char *at = strrchr(s, '\0');
  return *at;
}
int stripped_good(char *line) {
  char *end = strchr(line, 0);
  while (end > line && end[-1] == ' ') *--end = 0;
  return *end;
}

/* What is tied to an input is that input. */
struct place {
  long n;
};
long hidden_bad(void) {
  struct place *p = NULL, *q;
  __asm__("" : "=rm"(q) : "0"(p));
  return q->n;
}
long hidden_good(void) {
  static struct place here;
  struct place *p = &here, *q;
  __asm__("" : "=rm"(q) : "0"(p));
  return q->n;
}
