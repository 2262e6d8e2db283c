// property: unreach-call
// expect: false
// args: --32
// guards: a program that is right for any smaller bound
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 300; i++) n++;
  if (n >= 300 && __VERIFIER_nondet_int() == 12345) reach_error();
  return 0;
}
