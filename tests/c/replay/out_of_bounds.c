// property: unreach-call,assertion
// expect: unknown
// Beyond the end of an object a run shows nothing.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int a[4] = {1, 1, 1, 1};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 6 && a[i] != 1) reach_error();
  return 0;
}
