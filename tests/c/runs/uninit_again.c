// property: unreach-call,assertion
// expect: false
// guards: a local of a loop's body is fresh each time, though its bytes were written before
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x, *at = &x;
    if (i == 0) *at = 7;
    if (i == 1 && *at == 99) reach_error();
  }
  return 0;
}
