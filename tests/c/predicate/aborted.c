// property: unreach-call,assertion
// expect: true
// args: --engine=predicate
// guards: what aborts in one round does not come behind the loop
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  while (n < 3) { if (x == n) abort(); n++; }
  if (x == 1) reach_error();
  return 0;
}
