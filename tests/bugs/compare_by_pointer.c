// property: unreach-call
// expect: false
// guards: the same by way of a pointer to the function
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int (*compare)(const char *, const char *) =
      __VERIFIER_nondet_int() ? strcmp : strcoll;
  if (compare("p", "a") > 1) reach_error();
  return 0;
}
