// property: unreach-call,assertion
// expect: false
// Functions without a body return anything.
extern void reach_error(void);
extern short sensor(int which);
extern double level(void);
extern void log_it(int);
int main(void) {
  short a = sensor(1), b = sensor(2);
  log_it(a);
  if (a < b && a + b == 12 && level() > 2.5) reach_error();
  return 0;
}
