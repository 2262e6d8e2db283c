// property: no-overflow
// expect: unknown
// guards: a signed shift is not looked at where the source leaves checks out
extern int __VERIFIER_nondet_int(void);
__attribute__((no_sanitize("undefined"))) int twice(int x) { return x << 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 0 ? twice(x) : 0;
}
