// property: no-overflow
// expect: true
// guards: a division by another negative number overflows never // -1 in a comment
extern int __VERIFIER_nondet_int(void);
int main(void) {
  return __VERIFIER_nondet_int() / -2 % -10;
}
