// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a local whose declaration is jumped over dies with its block, unmarked
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), *at = &n;
  switch (n) {
  case 7: {
    int inner;
    if (0) {
    case 8: at = &inner;
    }
    inner = 2;
  }
  }
  return *at;
}
