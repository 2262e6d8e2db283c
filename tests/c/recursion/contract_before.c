// property: unreach-call
// expect: true
// guards: what holds at every call is part of the contract
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int down(int n) {
  if (n < 0) reach_error();
  if (n == 0) return 0;
  return down(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0) down(n);
  return 0;
}
