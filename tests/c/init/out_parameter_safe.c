// property: valid-init
// expect: true
// guards: a result by way of a pointer is used only when there is one
extern int __VERIFIER_nondet_int(void);
static int get(int *out) {
  if (__VERIFIER_nondet_int() <= 3) return 0;
  *out = 7;
  return 1;
}
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    int v;
    if (get(&v)) r = v;
  }
  return r;
}
