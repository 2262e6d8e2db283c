// property: unreach-call
// expect: true
// guards: recursion on constants is executed, however large it unrolls
extern void reach_error(void);
static int tri(int n) { return n <= 1 ? n : tri(n - 1) + tri(n - 2) + 1; }
static int both(int n) { return tri(n) + tri(n + 1); }
int main(void) {
  if (tri(22) != 46367 || both(5) != 32) reach_error();
  return 0;
}
