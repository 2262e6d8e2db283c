// property: no-overflow
// expect: false
// guards: a sum of two that is not bounded so
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int left = __VERIFIER_nondet_int(), piece = __VERIFIER_nondet_int();
  int pieces = 2147483000, rest = 0;
  while (piece > 0 && left > piece) {
    left = left - piece;
    pieces = pieces + 1;
  }
  rest = left;
  return pieces > rest;
}
