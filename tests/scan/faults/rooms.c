/* SPDX-License-Identifier: MIT
 *
 * Behind calls that write less than they may: what they were told is too much,
 * but nothing has happened.  And names that may be missing, in tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int place, *at;
static char all[8];

int word(void) {
  char b[16];
  int n = 1;
  if (scanf("%d %s", &n, b) != 2) return 0;
  return (int)strlen(b) / n; /* fails: div */
}

static int next_word(void) {
  char b[16];
  if (scanf("%s", b) != 1) return 0;
  at = NULL;
  return b[0];
}
int words(void) {
  at = &place;
  int c = next_word();
  return c ? *at : 0; /* fails: null-deref */
}

int printed(int n) {
  char b[8];
  snprintf(b, 12, "%d", n);
  return b[0] / n; /* fails: div */
}

int told_too_much(void) {
  char b[8];
  snprintf(b, 12, "%d", place);
  all[sizeof all] = b[0]; /* fails: bounds */
  return all[0];
}

int line(int n) {
  char b[8];
  if (!fgets(b, n, stdin)) return 0;
  memset(all, b[0], (size_t)n); /* fails: bounds */
  return all[0];
}

int appended(const char *text, int n) {
  char b[8] = "";
  strncat(b, text, (size_t)n);
  memset(all, b[0], (size_t)n); /* fails: bounds */
  return all[0];
}

/* %n is stored, and the text ends before anything is counted: that is -1. */
int counted(const char *text) {
  int n = 1, x;
  return sscanf(text, "%n%d", &n, &x) < 0 ? 1 / n : 0; /* fails: div */
}
int counted_behind(const char *text) {
  int n = 0, x;
  if (sscanf(text, "%*d%n%d", &n, &x) >= 0) return 0;
  return 1 / (n - 1); /* fails: div */
}

extern int missing(void) __attribute__((weak));
static int here(void) {
  return 1;
}
static int (*const calls[])(void) = {here, missing};
int call(int i) {
  return calls[i & 1](); /* fails: null-deref */
}

int main(int argc, char **argv) {
  switch (argc) {
  case 1: return word();
  case 2: return words();
  case 3: return printed(argc - 3);
  case 4: return line(argc + 5);
  case 6: return told_too_much();
  case 5: return appended(argv[1], argc + 5);
  case 7: return counted("");
  case 8: return counted_behind("5");
  default: return call(argc);
  }
}
