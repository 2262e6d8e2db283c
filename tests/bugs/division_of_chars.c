// expect: true
// property: unreach-call
// guards: division of chars and shorts is done at their own width: the least number
// by -1 must not wrap there, and constants need not fit.
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
void reach_error(void) {}

int main(void) {
  signed char a = __VERIFIER_nondet_schar(), b = __VERIFIER_nondet_schar();
  unsigned char u = __VERIFIER_nondet_uchar();
  short s = __VERIFIER_nondet_short();
  if (b == 0 || u == 0) return 0;
  if (a == -128 && b == -1 && a / b != 128) reach_error();
  if (a / b < -128 || a / b > 128) reach_error();
  if (a % u >= u || a % u <= -u) reach_error();
  if (s == -32768 && b == -1 && (s / b != 32768 || s % b != 0)) reach_error();
  if (u / 1000 != 0 || u % 1000 != u) reach_error();
  if (a < 0 && a % 100000u == (unsigned)a) reach_error();
  return 0;
}
