// property: unreach-call,assertion
// expect: false
// The error depends on an element nobody wrote, chosen by an input.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int a[8];
  unsigned i = __VERIFIER_nondet_uint();
  a[0] = 1;
  if (i < 8 && i > 2 && a[i] == 99) reach_error();
  return 0;
}
