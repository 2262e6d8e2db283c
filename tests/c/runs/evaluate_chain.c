// property: unreach-call
// expect: false
// guards: recursion whose callee's callee reads a variable is no constant
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int outer(int n);
static int middle(void);
static int inner(void);
static int state;
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 2654435761u == 12345u) state = 1;
  if (outer(3) == 3) reach_error();
  return 0;
}
static int outer(int n) { return n > 0 ? outer(n - 1) + middle() : 0; }
static int middle(void) { return inner(); }
static int inner(void) { return state; }
