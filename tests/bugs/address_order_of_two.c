// property: unreach-call
// expect: unknown
// guards: the order of addresses in two arrays, each known to be in one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int low[2], high[2];
int main(void) {
  int *p = low + (__VERIFIER_nondet_int() & 1);
  int *q = high + (__VERIFIER_nondet_int() & 1);
  if (p > q) reach_error();
}
