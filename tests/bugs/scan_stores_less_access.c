// property: valid-deref
// expect: unknown
// guards: sscanf that fails stores nothing: no access through NULL (a wrong false)
#include <stdio.h>
int main(void) {
  int x = 1, *p = 0;
  sscanf("abc", "%d", &x);
  if (x != 1) *p = 1;
  return 0;
}
