// property: unreach-call
// expect: true
// guards: a constant table that is only copied from
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
static const int table[8] = {2, 3, 5, 7, 11, 13, 17, 19};
int main(void) {
  int a[4] = {0};
  unsigned n = __VERIFIER_nondet_uint() & 3, k = __VERIFIER_nondet_uint() & 3;
  memcpy(a, table + k, n * sizeof *a);
  if (n == 3 && k == 2 && (a[0] != 5 || a[2] != 11)) reach_error();
  return 0;
}
