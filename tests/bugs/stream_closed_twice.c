// property: valid-deref
// expect: false
// guards: a stream is gone when it is closed
#include <stdio.h>
int main(void) {
  FILE *f = fopen("some", "r");
  if (!f) return 0;
  fclose(f);
  fclose(f);
  return 0;
}
