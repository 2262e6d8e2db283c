/* Tricks with bits, compared with the plain way. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

static unsigned count_bits(uint32_t x) {
  x = x - ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0fu;
  return x * 0x01010101u >> 24;
}

static unsigned count_plainly(uint32_t x) {
  unsigned n = 0;
  for (int i = 0; i < 32; i++) n += x >> i & 1;
  return n;
}

static uint32_t swap_bytes(uint32_t x) {
  return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

int main(int argc, char **argv) {
  uint32_t x = (uint32_t)getchar() * 2654435761u;
  assert(count_bits(x) == count_plainly(x));
  assert(swap_bytes(swap_bytes(x)) == x);
  assert((x & (x - 1)) == 0 || count_bits(x) > 1);
  (void)argc, (void)argv;
  return 0;
}
