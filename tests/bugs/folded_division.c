// property: no-div-by-zero
// expect: false
// guards: a division of constants by zero, which the compiler computes itself
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int y = 0;
  if (__VERIFIER_nondet_int() == 4) y = 7 / 0;
  return y;
}
