// property: unreach-call
// expect: true
// args: --32 --engine=split
// guards: a loop that counts down is split the other way round
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[500], b[500];
int main(void) {
  for (int i = 499; i >= 0; i--) a[i] = __VERIFIER_nondet_int();
  for (int i = 499; i >= 0; i--) b[i] = a[i];
  for (int i = 0; i < 500; i++)
    if (b[i] != a[i]) reach_error();
  return 0;
}
