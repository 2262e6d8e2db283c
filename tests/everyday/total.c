/* The total of up to ten numbers. */
#include <stdio.h>

int main(void) {
  int total = 0, x;
  for (int i = 0; i < 10 && scanf("%d", &x) == 1; i++) total += x; /* BUG */
  printf("%d\n", total);
  return 0;
}
