// property: unreach-call
// expect: true
// args: --engine=pdr --timeout=300
// guards: an equation that two branches keep, each in its way
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), a = 0, b = 0, i = 0;
  if (n < 0 || n > 100000) return 0;
  while (i < n) {
    if (__VERIFIER_nondet_int()) {
      a += 1;
      b += 4;
    } else {
      a += 3;
      b += 2;
    }
    i++;
  }
  if (a + b != 5 * n) reach_error();
  return 0;
}
