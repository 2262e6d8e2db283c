// property: null-deref
// expect: true
// guards: an access behind its test
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int main(void) {
  struct pair s = {1, 2}, *p = 0;
  if (__VERIFIER_nondet_int()) p = &s;
  if (!p) return 0;
  return p->b;
}
