// property: unreach-call
// expect: true
// args: --engine=pdr --timeout=300
// guards: a congruence
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned y = 3;
  while (y != 7) {
    y += 4 * __VERIFIER_nondet_uint();
    if (y % 4 != 3) reach_error();
  }
  return 0;
}
