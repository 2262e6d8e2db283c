// property: unreach-call
// expect: unknown
// guards: what a comma throws away in the first operand, and the second
extern void reach_error(void);
static int level;
static int raise_level(void) { return ++level; }
int main(void) {
  int sum = (raise_level(), 10) + level;
  if (sum != 11) reach_error();
}
