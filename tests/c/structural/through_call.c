// property: unreach-call
// expect: false
// args: --engine=structural
// guards: a path from the entry into the error that depends on no loop
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int positive(int x) { return x < 0 ? -(x + 1) : x; }
int main(void) {
  if (positive(__VERIFIER_nondet_int()) == 77) reach_error();
  return 0;
}
