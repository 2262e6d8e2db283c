/* A mask of the n lowest bits; all 32 are too many. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t low_bits(unsigned n) {
  return (1u << n) - 1; /* BUG */
}

int main(int argc, char **argv) {
  unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 32;
  if (n > 32) return 1;
  printf("%08x\n", low_bits(n));
  return 0;
}
