// property: no-overflow
// expect: false
// says: multiplication
// args: --32
// guards: a product that does not fit, natively of 32 bits; the first violation counts
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 40000) return 0;
  return x * 70000;
}
