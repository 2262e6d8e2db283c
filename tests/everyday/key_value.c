/* Parses "key=value"; without '=' it runs over the end. */
#include <stdio.h>

static const char *value_of(const char *line) {
  while (*line != '=') line++; /* BUG */
  return line + 1;
}

int main(void) {
  static const char *const lines[] = {"depth=4", "name=x", "verbose"};
  for (int i = 0; i < 3; i++) putchar(*value_of(lines[i]));
  return 0;
}
