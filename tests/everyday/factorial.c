/* Factorials, more of them than an int can hold. */
#include <stdio.h>

static int factorial(int n) {
  return n <= 1 ? 1 : n * factorial(n - 1); /* BUG */
}

int main(void) {
  for (int n = 0; n <= 13; n++) printf("%d! = %d\n", n, factorial(n));
  return 0;
}
