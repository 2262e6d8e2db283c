// property: unreach-call
// expect: unknown
// args: --timeout=4
// guards: writing through a pointer is no part of a contract
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void raise_it(unsigned *p, unsigned n) {
  if (n == 0) return;
  *p += 1;
  raise_it(p, n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  raise_it(&x, n);
  if (x > 69999 && x % 7919 == 17) reach_error();
  return 0;
}
