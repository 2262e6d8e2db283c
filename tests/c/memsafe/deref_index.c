// property: valid-memsafety
// expect: false
// says: false.valid-deref
// guards: an index one too far, into the next variable
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i <= 4) a[i] = 1;
  return b[0];
}
