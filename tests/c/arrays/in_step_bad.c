// property: unreach-call
// expect: false
// args: --32
// guards: the same, but the last cell is not written
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int square[n], from = 7;
  for (int left = n, i = 0; left > 1; left--, i++) square[i] = from + i;
  for (int i = 0; i < n; i++)
    if (square[i] - i != 7) reach_error();
  return 0;
}
