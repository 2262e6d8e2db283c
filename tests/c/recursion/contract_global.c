// property: unreach-call
// expect: true
// guards: globals before and after a call are part of the contract
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned counter;
static void count(unsigned n) {
  if (n == 0) return;
  counter++;
  count(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  counter = 3;
  count(n);
  if (counter != n + 3) reach_error();
  return 0;
}
