// property: unreach-call
// expect: unknown
// guards: the bits of addresses are looked at only at the end of a recursion that is too deep to be unrolled
extern void reach_error(void);
static int first, second;
static int ends(int *p, int *q, int n) { return n > 0 ? !ends(p, q, n - 1) : ((unsigned long)p >> 4 & 1) == 1; }
int main(void) {
  int n = 3000;
  if (n > 1000000) return 0;
  if (ends(&first, &second, n)) reach_error();
  return 0;
}
