/* A share in percent, of a whole that may be nothing. */
#include <stdio.h>

int main(void) {
  unsigned part, whole;
  if (scanf("%u %u", &part, &whole) != 2) return 1;
  if (part > whole || whole > 1000000) return 1;
  printf("%u%%\n", part * 100 / whole); /* BUG */
  return 0;
}
