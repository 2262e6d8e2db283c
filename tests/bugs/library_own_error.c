// property: unreach-call
// args: --error-function=error
// expect: false
// guards: a function of one's own may be called like one of the C library
extern void error(const char *text);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 5) error("five");
  return 0;
}
