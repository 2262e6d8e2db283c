// property: unreach-call
// expect: false
// args: --timeout=300
// guards: the same, one row too few
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), width = __VERIFIER_nondet_uint();
  unsigned done = 0, first = __VERIFIER_nondet_uint();
  if (first > 1 || rows > 9 || width > 9) return 0;
  for (unsigned row = first; row < rows; row++)
    for (unsigned column = 0; column < width; column++) done++;
  if (done != rows * width) reach_error();
  return 0;
}
