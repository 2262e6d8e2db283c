// property: unreach-call
// expect: false
// guards: the whole of a condition counts, also of one that is longer than an int
extern void reach_error(void);
extern void __VERIFIER_assume(long long);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  __VERIFIER_assume(n << 32);
  if (n > 5) reach_error();
  return 0;
}
