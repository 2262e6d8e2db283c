// property: unreach-call
// expect: true
// args: --32 --engine=jump
// guards: a cube is filled, copied and compared: rounds of the loops are left
// guards: out, but for the one at the cell
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int m = 30, n = 500, p = 700;
  unsigned from[m][n][p], to[m][n][p];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++) from[i][j][k] = __VERIFIER_nondet_uint();
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++) to[i][j][k] = from[i][j][k] + 1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        if (to[i][j][k] != from[i][j][k] + 1) reach_error();
  return 0;
}
