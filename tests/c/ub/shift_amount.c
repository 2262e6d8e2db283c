// property: no-bad-shift
// expect: false
// says: false.no-bad-shift
// guards: a shift by the width
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 32u) return 0;
  return (int)(1u << n);
}
