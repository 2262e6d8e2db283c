// property: no-overflow
// expect: false
// guards: a bit-field as wide as an int overflows like one
struct bits {
  int narrow : 5;
  unsigned wraps : 3;
  int whole : 32;
};
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct bits b = {0, 0, 0};
  for (int i = 0; i < 10; i++) {
    b.narrow++;
    b.wraps--;
    b.whole = __VERIFIER_nondet_int() | 255;
    b.whole++;
  }
  return b.narrow;
}
