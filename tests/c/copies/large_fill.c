// property: unreach-call
// expect: true
// guards: a large array that is filled in part, one cell looked at
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memset(void *, int, __SIZE_TYPE__);
static unsigned char a[5000];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n > sizeof a || i >= n) return 0;
  memset(a, 3, n);
  if (a[i] != 3) reach_error();
  return 0;
}
