/* The greatest common divisor of two arguments. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(int argc, char **argv) {
  if (argc != 3) return 1;
  unsigned a = (unsigned)strtoul(argv[1], NULL, 10);
  unsigned b = (unsigned)strtoul(argv[2], NULL, 10);
  if (a == 0 || b == 0) return 1;
  unsigned g = gcd(a, b);
  assert(g != 0);
  printf("%u\n", a / g * b);
  return 0;
}
