// property: unreach-call
// expect: true
// guards: how much a global changes, for each argument
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned moves;

static void tower(int discs) {
  if (discs == 0) return;
  tower(discs - 1);
  moves++;
  tower(discs - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10) return 0;
  moves = 5;
  tower(n);
  if (moves != (1u << n) + 4) reach_error();
  return 0;
}
