// property: unreach-call,assertion
// expect: true
// args: --64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned long x = (unsigned)__VERIFIER_nondet_int();
  if (x + x < x) reach_error();
  return 0;
}
