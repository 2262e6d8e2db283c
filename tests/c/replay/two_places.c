// property: unreach-call,assertion
// expect: false
// One call of an input function, reached through two calls: two inputs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int get(void) { return __VERIFIER_nondet_int(); }
static int low(void) { return get() & 7; }
static int high(void) { return get() | 64; }
int main(void) {
  int a = low(), b = high(), c = low();
  if (a == 3 && b == 70 && c == 6) reach_error();
  return 0;
}
