// property: valid-deref
// expect: true
// args: -- -x cpp-output
// guards: text that went through a preprocessor is read alone, with no list
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();
  return i < 0 || i > 3 ? 0 : a[i];
}
