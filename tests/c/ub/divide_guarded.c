// property: no-div-by-zero
// expect: true
// guards: a division behind its test
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  return x % y > 3;
}
