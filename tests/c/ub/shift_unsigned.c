// property: no-overflow
// expect: true
// Unsigned shifts never overflow, signed ones that keep to the range neither.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned u = __VERIFIER_nondet_uint() << 31;
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  short s = (short)x;
  s++;
  return (x << 4) + s + (int)(u >> 1);
}
