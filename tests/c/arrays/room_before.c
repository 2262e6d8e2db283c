// property: unreach-call
// expect: false
// args: --32
// guards: an error in front of an array that cannot be is still one
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int m = 70000, n = 70000;
  if (__VERIFIER_nondet_int() == 41) reach_error();
  int a[m][n];
  for (int i = 0; i < n; i++) a[1][i] = 1;
  for (int i = 0; i < n; i++)
    if (a[1][i] != 1) reach_error();
  return 0;
}
