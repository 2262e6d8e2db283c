// property: no-overflow
// expect: false
// says: false.no-overflow
// guards: -INT_MIN and INT_MIN / -1 overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -5) return 0;
  return -x > 0;
}
