/* How often each letter occurs; the last box is one too far. */
#include <stdio.h>

enum { LETTERS = 26 };

int main(void) {
  unsigned count[LETTERS];
  for (int i = 0; i <= LETTERS; i++)
    count[i] = 0; /* BUG */
  for (int c = getchar(); c != EOF; c = getchar())
    if (c >= 'a' && c <= 'z') count[c - 'a']++;
  for (int i = 0; i < LETTERS; i++) printf("%c %u\n", 'a' + i, count[i]);
  return 0;
}
