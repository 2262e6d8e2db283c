// property: unreach-call
// expect: unknown
// guards: who empties the environment gets nothing from it
#include <stdlib.h>
extern char **environ;
extern void reach_error(void);
int main(void) {
  environ = 0;
  if (getenv("HOME")) reach_error();
}
