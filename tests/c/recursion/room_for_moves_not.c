// property: no-overflow
// expect: false
// args: --cores=1
// guards: the same with one disc too many for what is left
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
  if (discs < 0 || discs > 7) return 0;
  moves = 2147483647 - 126;
  shift(discs, 1, 2, 3);
  return 0;
}
