// property: valid-init
// expect: true
// guards: an operand of __builtin_constant_p is not read
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), *p = 0, x, a[3] = {0};
  if (n < 0 || n > 9) return 0;
  int r = __builtin_constant_p(x) + __builtin_constant_p(x + *p);
  r += a[n % 3];
  return r;
}
