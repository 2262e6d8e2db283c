// property: unreach-call
// expect: true
// args: --engine=jump
// guards: a round writes three cells, one of them by what it held
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000 || n % 3 != 0) return 0;
  char a[n];
  for (int i = 0; i < n; i++) a[i] = 7;
  for (int i = 0; i < n / 3; i++) {
    a[3 * i] = 1;
    a[3 * i + 1] = a[3 * i + 1] - 4;
    a[3 * i + 2] = 2;
  }
  for (int i = 0; i < n; i++)
    if (a[i] < 1 || a[i] > 3) reach_error();
  return 0;
}
