// property: unreach-call,assertion
// expect: false
// Inputs that do not matter, before and after the one that does.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int noise(void);
int total;
int main(void) {
  int before = __VERIFIER_nondet_int();
  total += before + noise();
  int x = __VERIFIER_nondet_int();
  int after = __VERIFIER_nondet_int();
  total += after;
  if (x == 123456) reach_error();
  return 0;
}
