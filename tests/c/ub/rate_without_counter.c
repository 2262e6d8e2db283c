// property: no-overflow
// expect: false
// guards: a sum that grows in rounds in which the counter stays is not bounded by it
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = 0, sum = 0;
  while (rounds < 3) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) rounds++;
    if (x == 2) sum += 600000000;
  }
  return sum == 5;
}
