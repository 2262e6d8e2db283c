// property: unreach-call
// expect: true
// args: --engine=bits
/* What goes into a register of 8 bits comes out 8 rounds later, also beside a
 * register that turns the other way. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  unsigned char left = 0, right = 0;
  for (;;) {
    unsigned char bit = __VERIFIER_nondet_bool();
    unsigned char mirrored = 0;
    left = (unsigned char)(left << 1 | bit);
    right = (unsigned char)(right >> 1 | bit << 7);
    for (int i = 0; i < 8; i++)
      mirrored = (unsigned char)(mirrored | (left >> i & 1) << (7 - i));
    if (mirrored != right) reach_error();
  }
}
