// property: valid-deref
// expect: unknown
// guards: a pointer to a local of an earlier call is not valid because another local lies there
#include <stdio.h>
int *keep;
static void first(void) {
  int x = 3;
  keep = &x;
}
static int second(void) {
  int y = 4, *p = &y;
  return *p + *keep;
}
int main(void) {
  first();
  printf("%d\n", second());
  return 0;
}
