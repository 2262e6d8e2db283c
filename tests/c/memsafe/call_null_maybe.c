// property: valid-deref
// expect: false
// guards: a function pointer that may be NULL is asked about before the call
extern int __VERIFIER_nondet_int(void);
static int calls;
static void count(void) { calls++; }
int main(void) {
  void (*f)(void) = __VERIFIER_nondet_int() == 7717 ? 0 : count;
  f();
  return calls;
}
