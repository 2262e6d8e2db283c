// property: valid-deref
// expect: true
// guards: getc_unlocked gives a byte or EOF, arc4random_uniform less than its bound
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int counts[256] = {0}, c = getc_unlocked(stdin);
  return c == EOF ? 0 : counts[c] + counts[arc4random_uniform(256)];
}
