// property: unreach-call
// expect: true
// guards: memmove reads all before it writes: to lower addresses
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
int main(void) {
  short a[8] = {10, 11, 12, 13, 14, 15, 16, 17};
  unsigned k = __VERIFIER_nondet_uint() % 4, n = __VERIFIER_nondet_uint() % 5;
  memmove(a, a + k, n * sizeof *a);
  for (unsigned i = 0; i < 4; i++)
    if (a[i] != (short)(10 + i + (i < n ? k : 0))) reach_error();
  if (a[7] != 17) reach_error();
  return 0;
}
