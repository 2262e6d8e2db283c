// property: unreach-call
// expect: false
// guards: to higher addresses, both sides overlap: from the end
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
static char a[600];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 5 || n > 500) return 0;
  a[0] = 1, a[1] = 2, a[2] = 3;
  memmove(a + 1, a, n);
  if (a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3) reach_error();
  return 0;
}
