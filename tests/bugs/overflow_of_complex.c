// property: no-overflow
// expect: unknown
// says: overflow of complex integers and vectors
// guards: clang has no checks for complex integers (a wrong true)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Complex int z = __VERIFIER_nondet_int(), w = 3;
  z = z * w;
  return __real__ z > 0;
}
