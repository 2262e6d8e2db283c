// property: unreach-call
// expect: false
// guards: what a shift of constants gives that is too far is not chosen to suit
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned y = 0;
  if (__VERIFIER_nondet_int()) y = 1u << 35;
  if (y) reach_error();
  return 0;
}
