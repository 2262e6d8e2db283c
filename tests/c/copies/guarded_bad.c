// property: valid-deref
// expect: false
// guards: the check of a copy sees its length: valid-deref
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
  char a[8], b[8];
  memset(b, 1, sizeof b);
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (k > 9 || n > 8 - k) return 0;
  memcpy(a, b + k, n);
  memset(a + n, 0, 8 - n);
  return a[7];
}
