// property: no-overflow
// expect: false
// guards: what stands beside an operand of __builtin_constant_p is evaluated
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -9 || n > 9) return 0;
  return (n - 2147483647) + __builtin_constant_p(7 / 0) > n;
}
