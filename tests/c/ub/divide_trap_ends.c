// property: unreach-call
// expect: true
// guards: dividing by zero traps, so what follows is not reached
extern void reach_error(void);
int main(void) {
  int z = 0;
  int unused = 5 / z;
  reach_error();
  return 0;
}
