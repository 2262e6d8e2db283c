// property: valid-init
// expect: false
// guards: written on one way only; its witness says nothing of the value
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int() > 3) x = 1;
  return x;
}
