// property: unreach-call
// expect: unknown
// says: in an order that C leaves open
// guards: the order of arguments is unspecified; only clang's was looked at (a wrong true)
extern void reach_error(void);
static int turn;
static int first(void) {
  return turn = 1;
}
static int second(void) {
  return turn = 2;
}
static int sum(int a, int b) {
  return a + b;
}
int main(void) {
  sum(first(), second());
  if (turn == 1) reach_error();
  return 0;
}
