// property: valid-deref
// expect: true
// guards: ... and one that was compared is not
extern int __VERIFIER_nondet_int(void);
static int calls;
static void count(void) { calls++; }
int main(void) {
  void (*f)(void) = __VERIFIER_nondet_int() == 7717 ? 0 : count;
  if (f) f();
  return calls;
}
