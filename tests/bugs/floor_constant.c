// property: unreach-call
// expect: false
// guards: floor of a constant was folded with rint() under a changed rounding
// mode, which gcc -O2 expands to code for the default mode only
double floor(double x);
void reach_error(void);
int main(void) {
  if (floor(-1.5) == -2) reach_error();
  return 0;
}
