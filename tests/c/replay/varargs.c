// property: unreach-call,assertion
// expect: false
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum(int n, ...) {
  va_list list;
  int s = 0;
  va_start(list, n);
  while (n-- > 0) s += va_arg(list, int);
  va_end(list);
  return s;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 20 && sum(2, x, 5) == 20) reach_error();
  return 0;
}
