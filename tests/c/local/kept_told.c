// property: unreach-call
// expect: unknown
// args: --engine=local --timeout=60
// guards: nothing is kept that a function changes which is not followed
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a[10], c[10];
static int *q[4];
static void walk(int n, int **to) { if (n > 0) { c[n % 10] = n; *to = a + n % 10; walk(n - 1, to); } }
int main(void) {
  int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int() & 3;
  if (i < 0 || i >= 10) return 0;
  for (int n = 0; n < 4; n++) q[n] = c + n;
  a[i] = 5;
  walk(__VERIFIER_nondet_int() & 7, &q[k]);
  *q[k] = 6;
  if (a[i] != 5) reach_error();
  return 0;
}
