// property: valid-deref
// expect: unknown
// guards: an object is called that is no function
int __VERIFIER_nondet_int(void);
int x;
void f(void) {}
int main(void) {
  void (*p)(void) = __VERIFIER_nondet_int() ? f : (void (*)(void))&x;
  p();
  return 0;
}
