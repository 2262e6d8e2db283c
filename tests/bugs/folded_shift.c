// property: no-bad-shift
// expect: false
// guards: a shift of constants that is too far
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned y = 0;
  if (__VERIFIER_nondet_int()) y = 1u << 35;
  return y == 8;
}
