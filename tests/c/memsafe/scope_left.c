// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a local of an inner block dies with the block
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *q, w = 1;
  q = &w;
  if (__VERIFIER_nondet_int()) {
    int z = 3;
    q = &z;
  }
  return *q;
}
