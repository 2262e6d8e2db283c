// property: unreach-call,assertion
// expect: false
// guards: a local that never was in memory is an input, too
extern void reach_error(void);
int main(void) {
  int x, y = 3;
  for (int i = 0; i < 5; i++) y += x & 1;
  if (y == 8) reach_error();
  return 0;
}
