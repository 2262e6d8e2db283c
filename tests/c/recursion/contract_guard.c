// property: unreach-call
// expect: true
// guards: a contract may differ on both sides of the function's own tests
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int clamp(int x) {
  if (x > 50) return x - 5;
  return clamp(clamp(x + 6));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = clamp(x);
  if (x > 50 ? y != x - 5 : y != 46) reach_error();
  return 0;
}
