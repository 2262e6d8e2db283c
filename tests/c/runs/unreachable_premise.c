// property: assertion
// args: --assumptions
// expect: true
// says: no run comes to __builtin_unreachable()
// guards: what a program says that no run comes to is a premise of its proof
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5) __builtin_unreachable();
  assert(n != 5);
  return 0;
}
