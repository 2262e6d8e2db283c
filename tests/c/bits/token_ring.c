// property: unreach-call
// expect: true
// args: --engine=bits
/* A token goes round between four processes that run one behind the other; only
 * the one that has it is in its critical section. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char token = 1, critical[4] = {0, 0, 0, 0};
  for (;;) {
    for (int i = 0; i < 4; i++) {
      unsigned char wish = __VERIFIER_nondet_uchar() & 1;
      if (critical[i]) {
        critical[i] = wish;
      } else if (token == 1u << i) {
        if (wish)
          critical[i] = 1;
        else
          token = i == 3 ? 1 : (unsigned char)(token << 1);
      }
    }
    if (critical[0] + critical[1] + critical[2] + critical[3] > 1)
      reach_error();
  }
}
