// property: unreach-call
// expect: true
// args: --32 --engine=cells
// guards: the length of the array wraps: no run gets it, which is a premise
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int m = 1000, n = 1400, p = 1700, q = 2100;
  int a[m][n][p][q], c = __VERIFIER_nondet_int();
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        for (int l = 0; l < q; l++) a[i][j][k][l] = c;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        for (int l = 0; l < q; l++)
          if (a[i][j][k][l] != c) reach_error();
  return 0;
}
