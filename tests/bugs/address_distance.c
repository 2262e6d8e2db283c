// property: unreach-call
// expect: unknown
// guards: the distance of two globals is used as a number and as a way from one
// to the other; taken for open only once, it would be one or the other
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int one, two;
int main(void) {
  if (__VERIFIER_nondet_int() != 123456) return 0;
  long distance = (char *)&one - (char *)&two;
  if (distance != 4 && distance != -4) return 0;
  int *there = (int *)((unsigned long)&two + (unsigned long)distance);
  if (there == &one) reach_error();
  return 0;
}
