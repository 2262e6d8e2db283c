// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a function read from a freed object may be that of what lies there now
#include <stdlib.h>
extern void reach_error(void);
struct Ops {
  void (*run)(void);
};
static int flag;
static void good(void) {}
static void bad(void) { flag = 1; }
int main(void) {
  struct Ops *a = malloc(sizeof *a);
  if (!a) return 0;
  a->run = good;
  free(a);
  struct Ops *b = malloc(sizeof *b);
  if (!b) return 0;
  b->run = bad;
  a->run();
  if (flag) reach_error();
  return 0;
}
