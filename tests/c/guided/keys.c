// property: unreach-call
// expect: false
// args: --engine=guided
// guards: comparisons show the guided runs what to answer, one after the other
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  unsigned lock = __VERIFIER_nondet_uint(), turns = 0;
  long long wide = __VERIFIER_nondet_longlong();
  if (lock != 0x5eed1234u) return 0;
  while (__VERIFIER_nondet_uint() - turns == 314159u) turns++;
  if (turns < 4) return 0;
  if (wide + 1 == 987654321987654321ll) reach_error();
  return 0;
}
