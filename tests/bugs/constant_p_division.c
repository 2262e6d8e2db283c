// property: no-div-by-zero
// expect: true
// guards: an operand of __builtin_constant_p or __builtin_object_size does not divide
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), *p = 0, x, a[3] = {0};
  if (n < 0 || n > 9) return 0;
  int r = __builtin_constant_p(1u << (n * 8) / (n - 3));
  r += __builtin_constant_p((5 / n) * (7 % (n - 1)) + ((n - 3) << 30));
  r += __builtin_object_size(p + 5 / n, 0) == 3;
  r += __builtin_constant_p(x) + a[n % 3];
  return r;
}
