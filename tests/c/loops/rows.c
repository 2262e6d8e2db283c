// property: unreach-call
// expect: true
// args: --engine=equations --timeout=300
// guards: cells of rows counted one by one: done = row * width + column
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), width = __VERIFIER_nondet_uint();
  unsigned done = 0;
  for (unsigned row = 0; row < rows; row++) {
    for (unsigned column = 0; column < width; column++) done++;
    if (done != (row + 1) * width) reach_error();
  }
  return 0;
}
