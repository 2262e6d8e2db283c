/* Initials of a name; nothing ends the text. */
#include <stdio.h>

int main(void) {
  const char *name = "ada augusta lovelace";
  char out[8];
  int n = 0, start = 1;
  for (const char *c = name; *c; c++) {
    if (start && n < 7) out[n++] = *c;
    start = *c == ' ';
  }
  puts(out); /* BUG */
  return 0;
}
