// property: unreach-call
// expect: false
// args: --engine=auto --timeout=300
// guards: the same, wrong in the third row
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), width = __VERIFIER_nondet_uint();
  unsigned done = 0;
  for (unsigned row = 0; row < rows; row++) {
    for (unsigned column = 0; column < width; column++) done += row < 2 ? 1 : 2;
    if (done != (row + 1) * width) reach_error();
  }
  return 0;
}
