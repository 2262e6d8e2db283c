// property: unreach-call
// expect: true
// guards: pointers are copied with what they point to
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
int main(void) {
  int x = 0, y = 0, z = 0;
  int *from[3] = {&x, &y, &z}, *to[3] = {&z, &z, &z};
  unsigned n = __VERIFIER_nondet_uint() & 3;
  memmove(to, from, n * sizeof *to);
  *to[1] = 1;
  if (y != (n > 1) || z != (n < 2)) reach_error();
  return 0;
}
