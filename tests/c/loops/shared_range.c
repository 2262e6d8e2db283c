// property: no-overflow
// expect: true
// guards: a sum of two is bounded by what one of them was alone
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int left = __VERIFIER_nondet_int(), piece = __VERIFIER_nondet_int();
  int pieces = 0, rest = 0;
  while (piece > 0 && left > piece) {
    left = left - piece;
    pieces = pieces + 1;
  }
  rest = left;
  return pieces > rest;
}
