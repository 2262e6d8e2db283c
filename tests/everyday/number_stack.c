/* Numbers of the input, the last first. */
#include <stdio.h>

enum { MOST = 16 };

int main(void) {
  int stack[MOST], n = 0, x;
  while (n < MOST && scanf("%d", &x) == 1) stack[n++] = x;
  while (n > 0) printf("%d\n", stack[--n]);
  return 0;
}
