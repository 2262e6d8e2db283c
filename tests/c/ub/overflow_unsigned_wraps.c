// property: unreach-call
// expect: false
// args: --assume-no-overflow
// guards: unsigned arithmetic wraps, whatever is assumed about signed
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x + 1 < x) reach_error();
  return 0;
}
