// property: unreach-call
// expect: true
// args: --32 --engine=split
// guards: a matrix is turned: one counts its indices in another order
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 300, m = 400;
  int a[n][m], b[m][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) b[j][i] = a[i][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (b[j][i] != a[i][j]) reach_error();
  return 0;
}
