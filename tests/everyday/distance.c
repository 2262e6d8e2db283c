/* The distance of two numbers that may be far apart. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int distance(int a, int b) {
  int d = a - b; /* BUG */
  return d < 0 ? -d : d;
}

int main(int argc, char **argv) {
  if (argc != 3) return 1;
  printf("%d\n", distance(atoi(argv[1]), atoi(argv[2])));
  return 0;
}
