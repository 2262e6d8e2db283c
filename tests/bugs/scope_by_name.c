// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: a local is used by its address behind its block, and no pointer to it was ever stored
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p, n = __VERIFIER_nondet_int();
  {
    int x = n;
    p = &x;
  }
  if (n == 77) return *p;
  return 0;
}
