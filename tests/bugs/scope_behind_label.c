// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a local declared behind a label dies with its block, unmarked
extern int __VERIFIER_nondet_int(void);
struct point {
  int x, y;
};
int main(void) {
  int *at;
  for (int i = 0; i < 1; i++) {
  again:;
    struct point here = {1, 2};
    at = &here.y;
    if (__VERIFIER_nondet_int() == 5) goto again;
  }
  return *at;
}
