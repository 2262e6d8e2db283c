// property: unreach-call
// expect: unknown
// guards: sscanf stores no more than the text it reads (a wrong false)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[20] = "aaaaaaaaaaaaaaa";
  sscanf("xy z", "%19s", b);
  if (b[6] != 'a') reach_error();
  return 0;
}
