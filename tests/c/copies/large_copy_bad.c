// property: unreach-call
// expect: false
// guards: a large array is copied, one cell looked at
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
static int a[1000], b[1000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 1000, n = __VERIFIER_nondet_uint();
  if (n > 1000 || i >= n) return 0;
  a[i] = 7;
  memcpy(b, a, n * sizeof *a);
  if (b[i] == 7) reach_error();
  return 0;
}
