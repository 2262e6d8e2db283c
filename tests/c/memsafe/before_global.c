// property: valid-deref
// expect: false
// guards: an element before an array, where another global may lie
extern int __VERIFIER_nondet_int(void);
static int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
int main(void) {
  int x = __VERIFIER_nondet_int() & 3;
  return a[x] + b[x - 1];
}
