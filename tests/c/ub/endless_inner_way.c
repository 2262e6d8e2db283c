// property: unreach-call
// expect: true
// guards: a way round a loop that avoids the loop's only exit
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5) return 0;
  for (;;) {
    if (x != 5) continue;
    reach_error();
  }
}
