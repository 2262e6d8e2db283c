// property: unreach-call
// expect: false
// args: --32
// guards: one cell that is not copied
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int from[50], to[50];
  for (int i = 0; i < 50; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 50; i++)
    if (i != 3) to[i] = from[i];
  for (int i = 0; i < 50; i++)
    if (to[i] != from[i]) reach_error();
  return 0;
}
