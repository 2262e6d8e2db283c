// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: a function that is not followed may keep what it is given as a
// variable argument, and another one use it when it is dead
#include <stdarg.h>
extern void reach_error(void);

static int *kept;

static void keep(int n, ...) {
  va_list list;
  va_start(list, n);
  int *p = va_arg(list, int *);
  kept = p;
  if (n > 3) keep(n - 1, p);
  va_end(list);
}

static int change(int n) {
  if (n > 3) return change(n - 1);
  *kept = 7;
  return n;
}

static void lend(void) {
  int x = 1;
  keep(5, &x);
}

static int known(void) {
  int y = 0, *q = &y;
  change(5);
  return *q;
}

int main(void) {
  lend();
  if (known() == 7) reach_error();
  return 0;
}
