// property: unreach-call
// expect: true
// args: --assume-no-overflow --assumptions
// says: signed arithmetic never overflows
// guards: with --assume-no-overflow x + 1 < x has no execution, and says so
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 < x) reach_error();
  return 0;
}
