// property: valid-init
// expect: true
// guards: a local whose address is only given to functions whose result is not
// used stays in memory
#include <stdio.h>
#include <string.h>
extern int fill(int *p);
int main(void) {
  int x, y, z;
  fill(&x);
  memcpy(&y, &x, sizeof y);
  if (scanf("%d", &z) != 1) return 1;
  return x ^ y ^ z;
}
