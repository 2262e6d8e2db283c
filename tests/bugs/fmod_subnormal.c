// property: unreach-call
// expect: false
// guards: the remainder of numbers that halving rounds
extern void reach_error(void);
extern double fmod(double, double);
double g = 0x0.0000000000007p-1022, h = 0x0.0000000000004p-1022;
int main(void) {
  if (fmod(g, h) == 0x0.0000000000003p-1022) reach_error();
}
