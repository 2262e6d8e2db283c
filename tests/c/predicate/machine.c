// property: unreach-call,assertion
// expect: true
// args: --engine=predicate
// guards: a machine in a switch with a case that falls through
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, seen = 0;
  while (1) {
    switch (s) {
    case 0: s = __VERIFIER_nondet_int() ? 1 : 2; break;
    case 1: seen = 1; /* falls through */
    case 2: s = 3; break;
    case 3: if (seen) { s = 4; break; } s = 5; break;
    case 4: return 0;
    case 5: if (seen) reach_error(); return 0;
    default: reach_error();
    }
  }
}
