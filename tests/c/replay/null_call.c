// property: null-deref
// expect: false
// says: call through NULL
// guards: a call through a pointer that was never set
extern int __VERIFIER_nondet_int(void);
static int twice(int x) {
  return 2 * x;
}
static int (*action)(int);
int main(void) {
  if (__VERIFIER_nondet_int() > 3) action = twice;
  return action(4);
}
