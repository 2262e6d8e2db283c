// property: unreach-call
// expect: true
// guards: no invariant is written for a loop that the text does not show
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define EACH(v, n) for (int v = 0; v < (n); v++)
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0, t = 0;
  if (n < 0 || n > 1000) return 0;
  EACH (k, n) { s += 2; }
  for (int j = 0; j < n; j++) t++;
  if (s != 2 * t) reach_error();
  return 0;
}
