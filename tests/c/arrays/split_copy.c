// property: unreach-call
// expect: true
// args: --32 --engine=split
// guards: a matrix is copied in a loop nest: the loops are split at the cell
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 700;
  int from[n][n], to[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) from[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) to[i][j] = from[i][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (to[i][j] != from[i][j]) reach_error();
  return 0;
}
