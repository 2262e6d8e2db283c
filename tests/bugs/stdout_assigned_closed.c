// property: valid-deref
// expect: false
// guards: stdout is a variable; the stream in it may be closed.
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "w");
  if (!f) return 0;
  stdout = f;
  fclose(f);
  puts("hello");
  return 0;
}
