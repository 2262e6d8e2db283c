// property: unreach-call
// expect: true
// guards: Fibonacci numbers, which no sum of what came in bounds: one fact for each argument
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fibonacci(int n) {
  if (n < 1) return 0;
  if (n == 1) return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 35) return 0;
  int y = fibonacci(x);
  if (x > 11 && y < 144) reach_error();
  if (y > 9227465) reach_error();
  return 0;
}
