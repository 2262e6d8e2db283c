// property: unreach-call,assertion
// expect: false
// says: assertion fails
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assert(c * c != 49);
  return 0;
}
