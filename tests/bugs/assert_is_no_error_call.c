// property: unreach-call
// expect: true
// says: nothing to check: the program has no error call
// guards: a failing assert ends the run, it is no call of reach_error
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { assert(__VERIFIER_nondet_int() != 5); }
