/* Rotates bits; the user says by how much. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t rotate(uint32_t x, unsigned by) {
  return x << by | x >> (32 - by); /* BUG */
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  int by = atoi(argv[1]);
  if (by < 0 || by > 31) return 2;
  printf("%08x\n", (unsigned)rotate(0x12345678, (unsigned)by));
  return 0;
}
