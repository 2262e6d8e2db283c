// property: unreach-call
// expect: false
// guards: comparisons of constants, with a sign and without
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int at_most(int x, int y) { return x <= y; }
static int below(int x, int y) { return x < y; }
static int at_most_as_bits(unsigned x, unsigned y) { return x <= y; }
static int below_as_bits(unsigned x, unsigned y) { return x < y; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int good = at_most(-1, 3) && !at_most(3, -1) && at_most(-2, -2) &&
             below(-1, 3) && !below(3, -1) && !below(-2, -2) &&
             !at_most_as_bits(-1, 3) && at_most_as_bits(3, -1) &&
             at_most_as_bits(-2, -2) && !below_as_bits(-1, 3) &&
             below_as_bits(3, -1) && !below_as_bits(-2, -2);
  if (x * 2654435761u == 12345u && good) reach_error();
  return 0;
}
