// property: unreach-call
// expect: false
// args: --32
// guards: addresses of 32 bits: length and offset are of the pointer's width
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
static int a[4] = {1, 2, 3, 4};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  memmove(a + 4 - n, a, n * 4);
  if (n == 2 && (a[2] != 1 || a[3] != 2)) reach_error();
  if (n == 4 && a[0] != 1) reach_error();
  if (n == 1 && a[3] == 1) reach_error();
  return 0;
}
