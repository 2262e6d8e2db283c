// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: NULL is no object
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int main(void) {
  struct pair s = {1, 2}, *p = 0;
  if (__VERIFIER_nondet_int()) p = &s;
  return p->b;
}
