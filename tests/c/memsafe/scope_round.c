// property: valid-memsafety
// expect: true
// guards: a local of a loop body lives anew in each round
extern int __VERIFIER_nondet_int(void);
static void set(int *p) {
  *p = 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int x;
    set(&x);
  }
  return 0;
}
