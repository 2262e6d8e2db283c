// property: unreach-call
// expect: true
// guards: slicing must keep exit and abort
extern void reach_error(void);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) exit(1);
  if (x > 7) reach_error();
  return 0;
}
