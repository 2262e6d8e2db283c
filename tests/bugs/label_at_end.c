// property: unreach-call
// args: --error-label=ERROR
// expect: unknown
// guards: a label at the end of a function is where every return comes by
int main(void) {
  return 0;
ERROR:;
}
