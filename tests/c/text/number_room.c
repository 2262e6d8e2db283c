// property: valid-memsafety
// expect: false
// guards: the least number has a sign and ten digits, and an end
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[11];
  sprintf(b, "%d", __VERIFIER_nondet_int());
  puts(b);
  return 0;
}
