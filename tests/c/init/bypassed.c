// property: valid-init
// expect: false
// guards: a local whose declaration control never comes to
extern int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    int x;
  case 0: x = 1; return x;
  case 1: return x;
  default: return 0;
  }
}
