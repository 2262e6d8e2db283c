// property: unreach-call,assertion
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int add(int x) { return x + 3; }
static int twice(int x) { return 2 * x; }
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? add : twice;
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 1000 && f(x) == 24 && x > 15) reach_error();
  return 0;
}
