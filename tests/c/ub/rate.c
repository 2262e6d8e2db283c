// property: no-overflow
// expect: true
// guards: a sum is bounded by a multiple of the number of rounds in which it grows
#include <stdio.h>

int main(void) {
  int digits = 0, sum = 0;
  for (int c = getchar(); c != EOF && digits < 200000000; c = getchar()) {
    if (c < '0' || c > '9') continue;
    digits++;
    sum += c - '0';
  }
  printf("%d\n", sum);
  return 0;
}
