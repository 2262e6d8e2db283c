// property: unreach-call
// expect: false
// guards: no table of one argument holds where the result depends on two
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int walk(int n, int m) {
  if (n == 0) return m > 20 ? 1 : 0;
  return 2 * walk(n - 1, m + 3);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12) return 0;
  if (walk(n, 0) > 100) reach_error();
  return 0;
}
