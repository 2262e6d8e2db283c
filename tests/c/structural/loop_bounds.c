// property: unreach-call
// expect: true
// args: --engine=structural
// guards: known invariants of a loop are a proof when every check is one formula
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int positive(int x) { return x < 0 ? -(x + 1) : x; }
int main(void) {
  int x = positive(__VERIFIER_nondet_int()), i;
  if (x < 0) reach_error();
  for (i = 0; i < 10; i++)
    if (i > 9) reach_error();
  if (i < 10) reach_error();
  return 0;
}
