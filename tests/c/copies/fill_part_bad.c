// property: unreach-call
// expect: false
// guards: memset of a part that comes from outside, of cells larger than a byte
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
  unsigned a[5] = {1, 2, 3, 4, 5}, k, n;
  k = __VERIFIER_nondet_uint();
  n = __VERIFIER_nondet_uint();
  if (k > 5 || n > 5 - k) return 0;
  memset(a + k, 0xAB, n * sizeof *a);
  for (unsigned i = 0; i < 5; i++) {
    unsigned want = i >= k && i - k < n ? 0xABABABAA : i + 1;
    if (a[i] != want) reach_error();
  }
  return 0;
}
