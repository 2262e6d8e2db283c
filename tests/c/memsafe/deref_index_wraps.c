// property: valid-memsafety
// args: --64
// expect: false
// says: false.valid-deref
// guards: an index whose address wraps around to the array is outside of it
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  unsigned i = __VERIFIER_nondet_int();
  if (i == 0x40000000u || i < 4) a[i] = 1;
  return 0;
}
