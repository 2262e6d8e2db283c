// property: unreach-call
// expect: false
// args: --error-function=fatal
extern int __VERIFIER_nondet_int(void);
static void fatal(const char *why) { (void)why; }
int main(void) {
  if (__VERIFIER_nondet_int() == 9) fatal("nine");
  return 0;
}
