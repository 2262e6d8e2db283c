// property: unreach-call
// expect: true
// guards: fflush returns 0 or EOF, ftell no less than -1 (a wrong false)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int flushed = fflush(stdout);
  if (flushed != 0 && flushed != EOF) reach_error();
  if (ftell(stdin) < -1) reach_error();
  return 0;
}
