// property: unreach-call
// expect: false
// guards: a local declared in a loop body is new in each iteration (C11
// 6.2.4p6; docs/SEMANTICS.md, "Undefined values")
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    int y;
    if (i == 0)
      y = 5;
    else if (y != 5)
      reach_error();
  }
  return 0;
}
