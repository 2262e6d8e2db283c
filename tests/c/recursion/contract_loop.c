// property: unreach-call
// expect: true
// guards: a loop around a call of a recursive function
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned last(unsigned n) {
  return n == 0 ? 3 : last(n - 1);
}
int main(void) {
  while (__VERIFIER_nondet_uint())
    if (last(__VERIFIER_nondet_uint()) != 3) reach_error();
  return 0;
}
