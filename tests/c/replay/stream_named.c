// property: no-bad-shift
// expect: false
// says: fread\(bytes, 1, 8, stdin\)
// guards: streams are called by their names in a counterexample
#include <stdio.h>
int main(void) {
  unsigned char bytes[8];
  unsigned n = (unsigned)fread(bytes, 1, sizeof bytes, stdin);
  if (n == 0) return 0;
  return 1 << (n * 8);
}
