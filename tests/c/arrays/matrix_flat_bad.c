// property: unreach-call
// expect: false
// args: --32
// guards: a walk over all rows leaves the dimension of a matrix
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int at[5][8];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n >= 40) return 0;
  int *flat = &at[0][0];
  flat[n] = 9;
  if (at[2][3] == 9) reach_error();
  return 0;
}
