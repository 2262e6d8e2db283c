// property: unreach-call
// expect: false
// guards: a copy onto itself changes nothing
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
int main(void) {
  int a[4] = {4, 3, 2, 1};
  unsigned n = __VERIFIER_nondet_uint() & 3, k = __VERIFIER_nondet_uint() & 1;
  memmove(a + k, a + 1, n * sizeof *a);
  if (a[0] != 4 || a[1] != 3 || a[2] != 2 || a[3] != 1) reach_error();
  return 0;
}
