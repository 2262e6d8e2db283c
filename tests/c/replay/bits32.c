// property: unreach-call,assertion
// expect: false
// args: --32
// A long of 32 bits overflows where one of 64 does not.
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_long();
  if (x > 0x7fffffff && x + x < x && sizeof(char *) == 4) reach_error();
  return 0;
}
