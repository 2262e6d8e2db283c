// property: valid-init
// expect: true
// guards: locals that are written on every way before they are read
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, y, unused;
  if (__VERIFIER_nondet_int() > 2)
    x = 1;
  else
    x = 2;
  (void)unused;
  y = x;
  return y;
}
