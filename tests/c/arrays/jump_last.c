// property: unreach-call
// expect: false
// args: --engine=auto
// guards: the last column is left out: an error that jumps must not lose
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 20;
  int a[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1; j++) a[i][j] = 2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (a[i][j] != 2) reach_error();
  return 0;
}
