// property: unreach-call
// expect: true
// args: --32
// guards: initial contents of a global, zero behind those given
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int weights[6000] = {3, 1, 4};
int main(void) {
  for (int i = 3; i < 6000; i++) weights[i] = i & 7;
  for (int i = 3; i < 6000; i++)
    if (weights[i] < 0 || weights[i] > 7) reach_error();
  return 0;
}
