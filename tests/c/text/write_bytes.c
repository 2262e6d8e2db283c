// property: valid-memsafety
// expect: false
// guards: fwrite reads as many bytes as it is told
#include <stdio.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  fwrite(a, sizeof *a, 5, stdout);
  return 0;
}
