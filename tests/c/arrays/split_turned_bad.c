// property: unreach-call
// expect: false
// args: --32
// guards: a matrix is not turned but copied, and then compared turned
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 3;
  int a[n][n], b[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) b[i][j] = a[i][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (b[j][i] != a[i][j]) reach_error();
  return 0;
}
