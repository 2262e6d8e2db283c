// property: unreach-call
// expect: false
// args: --engine=guided
// guards: optimising for guided runs assumes nothing of signed numbers
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  while (n < 3000) n++;
  if (x > 0 && x + n < 0) reach_error();
  return 0;
}
