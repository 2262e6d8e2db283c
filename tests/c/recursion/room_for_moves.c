// property: no-overflow
// expect: true
// args: --cores=1
// guards: a global has room for what a call adds to it, told by the argument
extern int __VERIFIER_nondet_int(void);
int moves;
void shift(int discs, int from, int to, int other) {
  if (discs == 0) return;
  moves++;
  shift(discs - 1, from, other, to);
  shift(discs - 1, other, to, from);
}
int main(void) {
  int discs = __VERIFIER_nondet_int();
  if (discs < 0 || discs > 31) return 0;
  moves = 0;
  shift(discs, 1, 2, 3);
  return 0;
}
