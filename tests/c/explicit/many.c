// property: unreach-call
// expect: unknown
// args: --engine=explicit
/* An input that is kept: too many states for enumeration. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int last = 0;
  for (;;) {
    int now = __VERIFIER_nondet_int();
    if (now == last) return 0;
    if (now == last) reach_error();
    last = now;
  }
}
