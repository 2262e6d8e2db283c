// property: unreach-call
// expect: true
// guards: a copy of no bytes changes nothing, wherever its pointers lead
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
int main(void) {
  int a = 1, b = 2;
  int *p = __VERIFIER_nondet_uint() ? &a : (int *)0;
  unsigned n = p ? __VERIFIER_nondet_uint() & 0 : 0;
  memcpy(p, &b, n);
  if (a != 1) reach_error();
  return 0;
}
