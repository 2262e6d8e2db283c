// property: no-overflow
// expect: false
// guards: a tail call is a loop; the sum is one too large
extern int __VERIFIER_nondet_int(void);
static int add(int to, int more) {
  if (more == 0) return to;
  return more > 0 ? add(to + 1, more - 1) : add(to - 1, more + 1);
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 2147483640 || y < 0 || y > 8) return 0;
  return add(x, y) == 3;
}
