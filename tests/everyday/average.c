/* The average of the numbers of its input, of which there may be none. */
#include <stdio.h>

int main(void) {
  int sum = 0, n = 0;
  for (int c = getchar(); c != EOF && n < 1000; c = getchar())
    if (c >= '0' && c <= '9') {
      sum += c - '0';
      n++;
    }
  printf("%d\n", sum / n); /* BUG */
  return 0;
}
