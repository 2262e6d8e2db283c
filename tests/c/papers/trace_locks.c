// property: unreach-call
// expect: true
// args: --engine=trace --seed=none --stats=/dev/stdout
// says: "locked": [1-9]
// says: "closed": [1-9]
// says: "nodes": ..?,
// guards: a deleted fact is locked and the loop unrolled only where it breaks (symbolic execution paper, Fig. 2)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int held = 7, old = __VERIFIER_nondet_int(), new = old + 1, flag = 1;
  while (new != old) {
    held = 3;
    old = new;
    if (__VERIFIER_nondet_int()) {
      held = 7;
      new ++;
    }
  }
  if (held == 7 || flag != 1) reach_error();
  return 0;
}
