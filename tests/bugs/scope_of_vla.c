// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: an array of variable length dies with its block, where the stack is restored
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p, n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) return 0;
  {
    int v[n];
    v[0] = 1;
    p = v;
  }
  return *p;
}
