// property: unreach-call
// expect: true
// guards: a local declared in a loop body keeps its value in the next
// iteration, as compiled code does (docs/SEMANTICS.md, "Undefined values")
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
