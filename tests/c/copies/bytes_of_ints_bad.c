// property: unreach-call
// expect: false
// guards: a number of bytes that cuts a cell changes a part of it
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
int main(void) {
  unsigned from = 0x04030201, to = 0, n = __VERIFIER_nondet_uint() % 5;
  memcpy(&to, &from, n);
  if (to != (n == 4 ? from : from & ((1u << 8 * n) - 1) + 1)) reach_error();
  return 0;
}
