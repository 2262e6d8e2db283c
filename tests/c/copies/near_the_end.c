// property: valid-deref
// expect: true
// guards: a length near the largest number is no short one: valid-deref
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
  char a[8] = {0};
  __SIZE_TYPE__ n = __VERIFIER_nondet_uint() & 7;
  memset(a + 1, 1, n - (n != 0));
  if (n == 8 && a[7] != 1) return 1;
  return 0;
}
