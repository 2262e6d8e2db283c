// property: unreach-call
// expect: unknown
// guards: functions that the compiler calls itself are no inputs (a wrong false)
extern void reach_error(void);
int main(void) {
  volatile float _Complex a = 3.0f + 2.0f * 1.0fi, b = 1.0f + 1.0f * 1.0fi;
  float _Complex c = a / b;
  if (__real__ c != 2.5f) reach_error();
  return 0;
}
