/* The sieve of Eratosthenes in a bit set. */
#include <stdio.h>
#include <string.h>

enum { LIMIT = 200, WORD = 32 };

static unsigned words[LIMIT / WORD];

static void set(unsigned i) {
  words[i / WORD] |= 1u << i % WORD; /* BUG */
}
static int get(unsigned i) {
  return words[i / WORD] >> i % WORD & 1;
}

int main(void) {
  unsigned count = 0;
  for (unsigned i = 2; i < LIMIT; i++) {
    if (get(i)) continue;
    count++;
    for (unsigned k = i * i; k < LIMIT; k += i) set(k);
  }
  printf("%u primes\n", count);
  return 0;
}
