// property: unreach-call
// expect: true
// args: --32
// guards: what holds of every cell of two arrays compared index by index
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int from[5000], to[5000];
  for (int i = 0; i < 5000; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 5000; i++) to[i] = from[i];
  for (int i = 0; i < 5000; i++)
    if (to[i] != from[i]) reach_error();
  return 0;
}
