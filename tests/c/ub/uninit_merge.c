// property: unreach-call
// expect: false
// guards: merging an uninitialised value with 1 must not give 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 1;
  if (x != 1) reach_error();
  return 0;
}
