// property: unreach-call
// expect: unknown
// args: --engine=guided
// says: could not be replayed
// guards: a run that leaves its object shows nothing
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  int *one = malloc(16), *other = malloc(16);
  if (i < 0 || i > 19) return 0;
  other[0] = other[3] = 1;
  one[i] = 7;
  if (other[3] != 1) reach_error();
  return 0;
}
