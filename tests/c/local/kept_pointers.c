// property: unreach-call
// expect: true
// args: --engine=local --timeout=60
// guards: memory that is kept, with the memory that leads there, is what it was before other memory was forgotten
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a[10], c[10];
static int *q[4];
static void walk(int n) { if (n > 0) { c[n % 10] = n; walk(n - 1); } }
int main(void) {
  int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int() & 3;
  if (i < 0 || i >= 10) return 0;
  for (int n = 0; n < 4; n++) q[n] = a + n;
  a[i] = 5;
  walk(__VERIFIER_nondet_int());
  *q[k] = 5;
  if (a[i] != 5) reach_error();
  return 0;
}
