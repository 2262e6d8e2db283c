// property: no-overflow
// expect: true
// guards: a program that prints and does not look at the result has no inputs
#include <stdio.h>
int main(void) {
  unsigned x = 7;
  int sum = 0;
  for (int i = 0; i < 1000; i++) {
    x = x * 1103515245u + 12345u;
    sum += (int)(x >> 16 & 0xfff) * (i % 3 - 1);
    if (i % 100 == 0) printf("%d %s\n", sum, i > 500 ? "late" : "soon");
    if (i % 300 == 0) puts("more"), putchar('.');
  }
  return 0;
}
