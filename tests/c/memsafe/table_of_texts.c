// property: valid-deref
// expect: true
// guards: what a table of texts that nobody writes to leads to is known, also
// where the texts are walked over
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static const char *names[] = {"open", "closed", "locked"};
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2) continue;
    puts(names[i]);
  }
  return 0;
}
