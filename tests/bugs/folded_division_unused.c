// property: no-div-by-zero
// expect: false
// guards: the same where nothing uses the result
enum { NONE };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5) (void)(3 % NONE);
  return x / 3;
}
