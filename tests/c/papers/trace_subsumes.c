// property: unreach-call
// expect: true
// args: --engine=trace --seed=none --stats=/dev/stdout
// says: "subsumed": [1-9]
// says: "nodes": .,
// guards: the third path into the second test is covered by an interpolant (symbolic execution paper, Fig. 1)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0, y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int(), w;
  if (z > 0)
    w = 1;
  else
    w = 2;
  if (y >= 1) x = x + 2;
  if (y < 1)
    x = x + 4;
  else
    x = x + w;
  if (x > 5) reach_error();
  return 0;
}
