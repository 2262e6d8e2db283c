// property: unreach-call,assertion
// expect: false
// guards: a program that computes for long before it asks is tried with other inputs, too
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 20000; i++) sum = sum * 3 + i;
  if (__VERIFIER_nondet_int() == 1 && sum != 1) reach_error();
  return 0;
}
