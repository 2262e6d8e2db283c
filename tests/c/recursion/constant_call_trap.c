// property: unreach-call
// expect: true
// guards: a call that traps returns nothing, so what follows is not reached
extern void reach_error(void);
static int fall(int n) { return n ? fall(n - 1) : 1 / n; }
int main(void) {
  if (fall(3) != 7) reach_error();
  return 0;
}
