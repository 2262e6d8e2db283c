// property: unreach-call,assertion
// expect: false
// says: VERDICT: false.assertion.
// guards: what is violated by a failing assert has a name of its own
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { assert(__VERIFIER_nondet_int() != 5); }
