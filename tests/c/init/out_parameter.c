// property: valid-init
// expect: false
// guards: a result by way of a pointer is missing when the call fails
extern int __VERIFIER_nondet_int(void);
static int get(int *out) {
  if (__VERIFIER_nondet_int() <= 3) return 0;
  *out = 7;
  return 1;
}
int main(void) {
  int v;
  get(&v);
  return v;
}
