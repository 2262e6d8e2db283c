// property: unreach-call
// expect: false
// args: --engine=explicit
/* Inputs that are compared with a variable and with each other: no constant
 * of the program is among the values that matter. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned secret = 12, found = 0;
  for (;;) {
    unsigned guess = __VERIFIER_nondet_uint();
    unsigned other = __VERIFIER_nondet_uint();
    if (guess * 3 + other == secret * 7 && guess > other) found++;
    secret = (secret * 5 + 1) % 64;
    if (found == 3) reach_error();
    if (found > 3) return 0;
    if (secret == 12) return 0;
  }
}
