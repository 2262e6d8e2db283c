// property: no-overflow
// expect: true
// guards: an operand of __builtin_constant_p does not overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), *p = 0, x, a[3] = {0};
  if (n < 0 || n > 9) return 0;
  int r = __builtin_constant_p(n + 2147483645) + __builtin_constant_p(n << 30);
  r += __builtin_constant_p((*p + n) / (n - 5) << (n * 9));
  r += __builtin_constant_p((5 / n) * (7 % (n - 1)) + ((n - 3) << 30));
  r += __builtin_constant_p(x) + a[n % 3];
  return r;
}
