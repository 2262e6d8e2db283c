/* Mean and spread of numbers on standard input. */
#include <stdio.h>

enum { MOST = 100 };

int main(void) {
  int numbers[MOST];
  int n = 0, x;
  while (n < MOST && scanf("%d", &x) == 1) numbers[n++] = x;
  if (n == 0) return 1;
  long long sum = 0;
  int low = numbers[0], high = numbers[0];
  for (int i = 0; i < n; i++) {
    sum += numbers[i];
    if (numbers[i] < low) low = numbers[i];
    if (numbers[i] > high) high = numbers[i];
  }
  printf("mean %lld, spread %d\n", sum / n, high - low); /* BUG */
  return 0;
}
