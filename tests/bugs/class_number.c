// property: unreach-call
// expect: unknown
// args: --timeout=20
// guards: isdigit returns 0 or any other number, not glibc's bit
#include <ctype.h>
#undef isdigit
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < 0 || c > 127) return 0;
  int is = isdigit(c);
  if (is == 77) reach_error();
  return 0;
}
