// property: unreach-call
// expect: false
// guards: LLVM promoted x after p, in a later round than the one that was
// looked at, and folded the unknown value of x away (a wrong true)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x;
  int *p = &x;
  if (__VERIFIER_nondet_int()) *p = 3;
  if (*p == 5) reach_error();
  return 0;
}
