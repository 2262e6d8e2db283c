// property: no-overflow
// expect: false
// guards: inputs at the limits of their type, and billions of rounds
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = __VERIFIER_nondet_int(), sum = 40;
  for (; rounds > 2; rounds--) sum += 1;
  return sum;
}
