// property: unreach-call
// expect: true
// args: --32 --engine=cells
// guards: rows of a matrix: an index for each dimension
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  static int at[600][40];
  int row = __VERIFIER_nondet_int(), col = __VERIFIER_nondet_int();
  if (row < 0 || row >= 600 || col < 0 || col >= 40) return 0;
  for (int i = 0; i < 600; i++) at[i][col] = 3;
  if (at[row][col] != 3) reach_error();
  return 0;
}
