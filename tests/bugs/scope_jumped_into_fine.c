// property: valid-memsafety
// expect: true
// guards: a local whose declaration is jumped over lives until its block is left
extern int __VERIFIER_nondet_int(void);
static int *last;
static int next(void) {
  return ++*last;
}
int main(void) {
  int sum = 0;
  if (__VERIFIER_nondet_int()) goto inside;
  {
    int count;
  inside:
    count = 0;
    last = &count;
    while (next() < 3) sum += count;
    { sum += next(); }
  }
  return sum;
}
