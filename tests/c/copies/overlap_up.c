// property: unreach-call
// expect: true
// guards: memmove reads all before it writes: to higher addresses
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
int main(void) {
  char a[8] = "abcdefg";
  unsigned k = __VERIFIER_nondet_uint() % 4, n = __VERIFIER_nondet_uint() % 5;
  memmove(a + k, a, n);
  if (n > 0 && a[k + n - 1] != (char)('a' + n - 1)) reach_error();
  return 0;
}
