// property: unreach-call,assertion
// expect: false
// A pointer to a function without a body.
extern void reach_error(void);
extern int sensor(int);
int main(void) {
  int (*f)(int) = sensor;
  int a = f(1), b = f(2);
  if (a == 5 && b == 6) reach_error();
  return 0;
}
