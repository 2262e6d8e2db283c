// property: unreach-call
// expect: unknown
// says: where NULL is followed
// guards: no proof by what C leaves undefined, no counterexample that traps
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
};
struct node some[2] = {{some + 1, 1}, {0, 1}};
int main(void) {
  struct node *at = &some[__VERIFIER_nondet_int() & 1];
  while (__VERIFIER_nondet_int()) at = at->next;
  if (at->value != 1) reach_error();
  return 0;
}
