// property: unreach-call
// args: --engine=pdr
// expect: false
// guards: what was computed from the bits of two globals' addresses leads back
// to them, though each step of it is left open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int one, two;
static unsigned long both;
int main(void) {
  if (__VERIFIER_nondet_int() != 123456) return 0;
  both = (unsigned long)&one ^ (unsigned long)&two;
  *(int *)(both ^ (unsigned long)&two) = 1;
  *(int *)(both ^ (unsigned long)&one) = 2;
  if (one == 1 && two == 2) reach_error();
  return 0;
}
