// property: unreach-call
// expect: true
// guards: blocks that a call through a pointer splits are left at their ends
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  int (*f)(int) = n & 1 ? one : two;
  for (int i = 0; i < 3; i++) {
    int r = n & 2 ? f(i) : i;
    sum += r;
  }
  int wanted = n & 2 ? n & 1 ? 6 : 9 : 3;
  if (sum != wanted) reach_error();
  return 0;
}
