// property: assertion
// expect: false
// guards: with a base that is none glibc does not set the end; the model always did
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[] = "12", *end = 0;
  int base = __VERIFIER_nondet_int();
  if (base < 0 || base > 3) return 0;
  long value = strtol(text, &end, base);
  assert(end != 0);
  return (int)value;
}
