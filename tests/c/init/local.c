// property: valid-init
// expect: false
// says: false.valid-init
// guards: a local that is written on one way only
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int() > 2) x = 1;
  return x;
}
