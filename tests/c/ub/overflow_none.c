// property: no-overflow
// expect: true
// guards: unsigned and narrow arithmetic do not overflow in C
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned u = (unsigned)__VERIFIER_nondet_int();
  signed char c = (signed char)u;
  short s = (short)u;
  u = u + 1u;
  c++;
  s = (short)(s * 2);
  return (int)(u & 1u) + c + s;
}
