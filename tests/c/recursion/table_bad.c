// property: unreach-call
// expect: false
// guards: as table.c, with a bound that the last number exceeds
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fibonacci(int n) {
  if (n < 1) return 0;
  if (n == 1) return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 12) return 0;
  int y = fibonacci(x);
  if (y > 143) reach_error();
  return 0;
}
