// property: unreach-call
// expect: false
// guards: inputs of each activation of a function that calls itself last
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int add(int sum, int n) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 5) return 0;
  return n == 0 ? sum : add(sum * 6 + x, n - 1);
}
int main(void) {
  if (add(0, 4) == 5 + 6 * (3 + 6 * (2 + 6 * 1))) reach_error();
  return 0;
}
