// property: valid-init
// expect: false
// guards: a local of an inner block is new in each round
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int w;
    if (i == 0) w = __VERIFIER_nondet_int();
    sum ^= w;
  }
  return sum;
}
