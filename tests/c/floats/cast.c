// property: unreach-call
// expect: true
// args: --timeout=200
// guards: to an integer and back loses less than one
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -1e6 && x <= 1e6)) return 0;
  int i = (int)x;
  if (i < -1000000 || i > 1000000) reach_error();
  if ((double)i > 1000000.5) reach_error();
  return 0;
}
