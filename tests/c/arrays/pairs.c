// property: unreach-call
// expect: true
// args: --32
// guards: one bound is a multiple of another
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[30000];
  for (int i = 0; i < 15000; i++) {
    a[2 * i] = 1;
    a[2 * i + 1] = __VERIFIER_nondet_int() ? 1 : 2;
  }
  for (int i = 0; i < 30000; i++)
    if (a[i] < 1 || a[i] > 2) reach_error();
}
