// property: unreach-call
// expect: false
// guards: a function whose callee's callee reads a variable is no constant
extern void reach_error(void);
static int outer(void);
static int middle(void);
static int inner(void);
static int state;
int main(void) {
  state = 1;
  if (outer() == 1) reach_error();
  return 0;
}
static int outer(void) { return middle() + 0; }
static int middle(void) { return inner(); }
static int inner(void) { return state; }
