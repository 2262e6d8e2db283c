// property: assertion
// expect: false
// guards: a function that is not to be optimised runs in a replay
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static __attribute__((optnone)) void look(int x) {
  assert(x != 7);
}
int main(void) {
  look(__VERIFIER_nondet_int());
  return 0;
}
