// property: unreach-call
// expect: true
// args: --engine=pdr --timeout=300
// guards: an equation modulo 2^w between two counters
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  while (i < n) {
    i++;
    s += 3;
  }
  if (s != 3 * i) reach_error();
  return 0;
}
