// property: unreach-call
// expect: true
// args: --64
// guards: globals start with zero, also at cells that nobody stores to
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static short marks[4000];
int main(void) {
  for (int i = 0; i < 4000; i += 2) marks[i] = 1;
  for (int i = 0; i < 4000; i++)
    if (marks[i] != 0 && marks[i] != 1) reach_error();
  return 0;
}
