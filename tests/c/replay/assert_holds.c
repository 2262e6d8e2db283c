// property: unreach-call,assertion
// expect: true
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assert(c * c != 50);
  return 0;
}
