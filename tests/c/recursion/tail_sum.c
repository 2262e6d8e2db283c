// property: no-overflow
// expect: true
// guards: a tail call is a loop, whose bounds of sums are found
extern int __VERIFIER_nondet_int(void);
static int add(int to, int more) {
  if (more == 0) return to;
  return more > 0 ? add(to + 1, more - 1) : add(to - 1, more + 1);
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000000000 || y < -900000000 || y > 1100000000) return 0;
  return add(x, y) == 3;
}
