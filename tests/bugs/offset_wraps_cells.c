// property: unreach-call
// expect: unknown
// args: --32 --engine=simpler
// guards: two indices that differ are one address where multiplying one by the element's size wraps
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
long long marks[700];
int main(void) {
  unsigned slot = __VERIFIER_nondet_uint();
  if (slot >= 700) return 0;
  marks[slot + 0x20000000u] = 9;
  if (marks[slot] == 9) reach_error();
  return 0;
}
