// property: valid-deref
// expect: true
// guards: __builtin_constant_p and __builtin_object_size do not evaluate their operands: nothing in them fails
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), *p = 0, x, a[3] = {0};
  if (n < 0 || n > 9) return 0;
  int r = __builtin_constant_p(*p) + __builtin_constant_p(x);
  r += __builtin_constant_p(a[n]) + __builtin_constant_p(p[n] + *p);
  r += __builtin_constant_p((*p + n) / (n - 5) << (n * 9));
  return r;
}
