// property: unreach-call
// expect: true
// guards: where C fixes the order, or nothing depends on it, there is no entry
extern void reach_error(void);
static int turn;
static int next(int n) {
  return turn = n;
}
static int half(int n) {
  int h = n / 2;
  return h;
}
int main(void) {
  int x = next(1) && next(2);
  x += (next(3), next(4)) + half(8) + half(6);
  x += next(next(5));
  if (turn != 5 || x != 17) reach_error();
  return 0;
}
