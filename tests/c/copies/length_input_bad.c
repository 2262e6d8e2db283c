// property: unreach-call
// expect: false
// guards: a copy of a length that comes from outside changes the cells below it and no others
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
int main(void) {
  int from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
  unsigned n = __VERIFIER_nondet_uint() % 7, i = __VERIFIER_nondet_uint() % 6;
  memcpy(to, from, n * sizeof *to);
  if (to[i] != (i < n - 1 ? from[i] : 0)) reach_error();
  return 0;
}
