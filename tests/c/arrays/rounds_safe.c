// property: unreach-call
// expect: true
// guards: arrays with an element for each round, chosen by inputs, are variables: one question of bits, no array theory
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

enum { ROUNDS = 4 };
int x[ROUNDS], y[ROUNDS];
unsigned char at;

static void next(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(at + k < ROUNDS);
  at += k;
}

int main(void) {
  int start_x[ROUNDS], start_y[ROUNDS];
  x[0] = y[0] = 1;
  for (int i = 1; i < ROUNDS; i++) {
    x[i] = start_x[i] = __VERIFIER_nondet_int();
    y[i] = start_y[i] = __VERIFIER_nondet_int();
  }
  at = 0;
  for (int i = 0; i < 2; i++) {
    next();
    x[at] += y[at];
  }
  at = 0;
  for (int i = 0; i < 2; i++) {
    next();
    y[at] += x[at];
  }
  for (int i = 1; i < ROUNDS; i++) {
    __VERIFIER_assume(x[i - 1] == start_x[i]);
    __VERIFIER_assume(y[i - 1] == start_y[i]);
  }
  if (x[ROUNDS - 1] > 8 || y[ROUNDS - 1] > 8) reach_error();
  return 0;
}
