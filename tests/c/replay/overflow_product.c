// property: no-overflow
// expect: false
// says: multiplication
// args: --32
// guards: wide arithmetic, natively of 32 bits; the first violation counts
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long product = 1, limit = __VERIFIER_nondet_longlong();
  if (limit < 3) return 0;
  for (int i = 0; i < 3; i++) product *= limit;
  return product < limit;
}
