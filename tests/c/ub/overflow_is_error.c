// property: no-overflow
// expect: false
// says: false.no-overflow
// guards: the same program violates no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x + 1 < x;
}
