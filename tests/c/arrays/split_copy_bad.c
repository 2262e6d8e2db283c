// property: unreach-call
// expect: false
// args: --32
// guards: the last column is not copied
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 7;
  int from[n][n], to[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      from[i][j] = __VERIFIER_nondet_int();
      to[i][j] = 0;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1; j++) to[i][j] = from[i][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (to[i][j] != from[i][j]) reach_error();
  return 0;
}
