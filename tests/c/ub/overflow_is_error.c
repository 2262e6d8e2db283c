// property: no-overflow
// expect: unknown
// says: could not be replayed
// guards: the same program violates no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x + 1 < x;
}
