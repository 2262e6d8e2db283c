// property: no-overflow
// expect: false
// says: multiplication
// args: --32
// guards: a product that does not fit, natively of 32 bits; the first violation counts
extern short __VERIFIER_nondet_short(void);
int main(void) {
  int product = 1, factor = __VERIFIER_nondet_short();
  if (factor < 3) return 0;
  for (int i = 0; i < 3; i++) product *= factor;
  return product < factor;
}
