/* Counts in a table whose index is a remainder, which may be negative. */
#include <stdio.h>

enum { SIZE = 16 };

static int hash(int key) {
  return key % SIZE;
}

int main(void) {
  unsigned table[SIZE] = {0};
  static const int keys[] = {3, 19, 40, -5};
  for (int i = 0; i < 4; i++)
    table[hash(keys[i])]++; /* BUG */
  printf("%u\n", table[3]);
  return 0;
}
