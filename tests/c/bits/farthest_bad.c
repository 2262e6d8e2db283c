// property: unreach-call
// expect: false
// args: --engine=bits
/* Four posts in a ring, each with a number of its own, pass on the greatest
 * number that they have heard of; some sleep and only pass on what comes.  The
 * greatest of those who are awake comes home after four steps, and not after
 * five. */
extern void reach_error(void);
extern signed char __VERIFIER_nondet_schar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

enum { NONE = -1 };
static signed char mine[4], heard[4], letter[4];
static _Bool awake[4], home[4];

static void step(int i) {
  signed char got = letter[i];
  letter[i] = NONE;
  if (got == NONE) return;
  if (!awake[i] || got > mine[i]) heard[i] = got;
  else if (got == mine[i]) home[i] = 1;
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    mine[i] = __VERIFIER_nondet_schar();
    awake[i] = __VERIFIER_nondet_bool();
    __VERIFIER_assume(mine[i] >= 0);
    for (int k = 0; k < i; k++) __VERIFIER_assume(mine[k] != mine[i]);
    heard[i] = mine[i];
    letter[i] = NONE;
  }
  __VERIFIER_assume(awake[0] || awake[1] || awake[2] || awake[3]);
  for (unsigned char round = 0;; round += round < 100) {
    for (int i = 0; i < 4; i++)
      if (awake[i] || heard[i] != mine[i]) letter[(i + 1) % 4] = heard[i];
    for (int i = 0; i < 4; i++) step(i);
    int n = home[0] + home[1] + home[2] + home[3];
    if (n > 1 || (n == 1) != (round >= 4)) reach_error();
  }
}
