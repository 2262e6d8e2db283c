// property: unreach-call
// expect: false
// guards: the value of a function that returns none is any value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int one(int x) {
  if (x) return 1;
}
int main(void) {
  if (one(__VERIFIER_nondet_int()) != 1) reach_error();
  return 0;
}
