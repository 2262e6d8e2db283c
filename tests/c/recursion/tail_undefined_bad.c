// property: unreach-call
// expect: false
// guards: an undefined value in a function that calls itself last
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int down(int n) {
  int x;
  if (n > 0) return down(n - 1);
  return x;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 7 || n > 9) return 0;
  if (down(n) == 12) reach_error();
  return 0;
}
