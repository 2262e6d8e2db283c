// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// says: unsupported
// guards: what is not followed hides nothing that is not understood
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static jmp_buf back;

static void descend(int n) {
  if (n > 0) descend(n - 1);
  else longjmp(back, 1);
}

int main(void) {
  if (setjmp(back)) reach_error();
  descend(__VERIFIER_nondet_int() & 3);
  return 0;
}
