// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a table of functions that a freed object leads to may be another
#include <stdlib.h>
extern void reach_error(void);
struct Ops {
  void (*run)(void);
};
static int flag;
static void good(void) {}
static void bad(void) { flag = 1; }
static const struct Ops goods = {good}, bads = {bad};
struct Device {
  const struct Ops *ops;
};
int main(void) {
  struct Device *a = malloc(sizeof *a);
  if (!a) return 0;
  a->ops = &goods;
  free(a);
  struct Device *b = malloc(sizeof *b);
  if (!b) return 0;
  b->ops = &bads;
  a->ops->run();
  if (flag) reach_error();
  return 0;
}
