// property: unreach-call
// expect: false
// args: --engine=guided
// says: instructions
// guards: an error behind millions of steps is found, and the run's end is told
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int first[60000], second[60000];
int main(void) {
  int i;
  for (i = 0; i < 60000; i++) first[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 60000; i++) second[i] = first[59999 - i];
  for (i = 0; i < 60000; i++)
    if (first[i] != second[i]) reach_error();
  return 0;
}
