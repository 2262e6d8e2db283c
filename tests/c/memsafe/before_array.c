// property: valid-deref
// expect: false
// guards: an element before an array, where another object lies
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {0};
  int x = __VERIFIER_nondet_int() & 3;
  return a[x - 1] + b[x];
}
