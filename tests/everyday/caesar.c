/* Letters of the input, shifted by three. */
#include <stdio.h>

static int shifted(int c) {
  if (c >= 'a' && c <= 'z') return 'a' + (c - 'a' + 3) % 26;
  if (c >= 'A' && c <= 'Z') return 'A' + (c - 'A' + 3) % 26;
  return c;
}

int main(void) {
  int c;
  while ((c = getchar()) != EOF) putchar(shifted(c));
  return 0;
}
