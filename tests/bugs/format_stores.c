// property: unreach-call
// expect: unknown
// says: %n in a format
// guards: printf stores for %n, which its model does not (a wrong true)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = 0;
  printf("abc%n", &n);
  if (n == 3) reach_error();
  return 0;
}
