// property: valid-memsafety
// args: --32
// expect: true
// guards: an index inside its bounds
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 4) a[i] = 1;
  for (i = 0; i < 4; i++) b[i] = a[i];
  return b[0];
}
