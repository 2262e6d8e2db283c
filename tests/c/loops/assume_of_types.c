// property: unreach-call
// expect: true
// guards: __VERIFIER_assume takes a condition of whatever type it is declared with
extern void reach_error(void);
extern void __VERIFIER_assume(_Bool);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  __VERIFIER_assume(n & 256);
  while (i < n && i < 3) i++;
  if (i != 3) reach_error();
  return 0;
}
