// property: null-deref
// expect: false
// says: false.null-deref
// guards: p->b with p NULL is an access through NULL at an address above 0
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int main(void) {
  struct pair s = {1, 2}, *p = 0;
  if (__VERIFIER_nondet_int()) p = &s;
  return p->b;
}
