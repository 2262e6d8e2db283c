// property: unreach-call
// expect: false
// guards: the start of a large buffer is taken away: both sides overlap
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
static char a[600];
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (n > sizeof a || k > n || k == 0 || k == n) return 0;
  a[k] = 1;
  memmove(a, a + k, n - k);
  if (a[0] == 1) reach_error();
  return 0;
}
