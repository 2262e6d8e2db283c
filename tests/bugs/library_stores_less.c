// property: unreach-call
// expect: unknown
// guards: what a library function without a model does not store was left by its model (a wrong false)
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  wchar_t b[10] = {0};
  mbstowcs(b, "a", 10);
  if (b[5]) reach_error();
  return 0;
}
